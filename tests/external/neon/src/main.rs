//! Solves grids on a chosen backend; `run` in this directory runs it in an emulator.
//!
//! `neon-check solve BACKEND [FILE]` solves each puzzle of a file ten times, so that reading it hardly counts, and
//! prints the number of guesses; without a file it only starts and exits. `neon-check compare NUMBER` generates that
//! many grids and fails unless all backends give the same outcome, including guesses, for each of them.

use std::process::ExitCode;
use std::{env, fs};

use neon_check::sudoku::Grid;
use neon_check::sudoku::solver::{Backend, Budget};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["solve", backend] => println!("{}", solve(backend, "")),
        ["solve", backend, file] => println!("{}", solve(backend, &fs::read_to_string(file).expect("a readable file"))),
        ["compare", number] => compare(number.parse().expect("a number")),
        _ => {
            eprintln!("usage: neon-check solve BACKEND [FILE] | compare NUMBER");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Number of times each puzzle is solved.
const TIMES: usize = 10;

/// Solves one puzzle per line. Returns the number of guesses.
fn solve(backend: &str, puzzles: &str) -> u64 {
    let backend = Backend::named(backend).expect("a backend of this processor");
    let grids = puzzles.lines().map(|line| line.parse::<Grid>().expect("a grid"));
    grids.flat_map(|grid| [grid; TIMES]).map(|grid| backend.solve(&grid, &Budget::unlimited()).stats.guesses).sum()
}

/// Compares the backends on this many grids of 20 to 60 clues, with none, one or several solutions.
fn compare(number: usize) {
    let mut random = Random(1);
    let budget = Budget::unlimited().keeping(2);
    for _ in 0..number {
        let mut values = [0; 81];
        let clues = 20 + random.below(41);
        let solution = random.solution();
        for _ in 0..clues {
            let cell = random.below(81);
            values[cell] = solution[cell];
        }
        // One in four grids has a wrong digit.
        if random.below(4) == 0 {
            values[random.below(81)] = random.below(9) as u8 + 1;
        }
        let grid = Grid::from_values(values).expect("digits");
        let mut outcomes = Backend::available().map(|backend| backend.solve(&grid, &budget));
        let first = outcomes.next();
        assert!(outcomes.all(|outcome| Some(outcome) == first), "the backends disagree: {grid}");
    }
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    println!("{} agree on {number} grids", names.join(" and "));
}

/// A stream of numbers that is the same every time (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A complete grid: a pattern with its digits, rows within bands and columns within stacks permuted.
    fn solution(&mut self) -> [u8; 81] {
        let digits = self.order::<9>();
        let [rows, columns] = [(); 2].map(|()| {
            let within = [self.order::<3>(), self.order::<3>(), self.order::<3>()];
            let bands = self.order::<3>();
            move |line: usize| 3 * bands[line / 3] + within[line / 3][line % 3]
        });
        std::array::from_fn(|cell| {
            let (row, column) = (rows(cell / 9), columns(cell % 9));
            digits[(row * 3 + row / 3 + column) % 9] as u8 + 1
        })
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|index| index);
        for last in (1..N).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}
