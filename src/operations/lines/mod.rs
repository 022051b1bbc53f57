//! The lines of a batch: JSON, text or columns, for every operation on a grid.
//!
//! A [`LineReader`](line_format::LineReader) reads a line and a [`LineWriter`](line_format::LineWriter) writes an answer or
//! a problem; a [`LineWork`](work::LineWork) works on the grids in between: [`Each`] on one after the other, the solver on
//! several at once. `answer::Lines` combines them.

mod answer;
mod columns;
mod defaults;
mod detection;
mod each;
pub mod echo;
mod join;
pub mod json;
pub mod line_format;
mod line_problem;
mod one_grid;
pub mod settings;
pub mod solve;
mod text;
pub mod work;

pub use detection::{lacks_first_line, starts_like_json};
pub use each::Each;
pub use join::writer;
pub use one_grid::OneGrid;
pub use settings::{Columns, LineFormat, LineSettings, Separator, first_line};
