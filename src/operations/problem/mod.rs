//! Problems: error responses (RFC 9457).

mod catalogue;
mod conversions;
mod document;
mod errors;
mod one_line;
mod place;

pub use catalogue::{Code, Property};
pub use document::{Members, Problem, type_of};
pub use errors::{ErrorList, GridError, MOST_ERRORS, RequestError, SEVERAL};
pub use one_line::one_line;
pub use place::Place;
