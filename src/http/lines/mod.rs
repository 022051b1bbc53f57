//! The line formats of a batch: how a puzzle is read from a line, and how its answer or problem is written.

mod json;
mod leading_id;
mod tab_separated;
mod text;

pub use json::JsonLines;
pub use tab_separated::TabLines;
pub use text::TextLines;

use super::problem::{Code, Problem};
use crate::batch::{Failure, LONGEST_LINE};
use crate::sudoku::Grid;
use crate::sudoku::solver::Finding;

/// Maximum number of errors that the problem of a line lists: fewer than for a request, since the answers to a whole
/// chunk of lines are in memory together.
const MOST_ERRORS_OF_A_LINE: usize = 10;

/// The solution of a puzzle and whether it is the only one, or the problem.
fn solution(puzzle: &Grid, finding: &Finding) -> Result<(Grid, bool), Problem> {
    match finding {
        Finding::One(solution) => Ok((*solution, true)),
        Finding::Many(solutions) => Ok((*solutions.first(), false)),
        Finding::None => Err(Problem::without_solution(puzzle)),
        Finding::Interrupted { cause, .. } => Err((*cause).into()),
    }
}

fn too_long() -> Problem {
    let detail = format!(
        "the line exceeds {LONGEST_LINE} bytes; send one puzzle per line (`curl -d @file` removes line breaks; \
         `curl --data-binary @file` sends the file unchanged)"
    );
    Problem::new(Code::PayloadTooLarge, detail)
}

fn ended(number: u64, why: &Failure) -> Problem {
    let (code, why) = match why {
        Failure::ShuttingDown => (Code::ShuttingDown, "the service is shutting down"),
        Failure::Stalled(how) => (Code::ShuttingDown, how.as_str()),
        Failure::Failed => (Code::Internal, "the service failed"),
    };
    Problem::new(code, format!("{why}; the answers end before line {number}; resend the batch from that line"))
}

/// Appends the digits of a grid, 0 for a blank.
fn push_digits(grid: &Grid, text: &mut Vec<u8>) {
    let mut digits = *grid.values();
    for digit in &mut digits {
        *digit += b'0';
    }
    text.extend_from_slice(&digits);
}
