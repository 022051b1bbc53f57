//! Where an output goes: standard output, a pipe or device, or a file that gets its name only when it is complete.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use super::standard_output;
use super::temporary::Temporary;

/// An open output.
pub enum Output {
    /// Standard output, a pipe or a device.
    Stream(File),
    /// A file.
    File(NewFile),
}

impl Output {
    /// Opens the output of this name, or standard output for `None`. A symbolic link is followed.
    ///
    /// # Errors
    /// The output cannot be written, or is a directory.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let Some(path) = path else { return standard_output::open().map(Self::Stream) };
        match fs::metadata(path) {
            Ok(existing) if existing.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(existing) if standard_output::is(&existing) => standard_output::open().map(Self::Stream),
            Ok(existing) if existing.is_file() => NewFile::create(path, Some(&existing)).map(Self::File),
            Ok(_) => OpenOptions::new().write(true).open(path).map(Self::Stream),
            Err(error) if error.kind() == io::ErrorKind::NotFound => NewFile::create(path, None).map(Self::File),
            Err(error) => Err(error),
        }
    }

    /// Completes the output.
    ///
    /// # Errors
    /// The file cannot be written to disk or renamed.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::File(file) => file.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(file) | Self::File(NewFile { file, .. }) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // A file of the standard library has no buffer.
        Ok(())
    }
}

/// A file under a temporary name in the same directory. [`finish`](Self::finish) gives it its final name; otherwise it
/// is deleted when dropped, or by the signals that end a process.
///
/// Each process uses a different temporary name, so two processes that write the same file at the same time, such as
/// two attempts of one task, never share it. A process that is killed leaves its temporary file behind.
pub struct NewFile {
    file: File,
    temporary: Temporary,
    path: PathBuf,
}

impl NewFile {
    /// Creates the file under its temporary name, `NAME.ID.partial`, with the permissions and the owner of the file that
    /// it will replace. Only a privileged process can keep another owner.
    fn create(path: &Path, existing: Option<&Metadata>) -> io::Result<Self> {
        let path = followed(path);
        // Processes in different containers may have the same id, so the time is part of the name.
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{:x}-{time:x}.partial", process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if let Some(existing) = existing {
            use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
            options.mode(existing.mode());
        }
        let (temporary, file) = Temporary::create(name.into(), &options)?;
        if let Some(existing) = existing {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                let _ = fchown(&file, Some(existing.uid()), Some(existing.gid()));
            }
            file.set_permissions(existing.permissions())?;
        }
        Ok(Self { file, temporary, path })
    }

    /// Writes everything to disk, then renames the file to its final name, replacing any existing file.
    fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        self.temporary.rename(&self.path)?;
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // The rename is durable once the directory is synced. Some file systems cannot sync it; the file is whole anyway.
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

/// The file that a chain of symbolic links names, which may not exist yet.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}
