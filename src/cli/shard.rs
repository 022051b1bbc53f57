//! A shard of a file: one of several parts, cut at line breaks.

use std::io::{self, BufRead, Seek, SeekFrom};
use std::num::NonZeroU32;
use std::ops::Range;
use std::str::FromStr;

/// The shard `index` (from 0) of `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u32,
    count: NonZeroU32,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected I/N with I from 0 to N-1, such as 0/8";
        let (index, count) = text.split_once('/').ok_or(EXPECTED)?;
        let (index, count): (u32, NonZeroU32) =
            (index.parse().map_err(|_| EXPECTED)?, count.parse().map_err(|_| EXPECTED)?);
        if index < count.get() { Ok(Self { index, count }) } else { Err(EXPECTED) }
    }
}

impl Shard {
    /// The byte range of this shard's lines in a file of this length.
    ///
    /// The file is divided into `count` ranges of equal size. A line belongs to the shard whose range contains its
    /// first byte. So every line is in exactly one shard, and a shard may be empty.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn lines(self, file: &mut (impl BufRead + Seek), length: u64) -> io::Result<Range<u64>> {
        let boundary = |index: u32| {
            let offset = u128::from(length) * u128::from(index) / u128::from(self.count.get());
            u64::try_from(offset).expect("at most the length")
        };
        let start = next_line_start(file, boundary(self.index), length)?;
        let end = next_line_start(file, boundary(self.index + 1), length)?;
        Ok(start..end)
    }
}

/// The first byte of a line at or after this offset, or the file's length.
fn next_line_start(file: &mut (impl BufRead + Seek), offset: u64, length: u64) -> io::Result<u64> {
    let Some(before) = offset.checked_sub(1) else { return Ok(0) };
    file.seek(SeekFrom::Start(before))?;
    // A line may not fit into memory, so it is not collected.
    let rest = file.skip_until(b'\n')?;
    Ok((before + rest as u64).min(length))
}
