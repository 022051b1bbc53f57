//! Makes lines of an input whose puzzles are not one a line: one grid of several lines, blocks of lines, a list, or a file of
//! games.
//!
//! An input has one puzzle a line as soon as one of its lines is a grid by itself, so the answer to the first grid of a batch does
//! not wait for more lines. Every puzzle gets the number of the line where it begins; the lines that it takes beyond that one
//! become empty. In a list on one line, each puzzle counts as a line.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::blocks::{Block, blocks, is_grid};
use super::detection::{First, PUZZLE, ValueEnd, content};
use crate::batch::{Gather, LONGEST_LINE};
use crate::operations::reading::{SentGrid, encoding, grid};
use crate::sudoku::notation::format_candidates;

/// Maximum size in bytes of an input that is one grid, and of what is held of any other.
const MOST: usize = 16 * 1024;

/// What ends a line within a puzzle, since a line feed ends the puzzle: a vertical tab.
pub(super) const WITHIN: &str = "\u{B}";

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
    /// What is held, how much of it has been examined, and the value of a list that it begins with.
    held: Vec<u8>,
    examined: usize,
    value: ValueEnd,
    /// Whether it has line breaks of Unicode, which become line feeds.
    is_unicode: bool,
    is_windows: bool,
    /// The number of lines that the puzzles are ahead of their input.
    ahead: usize,
}

impl Gather for Gatherer {
    fn gather(&mut self, piece: &[u8], is_end: bool, lines: &mut Vec<u8>) -> bool {
        match encoding::text(piece) {
            Cow::Owned(decoded) if self.is_windows => self.held.extend(decoded.into_bytes()),
            _ => self.held.extend_from_slice(piece),
        }
        if !self.held.is_ascii() {
            self.decode();
        }
        if self.order == Order::Unknown {
            if is_end && !self.held.is_empty() {
                // The last line may be a puzzle by itself, too.
                self.held.push(b'\n');
            }
            self.decide();
        }
        if self.order == Order::Unknown && (is_end || self.held.len() > MOST) {
            if self.held.len() <= MOST
                && let Some(line) = self.in_one_line()
            {
                lines.extend_from_slice(&line);
                return true;
            }
            self.settle();
        }
        self.pass_on(is_end, lines);
        // A line must not be decoded in two ways.
        is_end || self.order == Order::Lines && !self.is_unicode && !self.is_windows
    }
}

impl Gatherer {
    /// What is gathered of an input that starts like JSON or not. Whether it has rows of fields is known from its first line.
    pub fn new(is_json: bool, has_rows: bool) -> Self {
        let order = if has_rows { Order::Lines } else { Order::Unknown };
        let (held, value) = (Vec::new(), ValueEnd::default());
        Self { is_json, order, held, examined: 0, value, is_unicode: false, is_windows: false, ahead: 0 }
    }

    /// Decodes Windows-1252, and replaces the line breaks of Unicode.
    fn decode(&mut self) {
        let whole = match str::from_utf8(&self.held) {
            Ok(text) => text.len(),
            // The last character may be divided.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => {
                self.held = encoding::text(&self.held).into_owned().into_bytes();
                self.is_windows = true;
                self.held.len()
            }
        };
        let rest = self.held.split_off(whole);
        let text = String::from_utf8_lossy(&self.held).replace(['\u{85}', '\u{2028}', '\u{2029}'], "\n");
        self.is_unicode |= text.len() < whole;
        self.held = [text.into_bytes(), rest].concat();
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
        while let Some(end) = memchr::memchr2(b'\n', b'\r', &self.held[self.examined..]) {
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
        let is_whole = || serde_json::from_slice::<IgnoredAny>(line).is_ok();
        if before.is_empty() {
            return !line.is_empty() && is_whole();
        }
        // What began before may be a document of several lines, or a list as Python writes it.
        let is_puzzle = line.len() >= PUZZLE && (is_whole() || is_grid(line));
        is_puzzle && !serde_json::from_slice::<IgnoredAny>(before).is_err_and(|error| error.is_eof())
    }

    /// Finds the order of an input that is longer than one grid, or has ended and is none.
    fn settle(&mut self) {
        let begin = content(&self.held);
        let is_markup = begin.starts_with(b"<");
        let text = String::from_utf8_lossy(&self.held);
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
            Order::Lines if self.is_unicode && !is_end => {
                // A line break may be divided.
                let whole = self.held.iter().rposition(u8::is_ascii).map_or(0, |last| last + 1);
                lines.extend(self.held.drain(..whole));
            }
            Order::Lines => lines.append(&mut self.held),
            Order::Blocks if is_end || self.held.len() > MOST => self.pass_blocks(is_end, lines),
            Order::Unknown | Order::Blocks => {}
            Order::Items(is_open) => self.pass_items(is_open, is_end, lines),
            Order::Games => self.pass_games(is_end, lines),
        }
    }

    fn pass_blocks(&mut self, is_end: bool, lines: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(&self.held).into_owned();
        let mut blocks = blocks(&text);
        // The last one may not be complete. If there is no other, it is too long.
        let rest = if is_end || blocks.len() < 2 { None } else { blocks.pop() };
        let puzzles = blocks.iter().flat_map(|block| block.puzzles(&text)).map(|puzzle| {
            let start = puzzle.start;
            (start, text[puzzle].trim_end().replace("\r\n", "\n").replace(['\n', '\r'], WITHIN))
        });
        let puzzles = puzzles.collect();
        self.held = text.into_bytes();
        self.pass_puzzles(puzzles, rest.map_or(self.held.len(), |rest| rest.range.start), lines);
    }

    fn pass_items(&mut self, mut is_open: bool, is_end: bool, lines: &mut Vec<u8>) {
        let (mut items, mut at, mut is_list) = (Vec::new(), 0, true);
        while let Some(&next) = self.held.get(at) {
            match next {
                b',' => {}
                space if space.is_ascii_whitespace() => {}
                b'[' if !is_open => is_open = true,
                b']' if is_open => is_open = false,
                _ => {
                    let rest = &self.held[at..];
                    let Some(end) = self.value.find(rest).filter(|_| is_open) else {
                        is_list = is_open && !is_end && rest.len() <= MOST;
                        break;
                    };
                    items.push((at, self.written(&String::from_utf8_lossy(&rest[..end]))));
                    self.value = ValueEnd::default();
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

    fn pass_games(&mut self, is_end: bool, lines: &mut Vec<u8>) {
        let (mut games, mut at) = (Vec::new(), 0);
        while let Some(start) = memchr::memmem::find(&self.held[at..], b"<game")
            && let Some(end) = memchr::memchr(b'>', &self.held[at + start..])
        {
            let game = &self.held[at + start..=at + start + end];
            games.push((at + start, String::from_utf8_lossy(game).into_owned()));
            at += start + end + 1;
        }
        // The beginning of a game, or of its tag.
        let rest = memchr::memmem::find(&self.held[at..], b"<game").unwrap_or(self.held.len().saturating_sub(at + 5));
        let is_kept = !is_end && self.held.len() - at - rest <= LONGEST_LINE;
        self.pass_puzzles(games, if is_kept { at + rest } else { self.held.len() }, lines);
    }

    /// Passes on puzzles, each with where it begins in what is held up to this end, and the line breaks that they are not ahead.
    /// Drops what is held up to there.
    fn pass_puzzles(&mut self, puzzles: Vec<(usize, String)>, end: usize, lines: &mut Vec<u8>) {
        let mut before = 0;
        for (at, line) in puzzles.into_iter().map(|(at, line)| (at, Some(line))).chain([(end, None)]) {
            let breaks = memchr::memchr_iter(b'\n', &self.held[before..at]).count();
            let behind = breaks.saturating_sub(self.ahead);
            self.ahead -= breaks - behind;
            lines.resize(lines.len() + behind, b'\n');
            if let Some(line) = line {
                lines.extend(line.replace('\n', " ").into_bytes());
                lines.push(b'\n');
                self.ahead += 1;
            }
            before = at;
        }
        self.held.drain(..end);
    }

    /// An item of a list as a line.
    fn written(&self, item: &str) -> String {
        let text = item.trim_matches(['\'', '"']);
        let is_json = || serde_json::from_str::<IgnoredAny>(item).is_ok();
        match grid::of_text(text) {
            _ if self.is_json && is_json() => item.to_owned(),
            Ok(read) if self.is_json => format!("\"{}\"", in_one_line(&read)),
            _ => text.to_owned(),
        }
    }

    /// The grid in one line, if all that is held is one.
    fn in_one_line(&self) -> Option<Vec<u8>> {
        if self.is_json {
            // Line breaks are only white space in a document.
            let document = content(&self.held);
            if serde_json::from_slice::<IgnoredAny>(document).is_ok() {
                let space = |&byte: &u8| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte };
                return Some(document.iter().map(space).collect());
            }
        }
        let text = std::str::from_utf8(&self.held).ok()?;
        let grid = in_one_line(&grid::of_text(text).ok()?);
        Some(if self.is_json { format!("\"{grid}\"") } else { grid }.into_bytes())
    }
}

/// A grid in one line, with its pencil marks.
fn in_one_line(read: &SentGrid) -> String {
    read.candidates.as_ref().map_or_else(|| read.grid.to_string(), |marks| format_candidates(marks))
}
