//! Minimal puzzles: all of their clues are needed.
//!
//! Starting from a complete grid, the clues are removed one by one in a given order. A clue stays if its removal would
//! allow another solution. The result is the same as with one search per clue, but unavoidable sets save most of them.
//!
//! The cells in which another complete grid differs from the solution are an unavoidable set: one of them must be a
//! clue. So a clue stays if it is the last cell, in the order of removal, of an unavoidable set without any other clue.
//! Some sets are known from the start ([`Unavoidable::add_exchanges`]). They decide for several clues, and one search
//! looks for another solution of the result. If there is none, all decisions were right: each removal is allowed, and
//! a known set needs each clue that stays. Otherwise, the cells in which that solution differs are one more set, and the
//! decisions from its last cell on are repeated.

use crate::sudoku::bits::cells;
use crate::sudoku::solver::find_other;
use crate::sudoku::{Cell, Grid};

/// All cells.
pub(super) const ALL: u128 = (1 << 81) - 1;

/// Removes the clues of a solution that are not needed, in this order, and returns the remaining ones.
///
/// The cells of each set in `order` are removed or kept together. Bit `i` of a set is the cell with index `i`.
pub(super) fn minimal(solution: &Grid, order: &[u128]) -> u128 {
    let mut sets = Unavoidable::new(order);
    sets.add_exchanges(solution);
    let all = (1_u128 << order.len()) - 1;
    let cells_of = |places| cells(places).fold(0, |cells, place| cells | order[usize::from(place)]);
    let (mut kept, mut decided, mut values) = (all, 0, *solution.only(cells_of(all)).values());
    while decided < order.len() {
        let (batch, mut end) = (batch_of(kept), decided);
        let before = kept;
        while end < order.len() && (before & !kept).count_ones() < batch {
            kept &= !sets.without_need(end, kept);
            end += 1;
        }
        cells(cells_of(before & !kept)).for_each(|cell| values[usize::from(cell)] = 0);
        // Without the removals, there is no other solution.
        while kept != before {
            let gone = cells_of(before & !kept);
            let only = if gone.is_power_of_two() { Cell::from_index(gone.trailing_zeros() as usize) } else { None };
            let Some(other) = find_other(&Grid::from_known_values(values), solution, only) else { break };
            let last = sets.add_difference(solution, &other);
            kept |= before >> last << last;
            for place in last..end {
                kept &= !sets.without_need(place, kept);
            }
            cells(gone).for_each(|cell| values[usize::from(cell)] = solution.values()[usize::from(cell)]);
            cells(cells_of(before & !kept)).for_each(|cell| values[usize::from(cell)] = 0);
        }
        decided = end;
    }
    cells_of(kept)
}

/// The number of places that one search decides: fewer towards the end, where almost every clue is needed. A minimal puzzle has
/// 24 on average, but 27 takes the least time of the numbers that were tried. The result does not depend on it.
fn batch_of(clues: u128) -> u32 {
    clues.count_ones().saturating_sub(27).div_ceil(2).max(1)
}

/// Another solution of the puzzle that has these cells of a solution as clues.
pub(super) fn other_solution(solution: &Grid, clues: u128) -> Option<Grid> {
    find_other(&solution.only(clues), solution, None)
}

/// Unavoidable sets, as sets of places in the order of removal.
struct Unavoidable {
    /// The place of each cell, as a set.
    places: [u128; 81],
    /// For each place, the number of the last set whose last place it is, plus one.
    last: [u16; 81],
    /// The sets, each with the number of another set that has the same last place, plus one.
    sets: Vec<(u128, u16)>,
}

impl Unavoidable {
    fn new(order: &[u128]) -> Self {
        let mut places = [0; 81];
        for (place, &set) in order.iter().enumerate() {
            cells(set).for_each(|cell| places[usize::from(cell)] = 1 << place);
        }
        Self { places, last: [0; 81], sets: Vec::with_capacity(256) }
    }

    /// Adds a set and returns its last place.
    fn add(&mut self, set: u128) -> usize {
        let last = 127 - set.leading_zeros() as usize;
        self.sets.push((set, self.last[last]));
        self.last[last] = self.sets.len() as u16;
        last
    }

    /// The set of this place if it can be removed, or the empty set if it must be kept. It must be kept if it is the last
    /// place of an unavoidable set of which no other place is kept.
    fn without_need(&self, place: usize, kept: u128) -> u128 {
        let this = 1 << place;
        let mut next = self.last[place];
        while let Some(&(set, other)) = usize::from(next).checked_sub(1).and_then(|number| self.sets.get(number)) {
            if set & kept & !this == 0 {
                return 0;
            }
            next = other;
        }
        this
    }

    /// Adds the cells in which another solution differs, and returns the last place.
    fn add_difference(&mut self, solution: &Grid, other: &Grid) -> usize {
        let (one, two) = (solution.values(), other.values());
        // Masks, because a branch for each cell would often be mispredicted.
        let differs: [_; 81] = std::array::from_fn(|cell| u128::from(one[cell] != two[cell]).wrapping_neg());
        self.add(differs.iter().zip(&self.places).fold(0, |set, (differs, place)| set | place & differs))
    }

    /// Adds the sets of cells that can be filled in another way by exchanging the digits of two rows of a band, the
    /// digits of two columns of a stack, or two digits everywhere.
    fn add_exchanges(&mut self, solution: &Grid) {
        let values = solution.values();
        // The column of each digit in each row, its row in each column, and its row in each box.
        let (mut in_row, mut in_column, mut in_box) = ([[0; 9]; 10], [[0; 9]; 10], [[0; 9]; 10]);
        for (cell, &digit) in values.iter().enumerate() {
            let (digit, row, column) = (usize::from(digit), cell / 9, cell % 9);
            in_row[digit][row] = column;
            in_column[digit][column] = row;
            in_box[digit][row / 3 * 3 + column / 3] = row;
        }
        for (one, two) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            // The column that must be exchanged too, because the first row has the second row's digit there.
            let next = std::array::from_fn(|column| in_row[usize::from(values[9 * two + column])][one]);
            self.add_cycles(&next, &next, |column| [9 * one + column, 9 * two + column]);
            let next = std::array::from_fn(|row| in_column[usize::from(values[9 * row + two])][one]);
            self.add_cycles(&next, &next, |row| [9 * row + one, 9 * row + two]);
        }
        for one in 1..=9 {
            for two in one + 1..=9 {
                // The row that must be exchanged too, because it has the second digit in the column or box of the first.
                let by_column = std::array::from_fn(|row| in_column[two][in_row[one][row]]);
                let by_box = std::array::from_fn(|row| in_box[two][row / 3 * 3 + in_row[one][row] / 3]);
                self.add_cycles(&by_column, &by_box, |row| [9 * row + in_row[one][row], 9 * row + in_row[two][row]]);
            }
        }
    }

    /// Adds the smallest sets of lines that must be exchanged together, given the cells of each line.
    fn add_cycles(&mut self, next: &[usize; 9], other: &[usize; 9], cells_of: impl Fn(usize) -> [usize; 2]) {
        let mut left = 0x1FF_u16;
        while left != 0 {
            let (mut lines, mut fresh, mut set) = (0_u16, left & left.wrapping_neg(), 0);
            while fresh != 0 {
                let line = fresh.trailing_zeros() as usize;
                lines |= 1 << line;
                fresh = (fresh | 1 << next[line] | 1 << other[line]) & !lines;
                set |= cells_of(line).into_iter().fold(0, |set, cell| set | self.places[cell]);
            }
            left &= !lines;
            self.add(set);
        }
    }
}

/// Whether every clue is needed, given that the solution is the only one.
pub(super) fn is_minimal(solution: &Grid, clues: u128) -> bool {
    let blanks = ALL & !clues;
    let each = cells(clues).map(|cell| 1 << cell);
    let order: Vec<u128> = std::iter::once(blanks).chain(each).filter(|&set| set != 0).collect();
    minimal(solution, &order) == clues
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::generate::random::Random;
    use crate::sudoku::generate::solution::solution;
    use crate::sudoku::solver::count_solutions;

    /// Whether these cells of a solution allow no other solution.
    fn is_unique(solution: &Grid, clues: u128) -> bool {
        count_solutions(&solution.only(clues), 2) == 1
    }

    #[test]
    fn exchanges_are_unavoidable_sets() {
        let solution = solution(&mut Random::new("exchanges", 0));
        let mut sets = Unavoidable::new(&std::array::from_fn::<_, 81, _>(|cell| 1 << cell));
        sets.add_exchanges(&solution);
        let covered = sets.sets.iter().fold(0, |covered, (set, _)| covered | set);
        assert_eq!(covered, (1 << 81) - 1);
        // Larger sets have too many other solutions for a quick test.
        for &(set, _) in sets.sets.iter().filter(|(set, _)| set.count_ones() < 12) {
            assert!(!is_unique(&solution, ((1 << 81) - 1) & !set), "{set:x}");
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
