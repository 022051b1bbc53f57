//! `sudoku-service openapi`: prints the API description.

use std::io::{self, Write};

use crate::http::openapi;

/// Writes the API description (OpenAPI 3.1, YAML) to standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn run() -> io::Result<()> {
    io::stdout().write_all(openapi().to_yaml().map_err(io::Error::other)?.as_bytes())
}
