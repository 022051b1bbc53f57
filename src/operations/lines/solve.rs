//! Lines to solve.

use std::io;
use std::sync::Arc;

use super::join;
use super::settings::LineSettings;
use super::work::{GridLine, LineAnswer, LineWork};
use crate::batch::{AnyLines, Searches};
use crate::operations::answer::grid::{AnswerGrid, CellType, Notation};
use crate::operations::answer::limited::Limited;
use crate::operations::answer::verdict::Verdict;
use crate::operations::any_operation::{AnswerSchema, Batches};
use crate::operations::operation::{Answer, Operation, Work};
use crate::operations::plain_rows;
use crate::operations::problem::Problem;
use crate::operations::schemas;
use crate::operations::solve::{Solve, SolveAnswer, SolveOptions};
use crate::sudoku::Grid;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::notation::Layout;
use crate::sudoku::solver::{self, Budget, CancelFlag, Finding, Outcome};

/// Solves puzzles, those without options several at once.
///
/// The text of an answer is the solution's 81 digits, followed by a space and `multiple` if there are other solutions. The
/// columns are the verdict and the solution.
#[derive(Clone, Copy, Debug)]
pub struct SolveLines {
    guesses: u64,
}

/// The batches.
pub const BATCHES: Batches =
    Batches { make, columns: SolveAnswer::COLUMNS, answer_schema: AnswerSchema::of::<schemas::SolveLine> };

/// The lines of a batch.
///
/// # Errors
/// Every invalid option.
fn make(settings: LineSettings) -> Result<Arc<dyn AnyLines>, Problem> {
    let guesses = settings.guesses;
    join::make(settings, SolveLines { guesses })
}

/// What the work on a puzzle found.
pub enum Worked {
    /// Without options and pencil marks.
    Plain(Outcome),
    /// With options that change more than the notation, or with pencil marks.
    Whole(Box<Result<SolveAnswer, Problem>>, Searches),
}

/// The answer to a line.
pub enum Solved<'o> {
    /// A solution, and whether it is the only one. It is serialized by hand, because serde would take as long as the
    /// solver.
    Plain {
        /// The solution.
        solution: &'o Grid,
        /// Whether it is the only one.
        is_only: bool,
        /// The notation of the answer.
        notation: Notation,
    },
    /// An answer as to a single request.
    Whole(&'o SolveAnswer),
}

impl LineWork for SolveLines {
    type Operation = Solve;
    type Outcome = Worked;
    type Answer<'o> = Solved<'o>;

    fn columns(options: &SolveOptions) -> Vec<&'static str> {
        Solve::columns(options).unwrap_or_default()
    }

    fn work(
        &self,
        puzzles: &[Grid],
        lines: &[GridLine<'_, SolveOptions>],
        cancel: &CancelFlag,
        outcomes: &mut Vec<Worked>,
    ) {
        let is_bare = |line: &&GridLine<'_, SolveOptions>| line.options.is_bare() && line.candidates.is_none();
        let count = lines.iter().take_while(is_bare).count();
        if count == 0 {
            let work = Work::new(self.guesses, u64::MAX, cancel, RatingSoFar::default());
            let posed = lines[0].posed::<Solve>(puzzles[0]);
            let answer = posed.and_then(|posed| Solve::answer(&posed, &lines[0].options, &work));
            return outcomes.push(Worked::Whole(Box::new(answer), work.searches()));
        }
        let budget = Budget::unlimited().with_node_limit(self.guesses).with_cancel(cancel.clone());
        let mut plain = Vec::with_capacity(count);
        solver::solve_many(&puzzles[..count], &budget, &mut plain);
        outcomes.extend(plain.into_iter().map(Worked::Plain));
    }

    fn answer<'o>(
        &self,
        puzzle: &Grid,
        line: &GridLine<'_, SolveOptions>,
        outcome: &'o Worked,
    ) -> Result<Solved<'o>, Problem> {
        let plain = |solution, is_only| Solved::Plain {
            solution,
            is_only,
            notation: line.options.notation.unwrap_or(line.notation),
        };
        match outcome {
            Worked::Plain(outcome) => match &outcome.finding {
                Finding::One(solution) => Ok(plain(solution, true)),
                Finding::Many(solutions) => Ok(plain(solutions.first(), false)),
                Finding::None => Err(Problem::without_solution(puzzle)),
                Finding::Interrupted { cause, .. } => Err((*cause).into()),
            },
            Worked::Whole(answer, _) => {
                let answer = answer.as_ref().as_ref().map_err(Problem::clone)?;
                let solution = Some(answer.grid()).filter(|_| line.options.is_plain());
                let is_only = answer.verdict() == Some(Verdict::Unique);
                Ok(solution.map_or(Solved::Whole(answer), |solution| plain(solution, is_only)))
            }
        }
    }

    fn count(outcome: &Worked, searches: &mut Searches) {
        match outcome {
            Worked::Plain(outcome) => searches.count(outcome),
            Worked::Whole(_, counted) => searches.add(counted),
        }
    }
}

impl LineAnswer for Solved<'_> {
    fn write_json(&self, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { solution, is_only, notation } => {
                let line = &mut *line.buffer;
                line.extend_from_slice(if *is_only {
                    b"{\"verdict\":\"unique\",\"solution\":"
                } else {
                    b"{\"verdict\":\"multiple\",\"solution\":"
                });
                write_grid(solution, *notation, line);
                line.push(b'}');
                Ok(())
            }
            Self::Whole(answer) => (&**answer).write_json(line),
        }
    }

    fn write_text(&self, between: &str, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { solution, is_only, .. } => {
                let line = &mut *line.buffer;
                push_digits(solution, line);
                if !is_only {
                    line.extend_from_slice(b" multiple");
                }
                Ok(())
            }
            Self::Whole(answer) => (&**answer).write_text(between, line),
        }
    }

    fn write_columns(&self, line: &mut Limited<'_>) -> io::Result<()> {
        match self {
            Self::Plain { solution, is_only, .. } => {
                let line = &mut *line.buffer;
                line.extend_from_slice(if *is_only { b"\tunique\t" } else { b"\tmultiple\t" });
                push_digits(solution, line);
                Ok(())
            }
            Self::Whole(answer) => (*answer).write_columns(line),
        }
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
        Notation::Rows(CellType::Number) => line.extend_from_slice(&plain_rows::write(grid)),
        Notation::Rows(CellType::String) | Notation::Flat(_) | Notation::Strings | Notation::Text(_) => {
            serde_json::to_writer(line, &AnswerGrid { grid: *grid, notation }).expect("a grid is JSON");
        }
    }
}
