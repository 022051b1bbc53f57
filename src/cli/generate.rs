//! `sudoku-service generate`: generates puzzles.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::RangedU64ValueParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::format::Format;
use super::output::Destination;
use super::progress::Progress;
use super::{exit, flags};
use crate::batch::in_order;
use crate::operations::AnyOperation;
use crate::operations::answer::limited_writer;
use crate::operations::distinct::Distinct;
use crate::operations::generate::{Generate, GenerateOptions, Puzzle, random_seed};
use crate::operations::lines::echo::LineEcho;
use crate::operations::lines::{LineForm, LineSettings};
use crate::operations::operation::{Answer, Operation};
use crate::operations::options::{Declaration, Options};
use crate::operations::problem::Problem;
use crate::operations::reading::{Arguments, Fields};
use crate::solver_threads::Threads;
use crate::sudoku::solver::CancelFlag;

/// Number of puzzles in flight per thread. Puzzles are written in order, so if one of them is slow, the other threads
/// continue until this many wait for it.
const PUZZLES_PER_THREAD: usize = 64;

/// The options that the command replaces: the count has no limit here, and a puzzle fits on a line.
const REPLACED: &[&str] = &["count", "notation"];

/// The flags of `generate` besides its options.
#[derive(Args, Clone, Debug)]
struct GenerateFlags {
    /// Number of puzzles
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    count: u64,

    /// Format of the lines
    #[arg(long, alias = "format", value_name = "FORMAT", default_value = "text", value_parser = Format::among(Format::PLAIN))]
    output_format: Format,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    threads: Threads,
}

/// The declarations of its flags.
fn declared(operation: &AnyOperation) -> Vec<Declaration> {
    (operation.options)().into_iter().filter(|option| !REPLACED.contains(&option.name)).collect()
}

/// Completes the command.
pub fn command(command: Command, operation: &AnyOperation) -> Command {
    let about = &operation.about;
    let command = GenerateFlags::augment_args(flags::add_to(command, &declared(operation)));
    command.long_about(format!(
        "{}, one per line, on all processors\n\nThe puzzles are those of GET /generate with the same options and `count`: they \
         depend on the options and the seed, but not on the number of threads. Without a seed, one is chosen and printed on \
         standard error. The exit code is 0 if every puzzle was found, 1 if some line is a problem, and 2 if a flag is \
         invalid or the output cannot be written.",
        about.title
    ))
}

/// Writes the puzzles in the order of their indices.
pub fn run(operation: &AnyOperation, matches: &ArgMatches) -> ExitCode {
    let flags = GenerateFlags::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    let mut arguments = flags::of(matches, &declared(operation));
    arguments.pairs.push(("notation".to_owned(), "line".to_owned()));
    let options = match read(&arguments) {
        Ok(options) => options,
        Err(problem) => return exit::invalid(&problem),
    };
    flags.destination.write(|output| {
        let seed = options.seed.clone().unwrap_or_else(|| {
            let seed = random_seed();
            exit::tell(format_args!("--seed {seed}"));
            seed
        });
        flags.write(&options, &seed, output).map_err(|error| flags.destination.unwritten(&error))
    })
}

fn read(arguments: &Arguments) -> Result<GenerateOptions, Problem> {
    let mut fields = Fields::of_arguments(arguments, GenerateOptions::NAMES);
    let options = GenerateOptions::read(&mut fields);
    Generate::check(&options, &mut fields);
    fields.finish_options()?;
    Ok(options)
}

impl GenerateFlags {
    /// Writes the puzzles; returns how many were not found.
    fn write(&self, options: &GenerateOptions, seed: &str, output: &mut (impl Write + Send)) -> io::Result<u64> {
        let settings = LineSettings { output: self.output_format.into(), ..LineSettings::of(Arguments::default()) };
        let form = LineForm::new(settings, Puzzle::COLUMNS.to_vec());
        let threads = self.threads.number();
        let progress = Progress::start(Some(self.count), self.destination.is_standard_output());
        let (mut distinct, mut lines, mut problems) = (Distinct::new(options.distinct), 0, 0);
        // If puzzles are left out, more may be needed than are wanted.
        let end = if options.distinct { u64::MAX } else { options.first.saturating_add(self.count) };
        // Raised when no more puzzles are wanted.
        let enough = CancelFlag::new();
        // Fails without an error once no more puzzles are wanted.
        let mut write = |made: Option<Result<Puzzle, Problem>>| {
            let made = made.ok_or_else(|| Some(io::Error::other("a generator thread failed")))?;
            let Some(taken) = distinct.take(made, Puzzle::canonical).transpose() else { return Ok(()) };
            lines += 1;
            problems += u64::from(taken.is_err());
            let is_last = lines == self.count || options.distinct && taken.is_err();
            output.write_all(&line(&form, lines, taken)).map_err(Some)?;
            progress.set(lines, lines);
            if is_last { Err(None) } else { Ok(()) }
        };
        let (_, written) = in_order(
            threads,
            threads.get() * PUZZLES_PER_THREAD,
            |intake| (options.first..end).find(|&index| !intake.put(index)),
            |index| options.puzzle(seed, index, &enough),
            |made| write(made).inspect_err(|_| enough.cancel()),
        );
        progress.finish();
        written.or_else(|failed| failed.map_or(Ok(()), Err)).map(|()| problems)
    }
}

/// The line with this number (from 1): the puzzle, or the problem if none was found.
fn line(form: &LineForm, number: u64, taken: Result<Puzzle, Problem>) -> Vec<u8> {
    let echo = LineEcho::Nothing(0);
    let line = limited_writer::whole(|text| match taken {
        Ok(puzzle) => form.write(number, echo, &puzzle, text),
        Err(problem) => {
            form.write_problem(number, echo, problem, text.buffer);
            Ok(())
        }
    });
    line.expect("nothing is limited")
}
