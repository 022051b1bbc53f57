//! Reads requests: from a head and a body to a call of an operation.

pub mod body;
pub mod form;
pub mod media_type;
pub mod multipart;
mod operation_call;

pub use operation_call::{Inquiry, is_sent, of_request, with};
