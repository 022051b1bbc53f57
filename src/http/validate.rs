//! `POST /validate`.

use axum::extract::{Request, State};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer;
use super::body::{self, Form, Received};
use super::members::{Members, Place};
use super::problem::{Code, Problem};
use super::problem_schema::ValidateProblems;
use super::wire::{Cell, Conflict};
use super::{App, schema, search};
use crate::sudoku::solver::{self, Budget, Finding, Interruption};
use crate::sudoku::{self, Grid, rules};

const PUZZLE: &str = "puzzle";

/// A grid to judge.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "it describes the document to callers; `Members` reads it, so that every fault is located"
)]
pub struct ValidateRequest {
    /// The grid to judge: a puzzle, a player's progress, or a finished grid.
    #[schema(value_type = schema::Grid)]
    grid: schema::Grid,
    /// The puzzle as it was first given, when `grid` is a player's progress on it. It needs exactly one solution, and
    /// may be in another notation.
    #[schema(value_type = Option<schema::Grid>, nullable = false)]
    puzzle: Option<schema::Grid>,
}

/// What the rules say of a grid.
#[derive(Serialize, ToSchema)]
pub struct ValidateResponse {
    /// Whether no digit stands twice in a house.
    valid: bool,
    /// Whether no cell is blank.
    complete: bool,
    /// How many ways there are to complete the grid; with a conflict nothing is searched.
    verdict: Verdict,
    /// Every digit that stands more than once in a house: rows first, then columns, then boxes.
    #[schema(max_items = 108)]
    conflicts: Vec<Conflict>,
    /// With `puzzle`: the cells whose digit differs from the puzzle's one solution, and the givens that were erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 81, nullable = false)]
    mistakes: Option<Vec<Cell>>,
}

/// In how many ways a grid can be completed.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// In exactly one.
    Unique,
    /// In more than one.
    Multiple,
    /// In none, though no digits conflict.
    None,
    /// In none, because digits conflict.
    Conflict,
}

impl Verdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Conflict => "conflict",
        }
    }
}

/// Judge a grid
///
/// Says whether the grid obeys the rules, whether it is complete, and in how many ways it can be completed. With
/// `puzzle` it also says which cells of a player's progress are mistakes. The body may also be a bare grid, as JSON or
/// as plain text; the options then stand in the query.
#[utoipa::path(
    post,
    path = super::paths::VALIDATE,
    operation_id = "validate",
    tag = "sudoku",
    params(("puzzle" = Option<String>, Query, description = "For a bare grid: the puzzle as a text.", max_length = 400)),
    request_body(content(
        (ValidateRequest = "application/json", examples(
            ("a puzzle" = (value = json!({"grid": schema::example_rows()}))),
            ("progress" = (value = json!({"grid": schema::EXAMPLE_PROGRESS, "puzzle": schema::EXAMPLE_LINE}))),
        )),
        (String = "text/plain", example = json!(schema::EXAMPLE_LINE)),
    )),
    responses(
        (status = 200, description = "What the rules say of the grid.", content(
            (ValidateResponse = "application/json", examples(
                ("conflict" = (value = json!({
                    "valid": false, "complete": false, "verdict": "conflict", "conflicts": [{
                        "digit": 5, "house": {"kind": "row", "number": 1},
                        "cells": [{"row": 1, "column": 1, "index": 0}, {"row": 1, "column": 3, "index": 2}],
                    }],
                }))),
                ("progress" = (value = json!({
                    "valid": true, "complete": false, "verdict": "none", "conflicts": [],
                    "mistakes": [{"row": 1, "column": 3, "index": 2}],
                }))),
            )),
            (String = "text/plain", example = json!("conflict\nrow 1: 5 at r1c1 r1c3")),
        ), headers(
            ("sudoku-verdict" = String, description = "The verdict."),
            ("server-timing" = String, description = "Milliseconds in the queue and in the solver."),
            ("x-request-id" = String, description = "The request's identity."),
        )),
        ValidateProblems,
    ),
)]
pub async fn validate(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let received = body::receive(&app.settings.body, request).await?;
    let answer = received.answer;
    answer_for(&app, &received).await.map_err(|problem| problem.in_form(answer))
}

async fn answer_for(app: &App, received: &Received) -> Result<Response, Problem> {
    let (grid, puzzle) = asked(received)?;
    let conflicts = rules::conflicts(&grid);
    if let Some((puzzle, place)) = puzzle {
        let conflicts = rules::conflicts(&puzzle);
        if !conflicts.is_empty() {
            return Err(of_puzzle(Problem::conflicting_givens(conflicts), place));
        }
    }
    let valid = conflicts.is_empty();
    let budget = Budget::unlimited().with_node_limit(app.settings.node_limit);
    let grids = [valid.then_some(grid), puzzle.map(|(puzzle, _)| puzzle)];
    let of_each = move |budget: &Budget| grids.map(|grid| grid.map(|grid| solver::solve(&grid, budget)));
    let (outcomes, timing) = search::run(&app.pool, app.settings.request_timeout, budget, of_each).await?;
    let guesses = outcomes.iter().flatten().map(|outcome| outcome.stats.guesses).sum();
    let [of_grid, of_puzzle] = outcomes;
    let found = of_grid.as_ref().map_or("conflict", |outcome| answer::verdict_of(&outcome.finding));
    app.searched(found, guesses, timing);
    let mistakes = puzzle
        .zip(of_puzzle)
        .map(|((puzzle, place), outcome)| {
            solution_of(&outcome.finding, place).map(|solution| mistakes(&grid, &puzzle, &solution))
        })
        .transpose()
        .map_err(|problem| problem.with_timing(timing))?;
    let verdict = of_grid
        .map_or(Ok(Verdict::Conflict), |outcome| verdict_of(&outcome.finding))
        .map_err(|cause| Problem::from(cause).with_timing(timing))?;
    let body = ValidateResponse {
        valid,
        complete: grid.is_complete(),
        verdict,
        conflicts: conflicts.into_iter().map(Conflict::from).collect(),
        mistakes,
    };
    Ok(match received.answer {
        Form::Json => answer::json(&body, verdict.name(), timing),
        Form::Text => answer::text(body.text(), verdict.name(), timing),
    })
}

fn asked(received: &Received) -> Result<(Grid, Option<(Grid, Place)>), Problem> {
    let mut members = Members::of(received, &[PUZZLE])?;
    let puzzle = members.grid_option(PUZZLE);
    let grid = members.finish()?;
    Ok((grid.grid, puzzle.map(|(puzzle, place)| (puzzle.grid, place))))
}

fn verdict_of(finding: &Finding) -> Result<Verdict, Interruption> {
    match finding {
        Finding::None => Ok(Verdict::None),
        Finding::One(_) => Ok(Verdict::Unique),
        Finding::Many(_) => Ok(Verdict::Multiple),
        Finding::Interrupted { cause, .. } => Err(*cause),
    }
}

/// The one solution of a puzzle that progress is compared with.
fn solution_of(finding: &Finding, place: Place) -> Result<Grid, Problem> {
    let problem = match finding {
        Finding::One(solution) => return Ok(*solution),
        Finding::None => {
            Problem::new(Code::NoSolution, "the puzzle cannot be completed, so nothing can be compared with it")
        }
        Finding::Many(_) => {
            Problem::new(Code::NotUnique, "the puzzle has several solutions, so no cell can be called a mistake")
        }
        Finding::Interrupted { cause, .. } => Problem::from(*cause),
    };
    Err(of_puzzle(problem, place))
}

fn of_puzzle(problem: Problem, place: Place) -> Problem {
    match place {
        Place::Document => problem.at_pointer("/puzzle"),
        Place::Query => problem.at_parameter(PUZZLE),
    }
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

impl ValidateResponse {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.verdict.name());
        for conflict in &self.conflicts {
            text.push_str(&conflict.summary());
            text.push('\n');
        }
        for cell in self.mistakes.iter().flatten() {
            text.push_str(&format!("mistake at r{}c{}\n", cell.row, cell.column));
        }
        text
    }
}
