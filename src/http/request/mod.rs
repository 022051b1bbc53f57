//! Reads requests: from a head and a body to a call of an operation.

pub mod body;
mod called;
pub mod form;
pub mod media_type;
pub mod part;

pub use called::{Asked, is_sent, of_request, with};
