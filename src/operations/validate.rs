//! Checking a grid.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::answer::cells::{Cell, Conflict};
use super::answer::grid::{AnswerGrid, Notation};
use super::answer::verdict::Verdict;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Given, GridText, OneOf, SomeOf, notations_or_same, options};
use super::problem::{Code, Problem};
use super::puzzles::{BROKEN, LINE, PROGRESS, rows};
use super::reading::Posed;
use super::schemas;
use crate::pool::Class;
use crate::sudoku::logic::Board;
use crate::sudoku::{Grid, mistakes, notation, rules};

/// Checks a grid.
#[derive(Debug)]
pub struct Validate;

/// A part of the answer that is included only on request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The candidates that the rules leave.
    Candidates,
}

options! {
    /// The options of a check.
    pub struct ValidateOptions {
        /// The original puzzle, if `grid` is a player's progress on it. It must have exactly one solution, and may be in
        /// another notation.
        puzzle: Option<Given> = GridText, example LINE;
        /// Parts that are included only on request.
        ask: Vec<Part> = SomeOf(|| vec![("candidates", Part::Candidates)]), default Vec::new(), example vec!["candidates"];
        /// The notation of the grid in the answer.
        notation: Option<Notation> = OneOf(notations_or_same), default None, example "line";
    }
}

impl Operation for Validate {
    type Input = Posed;
    type Options = ValidateOptions;
    type Answer = ValidateAnswer;

    const ABOUT: About = About {
        name: "validate",
        title: "Check a grid",
        description: "Tells how the grid was read, whether it obeys the rules, whether it is complete, and in how many ways it \
            can be completed. With `puzzle`, also lists the mistakes in a player's progress.",
        tool: "Checks a grid: broken rules, complete or not, and whether it has no solution, one or several, without \
            showing a solution. With `puzzle`, lists the cells of a player's progress, or of your own attempt, that \
            are wrong. For the reason why a grid cannot be solved, use explain. Takes microseconds.",
        group: Group::Sudoku,
        grid: "The grid to check: a puzzle, a player's progress, or a finished grid.",
        class: Class::Light,
        time_limit: None,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples,
        line: "As text, an answer is the verdict, then each conflict and each mistake, joined by ` | `. As JSON, it has the \
            members of the answer to a single grid.",
    };

    fn answer(posed: &Posed, options: &ValidateOptions, work: &Work) -> Result<ValidateAnswer, Problem> {
        let grid = posed.grid;
        let solution = options.puzzle.as_ref().map(|puzzle| only_solution(puzzle, work)).transpose()?;
        let conflicts = rules::conflicts(&grid);
        let verdict =
            if conflicts.is_empty() { Verdict::of(&work.solve(&grid, 1).finding)? } else { Verdict::Conflict };
        let original = options.puzzle.as_ref().zip(solution);
        let asked = options.ask.contains(&Part::Candidates).then(|| Box::new(Board::new(&grid).marks()));
        Ok(ValidateAnswer {
            valid: conflicts.is_empty(),
            complete: grid.is_complete(),
            verdict,
            grid: AnswerGrid { grid, notation: options.notation.unwrap_or(posed.notation) },
            candidates: posed.candidates.as_ref().or(asked.as_ref()).map(|marks| notation::format_candidates(marks)),
            conflicts: conflicts.into_iter().map(Conflict::from).collect(),
            mistakes: original.map(|(puzzle, solution)| {
                let mistakes = mistakes(&puzzle.grid, &grid, Some(&solution));
                mistakes.into_iter().map(|mistake| mistake.cell.into()).collect()
            }),
        })
    }
}

/// The only solution of the original puzzle.
fn only_solution(puzzle: &Given, work: &Work) -> Result<Grid, Problem> {
    let conflicts = rules::conflicts(&puzzle.grid);
    let solution = if conflicts.is_empty() {
        Problem::unless_unique(&puzzle.grid, &work.solve(&puzzle.grid, 1).finding)
    } else {
        Err(Problem::conflicting_givens(conflicts))
    };
    solution.map_err(|problem| puzzle.place.locate(problem))
}

fn examples() -> Vec<(&'static str, Value)> {
    vec![
        ("a puzzle", json!({"grid": rows(), "notation": "line"})),
        ("a conflict", json!({"grid": BROKEN})),
        ("progress", json!({"grid": PROGRESS, "puzzle": LINE})),
    ]
}

/// The result of checking a grid.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = ValidateResponse)]
pub struct ValidateAnswer {
    /// Whether no digit occurs twice in a house.
    valid: bool,
    /// Whether no cell is blank.
    complete: bool,
    /// In how many ways the grid can be completed. A grid with a conflict is not searched.
    verdict: Verdict,
    /// The grid as it was read.
    #[schema(value_type = schemas::PuzzleGrid)]
    grid: AnswerGrid,
    /// The pencil marks, if the grid was sent as text with pencil marks; otherwise, if `ask` lists `candidates`, the digits
    /// that occur in no house of the cell. 729 characters, nine for each cell, as `/hint` accepts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 729, max_length = 729)]
    candidates: Option<String>,
    /// Every digit that occurs more than once in a house: rows first, then columns, then boxes.
    #[schema(max_items = 108)]
    conflicts: Vec<Conflict>,
    /// With `puzzle`: the cells whose digit differs from the puzzle's solution, and the givens that were erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 81)]
    mistakes: Option<Vec<Cell>>,
}

impl Answer for ValidateAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "complete", "conflicts", "mistakes"];

    fn columns(&self) -> Vec<Option<String>> {
        let joined = |texts: Vec<String>, by| (!texts.is_empty()).then(|| texts.join(by));
        let conflicts = self.conflicts.iter().map(Conflict::to_string).collect();
        let mistakes = self.mistakes.iter().flatten().map(Cell::to_string).collect();
        vec![
            Some(self.verdict.name().to_owned()),
            Some(self.complete.to_string()),
            joined(conflicts, " | "),
            joined(mistakes, " "),
        ]
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// The verdict, then a line for each conflict and each mistake.
impl fmt::Display for ValidateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        self.conflicts.iter().try_for_each(|conflict| writeln!(f, "{conflict}"))?;
        self.mistakes.iter().flatten().try_for_each(|cell| writeln!(f, "mistake at {cell}"))
    }
}
