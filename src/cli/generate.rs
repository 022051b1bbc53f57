//! `sudoku-service generate`: generates puzzles.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use super::destination::Destination;
use super::query::query;
use super::solver_flags::Threads;
use super::{exit, progress};
use crate::batch::{Answers, in_order};
use crate::http::lines::{Form, Generate, JsonLines, TextLines};

/// Number of puzzles in flight per thread. Puzzles are written in order, so if one of them is slow, the other threads
/// continue until this many wait for it.
const PUZZLES_PER_THREAD: usize = 64;

/// The arguments of `generate`.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Number of puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    count: u64,

    /// The seed: 1 to 64 characters of A-Za-z0-9._~-. The same seed and options give the same puzzles
    #[arg(long)]
    seed: Option<String>,

    /// The rating (ER of Sudoku Explainer) such as 7.0, or a range such as 8.5..9.0
    #[arg(long)]
    rating: Option<String>,

    /// A level instead of a rating: easy, medium, hard, fiendish or diabolical
    #[arg(long)]
    level: Option<String>,

    /// The number of givens such as 24, or a range such as 24..28
    #[arg(long)]
    clues: Option<String>,

    /// The symmetry of the pattern of givens: none, rotational180, rotational90, vertical, horizontal, diagonal,
    /// antidiagonal, bidiagonal, orthogonal, full, or any [default: none]
    #[arg(long)]
    symmetry: Option<String>,

    /// Only puzzles without a redundant given
    #[arg(long)]
    minimal: bool,

    /// The id of a technique that the solution must use, as GET /techniques lists them
    #[arg(long)]
    technique: Option<String>,

    /// Ids of techniques that the solution must not use, separated by commas
    #[arg(long)]
    without: Option<String>,

    /// Format of the lines
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    threads: Threads,
}

/// The format of generated puzzles.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    /// The puzzle alone
    Text,
    /// An object with the puzzle, its solution, rating, level and seed
    Ndjson,
}

/// Writes the puzzles in the order of their indices.
pub fn run(flags: &Flags) -> ExitCode {
    let options = query([
        ("seed", flags.seed.as_deref()),
        ("rating", flags.rating.as_deref()),
        ("level", flags.level.as_deref()),
        ("clues", flags.clues.as_deref()),
        ("symmetry", flags.symmetry.as_deref()),
        ("minimal", flags.minimal.then_some("true")),
        ("technique", flags.technique.as_deref()),
        ("without", flags.without.as_deref()),
    ]);
    let generate = match Generate::read(&options) {
        Ok(generate) => generate,
        Err(problem) => return exit::invalid(&problem),
    };
    if flags.destination.is_done() {
        return ExitCode::SUCCESS;
    }
    if flags.seed.is_none() {
        eprintln!("sudoku-service: --seed {}", generate.seed());
    }
    let problems = flags.destination.write(
        |error| error,
        |output| match flags.format {
            Format::Text => write(flags, &generate, &TextLines, output),
            Format::Ndjson => write(flags, &generate, &JsonLines::default(), output),
        },
    );
    match problems {
        Ok(problems) => flags.destination.exit_code(problems),
        Err(error) => flags.destination.failed(&error),
    }
}

/// Writes the puzzles; returns how many were not found.
fn write(flags: &Flags, generate: &Generate, form: &impl Form, output: &mut (dyn Write + Send)) -> io::Result<u64> {
    let threads = flags.threads.number();
    let bar = progress::bar(Some(flags.count), flags.destination.is_standard_output(), "{pos}/{len}");
    let mut problems = 0;
    let (_, written) = in_order(
        threads,
        threads.get() * PUZZLES_PER_THREAD,
        |intake| (0..flags.count).find(|&index| intake.put(index).is_err()),
        |index| generate.line(form, index),
        |line: Option<Answers>| {
            let Answers { text, tally } = line.ok_or_else(|| io::Error::other("a generator thread failed"))?;
            output.write_all(&text)?;
            problems += tally.problems;
            bar.inc(1);
            Ok(())
        },
    );
    bar.finish_and_clear();
    written.and_then(|()| output.flush())?;
    Ok(problems)
}
