//! Techniques, candidates, steps and views in responses.

use std::fmt;
use std::ops::Range;

use super::cells::{Cell, House};
use super::declaration::answer;
use crate::operations::schemas::words;
use crate::sudoku::logic::{self, Board, Role, Tenths};

/// A rating in tenths as a number with one decimal.
pub fn number(rating: Tenths) -> f64 {
    f64::from(rating.0) / 10.0
}

answer! {
    /// A name of a technique.
    #[derive(Clone, Copy)]
    pub struct TechniqueName {
        /// The stable id. `GET /techniques` lists all of them.
        pub id: &'static str,
        /// The name in English.
        pub name: &'static str,
    }
}

impl From<logic::Technique> for TechniqueName {
    fn from(technique: logic::Technique) -> Self {
        let info = technique.info();
        Self { id: info.id, name: info.name }
    }
}

answer! {
    /// A technique, as it is used in a step.
    #[derive(Clone)]
    pub struct Technique {
        /// The stable id. `GET /techniques` lists all of them.
        pub id: &'static str,
        /// The name in English.
        pub name: &'static str,
        /// The rating on the scale of Sudoku Explainer 1.2.1. Absent if the scale does not know the technique.
        pub rating: Option<f64> {minimum: 1, maximum: 12},
        /// Its place in the order in which players usually learn the techniques.
        pub course: usize {minimum: 1},
        /// What players call the step, the most specific name first. Empty if they have no name for it.
        pub names: Vec<TechniqueName>,
    }
}

impl Technique {
    /// The technique of a step on the board that it applies to.
    pub fn of(board: &Board, step: &logic::Step) -> Self {
        let names = logic::names(board, step).into_iter().map(TechniqueName::from).collect();
        Self { names, ..Self::new(step.technique, step.rating) }
    }

    /// This technique with this rating, with the name of all its steps.
    pub fn new(technique: logic::Technique, rating: Tenths) -> Self {
        let TechniqueName { id, name } = technique.into();
        let names = logic::common_name(technique).into_iter().map(TechniqueName::from).collect();
        Self { id, name, rating: rated(rating), course: technique.place_in_course(), names }
    }
}

/// A rating as a number; `None` if the scale does not know the technique.
pub fn rated(rating: Tenths) -> Option<f64> {
    (rating > Tenths(0)).then(|| number(rating))
}

answer! {
    /// A digit in a cell.
    #[derive(Clone, Copy)]
    pub struct Candidate {
        /// The cell.
        #[serde(flatten)]
        pub cell: Cell,
        /// The digit.
        pub digit: u8 {minimum: 1, maximum: 9},
    }
}

impl Candidate {
    /// This digit in this cell.
    pub fn new(cell: crate::sudoku::Cell, digit: crate::sudoku::Digit) -> Self {
        Self { cell: cell.into(), digit: digit.get() }
    }

    /// The cell and the digit.
    pub fn of(candidate: &Self) -> Option<(crate::sudoku::Cell, crate::sudoku::Digit)> {
        crate::sudoku::Cell::from_index(candidate.cell.index.into()).zip(crate::sudoku::Digit::new(candidate.digit))
    }
}

/// Such as `r1c3=4`.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={}", self.cell.row, self.cell.column, self.digit)
    }
}

impl From<logic::Candidate> for Candidate {
    fn from(candidate: logic::Candidate) -> Self {
        Self::new(candidate.cell, candidate.digit)
    }
}

answer! {
    /// What a step changes: digits to place and candidates to eliminate, ordered by cell, then digit.
    ///
    /// To replay a step, first remove what it eliminates. Then place its digit, which also removes the other candidates
    /// of its cell, and the digit from the cells of its houses.
    #[derive(Clone)]
    pub struct Effect {
        /// The digit that the step places, or those that correct mistakes.
        pub place: Vec<Candidate> {maxItems: 81},
        /// The candidates that the step eliminates.
        pub eliminate: Vec<Candidate> {maxItems: 729},
    }
}

impl From<&logic::Step> for Effect {
    fn from(step: &logic::Step) -> Self {
        Self {
            place: step.place.into_iter().map(Candidate::from).collect(),
            eliminate: step.eliminate.iter().copied().map(Candidate::from).collect(),
        }
    }
}

/// Formats as `r4c5=7` or `r1c2<>38 r1c3<>8`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for candidate in &self.place {
            write!(f, "{separator}{candidate}")?;
            separator = " ";
        }
        for same_cell in self.eliminate.chunk_by(|one, other| one.cell.index == other.cell.index) {
            write!(f, "{separator}r{}c{}<>", same_cell[0].cell.row, same_cell[0].cell.column)?;
            same_cell.iter().try_for_each(|candidate| write!(f, "{}", candidate.digit))?;
            separator = " ";
        }
        Ok(())
    }
}

answer! {
    /// A step of the path to the solution.
    #[derive(Clone)]
    pub struct Step {
        /// The technique.
        pub technique: Technique,
        /// What the step changes.
        #[serde(flatten)]
        pub effect: Effect,
        /// The step in English; empty if it was not wanted.
        pub text: String,
        /// Of chains, the text as a list: one line for each link, then the conclusion.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub lines: Vec<String>,
    }
}

impl Step {
    /// A step on the board that it applies to, with or without its text.
    pub fn new(board: &Board, step: &logic::Step, told: bool) -> Self {
        let (text, lines) = if told { logic::tell_whole(board, step) } else { Default::default() };
        Self { technique: Technique::of(board, step), effect: step.into(), text, lines }
    }

    /// The steps in this range of those from a grid or a position on, with or without their texts.
    pub fn path(start: impl Into<Board>, steps: &[logic::Step], range: Range<usize>, told: bool) -> Vec<Self> {
        let mut board: Board = start.into();
        let mut path = Vec::with_capacity(range.len());
        for (number, step) in steps.iter().enumerate().take(range.end) {
            if range.contains(&number) {
                path.push(Self::new(&board, step, told));
            }
            board.apply(step);
        }
        path
    }
}

/// Formats as `1.2 Hidden Single r1c3=4`, or as `Skyscraper r1c3<>4` if the scale does not know the technique.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rating) = self.technique.rating {
            write!(f, "{rating:.1} ")?;
        }
        write!(f, "{} {}", self.technique.name, self.effect)
    }
}

answer! {
    /// A picture of a step, for a front end to draw.
    #[derive(Clone)]
    pub struct View {
        /// What it shows; may be empty.
        pub title: String,
        /// Cells with a role.
        pub cells: Vec<CellRole>,
        /// The houses involved.
        pub houses: Vec<House>,
        /// Candidates with a role.
        pub candidates: Vec<CandidateRole>,
        /// The links of a chain, in reading order.
        pub links: Vec<Link>,
    }

    /// A cell with its role in a step.
    #[derive(Clone)]
    pub struct CellRole {
        /// The cell.
        pub cell: Cell,
        /// The role.
        pub role: Role,
    }

    /// A candidate with its role in a step.
    #[derive(Clone)]
    pub struct CandidateRole {
        /// The candidate.
        pub candidate: Candidate,
        /// The role.
        pub role: Role,
    }
}

words! {
    /// The kind of an inference.
    pub enum LinkKind { Strong = "strong", Weak = "weak" }
}

answer! {
    /// An inference between two candidates.
    #[derive(Clone)]
    pub struct Link {
        /// The premise.
        pub from: Candidate,
        /// The conclusion.
        pub to: Candidate,
        /// `strong`: if the premise is off, the conclusion is on. `weak`: if the premise is on, the conclusion is off.
        pub kind: LinkKind,
        /// The position in the reading order.
        pub step: usize {minimum: 1},
        /// `cell`, `row`, `column`, `box`, or the id of the technique of a nested step.
        pub because: &'static str,
        /// The views of the nested step.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub nested: Vec<View>,
    }
}

impl From<logic::View> for View {
    fn from(view: logic::View) -> Self {
        Self {
            title: view.title,
            cells: view.cells.into_iter().map(|(cell, role)| CellRole { cell: cell.into(), role }).collect(),
            houses: view.houses.into_iter().map(House::from).collect(),
            candidates: (view.candidates.into_iter())
                .map(|(candidate, role)| CandidateRole { candidate: candidate.into(), role })
                .collect(),
            links: view.links.into_iter().map(Link::from).collect(),
        }
    }
}

impl From<logic::Link> for Link {
    fn from(link: logic::Link) -> Self {
        Self {
            from: link.from.into(),
            to: link.to.into(),
            kind: if link.strong { LinkKind::Strong } else { LinkKind::Weak },
            step: link.step,
            because: link.because,
            nested: link.nested.into_iter().map(View::from).collect(),
        }
    }
}
