//! A temporary file that a signal removes.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A temporary file: removed when dropped, or by a signal that ends the process, unless it was renamed.
pub struct Temporary {
    path: PathBuf,
    /// Held while the file is created or renamed, and by the thread that removes it until the process ends.
    lock: Arc<Mutex<()>>,
}

impl Temporary {
    /// Creates a file with this name.
    ///
    /// # Errors
    /// The file cannot be created, or the signals cannot be handled.
    pub fn create(path: PathBuf, options: &OpenOptions) -> io::Result<(Self, File)> {
        let lock = Arc::new(Mutex::new(()));
        #[cfg(unix)]
        signals::remove_on_signal(path.clone(), Arc::clone(&lock))?;
        let temporary = Self { path, lock };
        let file = temporary.locked(|path| options.open(path))?;
        Ok((temporary, file))
    }

    /// Renames the file, replacing any file of that name.
    ///
    /// # Errors
    /// The file cannot be renamed.
    pub fn rename(&self, to: &Path) -> io::Result<()> {
        self.locked(|path| fs::rename(path, to))
    }

    fn locked<T>(&self, change: impl FnOnce(&Path) -> T) -> T {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change(&self.path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Does nothing if it was renamed, since no other file has such a name.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::server::is_ignored;

    /// Removes this file when a signal ends the process. Signals that the process was started to ignore stay ignored.
    pub fn remove_on_signal(path: PathBuf, lock: Arc<Mutex<()>>) -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)))?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in &mut signals {
                let _guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = fs::remove_file(&path);
                // The parent sees which signal ended the process, as without a handler.
                let _ = emulate_default_handler(signal);
            }
        })?;
        Ok(())
    }
}
