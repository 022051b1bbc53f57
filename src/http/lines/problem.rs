//! The problems that only batches have.

use crate::batch::{Failure, LONGEST_LINE};
use crate::http::problem::{Code, Problem};

/// Why a slow batch ends early.
pub const REPLACED: &str = "this batch was the slowest, and ended to make room for another";

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
        Failure::Replaced => (Code::Overloaded, REPLACED),
        Failure::Failed => (Code::Internal, "the service failed"),
    };
    Problem::new(code, format!("{why}; the answers end before line {number}; resend the batch from that line"))
}
