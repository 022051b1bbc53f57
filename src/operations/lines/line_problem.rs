//! The problems of lines and of batches that end early.

use super::gathered::WITHIN;
use crate::batch::{Failure, LONGEST_LINE};
use crate::operations::problem::{Code, ErrorList, GridError, Problem};
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
    let again = format!("the answers end before line {number}; resend the batch from that line");
    let unread = "this client does not read while it sends, and its answers exceed what is kept for it";
    let (code, detail) = match why {
        Failure::ShuttingDown => (Code::ShuttingDown, format!("the service is shutting down; {again}")),
        Failure::Stalled(how) => (Code::ShuttingDown, format!("{how}; {again}")),
        Failure::Unread { are_too_many: false } => (Code::Overloaded, format!("{unread} at present; {again}")),
        Failure::Unread { are_too_many: true } => {
            let most = number - 1;
            (Code::PayloadTooLarge, format!("{unread}; {again}, and send at most {most} lines, or read meanwhile"))
        }
        Failure::Failed => (Code::Internal, format!("the service failed; {again}")),
    };
    Problem::new(code, detail)
}

/// The text is not a grid. The errors of one line name no line, since the answer belongs to it; those of a puzzle of several lines,
/// which begins at the line with this number, do.
pub fn invalid_grid(text: &str, number: u64, error: &NotationError) -> Problem {
    let mut errors = ErrorList::default();
    let first = text.contains(WITHIN).then(|| usize::try_from(number).unwrap_or(usize::MAX));
    errors.push_text(error, |error| GridError {
        line: first.and_then(|first| Some(first + error.line? - 1)),
        ..error
    });
    Problem::invalid_grid(errors)
}
