//! The depth-first search over guesses, with its own stack.

use super::exchange::has_exchange;
use super::lanes::{Lanes, Task};
use super::mini_rows::{AllRules, FewRules};
use super::pair_guesses::BANDS;
use super::position::{Next, Position, go_to_later, guess_best, guess_boldly};
use super::propagate::{Status, settle, settle_both};
use super::solution_list::SolutionList;
use super::stack::Stack;
use super::{Budget, Interruption, Outcome, Stats};
use crate::sudoku::{Grid, rules};

/// Number of guesses between two checks of the cancel flag; [`Budget::with_cancel`] says how long they take.
const POLL_EVERY: u64 = 64;

/// A grid with fewer clues than this has several solutions or none (McGuire, Tugemann and Civario, 2012).
const FEWEST_CLUES: usize = 17;

/// A grid with at least this many clues that the rules do not solve probably has several solutions. Of 6,000 random
/// minimal puzzles, 44 have this many clues; no puzzle of the sets of hard ones does.
const MANY_CLUES: usize = 32;

/// The search for the solutions of a grid. Returns its work and, if it was interrupted, the cause.
///
/// A grid whose digits conflict needs no special case: two equal digits of a house are sure in two places and are
/// removed from both.
pub(super) struct Search<'a, F> {
    pub(super) puzzle: &'a Grid,
    pub(super) budget: &'a Budget,
    /// Whether the search ends at the second solution at the latest.
    pub(super) two_at_most: bool,
    /// Takes each solution, or `None` for another one that is there. Returns whether the search should continue. It gets a
    /// reference, because to pass the grid itself takes 0.7 % of a search.
    pub(super) take: F,
}

impl<F: FnMut(Option<&Grid>) -> bool> Task for Search<'_, F> {
    type Output = (Stats, Option<Interruption>);

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Self::Output {
        let mut board = l.candidates(self.puzzle.values());
        let status = settle(l, &mut board, AllRules);
        search(l, Strategy::of(self.puzzle, self.two_at_most), self.puzzle, &board, status, self.budget, self.take)
    }
}

/// A search for solutions in which some cells must not hold some digits. It is a task of its own, so that the search of a plain
/// grid takes no longer: up to a tenth, on grids that are solved without a guess.
pub(super) struct Restricted<'a, F, D, R> {
    pub(super) search: Search<'a, F>,
    /// The digits that some cell must not hold.
    pub(super) digits: D,
    /// Whether the cell with this index must not hold this digit.
    pub(super) forbids: R,
    /// Whether the number of clues says little about that of solutions.
    pub(super) careful: bool,
}

impl<F, D, R> Task for Restricted<'_, F, D, R>
where
    F: FnMut(Option<&Grid>) -> bool,
    D: IntoIterator<Item = u8>,
    R: Fn(usize, u8) -> bool,
{
    type Output = (Stats, Option<Interruption>);

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Self::Output {
        let Search { puzzle, budget, two_at_most, take } = self.search;
        let mut board = l.candidates(puzzle.values());
        for digit in self.digits {
            let mut forbidden = [0; 81];
            for (cell, forbidden) in forbidden.iter_mut().enumerate() {
                *forbidden = if (self.forbids)(cell, digit) { digit } else { 0 };
            }
            for (cells, forbidden) in board.as_mut().iter_mut().zip(l.candidates(&forbidden).as_ref()) {
                for register in [0, 1, 2] {
                    cells[register] = l.and_not(cells[register], l.singles(forbidden[register]));
                }
            }
        }
        let status = settle(l, &mut board, AllRules);
        let strategy = if self.careful { Strategy::CAREFUL } else { Strategy::of(puzzle, two_at_most) };
        search(l, strategy, puzzle, &board, status, budget, take)
    }
}

/// The searches for the solutions of several grids, with an outcome for each.
///
/// With [`Lanes::PAIRS`], the rules are applied to two grids at a time before the first guess.
pub(super) struct SearchMany<'a> {
    pub(super) puzzles: &'a [Grid],
    pub(super) budget: &'a Budget,
    pub(super) outcomes: &'a mut Vec<Outcome>,
}

impl Task for SearchMany<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        self.outcomes.reserve(self.puzzles.len());
        for puzzles in self.puzzles.chunks(2) {
            let mut boards = [l.candidates(puzzles[0].values()); 2];
            let mut statuses = [Status::Dead; 2];
            let [first, second] = &mut boards;
            if let (true, [_, puzzle]) = (L::PAIRS, puzzles) {
                *second = l.candidates(puzzle.values());
                statuses = settle_both(l, first, second).into();
            } else {
                statuses[0] = settle(l, first, AllRules);
                if let [_, puzzle] = puzzles {
                    *second = l.candidates(puzzle.values());
                    statuses[1] = settle(l, second, AllRules);
                }
            }
            for ((board, status), puzzle) in boards.iter().zip(statuses).zip(puzzles) {
                let mut kept = SolutionList::new(self.budget);
                let strategy = Strategy::of(puzzle, self.budget.is_of_two_at_most());
                let take = |found: Option<&Grid>| kept.take(found);
                let (stats, cut) = search(l, strategy, puzzle, board, status, self.budget, take);
                self.outcomes.push(kept.outcome(stats, cut));
            }
        }
    }
}

/// The strategy of a search.
#[derive(Clone, Copy)]
struct Strategy {
    /// Whether several solutions are likely. Dead ends are then rare, and most of the time goes into filling the grid.
    /// Such a search is bold: until it meets too many dead ends, it uses the cheapest rules and guesses.
    several_likely: bool,
    /// Whether the search ends at the second solution at the latest. A bold guess is then of several cells at once, and
    /// the second solution is first sought by an exchange of digits in the first.
    two_at_most: bool,
}

impl Strategy {
    const CAREFUL: Self = Self { several_likely: false, two_at_most: false };

    #[inline(always)]
    fn of(puzzle: &Grid, two_at_most: bool) -> Self {
        let clues = puzzle.clues();
        // With many clues and more than two solutions requested, better guesses are worth their time.
        Self { several_likely: clues < FEWEST_CLUES || (two_at_most && clues >= MANY_CLUES), two_at_most }
    }

    /// The number of bands in which guess number `guess`, counted from 1, is made if it is bold.
    #[inline(always)]
    const fn bands(self, guess: u64) -> usize {
        if !self.two_at_most {
            1
        } else if guess == 1 {
            BANDS
        } else {
            2
        }
    }

    /// Whether there are too many dead ends for this number of guesses: more than half of all ends. With guesses of one
    /// cell, there is one more end than guesses; with guesses of two cells, one more than twice as many.
    #[inline(always)]
    const fn has_too_many_dead_ends(self, dead_ends: u64, guesses: u64) -> bool {
        dead_ends > if self.two_at_most { guesses } else { guesses / 2 }
    }
}

/// Searches from a position to which the rules have been applied, with this result.
#[inline(always)]
fn search<L: Lanes>(
    l: L,
    strategy: Strategy,
    puzzle: &Grid,
    board: &L::Board,
    status: Status,
    budget: &Budget,
    mut take: impl FnMut(Option<&Grid>) -> bool,
) -> (Stats, Option<Interruption>) {
    if status != Status::Open {
        if status == Status::Solved {
            take(Some(&solution(l, puzzle, board)));
        }
        return (Stats::default(), None);
    }
    let mut course = Course::new(strategy);
    let mut stack = Stack::new(Position { board: *board, next: Next::Known(Status::Open) });
    let mut depth = 0;
    loop {
        let top = stack.at(depth);
        let is_finished = match top.next {
            Next::Later(band) => !go_to_later(l, &mut stack, &mut depth, band),
            next => match course.status(l, &mut top.board, next) {
                Status::Open => {
                    if let Some(cause) = course.interruption(budget) {
                        return (course.stats, Some(cause));
                    }
                    let (later, first) = stack.two(depth);
                    depth += usize::from(course.guess(l, first, later));
                    false
                }
                Status::Solved => {
                    if !take(Some(&solution(l, puzzle, &top.board))) {
                        return (course.stats, None);
                    }
                    if strategy.several_likely && strategy.two_at_most && has_exchange(l, board, &top.board) {
                        // The search continues after this solution and needs at most two, so one more is enough.
                        take(None);
                        return (course.stats, None);
                    }
                    true
                }
                Status::Dead => {
                    course.count_dead_end();
                    true
                }
            },
        };
        if is_finished {
            let Some(below) = depth.checked_sub(1) else { return (course.stats, None) };
            depth = below;
        }
    }
}

/// How a search has gone so far, and what it does next because of that.
struct Course {
    strategy: Strategy,
    /// Whether the search is still bold.
    bold: bool,
    stats: Stats,
    dead_ends: u64,
    /// The number of guesses at which the cancel flag is checked next.
    next_poll: u64,
}

impl Course {
    #[inline(always)]
    fn new(strategy: Strategy) -> Self {
        Self { strategy, bold: strategy.several_likely, stats: Stats::default(), dead_ends: 0, next_poll: 0 }
    }

    /// The status of a position, to which the rules are applied unless that has been done.
    #[inline(always)]
    fn status<L: Lanes>(&self, l: L, board: &mut L::Board, next: Next) -> Status {
        match next {
            Next::Known(status) => status,
            _ if self.bold => settle(l, board, FewRules),
            _ => settle(l, board, AllRules),
        }
    }

    /// Why the search must stop before the next guess, if it must.
    #[inline(always)]
    fn interruption(&mut self, budget: &Budget) -> Option<Interruption> {
        if self.stats.guesses == budget.nodes {
            return Some(Interruption::NodeLimit);
        }
        if self.stats.guesses >= self.next_poll {
            self.next_poll += POLL_EVERY;
            if budget.is_cancelled() {
                return Some(Interruption::Cancelled);
            }
        }
        None
    }

    /// Splits an open position, `later`, into what to search first and what to search later. Returns whether both
    /// remain; if not, `later` is the only one.
    #[inline(always)]
    fn guess<L: Lanes>(&mut self, l: L, first: &mut Position<L::Board>, later: &mut Position<L::Board>) -> bool {
        self.stats.guesses += 1;
        if self.bold && guess_boldly(l, first, later, self.strategy.bands(self.stats.guesses)) {
            return true;
        }
        guess_best(l, first, later);
        // After a dead end, both positions will probably be needed.
        if L::PAIRS && self.dead_ends > 0 && !self.bold {
            let (first_status, later_status) = settle_both(l, &mut first.board, &mut later.board);
            first.next = Next::Known(first_status);
            later.next = Next::Known(later_status);
            if later_status == Status::Dead {
                *later = *first;
                return false;
            }
        }
        true
    }

    /// Counts a dead end. Too many of them end the boldness.
    #[inline(always)]
    fn count_dead_end(&mut self) {
        self.dead_ends += 1;
        self.bold &= !self.strategy.has_too_many_dead_ends(self.dead_ends, self.stats.guesses);
    }
}

/// The grid of a solved position.
#[inline(always)]
fn solution<L: Lanes>(l: L, puzzle: &Grid, board: &L::Board) -> Grid {
    let solution = Grid::from_known_values(l.values(board));
    // Under Miri, this check takes longer than the search.
    if cfg!(not(miri)) {
        debug_assert!(solution.is_complete() && !rules::has_conflict(&solution), "no solution: {solution}");
        debug_assert!(solution.contains(puzzle), "a solution of another grid than {puzzle}: {solution}");
    }
    solution
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::sudoku::Cell;
    use crate::sudoku::solver::tests::{HARD, Numbers, backends, grid};
    use crate::sudoku::solver::{Backend, Finding};

    /// A search that is bold regardless of the grid.
    struct Boldly(Grid);

    impl Task for Boldly {
        type Output = Finding;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> Finding {
            let mut board = l.candidates(self.0.values());
            let (budget, strategy) = (Budget::unlimited(), Strategy { several_likely: true, two_at_most: true });
            let (mut kept, status) = (SolutionList::new(&budget), settle(l, &mut board, AllRules));
            let (stats, cut) = search(l, strategy, &self.0, &board, status, &budget, |found| kept.take(found));
            kept.outcome(stats, cut).finding
        }
    }

    /// The number of solutions of a position.
    #[inline(always)]
    pub fn solutions<L: Lanes>(l: L, puzzle: &Grid, mut board: L::Board) -> usize {
        let (mut count, status) = (0, settle(l, &mut board, AllRules));
        search(l, Strategy::CAREFUL, puzzle, &board, status, &Budget::unlimited(), |_| {
            count += 1;
            true
        });
        count
    }

    #[test]
    fn a_bold_search_finds_what_a_careful_one_does() {
        let mut numbers = Numbers(3);
        let cases = if cfg!(miri) { 1 } else { 100 };
        let random = (0..cases).map(|case| numbers.puzzle(27 + case % 3, case % 2 == 1));
        for puzzle in random.chain([grid(HARD)]).collect::<Vec<_>>() {
            let careful = Backend::detect().solve(&puzzle, &Budget::unlimited()).finding;
            for backend in backends() {
                match (backend.run(Boldly(puzzle)), &careful) {
                    (Finding::Many(_), Finding::Many(_)) => {}
                    (bold, careful) => assert_eq!(bold, *careful, "{puzzle} {backend:?}"),
                }
            }
        }
    }

    #[test]
    fn another_solution_is_found_if_there_is_one() {
        let mut numbers = Numbers(4);
        let cases = if cfg!(miri) { 1 } else { 32 };
        for puzzle in (0..cases).map(|case| numbers.puzzle(30 + case % 16, false)).collect::<Vec<_>>() {
            let found: Vec<Grid> = match Backend::detect().solve(&puzzle, &Budget::unlimited().keeping(1_000)).finding {
                Finding::One(only) => vec![only],
                Finding::Many(all) if !all.more() => all.iter().copied().collect(),
                _ => continue,
            };
            let mut expected = None;
            for backend in backends() {
                let other = |cell: Option<Cell>| {
                    let value = |grid: &Grid| cell.map_or(*grid.values(), |cell| [grid.values()[cell.index()]; 81]);
                    let differs = |solution: &Grid| value(solution) != value(&found[0]);
                    let other = backend.find_other(&puzzle, &found[0], cell);
                    assert_eq!(other.is_some(), found.iter().any(differs), "{puzzle} {cell:?} {backend:?}");
                    assert!(other.is_none_or(|other| differs(&other) && other.contains(&puzzle)));
                    other
                };
                let others: Vec<_> = Cell::all().map(Some).chain([None]).map(other).collect();
                assert_eq!(expected.get_or_insert_with(|| others.clone()), &others, "{puzzle} {backend:?}");
            }
        }
    }
}
