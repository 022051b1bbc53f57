//! `/rate`.

use std::fmt;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::Answer;
use crate::http::answer::steps::{Step, Technique, number};
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::http::request::fields::Fields;
use crate::http::request::{Asked, Options};
use crate::pool::{Class, Done};
use crate::sudoku::Grid;
use crate::sudoku::logic::{self, End, Limits, Rating, RatingSoFar, Tenths};
use crate::sudoku::solver::{self, Budget, CancelFlag};

/// The rating of a puzzle, on every answer that has one.
const SUDOKU_RATING: HeaderName = HeaderName::from_static("sudoku-rating");

/// The time limit of a rating. The hardest puzzles known take a few hundred milliseconds.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of candidates that the chains of a rating visit: a few seconds of work.
pub const NODE_LIMIT: u64 = 2_000_000_000;

/// A puzzle to rate.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes the document to callers; `Fields` reads it and locates every error")]
pub struct RateRequest {
    /// The puzzle, with exactly one solution.
    grid: schemas::Grid,
    /// Whether to return every step to the solution; false by default.
    #[schema(nullable = false)]
    path: Option<bool>,
    /// The highest rating of a step. A harder step ends the rating early.
    #[schema(minimum = 1.0, maximum = 20.0, nullable = false)]
    max_rating: Option<f64>,
    /// Whether techniques may assume that the puzzle has one solution; true by default.
    #[schema(nullable = false)]
    uniqueness: Option<bool>,
}

/// The options of the request.
#[derive(Clone, Copy)]
pub struct RateOptions {
    path: bool,
    /// Which steps may be used.
    pub steps: StepOptions,
}

/// The options that all requests about steps share.
#[derive(Clone, Copy)]
pub struct StepOptions {
    max_rating: Option<Tenths>,
    /// Whether techniques may assume that the puzzle has one solution.
    pub uniqueness: bool,
}

impl StepOptions {
    /// Reads `max_rating` and `uniqueness`.
    pub fn read(fields: &mut Fields<'_>) -> Self {
        Self {
            max_rating: fields.tenths("max_rating", 10..=200),
            uniqueness: fields.flag("uniqueness").unwrap_or(true),
        }
    }

    /// The limits of the human solver under these options.
    pub fn limits(self, nodes: u64, cancel: &CancelFlag) -> Limits {
        let max_rating = self.max_rating.unwrap_or(Limits::default().max_rating);
        Limits { max_rating, uniqueness: self.uniqueness, nodes, cancel: Some(cancel.clone()), so_far: None }
    }
}

impl Options for RateOptions {
    const NAMES: &'static [&'static str] = &["path", "max_rating", "uniqueness"];

    fn read(fields: &mut Fields<'_>) -> Self {
        Self { path: fields.flag("path").unwrap_or(false), steps: StepOptions::read(fields) }
    }
}

/// The rating of a puzzle.
#[derive(Serialize, ToSchema)]
pub struct RateResponse {
    /// The ratings of the puzzle.
    rating: Ratings,
    /// Whether the puzzle was solved to the end. If not, `er` is a lower bound.
    complete: bool,
    /// The difficulty in a word. If the rating is not complete, that of the lower bound.
    level: &'static str,
    /// The technique of the hardest step. Absent for a complete grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hardest: Option<Technique>,
    /// The number of givens.
    #[schema(minimum = 0, maximum = 81)]
    clues: usize,
    /// The number of steps.
    #[schema(minimum = 0)]
    steps: u32,
    /// The techniques used, in order of difficulty.
    techniques: Vec<TechniqueCount>,
    /// With `path`: every step to the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    path: Option<Vec<Step>>,
    /// Statistics of the rating. Absent from the answer to a GET.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    stats: Option<RateStats>,
}

/// Ratings on the scale of Sudoku Explainer.
#[derive(Serialize, ToSchema)]
pub struct Ratings {
    /// The rating of the hardest step; 0.0 for a complete grid.
    #[schema(minimum = 0.0, maximum = 20.0)]
    er: f64,
    /// The rating of the hardest step up to the first that places a digit.
    #[schema(minimum = 0.0, maximum = 20.0)]
    ep: f64,
    /// The rating of the first step.
    #[schema(minimum = 0.0, maximum = 20.0)]
    ed: f64,
    /// The scale: `se-1.2.1`, or `se-1.2.1-no-uniqueness` without techniques that assume one solution.
    scale: &'static str,
    /// `at-least` if `er` is a lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bound: Option<&'static str>,
}

/// How often a technique was used.
#[derive(Serialize, ToSchema)]
pub struct TechniqueCount {
    /// The id of the technique.
    id: &'static str,
    /// The highest rating of its steps.
    rating: f64,
    /// The number of its steps.
    #[schema(minimum = 1)]
    times: u16,
}

/// Statistics of a rating.
#[derive(Serialize, ToSchema)]
pub struct RateStats {
    /// The time in microseconds.
    #[schema(minimum = 0)]
    elapsed_us: u64,
}

/// Rate a puzzle
///
/// Solves the puzzle as a person would, step by step, and returns its rating on the scale of Sudoku Explainer 1.2.1: the
/// hardest step (`er`), the hardest one before the first digit (`ep`) and the first one (`ed`). With `path`, also
/// returns every step. As text, `er/ep/ed`; `er` begins with `>=` if it is only a lower bound.
#[utoipa::path(
    post,
    path = paths::RATE,
    operation_id = "rate",
    tag = "insight",
    params(
        ("path" = Option<bool>, Query, description = "Like the member `path`."),
        ("max_rating" = Option<f64>, Query, description = "Like the member `max_rating`.", minimum = 1.0, maximum = 20.0),
        ("uniqueness" = Option<bool>, Query, description = "Like the member `uniqueness`."),
    ),
    request_body = RateRequest,
    responses((status = 200, description = "The rating.", body = RateResponse)),
)]
pub async fn rate(State(app): State<App>, asked: Asked<RateOptions>) -> Result<Answer<RateResponse>, Problem> {
    let Asked { posed, options, cacheable } = asked;
    let grid = posed.grid;
    let so_far = RatingSoFar::default();
    let reached = so_far.clone();
    let search = move |budget: &Budget, cancel: &CancelFlag| {
        let limits = Limits { so_far: Some(reached), ..options.steps.limits(NODE_LIMIT, cancel) };
        rated(&grid, options, budget, &limits)
    };
    let done = app.search_within(Class::Heavy, TIME_LIMIT, search).await;
    let Done { value, timing } = done.map_err(|error| Problem::from(error).with_rating_so_far(so_far.get()))?;
    let (rating, path) = value.map_err(|problem: Problem| problem.with_timing(timing))?;
    let response = RateResponse {
        complete: rating.end == End::Solved,
        level: rating.level().name(),
        hardest: rating.hardest.map(|technique| Technique::new(technique, rating.er)),
        clues: grid.clues(),
        steps: rating.steps,
        techniques: techniques(&rating),
        path,
        stats: (!cacheable).then_some(RateStats { elapsed_us: timing.ran.as_micros() as u64 }),
        rating: Ratings::new(&rating, options.steps.uniqueness),
    };
    let header = response.rating.header();
    Ok(Answer::new(response).with_header(header).with_header(server_timing(timing)))
}

/// Rates a puzzle, and returns its path if requested. `budget` limits the search for other solutions, `limits` the
/// human solver.
///
/// # Errors
/// The puzzle does not have exactly one solution, or a limit was reached.
pub fn rated(
    grid: &Grid,
    options: RateOptions,
    budget: &Budget,
    limits: &Limits,
) -> Result<(Rating, Option<Vec<Step>>), Problem> {
    Problem::unless_unique(grid, &solver::solve(grid, budget).finding)?;
    let (rating, path) = if options.path {
        let (rating, steps) = logic::path(grid, limits);
        (rating, Some(Step::path(grid, &steps)))
    } else {
        (logic::rate(grid, limits), None)
    };
    match rating.end {
        End::Solved | End::MaxRating | End::Stuck => Ok((rating, path)),
        End::OutOfNodes | End::Cancelled => Err(Problem::step_limit(rating.end, rating.er)),
    }
}

impl Ratings {
    /// The ratings, with or without techniques that assume one solution.
    pub fn new(rating: &Rating, uniqueness: bool) -> Self {
        Self {
            er: number(rating.er),
            ep: number(rating.ep),
            ed: number(rating.ed),
            scale: if uniqueness { "se-1.2.1" } else { "se-1.2.1-no-uniqueness" },
            bound: (rating.end != End::Solved).then_some("at-least"),
        }
    }

    /// The three ratings as texts. A lower bound begins with `>=`.
    pub fn texts(&self) -> [String; 3] {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(|rating| format!("{rating:.1}"));
        [if self.bound.is_some() { format!(">={er}") } else { er }, ep, ed]
    }

    /// The ratings as a header.
    pub fn header(&self) -> (HeaderName, HeaderValue) {
        (SUDOKU_RATING, HeaderValue::try_from(self.to_string()).expect("digits are valid in a header"))
    }
}

/// Such as `7.1/1.2/1.2`, or `>=1.2/0.0/0.0` if `er` is a lower bound.
impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().join("/"))
    }
}

/// The ratings, then a line for each step of the path.
impl fmt::Display for RateResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        self.path.iter().flatten().try_for_each(|step| writeln!(f, "{step}"))
    }
}

/// The techniques of a rating, in order of difficulty.
pub fn techniques(rating: &Rating) -> Vec<TechniqueCount> {
    let count = |(technique, highest, times): (logic::Technique, Tenths, u16)| TechniqueCount {
        id: technique.info().id,
        rating: number(highest),
        times,
    };
    rating.techniques().map(count).collect()
}
