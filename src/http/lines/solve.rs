//! Lines to solve.

use super::operation::{Line, LineAnswer, Operation};
use crate::batch::Searches;
use crate::http::answer::grid::{AnswerGrid, CellType, Notation};
use crate::http::problem::Problem;
use crate::pool::Class;
use crate::sudoku::Grid;
use crate::sudoku::notation::Layout;
use crate::sudoku::solver::{self, Budget, CancelFlag, Finding, Outcome};

/// Solves puzzles.
///
/// The text of an answer is the solution's 81 digits, followed by a space and `multiple` if there are other solutions. The
/// columns are the verdict and the solution.
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// Maximum number of guesses per puzzle.
    pub node_limit: u64,
}

/// A solution, and whether it is the only one.
///
/// It is serialized by hand, because serde would take as long as the solver.
pub struct Solved<'o> {
    solution: &'o Grid,
    is_only: bool,
    notation: Notation,
}

impl Operation for Solve {
    type Options = ();
    type Outcome = Outcome;
    type Answer<'o> = Solved<'o>;

    const CLASS: Class = Class::Light;
    const COLUMNS: &'static [&'static str] = &["verdict", "solution"];

    fn work<K>(&self, puzzles: &[Grid], _: &[Line<K, ()>], cancel: &CancelFlag, outcomes: &mut Vec<Outcome>) {
        let budget = Budget::unlimited().with_node_limit(self.node_limit).with_cancel(cancel.clone());
        solver::solve_many(puzzles, &budget, outcomes);
    }

    fn answer<'o>(&self, puzzle: &Grid, notation: Notation, outcome: &'o Outcome) -> Result<Solved<'o>, Problem> {
        match &outcome.finding {
            Finding::One(solution) => Ok(Solved { solution, is_only: true, notation }),
            Finding::Many(solutions) => Ok(Solved { solution: solutions.first(), is_only: false, notation }),
            Finding::None => Err(Problem::without_solution(puzzle)),
            Finding::Interrupted { cause, .. } => Err((*cause).into()),
        }
    }

    fn count(outcome: &Outcome, searches: &mut Searches) {
        searches.count(outcome);
    }
}

impl LineAnswer for Solved<'_> {
    fn write_json(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(if self.is_only {
            b"{\"verdict\":\"unique\",\"solution\":"
        } else {
            b"{\"verdict\":\"multiple\",\"solution\":"
        });
        write_grid(self.solution, self.notation, line);
        line.push(b'}');
    }

    fn write_text(&self, line: &mut Vec<u8>) {
        push_digits(self.solution, line);
        if !self.is_only {
            line.extend_from_slice(b" multiple");
        }
    }

    fn write_columns(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(if self.is_only { b"\tunique\t" } else { b"\tmultiple\t" });
        push_digits(self.solution, line);
    }
}

/// Appends the digits of a grid.
fn push_digits(grid: &Grid, text: &mut Vec<u8>) {
    let mut digits = *grid.values();
    for digit in &mut digits {
        *digit += b'0';
    }
    text.extend_from_slice(&digits);
}

fn write_grid(grid: &Grid, notation: Notation, line: &mut Vec<u8>) {
    match notation {
        Notation::Text(Layout::Line) => {
            line.push(b'"');
            push_digits(grid, line);
            line.push(b'"');
        }
        Notation::Rows(CellType::Number) => {
            // `[[d,d,d,d,d,d,d,d,d],…]`: 20 bytes a row with the comma before it.
            let mut rows = *b",[0,0,0,0,0,0,0,0,0]";
            line.push(b'[');
            for (number, row) in grid.values().chunks_exact(9).enumerate() {
                for (i, value) in row.iter().enumerate() {
                    rows[2 + 2 * i] = b'0' + value;
                }
                line.extend_from_slice(if number == 0 { &rows[1..] } else { &rows });
            }
            line.push(b']');
        }
        Notation::Rows(CellType::String) | Notation::Flat(_) | Notation::Strings | Notation::Text(_) => {
            serde_json::to_writer(line, &AnswerGrid { grid: *grid, notation }).expect("a grid is JSON");
        }
    }
}
