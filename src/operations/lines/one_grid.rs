//! Tells one grid of several lines from a batch of one grid per line.

use serde::de::IgnoredAny;

use super::detection::content;
use crate::operations::reading::grid;

/// The start of an input that may be one grid of several lines rather than a batch.
///
/// An input is a batch as soon as one of its lines is a grid by itself, so the two are never confused, and the answer to
/// the first grid of a batch does not wait for more lines.
#[derive(Clone, Copy, Debug)]
pub struct OneGrid<'t> {
    /// The lines so far.
    pub text: &'t [u8],
    /// Whether they start like JSON.
    pub is_json: bool,
}

impl OneGrid<'_> {
    /// Maximum size in bytes.
    pub const LARGEST: usize = 16 * 1024;

    /// Whether the input is a batch, whatever follows. `last` is the offset of the last line, since the others were
    /// examined before.
    pub fn is_excluded(self, last: usize) -> bool {
        if self.text.len() > Self::LARGEST {
            return true;
        }
        let line = self.text[last..].trim_ascii_end();
        if self.is_json {
            let document = content(self.text);
            return match serde_json::from_slice::<IgnoredAny>(document) {
                Ok(_) => !document.trim_ascii_end().contains(&b'\n'),
                Err(error) if error.is_eof() => false,
                // It may be a list as Python writes it.
                Err(_) => last > 0 && (serde_json::from_slice::<IgnoredAny>(line).is_ok() || is_grid(line)),
            };
        }
        // A backslash continues a command on the next line, and markup and code blocks may have their puzzle on any line.
        let may_hold_puzzle = content(self.text).starts_with(b"<") || memchr::memmem::find(self.text, b"```").is_some();
        !(line.ends_with(b"\\") || last > 0 && may_hold_puzzle) && is_grid(line)
    }

    /// The grid in one line, if these are all the lines and they are one grid.
    pub fn in_one_line(self) -> Option<Vec<u8>> {
        if self.is_json {
            // Line breaks are only white space in a document.
            let document = content(self.text);
            if serde_json::from_slice::<IgnoredAny>(document).is_ok() {
                let space = |&byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
                return Some(document.iter().map(space).collect());
            }
        }
        let text = std::str::from_utf8(self.text).ok()?;
        let grid = grid::of_text(text).ok()?.grid;
        Some(if self.is_json { format!("\"{grid}\"") } else { grid.to_string() }.into_bytes())
    }
}

fn is_grid(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| grid::of_text(line).is_ok())
}
