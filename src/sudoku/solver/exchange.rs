//! A second solution without a search: two lines exchange some of their digits.
//!
//! Take two rows of the same band of a solution. Exchanging their two digits in a column keeps that column and its box
//! valid. If this is done in columns that hold the same digits in both rows, the rows stay valid as well. A minimal set
//! of such columns is a cycle; each of the nine columns is in exactly one cycle:
//!
//! ```text
//!     2 . . | 7 . 4 | . . 9         7 . . | 4 . 2 | . . 9
//!     7 . . | 4 . 2 | . . 1    =>   2 . . | 7 . 4 | . . 1       the cycle 2 7 4
//! ```
//!
//! If all cells of a cycle are blank in the puzzle, the exchange gives another solution. (A cycle of two columns is
//! known as an unavoidable rectangle.)

use super::lanes::Lanes;
use super::mini_rows::in_row;

/// Number of steps that complete a cycle from any of its digits. A digit is in two columns; each step adds one column
/// at each end, up to all nine.
const GROWTHS: usize = 5;

/// Whether two lines of a solution can exchange digits of cells that are open in this position of the same puzzle.
///
/// The digits that are known in the two lines are fixed. In each step, every digit that shares a column with a fixed
/// digit becomes fixed too, until whole cycles are fixed. A digit that remains free is in a cycle that can be
/// exchanged.
#[inline(always)]
pub(super) fn has_exchange<L: Lanes>(l: L, position: &L::Board, solution: &L::Board) -> bool {
    let rows = exchanges(l, position, solution);
    let columns = exchanges(l, &l.transpose(position), &l.transpose(solution));
    l.flawed(l.flaws(rows, columns))
}

#[inline(always)]
fn exchanges<L: Lanes>(l: L, position: &L::Board, solution: &L::Board) -> L::Flaws {
    let mut exchanges = l.flawless();
    for (cells, digits) in position.as_ref().iter().zip(solution.as_ref()) {
        let known = |register: usize| l.keep(l.equal(cells[register], digits[register]), digits[register]);
        let known = columns(l, [known(0), known(1), known(2)]);
        let pairs = columns(l, *digits);
        let mut fixed = in_row(l, known);
        let mut growth = 0;
        while growth < GROWTHS {
            let touched = |pair: L::Vector| l.select(l.equal(l.and(pair, fixed), l.splat(0)), l.splat(0), pair);
            fixed = in_row(l, [touched(pairs[0]), touched(pairs[1]), touched(pairs[2])]);
            growth += 1;
        }
        exchanges = l.flaws(exchanges, l.flaw_not_all(fixed));
    }
    exchanges
}

/// For each mini-row and the next one in the box (the first follows the last): the digits of each of the three columns.
#[inline(always)]
fn columns<L: Lanes>(l: L, [a, b, c]: [L::Vector; 3]) -> [L::Vector; 3] {
    [l.or(a, l.place_1(c)), l.or(b, l.place_1(a)), l.or(c, l.place_1(b))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::solver::Backend;
    use crate::sudoku::solver::lanes::Task;

    /// A complete grid.
    const SOLUTION: &str = "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

    struct HasExchange {
        puzzle: [u8; 81],
        solution: [u8; 81],
    }

    impl Task for HasExchange {
        type Output = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> bool {
            has_exchange(l, &l.candidates(&self.puzzle), &l.candidates(&self.solution))
        }
    }

    /// Whether any choice of columns can be exchanged in any two rows of a band, or rows in two columns of a stack.
    fn any_exchange(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        let lines = (0..3).flat_map(|band| [(0, 1), (0, 2), (1, 2)].map(|(a, b)| (3 * band + a, 3 * band + b)));
        lines.flat_map(|lines| [(lines, false), (lines, true)]).any(|((first, second), transposed)| {
            let at = |line: usize, place: usize| if transposed { 9 * place + line } else { 9 * line + place };
            (1..1_u16 << 9).any(|chosen| {
                let places = || (0..9).filter(move |place| chosen >> place & 1 == 1);
                let digits = |line| places().fold(0_u16, |digits, place| digits | 1 << solution[at(line, place)]);
                let blank = |place| puzzle[at(first, place)] == 0 && puzzle[at(second, place)] == 0;
                places().all(blank) && digits(first) == digits(second)
            })
        })
    }

    #[track_caller]
    fn check(puzzle: [u8; 81], solution: [u8; 81]) -> bool {
        let expected = any_exchange(&puzzle, &solution);
        for backend in Backend::available() {
            assert_eq!(backend.run(HasExchange { puzzle, solution }), expected, "{backend:?} {puzzle:?}");
        }
        expected
    }

    fn solution() -> [u8; 81] {
        let values: Vec<u8> = SOLUTION.bytes().map(|digit| digit - b'0').collect();
        values.try_into().expect("81 digits")
    }

    #[test]
    fn a_complete_grid_has_no_exchange_and_two_blank_lines_of_a_band_or_stack_have_one() {
        let solution = solution();
        assert!(!check(solution, solution));
        let lines = [(0, 1), (0, 2), (1, 2), (3, 5), (6, 8), (7, 8)];
        for &(first, second) in if cfg!(miri) { &lines[1..2] } else { &lines } {
            for transposed in [false, true] {
                let mut puzzle = solution;
                for place in 0..9 {
                    for line in [first, second] {
                        puzzle[if transposed { 9 * place + line } else { 9 * line + place }] = 0;
                    }
                }
                assert!(check(puzzle, solution));
            }
        }
    }

    #[test]
    fn exchanges_match_a_trial_of_all_choices_of_columns() {
        let solution = solution();
        let mut state = 1_u64;
        let mut with_exchange = 0;
        let cases = if cfg!(miri) { 2 } else { 400 };
        for case in 0..cases {
            let mut puzzle = solution;
            // From 16 to 48 blanks.
            for _ in 0..16 + 8 * (case % 5) {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                puzzle[(state >> 33) as usize % 81] = 0;
            }
            with_exchange += usize::from(check(puzzle, solution));
        }
        assert!(cfg!(miri) || (50..350).contains(&with_exchange), "{with_exchange}");
    }
}
