//! A file that gets its name only when it is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// A file under a temporary name in the same directory. [`finish`](Self::finish) gives it its final name; otherwise it
/// is deleted when dropped.
///
/// Each process uses a different temporary name, so two processes that write the same file at the same time, such as
/// two attempts of one task, never share it. A process that is killed leaves its temporary file behind.
pub struct NewFile {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    finished: bool,
}

impl NewFile {
    /// Creates the file under its temporary name, `NAME.ID.partial`.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        // Processes in different containers may have the same id, so the time is part of the name.
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{:x}-{time:x}.partial", process::id()));
        let temporary = PathBuf::from(temporary);
        Ok(Self { file: File::create_new(&temporary)?, temporary, path: path.to_owned(), finished: false })
    }

    /// Writes everything to disk, then renames the file to its final name, replacing any existing file.
    ///
    /// # Errors
    /// The file cannot be written to disk or renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.finished = true;
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // The rename is durable once the directory is synced. Some file systems cannot sync it; the file is whole anyway.
        if let Ok(directory) = File::open(directory.unwrap_or(Path::new("."))) {
            let _ = directory.sync_all();
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.finished {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
