//! The lines of a batch: every [`Form`] (JSON, text, tab-separated columns) of every [`Operation`] (solve, rate, explain,
//! canonical).
//!
//! A form reads a line and writes an answer or a problem; an operation works on the grids in between. [`Lines`]
//! combines one form with one operation. [`Generate`] writes lines without reading any.

mod canonical;
mod defaults;
mod detection;
mod explain;
mod form;
mod generate;
mod join;
mod json;
mod leading_id;
mod one_grid;
mod operation;
mod problem;
mod rate;
mod solve;
mod tab_separated;
mod text;

pub use canonical::Canonicalize;
pub use defaults::Defaults;
pub use detection::{is_undecided, starts_like_json};
pub use explain::Explain;
pub use form::Form;
pub use generate::Generate;
pub use join::Lines;
pub use json::JsonLines;
pub use one_grid::OneGrid;
pub use operation::Operation;
pub use problem::REPLACED;
pub use rate::Rate;
pub use solve::Solve;
pub use tab_separated::TabLines;
pub use text::TextLines;
