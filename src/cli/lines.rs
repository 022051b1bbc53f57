//! The commands that answer lines.

use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::format::Format;
use super::input::Source;
use super::output::Destination;
use super::progress::{self, Progress};
use super::shard::Shard;
use super::{exit, flags};
use crate::batch::{self, ChunkSize, PipeError, Piped, Splitter};
use crate::operations::AnyOperation;
use crate::operations::any_operation::MakeLines;
use crate::operations::lines::settings::COLUMN;
use crate::operations::lines::{BatchOptions, Columns, Gatherer, LineFormat, LineSettings, starts_like_json};
use crate::operations::operation::{GUESS_LIMIT, List};
use crate::operations::options::{Declaration, Options as _};
use crate::operations::problem::{Code, Problem};
use crate::operations::rate::NODE_LIMIT;
use crate::solver_threads::Threads;

/// The flags of every command that answers lines.
#[derive(Args, Clone, Debug)]
struct LineFlags {
    /// The files to read one after the other, or grids; standard input if omitted or `-`. Input that is compressed with gzip is
    /// decompressed. Numbers of lines count in each file
    #[arg(value_name = "FILE|GRID")]
    files: Vec<PathBuf>,

    /// Format of the lines
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = Format::among(Format::value_variants()))]
    format: Format,

    /// Format of the answers, if it differs from that of the lines. From JSON to columns, the first column is the `id`
    #[arg(long, value_name = "FORMAT", value_parser = Format::among(Format::OF_ANSWERS))]
    output_format: Option<Format>,

    /// Answer only shard I of N (I from 0 to N-1) of an uncompressed file, cut at line breaks. The outputs of all shards,
    /// concatenated in order, are the output for the whole file, except that line numbers count from the start of the shard
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    threads: Threads,
}

/// The flag that writes a line for each item of a list.
const EXPLODE: &str = "explode";

/// What every command that answers lines says in its help.
const HELP: &str = "Reads one grid per line, from a file or standard input, and writes one answer per line, in order, on all \
    processors. The answers are those of the HTTP service to a batch. The exit code is 0 if no answer is a problem, 1 if one \
    is, and 2 if a flag is invalid, the input cannot be read or the output cannot be written.";

/// The declarations of its flags.
fn declared(operation: &AnyOperation) -> Vec<Declaration> {
    [(operation.options)(), BatchOptions::declared()].concat()
}

/// Completes the command of an operation.
pub fn command(command: Command, operation: &AnyOperation) -> Command {
    let about = &operation.about;
    let command = LineFlags::augment_args(flags::add_to(command, &declared(operation)));
    let command = command.long_about(format!("{}\n\n{} {}\n\n{HELP}", about.title, about.description, about.line));
    let Some(List { name, is_whole: false }) = operation.list else { return command };
    let help =
        format!("Write a JSON document for each item of `{name}` instead, with the `id` and the number of its line");
    command.arg(Arg::new(EXPLODE).long(EXPLODE).action(ArgAction::SetTrue).help(help))
}

/// Writes the answer to each input line to standard output or to the file of `--output`.
///
/// The exit code is 0 if no answer is a problem or `--problems-ok` is set, otherwise 1, as for an input without a puzzle. It is
/// 2 if an option is invalid, the input cannot be read or the output cannot be written.
pub fn run(operation: &AnyOperation, make: MakeLines, matches: &ArgMatches) -> ExitCode {
    let flags = LineFlags::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    let settings = LineSettings {
        output: flags.output_format.map_or(LineFormat::Json, LineFormat::from),
        explode: operation.list.is_some_and(|list| list.is_whole || matches.get_flag(EXPLODE)),
        guesses: GUESS_LIMIT,
        chain_nodes: NODE_LIMIT,
        ..LineSettings::of(flags::of(matches, &declared(operation)))
    };
    // The options are checked before anything is opened, and again once the format is known.
    if let Err(problem) = make(settings.clone()) {
        return exit::invalid(&problem);
    }
    let sources: Vec<Source> = match &*flags.files {
        [] => vec![Source::StandardInput],
        files => files.iter().map(|file| Source::new(file)).collect(),
    };
    flags.destination.write(|output| {
        sources.iter().map(|source| flags.answer(operation, make, settings.clone(), source, output)).sum()
    })
}

impl LineFlags {
    /// Answers the lines of an input. Returns how many answers are problems, or the exit code of an error that it has reported.
    fn answer(
        &self,
        operation: &AnyOperation,
        make: MakeLines,
        settings: LineSettings,
        source: &Source,
        output: &mut File,
    ) -> Result<u64, ExitCode> {
        let unfit = |problem: Problem| exit::invalid(&problem);
        let input = source.open(self.shard).map_err(|error| exit::failed(source, &error))?;
        let is_json = starts_like_json(&input.start);
        let format = match self.format {
            Format::Auto => is_json.then_some(LineFormat::Json),
            format => Some(format.into()),
        };
        let (format, columns) =
            Columns::locate(&input.start, format, operation.extends, &settings.arguments).map_err(unfit)?;
        let output_format = self.output_format.map_or(format, LineFormat::from);
        if matches!(output_format, LineFormat::Columns(_)) && self.files.len() > 1 {
            let detail = format!(
                "{source}: the answers would have several headers; write JSON (--output-format ndjson), or a file at a time"
            );
            return Err(unfit(Problem::new(Code::InvalidRequest, detail)));
        }
        let has_rows = format == LineFormat::Text && settings.arguments.has(COLUMN);
        let lines = make(LineSettings { input: format, output: output_format, columns, ..settings }).map_err(unfit)?;

        let size = if lines.is_heavy() { ChunkSize::LINE } else { ChunkSize::ALONE };
        let mut splitter = if input.is_start { Splitter::new(size) } else { Splitter::within_text(size) };
        let is_columns = matches!(format, LineFormat::Columns(_));
        // A shard is of lines.
        if self.format == Format::Auto && !is_columns && self.shard.is_none() {
            splitter = splitter.gathering(Gatherer::new(is_json, has_rows));
        }
        let progress = Progress::start(input.length, self.destination.is_standard_output());
        let started = Instant::now();
        let piped = batch::pipe(splitter, input.reader, output, &*lines, self.threads.number(), |piped| {
            progress.set(piped.bytes, piped.tally.answered());
        });
        let was_shown = progress.finish();
        let Piped { tally, bytes } = piped.map_err(|error| match error {
            PipeError::Read(error) => exit::failed(source, &error),
            PipeError::Write(error) => self.destination.unwritten(&error),
        })?;
        if was_shown {
            let seconds = started.elapsed().as_secs_f64();
            let [puzzles, problems] =
                [(tally.answered(), "puzzle"), (tally.problems, "problem")].map(|(n, what)| progress::counted(n, what));
            exit::tell(format_args!("{puzzles} in {seconds:.2} s, {problems}"));
        }
        // Every line of columns has an answer.
        if !is_columns && self.shard.is_none() && bytes > 0 && tally.answered() == 0 {
            exit::tell(format_args!("{source}: found no puzzle"));
            return Ok(1);
        }
        Ok(tally.problems)
    }
}
