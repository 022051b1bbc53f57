//! Another solution without a search: one in which two lines exchange some of their digits.
//!
//! Take two rows of a band of a solution, and the nine pairs of digits, one above the other. Exchanging the two digits
//! of a column leaves the columns and the boxes as they were. If the columns chosen for it hold the same digits above
//! as below, so do the rows; the fewest such columns are a cycle, and none of the nine is in two cycles:
//!
//! ```text
//!     2 . . | 7 . 4 | . . 9         7 . . | 4 . 2 | . . 9
//!     7 . . | 4 . 2 | . . 1    =>   2 . . | 7 . 4 | . . 1       the cycle 2 7 4
//! ```
//!
//! If all cells of a cycle are blank in the puzzle, that is another solution of it. (A cycle of two columns is what
//! is known as an unavoidable rectangle.)

use super::lanes::Lanes;
use super::rows::in_row;

/// How often cycles must grow from any of their digits until they are whole. A digit is in two columns, so that at
/// first there are two, and then at each end one more, of nine.
const GROWTHS: usize = 5;

/// Whether a solution has two lines that can exchange digits of cells that are open in this position of the same
/// puzzle.
///
/// The digits that are known in the two lines are fixed, and so is what shares a column with a fixed digit, step by
/// step: the whole cycle. Where any digit stays free in the end, its cycle is open and can be exchanged.
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

/// For each mini-row and the one below it in the box (the first below the last) what stands in its three columns.
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
    fn exchanges_are_those_that_trying_all_choices_of_columns_finds() {
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
