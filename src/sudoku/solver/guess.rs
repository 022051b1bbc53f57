//! Chooses the cell to guess when one solution or none is likely, or when no cell has two candidates.
//!
//! The best cell is the one with two candidates whose digits interact most with its houses. A digit scores a point for
//! each other mini-row of the cell's row and box, and each other mini-column of its column and box, in which it is
//! possible. It scores one more if it is possible there in a cell with two candidates. If no cell has two candidates, a
//! cell with three is guessed, or else any open one. Ties go to the last cell.
//!
//! Guesses per puzzle, with all [rules](super::rows) unless weaker ones are mentioned:
//!
//! | cell with two candidates | 11plus | 1106 | magictour |
//! | --- | --- | --- | --- |
//! | the first (weaker rules) | 138 | 289 | 19 |
//! | the most peers with two candidates that share one (weaker rules) | 88 | 170 | 10.5 |
//! | the most peers that share a candidate, those with two counted three times (weaker rules) | 70 | 123 | 8.7 |
//! | the first | 125 | 258 | 13.5 |
//! | points for mini-rows, cells of two candidates not counted | 75 | 123 | 7.7 |
//! | points for mini-rows, as described above | 66 | 114 | 6.6 |
//!
//! Also tried: a digit with two places in a box (100 guesses); both kinds together (65); applying the rules for every
//! pair and choosing the best (42, but five times the rounds); the product or the minimum of the points of the two
//! digits (72, 76); points for the whole board instead of the houses (95).

use super::lanes::Lanes;

/// The key of a cell with two candidates is 128 times the sum of this and its points, plus the number of the cell.
const PAIR: u16 = 128;

/// The key of a cell with three candidates is the sum of this and the number of the cell: above the key of any cell with
/// more candidates, below that of any with two.
const TRIO: u16 = 128;

/// Splits the candidates of the cell with the largest key. On entry, `second` is the board to split. On return, `first`
/// is the board with only the lowest of them, and `second` the board with the others.
#[inline(always)]
pub(super) fn branch<L: Lanes>(l: L, keys: &L::Board, first: &mut L::Board, second: &mut L::Board) {
    let mut best = l.splat(0);
    for keys in keys.as_ref() {
        best = l.max(best, l.max(keys[0], l.max(keys[1], keys[2])));
    }
    let best = l.splat(l.largest(best));
    for ((first, second), keys) in first.as_mut().iter_mut().zip(second.as_mut()).zip(keys.as_ref()) {
        for register in [0, 1, 2] {
            let cells = second[register];
            let chosen = l.keep(l.equal(keys[register], best), cells);
            let lowest = l.lowest(chosen);
            first[register] = l.and_not(cells, l.and_not(chosen, lowest));
            second[register] = l.and_not(cells, lowest);
        }
    }
}

/// A number for each cell, larger if it is better to guess; different for all cells, 0 for solved ones.
#[inline(always)]
pub(super) fn keys<L: Lanes>(l: L, board: &L::Board) -> L::Board {
    let mut keys = l.cell_numbers();
    let columns = column_points(l, board);
    for ((keys, cells), columns) in keys.as_mut().iter_mut().zip(board.as_ref()).zip(columns.as_ref()) {
        let rows = row_points(l, cells);
        for register in [0, 1, 2] {
            let (cell, number) = (cells[register], keys[register]);
            let points = l.add(rows[register], columns[register]);
            let pair = l.or(l.shift_7(l.add(points, l.splat(PAIR))), number);
            let more = l.select(l.at_most_three(cell), l.add(l.splat(TRIO), number), number);
            let key = l.select(l.two(cell), pair, more);
            keys[register] = l.keep(l.equal(l.singles(cell), l.splat(0)), key);
        }
    }
    keys
}

/// The points of each cell for its column and the mini-columns of its box.
#[inline(always)]
fn column_points<L: Lanes>(l: L, board: &L::Board) -> L::Board {
    let mut points = l.transpose(board);
    for cells in points.as_mut() {
        *cells = row_points(l, cells);
    }
    l.transpose(&points)
}

/// The points of each cell with two candidates for its row and the mini-rows of its box, 0 to 14.
#[inline(always)]
fn row_points<L: Lanes>(l: L, cells: &[L::Vector; 3]) -> [L::Vector; 3] {
    let [a, b, c] = *cells;
    let all = l.or3(a, b, c);
    let pairs = l.or3(l.keep(l.two(a), a), l.keep(l.two(b), b), l.keep(l.two(c), c));
    let (ones, twos, fours) = add_eight(
        l,
        [l.stack_1(all), l.stack_2(all), l.place_1(all), l.place_2(all)],
        [l.stack_1(pairs), l.stack_2(pairs), l.place_1(pairs), l.place_2(pairs)],
    );
    [points(l, a, ones, twos, fours), points(l, b, ones, twos, fours), points(l, c, ones, twos, fours)]
}

#[inline(always)]
fn points<L: Lanes>(l: L, cell: L::Vector, ones: L::Vector, twos: L::Vector, fours: L::Vector) -> L::Vector {
    let four = l.shared(cell, fours);
    let twice = l.add(l.shared(cell, twos), l.add(four, four));
    l.add(l.shared(cell, ones), l.add(twice, twice))
}

/// For each digit, the number of the eight sets that contain it, in binary. Eight, which is rare, is returned as four.
#[inline(always)]
fn add_eight<L: Lanes>(l: L, a: [L::Vector; 4], b: [L::Vector; 4]) -> (L::Vector, L::Vector, L::Vector) {
    let (one_1, two_1) = (l.xor3(a[0], a[1], a[2]), l.majority(a[0], a[1], a[2]));
    let (one_2, two_2) = (l.xor3(a[3], b[0], b[1]), l.majority(a[3], b[0], b[1]));
    let (one_3, two_3) = (l.xor3(b[2], b[3], one_1), l.majority(b[2], b[3], one_1));
    let (ones, two_4) = (l.xor(one_2, one_3), l.and(one_2, one_3));
    let (two_5, four_1) = (l.xor3(two_1, two_2, two_3), l.majority(two_1, two_2, two_3));
    let (twos, four_2) = (l.xor(two_4, two_5), l.and(two_4, two_5));
    (ones, twos, l.or(four_1, four_2))
}
