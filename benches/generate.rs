//! Measures the generator on one thread: `cargo bench --bench generate`, one minute.
//!
//! First measures the number of solutions and minimal puzzles per second, then the time per puzzle for various
//! requests. Each puzzle has its own index, so that every run generates the same ones.
//!
//! `cargo bench --bench generate -- hits` counts instead, for each rating and each technique, how many of four seeds find a
//! puzzle, five minutes.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_service::sudoku::Symmetry;
use sudoku_service::sudoku::generate::{Wish, generate, minimal_puzzle, solution};
use sudoku_service::sudoku::logic::{TABLE, Tenths};

const SEED: &str = "bench";

/// Number of solutions and of minimal puzzles to generate.
const PUZZLES: u64 = 20_000;

/// Time limit for the puzzles of a request, and the maximum number of puzzles.
const PATIENCE: Duration = Duration::from_secs(6);
const WISHED: u64 = 400;

/// Number of seeds for each rating and technique.
const SEEDS: u32 = 4;

fn main() {
    if std::env::args().any(|argument| argument == "hits") {
        return print_hits();
    }
    print_rate("solutions", |index| _ = black_box(solution(SEED, index)));
    print_rate("minimal puzzles", |index| _ = black_box(minimal_puzzle(SEED, index)));

    println!("{:36} {:>8} {:>10} {:>10} {:>10}", "milliseconds per puzzle", "puzzles", "mean", "median", "p99");
    let from = |rating| Wish { rating: Some(Tenths(rating)..=Tenths(u8::MAX)), ..Wish::default() };
    let to = |first, last| Wish { rating: Some(Tenths(first)..=Tenths(last)), ..Wish::default() };
    for (name, wish) in [
        ("any", Wish::default()),
        ("easy, 1.0 to 1.2", to(10, 12)),
        ("medium, 1.3 to 1.5", to(13, 15)),
        ("hard, 1.6 to 2.5", to(16, 25)),
        ("fiendish, 2.6 to 6.0", to(26, 60)),
        ("diabolical, 6.1 and up", from(61)),
        ("7.0 and up", from(70)),
        ("8.0 and up", from(80)),
        ("8.5 and up", from(85)),
        ("9.0 and up", from(90)),
        ("9.0 to 9.4", to(90, 94)),
        ("9.5 to 9.9", to(95, 99)),
        ("10.0 to 10.9", to(100, 109)),
        ("medium, half turn", Wish { symmetry: Some(Symmetry::Rotational180), ..to(13, 15) }),
        ("7.0 and up, half turn", Wish { symmetry: Some(Symmetry::Rotational180), ..from(70) }),
        ("medium, full symmetry", Wish { symmetry: Some(Symmetry::Full), ..to(13, 15) }),
    ] {
        print_wish(name, &wish);
    }
}

/// Prints how many seeds find a puzzle for each rating and technique, with the time in milliseconds for each seed.
fn print_hits() {
    let ratings = (10..=120).map(Tenths).map(|rating| {
        let wish = Wish { rating: Some(rating..=rating), ..Wish::default() };
        (rating.to_string(), wish)
    });
    let techniques = TABLE.iter().map(|row| {
        let wish = Wish { technique: Some(row.technique), ..Wish::default() };
        (row.id.to_owned(), wish)
    });
    for (name, wish) in ratings.chain(techniques).filter(|(_, wish)| wish.check().is_ok()) {
        let (mut hits, mut times) = (0, Vec::new());
        for seed in 0..SEEDS {
            let start = Instant::now();
            hits += u32::from(generate(&wish, &format!("hits-{seed}"), 0, None).is_ok());
            times.push(format!("{:6.0}", 1e3 * start.elapsed().as_secs_f64()));
        }
        println!("{name:28} {hits}/{SEEDS} {}", times.join(" "));
    }
}

fn print_rate(name: &str, make: impl Fn(u64)) {
    let start = Instant::now();
    (0..PUZZLES).for_each(make);
    let seconds = start.elapsed().as_secs_f64() / f64::from(u32::try_from(PUZZLES).expect("a small number"));
    println!("{name:36} {:10.0} per second, {:6.2} microseconds each", 1.0 / seconds, 1e6 * seconds);
}

fn print_wish(name: &str, wish: &Wish) {
    let begin = Instant::now();
    let mut times = Vec::new();
    for index in 0..WISHED {
        if begin.elapsed() > PATIENCE {
            break;
        }
        let start = Instant::now();
        if generate(wish, SEED, index, None).is_ok() {
            times.push(1e3 * start.elapsed().as_secs_f64());
        }
    }
    if times.is_empty() {
        println!("{name:36} {:8}", 0);
        return;
    }
    #[expect(clippy::cast_precision_loss, reason = "there are fewer puzzles than 2^53")]
    let mean = begin.elapsed().as_secs_f64() * 1e3 / times.len() as f64;
    times.sort_by(f64::total_cmp);
    let quantile = |part: usize| times[(times.len() - 1) * part / 100];
    println!("{name:36} {:8} {mean:10.3} {:10.3} {:10.3}", times.len(), quantile(50), quantile(99));
}
