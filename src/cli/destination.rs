//! Where the lines of a command go: standard output, or a file that gets its name only when it is complete.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::exit;
use super::output::NewFile;

/// The arguments of every command that writes lines.
#[derive(Args, Clone, Debug)]
pub struct Destination {
    /// Write to this file instead of standard output. The file appears under this name only once it is complete;
    /// a process that is killed leaves a `*.partial` file beside it, which can be deleted
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
        let existing = self.output.as_deref().filter(|path| self.skip_existing && path.exists());
        if let Some(path) = existing {
            eprintln!("sudoku-service: {} exists, nothing to do", path.display());
        }
        existing.is_some()
    }

    /// Whether the lines go to standard output.
    pub fn is_standard_output(&self) -> bool {
        self.output.is_none()
    }

    /// Opens the output and writes to it.
    ///
    /// # Errors
    /// An error from `write`, or an error of the file, converted by `error`.
    pub fn write<T, E>(
        &self,
        error: impl Fn(io::Error) -> E,
        write: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(path) = &self.output else { return write(&mut io::stdout()) };
        let mut file = NewFile::create(path).map_err(&error)?;
        let written = write(&mut file)?;
        file.finish().map_err(error)?;
        Ok(written)
    }

    /// The exit code of a command that has written all lines, of which this many are problems.
    pub fn exit_code(&self, problems: u64) -> ExitCode {
        if self.problems_ok || problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(exit::SOME_PROBLEM) }
    }

    /// Reports that the output cannot be written. A reader that closes it early, such as `head`, is not an error.
    pub fn failed(&self, error: &io::Error) -> ExitCode {
        match &self.output {
            _ if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Some(path) => exit::failed(path.display(), error),
            None => exit::failed("standard output", error),
        }
    }
}
