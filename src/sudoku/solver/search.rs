//! The depth-first search over guesses, with its own stack.

use super::kept::Kept;
use super::lanes::{Lanes, Task};
use super::propagate::{Status, is_open, settle, settle_both};
use super::stack::Stack;
use super::{Budget, Interruption, Outcome, Stats, guess};
use crate::sudoku::Grid;

/// How many guesses pass between two looks at the cancel flag: about ten microseconds on the fastest backend, half a
/// millisecond on a slow machine.
const POLL_EVERY: u64 = 64;

/// The search for the solutions of a grid. Calls `solution` with each until it returns false, and gives what it took
/// and what cut it, if something did.
///
/// A grid whose digits conflict needs no care: two equal digits of a house are sure in two places and go out of both.
pub(super) struct Search<'a, F> {
    pub(super) puzzle: &'a Grid,
    pub(super) budget: &'a Budget,
    pub(super) solution: F,
}

impl<F: FnMut(Grid) -> bool> Task for Search<'_, F> {
    type Output = (Stats, Option<Interruption>);

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> Self::Output {
        let mut board = l.candidates(self.puzzle.values());
        let status = settle(l, &mut board);
        search(l, &board, status, self.budget, self.solution)
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
            for (board, status) in boards.iter().zip(statuses).take(puzzles.len()) {
                let mut kept = Kept::new(self.budget);
                let (stats, cut) = search(l, board, status, self.budget, |grid| kept.keep(grid));
                self.outcomes.push(kept.outcome(stats, cut));
            }
        }
    }
}

#[inline(always)]
fn search<L: Lanes>(
    l: L,
    board: &L::Board,
    mut status: Status,
    budget: &Budget,
    mut solution: impl FnMut(Grid) -> bool,
) -> (Stats, Option<Interruption>) {
    let mut stats = Stats::default();
    if status == Status::Dead {
        return (stats, None);
    }
    if !is_open(l, board) {
        solution(Grid::from_known_values(l.values(board)));
        return (stats, None);
    }
    let mut stack = Stack::new(*board);
    let mut depth = 0;
    // Bit n tells whether the position at depth n is settled.
    let mut settled: u128 = 1;
    // The first way down goes alone, for where there are many solutions the other sides are never looked at. After a
    // dead end there is reason to believe that both sides of a guess will be needed.
    let mut both_needed = false;
    loop {
        // The position on top is settled and open.
        if stats.guesses == budget.node_limit() {
            return (stats, Some(Interruption::NodeLimit));
        }
        if stats.guesses.is_multiple_of(POLL_EVERY) && budget.is_cancelled() {
            return (stats, Some(Interruption::Cancelled));
        }
        stats.guesses += 1;
        let (later, first) = stack.two(depth);
        guess::branch(l, first, later);
        if L::PAIRS && both_needed {
            let (first_status, later_status) = settle_both(l, first, later);
            status = first_status;
            if later_status == Status::Settled {
                settled |= 1 << depth;
                depth += 1;
            } else if status == Status::Settled {
                *later = *first;
            }
        } else {
            status = settle(l, first);
            settled &= !(1 << depth);
            depth += 1;
        }
        loop {
            if status == Status::Settled {
                let top = stack.at(depth);
                if is_open(l, top) {
                    break;
                }
                if !solution(Grid::from_known_values(l.values(top))) {
                    return (stats, None);
                }
            }
            both_needed = true;
            let Some(below) = depth.checked_sub(1) else { return (stats, None) };
            depth = below;
            status = if settled >> depth & 1 == 1 { Status::Settled } else { settle(l, stack.at(depth)) };
        }
    }
}
