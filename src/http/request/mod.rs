//! Parses requests: from bytes to a grid and options.

mod asked;
pub mod body;
pub mod fast_path;
pub mod fields;
pub mod grid;
pub mod json;
pub mod media_type;
mod parameters;
mod path_segment;
mod pencil_marks;
pub mod sniff;

pub use asked::{Asked, Options};
pub use grid::Posed;
pub use parameters::Parameters;
pub use path_segment::PathSegment;
