//! `/hint`.

use std::fmt;
use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::rate::{NODE_LIMIT, StepOptions};
use crate::http::answer::cells::{Cell, Conflict, House};
use crate::http::answer::steps::{Candidate, Effect, Technique, View};
use crate::http::answer::{Answer, Verdict};
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::http::request::fields::{Fields, Place};
use crate::http::request::{Asked, Options};
use crate::pool::{Class, Done};
use crate::sudoku::logic::{self, End, Mistake, NoHint, Position};
use crate::sudoku::notation::Candidates;
use crate::sudoku::solver::{Budget, CancelFlag};
use crate::sudoku::{Grid, rules};

/// The time limit of a hint.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Maximum number of hints to skip.
const MOST_SKIPPED: u16 = 100;

/// The levels of detail of a hint. Each includes all lower ones.
const LEVELS: [&str; 4] = ["nudge", "where", "what", "how"];

/// A position that needs a hint.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes the document to callers; `Fields` reads it and locates every error")]
pub struct HintRequest {
    /// The player's grid.
    grid: schemas::Grid,
    /// The original puzzle. If absent, `grid` is the puzzle.
    #[schema(nullable = false)]
    puzzle: Option<schemas::Grid>,
    /// The player's pencil marks. If absent: those of `grid`, if it is text with pencil marks. Marks only remove
    /// candidates that the rules leave. A blank cell without marks keeps all of them.
    #[schema(nullable = false)]
    candidates: Option<schemas::PencilMarks>,
    /// How much to tell; each level includes the lower ones. `how` by default.
    #[schema(nullable = false)]
    show: Option<schemas::HintLevel>,
    /// The number of hints to skip; 0 by default.
    #[schema(minimum = 0, maximum = 100, nullable = false)]
    skip: Option<usize>,
    /// The highest rating of a step.
    #[schema(minimum = 1.0, maximum = 20.0, nullable = false)]
    max_rating: Option<f64>,
    /// Whether techniques may assume that the puzzle has one solution; true by default.
    #[schema(nullable = false)]
    uniqueness: Option<bool>,
}

/// The options of the request.
pub struct HintOptions {
    puzzle: Option<(Grid, Place)>,
    candidates: Option<Box<Candidates>>,
    show: usize,
    skip: usize,
    steps: StepOptions,
}

impl Options for HintOptions {
    const NAMES: &'static [&'static str] = &["puzzle", "candidates", "show", "skip", "max_rating", "uniqueness"];

    fn read(fields: &mut Fields<'_>) -> Self {
        Self {
            puzzle: fields.grid("puzzle").map(|(posed, place)| (posed.grid, place)),
            candidates: fields.pencil_marks("candidates").map(Box::new),
            show: fields.choice("show", &LEVELS).unwrap_or(LEVELS.len() - 1),
            skip: fields.integer("skip", 0..=MOST_SKIPPED).map_or(0, usize::from),
            steps: StepOptions::read(fields),
        }
    }
}

/// A hint.
#[derive(Serialize, ToSchema)]
pub struct HintResponse {
    /// Whether the puzzle has one solution or several. With several, no technique assumes one. `conflict` if `puzzle` is
    /// absent and digits of the grid conflict.
    verdict: Verdict,
    /// How much is told.
    #[schema(value_type = schemas::HintLevel)]
    show: &'static str,
    /// Whether there is another hint of equal or higher rating.
    more: bool,
    /// The hint; null if there is none.
    hint: Option<Hint>,
    /// Why there is no hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<&'static str>,
}

/// What to say about the position.
#[derive(Serialize, ToSchema)]
pub struct Hint {
    /// One of `conflict`, `mistake`, `missing-mark`, `step`, `done`.
    kind: &'static str,
    /// The technique of a step, from the level `where`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    technique: Option<Technique>,
    /// The kind of step or mistake, without its location.
    nudge: String,
    /// Where to look.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    r#where: Option<Where>,
    /// The pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    what: Option<What>,
    /// What follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    how: Option<How>,
}

/// Where to look.
#[derive(Serialize, ToSchema)]
pub struct Where {
    /// In a sentence.
    text: String,
    /// The cells.
    cells: Vec<Cell>,
    /// The houses.
    houses: Vec<House>,
}

/// The pattern.
#[derive(Serialize, ToSchema)]
pub struct What {
    /// In a sentence.
    text: String,
    /// The pictures to draw.
    views: Vec<View>,
}

/// What follows.
#[derive(Serialize, ToSchema)]
pub struct How {
    /// In a sentence.
    text: String,
    /// What the step changes.
    #[serde(flatten)]
    effect: Effect,
    /// The pictures to draw, with the conclusion.
    views: Vec<View>,
}

/// Get a hint
///
/// Returns the easiest next step from a player's position, in Sudoku Explainer's order. Mistakes come first: conflicts,
/// then wrong digits, then pencil marks that lack a digit of the solution. `show` discloses the hint in four levels, each
/// of which includes the lower ones and reveals nothing of the higher ones.
#[utoipa::path(
    post,
    path = paths::HINT,
    operation_id = "hint",
    tag = "insight",
    params(
        ("puzzle" = Option<String>, Query, description = "Like the member `puzzle`, as text.", max_length = 400),
        ("candidates" = Option<String>, Query, description = "Like the member `candidates`, as text.", min_length = 81, max_length = 4000),
        ("show" = Option<schemas::HintLevel>, Query, description = "Like the member `show`."),
        ("skip" = Option<usize>, Query, description = "Like the member `skip`.", minimum = 0, maximum = 100),
        ("max_rating" = Option<f64>, Query, description = "Like the member `max_rating`.", minimum = 1.0, maximum = 20.0),
        ("uniqueness" = Option<bool>, Query, description = "Like the member `uniqueness`."),
    ),
    request_body = HintRequest,
    responses((status = 200, description = "The hint.", body = HintResponse)),
)]
pub async fn hint(State(app): State<App>, asked: Asked<HintOptions>) -> Result<Answer<HintResponse>, Problem> {
    let Asked { posed, options, .. } = asked;
    let HintOptions { puzzle, candidates, show, skip, steps } = options;
    let (grid, given) = (posed.grid, puzzle.map_or(posed.grid, |(puzzle, _)| puzzle));
    let candidates = candidates.or(posed.candidates);
    let of_puzzle = |problem: Problem| match puzzle {
        Some((_, place)) => place.locate(problem, "puzzle"),
        None => problem,
    };
    let conflicts = puzzle.map_or_else(Vec::new, |(puzzle, _)| rules::conflicts(&puzzle));
    if !conflicts.is_empty() {
        return Err(of_puzzle(Problem::conflicting_givens(conflicts)));
    }
    let search = move |budget: &Budget, cancel: &CancelFlag| {
        let position = Position { puzzle: &given, grid: &grid, marks: candidates.as_deref() };
        logic::hint(&position, skip, budget, &steps.limits(NODE_LIMIT, cancel))
    };
    let Done { value, timing } = app.search_within(Class::Heavy, TIME_LIMIT, search).await?;
    let answer = value.map_err(|why| match why {
        NoHint::NoSolution => of_puzzle(Problem::without_solution(&given)).with_timing(timing),
        NoHint::Interrupted(cause) => Problem::from(cause).with_timing(timing),
    })?;
    if matches!(answer.end, End::OutOfNodes | End::Cancelled) && answer.hint.is_none() {
        return Err(Problem::step_limit(answer.end, answer.at_least).with_timing(timing));
    }
    let reason = answer.hint.is_none().then_some(match answer.end {
        End::MaxRating => "max-rating",
        End::Solved | End::Stuck | End::OutOfNodes | End::Cancelled => "no-further-hint",
    });
    let verdict = match answer.hint {
        _ if answer.unique => Verdict::Unique,
        Some(logic::Hint::Conflict(_)) if puzzle.is_none() => Verdict::Conflict,
        _ => Verdict::Multiple,
    };
    let response = HintResponse {
        verdict,
        show: LEVELS[show],
        more: answer.more,
        hint: answer.hint.as_ref().map(|hint| Hint::new(hint, show)),
        reason,
    };
    Ok(Answer::new(response).with_header(verdict.header()).with_header(server_timing(timing)))
}

impl Hint {
    /// The hint up to this level of detail.
    fn new(hint: &logic::Hint, show: usize) -> Self {
        match hint {
            logic::Hint::Step(board, step) => {
                let told = logic::explain(board, step);
                let views = |views: Vec<logic::View>| views.into_iter().map(View::from).collect();
                Self {
                    kind: "step",
                    technique: (show >= 1).then(|| Technique::new(step.technique, step.rating)),
                    nudge: told.nudge,
                    r#where: (show >= 1).then(|| Where {
                        text: told.place,
                        cells: told.cells.into_iter().map(Cell::from).collect(),
                        houses: told.houses.into_iter().map(House::from).collect(),
                    }),
                    what: (show >= 2)
                        .then(|| What { text: told.what, views: views(logic::views_without_effects(board, step)) }),
                    how: (show >= 3).then(|| How {
                        text: told.how,
                        effect: (&**step).into(),
                        views: views(logic::views(board, step)),
                    }),
                }
            }
            logic::Hint::Conflict(conflicts) => {
                let told: Vec<String> = conflicts.iter().cloned().map(|c| Conflict::from(c).to_string()).collect();
                let cells = conflicts.iter().flat_map(|conflict| conflict.cells.iter().copied());
                Self::of_cells("conflict", show, "A digit occurs twice in a house.", cells, |cells| {
                    (format!("These cells break the rules: {cells}."), told.join("; "), Vec::new())
                })
            }
            logic::Hint::Mistake(mistakes) => {
                let nudge = match mistakes.len() {
                    1 => "One digit is wrong.".to_owned(),
                    number => format!("{number} digits are wrong."),
                };
                let right = mistakes.iter().map(|&Mistake { cell, right, .. }| Candidate::new(cell, right)).collect();
                let told: Vec<String> = mistakes
                    .iter()
                    .map(|mistake| format!("{} is {}, not {}", mistake.cell, mistake.right, mistake.holds))
                    .collect();
                let cells = mistakes.iter().map(|mistake| mistake.cell);
                Self::of_cells("mistake", show, &nudge, cells, |cells| {
                    (format!("Check {cells}."), format!("{}.", told.join("; ")), right)
                })
            }
            logic::Hint::MissingMark(missing) => {
                let told: Vec<String> =
                    missing.iter().map(|mark| format!("{} can be {}", mark.cell, mark.digit)).collect();
                let cells = missing.iter().map(|mark| mark.cell);
                Self::of_cells("missing-mark", show, "A pencil mark is missing.", cells, |cells| {
                    (format!("The marks of {cells} lack a digit."), format!("{}.", told.join("; ")), Vec::new())
                })
            }
            logic::Hint::Done => Self {
                kind: "done",
                technique: None,
                nudge: "The grid is complete and correct.".to_owned(),
                r#where: None,
                what: None,
                how: None,
            },
        }
    }

    /// A hint about something wrong in some cells. `tell` makes the texts of `where` and `how`, and the digits to place,
    /// from the names of the cells.
    fn of_cells(
        kind: &'static str,
        show: usize,
        nudge: &str,
        cells: impl Iterator<Item = crate::sudoku::Cell>,
        tell: impl FnOnce(&str) -> (String, String, Vec<Candidate>),
    ) -> Self {
        let mut cells: Vec<crate::sudoku::Cell> = cells.collect();
        cells.sort_unstable_by_key(|cell| cell.index());
        cells.dedup();
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let (place, how, right) = tell(&names.join(", "));
        Self {
            kind,
            technique: None,
            nudge: nudge.to_owned(),
            r#where: (show >= 1).then(|| Where {
                text: place.clone(),
                cells: cells.into_iter().map(Cell::from).collect(),
                houses: Vec::new(),
            }),
            what: (show >= 2).then(|| What { text: place, views: Vec::new() }),
            how: (show >= 3).then(|| How {
                text: how,
                effect: Effect { place: right, eliminate: Vec::new() },
                views: Vec::new(),
            }),
        }
    }
}

/// The text of the requested level and, for `how`, the effect on a second line.
impl fmt::Display for HintResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(hint) = &self.hint else { return writeln!(f, "no hint: {}", self.reason.unwrap_or_default()) };
        let Hint { nudge, r#where, what, how, .. } = hint;
        if let Some(how) = how {
            writeln!(f, "{}", how.text)?;
            let effect = how.effect.to_string();
            return if effect.is_empty() { Ok(()) } else { writeln!(f, "{effect}") };
        }
        let text = what.as_ref().map(|what| &what.text).or(r#where.as_ref().map(|place| &place.text)).unwrap_or(nudge);
        writeln!(f, "{text}")
    }
}
