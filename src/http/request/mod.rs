//! Reads requests: from a head and a body to a call of an operation.

pub mod body;
mod called;
pub mod media_type;
mod path_segment;

pub use called::{Asked, call, of_request};
pub use path_segment::PathSegment;
