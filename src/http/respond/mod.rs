//! Responses: answers and problems on their way from a handler to the edge, which writes them.

mod answer;
mod problem;
mod tool_called;

pub use answer::Wanted;
pub use problem::write;
pub use tool_called::ToolCalled;
