//! Encodings other than UTF-8, in which programs for Windows save text, and what programs add to a text.

use std::borrow::Cow;

use crate::batch::BYTE_ORDER_MARK;
use crate::sudoku::notation::PADDING;

/// UTF-16, which begins with a byte-order mark, as UTF-8, piece by piece. Anything else is unchanged.
#[derive(Clone, Default, Debug)]
pub struct Utf16 {
    /// Whether the first byte of a unit is the higher one; `None` if the text is not UTF-16 or has not begun.
    is_big: Option<bool>,
    has_begun: bool,
    /// What is not decoded yet: at most a unit and a half.
    rest: Vec<u8>,
}

impl Utf16 {
    /// The next piece of a text. The first one that is not empty has at least two bytes.
    pub fn decode<'t>(&mut self, piece: &'t [u8]) -> Cow<'t, [u8]> {
        if !piece.is_empty() && !std::mem::replace(&mut self.has_begun, true) {
            self.is_big = match piece {
                [0xFF, 0xFE, ..] => Some(false),
                [0xFE, 0xFF, ..] => Some(true),
                _ => None,
            };
        }
        let Some(is_big) = self.is_big else { return Cow::Borrowed(piece) };
        self.rest.extend_from_slice(piece);
        let unit = |pair: &[u8]| if is_big { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
        let mut units: Vec<u16> = self.rest.chunks_exact(2).map(|pair| u16::from_be_bytes(unit(pair))).collect();
        // The second half of a pair is in the next piece.
        if units.last().is_some_and(|last| (0xD800..0xDC00).contains(last)) && !piece.is_empty() {
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        String::from_utf16_lossy(&units).into_bytes().into()
    }
}

/// The characters of Windows-1252 from 0x80 to 0x9F.
const WINDOWS: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}',
    '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}',
    '\u{17E}', '\u{178}',
];

/// A text in UTF-8 or, if it is not, in Windows-1252.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    let character = |&byte: &u8| match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(character).collect(), Cow::Borrowed)
}

/// A text without a byte-order mark.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A text without the [`PADDING`] behind it.
pub fn without_padding(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| !PADDING.contains(&char::from(byte)));
    &text[..end.map_or(0, |last| last + 1)]
}
