//! The depth-first search over guesses, with its own stack.

use super::exchange::has_exchange;
use super::kept::{Collect, Kept};
use super::lanes::{Lanes, Task};
use super::pairs::{BANDS, Pairs};
use super::propagate::{Status, settle, settle_both, settle_lightly};
use super::stack::Stack;
use super::{Budget, Interruption, Outcome, Stats, guess};
use crate::sudoku::Grid;

/// How many guesses pass between two looks at the cancel flag: about ten microseconds on the fastest backend, half a
/// millisecond on a slow machine.
const POLL_EVERY: u64 = 64;

/// A grid with fewer clues than these has several solutions: 17 is the least that a grid with one can have.
const FEWEST_CLUES: usize = 17;

/// A grid with at least so many clues that is still open under the rules has several solutions more often than not:
/// of the millions of known puzzles without a superfluous clue few have more than 30.
const MANY_CLUES: usize = 32;

/// The search for the solutions of a grid. Gives what it took and what cut it, if something did.
///
/// A grid whose digits conflict needs no care: two equal digits of a house are sure in two places and go out of both.
pub(super) struct Search<'a, C> {
    pub(super) puzzle: &'a Grid,
    pub(super) budget: &'a Budget,
    pub(super) solutions: &'a mut C,
}

impl<C: Collect> Task for Search<'_, C> {
    type Output = (Stats, Option<Interruption>);

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Self::Output {
        let mut board = l.candidates(self.puzzle.values());
        let status = settle(l, &mut board);
        search(l, self.puzzle, &board, status, self.budget, self.solutions)
    }
}

/// The searches for the solutions of several grids, with an outcome for each.
///
/// Where that is faster, the positions before the first guess settle two at a time.
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
                statuses[0] = settle(l, first);
                if let [_, puzzle] = puzzles {
                    *second = l.candidates(puzzle.values());
                    statuses[1] = settle(l, second);
                }
            }
            for ((board, status), puzzle) in boards.iter().zip(statuses).zip(puzzles) {
                let mut kept = Kept::new(self.budget);
                let (stats, cut) = search(l, puzzle, board, status, self.budget, &mut kept);
                self.outcomes.push(kept.outcome(stats, cut));
            }
        }
    }
}

/// How a search goes about it.
#[derive(Clone, Copy)]
struct Manner {
    /// Whether several solutions are likely: with the cheapest rules and guesses, for a dead end is rare, and what takes
    /// the time is to fill the grid. So it goes on until there were more dead ends than guesses.
    bold: bool,
    /// Whether it ends at the second solution or before. Then several cells may be guessed at once, and a second
    /// solution is first looked for as an exchange of digits in the first.
    two_at_most: bool,
}

impl Manner {
    #[inline(always)]
    fn of(puzzle: &Grid, solutions: &impl Collect) -> Self {
        let (clues, two_at_most) = (puzzle.clues(), solutions.asks_for_two_at_most());
        // Where the clues are many and all solutions are looked for, better guesses are worth their time.
        Self { bold: clues < FEWEST_CLUES || (two_at_most && clues >= MANY_CLUES), two_at_most }
    }

    /// How many bands a bold guess is to be of, for the first, second and so on.
    #[inline(always)]
    const fn bands(self, guess: u64) -> usize {
        match guess {
            _ if !self.two_at_most => 1,
            1 => BANDS,
            _ => 2,
        }
    }
}

/// A position and what is next there.
#[derive(Clone, Copy)]
struct Position<B> {
    board: B,
    next: Next,
}

#[derive(Clone, Copy)]
enum Next {
    /// The rules.
    Rules,
    /// They were applied, and this is what became of it.
    Known(Status),
    /// A guess for several bands was made. What it left for later is next, for this band and then for those before.
    Later(usize),
}

/// Searches on from a position that the rules have reached.
#[inline(always)]
fn search<L: Lanes>(
    l: L,
    puzzle: &Grid,
    board: &L::Board,
    status: Status,
    budget: &Budget,
    solutions: &mut impl Collect,
) -> (Stats, Option<Interruption>) {
    let mut stats = Stats::default();
    match status {
        Status::Dead => return (stats, None),
        Status::Solved => {
            solutions.take(Grid::from_known_values(l.values(board)));
            return (stats, None);
        }
        Status::Open => {}
    }
    let manner = Manner::of(puzzle, solutions);
    let mut stack = Stack::new(Position { board: *board, next: Next::Known(Status::Open) });
    let mut depth = 0;
    let mut dead_ends = 0;
    let mut next_poll = 0;
    loop {
        let bold = manner.bold && dead_ends <= stats.guesses;
        let top = stack.at(depth);
        let status = match top.next {
            Next::Rules if bold => Some(settle_lightly(l, &mut top.board)),
            Next::Rules => Some(settle(l, &mut top.board)),
            Next::Known(status) => Some(status),
            Next::Later(band) => {
                let later = Pairs::of(l, &top.board).later(l, &top.board, band);
                let later = later.map(|board| Position { board, next: Next::Rules });
                match (band.checked_sub(1), later) {
                    (Some(earlier), later) => {
                        top.next = Next::Later(earlier);
                        if let Some(later) = later {
                            *stack.two(depth).1 = later;
                            depth += 1;
                        }
                        continue;
                    }
                    (None, Some(later)) => {
                        *top = later;
                        continue;
                    }
                    (None, None) => None,
                }
            }
        };
        match status {
            Some(Status::Open) => {
                if stats.guesses == budget.node_limit() {
                    return (stats, Some(Interruption::NodeLimit));
                }
                if stats.guesses >= next_poll {
                    next_poll += POLL_EVERY;
                    if budget.is_cancelled() {
                        return (stats, Some(Interruption::Cancelled));
                    }
                }
                stats.guesses += 1;
                let (later, first) = stack.two(depth);
                depth += 1;
                if !(bold && guess_boldly(l, first, later, manner.bands(stats.guesses))) {
                    guess_best(l, first, later);
                    // (A bold search counts its dead ends, and must count the same ones with all lanes.)
                    if L::PAIRS && dead_ends > 0 && !manner.bold {
                        let (first_status, later_status) = settle_both(l, &mut first.board, &mut later.board);
                        first.next = Next::Known(first_status);
                        later.next = Next::Known(later_status);
                        if later_status == Status::Dead {
                            *later = *first;
                            depth -= 1;
                        }
                    }
                }
                continue;
            }
            Some(Status::Solved) => {
                if !solutions.take(Grid::from_known_values(l.values(&top.board))) {
                    return (stats, None);
                }
                if manner.bold && manner.two_at_most && has_exchange(l, board, &top.board) {
                    // The search goes on after a solution, and asked for two at most: another is all that is still asked for.
                    solutions.know_of_another();
                    return (stats, None);
                }
            }
            Some(Status::Dead) => dead_ends += 1,
            None => {}
        }
        let Some(below) = depth.checked_sub(1) else { return (stats, None) };
        depth = below;
    }
}

/// Guesses a cell of two candidates in each of the first so many bands, or else in one of the others. Whether there is
/// such a cell.
///
/// `later` is the position where the guess is made, and becomes what it leaves for later.
#[inline(always)]
fn guess_boldly<L: Lanes>(l: L, first: &mut Position<L::Board>, later: &mut Position<L::Board>, bands: usize) -> bool {
    let pairs = Pairs::of(l, &later.board);
    let mut end = bands;
    while end <= BANDS {
        if let Some(board) = pairs.guessed(l, &later.board, end) {
            *first = Position { board, next: Next::Rules };
            later.next = Next::Later(end - 1);
            if bands == 1 {
                // The only cell is that of the last band, and what it leaves is made at once.
                if let Some(board) = pairs.later(l, &later.board, end - 1) {
                    *later = Position { board, next: Next::Rules };
                }
            }
            return true;
        }
        end += 1;
    }
    false
}

/// Guesses the best cell. `later` is as in [`guess_boldly`].
#[inline(always)]
fn guess_best<L: Lanes>(l: L, first: &mut Position<L::Board>, later: &mut Position<L::Board>) {
    let keys = guess::keys(l, &later.board);
    guess::branch(l, &keys, &mut first.board, &mut later.board);
    first.next = Next::Rules;
    later.next = Next::Rules;
}
