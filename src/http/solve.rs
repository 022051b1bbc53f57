//! `POST /solve`.

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer;
use super::body::{self, Form, Received};
use super::grid::{Answer, Posed};
use super::members::Members;
use super::problem::{Code, Problem};
use super::problem_schema::SolveProblems;
use super::schema::{self, AnswerGrid};
use super::{App, search};
use crate::sudoku::Grid;
use crate::sudoku::rules;
use crate::sudoku::solver::{self, Budget, Finding};

const MAX_SOLUTIONS: &str = "max_solutions";

/// The most solutions that a request may ask for.
const MOST_SOLUTIONS: u16 = 1000;

/// A grid to solve.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "it describes the document to callers; `Members` reads it, so that every fault is located"
)]
pub struct SolveRequest {
    /// The grid to solve.
    #[schema(value_type = schema::Grid)]
    grid: schema::Grid,
    /// How many solutions to send back in `solutions`. Without it: one solution and the verdict.
    #[schema(minimum = 1, maximum = 1000, nullable = false)]
    max_solutions: Option<usize>,
}

/// A solved grid.
#[derive(Serialize, ToSchema)]
pub struct SolveResponse {
    /// Whether the solution is the only one.
    verdict: SolveVerdict,
    /// The completed grid in the notation of the request.
    #[schema(value_type = AnswerGrid)]
    solution: Answer,
    /// With `max_solutions`: the solutions found, the first of them being `solution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<AnswerGrid>>, min_items = 1, max_items = 1000, nullable = false)]
    solutions: Option<Vec<Answer>>,
    /// With `max_solutions`: whether there are solutions besides `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    more: Option<bool>,
    /// How many cells of the request's grid were filled.
    #[schema(minimum = 0, maximum = 81)]
    clues: usize,
    /// What the search took.
    stats: Stats,
}

/// Whether a grid has one solution or several.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SolveVerdict {
    /// Exactly one.
    Unique,
    /// More than one.
    Multiple,
}

/// What a search took.
#[derive(Serialize, ToSchema)]
pub struct Stats {
    /// How often the solver had to guess.
    #[schema(minimum = 0)]
    guesses: u64,
    /// How long it searched, in microseconds.
    #[schema(minimum = 0)]
    elapsed_us: u64,
}

impl SolveVerdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
        }
    }
}

/// Solve a grid
///
/// Answers with the completed grid, in the notation of the request, and whether it is the only solution. A grid whose
/// digits conflict, or that cannot be completed, is a problem. The body may also be a bare grid, as JSON or as plain
/// text; the options then stand in the query.
#[utoipa::path(
    post,
    path = super::paths::SOLVE,
    operation_id = "solve",
    tag = "sudoku",
    params(("max_solutions" = Option<usize>, Query, description = "For a bare grid: as the member of this name.", minimum = 1, maximum = 1000)),
    request_body(content(
        (SolveRequest = "application/json", examples(
            ("nine arrays" = (value = json!({"grid": schema::example_rows()}))),
            ("one string" = (value = json!({"grid": schema::EXAMPLE_LINE}))),
            ("several solutions" = (value = json!({"grid": schema::EXAMPLE_MULTIPLE, "max_solutions": 2}))),
        )),
        (String = "text/plain", example = json!(schema::EXAMPLE_LINE)),
    )),
    responses(
        (status = 200, description = "The solved grid.", content(
            (SolveResponse = "application/json", examples(
                ("unique" = (value = json!({
                    "verdict": "unique", "solution": schema::EXAMPLE_SOLUTION_LINE, "clues": 30,
                    "stats": {"guesses": 0, "elapsed_us": 3},
                }))),
            )),
            (String = "text/plain", example = json!(schema::EXAMPLE_SOLUTION_LINE)),
        ), headers(
            ("sudoku-verdict" = String, description = "The verdict."),
            ("server-timing" = String, description = "Milliseconds in the queue and in the solver."),
            ("x-request-id" = String, description = "The request's identity."),
        )),
        SolveProblems,
    ),
)]
pub async fn solve(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let received = body::receive(&app.settings.body, request).await?;
    let answer = received.answer;
    answer_for(&app, &received).await.map_err(|problem| problem.in_form(answer))
}

async fn answer_for(app: &App, received: &Received) -> Result<Response, Problem> {
    let (puzzle, max_solutions) = asked(received)?;
    let conflicts = rules::conflicts(&puzzle.grid);
    if !conflicts.is_empty() {
        return Err(Problem::conflicting_givens(conflicts).with_verdict("conflict"));
    }
    let budget =
        Budget::unlimited().keeping(max_solutions.map_or(1, usize::from)).with_node_limit(app.settings.node_limit);
    let (outcome, timing) =
        search::run(&app.pool, app.settings.request_timeout, budget, move |budget| solver::solve(&puzzle.grid, budget))
            .await?;
    let guesses = outcome.stats.guesses;
    app.searched(answer::verdict_of(&outcome.finding), guesses, timing);
    let (verdict, first, others, more) = match outcome.finding {
        Finding::One(solution) => (SolveVerdict::Unique, solution, Vec::new(), false),
        Finding::Many(solutions) => {
            let others = solutions.iter().skip(1).copied().collect();
            (SolveVerdict::Multiple, *solutions.first(), others, solutions.more())
        }
        Finding::None => {
            let detail = "the givens do not conflict, yet the grid cannot be completed";
            return Err(Problem::new(Code::NoSolution, detail).with_verdict("none").with_timing(timing));
        }
        Finding::Interrupted { cause, .. } => return Err(Problem::from(cause).with_timing(timing)),
    };
    let in_kind = |grid: Grid| Answer { grid, notation: puzzle.notation };
    let solutions = max_solutions.map(|_| std::iter::once(first).chain(others).map(in_kind).collect());
    let body = SolveResponse {
        verdict,
        solution: in_kind(first),
        more: solutions.is_some().then_some(more),
        solutions,
        clues: puzzle.grid.clues(),
        stats: Stats { guesses, elapsed_us: timing.ran.as_micros() as u64 },
    };
    Ok(match received.answer {
        Form::Json => answer::json(&body, verdict.name(), timing),
        Form::Text => answer::text(body.text(), verdict.name(), timing),
    })
}

fn asked(received: &Received) -> Result<(Posed, Option<u16>), Problem> {
    let mut members = Members::of(received, &[MAX_SOLUTIONS])?;
    let max_solutions = members.integer(MAX_SOLUTIONS, 1..=MOST_SOLUTIONS);
    Ok((members.finish()?, max_solutions))
}

impl SolveResponse {
    /// The solutions and nothing else, so that they can be piped: one a line, or with an empty line between those of
    /// nine lines.
    fn text(&self) -> String {
        let solutions = self.solutions.as_deref().unwrap_or(std::slice::from_ref(&self.solution));
        let texts: Vec<String> = solutions.iter().map(Answer::text).collect();
        let joint = if texts.iter().any(|text| text.contains('\n')) { "\n\n" } else { "\n" };
        texts.join(joint) + "\n"
    }
}
