//! Times each backend of the solver, for work on the solver: `cargo bench --bench solver`.
//!
//! The package in `benches/peers` compares it with other solvers, and `benches/bounds.rs` measures its time bounds.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{Backend, Budget};

/// The name, the number of solutions to keep, and the grid. In order, they measure set-up and the first rules; hidden
/// singles; search; bold guesses of several cells; bold guesses of one cell; and a grid without a solution.
const PUZZLES: [(&str, usize, &str); 6] = [
    ("easy", 1, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    ("seventeen clues", 1, ".................1....23..4.....5.....26.7....18.....9....8..6...3...5..5..1....."),
    ("hard", 1, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
    ("several solutions", 1, ".............................................713924856961537284287419635345286179"),
    ("empty", 100, "................................................................................."),
    ("without solution", 1, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..97"),
];

/// Number of puzzles in a call of `solve_many`.
const MANY: usize = 64;

fn solver(criterion: &mut Criterion) {
    for (name, keep, puzzle) in PUZZLES {
        let puzzle: Grid = puzzle.parse().expect("a puzzle");
        let budget = Budget::unlimited().keeping(keep);
        let mut group = criterion.benchmark_group(name);
        for backend in Backend::available() {
            group.throughput(Throughput::Elements(1));
            group.bench_with_input(BenchmarkId::new("solve", backend.name()), &puzzle, |bencher, puzzle| {
                bencher.iter(|| backend.solve(black_box(puzzle), &budget));
            });
            let many = [puzzle; MANY];
            let mut outcomes = Vec::with_capacity(MANY);
            group.throughput(Throughput::Elements(MANY as u64));
            group.bench_with_input(BenchmarkId::new("solve_many", backend.name()), &many, |bencher, many| {
                bencher.iter(|| {
                    outcomes.clear();
                    backend.solve_many(black_box(many), &budget, &mut outcomes);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, solver);
criterion_main!(benches);
