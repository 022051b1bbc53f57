//! The rules, applied to all mini-rows at once.
//!
//! A mini-row is the three cells in the intersection of a row and a box; it holds three of the nine digits. For each
//! mini-row:
//!
//! - A digit is `possible` if one of the cells has it as a candidate. It is `sure` if it is possible nowhere else in
//!   the row, or nowhere else in the box (locked candidates; the triads of tdoku are such mini-rows). The digits of
//!   solved cells are sure as well, and so are all possible digits if there are only three.
//! - A digit that is sure in a mini-row is removed from the other mini-rows of its row and box. If three digits are
//!   sure, all others are removed from the mini-row itself.
//! - A digit that is sure and is a candidate of only one of the three cells belongs to that cell (hidden singles of row
//!   and box).
//! - The digit of a solved cell is removed from the other two cells (naked singles; the digit is sure, so the rest of
//!   the row and the box lose it too).
//!
//! A position is dead if a row or a box has no place for a digit, a cell has no candidate, or a mini-row has fewer than
//! three possible digits or more than three sure ones.
//!
//! The effect of each rule, in guesses / rounds per puzzle, each with its best choice of guesses (a round is rows and
//! columns; the last two halves change nothing):
//!
//! | rules | forum-hardest-1905-11plus | magictour-top1465 | 17-clue |
//! | --- | --- | --- | --- |
//! | singles only | 95 / 587 | | |
//! | with locked candidates | 73 / 395 | 8.2 / 59 | 0.62 / 15.0 |
//! | with the two rules of three digits | 67 / 299 | 6.1 / 37 | 0.37 / 10.8 |
//! | and naked pairs (not worth their instructions) | 64 / 284 | 5.4 / 33 | |
//! | and hidden pairs (not worth them either) | 61 / 268 | | |
//!
//! [`FewRules`] omits the rules of three digits and does not look for digits with one place in a box. It takes two
//! thirds of the instructions. Where several solutions are likely, little is lost: serg-multiple-solutions takes 30.6
//! half rounds per grid instead of 29.3.

use super::lanes::{ALL_DIGITS, Lanes};

/// Which rules are applied.
pub(super) trait Rules: Copy {
    /// Applies the rules to the mini-rows. Returns the cells, and the flaws that show that they cannot be completed.
    fn rows<L: Lanes>(self, l: L, cells: &[L::Vector; 3]) -> ([L::Vector; 3], L::Flaws);
}

/// The strongest rules.
#[derive(Clone, Copy)]
pub(super) struct AllRules;

impl Rules for AllRules {
    #[inline(always)]
    fn rows<L: Lanes>(self, l: L, cells: &[L::Vector; 3]) -> ([L::Vector; 3], L::Flaws) {
        let Seen { solved, possible, in_row, alone_in_row } = Seen::of(l, cells);
        let (box_1, box_2) = (l.place_1(possible), l.place_2(possible));
        let alone_in_box = l.and_neither(possible, box_1, box_2);
        let placed = l.grow(l.at_most_three(possible), l.or3(solved[0], solved[1], solved[2]), possible);
        let sure = l.or3(alone_in_row, alone_in_box, placed);

        let limit = l.keep_or_all(l.at_least_three(sure), sure);
        let next = after(l, cells, solved, sure, limit);
        let in_row_and_box = l.and(in_row, l.or3(possible, box_1, box_2));
        let flaws = l.flaws(
            l.flaws(l.flaw_not_all(in_row_and_box), l.flaw_empty(&next)),
            l.flaws(l.flaw_below_three(possible), l.flaw_above_three(sure)),
        );
        (next, flaws)
    }
}

/// The cheapest rules. If they leave a grid without open cells unchanged, it has every digit in every row and box: a
/// repeated digit would have been removed from one of its cells.
#[derive(Clone, Copy)]
pub(super) struct FewRules;

impl Rules for FewRules {
    #[inline(always)]
    fn rows<L: Lanes>(self, l: L, cells: &[L::Vector; 3]) -> ([L::Vector; 3], L::Flaws) {
        let Seen { solved, in_row, alone_in_row, .. } = Seen::of(l, cells);
        let sure = l.or(alone_in_row, l.or3(solved[0], solved[1], solved[2]));
        let next = after(l, cells, solved, sure, l.splat(ALL_DIGITS));
        (next, l.flaws(l.flaw_not_all(in_row), l.flaw_empty(&next)))
    }
}

/// The result of a first pass over each mini-row.
struct Seen<V> {
    /// The digits of the solved cells, for each of the three.
    solved: [V; 3],
    possible: V,
    /// The digits possible in the whole row.
    in_row: V,
    /// The digits possible nowhere else in the row.
    alone_in_row: V,
}

impl<V: Copy> Seen<V> {
    #[inline(always)]
    fn of<L: Lanes<Vector = V>>(l: L, &[a, b, c]: &[V; 3]) -> Self {
        let possible = l.or3(a, b, c);
        let (row_1, row_2) = (l.stack_1(possible), l.stack_2(possible));
        Self {
            solved: [l.singles(a), l.singles(b), l.singles(c)],
            possible,
            in_row: l.or3(possible, row_1, row_2),
            alone_in_row: l.and_neither(possible, row_1, row_2),
        }
    }
}

/// The cells of mini-rows in which the `sure` digits are sure and only those of `limit` are possible.
#[inline(always)]
fn after<L: Lanes>(
    l: L,
    &[a, b, c]: &[L::Vector; 3],
    [solved_a, solved_b, solved_c]: [L::Vector; 3],
    sure: L::Vector,
    limit: L::Vector,
) -> [L::Vector; 3] {
    let elsewhere = l.or3(l.stack_1(sure), l.stack_2(sure), l.place_1(sure));
    let left = l.and_neither(limit, elsewhere, l.place_2(sure));
    let hidden = l.and_not(sure, l.majority(a, b, c));
    [
        l.and(l.restrict(l.and_neither(a, solved_b, solved_c), a, hidden), left),
        l.and(l.restrict(l.and_neither(b, solved_c, solved_a), b, hidden), left),
        l.and(l.restrict(l.and_neither(c, solved_a, solved_b), c, hidden), left),
    ]
}

/// All candidates in the row of each mini-row.
#[inline(always)]
pub(super) fn in_row<L: Lanes>(l: L, [a, b, c]: [L::Vector; 3]) -> L::Vector {
    let all = l.or3(a, b, c);
    l.or3(all, l.stack_1(all), l.stack_2(all))
}
