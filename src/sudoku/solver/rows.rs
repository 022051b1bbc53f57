//! The rules, applied to all mini-rows at once.
//!
//! A mini-row is the three cells in which a row crosses a box; its digits are three of the nine. For each mini-row:
//!
//! - `possible`: the digits that may stand in it. A digit that may stand nowhere else in the row, or nowhere else in
//!   the box, is `sure` to stand in it (locked candidates; tdoku's triads are such mini-rows). So are the digits of its
//!   solved cells, and all that are possible if these are only three.
//! - What is sure in a mini-row goes out of the others of its row and box. If three digits are sure, all others go
//!   out of the mini-row itself.
//! - A digit that is sure and fits one of the three cells only is that cell's (hidden singles of row and box).
//! - A digit solved in one of the cells goes out of the other two (naked singles; what is solved is sure, so the rest
//!   of row and box lose it as well).
//!
//! A position is dead if a row or a box has no place for a digit, a cell has no candidate, a mini-row has fewer than
//! three digits that are possible, or more than three that are sure.
//!
//! What each gives, in guesses and rounds (of rows and columns, until two halves changed nothing) a puzzle, best guess
//! heuristic each:
//!
//! | rules | forum-hardest-1905-11plus | magictour-top1465 | 17-clue |
//! | --- | --- | --- | --- |
//! | singles only | 95 / 587 | | |
//! | with locked candidates | 73 / 395 | 8.2 / 59 | 0.62 / 15.0 |
//! | with the two rules of three digits | 67 / 299 | 6.1 / 37 | 0.37 / 10.8 |
//! | and naked pairs: not worth their instructions | 64 / 284 | 5.4 / 33 | |
//! | and hidden pairs: nor these | 61 / 268 | | |
//!
//! [`FewRules`] do without those of three digits and do not look for digits that are alone in a box, at two thirds of
//! the instructions. Where several solutions are likely the others are hardly missed: serg-multiple-solutions takes
//! 30.6 half rounds a grid instead of 29.3.

use super::lanes::{ALL_DIGITS, Lanes};

/// Which rules.
pub(super) trait Rules: Copy {
    /// The cells after the rules for the mini-rows, and what shows that they cannot be completed.
    fn rows<L: Lanes>(self, l: L, cells: &[L::Vector; 3]) -> ([L::Vector; 3], L::Flaws);
}

/// Those that give the most.
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

/// Those that give the most for their instructions. A grid without an open cell that they leave as it is has every digit
/// in every row and box: one that stands there twice would have gone out of one of the cells.
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

/// What each mini-row shows at once.
struct Seen<V> {
    /// The digits of the solved cells, for each of the three.
    solved: [V; 3],
    possible: V,
    /// What may stand in the whole row.
    in_row: V,
    /// What may stand nowhere else in the row.
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

/// The cells of mini-rows in which these digits are sure and no others than those of the limit may stand.
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

/// All that stands or may stand in a row.
#[inline(always)]
pub(super) fn in_row<L: Lanes>(l: L, [a, b, c]: [L::Vector; 3]) -> L::Vector {
    let all = l.or3(a, b, c);
    l.or3(all, l.stack_1(all), l.stack_2(all))
}
