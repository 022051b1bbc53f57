//! `sudoku-service solve`: solves a file of puzzles without a server.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::solver_flags::SolverFlags;
use crate::batch::{self, PipeError, Piped};
use crate::http::lines::{JsonLines, TextLines};
use crate::sudoku::solver::Budget;

/// Exit code: the response to at least one line is a problem.
const SOME_PROBLEM: u8 = 1;
/// Exit code: the input cannot be read, or the output cannot be written.
const FAILED: u8 = 2;

/// How much of the input is read at once.
const READ_BUFFER: usize = 64 * 1024;

/// The arguments of `solve`.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// The file to read; standard input if omitted or `-`
    file: Option<PathBuf>,

    /// Format of the lines and of their answers
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,

    #[command(flatten)]
    solver: SolverFlags,
}

/// The format of a batch.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    /// JSON if the first line starts like JSON, otherwise text
    Auto,
    /// One puzzle per line, such as `53..7....6..195…`; `#` starts a comment
    Text,
    /// One grid per line in any JSON form, or `{"id": …, "grid": …}`
    Ndjson,
}

/// Writes the answer to each input line to standard output.
///
/// The exit code is 0 if every puzzle was solved, 1 if the answer to some line is a problem, and 2 if the input cannot
/// be read or the output cannot be written. A reader that closes the output early, such as `head`, is not an error.
pub fn run(flags: &Flags) -> ExitCode {
    let source = Source::new(flags.file.as_deref());
    match solve(flags, &source) {
        Ok(piped) if piped.tally.problems() == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(SOME_PROBLEM),
        Err(PipeError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(PipeError::Write(error)) => fail("standard output", &error),
        Err(PipeError::Read(error)) => fail(&source, &error),
    }
}

fn fail(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    eprintln!("sudoku-service: {what}: {error}");
    ExitCode::from(FAILED)
}

fn solve(flags: &Flags, source: &Source<'_>) -> Result<Piped, PipeError> {
    let (input, length) = source.open().map_err(PipeError::Read)?;
    let mut input = BufReader::with_capacity(READ_BUFFER, input);
    let is_json = match flags.format {
        Format::Text => false,
        Format::Ndjson => true,
        Format::Auto => starts_like_json(input.fill_buf().map_err(PipeError::Read)?),
    };
    let budget = Budget::unlimited().with_node_limit(flags.solver.node_limit);
    let threads = flags.solver.threads();
    let started = Instant::now();
    let bar = progress_bar(length);
    let progress = |piped: &Piped| {
        bar.set_position(piped.bytes);
        bar.set_message(format!("{} puzzles", piped.tally.answered()));
    };
    let output = io::stdout();
    let piped = if is_json {
        batch::pipe(input, output, &JsonLines::default(), &budget, threads, progress)
    } else {
        batch::pipe(input, output, &TextLines, &budget, threads, progress)
    };
    let shown = !bar.is_hidden();
    bar.finish_and_clear();
    if shown && let Ok(Piped { tally, .. }) = &piped {
        let (answered, seconds) = (tally.answered(), started.elapsed().as_secs_f64());
        let (unique, multiple, problems) = (tally.unique, tally.multiple, tally.problems());
        eprintln!(
            "{answered} puzzles in {seconds:.2} s: {unique} with one solution, {multiple} with several, {problems} problems"
        );
    }
    piped
}

fn starts_like_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'[' | b'"'))
}

/// Progress on standard error; hidden unless that is a terminal and the answers go elsewhere.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    if io::stdout().is_terminal() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (ProgressBar::new(length), "{wide_bar} {percent:>3} %  {msg}  {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is valid"))
}

/// Where the puzzles come from.
enum Source<'a> {
    StandardInput,
    File(&'a Path),
}

impl<'a> Source<'a> {
    fn new(file: Option<&'a Path>) -> Self {
        match file {
            Some(path) if path != Path::new("-") => Self::File(path),
            _ => Self::StandardInput,
        }
    }

    /// The reader, and the length in bytes if it is known.
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
            Self::StandardInput => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
