//! The commands that write one answer and read nothing.

use std::process::ExitCode;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::format::Format;
use super::{exit, flags, standard_output};
use crate::operations::AnyOperation;
use crate::operations::answer::format;
use crate::operations::operation::Work;
use crate::operations::reading::Fields;

/// The flags of every command that writes one answer.
#[derive(Args, Clone, Debug)]
struct SingleFlags {
    /// Format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(Format::PLAIN))]
    output_format: Format,
}

/// What every command that writes one answer says in its help.
const HELP: &str = "The exit code is 0 if there is an answer, 1 if there is none, and 2 if a flag is invalid or the output cannot \
    be written.";

/// Completes the command of an operation.
pub fn command(command: Command, operation: &AnyOperation) -> Command {
    let about = &operation.about;
    let command = SingleFlags::augment_args(flags::add_to(command, &(operation.options)()));
    command.long_about(format!("{}\n\n{}\n\n{HELP}", about.title, about.description))
}

/// Writes the answer to standard output. The exit code is 1 if there is none, and 2 if a flag is invalid or the output
/// cannot be written.
pub fn run(operation: &AnyOperation, matches: &ArgMatches) -> ExitCode {
    let SingleFlags { output_format } = SingleFlags::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    let arguments = flags::of(matches, &(operation.options)());
    let mut call = match (operation.read)(Fields::of_arguments(&arguments, operation.names)) {
        Ok(call) => call,
        Err(problem) => return exit::invalid(&problem),
    };
    if let Err(problem) = call.run(&Work::unlimited()) {
        exit::tell(problem.line());
        return ExitCode::from(exit::SOME_PROBLEM);
    }
    let is_text = output_format == Format::Text;
    let mut answer = call.write(if is_text { format::Format::Text } else { format::Format::Json });
    if !answer.ends_with(b"\n") {
        answer.push(b'\n');
    }
    standard_output::print(&answer)
}
