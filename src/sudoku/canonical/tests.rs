//! Compares the canonical form with an exhaustive search, and with itself.

use super::{Canonical, Transformation, canonical};
use crate::sudoku::Grid;
use crate::sudoku::generate::random::Random;
use crate::sudoku::generate::rare_puzzles::transformation;

const PUZZLE: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// 648 automorphisms.
const SYMMETRIC: &str = "714265893256389417398741652147526389983174265562938741839417526625893174471652938";

fn grid(line: &str) -> Grid {
    line.parse().expect("a grid")
}

/// Finds the smallest grid and the number of automorphisms by exhaustive search: for every order of the columns, it
/// tries all orders of the rows, row by row, as long as they are not larger than the smallest so far.
fn by_trying(grid: &Grid) -> (Grid, u32) {
    fn permutations() -> Vec<[usize; 9]> {
        let threes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut all = Vec::new();
        for stacks in threes {
            for number in 0..216 {
                let within = [threes[number / 36], threes[number / 6 % 6], threes[number % 6]];
                all.push(std::array::from_fn(|i| 3 * stacks[i / 3] + within[i / 3][i % 3]));
            }
        }
        all
    }

    struct Trial {
        rows: [[u8; 9]; 9],
        smallest: [u8; 81],
        count: u32,
    }

    impl Trial {
        fn extend(&mut self, taken: &[usize], so_far: [u8; 81], digits: [u8; 10], seen: u8) {
            let depth = taken.len();
            if depth == 9 {
                self.count = if so_far < self.smallest { 1 } else { self.count + 1 };
                self.smallest = so_far;
                return;
            }
            for row in (0..9).filter(|row| !taken.contains(row)) {
                let begun = &taken[depth / 3 * 3..];
                if begun.iter().any(|other| other / 3 != row / 3) {
                    continue;
                }
                let (mut next, mut digits, mut seen) = (so_far, digits, seen);
                for (place, &value) in self.rows[row].iter().enumerate() {
                    if value != 0 && digits[usize::from(value)] == 0 {
                        seen += 1;
                        digits[usize::from(value)] = seen;
                    }
                    next[9 * depth + place] = digits[usize::from(value)];
                }
                let end = 9 * depth + 9;
                if next[..end] <= self.smallest[..end] {
                    self.extend(&[taken, &[row]].concat(), next, digits, seen);
                }
            }
        }
    }

    let values = grid.values();
    let mut trial = Trial { rows: [[0; 9]; 9], smallest: [10; 81], count: 0 };
    for transposed in [false, true] {
        for columns in permutations() {
            trial.rows = std::array::from_fn(|row| {
                columns.map(|column| if transposed { values[9 * column + row] } else { values[9 * row + column] })
            });
            trial.extend(&[], [0; 81], [0; 10], 0);
        }
    }
    (Grid::from_values(trial.smallest).expect("digits"), trial.count)
}

fn drawn(random: &mut Random) -> Transformation {
    transformation(random).expect("permutations")
}

#[track_caller]
fn check(puzzle: &Grid) -> Canonical {
    let found = canonical(puzzle);
    assert_eq!(found.transformation.apply(puzzle), found.grid, "{puzzle}");
    found
}

/// Grids of every density: valid ones made from complete grids, and random digits.
fn random_grids(random: &mut Random, count: usize) -> Vec<Grid> {
    let complete = [grid(SOLVED), grid(SYMMETRIC)];
    let mut grids = Vec::new();
    for case in 0..count {
        let mut values = *drawn(random).apply(&complete[case % 2]).values();
        if case % 5 == 4 {
            let digits = 1 + random.below(9);
            values = std::array::from_fn(|_| 1 + random.below(digits) as u8);
        }
        for _ in 0..random.below(200) {
            values[random.below(81) as usize] = 0;
        }
        grids.push(Grid::from_values(values).expect("digits"));
    }
    grids
}

#[test]
fn the_form_and_the_automorphisms_match_an_exhaustive_search() {
    let mut random = Random::new("exhaustive", 0);
    let cases = if cfg!(miri) { 0 } else { 24 };
    let mut grids = random_grids(&mut random, cases);
    grids.extend([PUZZLE, SOLVED, SYMMETRIC].map(grid));
    // Repeated digits, equal rows and equal bands.
    grids.push(grid(&"12.12.12.".repeat(9)));
    grids.push(grid(&format!("{}{}", "11.......2.2......33.......".repeat(2), ".".repeat(27))));
    // Three bands of the same rows in different orders.
    let rows = ["1.2......", ".3....4..", "......12."];
    grids.push(grid(&[0, 1, 2, 1, 0, 2, 2, 0, 1].map(|row| rows[row]).concat()));
    // The row with the fewest digits does not come first.
    grids.push(grid("21.243133341.2133311.32.11.43.2.4.431.3.134.11.44.32412.341133233.22.1.4431.3..12"));
    for puzzle in grids {
        let found = check(&puzzle);
        assert_eq!((found.grid, found.automorphisms), by_trying(&puzzle), "{puzzle}");
    }
}

#[test]
fn grids_with_indistinguishable_cells_have_all_automorphisms() {
    for (line, form) in [(".", "."), ("7", "1")] {
        let found = check(&grid(&line.repeat(81)));
        assert_eq!((found.grid, found.automorphisms), (grid(&form.repeat(81)), 3_359_232));
    }
    if !cfg!(miri) {
        let a_digit_per_row = grid(&(1..=9).rev().map(|digit| digit.to_string().repeat(9)).collect::<String>());
        assert_eq!(check(&a_digit_per_row).automorphisms, 1_679_616);
    }
    let one_digit = Grid::EMPTY.with(crate::sudoku::Cell::at(4, 6).expect("a cell"), crate::sudoku::Digit::new(3));
    assert_eq!(check(&one_digit).automorphisms, 41_472);
}

#[test]
fn a_transformation_consists_of_permutations_that_keep_bands_and_stacks() {
    let (lines, digits) = ([0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let identity = Transformation::new(false, lines, lines, digits).expect("permutations");
    assert_eq!(identity.apply(&grid(PUZZLE)), grid(PUZZLE));
    let torn = [0, 1, 3, 2, 4, 5, 6, 7, 8];
    let repeated = [0, 0, 2, 3, 4, 5, 6, 7, 8];
    for wrong in [torn, repeated] {
        assert_eq!(Transformation::new(false, wrong, lines, digits), None);
        assert_eq!(Transformation::new(true, lines, wrong, digits), None);
    }
    assert_eq!(Transformation::new(false, lines, lines, repeated), None);

    let turned = Transformation::new(true, [2, 1, 0, 3, 4, 5, 6, 7, 8], lines, [2, 1, 3, 4, 5, 6, 7, 8, 9]);
    let turned = turned.expect("permutations").apply(&grid(&format!("12.{}", ".".repeat(78))));
    assert_eq!(turned, grid(&format!("{}1........2........{}", ".".repeat(9), ".".repeat(54))));
}
