//! The parts shared by the commands that answer lines: input, formats, output, progress and exit code.

use std::io::Write;
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::destination::Destination;
use super::exit;
use super::input::{Input, Source};
use super::progress;
use super::shard::Shard;
use super::solver_flags::SolverFlags;
use crate::batch::{self, ChunkSize, PipeError, Piped, Splitter};
use crate::http::lines::{Defaults, Form, JsonLines, Lines, Operation, TabLines, TextLines};
use crate::pool::Class;

/// The arguments of every command that answers lines.
#[derive(Args, Clone, Debug)]
pub struct Stage {
    /// The file to read; standard input if omitted or `-`. Input that is compressed with gzip or zstd is decompressed
    file: Option<PathBuf>,

    /// Format of the lines and of their answers
    #[arg(long, value_enum, default_value_t = Format::Auto)]
    format: Format,

    /// Number of the column with the puzzle, counted from 1, for `--format tsv`
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    column: NonZeroU8,

    /// Answer only shard I of N (I from 0 to N-1) of an uncompressed file, cut at line breaks. The outputs of all shards,
    /// concatenated in order, are the output for the whole file, except that line numbers count from the start of the shard
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    destination: Destination,

    /// The resources of the solver.
    #[command(flatten)]
    pub solver: SolverFlags,
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

impl Stage {
    /// Writes the answer to each input line to standard output or to the file of `--output`. `query` holds the options
    /// of the operation.
    ///
    /// The exit code is 0 if no answer is a problem or `--problems-ok` is set, otherwise 1. It is 2 if an option is
    /// invalid, the input cannot be read or the output cannot be written. A reader that closes the output early, such
    /// as `head`, is not an error.
    pub fn run<O: Operation>(&self, operation: O, query: &str) -> ExitCode {
        let defaults = match Defaults::read(query) {
            Ok(defaults) => defaults,
            Err(problem) => return exit::invalid(&problem),
        };
        if self.destination.is_done() {
            return ExitCode::SUCCESS;
        }
        let source = Source::new(self.file.as_deref());
        let piped =
            self.destination.write(PipeError::Write, |output| self.answer(operation, defaults, &source, output));
        match piped {
            Ok(piped) => self.destination.exit_code(piped.tally.problems),
            Err(PipeError::Write(error)) => self.destination.failed(&error),
            Err(PipeError::Read(error)) => exit::failed(&source, &error),
        }
    }

    fn answer<O: Operation>(
        &self,
        operation: O,
        defaults: Defaults<O::Options>,
        source: &Source,
        output: impl Write + Send,
    ) -> Result<Piped, PipeError> {
        let mut input = source.open(self.shard).map_err(PipeError::Read)?;
        if self.format == Format::Auto && self.shard.is_none() {
            input = input.with_grid_in_one_line().map_err(PipeError::Read)?;
        }
        match (self.format, input.starts_like_json) {
            (Format::Ndjson, _) | (Format::Auto, true) => {
                self.pipe(JsonLines::default(), operation, defaults, input, output)
            }
            (Format::Text, _) | (Format::Auto, false) => self.pipe(TextLines, operation, defaults, input, output),
            (Format::Tsv, _) => {
                let form = TabLines { column: usize::from(self.column.get()) - 1 };
                self.pipe(form, operation, defaults, input, output)
            }
        }
    }

    fn pipe<O: Operation>(
        &self,
        form: impl Form,
        operation: O,
        defaults: Defaults<O::Options>,
        input: Input,
        output: impl Write + Send,
    ) -> Result<Piped, PipeError> {
        let lines = Lines { form, operation, defaults };
        let size = match O::CLASS {
            Class::Light => ChunkSize::ALONE,
            Class::Heavy => ChunkSize::LINE,
        };
        let splitter = if input.is_start { Splitter::new(size) } else { Splitter::within_text(size) };
        let bar = progress::bar(input.length, self.destination.is_standard_output(), "{percent:>3} %");
        let started = Instant::now();
        let piped = batch::pipe(splitter, input.reader, output, &lines, self.solver.threads.number(), |piped| {
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
