//! The commands that answer lines.

use std::io::Write;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::destination::Destination;
use super::input::{Input, Source};
use super::output::Output;
use super::shard::Shard;
use super::solver_flags::SolverFlags;
use super::{exit, flags, progress};
use crate::batch::{self, AnyLines, ChunkSize, PipeError, Piped, Splitter};
use crate::operations::AnyOperation;
use crate::operations::lines::{LineFormat, LineSettings};
use crate::operations::operation::MakeLines;
use crate::operations::rate::NODE_LIMIT;
use crate::pool::Class;

/// The flags of every command that answers lines.
#[derive(Args, Clone, Debug)]
struct LineFlags {
    /// The file to read; standard input if omitted or `-`. Input that is compressed with gzip or zstd is decompressed
    file: Option<PathBuf>,

    /// Format of the lines
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,

    /// Format of the answers, if it differs from that of the lines. From JSON to columns, the first column is the `id`
    #[arg(long, value_enum, value_name = "FORMAT")]
    output_format: Option<OutputFormat>,

    /// Number of the column with the puzzle, counted from 1, for `--format tsv`
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    column: NonZeroU8,

    /// Answer only shard I of N (I from 0 to N-1) of an uncompressed file, cut at line breaks. The outputs of all shards,
    /// concatenated in order, are the output for the whole file, except that line numbers count from the start of the shard
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    solver: SolverFlags,
}

/// The format of a batch.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    /// JSON if the first line starts like JSON, otherwise text. An input that is one grid of several lines is answered as
    /// that grid; it is a batch if any of its lines is a grid by itself. A program that waits for the answer to each line
    /// should set the format, because invalid lines before the first grid are answered only once that grid is read
    Auto,
    /// One puzzle per line, such as `53..7....6..195…`; `#` starts a comment
    Text,
    /// One grid per line in any JSON form, or `{"id": …, "grid": …}`
    Ndjson,
    /// Columns separated by tabs, one of which is the puzzle. The answer's columns and a problem are appended; `\N` is null
    Tsv,
}

/// The format of answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum OutputFormat {
    /// Text on one line
    Text,
    /// A JSON document per line
    Ndjson,
    /// Columns separated by tabs
    Tsv,
}

impl From<OutputFormat> for LineFormat {
    fn from(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Text => Self::Text,
            OutputFormat::Ndjson => Self::Json,
            OutputFormat::Tsv => Self::Tabs,
        }
    }
}

/// What every command that answers lines says in its help.
const HELP: &str = "Reads one grid per line, from a file or standard input, and writes one answer per line, in order, on all \
    processors. The answers are those of the HTTP service to a batch. The exit code is 0 if no answer is a problem, 1 if one \
    is, and 2 if a flag is invalid, the input cannot be read or the output cannot be written.";

/// Completes the command of an operation.
pub fn command(command: Command, operation: &AnyOperation) -> Command {
    let about = &operation.about;
    let command = command.long_about(format!("{}\n\n{} {}\n\n{HELP}", about.title, about.description, about.line));
    LineFlags::augment_args(flags::add_to(command, operation, &[]))
}

/// Writes the answer to each input line to standard output or to the file of `--output`.
///
/// The exit code is 0 if no answer is a problem or `--problems-ok` is set, otherwise 1. It is 2 if an option is
/// invalid, the input cannot be read or the output cannot be written.
pub fn run(operation: &AnyOperation, make: MakeLines, matches: &ArgMatches) -> ExitCode {
    let flags = match LineFlags::from_arg_matches(matches) {
        Ok(flags) => flags,
        Err(error) => error.exit(),
    };
    let settings = LineSettings {
        input: LineFormat::Text,
        output: LineFormat::Text,
        column: usize::from(flags.column.get()) - 1,
        public_url: String::new(),
        arguments: flags::of(matches, operation, &[]),
        guesses: flags.solver.node_limit,
        chain_nodes: NODE_LIMIT,
    };
    // The options are checked before anything is opened.
    if let Err(problem) = make(settings.clone()) {
        return exit::invalid(&problem);
    }
    if flags.destination.is_done() {
        return ExitCode::SUCCESS;
    }
    let source = Source::new(flags.file.as_deref());
    let answer = |output: &mut Output| flags.answer(operation, make, settings, &source, output);
    match flags.destination.write(PipeError::Write, answer) {
        Ok(piped) => flags.destination.exit_code(piped.tally.problems),
        Err(PipeError::Write(error)) => flags.destination.unwritten(&error),
        Err(PipeError::Read(error)) => exit::failed(source, &error),
    }
}

impl LineFlags {
    fn answer(
        &self,
        operation: &AnyOperation,
        make: MakeLines,
        settings: LineSettings,
        source: &Source,
        output: impl Write + Send,
    ) -> Result<Piped, PipeError> {
        let mut input = source.open(self.shard).map_err(PipeError::Read)?;
        if self.format == Format::Auto && self.shard.is_none() {
            input = input.with_grid_in_one_line().map_err(PipeError::Read)?;
        }
        let format = match (self.format, input.starts_like_json) {
            (Format::Ndjson, _) | (Format::Auto, true) => LineFormat::Json,
            (Format::Text, _) | (Format::Auto, false) => LineFormat::Text,
            (Format::Tsv, _) => LineFormat::Tabs,
        };
        let settings =
            LineSettings { input: format, output: self.output_format.map_or(format, LineFormat::from), ..settings };
        let lines = make(settings).expect("the options have been checked");
        self.pipe(operation.about.class, &*lines, input, output)
    }

    fn pipe(
        &self,
        class: Class,
        lines: &dyn AnyLines,
        input: Input,
        output: impl Write + Send,
    ) -> Result<Piped, PipeError> {
        let size = match class {
            Class::Light => ChunkSize::ALONE,
            Class::Heavy => ChunkSize::LINE,
        };
        let splitter = if input.is_start { Splitter::new(size) } else { Splitter::within_text(size) };
        let bar = progress::bar(input.length, self.destination.is_standard_output(), "{percent:>3} %");
        let started = Instant::now();
        let piped = batch::pipe(splitter, input.reader, output, lines, self.solver.threads.number(), |piped| {
            bar.set_position(piped.bytes);
            bar.set_message(format!("{} puzzles", piped.tally.answered()));
        });
        let shown = !bar.is_hidden();
        bar.finish_and_clear();
        if shown && let Ok(Piped { tally, .. }) = &piped {
            let seconds = started.elapsed().as_secs_f64();
            eprintln!("{} puzzles in {seconds:.2} s, {} of them with a problem", tally.answered(), tally.problems);
        }
        piped
    }
}
