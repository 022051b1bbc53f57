//! The lines of a batch: JSON, text or columns, for every operation on a grid.
//!
//! [`Lines`] reads lines and hands their grids to an operation, one after the other; the solver solves several at once.
//! `read` splits a line of each format into its puzzle, its options and what its answer repeats; `write` writes the answer.

mod answer;
mod blocks;
mod detection;
pub mod echo;
mod gatherer;
pub mod line;
mod operation_lines;
mod read;
pub mod settings;
pub mod solution;
mod write;

pub use detection::{has_fields, has_no_puzzle, is_document, lacks_first_line, starts_like_json};
pub use gatherer::Gatherer;
pub use operation_lines::{LineForm, Lines};
pub use settings::{BatchOptions, Columns, LineFormat, LineSettings, Separator};
