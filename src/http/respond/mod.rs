//! Responses: answers and problems on their way from a handler to the edge, which writes them.

mod answer;
mod problem;

pub use answer::Preferences;
pub use problem::{ToolProblem, write};
