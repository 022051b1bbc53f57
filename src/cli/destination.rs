//! The flags of every command that writes lines: where they go, and what the exit code is.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::exit;
use super::output::Output;
use super::standard_output;

/// The arguments of every command that writes lines.
#[derive(Args, Clone, Debug)]
pub struct Destination {
    /// Write to this file instead of standard output (`-`). A file appears under its name only once it is complete, and
    /// keeps the permissions of the one that it replaces; a process that is killed (SIGKILL) leaves a `*.partial` file
    /// beside it, which can be deleted. A symbolic link is followed, and a pipe or device is written to directly
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Do nothing if the file of `--output` exists
    #[arg(long, requires = "output")]
    skip_existing: bool,

    /// Exit with 0 even if the answer to some line is a problem
    #[arg(long)]
    problems_ok: bool,
}

impl Destination {
    /// Whether the output exists and is to be skipped. If so, reports it on standard error.
    pub fn is_done(&self) -> bool {
        let existing = self.path().filter(|path| self.skip_existing && path.is_file());
        if let Some(path) = existing {
            eprintln!("sudoku-service: {} exists, nothing to do", path.display());
        }
        existing.is_some()
    }

    /// Whether the lines go to standard output.
    pub fn is_standard_output(&self) -> bool {
        self.path().is_none()
    }

    /// The path of the output; `None` for standard output.
    fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Opens the output and writes to it.
    ///
    /// # Errors
    /// An error from `write`, or an error of the file, converted by `error`.
    pub fn write<T, E>(
        &self,
        error: impl Fn(io::Error) -> E,
        write: impl FnOnce(&mut Output) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut output = Output::open(self.path()).map_err(&error)?;
        let written = write(&mut output)?;
        output.finish().map_err(error)?;
        Ok(written)
    }

    /// The exit code of a command that has written all lines, of which this many are problems.
    pub fn exit_code(&self, problems: u64) -> ExitCode {
        if self.problems_ok || problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(exit::SOME_PROBLEM) }
    }

    /// Reports that the output cannot be written.
    pub fn unwritten(&self, error: &io::Error) -> ExitCode {
        match self.path() {
            Some(path) => exit::unwritten(path.display(), error),
            None => exit::unwritten(standard_output::NAME, error),
        }
    }
}
