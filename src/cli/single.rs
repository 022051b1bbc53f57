//! The commands that write one answer, and read one grid or nothing.

use std::io::{self, Read as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};

use super::format::Format;
use super::input::{Input, Source};
use super::{exit, flags, standard_output};
use crate::operations::AnyOperation;
use crate::operations::answer::format;
use crate::operations::lines::is_document;
use crate::operations::operation::Work;
use crate::operations::reading::{Body, Request};

/// The flags of every command that writes one answer.
#[derive(Args, Clone, Debug)]
struct SingleFlags {
    /// Format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among(Format::PLAIN))]
    output_format: Format,
}

/// The name of the argument with the grid.
const GRID: &str = "file";

/// Maximum length of a grid in bytes.
const LONGEST: u64 = 64 * 1024;

/// What every command that writes one answer says in its help.
const HELP: &str = "The exit code is 0 if there is an answer, 1 if there is none, and 2 if a flag or the grid is invalid or the \
    output cannot be written.";

/// Completes the command of an operation.
pub fn command(command: Command, operation: &AnyOperation) -> Command {
    let about = &operation.about;
    let command = SingleFlags::augment_args(flags::add_to(command, &(operation.options)()));
    let command = command.long_about(format!("{}\n\n{}\n\n{HELP}", about.title, about.description));
    if !operation.takes_grid {
        return command;
    }
    let help = "The file with the grid, or a grid; standard input if omitted or `-`";
    command.arg(Arg::new(GRID).value_name("FILE|GRID").value_parser(value_parser!(PathBuf)).help(help))
}

/// Writes the answer to standard output. The exit code is 1 if there is none, and 2 if a flag or the grid is invalid or the output
/// cannot be written.
pub fn run(operation: &AnyOperation, matches: &ArgMatches) -> ExitCode {
    let SingleFlags { output_format } = SingleFlags::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    let arguments = flags::of(matches, &(operation.options)());
    let text;
    let body = if operation.takes_grid {
        let source = matches.get_one::<PathBuf>(GRID).map_or(Source::StandardInput, |path| Source::new(path));
        text = match source.open(None).and_then(read) {
            Ok(text) => text,
            Err(error) => return exit::failed(source, &error),
        };
        if is_document(text.as_bytes()) { Body::json(&text, format::Format::Text) } else { Ok(Body::Text(&text)) }
    } else {
        Ok(Body::None)
    };
    let call = |body| operation.call(Request { body, defaults: Some(&arguments), ..Request::default() });
    let mut call = match body.and_then(call) {
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

/// The whole text of an input.
fn read(input: Input) -> io::Result<String> {
    let invalid = |why| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut bytes = Vec::new();
    input.reader.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(invalid(format!("longer than {LONGEST} bytes, but no grid is; give one grid without other text")));
    }
    String::from_utf8(bytes).map_err(|error| invalid(error.to_string()))
}
