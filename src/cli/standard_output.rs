//! Standard output, written without the standard library's buffer, which would hide some errors.

use std::fs;
use std::io::{self, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
#[cfg(windows)]
use std::os::windows::io::AsHandle;
use std::process::ExitCode;

use super::exit;

/// The name of standard output in messages.
pub const NAME: &str = "standard output";

/// Opens standard output.
///
/// # Errors
/// It was closed when the process started. The standard library has then opened the null device in its place, for reading and
/// writing. Nothing else tells, so a null device that the parent has opened in this way is taken for closed, too.
pub fn open() -> io::Result<fs::File> {
    #[cfg(unix)]
    {
        let file = fs::File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let is_null = |null: fs::Metadata| {
            file.metadata().is_ok_and(|ours| (ours.rdev(), ours.ino()) == (null.rdev(), null.ino()))
        };
        let is_read = rustix::fs::fcntl_getfl(&file)?.contains(rustix::fs::OFlags::RDWR);
        if is_read && fs::metadata("/dev/null").is_ok_and(is_null) {
            return Err(io::Error::other("it is closed, or a null device that is open for reading, too"));
        }
        Ok(file)
    }
    #[cfg(windows)]
    Ok(fs::File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// Whether this is the file that standard output goes to, as for `/dev/stdout`.
#[cfg(unix)]
pub fn is(file: &fs::Metadata) -> bool {
    let same = |ours: fs::Metadata| (ours.dev(), ours.ino()) == (file.dev(), file.ino());
    open().and_then(|output| output.metadata()).is_ok_and(same)
}

/// Writes a text to standard output.
pub fn print(text: &[u8]) -> ExitCode {
    match open().and_then(|mut output| output.write_all(text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::unwritten(NAME, &error),
    }
}
