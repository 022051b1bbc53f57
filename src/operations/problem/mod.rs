//! Problems: error responses (RFC 9457).

mod code;
mod conversions;
mod document;
mod errors;

pub use code::Code;
pub use document::{Members, Problem, type_of};
pub use errors::{ErrorList, GridError, MOST_ERRORS, Parameter, Pointer, RequestError};
