//! Tells JSON from text by how it begins, because the declared media type is often wrong: `fetch` with a string body sends
//! JSON as text/plain, and a text may be told to be JSON.

/// The lengths in bytes of a row of a grid, with separators between its cells.
const ROW: std::ops::RangeInclusive<usize> = 9..=40;

/// Whether a body that begins with this is JSON.
pub fn looks_like_json(start: &[u8]) -> bool {
    is_json(start).unwrap_or(matches!(start, [b'[' | b'"', ..]))
}

/// Whether a body is JSON, given its start without leading white space. `None` if that depends on what follows.
pub fn is_json(start: &[u8]) -> Option<bool> {
    match start {
        [] => None,
        // Initialisers of C and Java have braces, too.
        [b'{', rest @ ..] => match rest.trim_ascii_start() {
            [b'{' | b'0'..=b'9', ..] => Some(false),
            _ => Some(true),
        },
        [b'[', ..] => is_array(start),
        // A grid as a string, unless it is the first of several quoted fields of a CSV file, or a quoted row.
        [b'"', text @ ..] => {
            let end = text.iter().position(|byte| matches!(byte, b'"' | b'\n'))?;
            let after = if text[end] == b'"' { text.get(end + 1)? } else { &text[end] };
            let is_row = ROW.contains(&end) && text[end] == b'"';
            Some(!is_row && !matches!(after, b',' | b';' | b'\t'))
        }
        _ => Some(false),
    }
}

/// Whether a body that begins with `[` is JSON rather than a section such as `[Puzzle]`, an array that NumPy or R printed,
/// such as `[[5 3 0` or `[,1]`, or pencil marks in brackets, such as `[456] [4569]`.
fn is_array(start: &[u8]) -> Option<bool> {
    let item = &start[start.iter().position(|byte| *byte != b'[' && !byte.is_ascii_whitespace())?..];
    if item.starts_with(b",") {
        return Some(false);
    }
    let (item, rest) = item.split_at(item.iter().position(|byte| matches!(byte, b',' | b']' | b'{' | b'"'))?);
    let item = item.trim_ascii_end();
    let is_number = item.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    if !is_number && !matches!(item, b"null" | b"true" | b"false") {
        return Some(false);
    }
    let Some(rest) = rest.strip_prefix(b"]") else { return Some(true) };
    let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'))?;
    Some(matches!(next, b',' | b']' | b'\r' | b'\n'))
}
