//! `/solve`.

use std::fmt;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::grid::{AnswerGrid, Notation};
use crate::http::answer::steps::Candidate;
use crate::http::answer::{Answer, LongList, Verdict};
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::http::request::fields::Fields;
use crate::http::request::{Asked, Options};
use crate::pool::Done;
use crate::sudoku::solver::{self, Finding};
use crate::sudoku::{Cell, rules};

/// A grid to solve.
#[derive(ToSchema)]
#[schema(as = SolveRequest)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes the document to callers; `Fields` reads it and locates every error")]
pub struct SolveRequest {
    /// The grid to solve.
    grid: schemas::Grid,
    /// The number of solutions to return in `solutions`. If absent: one solution and the verdict.
    #[schema(minimum = 1, maximum = 1000, nullable = false)]
    max_solutions: Option<usize>,
    /// The cells to reveal: names such as `r1c3`, or indices from 0 to 80. If present, the answer has `cells` instead of
    /// `solution`.
    #[schema(min_items = 1, max_items = 81, nullable = false)]
    cells: Option<Vec<schemas::CellName>>,
    /// The notation of the grids in the answer. If absent: that of the request.
    #[schema(nullable = false)]
    notation: Option<schemas::NotationOrSame>,
}

/// The options of the request.
pub struct SolveOptions {
    max_solutions: Option<u16>,
    cells: Option<Vec<Cell>>,
    notation: Option<Notation>,
}

impl Options for SolveOptions {
    const NAMES: &'static [&'static str] = &["max_solutions", "cells", "notation"];

    fn read(fields: &mut Fields<'_>) -> Self {
        let cells = fields.cells("cells");
        if cells.is_some() {
            fields.forbid("max_solutions", "`max_solutions` returns whole grids; send it without `cells`");
        }
        let max_solutions = fields.integer("max_solutions", 1..=1000);
        Self { max_solutions, cells, notation: fields.notation_or_same("notation") }
    }
}

/// A solved grid.
#[derive(Serialize, ToSchema)]
pub struct SolveResponse {
    /// Whether the solution is the only one.
    #[schema(value_type = schemas::SolveVerdict)]
    verdict: Verdict,
    /// The completed grid. Absent if `cells` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schemas::AnswerGrid>, nullable = false)]
    solution: Option<AnswerGrid>,
    /// With `cells`: these cells with their digits in the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1, max_items = 81, nullable = false)]
    cells: Option<Vec<Candidate>>,
    /// With `max_solutions`: the solutions found; the first one is `solution`.
    // Empty here: the list is written separately.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schemas::AnswerGrid>>, min_items = 1, max_items = 1000, nullable = false)]
    solutions: Option<[AnswerGrid; 0]>,
    /// With `max_solutions`: whether there are more solutions than `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    more: Option<bool>,
    /// The number of givens.
    #[schema(minimum = 0, maximum = 81)]
    clues: usize,
    /// Statistics of the search. Absent from the answer to a GET.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    stats: Option<Stats>,
}

/// Statistics of a search.
#[derive(Serialize, ToSchema)]
pub struct Stats {
    /// The number of guesses.
    #[schema(minimum = 0)]
    guesses: u64,
    /// The time of the search in microseconds.
    #[schema(minimum = 0)]
    elapsed_us: u64,
}

/// Solve a grid
///
/// Returns the completed grid, or some of its `cells`, and whether it is the only solution. A grid whose givens conflict,
/// or that cannot be completed, is a problem. The body may also be a bare grid, as JSON or as plain text; the options are
/// then query parameters.
#[utoipa::path(
    post,
    path = paths::SOLVE,
    operation_id = "solve",
    tag = "sudoku",
    params(
        ("max_solutions" = Option<usize>, Query, description = "Like the member `max_solutions`.", minimum = 1, maximum = 1000),
        ("cells" = Option<String>, Query, description = "Like the member `cells`, separated by commas.", pattern = "^(r[1-9]c[1-9]|[0-9]|[1-7][0-9]|80)(,(r[1-9]c[1-9]|[0-9]|[1-7][0-9]|80)){0,80}$"),
        ("notation" = Option<schemas::NotationOrSame>, Query, description = "Like the member `notation`."),
    ),
    request_body = SolveRequest,
    responses((status = 200, description = "The solved grid.", body = SolveResponse)),
)]
pub async fn solve(State(app): State<App>, asked: Asked<SolveOptions>) -> Result<Answer<SolveResponse>, Problem> {
    let Asked { posed, options: SolveOptions { max_solutions, cells, notation }, cacheable } = asked;
    let grid = posed.grid;
    let conflicts = rules::conflicts(&grid);
    if !conflicts.is_empty() {
        return Err(Problem::conflicting_givens(conflicts));
    }
    let keep = usize::from(max_solutions.unwrap_or(1));
    let held = LongList::reserve(&app.memory, keep)?;
    let Done { value: outcome, timing } =
        app.search(move |budget| solver::solve(&grid, &budget.clone().keeping(keep))).await?;
    let verdict = Verdict::of(&outcome.finding);
    app.searched(verdict, outcome.stats.guesses, timing);
    let verdict = verdict.map_err(|cause| Problem::from(cause).with_timing(timing))?;
    let (first, all, more) = match outcome.finding {
        Finding::One(solution) => (solution, vec![solution], false),
        Finding::Many(solutions) => (*solutions.first(), solutions.iter().copied().collect(), solutions.more()),
        Finding::None | Finding::Interrupted { .. } => return Err(Problem::no_solution().with_timing(timing)),
    };
    let notation = notation.unwrap_or(posed.notation);
    let revealed = |cell: Cell| Some(Candidate::new(cell, first.get(cell)?));
    let response = SolveResponse {
        verdict,
        solution: cells.is_none().then_some(AnswerGrid { grid: first, notation }),
        cells: cells.map(|cells| cells.into_iter().filter_map(revealed).collect()),
        solutions: max_solutions.map(|_| []),
        more: max_solutions.map(|_| more),
        clues: grid.clues(),
        stats: (!cacheable)
            .then_some(Stats { guesses: outcome.stats.guesses, elapsed_us: timing.ran.as_micros() as u64 }),
    };
    let list = max_solutions.map(|_| LongList::new(all, notation, held));
    Ok(Answer::new(response).with_list(list).with_header(verdict.header()).with_header(server_timing(timing)))
}

/// The solution, or a line such as `r1c3=4` for each cell. A comment follows a solution that is not the only one. Our
/// parsers skip comments, so the text can be piped. With `max_solutions`, the solutions are written separately, before
/// a comment that tells whether there are more.
impl fmt::Display for SolveResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.solutions.is_none()
            && let Some(solution) = &self.solution
        {
            writeln!(f, "{}", solution.text())?;
        }
        self.cells.iter().flatten().try_for_each(|cell| writeln!(f, "{cell}"))?;
        if self.solutions.is_none() && self.verdict == Verdict::Multiple {
            writeln!(f, "# one of several solutions")?;
        }
        if self.more == Some(true) {
            writeln!(f, "# there are more solutions")?;
        }
        Ok(())
    }
}
