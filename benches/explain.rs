//! Measures explanations: `cargo bench --bench explain`, half a minute. Uses the samples in `tests/sets`, or the whole puzzle
//! sets in the directory that `PUZZLE_SETS` names.
//!
//! Prints the figures but does not check them, because they depend on what else runs on the machine.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

#[path = "../tests/support/random.rs"]
mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{env, fs};

use random::{Random, grid};
use sudoku_service::sudoku::explain::{
    Effort, EffortLimits, Redundancy, Refutation, Solutions, TrueCandidates, additions, minimal_puzzle,
};
use sudoku_service::sudoku::solver::count_solutions;
use sudoku_service::sudoku::{Cell, Digit, Grid};

/// Number of grids of each kind.
const GRIDS: usize = 200;

/// Number of times each grid is explained; the shortest time counts, to discount other processes.
const REPETITIONS: usize = 3;

/// A question about a grid.
type Question = fn(&Grid, &mut Effort);

/// As in a request, later questions build on earlier results.
const BROKEN: [(&str, Question); 3] = [
    ("core", |grid, effort| _ = black_box(Refutation::of(grid, effort))),
    ("core and repairs", |grid, effort| {
        let refutation = Refutation::of(grid, effort);
        _ = black_box(refutation.map(|refutation| refutation.repairs(50, effort)));
    }),
    ("smallest core", |grid, effort| {
        let refutation = Refutation::of(grid, effort);
        _ = black_box(refutation.map(|refutation| refutation.smallest_core(effort)));
    }),
];

const AMBIGUOUS: [(&str, Question); 3] = [
    ("candidates and backbone", |grid, effort| {
        let candidates = TrueCandidates::of(grid, effort);
        _ = black_box(candidates.backbone().count());
    }),
    ("solutions and witnesses", |grid, effort| _ = black_box(Solutions::of(grid, 1_000, effort).witnesses(effort))),
    ("additions", |grid, effort| {
        let witnesses = Solutions::of(grid, 2, effort).witnesses(effort);
        _ = black_box(witnesses.map(|witnesses| additions(grid, &witnesses.solutions[0], 1, effort)));
    }),
];

const UNIQUE: [(&str, Question); 2] = [
    ("redundant givens", |grid, effort| _ = black_box(Redundancy::of(grid, effort))),
    ("minimal puzzle", |grid, effort| _ = black_box(minimal_puzzle(grid, effort))),
];

fn main() {
    println!("microseconds per grid");
    println!("{:44} {:26} {:>6} {:>9} {:>9} {:>9}", "grids", "question", "grids", "median", "p99", "max");
    let mut random = Random::new(1);
    for (set, puzzles) in sets() {
        let broken: Vec<Grid> = puzzles.iter().filter_map(|puzzle| broken(puzzle, 1, &mut random)).collect();
        report(&format!("{set}, one wrong"), &broken, &BROKEN);
        let broken: Vec<Grid> = puzzles.iter().filter_map(|puzzle| self::broken(puzzle, 3, &mut random)).collect();
        report(&format!("{set}, up to three wrong"), &broken, &BROKEN);
        for lacking in [1, 3, 6, 10, 15] {
            let ambiguous: Vec<Grid> = puzzles.iter().filter_map(|puzzle| lack(puzzle, lacking, &mut random)).collect();
            report(&format!("{set}, {lacking} missing"), &ambiguous, &AMBIGUOUS);
        }
        report(&set, &puzzles, &UNIQUE);
    }
    // Unusual inputs: grids without structure, nearly empty grids and the empty grid.
    let noise = |cells: usize, random: &mut Random| -> Vec<Grid> {
        (0..GRIDS / 5)
            .map(|_| {
                let cells: Vec<usize> = random.permutation(81).into_iter().take(cells).collect();
                grid(std::array::from_fn(|cell| if cells.contains(&cell) { 1 + random.below(9) as u8 } else { 0 }))
            })
            .collect()
    };
    for cells in [3, 12, 17, 20, 25, 40, 81] {
        let grids = noise(cells, &mut random);
        report(&format!("{cells} random digits"), &grids, &BROKEN);
    }
    let sparse = |cells: usize, random: &mut Random| (0..GRIDS / 5).map(|_| grid(random.puzzle(81 - cells))).collect();
    for cells in [0, 5, 12] {
        let grids: Vec<Grid> = sparse(cells, &mut random);
        report(&format!("{cells} right digits"), &grids, &AMBIGUOUS);
    }
}

fn report(kind: &str, grids: &[Grid], questions: &[(&str, Question)]) {
    if grids.is_empty() {
        return;
    }
    for (question, ask) in questions {
        let mut times: Vec<Duration> = grids
            .iter()
            .map(|grid| {
                let repetitions = (0..REPETITIONS).map(|_| {
                    let mut effort = Effort::new(EffortLimits::default());
                    let start = Instant::now();
                    ask(black_box(grid), &mut effort);
                    start.elapsed()
                });
                repetitions.min().unwrap_or_default()
            })
            .collect();
        times.sort_unstable();
        let quantile = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
        println!(
            "{kind:44} {question:26} {:6} {:9.1} {:9.1} {:9.1}",
            times.len(),
            quantile(50),
            quantile(99),
            quantile(100)
        );
    }
}

/// A puzzle with `wrong` givens replaced by random digits so that it has no solution, if 50 attempts find one.
fn broken(puzzle: &Grid, wrong: usize, random: &mut Random) -> Option<Grid> {
    let givens: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let typed = |random: &mut Random| {
        (0..wrong).fold(*puzzle, |typed, _| typed.with(givens[random.below(givens.len())], Digit::ALL[random.below(9)]))
    };
    (0..50).map(|_| typed(random)).find(|typed| count_solutions(typed, 1) == 0)
}

/// A puzzle with `lacking` givens removed so that it has several solutions, if 50 attempts find one.
fn lack(puzzle: &Grid, lacking: usize, random: &mut Random) -> Option<Grid> {
    let givens: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let typed = |random: &mut Random| {
        let order = random.permutation(givens.len());
        order.into_iter().take(lacking).fold(*puzzle, |typed, given| typed.with(givens[given], None))
    };
    (0..50).map(|_| typed(random)).find(|typed| count_solutions(typed, 2) == 2)
}

/// The sets of puzzles with their names.
fn sets() -> Vec<(String, Vec<Grid>)> {
    let names = ["random-minimal", "17-clue", "magictour-top1465", "forum-hardest-1905-11plus", "forum-hardest-1106"];
    let read = |name: &str| {
        let directory =
            env::var("PUZZLE_SETS").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/sets").to_owned());
        let text = fs::read_to_string(format!("{directory}/{name}.txt")).expect("the set");
        let puzzles: Vec<Grid> = text.lines().filter_map(|line| line.parse().ok()).collect();
        let step = (puzzles.len() / GRIDS).max(1);
        (name.to_owned(), puzzles.into_iter().step_by(step).take(GRIDS).collect())
    };
    names.into_iter().map(read).collect()
}
