//! Measures the canonical form: `cargo bench --bench canonical`, half a minute.
//!
//! Times each grid separately, as the best of several rounds of a few runs each. Prints the median, the 99th percentile
//! and the slowest of each set. Some sets come from `../shared/puzzles` next to the checkout, if it exists. The program
//! generates the others: complete grids, puzzles of every density, symmetric grids, and grids of random digits.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::canonical::canonical;
use sudoku_service::sudoku::solver::{Budget, Finding, solve};

const ROUNDS: usize = 5;
const RUNS: u32 = 8;

/// Maximum number of grids timed per set.
const GRIDS: usize = 1_000;

const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// 648 automorphisms.
const SYMMETRIC: &str = "714265893256389417398741652147526389983174265562938741839417526625893174471652938";

fn main() {
    println!("{:32} {:>7} {:>12} {:>9} {:>9}", "microseconds per grid", "grids", "median", "p99", "slowest");
    for file in ["random-minimal", "17-clue", "magictour-top1465", "forum-hardest-1905-11plus"] {
        let path = format!("{}/../../shared/puzzles/{file}.txt", env!("CARGO_MANIFEST_DIR"));
        if let Ok(text) = fs::read_to_string(path) {
            let grids: Vec<Grid> = text.lines().take(GRIDS).map(|line| line.parse().expect("a grid")).collect();
            print(file, &grids);
        }
    }
    let mut random = Random(1);
    let complete = random.complete_grids();
    for clues in [81, 80, 75, 70, 60, 50, 40, 30, 12, 6, 3, 1] {
        let grids: Vec<Grid> = complete.iter().map(|grid| random.thinned(grid, clues)).collect();
        print(&format!("{clues} clues"), &grids);
    }
    print("648 automorphisms", &[grid(SYMMETRIC)]);
    let thinned: Vec<Grid> = (0..GRIDS).map(|case| random.thinned(&grid(SYMMETRIC), 9 + case % 72)).collect();
    print("648 automorphisms, thinned", &thinned);
    print("empty", &[Grid::EMPTY]);
    let digits: Vec<Grid> = (0..200)
        .map(|case| Grid::from_values(std::array::from_fn(|_| 1 + random.below(1 + case % 9) as u8)).expect("digits"))
        .collect();
    print("any 81 digits", &digits);
    print("1 to 9 in the diagonal", &[diagonal(|row| row as u8 + 1, 0)]);
    print("one digit in the diagonal", &[diagonal(|_| 1, 0)]);
    print("one digit beside the diagonal", &[diagonal(|_| 0, 1)]);
    print("two digits, by the diagonal", &[diagonal(|_| 1, 2)]);
    print("one digit in each row", &[grid(&(1..=9).map(|digit| digit.to_string().repeat(9)).collect::<String>())]);
    print("one digit everywhere", &[grid(&"1".repeat(81))]);
}

fn grid(line: &str) -> Grid {
    line.parse().expect("a grid")
}

/// A grid with these digits on its diagonal and one digit everywhere else.
fn diagonal(digit: impl Fn(usize) -> u8, other: u8) -> Grid {
    let values = std::array::from_fn(|index| if index / 9 == index % 9 { digit(index / 9) } else { other });
    Grid::from_values(values).expect("digits")
}

fn print(name: &str, grids: &[Grid]) {
    let mut times: Vec<f64> = grids
        .iter()
        .map(|grid| {
            let round = || {
                let start = Instant::now();
                for _ in 0..RUNS {
                    black_box(canonical(black_box(grid)));
                }
                start.elapsed() / RUNS
            };
            (0..ROUNDS).map(|_| round()).min().unwrap_or(Duration::ZERO).as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let quantile = |part: usize| times[(times.len() - 1) * part / 100];
    println!("{name:32} {:7} {:12.2} {:9.2} {:9.2}", grids.len(), quantile(50), quantile(99), quantile(100));
}

/// A source of random numbers that is good enough to choose grids.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) as usize % limit
    }

    /// The grid with only this many of its digits.
    fn thinned(&mut self, grid: &Grid, clues: usize) -> Grid {
        let mut values = *grid.values();
        let mut left = 81;
        while left > clues {
            let place = self.below(81);
            left -= usize::from(values[place] != 0);
            values[place] = 0;
        }
        Grid::from_values(values).expect("digits")
    }

    /// The first solutions of thinned copies of one grid.
    fn complete_grids(&mut self) -> Vec<Grid> {
        let puzzles = (0..GRIDS).map(|_| self.thinned(&grid(SOLVED), 22));
        puzzles
            .map(|puzzle| match solve(&puzzle, &Budget::unlimited()).finding {
                Finding::One(solution) => solution,
                Finding::Many(solutions) => *solutions.first(),
                Finding::None | Finding::Interrupted { .. } => unreachable!("a part of a solution has a solution"),
            })
            .collect()
    }
}
