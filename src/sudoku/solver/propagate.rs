//! The rules, applied to all mini-rows at once, rows and columns in turn, until they give nothing more.
//!
//! A mini-row is the three cells in which a row crosses a box; its digits are three of the nine. For each mini-row:
//!
//! - `possible`: the digits that may stand in it. A digit that may stand nowhere else in the row, or nowhere else in
//!   the box, is `sure` to stand in it (locked candidates). So are the digits of its solved cells, and all that are
//!   possible if these are only three.
//! - What is sure in a mini-row goes out of the others of its row and box. If three digits are sure, all others go
//!   out of the mini-row itself.
//! - A digit that is sure and fits one of the three cells only is that cell's (hidden singles of row and box).
//! - A digit solved in one of the cells goes out of the other two (naked singles; what is solved is sure, so the rest
//!   of row and box lose it as well).
//!
//! What each gives, in guesses and rounds (of rows and columns) a puzzle, best guess heuristic each:
//!
//! | rules | forum-hardest-1905-11plus | magictour-top1465 | 17-clue |
//! | --- | --- | --- | --- |
//! | singles only | 95 / 587 | | |
//! | with locked candidates | 73 / 395 | 8.2 / 59 | 0.62 / 15.0 |
//! | with the two rules of three digits | 67 / 299 | 6.1 / 37 | 0.37 / 10.8 |
//! | and naked pairs: not worth their instructions | 64 / 284 | 5.4 / 33 | |
//! | and hidden pairs: nor these | 61 / 268 | | |

use super::lanes::Lanes;

/// What became of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The rules give nothing more and found nothing wrong.
    Settled,
    /// It has no solution.
    Dead,
}

/// Applies the rules until they give nothing more.
#[inline(always)]
pub(super) fn settle<L: Lanes>(l: L, board: &mut L::Board) -> Status {
    Course::START.run(l, board)
}

/// [`settle`] for two positions side by side: the instructions of one fill the waits of the other.
#[inline(always)]
pub(super) fn settle_both<L: Lanes>(l: L, first: &mut L::Board, second: &mut L::Board) -> (Status, Status) {
    // Copies, because the compiler keeps in registers only what nobody else can see.
    let (mut a, mut b) = (*first, *second);
    let (mut course_a, mut course_b) = (Course::START, Course::START);
    let statuses = loop {
        let (halved_a, halved_b) = (halve(l, &mut a), halve(l, &mut b));
        // One rarely taken branch for both.
        if halved_a.is_calm() | halved_b.is_calm() {
            let (end_a, end_b) = (course_a.end(l, &a, halved_a), course_b.end(l, &b, halved_b));
            if end_a.is_some() || end_b.is_some() {
                break (course_a.close(l, &mut a, end_a), course_b.close(l, &mut b, end_b));
            }
        } else {
            course_a.goes_on();
            course_b.goes_on();
        }
        course_a.turn(l, &mut a);
        course_b.turn(l, &mut b);
    };
    (*first, *second) = (a, b);
    statuses
}

/// Whether some cell has more than one candidate.
#[inline(always)]
pub(super) fn is_open<L: Lanes>(l: L, board: &L::Board) -> bool {
    let mut open = false;
    for cells in board.as_ref() {
        open |= l.open(cells);
    }
    open
}

/// What half a round, the rules for the rows, did to a position.
#[derive(Clone, Copy)]
struct Halved {
    changed: bool,
    dead: bool,
}

impl Halved {
    /// Whether the position's way may end here.
    #[inline(always)]
    const fn is_calm(self) -> bool {
        !self.changed | self.dead
    }
}

/// How far a position is on its way to where the rules give nothing more.
#[derive(Clone, Copy)]
struct Course {
    /// Whether nothing was done yet.
    first: bool,
    /// Whether the last half changed nothing.
    still: bool,
    /// Whether rows and columns are exchanged.
    transposed: bool,
}

impl Course {
    const START: Self = Self { first: true, still: false, transposed: false };

    /// Goes on until the end.
    #[inline(always)]
    fn run<L: Lanes>(mut self, l: L, board: &mut L::Board) -> Status {
        loop {
            let halved = halve(l, board);
            if halved.is_calm() {
                if let Some(status) = self.end(l, board, halved) {
                    self.straighten(l, board);
                    return status;
                }
            } else {
                self.goes_on();
            }
            self.turn(l, board);
        }
    }

    /// What the position is, if its way ends.
    ///
    /// Two halves without a change are the end. One is, too, if there was another before it and the position is open:
    /// what the half before might still give is worth less than looking for it. Where all cells have one candidate
    /// both directions must have seen it, for it may yet be wrong.
    #[inline(always)]
    fn end<L: Lanes>(&mut self, l: L, board: &L::Board, halved: Halved) -> Option<Status> {
        if halved.dead {
            return Some(Status::Dead);
        }
        if !halved.changed && (self.still || (!self.first && is_open(l, board))) {
            return Some(Status::Settled);
        }
        self.still = !halved.changed;
        self.first = false;
        None
    }

    /// The last half changed something.
    #[inline(always)]
    const fn goes_on(&mut self) {
        self.still = false;
        self.first = false;
    }

    #[inline(always)]
    fn turn<L: Lanes>(&mut self, l: L, board: &mut L::Board) {
        *board = l.transpose(board);
        self.transposed = !self.transposed;
    }

    /// Goes on until the end, if it is not here.
    #[inline(always)]
    fn close<L: Lanes>(mut self, l: L, board: &mut L::Board, end: Option<Status>) -> Status {
        if let Some(status) = end {
            self.straighten(l, board);
            return status;
        }
        self.turn(l, board);
        self.run(l, board)
    }

    /// Leaves the board as rows.
    #[inline(always)]
    fn straighten<L: Lanes>(self, l: L, board: &mut L::Board) {
        if self.transposed {
            *board = l.transpose(board);
        }
    }
}

/// Applies the rules to all mini-rows.
#[inline(always)]
fn halve<L: Lanes>(l: L, board: &mut L::Board) -> Halved {
    let mut flaws = l.flawless();
    let mut changes = l.splat(0);
    for cells in board.as_mut() {
        let (next, found) = rows(l, cells);
        flaws = l.flaws(flaws, found);
        changes = l.or_xor(changes, next[0], cells[0]);
        changes = l.or_xor(changes, next[1], cells[1]);
        changes = l.or_xor(changes, next[2], cells[2]);
        *cells = next;
    }
    Halved { changed: l.any(changes), dead: l.flawed(flaws) }
}

/// The cells after the rules for the mini-rows, and what shows that they cannot be completed.
#[inline(always)]
fn rows<L: Lanes>(l: L, cells: &[L::Vector; 3]) -> ([L::Vector; 3], L::Flaws) {
    let [a, b, c] = *cells;
    let (solved_a, solved_b, solved_c) = (l.singles(a), l.singles(b), l.singles(c));

    let possible = l.or3(a, b, c);
    let (row_1, row_2) = (l.stack_1(possible), l.stack_2(possible));
    let (box_1, box_2) = (l.place_1(possible), l.place_2(possible));
    let alone_in_row = l.and_neither(possible, row_1, row_2);
    let alone_in_box = l.and_neither(possible, box_1, box_2);
    let placed = l.grow(l.at_most_three(possible), l.or3(solved_a, solved_b, solved_c), possible);
    let sure = l.or3(alone_in_row, alone_in_box, placed);

    let elsewhere = l.or3(l.stack_1(sure), l.stack_2(sure), l.place_1(sure));
    let limit = l.keep_or_all(l.at_least_three(sure), sure);
    let left = l.and_neither(limit, elsewhere, l.place_2(sure));
    let hidden = l.and_not(sure, l.majority(a, b, c));
    let next = [
        l.and(l.restrict(l.and_neither(a, solved_b, solved_c), a, hidden), left),
        l.and(l.restrict(l.and_neither(b, solved_c, solved_a), b, hidden), left),
        l.and(l.restrict(l.and_neither(c, solved_a, solved_b), c, hidden), left),
    ];

    let in_row_and_box = l.and(l.or3(possible, row_1, row_2), l.or3(possible, box_1, box_2));
    let flaws = l.flaws(
        l.flaws(l.flaw_not_all(in_row_and_box), l.flaw_empty(&next)),
        l.flaws(l.flaw_below_three(possible), l.flaw_above_three(sure)),
    );
    (next, flaws)
}
