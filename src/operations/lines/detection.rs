//! Tells JSON lines from text by the start of a batch.

use crate::batch::{BYTE_ORDER_MARK, LONGEST_LINE};
use crate::operations::reading::encoding::{self, without_mark};
use crate::sudoku::notation;

/// Whether a batch is JSON lines rather than text, given its start or all of it.
pub fn starts_like_json(start: &[u8]) -> bool {
    is_json(start).unwrap_or_else(|| is_document(start))
}

/// Whether an input that begins like this is JSON rather than text, if it has one grid.
pub fn is_document(start: &[u8]) -> bool {
    notation::looks_like_json(content(start))
}

/// What follows the empty lines and the comments at the start of a batch. If the last comment does not end, begins with
/// its `#`.
pub(super) fn content(start: &[u8]) -> &[u8] {
    let mut rest = without_mark(start).trim_ascii_start();
    while rest.first() == Some(&b'#')
        && let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'))
    {
        rest = rest[end..].trim_ascii_start();
    }
    rest
}

/// Whether more of a batch must be read to tell JSON lines from text, or for its first line, which may be a header.
pub fn lacks_first_line(start: &[u8]) -> bool {
    let is_whole = || content(start).iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    start.len() < LONGEST_LINE && (is_json(start).is_none() || !is_whole())
}

/// The first line without its end, of all or of those behind the empty lines and the comments. Empty if it ends too late for a
/// batch that is read while it is sent.
pub(super) fn first_line(start: &[u8], is_behind_comments: bool) -> &[u8] {
    let begin = &start[..start.len().min(LONGEST_LINE)];
    let text = if is_behind_comments { content(begin) } else { without_mark(begin) };
    match memchr::memchr2(b'\n', b'\r', text) {
        Some(end) => &text[..end],
        None if begin.len() == start.len() => text,
        None => &[],
    }
}

/// Whether the first line of a text may have fields.
pub fn has_fields(start: &[u8]) -> bool {
    first_line(start, true).iter().any(|byte| matches!(byte, b',' | b';' | b'\t'))
}

/// Whether a line of text has no answer: it is empty, a comment or a header.
pub(super) fn is_skipped(line: &str) -> bool {
    encoding::without_padding(line.as_bytes()).is_empty() || notation::is_comment(line) || notation::is_header(line)
}

/// Whether a text is not empty and no line of it has an answer. A long one is not examined, since this runs before the batch does.
pub fn has_no_puzzle(text: &[u8]) -> bool {
    let is_examined = text.len() < MOST_SKIPPED && !text.trim_ascii().is_empty();
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    is_examined && lines.all(|line| is_skipped(encoding::text(line).trim_start()))
}

/// Maximum size in bytes of a text that is examined.
const MOST_SKIPPED: usize = 16 * 1024;

/// Minimum number of cells of a line, or of an item of a list, that is a puzzle rather than a row.
pub(super) const PUZZLE: usize = 60;

/// Whether a batch that begins like this is JSON lines rather than text; `None` if that depends on what follows.
fn is_json(start: &[u8]) -> Option<bool> {
    if start.len() < BYTE_ORDER_MARK.len() && BYTE_ORDER_MARK.starts_with(start) {
        return None;
    }
    match content(start) {
        [b'#', ..] => None,
        // A list of puzzles is answered as text, unless its items are objects.
        content => match First::of(content) {
            First::Unknown => None,
            First::Object => Some(true),
            First::Puzzle => Some(false),
            First::Other => notation::is_json(content),
        },
    }
}

/// What the first item of a list is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// It does not end.
    Unknown,
    Object,
    Puzzle,
    /// A row or a cell; or this is no list.
    Other,
}

impl First {
    pub(super) fn of(text: &[u8]) -> Self {
        let Some(item) = text.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) else { return Self::Other };
        match (item, value_end(item)) {
            ([b'{', ..], _) => Self::Object,
            ([] | [b'[' | b'"' | b'\'', ..], None) => Self::Unknown,
            // Cells without quotes and brackets are no puzzle of several.
            ([b'[' | b'"' | b'\'', ..], Some(end)) if is_puzzle(&item[..end]) => Self::Puzzle,
            _ => Self::Other,
        }
    }
}

/// Whether a line, or an item of a list, is a puzzle, perhaps a damaged one, rather than a row or a cell of one.
pub(super) fn is_puzzle(item: &[u8]) -> bool {
    let is_cell = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'.' | b'_' | b'*' | b'N' | b'n');
    item.iter().filter(is_cell).count() >= PUZZLE
}

/// The end of the value that a text begins with, in JSON or in Python. `None` if the value does not end.
pub(super) fn value_end(text: &[u8]) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0, None, false);
    for (i, &byte) in text.iter().enumerate() {
        match (quote, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(open), _) if byte == open => {
                quote = None;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'[' | b'{' | b'(') => depth += 1,
            (None, b']' | b'}' | b')') if depth > 1 => depth -= 1,
            (None, b']' | b'}' | b')') if depth == 1 => return Some(i + 1),
            // The end of the list. Another bracket that closes nothing belongs to the value, which is never empty.
            (None, b',' | b']') if depth == 0 => return Some(i),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(start: &str, expected: Option<bool>) {
        assert_eq!(is_json(start.as_bytes()), expected, "{start:?}");
    }

    #[test]
    fn a_value_is_never_empty() {
        for (text, end) in
            [("}]", 1), ("),2]", 1), ("}}", 2), ("1}]", 2), ("{}]", 2), ("[}]", 2), ("'}',", 3), ("1]", 1)]
        {
            assert_eq!(value_end(text.as_bytes()).unwrap_or(text.len()), end, "{text}");
        }
    }

    #[test]
    fn json_lines_are_distinguished_from_text_as_soon_as_possible() {
        for json in [
            "{\"grid\":",
            " \r\n{",
            "[[5,3]",
            "[ [null],",
            "[{",
            "[]\n",
            "\u{FEFF}{",
            "\"53\"\r\n{",
            "\"53..7\n",
            "\"53\" ",
        ] {
            check(json, Some(true));
            check(&format!("\u{FEFF}# a\r\n\n #\n{}", json.trim_start_matches('\u{FEFF}')), Some(true));
        }
        for text in [
            "[Puzzle]",
            "[[5 3 0]",
            "[['5']",
            "[456]\t[4",
            "[456] 3",
            "53..7",
            "# {\n5",
            "puzzle,solution",
            "\"puzzle\",\"solution\"",
            "\"53..\";",
            "| 5 3",
            "\u{FEFF}5",
        ] {
            check(text, Some(false));
        }
        for undecided in [
            "",
            "[",
            "[[5",
            "[[5,3",
            "[]",
            " \n",
            "# {",
            "#\n",
            "\"",
            "\"53..7",
            "\"53..7\"",
            "\u{FEFF}",
            "\u{FEFF} \"",
        ] {
            check(undecided, None);
        }
        assert_eq!(is_json(b"\xEF\xBB"), None);
        assert!(starts_like_json(b"#\n\"53..7\"") && !starts_like_json(b" \n") && !starts_like_json(b"# \""));
    }
}
