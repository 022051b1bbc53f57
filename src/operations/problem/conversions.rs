//! Converts the errors of the lower layers to problems.

use super::code::Code;
use super::document::Problem;
use super::errors::{ErrorList, GridError};
use crate::sudoku::logic::{Board, End, Tenths};
use crate::sudoku::notation::Candidates;
use crate::sudoku::solver::{Finding, Interruption};
use crate::sudoku::{Cell, Grid};

impl From<Interruption> for Problem {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::NodeLimit => {
                Self::new(Code::SearchLimit, "the search reached its node limit before it found an answer")
            }
            // While a caller waits for the result, only the deadline cancels a search.
            Interruption::Cancelled => Self::deadline_exceeded(),
        }
    }
}

impl Problem {
    /// The time limit of the request has passed.
    pub fn deadline_exceeded() -> Self {
        Self::new(Code::DeadlineExceeded, "the search exceeded the time limit of the request")
    }

    /// The human solver stopped before it finished; the rating is at least this.
    pub fn step_limit(end: End, at_least: Tenths) -> Self {
        let problem = match end {
            End::Cancelled => Self::deadline_exceeded(),
            End::OutOfNodes | End::Solved | End::MaxRating | End::Stuck => {
                Self::new(Code::SearchLimit, "the search for chains reached its node limit before it found a step")
            }
        };
        problem.with_rating(at_least)
    }

    /// Pencil marks must not change the answer of an operation that looks at the digits of a grid alone. They do not if there
    /// is no solution, if the cells with marks have those of the digits in the only one, or if the marks are all candidates that
    /// the digits leave. `finding` is of the digits.
    ///
    /// # Errors
    /// They may change it. Answering anyway would tell the caller about another position without a word.
    pub fn if_marks_matter(grid: &Grid, marks: &Candidates, finding: &Finding) -> Result<(), Self> {
        let (cell, found) = match finding {
            Finding::None | Finding::Interrupted { .. } => return Ok(()),
            Finding::Many(_) => {
                let candidates = Board::new(grid).marks();
                if marks.iter().zip(candidates).all(|(&marks, all)| marks == 0 || all & !marks == 0) {
                    return Ok(());
                }
                (None, "without the pencil marks, the grid has several solutions".to_owned())
            }
            Finding::One(solution) => {
                let lacks = |cell: &Cell| {
                    let (marks, digit) = (marks[cell.index()], solution.values()[cell.index()]);
                    marks != 0 && marks >> (digit - 1) & 1 == 0
                };
                let Some(cell) = Cell::all().find(lacks) else { return Ok(()) };
                let digit = solution.values()[cell.index()];
                (Some(cell), format!("{cell} has no pencil mark for {digit}, its digit in the only solution"))
            }
        };
        let detail = format!("{found}. This operation looks at the digits alone; send the grid without pencil marks");
        let (row, column) = (cell.map(Cell::row), cell.map(Cell::column));
        Err(Self::invalid_grid(ErrorList::of(GridError { row, column, detail, ..GridError::default() })))
    }

    /// The solution of a grid that must have exactly one.
    ///
    /// # Errors
    /// It has none or several, or the search was interrupted.
    pub fn unless_unique(grid: &Grid, finding: &Finding) -> Result<Grid, Self> {
        match finding {
            Finding::One(solution) => Ok(*solution),
            Finding::None => Err(Self::without_solution(grid)),
            Finding::Many(_) => {
                Err(Self::new(Code::NotUnique, "the puzzle has several solutions; exactly one is required"))
            }
            Finding::Interrupted { cause, .. } => Err((*cause).into()),
        }
    }
}
