//! Propagation: the [rules](super::mini_rows), applied to rows and columns in turn until nothing changes.

use super::lanes::{Lanes, Part};
use super::mini_rows::{AllRules, Rules, in_row};

/// The result of propagation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The rules change nothing, and some cell has more than one candidate.
    Open,
    /// It is a solution.
    Solved,
    /// It has no solution.
    Dead,
}

/// Applies rules until nothing changes.
#[inline(always)]
pub(super) fn settle<L: Lanes>(l: L, board: &mut L::Board, rules: impl Rules) -> Status {
    l.apart(Settle { board, rules })
}

struct Settle<'a, B, R> {
    board: &'a mut B,
    rules: R,
}

impl<L: Lanes, R: Rules> Part<L> for Settle<'_, L::Board, R> {
    type Output = Status;

    #[inline(always)]
    fn run(self, l: L) -> Status {
        Progress::START.run(l, self.rules, self.board)
    }
}

/// [`settle`] with all rules for two positions side by side: the instructions of one fill the latencies of the other.
#[inline(always)]
pub(super) fn settle_both<L: Lanes>(l: L, first: &mut L::Board, second: &mut L::Board) -> (Status, Status) {
    // Copies, because the compiler keeps only local values in registers.
    let (mut a, mut b) = (*first, *second);
    let (mut progress_a, mut progress_b) = (Progress::START, Progress::START);
    let statuses = loop {
        let (half_a, half_b) = (half_round(l, AllRules, &mut a), half_round(l, AllRules, &mut b));
        // One branch for both, rarely taken.
        if half_a.may_be_last() | half_b.may_be_last() {
            let (end_a, end_b) = (progress_a.end(l, &a, half_a), progress_b.end(l, &b, half_b));
            if end_a.is_some() || end_b.is_some() {
                break (progress_a.finish(l, &mut a, end_a), progress_b.finish(l, &mut b, end_b));
            }
        }
        progress_a.transpose(l, &mut a);
        progress_b.transpose(l, &mut b);
    };
    (*first, *second) = (a, b);
    statuses
}

/// The effect of half a round, that is, of the rules for the rows.
#[derive(Clone, Copy)]
struct HalfRound {
    changed: bool,
    dead: bool,
}

impl HalfRound {
    /// Whether propagation may end here.
    #[inline(always)]
    const fn may_be_last(self) -> bool {
        !self.changed | self.dead
    }
}

/// The progress of propagation for one position.
#[derive(Clone, Copy)]
struct Progress {
    /// Whether this is the first half round.
    first: bool,
    /// Whether rows and columns are exchanged.
    transposed: bool,
}

impl Progress {
    const START: Self = Self { first: true, transposed: false };

    /// Continues to the end.
    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L, rules: impl Rules, board: &mut L::Board) -> Status {
        loop {
            let half = half_round(l, rules, board);
            if half.may_be_last()
                && let Some(status) = self.end(l, board, half)
            {
                self.restore(l, board);
                return status;
            }
            self.transpose(l, board);
        }
    }

    /// The status of the position, if propagation ends here.
    ///
    /// A half round without a change is the last, unless it is also the first and the position is open: the columns have
    /// then not been examined yet. (If they have been, examining them again would cost more than it gains.) If no cell is
    /// open, every row and box has every digit, and this checks whether every column does.
    #[inline(always)]
    fn end<L: Lanes>(self, l: L, board: &L::Board, half: HalfRound) -> Option<Status> {
        if half.dead {
            return Some(Status::Dead);
        }
        if half.changed {
            return None;
        }
        if !is_open(l, board) {
            return Some(if has_all_in_rows(l, &l.transpose(board)) { Status::Solved } else { Status::Dead });
        }
        (!self.first).then_some(Status::Open)
    }

    #[inline(always)]
    fn transpose<L: Lanes>(&mut self, l: L, board: &mut L::Board) {
        *board = l.transpose(board);
        self.transposed = !self.transposed;
        self.first = false;
    }

    /// Continues to the end, unless it has been reached.
    #[inline(always)]
    fn finish<L: Lanes>(mut self, l: L, board: &mut L::Board, end: Option<Status>) -> Status {
        if let Some(status) = end {
            self.restore(l, board);
            return status;
        }
        self.transpose(l, board);
        self.run(l, AllRules, board)
    }

    /// Undoes the exchange of rows and columns, if there was one.
    #[inline(always)]
    fn restore<L: Lanes>(self, l: L, board: &mut L::Board) {
        if self.transposed {
            *board = l.transpose(board);
        }
    }
}

/// Whether some cell has more than one candidate.
#[inline(always)]
fn is_open<L: Lanes>(l: L, board: &L::Board) -> bool {
    let mut open = false;
    for cells in board.as_ref() {
        open |= l.open(cells);
    }
    open
}

/// Whether every digit is possible in every row.
#[inline(always)]
fn has_all_in_rows<L: Lanes>(l: L, board: &L::Board) -> bool {
    let mut flaws = l.flawless();
    for cells in board.as_ref() {
        flaws = l.flaws(flaws, l.flaw_not_all(in_row(l, *cells)));
    }
    !l.flawed(flaws)
}

/// Applies the rules to all mini-rows: half a round.
#[inline(always)]
fn half_round<L: Lanes>(l: L, rules: impl Rules, board: &mut L::Board) -> HalfRound {
    let mut flaws = l.flawless();
    let mut changes = l.splat(0);
    for cells in board.as_mut() {
        let (next, found) = rules.rows(l, cells);
        flaws = l.flaws(flaws, found);
        changes = l.note_changes(changes, next[0], cells[0]);
        changes = l.note_changes(changes, next[1], cells[1]);
        changes = l.note_changes(changes, next[2], cells[2]);
        *cells = next;
    }
    HalfRound { changed: l.any(changes), dead: l.flawed(flaws) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::solver::lanes::Task;
    use crate::sudoku::solver::mini_rows::FewRules;
    use crate::sudoku::solver::tests::{Numbers, backends};

    struct Lightly([u8; 81]);

    impl Task for Lightly {
        type Output = Status;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> Status {
            settle(l, &mut l.candidates(&self.0), FewRules)
        }
    }

    #[test]
    fn few_rules_distinguish_a_solution_from_a_grid_with_a_repeated_digit() {
        let right = Numbers(9).complete();
        let swapped = |a: usize, b: usize| {
            let mut wrong = right;
            wrong.swap(a, b);
            wrong
        };
        // With the fourth row moved to the top, all rows and columns remain valid.
        let mut boxes = right;
        boxes[..36].rotate_left(27);
        // Exchanges of two cells of a box: in one column, in one row, and in neither.
        for wrong in [swapped(0, 9), swapped(0, 1), swapped(0, 10), boxes] {
            for backend in backends() {
                assert!(backend.run(Lightly(right)) == Status::Solved, "{backend:?}");
                assert!(backend.run(Lightly(wrong)) == Status::Dead, "{backend:?} {wrong:?}");
            }
        }
    }
}
