//! A hint for a player.

use std::fmt;
use std::time::Duration;

use serde_json::json;

use super::answer::declaration::{OrNull, answer};
use super::answer::hint_text::HintLevel;
use super::answer::hints::{FaultKind, Hint, StepHint};
use super::answer::picture::{Picture, Scene};
use super::answer::repairs::Repairs;
use super::answer::verdict::Verdict;
use super::example_grids::{LINE, PROGRESS};
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Flag, Integer, OneOf, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::rate::StepOptions;
use super::reading::{Fields, SentGrid};
use super::schemas::words;
use crate::pool::Class;
use crate::sudoku::Grid;
use crate::sudoku::explain::{Explanation, Parts, Refuted};
use crate::sudoku::logic::{self, End, NoHint};
use crate::sudoku::solver::{self, Interruption};

/// Finds a hint.
#[derive(Debug)]
pub struct GetHint;

/// Where a hint ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// With the first step.
    Step,
    /// With the first step that places a digit.
    Digit,
}

/// Maximum number of steps that are drawn.
const MOST_DRAWN: usize = 12;

/// Maximum number of repairs that a problem lists.
const MOST_REPAIRS: usize = 5;

options! {
    /// The options of a hint.
    pub struct HintOptions {
        /// How much to tell; each level includes the lower ones.
        show: HintLevel = OneOf(HintLevel::by_name), default HintLevel::How, in_tools HintLevel::Nudge, example "nudge";
        /// Whether to end with the first step, or with the first that places a digit: then `steps` lists the way there, for a
        /// front end without pencil marks, to which every step but the last would come again for ever.
        until: Until = OneOf(|| vec![("step", Until::Step), ("digit", Until::Digit)]), default Until::Step, example "digit";
        /// The number of hints to skip. Excludes `until=digit`.
        skip: u16 = Integer(0..=100_u16), default 0, example 0;
        /// Whether the hint has what a front end draws: `views`, and of chains the `lines`. If absent, the hint has them; the first
        /// 12 of `steps` have them only with `true`.
        views: Option<bool> = Flag, in_tools false, example false;
        ..steps: StepOptions;
        ..position: PositionOptions;
    }
}

impl Operation for GetHint {
    type Input = SentGrid;
    type Options = HintOptions;
    type Answer = HintAnswer;
    type Line = HintAnswer;

    const ABOUT: About = About {
        name: "hint",
        title: "Get a hint",
        description: "Returns the easiest next step from a player's position, in Sudoku Explainer's order, or of the techniques that \
            the player knows (`allow`). Mistakes come first: \
            conflicts, then wrong digits and erased givens, then pencil marks that lack a digit of the solution. `show` discloses the hint in \
            four levels, each of which includes the lower ones and reveals nothing of the higher ones. For a grid with several \
            solutions, only steps up to simple chains are found.",
        tool: "Helps somebody who is playing with the easiest next step, or with the mistake that they must correct \
            first. It tells only the kind of step unless `show` asks for more: ask for one level at a time, so that \
            the player can think. Send the position as `grid` and the original as `puzzle`, so that wrong digits are \
            found. Takes milliseconds.",
        group: Group::Insight,
        grid: "The player's grid.",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(2)),
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": LINE}),
                json!({"grid": LINE, "show": "nudge"}),
                json!({"grid": PROGRESS, "puzzle": LINE}),
            ]
        },
        line: "As text, an answer is the text of the hint, its lines joined by ` | `.",
    };

    fn check(options: &HintOptions, fields: &mut Fields<'_>) {
        if options.until == Until::Digit && options.skip > 0 {
            fields.forbid("skip", "`until=digit` begins with the first step; send it without `skip`");
        }
    }

    fn position(options: &HintOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &HintOptions, work: &Work) -> Result<HintAnswer, Problem> {
        let HintOptions { show, until, skip, views, steps, position: PositionOptions { puzzle, .. } } = options;
        let given = options.position.puzzle_of(posed);
        let of_puzzle = |problem: Problem| match puzzle {
            Some(puzzle) => problem.at(puzzle.place.clone()),
            None => problem,
        };
        puzzle.as_ref().map_or(Ok(()), |puzzle| Problem::unless_legal(&puzzle.grid)).map_err(of_puzzle)?;
        let (original, position) = (puzzle.as_ref().map(|puzzle| &puzzle.grid), posed.position());
        let limits = steps.limits(work.chain_nodes, work);
        let found =
            logic::hint(original, &position, usize::from(*skip), &work.budget, &limits).map_err(|why| match why {
                NoHint::NoSolution if puzzle.is_none() => match likely_repairs(given, work) {
                    Ok(repairs) => Problem::unsolvable(&position, &work.budget).with_repairs(repairs),
                    Err(cause) => cause.into(),
                },
                NoHint::NoSolution if matches!(solver::find_any(given, &work.budget).0, Ok(Some(_))) => {
                    Problem::unsolvable(&position, &work.budget)
                }
                NoHint::NoSolution => of_puzzle(Problem::without_solution(given)),
                NoHint::Interrupted(cause) => cause.into(),
            })?;
        if found.end == End::Cancelled && found.hint.is_none() {
            return Err(Problem::step_limit(found.end, found.at_least));
        }
        let hint = found.hint.as_ref().map(|hint| Hint::new(hint, *show, views.unwrap_or(true)));
        let (way, end) = match found.hint.clone() {
            Some(logic::Hint::Step(board, step)) if *until == Until::Digit => {
                let limits = logic::StepLimits {
                    nodes: found.nodes,
                    by_marks: found.by_marks,
                    ..limits.for_position(found.unique)
                };
                logic::until_digit(*board, *step, &limits)
            }
            Some(_) => (Vec::new(), End::Solved),
            None => (Vec::new(), found.end),
        };
        if end == End::Cancelled {
            return Err(Problem::deadline_exceeded());
        }
        let drawn = |number: usize| *views == Some(true) && number < MOST_DRAWN;
        let told = |(number, (board, step)): (usize, &_)| StepHint::new(board, step, *show, drawn(number));
        Ok(HintAnswer {
            steps: (!way.is_empty()).then(|| way.iter().enumerate().map(told).collect()),
            way,
            verdict: match found.hint {
                _ if found.unique => Verdict::Unique,
                Some(logic::Hint::Conflict(_)) if puzzle.is_none() => Verdict::Conflict,
                _ => Verdict::Multiple,
            },
            show: *show,
            more: found.more,
            reason: match end {
                End::MaxRating => Some(NoHintReason::MaxRating),
                End::OutOfNodes => Some(NoHintReason::SearchLimit),
                End::Solved if hint.is_some() => None,
                End::Solved | End::Stuck | End::Cancelled => Some(NoHintReason::NoFurtherHint),
            },
            hint: OrNull(hint),
        })
    }

    fn picture(posed: &SentGrid, options: &HintOptions, answer: &HintAnswer) -> Option<Picture> {
        let puzzle = options.position.puzzle_of(posed);
        let scene = Scene::of_position(posed, puzzle);
        if let (HintLevel::How, true) = (options.show, answer.way.len() > 1) {
            let steps = (1..).zip(&answer.way);
            let scenes = steps.map(|(number, (board, step))| Scene::of_step(board, step, number, puzzle));
            return Some(Picture::sheet("The steps to a digit", "steps", answer.way.len(), scenes));
        }
        let scenes = match &answer.hint.0 {
            None | Some(Hint::Done(_)) => vec![scene],
            Some(Hint::Step(hint)) => hint.told.scenes(scene, "where"),
            Some(Hint::Fault(hint)) => match hint.kind {
                FaultKind::MissingMark => hint.told.scenes(scene, "where"),
                fault => hint.told.scenes(scene, fault.name()),
            },
        };
        Some(Picture::new("A hint", scenes))
    }
}

/// The repairs of a grid without a solution.
fn likely_repairs(grid: &Grid, work: &Work) -> Result<Option<Repairs>, Interruption> {
    let explanation = Explanation::of(grid, Parts::default(), &work.budget, work.cancel.clone())?;
    let Explanation::Refuted(Refuted { proof: Some(proof), .. }) = explanation else { return Ok(None) };
    Ok(Some(Repairs::of(grid, proof.repairs, MOST_REPAIRS)))
}

words! {
    /// Why there is no hint: the next step exceeds `max_rating`, no further step was found, or the search for one took
    /// too much work.
    pub enum NoHintReason {
        MaxRating = "max-rating",
        NoFurtherHint = "no-further-hint",
        SearchLimit = "search-limit",
    }
}

answer! {
    /// A hint.
    pub struct HintAnswer {
        /// Whether the puzzle has one solution or several. With several, no technique assumes one. `conflict` if
        /// `puzzle` is absent and digits of the grid conflict.
        verdict: Verdict,
        /// How much is told.
        show: HintLevel,
        /// Whether there is another hint of equal or higher rating.
        more: bool,
        /// The hint; null if there is none.
        hint: OrNull<Hint>,
        /// With `until=digit`, unless the hint is no step: the steps from the hint on, each after what the ones before
        /// it eliminate. The last one places a digit, if there is no `reason`.
        steps: Option<Vec<StepHint>>,
        /// The same with their boards, for pictures.
        #[serde(skip)]
        way: Vec<(logic::Board, logic::Step)>,
        /// Why there is no hint, or no step that places a digit.
        reason: Option<NoHintReason>,
    }
}

impl Answer for HintAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "hint"];

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// The text of the requested level and, for `how`, the effect on a second line. Of several steps, each has a line, and a comment
/// tells if none places a digit.
impl fmt::Display for HintAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(steps) = &self.steps {
            steps.iter().try_for_each(|step| writeln!(f, "{}", step.told.line()))?;
            return self.reason.map_or(Ok(()), |reason| writeln!(f, "# no digit follows: {}", reason.name()));
        }
        let told = match &self.hint.0 {
            None => return writeln!(f, "no hint: {}", self.reason.map_or("", NoHintReason::name)),
            Some(Hint::Done(done)) => return writeln!(f, "{}", done.nudge),
            Some(Hint::Step(step)) => &step.told,
            Some(Hint::Fault(fault)) => &fault.told,
        };
        if let Some(how) = &told.how {
            writeln!(f, "{}", how.text)?;
            let effect = how.effect.to_string();
            return if effect.is_empty() { Ok(()) } else { writeln!(f, "{effect}") };
        }
        writeln!(f, "{}", told.line())
    }
}
