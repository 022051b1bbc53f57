//! The lines of a text and the counts of their characters, in one pass.
//!
//! A text of 16 KiB must take well under 100 µs, whatever it contains, so the pass only counts. The lines themselves are
//! kept if they are few and short enough for a grid. Forms that need more than the counts examine them.

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

    /// Whether a search for rows can skip it: it draws a frame, is prose or is blank.
    pub(super) fn is_decoration(&self) -> bool {
        self.scan.is_border || self.scan.is_prose || self.scan.is_blank()
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
    /// Counts the characters of a text in which line breaks are only separators.
    pub(super) fn of(text: &str) -> Self {
        lines(text).fold(Self::default(), |all, Line { scan, .. }| Self {
            cells: all.cells + scan.cells,
            strays: all.strays + scan.strays,
            stars: all.stars + scan.stars,
            dashes: all.dashes + scan.dashes,
            ..all
        })
    }

    /// Whether the line has only separators.
    pub(super) const fn is_blank(self) -> bool {
        self.cells + self.strays + self.stars + self.dashes == 0
    }
}

/// Whether a line begins as a comment. Behind `#` and a number, 81 cells are a puzzle of a list, and Excel writes `#N/A`.
#[must_use]
pub fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix('#') else { return line.starts_with(['%', '!']) || line.starts_with("//") };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let cells = behind.trim();
    let is_listed = behind.len() < rest.len() && behind.starts_with([' ', '\t']) && cells.len() == 81;
    !(rest.starts_with("N/A") || is_listed && cells.bytes().all(|byte| Symbol::ascii(byte).value().is_some()))
}

/// The lines of a text that are not empty, including comments.
pub(super) fn lines(text: &str) -> Lines<'_> {
    Lines { text, position: 0, number: 0 }
}

#[derive(Clone)]
pub(super) struct Lines<'t> {
    text: &'t str,
    position: usize,
    number: usize,
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    #[inline]
    fn next(&mut self) -> Option<Line<'t>> {
        let bytes = self.text.as_bytes();
        // Kept in a local variable, so that it stays in a register.
        let mut position = self.position;
        loop {
            position += match bytes[position..] {
                [b'\r', b'\n', ..] => 2,
                [b'\n' | b'\r' | b'\x0B', ..] => 1,
                [] => return None,
                _ => break,
            };
            self.number += 1;
        }
        let start = position;
        let (mut counts, mut flags) = (0, 0);
        let (mut drawn, mut longest_drawn, mut word, mut longest_word) = (0_u32, 0, 0_u32, 0);
        while let Some(&byte) = bytes.get(position) {
            let (class, length) = match ASCII.get(usize::from(byte)) {
                Some(class) => (class, 1),
                None => match self.text[position..].chars().next() {
                    Some(character) => (Class::beyond_ascii(character), character.len_utf8()),
                    None => break,
                },
            };
            if class.flags & BREAK != 0 {
                break;
            }
            position += length;
            counts += class.counts;
            flags |= class.flags;
            drawn = if class.flags & DRAWN != 0 { drawn + 1 } else { 0 };
            longest_drawn = longest_drawn.max(drawn);
            word = if class.flags & LETTER != 0 { word + 1 } else { 0 };
            longest_word = longest_word.max(word);
        }
        // After the line break, unless the text ends here. A carriage return alone ends a line, too.
        let length = if bytes[position..].starts_with(b"\r\n") { 2 } else { 1 };
        self.position = bytes.len().min(position + length);
        self.number += 1;
        let count = |lane: u32| (counts >> (32 * lane)) as u32;
        let scan = LineScan {
            cells: count(0),
            strays: count(1),
            stars: count(2),
            dashes: count(3),
            is_border: flags & NOT_BORDER == 0 && longest_drawn >= 3,
            is_prose: longest_word >= 3,
        };
        Some(Line { number: self.number, text: &self.text[start..position], scan })
    }
}

/// The contribution of a character to the counts of its line.
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
const BREAK: u8 = 8;

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
                | if is_frame { 0 } else { NOT_BORDER }
                | if matches!(character, '\n' | '\r' | '\u{B}') { BREAK } else { 0 },
        }
    }

    /// The class of a character that is not in the table.
    fn beyond_ascii(character: char) -> &'static Self {
        match Symbol::of(character) {
            Symbol::Given(_) | Symbol::Blank => &const { Self::of(Symbol::Blank, ' ') },
            Symbol::Letter => &const { Self::of(Symbol::Letter, ' ') },
            Symbol::Stray | Symbol::Star => &const { Self::of(Symbol::Stray, ' ') },
            Symbol::Dash => &const { Self::of(Symbol::Dash, ' ') },
            Symbol::Separator if matches!(character, '\u{2500}'..='\u{257F}') => {
                &const { Self::of(Symbol::Separator, '\u{2500}') }
            }
            Symbol::Separator => &const { Self::of(Symbol::Separator, ' ') },
        }
    }
}

static ASCII: [Class; 128] = {
    let mut classes = [const { Class { counts: 0, flags: 0 } }; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = Class::of(Symbol::ascii(byte), byte as char);
        byte += 1;
    }
    classes
};
