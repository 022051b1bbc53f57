//! One step of a solution, with its proof.

use std::fmt;

use super::{Technique, house_tables};
use crate::sudoku::{Cell, Digit, House};

/// A rating in tenths: 12 is 1.2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tenths(pub u8);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Debug for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit that it may hold.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate of the cell and the digit with these numbers, the digit from 0 to 8.
    pub(super) fn at(cell: u8, digit: u8) -> Self {
        Self { cell: house_tables::cell(cell), digit: house_tables::digit(digit) }
    }

    /// The numbers of its cell and its digit, the digit from 0 to 8.
    pub(super) const fn numbers(self) -> (u8, u8) {
        (self.cell.index() as u8, self.digit.get() - 1)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

/// One step of a solution: a technique applied once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The rating of this step; 0.0 if the scale does not know the technique.
    pub rating: Tenths,
    /// The digit that the step places, if it places one.
    pub place: Option<Candidate>,
    /// The candidates that the step removes, ordered by cell, then by digit. A placement removes the other candidates
    /// of its cell, and its digit from the cell's peers, without naming them here.
    pub eliminate: Vec<Candidate>,
    /// Why this step follows.
    pub proof: Proof,
}

/// Why a step follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A few truths leave no other possibility.
    Pattern(Pattern),
    /// Chains of implications leave no other possibility.
    Chains(Chains),
}

impl Proof {
    /// The proof by these truths, which share the houses with these numbers.
    pub(super) fn of(truths: impl IntoIterator<Item = Truth>, covers: impl IntoIterator<Item = u8>) -> Self {
        let covers = covers.into_iter().map(house_tables::house).collect();
        Self::Pattern(Pattern { truths: truths.into_iter().collect(), covers })
    }

    /// The proof of a fish of a digit, 0 to 8: its base houses and its cover houses, a bit for each.
    pub(super) fn fish(digit: u8, [bases, covers]: [u32; 2]) -> Self {
        Self::of(
            house_tables::bits(u64::from(bases)).map(|h| Truth::place(h, digit)),
            house_tables::bits(u64::from(covers)),
        )
    }
}

/// Truths that cannot all hold together with a removed candidate, or without a placed one.
///
/// One candidate of each truth is true. Every way to choose these candidates so that no two exclude each other also
/// excludes the removed candidates and includes the placed one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The truths. For a wing, the pivot comes first; for a direct technique, the house of the placed digit comes last.
    pub truths: Vec<Truth>,
    /// The houses that the truths share: the cover lines of a fish, the second house of locked candidates, the house
    /// of a naked subset.
    pub covers: Vec<House>,
}

/// A set of candidates, one of which is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// The candidates of a cell.
    Cell(Cell),
    /// The places of a digit in a house.
    Place(House, Digit),
    /// One of these cells, which form a loop, holds a digit other than these two. Otherwise the two digits could be
    /// exchanged, and the puzzle would have two solutions.
    Loop(Vec<Cell>, [Digit; 2]),
    /// One of these candidates is true. Otherwise every open cell would have two candidates, and every digit two places
    /// in every house where it is missing, and the puzzle would not have exactly one solution.
    Bug(Vec<Candidate>),
    /// One of these two groups has a true candidate, because of these places or cells.
    Strong(Source, [Group; 2]),
}

/// What makes a link between two groups strong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The groups are all places of a digit in this house.
    House(House),
    /// The groups are the places of two digits in these cells of a house, which have one candidate more than there are cells.
    Cells(Vec<Cell>),
}

/// Places of a digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The digit.
    pub digit: Digit,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Group {
    /// Its candidates.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> {
        self.cells.iter().map(|&cell| Candidate { cell, digit: self.digit })
    }
}

impl Truth {
    /// The candidates of the cell with this number.
    pub(super) fn cell(cell: u8) -> Self {
        Self::Cell(house_tables::cell(cell))
    }

    /// These cells, in which the digits of a pair, 0 to 8, could be exchanged.
    pub(super) fn around(cells: impl IntoIterator<Item = u8>, pair: [u8; 2]) -> Self {
        Self::Loop(cells.into_iter().map(house_tables::cell).collect(), pair.map(house_tables::digit))
    }

    /// The places of a digit, 0 to 8, in the house with this number.
    pub(super) fn place(house: u8, digit: u8) -> Self {
        Self::Place(house_tables::house(house), house_tables::digit(digit))
    }
}

/// A candidate that is assumed or inferred to be true (on) or false (off).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    /// The candidate.
    pub candidate: Candidate,
    /// True for on.
    pub on: bool,
}

/// `r1c1 is 5` or `r1c1 is not 5`.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { candidate: Candidate { cell, digit }, on } = self;
        write!(f, "{cell} is {}{digit}", if *on { "" } else { "not " })
    }
}

/// Why an inference follows from its premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// It is the assumption of the branch and has no premises.
    Assumed,
    /// Both are candidates of one cell. A candidate that is on excludes the others (weak); the last one left is on
    /// (strong).
    Cell,
    /// Both are places of one digit in this house. A place that is on excludes the others (weak); the last one left is
    /// on (strong).
    House(House),
    /// A step that is possible once the premises are off. It removes the inferred candidate.
    Step(Box<Step>),
}

/// One inference of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// What follows.
    pub node: Node,
    /// The premises: nodes of earlier inferences, the main one first. There are several if candidates that were removed
    /// in the branch leave only one possibility.
    pub from: Vec<Node>,
    /// Why it follows.
    pub because: Because,
}

/// What follows from one assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The inferences in reading order: the assumption first, each other one after its premises, the conclusion last.
    pub inferences: Vec<Inference>,
}

/// How the branches of a proof by chains lead to its conclusion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reasoning {
    /// One branch that returns to its assumption. Each of its candidates is on in one direction and off in the other.
    /// This removes every candidate that sees both an on node and an off node with the same digit.
    Cycle,
    /// Each branch shows that, if its first candidate is off, its last one is on. One of the two is true, which removes
    /// every candidate that both exclude.
    Either,
    /// The assumption leads to its own opposite (one branch), or to a node and its opposite (two branches).
    Contradiction,
    /// A candidate on (first branch) and the same candidate off (second branch) lead to the same node.
    Double,
    /// Every candidate of this cell leads to the same node, each with its own branch.
    Cell(Cell),
    /// Every place of this digit in this house leads to the same node, each with its own branch.
    Place(House, Digit),
}

/// A proof by chains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chains {
    /// How the branches lead to the conclusion.
    pub reasoning: Reasoning,
    /// The branches in reading order.
    pub branches: Vec<Branch>,
}
