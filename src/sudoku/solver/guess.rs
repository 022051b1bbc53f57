//! Chooses the cell to guess when one solution or none is likely, or when no cell has two candidates.
//!
//! The best cell is the one with two candidates whose digits interact most with its houses. A digit scores a point for
//! each other mini-row of the cell's box in which it is possible, and one for each other mini-row of its row in which a cell
//! with two candidates has it. It scores two for each other box of the row in which a cell of the row is the only one of its
//! mini-column that has it: the mini-column loses the digit, and locked candidates follow. The same holds for columns. If no
//! cell has two candidates, a cell with three is guessed, or else any open one. Ties go to the last cell.
//!
//! Guesses per puzzle, with all [rules](super::mini_rows) unless weaker ones are mentioned:
//!
//! | cell with two candidates | 11plus | 1106 | magictour |
//! | --- | --- | --- | --- |
//! | the first (weaker rules) | 138 | 289 | 19 |
//! | the most peers with two candidates that share one (weaker rules) | 88 | 170 | 10.5 |
//! | the most peers that share a candidate, those with two counted three times (weaker rules) | 70 | 123 | 8.7 |
//! | the first | 125 | 258 | 13.5 |
//! | points for mini-rows, cells of two candidates not counted | 75 | 123 | 7.7 |
//! | points for mini-rows of row and box, and for cells of two candidates there | 66 | 114 | 6.6 |
//! | as described above | 54 | 91 | 5.8 |
//!
//! Also tried: digits with two places in a box or row as well, with the same points (41, 68 and 5.6 guesses, 150 lines): 0.83 of the
//! time on the first two sets, but 1.05 on magictour and 1.03 on random minimal puzzles, whose guesses take longer; only for puzzles
//! whose first cell has fewer than four points, 0.92, 0.90 and 1.00. Before: applying the rules for every pair and choosing the best
//! (42, but five times the rounds); the product or the minimum of the points of the two
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
    let turned = l.transpose(board);
    let (rows, columns) = (row_points(l, board, &turned), l.transpose(&row_points(l, &turned, board)));
    let points = rows.as_ref().iter().zip(columns.as_ref());
    for ((keys, cells), (rows, columns)) in keys.as_mut().iter_mut().zip(board.as_ref()).zip(points) {
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

/// The points of each cell with two candidates for its row and box, 0 to 14. `turned` is the transposed board.
#[inline(always)]
fn row_points<L: Lanes>(l: L, board: &L::Board, turned: &L::Board) -> L::Board {
    let mut crossing = *turned;
    for cells in crossing.as_mut() {
        let [a, b, c] = *cells;
        *cells = [l.and_neither(a, b, c), l.and_neither(b, a, c), l.and_neither(c, a, b)];
    }
    let mut row_points = l.transpose(&crossing);
    for (row_points, cells) in row_points.as_mut().iter_mut().zip(board.as_ref()) {
        let [a, b, c] = *cells;
        let (alone, all) = (l.or3(row_points[0], row_points[1], row_points[2]), l.or3(a, b, c));
        let pairs = l.or3(l.keep(l.two(a), a), l.keep(l.two(b), b), l.keep(l.two(c), c));
        // How many of these sets contain a digit, in binary. Those of `alone` count twice; eight, which is rare, is four.
        let (box_1, box_2, pairs_1, pairs_2) = (l.place_1(all), l.place_2(all), l.stack_1(pairs), l.stack_2(pairs));
        let (one, two_1) = (l.xor3(box_1, box_2, pairs_1), l.majority(box_1, box_2, pairs_1));
        let (ones, two_2) = (l.xor(one, pairs_2), l.and(one, pairs_2));
        let (alone_1, alone_2) = (l.stack_1(alone), l.stack_2(alone));
        let (two, four) = (l.xor3(two_1, alone_1, alone_2), l.majority(two_1, alone_1, alone_2));
        let (twos, fours) = (l.xor(two, two_2), l.or(four, l.and(two, two_2)));
        *row_points =
            [points(l, a, ones, twos, fours), points(l, b, ones, twos, fours), points(l, c, ones, twos, fours)];
    }
    row_points
}

#[inline(always)]
fn points<L: Lanes>(l: L, cell: L::Vector, ones: L::Vector, twos: L::Vector, fours: L::Vector) -> L::Vector {
    let four = l.shared(cell, fours);
    let twice = l.add(l.shared(cell, twos), l.add(four, four));
    l.add(l.shared(cell, ones), l.add(twice, twice))
}
