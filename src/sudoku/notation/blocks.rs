//! Code blocks of Markdown, with or without prose around them.

use super::Outcome;
use super::characters;
use super::error::{FaultKind, NotationError};
use super::survey::Source;

const FENCE: &str = "```";

/// Maximum number of blocks.
const MOST_BLOCKS: usize = 16;

/// Maximum size of a block in bytes.
const MOST_BYTES: usize = 6 * 1024;

/// A code block: its first line, from 1, and its text.
struct Block<'t> {
    line: usize,
    text: &'t str,
}

/// The grid on which all code blocks with a grid agree, and the text around them if that is a grid.
pub(super) fn read(source: &Source<'_>) -> Outcome {
    let Some((blocks, around)) = split(source.text) else { return Ok(None) };
    let mut found = characters::read(&around)?.map(|text| ("the text around the code block", text));
    for Block { line, text } in blocks {
        let source = Source::of(text);
        let bare = super::bare(&source)?;
        let Some(text) = bare.map_or_else(|| super::dressed(&source), |text| Ok(Some(text)))? else { continue };
        match found {
            Some((first, before)) if before.grid != text.grid => {
                return Err(NotationError::of(line, FaultKind::Ambiguous { first, second: "a code block" }));
            }
            Some(_) => {}
            None => found = Some(("an earlier code block", text)),
        }
    }
    Ok(found.map(|(_, text)| text))
}

/// The faults of the first code block.
pub(super) fn diagnose(source: &Source<'_>) -> Option<NotationError> {
    let (blocks, _) = split(source.text)?;
    let Block { line, text } = blocks.into_iter().next()?;
    super::parse(text).err().map(|error| error.behind(line - 1, 0))
}

/// The code blocks of a text and the text around them. `None` if there are none, or too many or too large ones.
fn split(text: &str) -> Option<(Vec<Block<'_>>, String)> {
    if !text.contains(FENCE) {
        return None;
    }
    let mut blocks = Vec::new();
    let mut around = String::new();
    // The first line of the open block, and where that begins.
    let mut open: Option<(usize, usize)> = None;
    let mut offset = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let fence = line.trim().strip_prefix(FENCE);
        match (open, fence) {
            (Some((first, start)), Some(_)) => {
                blocks.push(Block { line: first, text: &text[start..offset] });
                open = None;
            }
            // A block on one line.
            (None, Some(rest)) if rest.find(FENCE).is_some_and(|end| rest[end..].trim_matches('`').is_empty()) => {
                blocks.push(Block { line: i + 1, text: rest.trim_end_matches('`') });
            }
            (None, Some(_)) => open = Some((i + 2, offset + line.len())),
            (Some(_), None) => {}
            (None, None) => around.push_str(line),
        }
        offset += line.len();
    }
    // An answer that was cut off does not close its block.
    blocks.extend(open.map(|(first, start)| Block { line: first, text: &text[start..] }));
    let fits = blocks.len() <= MOST_BLOCKS && blocks.iter().all(|block| block.text.len() <= MOST_BYTES);
    (fits && !blocks.is_empty()).then_some((blocks, around))
}
