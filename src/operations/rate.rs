//! Rating a puzzle.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::answer::ratings::{Ratings, TechniqueCount, techniques};
use super::answer::steps::{Step, Technique};
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Flag, Rating, options};
use super::problem::{Code, Problem};
use super::puzzles::LINE;
use super::reading::Posed;
use super::schemas;
use crate::pool::Class;
use crate::sudoku::logic::{self, End, StepLimits, Tenths};
use crate::sudoku::solver;

/// Rates a puzzle.
#[derive(Debug)]
pub struct Rate;

/// Maximum number of candidates that the chains of a rating visit: a few seconds of work.
pub const NODE_LIMIT: u64 = 2_000_000_000;

options! {
    /// The options of a rating.
    pub struct RateOptions {
        /// Whether to return every step to the solution.
        path: bool = Flag, default false, example true;
        ..steps: StepOptions;
    }
}

options! {
    /// The options that all operations on steps share.
    pub struct StepOptions {
        /// The highest rating of a step. A harder step ends the work early.
        max_rating: Option<Tenths> = Rating(10..=200), example 4.5;
        /// Whether techniques may assume that the puzzle has one solution.
        uniqueness: bool = Flag, default true, example false;
    }
}

impl StepOptions {
    /// The limits of the human solver under these options.
    pub fn limits(&self, nodes: u64, work: &Work) -> StepLimits {
        StepLimits {
            max_rating: self.max_rating.unwrap_or(StepLimits::default().max_rating),
            uniqueness: self.uniqueness,
            nodes,
            cancel: Some(work.cancel.clone()),
            so_far: Some(work.so_far.clone()),
            ..StepLimits::default()
        }
    }
}

impl Operation for Rate {
    type Input = Posed;
    type Options = RateOptions;
    type Answer = RateAnswer;

    const ABOUT: About = About {
        name: "rate",
        title: "Rate a puzzle",
        description: "Solves the puzzle as a person would, step by step, and returns its rating on the scale of Sudoku \
            Explainer 1.2.1: the hardest step (`er`), the hardest one before the first digit (`ep`) and the first one (`ed`). \
            With `path`, also returns every step. As text, `er/ep/ed`; `er` begins with `>=` if it is only a lower bound.",
        tool: "Measures how hard a puzzle is for a person, on the scale of Sudoku Explainer 1.2.1 from 1.0 to about \
            12, by solving it step by step as a person would: more reliable than the number of clues. The puzzle must \
            have exactly one solution. The text is `er/ep/ed`: the hardest step, the hardest one up to the first \
            digit, and the first step. `path` also returns every step, which gives the game away. Takes milliseconds, \
            up to seconds for the hardest puzzles.",
        group: Group::Insight,
        grid: "The puzzle, with exactly one solution.",
        class: Class::Heavy,
        // The hardest puzzles known take a few hundred milliseconds.
        time_limit: Some(Duration::from_secs(10)),
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples,
        line: "As text, an answer looks like `7.1/1.2/1.2`; with `path`, the steps follow, each preceded by ` | `. As JSON, it \
            has `rating`, `level`, the id of the `hardest` technique and, on request, `path`. A puzzle that needs more than \
            about half a second is answered with the problem `search-limit`.",
    };

    fn answer(posed: &Posed, options: &RateOptions, work: &Work) -> Result<RateAnswer, Problem> {
        let grid = &posed.grid;
        Problem::unless_unique(grid, &solver::solve(grid, &work.budget).finding)?;
        let limits = options.steps.limits(work.chain_nodes, work);
        let (rating, path) = if options.path {
            let (rating, steps) = logic::path(grid, &limits);
            (rating, Some(Step::path(grid, &steps)))
        } else {
            (logic::rate(grid, &limits), None)
        };
        if matches!(rating.end, End::OutOfNodes | End::Cancelled) {
            return Err(Problem::step_limit(rating.end, rating.er));
        }
        Ok(RateAnswer {
            rating: Ratings::new(&rating, options.steps.uniqueness),
            complete: rating.end == End::Solved,
            level: rating.level().name(),
            hardest: rating.hardest.map(|technique| Technique::new(technique, rating.er)),
            clues: grid.clues(),
            steps: rating.steps,
            techniques: techniques(&rating),
            path,
            stats: None,
        })
    }
}

fn examples() -> Vec<(&'static str, Value)> {
    vec![
        ("a puzzle", json!({"grid": LINE})),
        ("no hidden single", json!({"grid": LINE, "max_rating": 1.1, "path": true})),
    ]
}

/// The rating of a puzzle.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = RateResponse)]
pub struct RateAnswer {
    /// The ratings of the puzzle.
    rating: Ratings,
    /// Whether the puzzle was solved to the end. If not, `er` is a lower bound.
    complete: bool,
    /// The difficulty in a word. If the rating is not complete, that of the lower bound.
    #[schema(value_type = schemas::LevelName)]
    level: &'static str,
    /// The technique of the hardest step. Absent for a complete grid.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    path: Option<Vec<Step>>,
    /// Statistics of the rating. Absent from the answer to a GET.
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<RateStats>,
}

/// Statistics of a rating.
#[derive(Serialize, ToSchema, Debug)]
pub struct RateStats {
    /// The time in microseconds.
    #[schema(minimum = 0)]
    elapsed_us: u64,
}

impl Answer for RateAnswer {
    fn rating(&self) -> Option<&Ratings> {
        Some(&self.rating)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.stats = Some(RateStats { elapsed_us: elapsed.as_micros() as u64 });
    }
}

/// The ratings, then a line for each step of the path.
impl fmt::Display for RateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        self.path.iter().flatten().try_for_each(|step| writeln!(f, "{step}"))
    }
}

/// The rating of the puzzle of a line.
#[derive(Serialize, ToSchema, Debug)]
pub struct RateLine {
    rating: Ratings,
    level: &'static str,
    /// The id of the technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Step>>,
}

impl From<RateAnswer> for RateLine {
    fn from(answer: RateAnswer) -> Self {
        let RateAnswer { rating, level, hardest, path, .. } = answer;
        Self { rating, level, hardest: hardest.map(|technique| technique.id), path }
    }
}

impl Answer for RateLine {
    const COLUMNS: &'static [&'static str] = &["er", "ep", "ed", "level", "hardest"];

    fn columns(&self) -> Vec<Option<String>> {
        let [er, ep, ed] = self.rating.texts();
        vec![Some(er), Some(ep), Some(ed), Some(self.level.to_owned()), self.hardest.map(str::to_owned)]
    }
}

/// The ratings, then a line for each step of the path.
impl fmt::Display for RateLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        self.path.iter().flatten().try_for_each(|step| writeln!(f, "{step}"))
    }
}
