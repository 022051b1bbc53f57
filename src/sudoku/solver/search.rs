//! The depth-first search over guesses, with its own stack.

use super::exchange::has_exchange;
use super::kept::{Collect, Kept};
use super::lanes::{Lanes, Task};
use super::propagate::{Status, is_open, settle, settle_both};
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

/// Searches on from a position that the rules have reached.
///
/// Where several solutions are likely, a dead end is rare, and what takes the time is to fill the grid. There a cell of
/// each band is guessed before the rules are applied: `a`, `b` and `c` at once, and for later `not a`, `a` without `b`,
/// and `a` and `b` without `c`, which are all that is left. The second cell gets the higher of its two candidates, so that
/// the three are seldom the same digit. With more dead ends than half the guesses, it goes on by single ones. (So it does
/// where more solutions are asked for: a thousand of the empty grid take 102 µs with AVX-512 by single guesses, 155 by
/// three.) And there a second solution is first looked for as an exchange of digits in the first. What this gave on the set
/// serg-multiple-solutions, in half rounds of rules and choices of cells a grid, and in microseconds:
///
/// | | half rounds | choices | AVX-512 | AVX2 | SSE2 |
/// | --- | --- | --- | --- | --- | --- |
/// | one guess at a time | 41.4 | 7.1 | 0.86 | 2.54 | 4.00 |
/// | with exchanges | 37.5 | 6.8 | | | |
/// | and a cell of each band, always the lower candidate | 30.6 | 3.7 | | | |
/// | and the higher in the second | 29.4 | 3.6 | 0.66 | 1.90 | 3.30 |
///
/// Rejected: up to four cells, each without a digit of those before (27.5 half rounds, but each must wait for the one
/// before: 0.75 on AVX-512); to guess before the rules give nothing more (as many half rounds, more choices); and all
/// this for every grid, until a dead end is seen (magictour-top1465 4 to 8 % slower).
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
    if status == Status::Dead {
        return (stats, None);
    }
    if !is_open(l, board) {
        solutions.take(Grid::from_known_values(l.values(board)));
        return (stats, None);
    }
    let several_likely = solutions.asks_for_two_at_most() && !(FEWEST_CLUES..MANY_CLUES).contains(&puzzle.clues());
    let mut stack = Stack::new(*board);
    let mut depth = 0;
    // Bit n tells whether the position at depth n is settled.
    let mut settled: u128 = 1;
    let mut known = Some(Status::Settled);
    let mut dead_ends = 0;
    let mut next_poll = 0;
    loop {
        let status = known.unwrap_or_else(|| settle(l, stack.at(depth)));
        let top = stack.at(depth);
        if status == Status::Settled && is_open(l, top) {
            if stats.guesses == budget.node_limit() {
                return (stats, Some(Interruption::NodeLimit));
            }
            if stats.guesses >= next_poll {
                next_poll += POLL_EVERY;
                if budget.is_cancelled() {
                    return (stats, Some(Interruption::Cancelled));
                }
            }
            let keys = guess::keys(l, top);
            known = None;
            if several_likely && stats.guesses >= 2 * dead_ends {
                let mut board = *top;
                let (lower, higher) = guess::pair_of_each_band(l, &keys, &board);
                let bottom = depth;
                // A loop that the compiler unrolls, unlike one over a range.
                let mut band = 0;
                while band < 3 {
                    let (taken, left) = if band == 1 { (&higher, &lower) } else { (&lower, &higher) };
                    let candidate = l.of_band(taken, band);
                    if !is_empty(l, &candidate) {
                        if stats.guesses == budget.node_limit() {
                            return (stats, Some(Interruption::NodeLimit));
                        }
                        stats.guesses += 1;
                        let (later, first) = stack.two(depth);
                        *later = without(l, &board, &candidate);
                        board = without(l, &board, &l.of_band(left, band));
                        *first = board;
                        settled &= !(1 << depth);
                        depth += 1;
                    }
                    band += 1;
                }
                if depth > bottom {
                    continue;
                }
            }
            stats.guesses += 1;
            let (later, first) = stack.two(depth);
            guess::branch(l, &keys, first, later);
            if L::PAIRS && dead_ends > 0 && !several_likely {
                let (first_status, later_status) = settle_both(l, first, later);
                known = Some(first_status);
                if later_status == Status::Settled {
                    settled |= 1 << depth;
                    depth += 1;
                } else if first_status == Status::Settled {
                    *later = *first;
                }
            } else {
                settled &= !(1 << depth);
                depth += 1;
            }
            continue;
        }
        if status == Status::Dead {
            dead_ends += 1;
        } else if !solutions.take(Grid::from_known_values(l.values(top))) {
            return (stats, None);
        } else if several_likely && depth > 0 && has_exchange(l, board, top) {
            // The search goes on after a solution, and asked for two at most: another is all that is still asked for.
            solutions.know_of_another();
            return (stats, None);
        }
        let Some(below) = depth.checked_sub(1) else { return (stats, None) };
        depth = below;
        known = (settled >> depth & 1 == 1).then_some(Status::Settled);
    }
}

#[inline(always)]
fn is_empty<L: Lanes>(l: L, board: &L::Board) -> bool {
    let mut all = l.splat(0);
    for cells in board.as_ref() {
        all = l.or(all, l.or3(cells[0], cells[1], cells[2]));
    }
    !l.any(all)
}

#[inline(always)]
fn without<L: Lanes>(l: L, board: &L::Board, candidates: &L::Board) -> L::Board {
    let mut left = *board;
    for (left, candidates) in left.as_mut().iter_mut().zip(candidates.as_ref()) {
        for register in [0, 1, 2] {
            left[register] = l.and_not(left[register], candidates[register]);
        }
    }
    left
}
