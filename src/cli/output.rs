//! Where the commands that write lines write them: standard output, a link, pipe or device, or a file that gets its name only
//! when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tempfile::NamedTempFile;

use super::{exit, standard_output};

/// The arguments of every command that writes lines.
#[derive(Args, Clone, Debug)]
pub struct Destination {
    /// Write to this file instead of standard output (`-`). A file appears under its name only once it is complete, and keeps the
    /// permissions of the one that it replaces, but not its owner; an interrupted process leaves a `*.partial` file beside it,
    /// which can be deleted. A symbolic link, pipe or device is written to directly
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
            exit::tell(format_args!("{} exists, nothing to do", path.display()));
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
        let mut output = self.open().map_err(&error)?;
        let written = write(&mut output)?;
        if let (Output::New(file), Some(path)) = (output, self.path()) {
            file.as_file().sync_all().map_err(&error)?;
            file.persist(path).map_err(|failed| error(failed.error))?;
        }
        Ok(written)
    }

    fn open(&self) -> io::Result<Output> {
        let Some(path) = self.path() else { return standard_output::open().map(Output::Stream) };
        #[cfg(unix)]
        if fs::metadata(path).is_ok_and(|existing| standard_output::is(&existing)) {
            return standard_output::open().map(Output::Stream);
        }
        let existing = match fs::symlink_metadata(path) {
            Ok(existing) if existing.is_file() => Some(existing),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Ok(_) => {
                let mut options = OpenOptions::new();
                return options.write(true).create(!path.exists()).truncate(true).open(path).map(Output::Stream);
            }
            Err(error) => return Err(error),
        };
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name).suffix(".partial");
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let file = builder.tempfile_in(directory.unwrap_or(Path::new(".")))?;
        if let Some(existing) = existing {
            file.as_file().set_permissions(existing.permissions())?;
        }
        Ok(Output::New(file))
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

/// An open output.
pub enum Output {
    /// Standard output, or what a link, pipe or device leads to.
    Stream(File),
    /// A file under a temporary name in the same directory; it is deleted when dropped.
    New(NamedTempFile),
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(file) => file.write(bytes),
            Self::New(file) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // A file of the standard library has no buffer.
        Ok(())
    }
}
