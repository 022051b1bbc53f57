//! Where the commands that write lines write them: standard output, a link, pipe or device, or a file that gets its name only
//! when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tempfile::TempPath;

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
    /// Whether the lines go to standard output.
    pub fn is_standard_output(&self) -> bool {
        self.path().is_none()
    }

    /// The path of the output; `None` for standard output.
    fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Opens the output and writes the lines to it, unless it exists and is to be skipped. `write` returns how many of them are
    /// problems, or the exit code of an error that it has reported. Returns the exit code of the command.
    pub fn write(&self, write: impl FnOnce(&mut File) -> Result<u64, ExitCode>) -> ExitCode {
        if let Some(existing) = self.path().filter(|path| self.skip_existing && path.is_file()) {
            exit::tell(format_args!("{} exists, nothing to do", existing.display()));
            return ExitCode::SUCCESS;
        }
        let (mut file, partial) = match self.open() {
            Ok(opened) => opened,
            Err(error) => return self.unwritten(&error),
        };
        let problems = match write(&mut file) {
            Ok(problems) => problems,
            Err(code) => return code,
        };
        if let (Some(partial), Some(path)) = (partial, self.path())
            && let Err(error) = file.sync_all().and_then(|()| Ok(partial.persist(path)?))
        {
            return self.unwritten(&error);
        }
        if self.problems_ok || problems == 0 { ExitCode::SUCCESS } else { ExitCode::from(exit::SOME_PROBLEM) }
    }

    /// The open output. A new file has a temporary name in the same directory, and is deleted when that is dropped.
    fn open(&self) -> io::Result<(File, Option<TempPath>)> {
        let stream = |file| (file, None);
        let Some(path) = self.path() else { return standard_output::open().map(stream) };
        #[cfg(unix)]
        if fs::metadata(path).is_ok_and(|existing| standard_output::is(&existing)) {
            return standard_output::open().map(stream);
        }
        let existing = match fs::symlink_metadata(path) {
            Ok(existing) if existing.is_file() => Some(existing),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Ok(_) => {
                let mut options = OpenOptions::new();
                return options.write(true).create(!path.exists()).truncate(true).open(path).map(stream);
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
        let (file, partial) = builder.tempfile_in(directory.unwrap_or(Path::new(".")))?.into_parts();
        if let Some(existing) = existing {
            file.set_permissions(existing.permissions())?;
        }
        Ok((file, Some(partial)))
    }

    /// Reports that the output cannot be written.
    pub fn unwritten(&self, error: &io::Error) -> ExitCode {
        match self.path() {
            Some(path) => exit::unwritten(path.display(), error),
            None => exit::unwritten(standard_output::NAME, error),
        }
    }
}
