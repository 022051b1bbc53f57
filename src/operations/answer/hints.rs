//! What a hint says about a position.

use super::cells::{Cell, Conflict, House};
use super::declaration::answer;
use super::hint_text::{HintLevel, HintText, How, What, Where};
use super::steps::{Candidate, Effect, Technique, View};
use crate::operations::schemas::words;
use crate::sudoku::Mistake;
use crate::sudoku::logic;

words! {
    /// The hint is a step.
    pub enum StepKind { Step = "step" }

    /// What is wrong: digits that break the rules, digits that differ from the solution, or missing pencil marks.
    pub enum FaultKind { Conflict = "conflict", Mistake = "mistake", MissingMark = "missing-mark" }

    /// Nothing is left to do.
    pub enum DoneKind { Done = "done" }
}

answer! {
    /// What to say about the position, told apart by `kind`.
    pub enum Hint {
        /// The next step.
        Step(Box<StepHint>),
        /// Something wrong.
        Fault(Box<FaultHint>),
        /// Nothing is left to do.
        Done(DoneHint),
    }

    /// The next step.
    pub struct StepHint {
        /// What the hint is about.
        pub kind: StepKind,
        /// The technique, from the level `where`.
        pub technique: Option<Technique>,
        /// What is told.
        #[serde(flatten)]
        pub told: HintText,
    }

    /// Digits that break the rules, wrong digits and erased givens, or pencil marks that lack a digit of the solution.
    pub struct FaultHint {
        /// What the hint is about.
        pub kind: FaultKind,
        /// What is told.
        #[serde(flatten)]
        pub told: HintText,
    }

    /// The grid is complete and correct.
    pub struct DoneHint {
        /// What the hint is about.
        pub kind: DoneKind,
        /// In a sentence.
        pub nudge: &'static str,
    }
}

impl Hint {
    /// The hint up to this level of detail, with or without what a front end draws.
    pub fn new(hint: &logic::Hint, show: HintLevel, views: bool) -> Self {
        match hint {
            logic::Hint::Step(board, step) => Self::Step(Box::new(StepHint::new(board, step, show, views))),
            logic::Hint::Conflict(conflicts) => {
                let told: Vec<String> = conflicts.iter().cloned().map(|c| Conflict::from(c).to_string()).collect();
                let cells = conflicts.iter().flat_map(|conflict| conflict.cells.iter().copied());
                Self::fault(FaultKind::Conflict, show, "A digit occurs twice in a house.", cells, |cells| {
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
                Self::fault(FaultKind::Mistake, show, &count_mistakes(mistakes), cells, |cells| {
                    (format!("Check {cells}."), format!("{}.", told.join("; ")), right)
                })
            }
            logic::Hint::MissingMark(missing) => {
                let told: Vec<String> =
                    missing.iter().map(|mark| format!("{} can be {}", mark.cell, mark.digit)).collect();
                let cells = missing.iter().map(|mark| mark.cell);
                Self::fault(FaultKind::MissingMark, show, "A pencil mark is missing.", cells, |cells| {
                    (format!("The marks of {cells} lack a digit."), format!("{}.", told.join("; ")), Vec::new())
                })
            }
            logic::Hint::Done => {
                Self::Done(DoneHint { kind: DoneKind::Done, nudge: "The grid is complete and correct." })
            }
        }
    }

    /// A hint about something wrong in some cells. `tell` makes the texts of `where` and `how`, and the digits to place,
    /// from the names of the cells.
    fn fault(
        kind: FaultKind,
        show: HintLevel,
        nudge: &str,
        cells: impl Iterator<Item = crate::sudoku::Cell>,
        tell: impl FnOnce(&str) -> (String, String, Vec<Candidate>),
    ) -> Self {
        let mut cells: Vec<crate::sudoku::Cell> = cells.collect();
        cells.sort_unstable_by_key(|cell| cell.index());
        cells.dedup();
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let (place, how, right) = tell(&names.join(", "));
        let told = HintText {
            nudge: nudge.to_owned(),
            r#where: (show >= HintLevel::Where).then(|| Where {
                text: place.clone(),
                cells: cells.into_iter().map(Cell::from).collect(),
                houses: Vec::new(),
            }),
            what: (show >= HintLevel::What).then(|| What { text: place, views: Vec::new() }),
            how: (show >= HintLevel::How).then(|| How {
                text: how,
                lines: Vec::new(),
                effect: Effect { place: right, eliminate: Vec::new() },
                views: Vec::new(),
            }),
        };
        Self::Fault(Box::new(FaultHint { kind, told }))
    }
}

impl StepHint {
    /// The step up to this level of detail, with or without what a front end draws.
    pub fn new(board: &logic::Board, step: &logic::Step, show: HintLevel, drawn: bool) -> Self {
        let told = logic::tell(board, step);
        let place = told.place();
        let views = |views: fn(&logic::Board, &logic::Step) -> Vec<logic::View>| {
            if drawn { views(board, step).into_iter().map(View::from).collect() } else { Vec::new() }
        };
        Self {
            kind: StepKind::Step,
            technique: (show >= HintLevel::Where).then(|| Technique::of(board, step)),
            told: HintText {
                nudge: told.nudge.to_owned(),
                r#where: (show >= HintLevel::Where).then(|| Where {
                    text: place,
                    cells: told.cells.into_iter().map(Cell::from).collect(),
                    houses: told.houses.into_iter().map(House::from).collect(),
                }),
                what: (show >= HintLevel::What)
                    .then(|| What { text: told.what, views: views(logic::views_without_effects) }),
                how: (show >= HintLevel::How).then(|| How {
                    text: told.how,
                    lines: if drawn { told.lines } else { Vec::new() },
                    effect: step.into(),
                    views: views(logic::views),
                }),
            },
        }
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
