//! Standard output, written without the standard library's buffer, which would hide some errors.

use std::fs::{File, Metadata};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use super::exit;

/// The name of standard output in messages.
pub const NAME: &str = "standard output";

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Runs before `main`, because the standard library opens `/dev/null` in place of a closed standard output.
    #[ctor(unsafe)]
    fn remember_whether_it_is_closed() {
        WAS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Opens standard output.
///
/// # Errors
/// It was closed when the process started.
pub fn open() -> io::Result<File> {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    #[cfg(unix)]
    let owned = io::stdout().as_fd().try_clone_to_owned();
    #[cfg(windows)]
    let owned = io::stdout().as_handle().try_clone_to_owned();
    Ok(File::from(owned?))
}

/// Whether this is the file that standard output goes to, as for `/dev/stdout`.
pub fn is(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let same = |ours: Metadata| (ours.dev(), ours.ino()) == (file.dev(), file.ino());
        open().and_then(|output| output.metadata()).is_ok_and(same)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Writes a text to standard output.
pub fn print(text: &[u8]) -> ExitCode {
    match open().and_then(|mut output| output.write_all(text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::unwritten(NAME, &error),
    }
}
