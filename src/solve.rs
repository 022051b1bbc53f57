//! The command `solve`: a batch from a file or the standard input to the standard output.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};

use crate::batch::{self, PipeError, Piped};
use crate::http::lines::{JsonLines, TextLines};
use crate::sudoku::solver::Budget;

/// Some line's answer is a problem.
const SOME_PROBLEM: u8 = 1;
/// The input cannot be read, or the answers cannot be written.
const FAILED: u8 = 2;

/// What the command `solve` can be told.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// The file to read; the standard input if there is none, or for `-`.
    file: Option<PathBuf>,

    /// How the lines are written, and their answers.
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,

    /// How many threads solve. The number of available processors if it is not set.
    #[arg(long, env = "SUDOKU_THREADS", value_name = "NUMBER", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,

    /// How many guesses the search for one puzzle may spend before it ends as `search-limit`.
    #[arg(long, env = "SUDOKU_NODE_LIMIT", value_name = "NUMBER", default_value_t = 1_000_000)]
    node_limit: u64,
}

/// How the lines of a batch are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    /// JSON if the first line begins so, else text.
    Auto,
    /// A puzzle a line, such as `53..7....6..195…`; `#` begins a comment.
    Text,
    /// A grid a line in any JSON form, or `{"id": …, "grid": …}`.
    Ndjson,
}

/// Answers every line of the input on the standard output.
///
/// The exit code is 0 if every puzzle was solved, 1 if the answer to some line is a problem, and 2 if the input cannot
/// be read or the answers cannot be written. That their reader leaves early, as `head` does, is no error.
pub fn run(flags: &Flags) -> ExitCode {
    let source = Source::of(flags.file.as_deref());
    match solve(flags, &source) {
        Ok(piped) if piped.tally.problems() == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(SOME_PROBLEM),
        Err(PipeError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(PipeError::Write(error)) => fail("the standard output", &error),
        Err(PipeError::Read(error)) => fail(&source, &error),
    }
}

fn fail(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    eprintln!("sudoku-service: {what}: {error}");
    ExitCode::from(FAILED)
}

fn solve(flags: &Flags, source: &Source<'_>) -> Result<Piped, PipeError> {
    let (input, length) = source.open().map_err(PipeError::Read)?;
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let is_json = match flags.format {
        Format::Text => false,
        Format::Ndjson => true,
        Format::Auto => begins_as_json(input.fill_buf().map_err(PipeError::Read)?),
    };
    let budget = Budget::unlimited().with_node_limit(flags.node_limit);
    let available = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = flags.threads.and_then(NonZeroUsize::new).unwrap_or(available);
    let mut bar = ProgressBar::new(length);
    let progress = |piped: &Piped| bar.show(piped);
    let output = io::stdout();
    let piped = if is_json {
        batch::pipe(input, output, &JsonLines::default(), &budget, threads, progress)
    } else {
        batch::pipe(input, output, &TextLines, &budget, threads, progress)
    };
    bar.finish(piped.as_ref().ok());
    piped
}

/// Whether a text whose beginning this is holds JSON lines.
fn begins_as_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'[' | b'"'))
}

/// Where the puzzles come from.
enum Source<'a> {
    StandardInput,
    File(&'a Path),
}

impl<'a> Source<'a> {
    fn of(file: Option<&'a Path>) -> Self {
        match file {
            Some(path) if path != Path::new("-") => Self::File(path),
            _ => Self::StandardInput,
        }
    }

    /// What to read from, and its length in bytes if that is known.
    fn open(&self) -> io::Result<(Box<dyn Read>, Option<u64>)> {
        match self {
            Self::StandardInput => Ok((Box::new(io::stdin()), None)),
            Self::File(path) => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
            }
        }
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("the standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// A line on the standard error that says how far the batch is; only if that is a terminal, and the answers go
/// elsewhere.
struct ProgressBar {
    length: Option<u64>,
    started: Instant,
    /// When it was last drawn; `None` if it never is.
    drawn: Option<Instant>,
}

impl ProgressBar {
    const EVERY: Duration = Duration::from_millis(100);
    const WIDTH: usize = 30;

    fn new(length: Option<u64>) -> Self {
        let started = Instant::now();
        let shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self { length, started, drawn: shown.then_some(started) }
    }

    #[expect(clippy::cast_precision_loss, reason = "nobody reads the sixteenth digit of a progress bar")]
    fn show(&mut self, piped: &Piped) {
        let Some(drawn) = &mut self.drawn else { return };
        if drawn.elapsed() < Self::EVERY {
            return;
        }
        *drawn = Instant::now();
        let answered = piped.tally.answered();
        let rate = answered as f64 / self.started.elapsed().as_secs_f64();
        let line = match self.length {
            Some(length) if length > 0 => {
                let part = piped.bytes as f64 / length as f64;
                let filled = (part * Self::WIDTH as f64) as usize;
                let left = self.started.elapsed().as_secs_f64() * (1.0 - part) / part;
                let bar: String = (0..Self::WIDTH).map(|i| if i < filled { '█' } else { '░' }).collect();
                format!("{bar} {:3.0} %  {answered} puzzles  {rate:.0}/s  {left:.0} s left", part * 100.0)
            }
            _ => format!("{answered} puzzles  {rate:.0}/s"),
        };
        draw(&line);
    }

    fn finish(&self, piped: Option<&Piped>) {
        if self.drawn.is_none() {
            return;
        }
        match piped {
            Some(Piped { tally, .. }) => {
                let seconds = self.started.elapsed().as_secs_f64();
                draw(&format!(
                    "{} puzzles in {seconds:.2} s: {} with one solution, {} with several, {} problems\n",
                    tally.answered(),
                    tally.unique,
                    tally.multiple,
                    tally.problems(),
                ));
            }
            None => draw(""),
        }
    }
}

/// Draws over the line before.
fn draw(line: &str) {
    // A terminal that is gone is no reason to stop solving.
    let _ = write!(io::stderr(), "\r\x1b[K{line}");
}
