//! Measures the generator on one thread: `cargo bench --bench generate`, one minute.
//!
//! First measures the number of solutions and minimal puzzles per second, then the time per puzzle for various
//! requests. Each puzzle has its own index, so that every run generates the same ones.
//!
//! `cargo bench --bench generate -- hits` counts instead, for each rating and each technique, how many of four seeds find a
//! puzzle, five minutes. With `needs`, it prints the time for a number of puzzles that need each technique, or the one named
//! next; with `examples`, the positions in `src/sudoku/logic/examples.tsv`; with `finds 5.8 3 10`, rows of
//! `src/sudoku/generate/rare_puzzles.rs`.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_service::sudoku::canonical::canonical;
use sudoku_service::sudoku::generate::{Origin, Wish, generate, minimal_puzzle, solution};
use sudoku_service::sudoku::logic::{
    Board, Reach, StepLimits, TABLE, Technique, TechniqueSet, Tenths, path, rate, steps,
};
use sudoku_service::sudoku::{Cell, Grid, Position, Symmetry};

const SEED: &str = "bench";

/// Number of solutions and of minimal puzzles to generate.
const PUZZLES: u64 = 20_000;

/// Time limit for the puzzles of a request, and the maximum number of puzzles.
const PATIENCE: Duration = Duration::from_secs(6);
const WISHED: u64 = 400;

/// Number of seeds for each rating and technique.
const SEEDS: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["hits", ..] => return print_hits(),
        ["needs", count, ref ids @ ..] => return print_needs(count.parse().expect("a number of puzzles"), ids),
        ["examples", ref ids @ ..] => return print_examples(ids),
        ["finds", wished, count, times] => {
            let [count, times] = [count, times].map(|number| number.parse().expect("a number"));
            return print_finds(wished, count, times);
        }
        _ => {}
    }
    print_rate("solutions", |index| _ = black_box(solution(SEED, index)));
    print_rate("minimal puzzles", |index| _ = black_box(minimal_puzzle(SEED, index)));

    println!("{:36} {:>8} {:>10} {:>10} {:>10}", "milliseconds per puzzle", "puzzles", "mean", "median", "p99");
    let from = |rating| Wish { rating: Some(Tenths(rating)..=Tenths(u8::MAX)), ..Wish::default() };
    let to = |first, last| Wish { rating: Some(Tenths(first)..=Tenths(last)), ..Wish::default() };
    for (name, wish) in [
        ("any", Wish::default()),
        ("easy, 1.0 to 1.5", to(10, 15)),
        ("medium, 1.6 to 2.5", to(16, 25)),
        ("hard, 2.6 to 3.9", to(26, 39)),
        ("expert, 4.0 to 6.2", to(40, 62)),
        ("fiendish, 6.3 to 7.7", to(63, 77)),
        ("diabolical, 7.8 and up", from(78)),
        ("7.0 and up", from(70)),
        ("8.0 and up", from(80)),
        ("8.5 and up", from(85)),
        ("9.0 and up", from(90)),
        ("9.0 to 9.4", to(90, 94)),
        ("9.5 to 9.9", to(95, 99)),
        ("10.0 to 10.9", to(100, 109)),
        ("medium, half turn", Wish { symmetry: Some(Symmetry::Rotational180), ..to(16, 25) }),
        ("7.0 and up, half turn", Wish { symmetry: Some(Symmetry::Rotational180), ..from(70) }),
        ("medium, full symmetry", Wish { symmetry: Some(Symmetry::Full), ..to(13, 15) }),
    ] {
        print_wish(name, &wish);
    }
}

/// Prints the time for some puzzles that need a technique, each within the work of a request.
fn print_needs(count: u64, ids: &[&str]) {
    println!("{:28} {:>7} {:>9} {:>9}", "technique", "found", "seconds", "worst ms");
    for row in TABLE.iter().filter(|row| ids.is_empty() || ids.contains(&row.id)) {
        let wish = Wish { needs: Some(row.technique), ..Wish::default() };
        if wish.check().is_err() {
            println!("{:28} needed by no puzzle", row.id);
            continue;
        }
        let (start, mut worst, mut found, mut tried) = (Instant::now(), 0.0_f64, 0, 0);
        for index in 0..count {
            let began = Instant::now();
            found += u32::from(generate(&wish, SEED, index, None).is_ok());
            worst = worst.max(began.elapsed().as_secs_f64());
            tried += 1;
            if start.elapsed() > Duration::from_secs(40) {
                break;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{:28} {found:3}/{tried:3} {seconds:9.2} {:9.0}", row.id, 1e3 * worst);
    }
}

/// Prints so many puzzles with this rating, or that need the technique with this id, and that are none of the known ones. Each is
/// found with at most so many times the usual work.
fn print_finds(wished: &str, count: u64, times: u64) {
    let needs = Technique::from_id(wished);
    let rating = wished.parse().ok().map(|rating: f64| Tenths((10.0 * rating).round() as u8));
    assert!(needs.is_some() || rating.is_some(), "{wished} is neither a rating nor a technique");
    let (work, rating) = (times * Wish::default().work, rating.map(|rating| rating..=rating));
    let wish = Wish { rating, needs, work, ..Wish::default() };
    let found = (0..).filter_map(|index| generate(&wish, "finds", index, None).ok());
    // Some ratings change with the form of a puzzle.
    let rows = found.filter(|made| made.origin != Origin::Stored).map(|made| canonical(&made.puzzle).grid);
    let rated = rows.map(|row| (rate(&row, &StepLimits::default()).er, row));
    let fits = |(er, _): &(Tenths, Grid)| wish.rating.as_ref().is_none_or(|range| range.contains(er));
    for (Tenths(rating), row) in rated.filter(fits).take(count as usize) {
        println!("    (Tenths({rating}), \"{row}\"),");
    }
}

/// Prints a position for each technique: of several puzzles that need it the one with the fewest candidates left, or any
/// position on the paths of hard puzzles in which it is possible.
fn print_examples(ids: &[&str]) {
    let count = |board: &Board| board.marks().iter().map(|marks| marks.count_ones()).sum::<u32>();
    for row in TABLE.iter().filter(|row| ids.is_empty() || ids.contains(&row.id)) {
        let is_hard = row.lowest >= Tenths(85);
        let (seeds, work) = if is_hard { (1, Wish::default().work) } else { (6, 20_000_000) };
        let wish = Wish { needs: Some(row.technique), work, ..Wish::default() };
        let lesson = wish.lesson().expect("a technique is needed");
        let needed = (0..seeds).filter_map(|index| {
            let made = generate(&wish, "examples", index, None).ok()?;
            match lesson.reach(&made.puzzle, &StepLimits::default(), &mut 0)? {
                Reach::Needed(board, _) => Some(*board),
                Reach::Solved | Reach::Stuck(_) => None,
            }
        });
        let Some(board) = needed.min_by_key(count).or_else(|| possible(row.technique)) else {
            println!("# {} not found", row.id);
            continue;
        };
        let rules = Board::new(&board.grid());
        // Which digits are no givens matters to few techniques.
        let unplaced = Board::from(&Position::new(board.grid(), &board.marks()));
        let givens = if row.technique.first_step(&unplaced).is_some() { board.grid() } else { board.givens() };
        let [cells, givens] = [board.grid(), givens].map(|grid| grid.to_string());
        let cells = cells.chars().zip(givens.chars()).map(|(cell, given)| match given {
            '.' if cell != '.' => format!("+{cell}"),
            _ => cell.to_string(),
        });
        let removed = Cell::all().filter_map(|cell| {
            let gone: String = rules
                .digits(cell)
                .filter(|one| !board.digits(cell).any(|left| left == *one))
                .map(|one| one.to_string())
                .collect();
            (!gone.is_empty()).then(|| format!("{cell}<>{gone}"))
        });
        println!("{}\t{}\t{}", row.id, cells.collect::<String>(), removed.collect::<Vec<_>>().join(" "));
    }
}

/// A position on the path of a hard puzzle in which a technique is possible.
fn possible(technique: Technique) -> Option<Board> {
    let info = technique.info();
    let limits = StepLimits::within(TechniqueSet::only(technique));
    (0..40).find_map(|index| {
        let rating = Some(if info.lowest >= Tenths(90) { info.lowest..=Tenths(120) } else { Tenths(66)..=Tenths(80) });
        let made = generate(&Wish { rating, ..Wish::default() }, "possible", index, None).ok()?;
        let mut board = Board::new(&made.puzzle);
        for step in path(&made.puzzle, &StepLimits::default()).1 {
            if step.technique == technique || info.lowest < Tenths(80) && !steps(&board, &limits, 1).0.is_empty() {
                return Some(board);
            }
            board.apply(&step);
        }
        None
    })
}

/// Prints how many seeds find a puzzle for each rating and technique, with the time in milliseconds for each seed.
fn print_hits() {
    let ratings = (10..=120).map(Tenths).map(|rating| {
        let wish = Wish { rating: Some(rating..=rating), ..Wish::default() };
        (rating.to_string(), wish)
    });
    let techniques = TABLE.iter().map(|row| {
        let wish = Wish { needs: Some(row.technique), ..Wish::default() };
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
