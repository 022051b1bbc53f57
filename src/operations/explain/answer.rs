//! The answer of an explanation: one of three shapes, told apart by its verdict.

use crate::operations::answer::canonical::Canonical;
use crate::operations::answer::cells::{Cell, Conflict};
use crate::operations::answer::contradiction::Contradiction;
use crate::operations::answer::declaration::answer;
use crate::operations::answer::grid::{AnswerGrid, Notation};
use crate::operations::answer::repairs::{Repairs, of_cells};
use crate::operations::answer::steps::Candidate;
use crate::operations::answer::verdict::{MultipleVerdict, RefutedVerdict, UniqueVerdict, Verdict};
use crate::operations::operation::Answer;
use crate::sudoku::explain::{self, Explanation, Proof};
use crate::sudoku::{self, Digit, Grid, Position, Symmetry};

answer! {
    /// Why a grid has no solution, or more than one, or what is special about it: told apart by `verdict`.
    pub enum ExplainAnswer {
        /// No solution.
        Refuted(Box<Refuted>),
        /// Several solutions.
        Multiple(Box<Multiple>),
        /// One solution.
        Unique(Box<Unique>),
    }

    /// Why a grid has no solution.
    pub struct Refuted {
        /// `conflict` if givens break the rules, otherwise `none`.
        pub verdict: Verdict as RefutedVerdict,
        /// Whether the answer has every part that applies or was requested, each complete and proven. If not, the limit
        /// on the work was reached.
        pub complete: bool,
        /// Every digit that occurs more than once in a house.
        pub conflicts: Option<Vec<Conflict>>,
        /// If only the pencil marks leave no solution: the digits of the only one without them that they lack. There is
        /// then neither a core nor a repair.
        pub missing_marks: Option<Vec<Candidate>> {minItems: 1, maxItems: 81},
        /// Givens that have no solution together.
        pub core: Option<Core>,
        /// How steps from the givens of the core alone lead to a contradiction: singles and locked candidates or, with
        /// `allow` or `max_rating`, those that the player knows. Absent if that takes guesses, because a search tree is
        /// hard to follow by hand, and if givens conflict.
        pub contradiction: Option<Contradiction>,
        /// The smallest sets of givens to remove so that a solution exists.
        pub repairs: Option<Repairs>,
        /// Parts of any explanation.
        #[serde(flatten)]
        pub on_request: OnRequest,
    }

    /// Why a grid has more than one solution.
    pub struct Multiple {
        /// In how many ways the grid can be completed.
        pub verdict: Verdict as MultipleVerdict,
        /// Whether the answer has every part that applies or was requested, each complete and proven. If not, the limit
        /// on the work was reached.
        pub complete: bool,
        /// The number of solutions.
        pub solutions: SolutionCount,
        /// Two solutions that differ in few cells.
        pub witnesses: Option<[AnswerGrid; 2]> {minItems: 2, maxItems: 2},
        /// The cells in which the witnesses differ.
        pub differing: Option<Vec<Cell>>,
        /// Whether one of the differing cells must be given, since no other solution differs in only some of them.
        pub unavoidable: Option<bool>,
        /// The blank cells that hold the same digit in every solution.
        pub backbone: Vec<Candidate>,
        /// For each of the 81 cells, the digits that it holds in some solution.
        pub candidates: Vec<Vec<u8>> {minItems: 81, maxItems: 81},
        /// Whether every candidate was decided. If not, there may be more candidates than listed.
        candidates_exact: bool,
        /// On request: smallest sets of clues that make the first witness the only solution.
        pub additions: Option<Additions>,
        /// Parts of any explanation.
        #[serde(flatten)]
        pub on_request: OnRequest,
    }

    /// What is special about a puzzle.
    pub struct Unique {
        /// In how many ways the grid can be completed.
        pub verdict: Verdict as UniqueVerdict,
        /// Whether the answer has every part that applies or was requested, each complete and proven. If not, the limit
        /// on the work was reached.
        pub complete: bool,
        /// Whether no given can be left out; absent if that was not decided.
        pub minimal: Option<bool>,
        /// The givens that can each be left out.
        pub redundant: Vec<Candidate>,
        /// On request: a puzzle without redundant givens that has the same solution.
        pub minimal_puzzle: Option<AnswerGrid>,
        /// Parts of any explanation.
        #[serde(flatten)]
        pub on_request: OnRequest,
    }

    /// Parts of any explanation.
    pub struct OnRequest {
        /// On request: the canonical form.
        pub canonical: Option<Canonical>,
        /// For a puzzle, or on request: the symmetry of the pattern of givens.
        pub symmetry: Option<PatternSymmetry>,
        /// With `doubtful`: the ways to read these cells that leave exactly one solution.
        pub readings: Option<Readings>,
    }
}

impl OnRequest {
    fn is_exact(&self) -> bool {
        self.readings.as_ref().is_none_or(|readings| readings.exact)
    }
}

answer! {
    /// Ways to read doubtful cells.
    pub struct Readings {
        /// Those with exactly one solution, ordered by the number of changes, then by cell and the order of the digits
        /// sent.
        pub list: Vec<Reading> {maxItems: 50},
        /// Whether there are more than listed.
        pub more: bool,
        /// Whether all readings were decided. If not, the limit on the work was reached.
        pub exact: bool,
    }

    /// A way to read doubtful cells.
    pub struct Reading {
        /// The cells that differ from those sent, ordered by index.
        pub changes: Vec<ReadCell> {maxItems: 8},
        /// The grid that was read.
        pub grid: AnswerGrid,
        /// Its only solution.
        pub solution: AnswerGrid,
    }

    /// A cell that was read in another way.
    pub struct ReadCell {
        /// The cell.
        #[serde(flatten)]
        pub cell: Cell,
        /// The digit sent; 0 for a blank.
        pub from: u8 {minimum: 0, maximum: 9},
        /// The digit read; 0 for a blank.
        pub digit: u8 {minimum: 0, maximum: 9},
    }
}

impl Readings {
    /// The first of these readings of a grid.
    pub fn of(sent: &Grid, (found, exact): (Vec<explain::Reading>, bool), notation: Notation, most: usize) -> Self {
        let more = found.len() > most;
        let cell = |cell: sudoku::Cell, grid: &Grid| ReadCell {
            cell: cell.into(),
            from: sent.values()[cell.index()],
            digit: grid.values()[cell.index()],
        };
        let reading = |explain::Reading { changes, grid, solution }| Reading {
            changes: changes.into_iter().map(|changed| cell(changed, &grid)).collect(),
            grid: AnswerGrid { grid, notation },
            solution: AnswerGrid { grid: solution, notation },
        };
        Self { list: found.into_iter().take(most).map(reading).collect(), more, exact }
    }
}

answer! {
    /// Givens that have no solution together.
    pub struct Core {
        /// The givens.
        pub givens: Vec<Candidate>,
        /// Whether leaving out any one of them leaves a solution.
        minimal: bool,
        /// Whether no core has fewer givens.
        smallest: bool,
    }

    /// A number of solutions.
    pub struct SolutionCount {
        /// The number.
        pub count: usize {minimum: 1, maximum: 1000},
        /// Whether there are no more.
        pub exact: bool,
    }

    /// Clues that make a solution the only one.
    pub struct Additions {
        /// The sets of clues, all of the same size.
        pub list: Vec<Vec<Candidate>> {maxItems: 50},
        /// Whether no smaller set exists.
        smallest: bool,
        /// Whether there may be more sets of this size than listed.
        pub more: bool,
        /// The number of sets that were found and are not listed.
        pub left_out: usize {minimum: 0, maximum: 50},
    }

    /// The symmetry of a pattern of givens.
    pub struct PatternSymmetry {
        /// The symmetries; `none` if there is none.
        pub pattern: Vec<Symmetry>,
        /// The number of givens.
        clues: usize {minimum: 0, maximum: 81},
    }
}

impl Answer for ExplainAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "explanation"];

    fn columns(&self) -> Vec<Option<String>> {
        let text = self.to_string();
        let facts = text.trim_end().split_once('\n').map(|(_, facts)| facts.replace('\n', " | "));
        vec![self.verdict().map(|verdict| verdict.name().to_owned()), facts]
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(match self {
            Self::Refuted(refuted) => refuted.verdict,
            Self::Multiple(multiple) => multiple.verdict,
            Self::Unique(unique) => unique.verdict,
        })
    }
}

impl ExplainAnswer {
    /// The answer with this explanation of a position.
    pub fn of(
        position: &Position,
        explanation: Explanation,
        on_request: OnRequest,
        notation: Notation,
        most: usize,
    ) -> Self {
        let grid = position.grid();
        match explanation {
            Explanation::Refuted(refuted) => Self::Refuted(Box::new(Refuted::of(position, refuted, on_request, most))),
            Explanation::Multiple(multiple) => {
                Self::Multiple(Box::new(Multiple::of(*multiple, on_request, notation, most)))
            }
            Explanation::Unique(unique) => Self::Unique(Box::new(Unique::of(grid, unique, on_request, notation))),
        }
    }
}

impl Refuted {
    fn of(
        position: &Position,
        explain::Refuted { conflicts, missing_marks, proof, complete }: explain::Refuted,
        on_request: OnRequest,
        most: usize,
    ) -> Self {
        let grid = position.grid();
        let conflicts: Vec<Conflict> = conflicts.into_iter().map(Conflict::from).collect();
        let missing_marks: Vec<Candidate> = missing_marks.into_iter().map(Candidate::from).collect();
        let mut refuted = Self {
            verdict: if conflicts.is_empty() { Verdict::None } else { Verdict::Conflict },
            complete: complete && on_request.is_exact(),
            conflicts: (!conflicts.is_empty()).then_some(conflicts),
            missing_marks: (!missing_marks.is_empty()).then_some(missing_marks),
            core: None,
            contradiction: None,
            repairs: None,
            on_request,
        };
        if let Some(Proof { core, givens, contradiction, repairs }) = proof {
            let core = Core { givens: of_cells(grid, &core.givens), minimal: core.minimal, smallest: core.smallest };
            refuted.core = Some(core);
            refuted.contradiction = contradiction.map(|found| Contradiction::of(&position.on(givens), found));
            refuted.repairs = Some(Repairs::of(grid, repairs, most));
        }
        refuted
    }
}

impl Multiple {
    fn of(explained: explain::Multiple, on_request: OnRequest, notation: Notation, most: usize) -> Self {
        let explain::Multiple { solutions, candidates, witnesses, additions, complete } = explained;
        let digits = |cell| candidates.at(cell).map(Digit::get).collect();
        let additions = witnesses.as_ref().zip(additions).map(|(witnesses, additions)| Additions {
            left_out: additions.list.len().saturating_sub(most),
            list: additions.list.iter().take(most).map(|cells| of_cells(&witnesses.solutions[0], cells)).collect(),
            smallest: additions.smallest,
            more: additions.more || additions.list.len() > most,
        });
        Self {
            verdict: Verdict::Multiple,
            complete: complete && on_request.is_exact(),
            solutions: SolutionCount { count: solutions.count(), exact: solutions.is_exact() },
            differing: witnesses.as_ref().map(|found| found.differing.iter().copied().map(Cell::from).collect()),
            unavoidable: witnesses.as_ref().map(|found| found.unavoidable),
            witnesses: witnesses.map(|found| found.solutions.map(|grid| AnswerGrid { grid, notation })),
            backbone: candidates.backbone().map(|(cell, digit)| Candidate::new(cell, digit)).collect(),
            candidates: sudoku::Cell::all().map(digits).collect(),
            candidates_exact: candidates.is_exact(),
            additions,
            on_request,
        }
    }
}

impl Unique {
    fn of(grid: &Grid, explained: explain::Unique, on_request: OnRequest, notation: Notation) -> Self {
        let explain::Unique { redundancy, minimal_puzzle, complete } = explained;
        Self {
            verdict: Verdict::Unique,
            complete: complete && on_request.is_exact(),
            minimal: redundancy.is_minimal(),
            redundant: of_cells(grid, &redundancy.redundant),
            minimal_puzzle: minimal_puzzle.map(|reduced| AnswerGrid { grid: reduced.puzzle, notation }),
            on_request,
        }
    }
}

impl PatternSymmetry {
    /// That of the givens of a grid.
    pub fn of(grid: &Grid) -> Self {
        Self { pattern: Symmetry::of(grid), clues: grid.clues() }
    }
}
