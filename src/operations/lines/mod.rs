//! The lines of a batch: JSON, text or columns, for every operation on a grid.
//!
//! A `LineReader` reads a line and a [`LineWriter`] writes its answer or its problem, in any format.
//! In between, an operation answers the grids, one after the other; the solver solves several at once. `answer::Lines` combines
//! them.

mod answer;
mod blocks;
mod columns;
mod defaults;
mod detection;
pub mod echo;
mod gathered;
mod json;
pub mod line;
mod line_format;
mod line_problem;
mod make;
pub mod settings;
pub mod solution;
mod text;

pub use detection::{has_fields, lacks_first_line, starts_like_json};
pub use gathered::Gathered;
pub use json::JsonWriter;
pub use line_format::LineWriter;
pub use make::make;
pub use settings::{BatchOptions, Columns, LineFormat, LineSettings, Separator};
pub use text::has_no_puzzle;
