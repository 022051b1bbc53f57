//! A hint for a player.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::answer::cells::{Cell, Conflict, House};
use super::answer::picture::{Picture, Scene};
use super::answer::repairs::Repairs;
use super::answer::steps::{Candidate, Effect, Technique, View};
use super::answer::told::{How, Told, What, Where};
use super::answer::verdict::Verdict;
use super::marks::MarkOptions;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Flag, Given, GridText, Integer, OneOf, options};
use super::problem::{Code, Problem};
use super::puzzles::{LINE, PROGRESS};
use super::rate::StepOptions;
use super::reading::Posed;
use super::schemas;
use crate::pool::Class;
use crate::sudoku::explain::{Explanation, Parts, Refuted};
use crate::sudoku::logic::{self, End, NoHint};
use crate::sudoku::solver::{self, Interruption};
use crate::sudoku::{Grid, Mistake};

/// Finds a hint.
#[derive(Debug)]
pub struct GetHint;

/// A level of detail. Each includes the lower ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// The kind of step or mistake, without its location.
    Nudge,
    /// Where to look.
    Where,
    /// The pattern.
    What,
    /// What follows.
    How,
}

/// The levels of detail by name.
pub const DETAILS: [(&str, Detail); 4] =
    [("nudge", Detail::Nudge), ("where", Detail::Where), ("what", Detail::What), ("how", Detail::How)];

/// Maximum number of repairs that a problem lists.
const MOST_REPAIRS: usize = 5;

options! {
    /// The options of a hint.
    pub struct HintOptions {
        /// The original puzzle, if `grid` is a player's progress on it.
        puzzle: Option<Given> = GridText, example LINE;
        /// How much to tell; each level includes the lower ones.
        show: Detail = OneOf(|| DETAILS.to_vec()), default Detail::How, in_tools Detail::Nudge, example "nudge";
        /// The number of hints to skip.
        skip: u16 = Integer(0..=100_u16), default 0, example 1;
        /// Whether the hint has what a front end draws: `views`, and of chains the `lines`.
        views: bool = Flag, default true, in_tools false, example false;
        ..steps: StepOptions;
        ..position: MarkOptions;
    }
}

impl Operation for GetHint {
    type Input = Posed;
    type Options = HintOptions;
    type Answer = HintAnswer;

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

    fn marks(options: &HintOptions) -> Option<&MarkOptions> {
        Some(&options.position)
    }

    fn answer(posed: &Posed, options: &HintOptions, work: &Work) -> Result<HintAnswer, Problem> {
        let HintOptions { puzzle, show, skip, views, steps, .. } = options;
        let given = puzzle.as_ref().map_or(posed.grid, |puzzle| puzzle.grid);
        let of_puzzle = |problem: Problem| match puzzle {
            Some(puzzle) => puzzle.place.locate(problem),
            None => problem,
        };
        puzzle.as_ref().map_or(Ok(()), |puzzle| Problem::unless_legal(&puzzle.grid)).map_err(of_puzzle)?;
        let (original, position) = (puzzle.as_ref().map(|puzzle| &puzzle.grid), posed.position());
        let limits = steps.limits(work.chain_nodes, work);
        let found =
            logic::hint(original, &position, usize::from(*skip), &work.budget, &limits).map_err(|why| match why {
                NoHint::NoSolution if puzzle.is_none() => match likely_repairs(&given, work) {
                    Ok(repairs) => Problem::unsolvable(&position, &work.budget).with_repairs(repairs),
                    Err(cause) => cause.into(),
                },
                NoHint::NoSolution if matches!(solver::find_any(&given, &work.budget).0, Ok(Some(_))) => {
                    Problem::unsolvable(&position, &work.budget)
                }
                NoHint::NoSolution => of_puzzle(Problem::without_solution(&given)),
                NoHint::Interrupted(cause) => cause.into(),
            })?;
        if found.end == End::Cancelled && found.hint.is_none() {
            return Err(Problem::step_limit(found.end, found.at_least));
        }
        Ok(HintAnswer {
            verdict: match found.hint {
                _ if found.unique => Verdict::Unique,
                Some(logic::Hint::Conflict(_)) if puzzle.is_none() => Verdict::Conflict,
                _ => Verdict::Multiple,
            },
            show: DETAILS[*show as usize].0,
            more: found.more,
            hint: found.hint.as_ref().map(|hint| Hint::new(hint, *show, *views)),
            reason: found.hint.is_none().then_some(match found.end {
                End::MaxRating => "max-rating",
                End::OutOfNodes => "search-limit",
                End::Solved | End::Stuck | End::Cancelled => "no-further-hint",
            }),
        })
    }

    fn picture(posed: &Posed, options: &HintOptions, answer: &HintAnswer) -> Option<Picture> {
        let puzzle = options.puzzle.as_ref().map_or(&posed.grid, |puzzle| &puzzle.grid);
        let scene = Scene::new(&posed.grid, puzzle).marked(posed.candidates.as_deref(), &posed.position());
        let scenes = match &answer.hint {
            None | Some(Hint::Done(_)) => vec![scene],
            Some(Hint::Step(hint)) => hint.told.scenes(scene, "where"),
            Some(Hint::Fault(hint)) => match hint.kind {
                "missing-mark" => hint.told.scenes(scene, "where"),
                fault => hint.told.scenes(scene, fault),
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

/// A hint.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = HintResponse)]
pub struct HintAnswer {
    /// Whether the puzzle has one solution or several. With several, no technique assumes one. `conflict` if `puzzle` is
    /// absent and digits of the grid conflict.
    verdict: Verdict,
    /// How much is told.
    #[schema(value_type = schemas::HintLevel)]
    show: &'static str,
    /// Whether there is another hint of equal or higher rating.
    more: bool,
    /// The hint; null if there is none.
    #[schema(required)]
    hint: Option<Hint>,
    /// Why there is no hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schemas::NoHintReason>)]
    reason: Option<&'static str>,
}

impl Answer for HintAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "hint"];

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// What to say about the position, told apart by `kind`.
#[derive(Serialize, ToSchema, Debug)]
#[serde(untagged)]
#[schema(discriminator(property_name = "kind", mapping(
    ("step" = "#/components/schemas/StepHint"),
    ("conflict" = "#/components/schemas/FaultHint"),
    ("mistake" = "#/components/schemas/FaultHint"),
    ("missing-mark" = "#/components/schemas/FaultHint"),
    ("done" = "#/components/schemas/DoneHint"),
)))]
pub enum Hint {
    /// The next step.
    Step(Box<StepHint>),
    /// Something wrong.
    Fault(Box<FaultHint>),
    /// Nothing is left to do.
    Done(DoneHint),
}

/// The next step.
#[derive(Serialize, ToSchema, Debug)]
pub struct StepHint {
    /// What the hint is about.
    #[schema(value_type = schemas::StepKind)]
    kind: &'static str,
    /// The technique, from the level `where`.
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<Technique>,
    #[serde(flatten)]
    told: Told,
}

/// Digits that break the rules, wrong digits and erased givens, or pencil marks that lack a digit of the solution.
#[derive(Serialize, ToSchema, Debug)]
pub struct FaultHint {
    /// What the hint is about.
    #[schema(value_type = schemas::FaultKind)]
    kind: &'static str,
    #[serde(flatten)]
    told: Told,
}

/// The grid is complete and correct.
#[derive(Serialize, ToSchema, Debug)]
pub struct DoneHint {
    /// What the hint is about.
    #[schema(value_type = schemas::DoneKind)]
    kind: &'static str,
    /// In a sentence.
    nudge: &'static str,
}

impl Hint {
    /// The hint up to this level of detail, with or without what a front end draws.
    fn new(hint: &logic::Hint, show: Detail, views: bool) -> Self {
        match hint {
            logic::Hint::Step(board, step) => Self::step(board, step, show, views),
            logic::Hint::Conflict(conflicts) => {
                let told: Vec<String> = conflicts.iter().cloned().map(|c| Conflict::from(c).to_string()).collect();
                let cells = conflicts.iter().flat_map(|conflict| conflict.cells.iter().copied());
                Self::fault("conflict", show, "A digit occurs twice in a house.", cells, |cells| {
                    (format!("These cells break the rules: {cells}."), told.join("; "), Vec::new())
                })
            }
            logic::Hint::Mistake(mistakes) => {
                let right = mistakes.iter().map(|&Mistake { cell, right, .. }| Candidate::new(cell, right)).collect();
                let told: Vec<String> = mistakes
                    .iter()
                    .map(|Mistake { cell, holds, right }| match holds {
                        Some(digit) => format!("{cell} is {right}, not {digit}"),
                        None => format!("{cell} is {right}, not blank"),
                    })
                    .collect();
                let cells = mistakes.iter().map(|mistake| mistake.cell);
                Self::fault("mistake", show, &count_mistakes(mistakes), cells, |cells| {
                    (format!("Check {cells}."), format!("{}.", told.join("; ")), right)
                })
            }
            logic::Hint::MissingMark(missing) => {
                let told: Vec<String> =
                    missing.iter().map(|mark| format!("{} can be {}", mark.cell, mark.digit)).collect();
                let cells = missing.iter().map(|mark| mark.cell);
                Self::fault("missing-mark", show, "A pencil mark is missing.", cells, |cells| {
                    (format!("The marks of {cells} lack a digit."), format!("{}.", told.join("; ")), Vec::new())
                })
            }
            logic::Hint::Done => Self::Done(DoneHint { kind: "done", nudge: "The grid is complete and correct." }),
        }
    }

    fn step(board: &logic::Board, step: &logic::Step, show: Detail, drawn: bool) -> Self {
        let told = logic::tell(board, step);
        let views = |views: fn(&logic::Board, &logic::Step) -> Vec<logic::View>| {
            if drawn { views(board, step).into_iter().map(View::from).collect() } else { Vec::new() }
        };
        Self::Step(Box::new(StepHint {
            kind: "step",
            technique: (show >= Detail::Where).then(|| Technique::of(board, step)),
            told: Told {
                nudge: told.nudge,
                r#where: (show >= Detail::Where).then(|| Where {
                    text: told.place,
                    cells: told.cells.into_iter().map(Cell::from).collect(),
                    houses: told.houses.into_iter().map(House::from).collect(),
                }),
                what: (show >= Detail::What)
                    .then(|| What { text: told.what, views: views(logic::views_without_effects) }),
                how: (show >= Detail::How).then(|| How {
                    text: told.how,
                    lines: if drawn { told.lines } else { Vec::new() },
                    effect: step.into(),
                    views: views(logic::views),
                }),
            },
        }))
    }

    /// A hint about something wrong in some cells. `tell` makes the texts of `where` and `how`, and the digits to place,
    /// from the names of the cells.
    fn fault(
        kind: &'static str,
        show: Detail,
        nudge: &str,
        cells: impl Iterator<Item = crate::sudoku::Cell>,
        tell: impl FnOnce(&str) -> (String, String, Vec<Candidate>),
    ) -> Self {
        let mut cells: Vec<crate::sudoku::Cell> = cells.collect();
        cells.sort_unstable_by_key(|cell| cell.index());
        cells.dedup();
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let (place, how, right) = tell(&names.join(", "));
        let told = Told {
            nudge: nudge.to_owned(),
            r#where: (show >= Detail::Where).then(|| Where {
                text: place.clone(),
                cells: cells.into_iter().map(Cell::from).collect(),
                houses: Vec::new(),
            }),
            what: (show >= Detail::What).then(|| What { text: place, views: Vec::new() }),
            how: (show >= Detail::How).then(|| How {
                text: how,
                lines: Vec::new(),
                effect: Effect { place: right, eliminate: Vec::new() },
                views: Vec::new(),
            }),
        };
        Self::Fault(Box::new(FaultHint { kind, told }))
    }
}

/// `One digit is wrong. 2 givens are missing.`
fn count_mistakes(mistakes: &[Mistake]) -> String {
    let erased = mistakes.iter().filter(|mistake| mistake.holds.is_none()).count();
    let counts = [
        (mistakes.len() - erased, "digit is wrong.", "digits are wrong."),
        (erased, "given is missing.", "givens are missing."),
    ];
    let told = counts.into_iter().filter_map(|(number, one, several)| match number {
        0 => None,
        1 => Some(format!("One {one}")),
        _ => Some(format!("{number} {several}")),
    });
    told.collect::<Vec<_>>().join(" ")
}

/// The text of the requested level and, for `how`, the effect on a second line.
impl fmt::Display for HintAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = match &self.hint {
            None => return writeln!(f, "no hint: {}", self.reason.unwrap_or_default()),
            Some(Hint::Done(done)) => return writeln!(f, "{}", done.nudge),
            Some(Hint::Step(step)) => &step.told,
            Some(Hint::Fault(fault)) => &fault.told,
        };
        if let Some(how) = &told.how {
            writeln!(f, "{}", how.text)?;
            let effect = how.effect.to_string();
            return if effect.is_empty() { Ok(()) } else { writeln!(f, "{effect}") };
        }
        let place = told.r#where.as_ref().map(|place| &place.text);
        writeln!(f, "{}", told.what.as_ref().map(|what| &what.text).or(place).unwrap_or(&told.nudge))
    }
}
