//! The problems of lines and of batches that end early.

use std::str::Utf8Error;

use crate::batch::{Failure, LONGEST_LINE};
use crate::operations::problem::{Code, ErrorList, GridError, Problem};
use crate::operations::reading::json::{self, place_of};
use crate::sudoku::notation::NotationError;

/// The line exceeds [`LONGEST_LINE`].
pub fn too_long() -> Problem {
    let detail = format!(
        "the line exceeds {LONGEST_LINE} bytes; send one puzzle per line (`curl -d @file` removes line breaks; \
         `curl --data-binary @file` sends the file unchanged)"
    );
    Problem::new(Code::PayloadTooLarge, detail)
}

/// The answers end before this line.
pub fn ended(number: u64, why: &Failure) -> Problem {
    let (code, why) = match why {
        Failure::ShuttingDown => (Code::ShuttingDown, "the service is shutting down"),
        Failure::Stalled(how) => (Code::ShuttingDown, how.as_str()),
        Failure::Failed => (Code::Internal, "the service failed"),
    };
    Problem::new(code, format!("{why}; the answers end before line {number}; resend the batch from that line"))
}

/// The position in characters, counted from 1, of a byte that is not UTF-8, and a description of it.
pub fn not_utf8(line: &[u8], error: Utf8Error) -> (usize, String) {
    let at = error.valid_up_to();
    (place_of(line, at).1, json::not_utf8(line, at))
}

/// The text of a line or a column that should have a grid.
pub fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        let (character, detail) = not_utf8(bytes, error);
        Problem::invalid_grid(ErrorList::of(GridError { character: Some(character), detail, ..GridError::default() }))
    })
}

/// The text is not a grid. The errors name no line, since the answer belongs to one.
pub fn invalid_grid(error: &NotationError) -> Problem {
    let mut errors = ErrorList::default();
    errors.push_text(error, |_, error| GridError { line: None, ..error });
    Problem::invalid_grid(errors)
}
