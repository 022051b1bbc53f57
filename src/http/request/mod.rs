//! Reads requests: from a head and a body to a call of an operation.

pub mod body;
pub mod form;
mod inquiry;
pub mod media_type;
pub mod multipart;

pub use inquiry::{Inquiry, is_sent, of_request, with};
