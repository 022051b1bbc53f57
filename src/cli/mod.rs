//! The commands that need no server: one for each operation, and a few more.

pub mod healthcheck;
pub mod mcp;

mod exit;
mod flags;
mod format;
mod generate;
mod input;
mod lines;
mod output;
mod progress;
mod shard;
mod single;
mod standard_output;

use std::process::ExitCode;

use clap::{ArgMatches, Command};

pub use self::exit::{FAILED, tell};
pub use self::standard_output::print;
use crate::operations::operation::FoundBy;
use crate::operations::{self, AnyOperation};

/// The command of each operation. Its help is set last, since a group of flags would replace it with its own.
pub fn commands() -> impl Iterator<Item = Command> {
    operations::ALL.iter().map(|operation| {
        let about = &operation.about;
        let command = Command::new(about.name);
        let command = match operation {
            AnyOperation { batches: Some(_), .. } => lines::command(command, operation),
            AnyOperation { found_by: FoundBy::Seed, .. } => generate::command(command, operation),
            _ => single::command(command, operation),
        };
        command.about(about.title)
    })
}

/// Runs the command of this operation.
pub fn run(operation: &AnyOperation, matches: &ArgMatches) -> ExitCode {
    match operation.batches {
        Some(batches) => lines::run(operation, batches.make, matches),
        None if operation.found_by == FoundBy::Seed => generate::run(operation, matches),
        None => single::run(operation, matches),
    }
}
