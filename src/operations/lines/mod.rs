//! The lines of a batch: JSON, text or columns, for every operation on a grid.
//!
//! [`Lines`] reads lines and hands their grids to an operation, one after the other; the solver solves several at once. A
//! [`LineWriter`] writes the answer or the problem of each. `json`, `text` and `columns` read and write a format each.

mod answer;
mod blocks;
mod columns;
mod detection;
pub mod echo;
mod gatherer;
mod json;
pub mod line;
mod make;
pub mod settings;
pub mod solution;
mod text;
mod writer;

pub use detection::{has_fields, lacks_first_line, starts_like_json};
pub use gatherer::Gatherer;
pub use line::LineWriter;
pub use make::Lines;
pub use settings::{BatchOptions, Columns, LineFormat, LineSettings, Separator};
pub use text::has_no_puzzle;
