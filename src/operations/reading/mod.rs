//! Reading: from bytes to a grid and options, with every error at once and its place.

pub mod arguments;
pub mod encoding;
pub mod fast_path;
pub mod fields;
pub mod grid;
pub mod json;
pub mod names;
pub mod pencil_marks;
pub mod request;

pub use arguments::Arguments;
pub use fields::Fields;
pub use grid::SentGrid;
pub use request::{Body, Request};
