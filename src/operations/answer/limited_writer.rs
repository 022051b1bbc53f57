//! Writes an answer within a limit.

use std::io::{self, ErrorKind, Write};

use crate::operations::problem::{Code, Problem};

/// Maximum length of an answer in bytes.
pub const LONGEST: usize = 1024 * 1024;

/// The options that make an answer shorter, in order of their effect.
const SHORTEN: [&str; 6] = ["fields", "show", "max_solutions", "limit", "count", "per"];

/// The most that a buffer grows by beyond what it needs, in bytes: it is counted as held.
const MOST_SPARE: usize = 64 * 1024;

/// Writes behind what is in a buffer, and refuses what would exceed the limit or the memory that it may take.
pub struct LimitedWriter<'a> {
    /// The buffer. A few bytes may be appended to it directly.
    pub buffer: &'a mut Vec<u8>,
    /// The length of the buffer that it must not exceed.
    end: usize,
    /// The length up to which nothing has to be asked.
    room: usize,
    /// Whether the buffer may take this many bytes of memory.
    allow: &'a mut dyn FnMut(usize) -> bool,
}

impl<'a> LimitedWriter<'a> {
    /// A writer of at most `most` bytes into memory that `allow` grants, called with the bytes that the buffer is to take.
    pub fn new(buffer: &'a mut Vec<u8>, most: usize, allow: &'a mut dyn FnMut(usize) -> bool) -> Self {
        let end = buffer.len().saturating_add(most);
        let room = buffer.capacity().min(end);
        Self { buffer, end, room, allow }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) -> io::Result<()> {
        let (length, capacity) = (self.buffer.len() + bytes, self.buffer.capacity());
        if length > self.end {
            return Err(ErrorKind::FileTooLarge.into());
        }
        if length > capacity {
            let capacity = length.max(capacity + capacity.min(MOST_SPARE)).min(self.end);
            if !(self.allow)(capacity) {
                return Err(ErrorKind::OutOfMemory.into());
            }
            self.buffer.reserve_exact(capacity - self.buffer.len());
        }
        self.room = self.buffer.capacity().min(self.end);
        Ok(())
    }
}

/// The problem of an answer that was refused, of an operation with these options.
pub fn problem(error: &io::Error, options: &[&str]) -> Problem {
    if error.kind() == ErrorKind::OutOfMemory {
        return Problem::out_of_memory();
    }
    let option = SHORTEN.iter().find(|option| options.contains(option));
    let how = option.map_or(String::new(), |option| format!("; ask for less with `{option}`"));
    Problem::new(Code::InvalidRequest, format!("the answer would exceed {LONGEST} bytes{how}"))
}

/// What this writes, however long.
///
/// # Errors
/// It fails for another reason.
pub fn whole<E>(write: impl FnOnce(&mut LimitedWriter<'_>) -> Result<(), E>) -> Result<Vec<u8>, E> {
    let mut buffer = Vec::new();
    write(&mut LimitedWriter::new(&mut buffer, usize::MAX, &mut |_| true))?;
    Ok(buffer)
}

impl Write for LimitedWriter<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.buffer.len() + bytes.len() > self.room {
            self.grow(bytes.len())?;
        }
        // JSON writes most digits, commas and brackets alone, and copying a slice of unknown length is a call.
        match bytes {
            [byte] => self.buffer.push(*byte),
            _ => self.buffer.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exceeds_the_limit_or_the_memory_is_refused() {
        let mut buffer = b"behind ".to_vec();
        let mut asked = Vec::new();
        let mut allow = |bytes| {
            asked.push(bytes);
            bytes < 60
        };
        let mut limited = LimitedWriter::new(&mut buffer, 100, &mut allow);
        limited.write_all(&[1; 40]).expect("there is memory");
        let error = limited.write_all(&[1; 40]).expect_err("there is no memory");
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
        let error = limited.write_all(&[1; 61]).expect_err("it is too long");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!((buffer.len(), asked), (7 + 40, vec![47, 94]));
        assert!(buffer.starts_with(b"behind \x01") && buffer.capacity() < 60);
    }
}
