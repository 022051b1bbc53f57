//! What the rules of sudoku say of a grid: no digit stands twice in a house.

use super::{Cell, Digit, Grid, House};

/// A digit that stands more than once in one house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The digit that is repeated.
    pub digit: Digit,
    /// The house that it is repeated in.
    pub house: House,
    /// The two or more cells of the house that hold it, in the order of their index.
    pub cells: Vec<Cell>,
}

/// Every conflict of a grid, at most 108: ordered by house (rows, columns, boxes, each by number), then by digit.
#[must_use]
pub fn conflicts(grid: &Grid) -> Vec<Conflict> {
    if !has_conflict(grid) {
        return Vec::new();
    }
    let mut conflicts = Vec::new();
    for house in House::ALL {
        for digit in Digit::ALL {
            let cells: Vec<Cell> = house.cells().into_iter().filter(|&cell| grid.get(cell) == Some(digit)).collect();
            if cells.len() > 1 {
                conflicts.push(Conflict { digit, house, cells });
            }
        }
    }
    conflicts
}

/// Whether a digit stands more than once in some house.
#[must_use]
pub fn has_conflict(grid: &Grid) -> bool {
    // Without a branch on what a cell holds, which nobody can foresee.
    let mut seen = [[0_u16; 9]; 3];
    let mut twice = 0;
    for (index, &value) in grid.values().iter().enumerate() {
        let (row, column) = (index / 9, index % 9);
        // A blank has no bit.
        let bit = 1 << value & !1;
        for (houses, number) in seen.iter_mut().zip([row, column, row / 3 * 3 + column / 3]) {
            twice |= houses[number] & bit;
            houses[number] |= bit;
        }
    }
    twice != 0
}

/// Whether every cell is filled and no digit stands twice in a house.
#[must_use]
pub fn is_solved(grid: &Grid) -> bool {
    grid.is_complete() && !has_conflict(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(line: &str) -> Grid {
        line.parse().expect("a grid")
    }

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let grid = grid(line);
        let found: Vec<String> = conflicts(&grid)
            .iter()
            .map(|conflict| format!("{}: {} at {:?}", conflict.house, conflict.digit, conflict.cells))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(has_conflict(&grid), !expected.is_empty());
    }

    #[test]
    fn a_grid_without_a_repeated_digit_has_no_conflict() {
        check(&".".repeat(81), &[]);
        check("812753649943682175675491283154237896369845721287169534521974368438526917796318452", &[]);
    }

    #[test]
    fn conflicts_are_ordered_by_rows_then_columns_then_boxes_then_digit() {
        let mut line = String::from("55.......5........22.......");
        line.push_str(&".".repeat(54));
        check(
            &line,
            &[
                "row 1: 5 at [r1c1, r1c2]",
                "row 3: 2 at [r3c1, r3c2]",
                "column 1: 5 at [r1c1, r2c1]",
                "box 1: 2 at [r3c1, r3c2]",
                "box 1: 5 at [r1c1, r1c2, r2c1]",
            ],
        );
    }

    #[test]
    fn a_grid_full_of_one_digit_conflicts_once_in_each_house() {
        let found = conflicts(&grid(&"7".repeat(81)));
        assert_eq!(found.len(), 27);
        assert!(found.iter().all(|conflict| conflict.cells == conflict.house.cells()));
    }

    #[test]
    fn solved_means_complete_and_without_conflict() {
        let solved = grid("812753649943682175675491283154237896369845721287169534521974368438526917796318452");
        assert!(is_solved(&solved));
        let cell = Cell::at(5, 5).expect("a cell of the grid");
        assert!(!is_solved(&solved.with(cell, None)));
        assert!(!is_solved(&solved.with(cell, Digit::new(1))));
    }
}
