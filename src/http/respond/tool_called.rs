//! What a call of a tool came to.

use crate::operations::AnyOperation;
use crate::operations::problem::Problem;

/// What a call of a tool came to, for the log and the metrics; an extension of the response. The body already says it.
#[derive(Clone)]
pub struct ToolCalled {
    /// The operation.
    pub operation: &'static AnyOperation,
    /// The problem, if there is one.
    pub problem: Option<Problem>,
}
