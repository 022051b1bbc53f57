//! The lines of a text and the counts of their characters, in one pass.
//!
//! A text of 16 KiB must take well under 100 µs, whatever it contains, so the pass only counts. Forms that need more than the
//! counts examine the lines themselves, if they are few and short enough for a grid.

use super::symbol::Symbol;

/// A line of a text.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its text, without the line break.
    pub(super) text: &'t str,
    pub(super) scan: LineScan,
}

impl Line<'_> {
    pub(super) fn is_comment(&self) -> bool {
        is_comment(self.text)
    }

    /// Whether it has more than white space.
    pub(super) fn is_filled(&self) -> bool {
        !self.text.trim().is_empty()
    }
}

/// The number of characters of each meaning in a line.
#[derive(Clone, Copy, Default)]
pub(super) struct LineScan {
    /// Digits and blanks.
    pub(super) cells: u32,
    pub(super) strays: u32,
    pub(super) stars: u32,
    pub(super) dashes: u32,
    /// Whether the line only draws a frame, such as `:---+---:`.
    pub(super) is_border: bool,
    /// Whether it holds a word of at least three letters.
    pub(super) is_prose: bool,
}

impl LineScan {
    /// Counts the characters of a line.
    pub(super) fn of(line: &str) -> Self {
        let (mut counts, mut flags) = (0, 0);
        let (mut drawn, mut longest_drawn, mut word, mut longest_word) = (0_u32, 0, 0_u32, 0);
        for character in line.chars() {
            let known = ASCII.get(character as usize).copied();
            let class = known.unwrap_or_else(|| Class::of(Symbol::of(character), character));
            counts += class.counts;
            flags |= class.flags;
            drawn = if class.flags & DRAWN != 0 { drawn + 1 } else { 0 };
            longest_drawn = longest_drawn.max(drawn);
            word = if class.flags & LETTER != 0 { word + 1 } else { 0 };
            longest_word = longest_word.max(word);
        }
        let count = |lane: u32| (counts >> (32 * lane)) as u32;
        Self {
            cells: count(0),
            strays: count(1),
            stars: count(2),
            dashes: count(3),
            is_border: flags & NOT_BORDER == 0 && longest_drawn >= 3,
            is_prose: longest_word >= 3,
        }
    }

    /// Whether the line has only separators.
    pub(super) const fn is_blank(self) -> bool {
        self.cells + self.strays + self.stars + self.dashes == 0
    }
}

/// Whether a line begins as a comment. Behind `#` and a number, 81 cells are a puzzle of a list, and Excel writes `#N/A`.
pub fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix('#') else { return line.starts_with(['%', '!']) || line.starts_with("//") };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let cells = behind.trim();
    let is_listed = behind.len() < rest.len() && behind.starts_with([' ', '\t']) && cells.len() == 81;
    !(rest.starts_with("N/A") || is_listed && cells.bytes().all(|byte| Symbol::ascii(byte).value().is_some()))
}

/// The lines of a text that are not empty, including comments. A carriage return alone ends a line, too.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let (mut rest, mut number) = (text, 0);
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r' | b'\x0B')).unwrap_or(rest.len());
            let (text, behind) = rest.split_at(end);
            rest = behind.strip_prefix("\r\n").unwrap_or(behind.get(1..).unwrap_or_default());
            number += 1;
            if !text.is_empty() {
                return Some(Line { number, text, scan: LineScan::of(text) });
            }
        }
        None
    })
}

/// The contribution of a character to the counts of its line.
#[derive(Clone, Copy)]
struct Class {
    /// 1 in the 32-bit lane that counts characters of this meaning.
    counts: u128,
    flags: u8,
}

const LETTER: u8 = 1;
/// Set for characters that draw a line when repeated.
const DRAWN: u8 = 2;
/// Set for characters that are never part of a line that only draws a frame.
const NOT_BORDER: u8 = 4;

impl Class {
    const fn of(symbol: Symbol, character: char) -> Self {
        let is_frame = match symbol {
            Symbol::Separator | Symbol::Star | Symbol::Dash => true,
            Symbol::Blank | Symbol::Stray => matches!(character, '.' | ':' | '\'' | '`'),
            Symbol::Given(_) | Symbol::Letter => false,
        };
        let is_drawn = matches!(symbol, Symbol::Dash) || matches!(character, '=' | '\u{2500}'..='\u{257F}');
        Self {
            counts: match symbol {
                Symbol::Given(_) | Symbol::Blank => 1,
                Symbol::Letter | Symbol::Stray => 1 << 32,
                Symbol::Star => 1 << 64,
                Symbol::Dash => 1 << 96,
                Symbol::Separator => 0,
            },
            flags: if matches!(symbol, Symbol::Letter) { LETTER } else { 0 }
                | if is_drawn { DRAWN } else { 0 }
                | if is_frame { 0 } else { NOT_BORDER },
        }
    }
}

static ASCII: [Class; 128] = {
    let mut classes = [Class { counts: 0, flags: 0 }; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = Class::of(Symbol::ascii(byte), byte as char);
        byte += 1;
    }
    classes
};
