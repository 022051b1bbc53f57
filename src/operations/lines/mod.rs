//! The lines of a batch: JSON, text or columns, for every operation on a grid.
//!
//! A [`LineReader`](line_format::LineReader) reads a line and a [`LineWriter`](line_format::LineWriter) writes an answer or
//! a problem; a [`LineWork`](work::LineWork) works on the grids in between: [`Each`] on one after the other, the solver on
//! several at once. `answer::Lines` combines them.

mod answer;
mod blocks;
mod columns;
mod defaults;
mod detection;
mod each;
pub mod echo;
mod gathered;
mod join;
pub mod json;
pub mod line_format;
mod line_problem;
pub mod settings;
pub mod solve;
mod text;
pub mod work;

pub use detection::{has_fields, lacks_first_line, starts_like_json};
pub use each::Each;
pub use gathered::Gathered;
pub use join::writer;
pub use settings::{BatchOptions, Columns, LineFormat, LineSettings, Separator};
pub use text::has_no_puzzle;
