//! Makes lines of an input whose puzzles are not one a line: one grid of several lines, blocks of lines, a list, or a file of
//! games.
//!
//! An input has one puzzle a line as soon as one of its lines is a grid by itself, so the answer to the first grid of a batch does
//! not wait for more lines. Every puzzle gets the number of the line where it begins; the lines that it takes beyond that one
//! become empty. In a list on one line, each puzzle counts as a line.

use serde::de::IgnoredAny;

use super::blocks::{Block, blocks, games, is_grid};
use super::detection::{First, PUZZLE, content, has_no_puzzle, is_puzzle, value_end};
use crate::batch::Gather;
use crate::operations::reading::{SentGrid, encoding, grid};
use crate::sudoku::notation::format_candidates;

/// Maximum size in bytes of an input that is one grid, and of what is held of any other.
const MOST: usize = 16 * 1024;

/// What ends a line within a puzzle, since a line feed ends the puzzle: a vertical tab.
pub(super) const WITHIN: &str = "\u{B}";

/// The line breaks of Unicode.
const UNICODE: [&str; 3] = ["\u{85}", "\u{2028}", "\u{2029}"];

/// Minimum length in bytes of a line that is a puzzle by itself: one in a packed notation.
const SHORTEST: usize = 20;

/// How the puzzles of an input follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// It is not known yet.
    Unknown,
    /// One a line.
    Lines,
    /// Blocks of lines, with headings, empty lines or frames between them.
    Blocks,
    /// The items of a list; whether its bracket is open.
    Items(bool),
    /// The games of an OpenSudoku file.
    Games,
}

/// What is gathered of an input.
#[derive(Debug)]
pub struct Gatherer {
    is_json: bool,
    order: Order,
    /// What is held, and how much of it has been examined.
    held: Vec<u8>,
    examined: usize,
    /// Whether it ended with a carriage return, to which a line feed may belong.
    is_returned: bool,
    /// Whether line breaks of Unicode end lines: if the first line break of a text is one. Strings in JSON may have them.
    is_unicode: Option<bool>,
    /// The number of lines that the puzzles are ahead of their input.
    ahead: usize,
}

impl Gather for Gatherer {
    fn gather(&mut self, piece: &[u8], is_end: bool, lines: &mut Vec<u8>) -> bool {
        self.hold(piece);
        if self.order == Order::Unknown {
            if is_end {
                self.held.truncate(encoding::without_padding(&self.held).len());
                // The last line may be a puzzle by itself, too.
                self.held.extend((!self.held.is_empty()).then_some(b'\n'));
            }
            self.decide();
        }
        if self.order == Order::Unknown && (is_end || self.held.len() > MOST) {
            let fits = self.held.len() <= MOST;
            let mut one = if fits { self.in_one_line() } else { None };
            if one.is_none() {
                self.settle();
                one = if fits { self.damaged() } else { None };
            }
            if let Some(line) = one {
                self.pass_puzzles(vec![(self.begin(), line)], self.held.len(), lines);
                return true;
            }
        }
        self.pass_on(is_end, lines);
        is_end || self.order == Order::Lines && !self.is_returned && self.is_unicode != Some(true)
    }
}

impl Gatherer {
    /// What is gathered of an input that starts like JSON or not. Whether it has rows of fields is known from its first line.
    pub fn new(is_json: bool, has_rows: bool) -> Self {
        let order = if has_rows { Order::Lines } else { Order::Unknown };
        let is_unicode = is_json.then_some(false);
        Self { is_json, order, held: Vec::new(), examined: 0, is_returned: false, is_unicode, ahead: 0 }
    }

    /// Adds a piece to what is held, with a line feed for each line break.
    fn hold(&mut self, piece: &[u8]) {
        for &byte in piece {
            let was_returned = std::mem::replace(&mut self.is_returned, byte == b'\r');
            match byte {
                b'\n' if was_returned => continue,
                b'\n' | b'\r' => {
                    self.is_unicode.get_or_insert(false);
                    self.held.push(b'\n');
                }
                _ => self.held.push(byte),
            }
            let mut breaks = UNICODE.iter().filter(|_| self.is_unicode != Some(false));
            if let Some(end) = breaks.find(|end| self.held.ends_with(end.as_bytes())) {
                self.is_unicode = Some(true);
                self.held.truncate(self.held.len() - end.len());
                self.held.push(b'\n');
            }
        }
    }

    /// Where what is held begins behind empty lines and comments.
    fn begin(&self) -> usize {
        self.held.len() - content(&self.held).len()
    }

    /// Finds the order from what is held, if that suffices.
    fn decide(&mut self) {
        let begin = content(&self.held);
        if matches!(First::of(begin), First::Object | First::Puzzle) {
            self.order = Order::Items(false);
            return;
        }
        // Markup and code blocks may have their puzzle on any line.
        if begin.starts_with(b"<") {
            if memchr::memmem::find_iter(begin, b"<game").nth(1).is_some() {
                self.order = Order::Games;
            }
            return;
        }
        while let Some(end) = memchr::memchr(b'\n', &self.held[self.examined..]) {
            let line = self.held[self.examined..][..end].trim_ascii();
            if self.is_alone(line) {
                self.order = Order::Lines;
                return;
            }
            self.examined += end + 1;
        }
    }

    /// Whether a line is a puzzle by itself, whatever follows.
    fn is_alone(&self, line: &[u8]) -> bool {
        let before = content(&self.held[..self.examined]);
        if !self.is_json {
            return line.len() >= SHORTEST && memchr::memmem::find(before, b"```").is_none() && is_grid(line);
        }
        if before.is_empty() {
            return !line.is_empty() && is_json(line);
        }
        // What began before may be a document of several lines, or a list as Python writes it.
        let is_puzzle = line.len() >= PUZZLE && (is_json(line) || is_grid(line));
        is_puzzle && !serde_json::from_slice::<IgnoredAny>(before).is_err_and(|error| error.is_eof())
    }

    /// Finds the order of an input that is longer than one grid, or has ended and is none.
    fn settle(&mut self) {
        let begin = content(&self.held);
        let is_markup = begin.starts_with(b"<");
        let text = decoded(&self.held);
        let blocks = if self.is_json || is_markup { Vec::new() } else { blocks(&text) };
        let is_block = |block: &Block| block.is_grid(&text) || blocks.len() == 1 && (7..=12).contains(&block.rows);
        self.order = match () {
            () if memchr::memmem::find(begin, b"<game").is_some() => Order::Games,
            () if blocks.iter().any(is_block) => Order::Blocks,
            () => Order::Lines,
        };
    }

    /// Passes on what is held, in lines.
    fn pass_on(&mut self, is_end: bool, lines: &mut Vec<u8>) {
        match self.order {
            Order::Lines => {
                // The start of a line break whose rest has not arrived.
                let begun = |end: &&str| (1..end.len()).find(|&n| self.held.ends_with(&end.as_bytes()[..n]));
                let kept = UNICODE.iter().find_map(begun).filter(|_| !is_end && self.is_unicode == Some(true));
                lines.extend(self.held.drain(..self.held.len() - kept.unwrap_or(0)));
            }
            _ if !is_end && self.held.len() <= MOST => {}
            Order::Items(is_open) => self.pass_items(is_open, is_end, lines),
            Order::Unknown | Order::Blocks | Order::Games => self.pass_blocks(is_end, lines),
        }
    }

    fn pass_blocks(&mut self, is_end: bool, lines: &mut Vec<u8>) {
        // The last line may not be complete.
        let whole = memchr::memrchr(b'\n', &self.held).filter(|_| !is_end).map_or(self.held.len(), |end| end + 1);
        let text = decoded(&self.held[..whole]);
        let last = self.held.split_off(whole);
        let (mut blocks, within) = match self.order {
            Order::Games => (games(&text), " "),
            _ => (blocks(&text), WITHIN),
        };
        // Nor may the last block. If there is no other, it is too long.
        let rest = if is_end || blocks.len() < 2 { None } else { blocks.pop() };
        let puzzles = blocks.iter().flat_map(|block| block.puzzles(&text)).map(|puzzle| {
            let start = puzzle.start;
            (start, text[puzzle].trim_end().replace('\n', within))
        });
        let puzzles = puzzles.collect();
        self.held = text.into_bytes();
        self.pass_puzzles(puzzles, rest.map_or(self.held.len(), |rest| rest.range.start), lines);
        self.held.extend(last);
    }

    fn pass_items(&mut self, mut is_open: bool, is_end: bool, lines: &mut Vec<u8>) {
        let (mut items, mut at, mut is_list) = (Vec::new(), if is_open { 0 } else { self.begin() }, true);
        while let Some(&next) = self.held.get(at) {
            match next {
                b',' => {}
                space if space.is_ascii_whitespace() => {}
                b'[' if !is_open => is_open = true,
                b']' if is_open => is_open = false,
                _ => {
                    let rest = &self.held[at..];
                    let Some(end) = value_end(rest).filter(|_| is_open) else {
                        is_list = is_open && !is_end && rest.len() <= MOST;
                        break;
                    };
                    items.push((at, self.written(&rest[..end])));
                    at += end;
                    continue;
                }
            }
            at += 1;
        }
        self.pass_puzzles(items, at, lines);
        self.order = if is_list { Order::Items(is_open) } else { Order::Lines };
        if !is_list {
            lines.append(&mut self.held);
        }
    }

    /// Passes on puzzles, each with where it begins in what is held up to this end, and the line breaks that they are not ahead.
    /// Drops what is held up to there.
    fn pass_puzzles(&mut self, puzzles: Vec<(usize, impl AsRef<[u8]>)>, end: usize, lines: &mut Vec<u8>) {
        let mut before = 0;
        for (at, line) in puzzles.into_iter().map(|(at, line)| (at, Some(line))).chain([(end, None)]) {
            let breaks = memchr::memchr_iter(b'\n', &self.held[before..at]).count();
            let behind = breaks.saturating_sub(self.ahead);
            self.ahead -= breaks - behind;
            lines.resize(lines.len() + behind, b'\n');
            if let Some(line) = line {
                lines.extend(line.as_ref().iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }));
                lines.push(b'\n');
                self.ahead += 1;
            }
            before = at;
        }
        self.held.drain(..end);
    }

    /// An item of a list as a line.
    fn written(&self, item: &[u8]) -> Vec<u8> {
        if self.is_json && is_json(item) {
            return joined(item);
        }
        let text = decoded(item);
        let text = text.trim_matches(['\'', '"']);
        let read = grid::of_text(text).ok().filter(|_| self.is_json);
        read.map_or_else(|| text.to_owned(), |read| in_one_line(text, &read, true)).into_bytes()
    }

    /// What is held in one line, if it has no puzzle and no damaged one on a line: its lines are those of one grid, and get one
    /// error.
    fn damaged(&self) -> Option<Vec<u8>> {
        if self.order != Order::Lines || self.is_json || has_no_puzzle(&self.held) {
            return None;
        }
        let text = decoded(self.held[self.begin()..].trim_ascii_end());
        let is_one = text.contains('\n') && !text.lines().any(|line| is_puzzle(line.as_bytes()));
        is_one.then(|| text.replace('\n', WITHIN).into_bytes())
    }

    /// The grid in one line, if all that is held is one.
    fn in_one_line(&self) -> Option<Vec<u8>> {
        let document = &self.held[self.begin()..];
        if self.is_json && is_json(document) {
            return Some(joined(document));
        }
        let text = decoded(&self.held);
        Some(in_one_line(&text, &grid::of_text(&text).ok()?, self.is_json).into_bytes())
    }
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

/// A document in one line. The white space around its line breaks means nothing, and would make it too long.
fn joined(document: &[u8]) -> Vec<u8> {
    document.split(|&byte| byte == b'\n').flat_map(<[u8]>::trim_ascii).copied().collect()
}

/// A text, each line of which is decoded by itself, as if it came alone.
fn decoded(text: &[u8]) -> String {
    text.split_inclusive(|&byte| byte == b'\n').map(encoding::text).collect()
}

/// A text with this grid in one line: its cells or pencil marks, or itself if these would be read differently.
fn in_one_line(text: &str, read: &SentGrid, is_json: bool) -> String {
    let short = read.candidates.as_ref().map_or_else(|| read.grid.to_string(), |marks| format_candidates(marks));
    let is_same = |again: SentGrid| SentGrid { notation: read.notation, ..again } == *read;
    let is_short = grid::of_text(&short).is_ok_and(is_same);
    let line = if is_short { short } else { text.trim_end().replace('\n', WITHIN) };
    if is_json { serde_json::Value::from(line).to_string() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_not_held() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\u{2028}";
        let (mut gatherer, mut lines) = (Gatherer::new(false, false), Vec::new());
        gatherer.gather(puzzle.as_bytes(), false, &mut lines);
        // Pieces that divide characters.
        let rest = "é".repeat(10_000);
        for piece in rest.as_bytes().chunks(333) {
            assert!(!gatherer.gather(piece, false, &mut lines));
            assert!(gatherer.held.len() < 10);
        }
        gatherer.gather(b"", true, &mut lines);
        assert_eq!(String::from_utf8(lines).expect("text"), puzzle.replace('\u{2028}', "\n") + &rest);
    }
}
