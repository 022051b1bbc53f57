//! Complete grids, drawn with equal probability.
//!
//! The first three rows are drawn uniformly from all ways to fill them. So are the first three columns, whose digits
//! are then renamed to agree with the rows in the first box. [`CELLS`] are filled one after the other, each with a
//! random candidate. Then the solver finds all ways to complete the grid, and one of them is drawn.
//!
//! This reaches every grid in exactly one way, with a probability that is the inverse of its weight: the product of the
//! numbers of candidates and of completions. The grid is accepted with a probability proportional to its weight, which
//! makes all grids equally likely as long as no weight exceeds the one that is always accepted. Measured by their
//! excess weight, the grids that exceed it make up about 0.5 % of all grids; they are too rare by that amount.
//!
//! The mean weight of all attempts is the number of complete grids with given first rows and columns, 2,692.97. This
//! serves as a check of the method.

use super::random::Random;
use crate::sudoku::Grid;
use crate::sudoku::solver::{Budget, Finding, solve};

/// The cells that are filled at random: the diagonals of the other two boxes on the diagonal. Fewer cells would leave
/// more completions to find; more cells would make more attempts fail.
const CELLS: [usize; 6] = [30, 40, 50, 60, 70, 80];

/// The lowest weight at which a grid is always accepted; one in 20 attempts gives a grid.
const ALWAYS_ACCEPTED: u32 = 32_000;

/// The maximum number of completions to distinguish.
const COMPLETIONS: usize = 256;

/// Draws a complete grid. All are equally likely, except those with the highest weights.
pub(super) fn solution(random: &mut Random) -> Grid {
    loop {
        if let Some((grid, weight)) = attempt(random)
            && random.below(ALWAYS_ACCEPTED) < weight
        {
            return grid;
        }
    }
}

/// A grid and its weight, if the attempt can be completed.
fn attempt(random: &mut Random) -> Option<(Grid, u32)> {
    let mut values = [0; 81];
    let rows = band(random);
    for (row, line) in rows.iter().enumerate() {
        values[9 * row..9 * row + 9].copy_from_slice(line);
    }
    let columns = band(random);
    // For each digit of the columns, the digit of the rows in the same cell of the first box.
    let mut renamed = [0; 10];
    for (column, line) in columns.iter().enumerate() {
        for row in 0..3 {
            renamed[usize::from(line[row])] = rows[row][column];
        }
    }
    for (column, line) in columns.iter().enumerate() {
        for row in 3..9 {
            values[9 * row + column] = renamed[usize::from(line[row])];
        }
    }

    let mut weight = 1;
    for cell in CELLS {
        let mut candidates = candidates(&values, cell);
        let count = candidates.count_ones();
        if count == 0 {
            return None;
        }
        for _ in 0..random.below(count) {
            candidates &= candidates - 1;
        }
        values[cell] = candidates.trailing_zeros() as u8;
        weight *= count;
    }
    match solve(&Grid::from_known_values(values), &Budget::unlimited().keeping(COMPLETIONS)).finding {
        Finding::One(grid) => Some((grid, weight)),
        Finding::Many(completions) => {
            let mut all: Vec<Grid> = completions.iter().copied().collect();
            // Do not depend on the order in which the solver finds them.
            all.sort_unstable_by(|one, other| one.values().cmp(other.values()));
            let count = all.len() as u32;
            Some((all[random.below(count) as usize], weight * count))
        }
        Finding::None | Finding::Interrupted { .. } => None,
    }
}

/// The digits allowed in a cell, as bits 1 to 9.
fn candidates(values: &[u8; 81], cell: usize) -> u16 {
    let (row, column, corner) = (cell / 9, cell % 9, cell / 27 * 27 + cell % 9 / 3 * 3);
    let seen = (0..9).fold(0, |seen, i| {
        seen | 1 << values[9 * row + i] | 1 << values[9 * i + column] | 1 << values[corner + i / 3 * 9 + i % 3]
    });
    0x3FE & !seen
}

/// Draws three rows uniformly from the 948,109,639,680 ways to fill them.
///
/// If `k` digits of the first row's second box are in the second row's first box, three choices of `k` from three
/// digits and the order of the digits in each box determine the rest.
fn band(random: &mut Random) -> [[u8; 9]; 3] {
    let mut first = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut first);
    // 1 + 27 + 27 + 1 ways.
    let moved = match random.below(56) {
        0 => 0,
        1..28 => 1,
        28..55 => 2,
        _ => 3,
    };
    // The digits of each box, ordered so that the first `moved` are the chosen ones.
    let mut chosen: [[u8; 3]; 3] = std::array::from_fn(|stack| std::array::from_fn(|place| first[3 * stack + place]));
    for digits in &mut chosen {
        random.shuffle(digits);
    }
    let [a, b, c] = chosen;
    let join = |chosen: [u8; 3], others: [u8; 3]| -> [u8; 3] {
        std::array::from_fn(|place| if place < moved { chosen[place] } else { others[place] })
    };
    let mut second = [join(b, c), join(c, a), join(a, b)];
    let mut third = [join(c, b), join(a, c), join(b, a)];
    for digits in second.iter_mut().chain(&mut third) {
        random.shuffle(digits);
    }
    let line = |boxes: [[u8; 3]; 3]| std::array::from_fn(|column| boxes[column / 3][column % 3]);
    [first, line(second), line(third)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::rules;

    #[test]
    fn the_mean_weight_is_the_number_of_grids_with_the_same_first_rows_and_columns() {
        // There are 6,670,903,752,021,072,936,960 grids, 948,109,639,680 ways to fill three rows, and 362,880 ways to
        // fill the first box (Felgenhauer and Jarvis, 2005).
        let expected = 6_670_903_752_021_072_936_960.0 / (948_109_639_680.0 * 948_109_639_680.0 / 362_880.0);
        let mut random = Random::new("weights", 0);
        let count = 3_000_u32;
        let weights: Vec<f64> =
            (0..count).map(|_| attempt(&mut random).map_or(0.0, |(_, weight)| weight.into())).collect();
        let mean = weights.iter().sum::<f64>() / f64::from(count);
        let variance = weights.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>() / f64::from(count);
        // Four times the standard error.
        assert!((mean - expected).abs() < 4.0 * (variance / f64::from(count)).sqrt(), "{mean}");
    }

    #[test]
    fn attempts_and_solutions_obey_the_rules() {
        let mut random = Random::new("rules", 0);
        for _ in 0..20 {
            assert!(rules::is_solved(&solution(&mut random)));
        }
    }
}
