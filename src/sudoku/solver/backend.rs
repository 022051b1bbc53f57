//! The choice of an instruction set.

use std::sync::OnceLock;

#[cfg(target_arch = "aarch64")]
use super::lanes::Neon;
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, Task};
use super::search::{Restricted, Search, SearchMany};
use super::solution_list::SolutionList;
use super::{Budget, Interruption, Outcome, Stats};
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Cell, Digit, Grid, Position};

/// The solver for one instruction set of this processor. All backends give the same outcomes, with the same number of
/// guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backend(Set);

/// A supported instruction set, as the token that proves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    Portable(Portable),
}

impl Backend {
    /// The backends that this processor supports, fastest first. The last is `portable`, which needs no instruction
    /// set.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let vectors = [Avx512::detect().map(Set::Avx512), Avx2::detect().map(Set::Avx2)];
        #[cfg(target_arch = "aarch64")]
        let vectors = [Some(Set::Neon(Neon::new()))];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let vectors: [Option<Set>; 0] = [];
        vectors.into_iter().flatten().chain([Set::Portable(Portable)]).map(Self)
    }

    /// The fastest backend that this processor supports. Detection runs only once.
    pub fn detect() -> Self {
        static BEST: OnceLock<Backend> = OnceLock::new();
        *BEST.get_or_init(|| Self::available().next().unwrap_or(Self(Set::Portable(Portable))))
    }

    /// The available backend of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::available().find(|backend| backend.name() == name)
    }

    /// `avx512`, `avx2`, `neon` or `portable`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "aarch64")]
            Set::Neon(_) => "neon",
            Set::Portable(_) => "portable",
        }
    }

    /// [`solve`](super::solve) on this backend.
    pub fn solve(self, puzzle: &Grid, budget: &Budget) -> Outcome {
        self.solve_allowed(puzzle, None, budget)
    }

    /// [`solve_position`](super::solve_position) on this backend.
    pub fn solve_position(self, position: &Position, budget: &Budget) -> Outcome {
        self.solve_allowed(position.grid(), position.allowed(), budget)
    }

    fn solve_allowed(self, puzzle: &Grid, allowed: Option<&Candidates>, budget: &Budget) -> Outcome {
        let mut kept = SolutionList::new(budget);
        let take = |found: Option<&Grid>| kept.take(found);
        let search = Search { puzzle, budget, two_at_most: budget.is_of_two_at_most(), take };
        let (stats, cut) = self.search(search, allowed);
        kept.outcome(stats, cut)
    }

    /// [`find_any`](super::find_any) on this backend.
    pub fn find_any(
        self,
        position: impl Into<Position>,
        budget: &Budget,
    ) -> (Result<Option<Grid>, Interruption>, Stats) {
        let position = position.into();
        let mut first = None;
        let take = |found: Option<&Grid>| {
            first = found.copied();
            false
        };
        let search = Search { puzzle: position.grid(), budget, two_at_most: true, take };
        let (stats, cut) = self.search(search, position.allowed());
        (if let (None, Some(cause)) = (first, cut) { Err(cause) } else { Ok(first) }, stats)
    }

    /// [`find_other`](super::find_other) on this backend.
    pub(super) fn find_other(self, puzzle: &Grid, known: &Grid, cell: Option<Cell>) -> Option<Grid> {
        let digits = cell.and_then(|cell| known.get(cell)).map(Digit::get);
        let forbids = |index: usize, _| cell.map(Cell::index) == Some(index);
        let mut other = None;
        let take = |found: Option<&Grid>| {
            other = found.filter(|&solution| solution != known).copied();
            other.is_none()
        };
        // It needs the other solution itself, not only that there is one.
        let search = Search { puzzle, budget: &Budget::unlimited(), two_at_most: false, take };
        self.run(Restricted { search, digits, forbids, careful: false });
        other
    }

    /// [`solve_many`](super::solve_many) on this backend.
    pub fn solve_many(self, puzzles: &[Grid], budget: &Budget, outcomes: &mut Vec<Outcome>) {
        self.run(SearchMany { puzzles, budget, outcomes });
    }

    /// [`count_solutions`](super::count_solutions) on this backend.
    pub fn count_solutions(self, puzzle: &Grid, limit: usize) -> usize {
        let mut count = 0;
        if limit > 0 {
            let take = |_: Option<&Grid>| {
                count += 1;
                count < limit
            };
            self.run(Search { puzzle, budget: &Budget::unlimited(), two_at_most: limit <= 2, take });
        }
        count
    }

    /// Searches for solutions in which each cell holds one of the digits that are allowed there.
    fn search<F: FnMut(Option<&Grid>) -> bool>(
        self,
        search: Search<'_, F>,
        allowed: Option<&Candidates>,
    ) -> (Stats, Option<Interruption>) {
        let Some(allowed) = allowed else { return self.run(search) };
        let forbids = |cell: usize, digit: u8| allowed[cell] >> (digit - 1) & 1 == 0;
        let search = Search { two_at_most: false, ..search };
        self.run(Restricted { search, digits: 1..=9, forbids, careful: true })
    }

    pub(super) fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(lanes) => lanes.run(task),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(lanes) => lanes.run(task),
            #[cfg(target_arch = "aarch64")]
            Set::Neon(lanes) => lanes.run(task),
            Set::Portable(lanes) => lanes.run(task),
        }
    }
}
