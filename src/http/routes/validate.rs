//! `/validate`.

use std::fmt;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::cells::{Cell, Conflict};
use crate::http::answer::grid::{AnswerGrid, Notation};
use crate::http::answer::{Answer, Verdict};
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::http::request::fields::{Fields, Place};
use crate::http::request::{Asked, Options};
use crate::pool::Done;
use crate::sudoku::logic::Board;
use crate::sudoku::solver;
use crate::sudoku::{self, Grid, notation, rules};

const PUZZLE: &str = "puzzle";

/// The parts that are included only on request.
const PARTS: [&str; 1] = ["candidates"];

/// A grid to check.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes the document to callers; `Fields` reads it and locates every error")]
pub struct ValidateRequest {
    /// The grid to check: a puzzle, a player's progress, or a finished grid.
    grid: schemas::Grid,
    /// The original puzzle, if `grid` is a player's progress on it. It must have exactly one solution, and may be in
    /// another notation.
    #[schema(nullable = false)]
    puzzle: Option<schemas::Grid>,
    /// Parts that are included only on request.
    #[schema(max_items = 1, nullable = false)]
    ask: Option<Vec<schemas::ValidatePart>>,
    /// The notation of the grid in the answer. If absent: that of the request.
    #[schema(nullable = false)]
    notation: Option<schemas::NotationOrSame>,
}

/// The options of the request.
pub struct ValidateOptions {
    puzzle: Option<(Grid, Place)>,
    wants_candidates: bool,
    notation: Option<Notation>,
}

impl Options for ValidateOptions {
    const NAMES: &'static [&'static str] = &[PUZZLE, "ask", "notation"];

    fn read(fields: &mut Fields<'_>) -> Self {
        let puzzle = fields.grid(PUZZLE).map(|(posed, place)| (posed.grid, place));
        let [wants_candidates] = fields.choices("ask", &PARTS);
        Self { puzzle, wants_candidates, notation: fields.notation_or_same("notation") }
    }
}

/// The result of checking a grid.
#[derive(Serialize, ToSchema)]
pub struct ValidateResponse {
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
    #[schema(nullable = false, min_length = 729, max_length = 729)]
    candidates: Option<String>,
    /// Every digit that occurs more than once in a house: rows first, then columns, then boxes.
    #[schema(max_items = 108)]
    conflicts: Vec<Conflict>,
    /// With `puzzle`: the cells whose digit differs from the puzzle's solution, and the givens that were erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 81, nullable = false)]
    mistakes: Option<Vec<Cell>>,
}

/// Check a grid
///
/// Tells how the grid was read, whether it obeys the rules, whether it is complete, and in how many ways it can be
/// completed. With `puzzle`, also lists the mistakes in a player's progress. The body may also be a bare grid, as JSON or
/// as plain text; the options are then query parameters.
#[utoipa::path(
    post,
    path = paths::VALIDATE,
    operation_id = "validate",
    tag = "sudoku",
    params(
        ("puzzle" = Option<String>, Query, description = "Like the member `puzzle`, as text.", max_length = 400),
        ("ask" = Option<String>, Query, description = "Like the member `ask`.", max_length = 100),
        ("notation" = Option<schemas::NotationOrSame>, Query, description = "Like the member `notation`."),
    ),
    request_body = ValidateRequest,
    responses((status = 200, description = "The result of the check.", body = ValidateResponse)),
)]
pub async fn validate(
    State(app): State<App>,
    asked: Asked<ValidateOptions>,
) -> Result<Answer<ValidateResponse>, Problem> {
    let Asked { posed, options: ValidateOptions { puzzle, wants_candidates, notation }, .. } = asked;
    let grid = posed.grid;
    let conflicts = rules::conflicts(&grid);
    if let Some((puzzle, place)) = puzzle {
        let conflicts = rules::conflicts(&puzzle);
        if !conflicts.is_empty() {
            return Err(place.locate(Problem::conflicting_givens(conflicts), PUZZLE));
        }
    }
    let valid = conflicts.is_empty();
    let grids = [valid.then_some(grid), puzzle.map(|(puzzle, _)| puzzle)];
    let search = move |budget: &_| grids.map(|grid| grid.map(|grid| solver::solve(&grid, budget)));
    let Done { value: outcomes, timing } = app.search(search).await?;
    let guesses = outcomes.iter().flatten().map(|outcome| outcome.stats.guesses).sum();
    let [of_grid, of_puzzle] = outcomes.map(|outcome| outcome.map(|outcome| outcome.finding));
    let verdict = of_grid.map_or(Ok(Verdict::Conflict), |finding| Verdict::of(&finding));
    app.searched(verdict, guesses, timing);
    let mistakes = puzzle
        .zip(of_puzzle)
        .map(|((puzzle, place), finding)| {
            let solution =
                Problem::unless_unique(&puzzle, &finding).map_err(|problem| place.locate(problem, PUZZLE))?;
            Ok(mistakes(&grid, &puzzle, &solution))
        })
        .transpose()
        .map_err(|problem: Problem| problem.with_timing(timing))?;
    let verdict = verdict.map_err(|cause| Problem::from(cause).with_timing(timing))?;
    let allowed = wants_candidates.then(|| Box::new(Board::new(&grid).marks()));
    let response = ValidateResponse {
        valid,
        complete: grid.is_complete(),
        verdict,
        grid: AnswerGrid { grid, notation: notation.unwrap_or(posed.notation) },
        candidates: posed.candidates.or(allowed).as_deref().map(notation::format_candidates),
        conflicts: conflicts.into_iter().map(Conflict::from).collect(),
        mistakes,
    };
    Ok(Answer::new(response).with_header(verdict.header()).with_header(server_timing(timing)))
}

fn mistakes(grid: &Grid, puzzle: &Grid, solution: &Grid) -> Vec<Cell> {
    sudoku::Cell::all()
        .filter(|&cell| match grid.get(cell) {
            None => puzzle.get(cell).is_some(),
            digit => digit != solution.get(cell),
        })
        .map(Cell::from)
        .collect()
}

/// The verdict, then a line for each conflict and each mistake.
impl fmt::Display for ValidateResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        self.conflicts.iter().try_for_each(|conflict| writeln!(f, "{conflict}"))?;
        self.mistakes.iter().flatten().try_for_each(|cell| writeln!(f, "mistake at {cell}"))
    }
}
