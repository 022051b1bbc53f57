//! Code blocks of Markdown, with or without prose around them.

use super::Outcome;
use super::character_counts::Source;
use super::error::{FaultKind, NotationError};

const FENCE: &str = "```";

/// Maximum number of blocks.
const MOST_BLOCKS: usize = 16;

/// Maximum size of all blocks in bytes: any of them may be undressed.
const MOST_BYTES: usize = 6 * 1024;

/// A code block: its first line, from 1, and its text.
struct Block {
    line: usize,
    text: String,
}

/// The grid on which all code blocks with a grid agree, and the text around them if that is a grid. Without one, the faults are
/// those of the first block.
pub(super) fn read(source: &Source<'_>) -> Outcome {
    let Some((blocks, around)) = split(source.text) else { return Ok(None) };
    let mut found = super::of_characters(&around)?.map(|text| ("the text around the code block", text));
    let mut faults = None;
    for Block { line, text } in blocks {
        match (super::parse(&text), found) {
            (Ok(text), Some((first, before))) if before.grid != text.grid => {
                return Err(NotationError::of(line, FaultKind::Ambiguous(first, "a code block")));
            }
            (Ok(text), None) => found = Some(("an earlier code block", text)),
            (Ok(_), Some(_)) => {}
            (Err(error), _) if error.is_ambiguous() => return Err(error),
            (Err(error), _) => faults = faults.or(Some(error.behind(line - 1, 0))),
        }
    }
    found.map_or_else(|| faults.map_or(Ok(None), Err), |(_, text)| Ok(Some(text)))
}

/// The code blocks of a text and the text around them. `None` if there are none, too many or too large ones.
fn split(text: &str) -> Option<(Vec<Block>, String)> {
    if !text.contains(FENCE) {
        return None;
    }
    let (mut blocks, mut around, mut open) = (Vec::new(), String::new(), None);
    for (i, line) in text.split_inclusive('\n').enumerate() {
        match (line.trim().strip_prefix(FENCE), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            // A block on one line.
            (Some(rest), None) if rest.find(FENCE).is_some_and(|end| rest[end..].trim_matches('`').is_empty()) => {
                blocks.push(Block { line: i + 1, text: rest.trim_end_matches('`').to_owned() });
            }
            (Some(_), None) => open = Some(Block { line: i + 2, text: String::new() }),
            (None, Some(block)) => block.text.push_str(line),
            (None, None) => around.push_str(line),
        }
    }
    // An answer that was cut off does not close its block.
    blocks.extend(open);
    let bytes: usize = blocks.iter().map(|block| block.text.len()).sum();
    ((1..=MOST_BLOCKS).contains(&blocks.len()) && bytes <= MOST_BYTES).then_some((blocks, around))
}
