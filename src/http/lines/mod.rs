//! The lines of a batch: how a puzzle is read from one, and how its answer or its problem is written on one.

mod json;
mod text;

pub use json::JsonLines;
pub use text::TextLines;

use super::problem::{Code, Problem};
use crate::batch::{Failure, LONGEST_LINE};
use crate::sudoku::solver::Finding;
use crate::sudoku::{Grid, rules};

/// How many faults of one line are told one by one: fewer than of a request, since the answers to a chunk of lines
/// are held in memory together.
const MOST_ERRORS_OF_A_LINE: usize = 10;

/// The solution of a puzzle, and whether it is the only one; or why there is none.
fn solution(puzzle: &Grid, finding: &Finding) -> Result<(Grid, bool), Problem> {
    match finding {
        Finding::One(solution) => Ok((*solution, true)),
        Finding::Many(solutions) => Ok((*solutions.first(), false)),
        Finding::None => {
            let conflicts = rules::conflicts(puzzle);
            Err(if conflicts.is_empty() {
                Problem::new(Code::NoSolution, "the givens do not conflict, yet the grid cannot be completed")
            } else {
                Problem::conflicting_givens(conflicts)
            })
        }
        Finding::Interrupted { cause, .. } => Err((*cause).into()),
    }
}

fn failed() -> Problem {
    Problem::new(Code::Internal, "the solver failed")
}

fn too_long() -> Problem {
    let detail = format!(
        "the line is longer than {LONGEST_LINE} bytes; each puzzle has a line of its own (`curl -d @file` removes line \
         breaks; `curl --data-binary @file` sends the file as it is)"
    );
    Problem::new(Code::PayloadTooLarge, detail)
}

fn ended(number: u64, why: &Failure) -> Problem {
    let (code, why) = match why {
        Failure::ShuttingDown => (Code::ShuttingDown, "the service is shutting down"),
        Failure::Stalled(how) => (Code::ShuttingDown, how.as_str()),
        Failure::Failed => (Code::Internal, "the service failed"),
    };
    Problem::new(code, format!("{why}; the answers end before line {number}, send the rest from there on again"))
}

/// Writes the digits of a grid, 0 for a blank.
fn push_digits(grid: &Grid, text: &mut Vec<u8>) {
    let mut digits = *grid.values();
    for digit in &mut digits {
        *digit += b'0';
    }
    text.extend_from_slice(&digits);
}
