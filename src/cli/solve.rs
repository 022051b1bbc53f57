//! `sudoku-service solve`: solves a file of puzzles without a server.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::input::{Input, Source};
use super::output::NewFile;
use super::shard::Shard;
use super::solver_flags::SolverFlags;
use crate::batch::{self, ChunkSize, PipeError, Piped, Splitter};
use crate::http::lines::{JsonLines, TabLines, TextLines};
use crate::sudoku::solver::Budget;

/// Exit code: the response to at least one line is a problem.
const SOME_PROBLEM: u8 = 1;
/// Exit code: the input cannot be read, or the output cannot be written.
const FAILED: u8 = 2;

/// The arguments of `solve`.
#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// The file to read; standard input if omitted or `-`. Input that is compressed with gzip or zstd is decompressed
    file: Option<PathBuf>,

    /// Format of the lines and of their answers
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,

    /// Number of the column with the puzzle, from 1, for `--format tsv`
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    column: NonZeroU8,

    /// Solve only shard I of N (I from 0 to N-1) of an uncompressed file, cut at line breaks. The outputs of all shards in
    /// order are the output for the whole file, except that line numbers count from the start of the shard
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Write to this file instead of standard output. It gets its name once it is complete
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Do nothing if the file of `--output` exists
    #[arg(long, requires = "output")]
    skip_existing: bool,

    /// Exit with 0 even if the answer to some line is a problem
    #[arg(long)]
    problems_ok: bool,

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
    /// Columns separated by tabs, one of which is the puzzle. Verdict, solution and problem are appended; `\N` is null
    Tsv,
}

/// Writes the answer to each input line to standard output or to the file of `--output`.
///
/// The exit code is 0 if every puzzle was solved, 1 if the answer to some line is a problem, and 2 if the input cannot
/// be read or the output cannot be written. A reader that closes the output early, such as `head`, is not an error.
pub fn run(flags: &Flags) -> ExitCode {
    if let Some(path) = flags.output.as_deref().filter(|path| flags.skip_existing && path.exists()) {
        eprintln!("sudoku-service: {} exists, nothing to do", path.display());
        return ExitCode::SUCCESS;
    }
    let source = Source::new(flags.file.as_deref());
    let piped = match &flags.output {
        Some(path) => solve_to_file(flags, &source, path),
        None => solve(flags, &source, io::stdout()),
    };
    match piped {
        Ok(piped) if flags.problems_ok || piped.tally.problems() == 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(SOME_PROBLEM),
        Err(PipeError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(PipeError::Write(error)) => match &flags.output {
            Some(path) => fail(path.display(), &error),
            None => fail("standard output", &error),
        },
        Err(PipeError::Read(error)) => fail(&source, &error),
    }
}

fn fail(what: impl fmt::Display, error: &io::Error) -> ExitCode {
    eprintln!("sudoku-service: {what}: {error}");
    ExitCode::from(FAILED)
}

fn solve_to_file(flags: &Flags, source: &Source, path: &Path) -> Result<Piped, PipeError> {
    let mut file = NewFile::create(path).map_err(PipeError::Write)?;
    let piped = solve(flags, source, &mut file)?;
    file.finish().map_err(PipeError::Write)?;
    Ok(piped)
}

fn solve(flags: &Flags, source: &Source, output: impl Write + Send) -> Result<Piped, PipeError> {
    let Input { reader, length, is_start, starts_like_json } = source.open(flags.shard).map_err(PipeError::Read)?;
    let size = ChunkSize::ALONE;
    let splitter = if is_start { Splitter::new(size) } else { Splitter::within_text(size) };
    let format = match flags.format {
        Format::Auto if starts_like_json => Format::Ndjson,
        Format::Auto => Format::Text,
        format => format,
    };
    let budget = Budget::unlimited().with_node_limit(flags.solver.node_limit);
    let threads = flags.solver.threads();
    let started = Instant::now();
    let bar = progress_bar(length, flags.output.is_none());
    let progress = |piped: &Piped| {
        bar.set_position(piped.bytes);
        bar.set_message(format!("{} puzzles", piped.tally.answered()));
    };
    let piped = match format {
        Format::Ndjson => batch::pipe(splitter, reader, output, &JsonLines::default(), &budget, threads, progress),
        Format::Tsv => {
            let form = TabLines { column: usize::from(flags.column.get()) - 1 };
            batch::pipe(splitter, reader, output, &form, &budget, threads, progress)
        }
        Format::Auto | Format::Text => batch::pipe(splitter, reader, output, &TextLines, &budget, threads, progress),
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

/// Progress on standard error; hidden unless standard error is a terminal and the answers go elsewhere.
fn progress_bar(length: Option<u64>, to_stdout: bool) -> ProgressBar {
    if (to_stdout && io::stdout().is_terminal()) || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (ProgressBar::new(length), "{wide_bar} {percent:>3} %  {msg}  {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is valid"))
}
