//! Puzzles whose clues are all needed.
//!
//! Starting from a complete grid, the clues are removed one by one in a given order. A clue stays if its removal would
//! allow another solution. Two techniques save most of the searches that decide this:
//!
//! - A set of cells whose digits can be exchanged for another solution needs a clue. Once all clues but one of such a
//!   set are removed, the last one stays, without a search. The sets that consist of two rows of a band, two columns of
//!   a stack or two digits are known in advance, twelve per cell ([`Swaps`]).
//! - Several clues that are not the last of such a set are removed at once. If the puzzle still has one solution, each
//!   of them could have been removed alone; if not, the search is repeated with half of them.
//!
//! The result is the same as with one search per clue.

use crate::sudoku::Grid;
use crate::sudoku::solver::count_solutions;

/// Removes the clues of a solution that are not needed, in this order, and returns the rest.
///
/// The cells of each set in `order` are removed or kept together. Bit `i` of a set is the cell with index `i`.
pub(super) fn minimal(solution: &Grid, order: &[u128]) -> u128 {
    let swaps = Swaps::new(solution);
    let mut clues = (1_u128 << 81) - 1;
    let mut next = 0;
    let mut batch = batch_of(clues);
    while next < order.len() {
        let mut left = clues;
        let (mut removed, mut last, mut end) = (0, next, next);
        while end < order.len() && removed < batch {
            if !swaps.need(left, order[end]) {
                left &= !order[end];
                removed += 1;
                last = end;
            }
            end += 1;
        }
        if removed == 0 || is_unique(solution, left) {
            (clues, next) = (left, end);
            batch = batch_of(clues);
        } else if removed == 1 {
            next = last + 1;
        } else {
            batch = removed / 2;
        }
    }
    clues
}

/// The number of clues that can probably be removed at once. A minimal puzzle has 24 clues on average.
fn batch_of(clues: u128) -> usize {
    (clues.count_ones() as usize).saturating_sub(24).div_ceil(3).max(1)
}

/// The puzzle that has these cells of a solution as clues.
pub(super) fn puzzle(solution: &Grid, clues: u128) -> Grid {
    let values = solution.values();
    Grid::from_known_values(std::array::from_fn(|cell| values[cell] * (clues >> cell & 1) as u8))
}

/// Whether these cells of a solution allow no other solution.
pub(super) fn is_unique(solution: &Grid, clues: u128) -> bool {
    count_solutions(&puzzle(solution, clues), 2) == 1
}

/// Whether every clue is needed.
pub(super) fn is_minimal(solution: &Grid, clues: u128) -> bool {
    let swaps = Swaps::new(solution);
    cells(clues).all(|cell| swaps.need(clues, 1 << cell) || !is_unique(solution, clues & !(1 << cell)))
}

fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// For each cell, the sets of cells that contain it and can be filled in another way: by exchanging the digits of two
/// rows of a band, those of two columns of a stack, or two digits. Each cell has 2, 2 and 8 of these.
struct Swaps {
    sets: [[u128; 12]; 81],
    counts: [u8; 81],
}

impl Swaps {
    fn new(solution: &Grid) -> Self {
        let values = solution.values();
        let mut swaps = Self { sets: [[0; 12]; 81], counts: [0; 81] };
        // The column of each digit in each row, and its row in each column.
        let (mut in_row, mut in_column) = ([[0; 9]; 10], [[0; 9]; 10]);
        for (cell, &digit) in values.iter().enumerate() {
            in_row[usize::from(digit)][cell / 9] = cell % 9;
            in_column[usize::from(digit)][cell % 9] = cell / 9;
        }
        for (one, two) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            // The column that must be exchanged too, as it has the second row's digit in the first row.
            let next = std::array::from_fn(|column| in_row[usize::from(values[9 * two + column])][one]);
            swaps.note(&next, &next, |column| 1 << (9 * one + column) | 1 << (9 * two + column));
            let next = std::array::from_fn(|row| in_column[usize::from(values[9 * row + two])][one]);
            swaps.note(&next, &next, |row| 1 << (9 * row + one) | 1 << (9 * row + two));
        }
        for one in 1..=9 {
            for two in one + 1..=9 {
                // The row that must be exchanged too, as it has the second digit in the column or box of the first.
                let by_column = std::array::from_fn(|row| in_column[two][in_row[one][row]]);
                let by_box = std::array::from_fn(|row| {
                    let band = row / 3 * 3;
                    (band..band + 3).find(|&other| in_row[two][other] / 3 == in_row[one][row] / 3).unwrap_or(row)
                });
                swaps.note(&by_column, &by_box, |row| {
                    1 << (9 * row + in_row[one][row]) | 1 << (9 * row + in_row[two][row])
                });
            }
        }
        swaps
    }

    /// Stores the smallest sets of lines that must be exchanged together, with the cells of each line.
    fn note(&mut self, next: &[usize; 9], other: &[usize; 9], cells_of: impl Fn(usize) -> u128) {
        let mut seen = 0_u128;
        for start in 0..9 {
            if seen >> start & 1 == 1 {
                continue;
            }
            let (mut lines, mut grown) = (0, 1 << start);
            while lines != grown {
                lines = grown;
                grown = cells(lines).fold(lines, |grown, line| grown | 1 << next[line] | 1 << other[line]);
            }
            seen |= lines;
            let set = cells(lines).fold(0, |set, line| set | cells_of(line));
            for cell in cells(set) {
                self.sets[cell][usize::from(self.counts[cell])] = set;
                self.counts[cell] += 1;
            }
        }
    }

    /// Whether removing these cells would leave a set without clues. False does not mean that they can be removed.
    fn need(&self, clues: u128, removed: u128) -> bool {
        cells(removed).any(|cell| self.sets[cell].iter().any(|set| set & clues & !removed == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::generate::random::Random;
    use crate::sudoku::generate::solution::solution;

    #[test]
    fn swaps_can_be_filled_in_another_way() {
        let solution = solution(&mut Random::new("swaps", 0));
        let swaps = Swaps::new(&solution);
        for (cell, sets) in swaps.sets.iter().enumerate() {
            assert_eq!(swaps.counts[cell], 12);
            for &set in sets.iter().filter(|set| set.count_ones() < 12) {
                assert_eq!(set >> cell & 1, 1);
                assert!(!is_unique(&solution, ((1 << 81) - 1) & !set), "{set:x}");
            }
        }
    }

    #[test]
    fn the_clues_match_those_of_one_search_per_clue() {
        let mut random = Random::new("minimal", 0);
        for _ in 0..20 {
            let solution = solution(&mut random);
            let mut order: Vec<u128> = (0..81).map(|cell| 1 << cell).collect();
            random.shuffle(&mut order);
            let one_by_one = order.iter().fold((1_u128 << 81) - 1, |clues, cell| {
                if is_unique(&solution, clues & !cell) { clues & !cell } else { clues }
            });
            assert_eq!(minimal(&solution, &order), one_by_one);
            assert!(is_minimal(&solution, one_by_one));
            assert!(!is_minimal(&solution, (1 << 81) - 1));
        }
    }
}
