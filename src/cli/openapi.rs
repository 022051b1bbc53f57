//! `sudoku-service openapi`: prints the API description.

use std::io::{self, Write};

/// Writes this API description (OpenAPI 3.1, YAML) to standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(description: &str) -> io::Result<()> {
    io::stdout().write_all(description.as_bytes())
}
