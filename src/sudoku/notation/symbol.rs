//! What a single character of a text means, and a cell that is written by itself.

use crate::sudoku::Digit;

/// The meaning of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A digit from 1 to 9 of any script.
    Given(Digit),
    /// An empty cell.
    Blank,
    /// `*`: an empty cell or part of a frame.
    Star,
    /// `-` and longer dashes: an empty cell or part of a frame.
    Dash,
    /// Separates cells or is invisible.
    Separator,
    /// A letter, or any unknown character beyond ASCII, which may belong to a word.
    Letter,
    /// Anything else.
    Stray,
}

impl Symbol {
    #[inline]
    pub(super) fn of(character: char) -> Self {
        if character.is_ascii() { Self::ascii(character as u8) } else { Self::beyond_ascii(character) }
    }

    pub(super) const fn is_stray(self) -> bool {
        matches!(self, Self::Letter | Self::Stray)
    }

    /// The value of the cell that this character represents by itself; 0 for a blank.
    pub(super) const fn value(self) -> Option<u8> {
        match self {
            Self::Given(digit) => Some(digit.get()),
            Self::Blank | Self::Star | Self::Dash => Some(0),
            Self::Separator | Self::Letter | Self::Stray => None,
        }
    }

    /// The meaning of a byte below 128.
    pub(super) const fn ascii(byte: u8) -> Self {
        match byte {
            b'.' | b'0' | b'_' | b'x' | b'X' | b'?' => Self::Blank,
            b'*' => Self::Star,
            b'-' => Self::Dash,
            b' ' | b'\t'..=b'\r' | b'|' | b'+' | b'/' | b',' | b';' | b'=' => Self::Separator,
            b'A'..=b'Z' | b'a'..=b'z' => Self::Letter,
            b'1'..=b'9' => Self::Given(Digit::ALL[(byte - b'1') as usize]),
            _ => Self::Stray,
        }
    }

    #[inline]
    fn beyond_ascii(character: char) -> Self {
        if let Some(value) = decimal_value(character) {
            return Digit::new(value).map_or(Self::Blank, Self::Given);
        }
        match character {
            // The most common characters first; none of them has a meaning of its own.
            '\u{C0}'..='\u{65F}' => Self::Letter,
            // Middle dots and bullets, white squares, and the full-width forms of `.` and `?`.
            '\u{B7}' | '\u{2022}' | '\u{2219}' | '\u{22C5}' | '\u{25A1}' | '\u{2B1C}' | '\u{30FB}' | '\u{FF0E}' | '\u{FF1F}' => Self::Blank,
            // Dashes that word processors write instead of `-` or `--`, and the minus sign.
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FF0D}' => Self::Dash,
            // Box drawing and the full-width bar.
            '\u{2500}'..='\u{257F}'
            | '\u{FF5C}'
            // Invisible: soft hyphen, zero-width characters, direction marks, emoji selectors and keycaps.
            | '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}'
            | '\u{20E3}'
            | '\u{FE0E}'
            | '\u{FE0F}'
            | '\u{FEFF}' => Self::Separator,
            white if white.is_whitespace() => Self::Separator,
            _ => Self::Letter,
        }
    }
}

/// Whether a character has no width, so that it must not count in a fixed-width row.
pub(super) fn is_invisible(character: char) -> bool {
    !character.is_ascii() && !character.is_whitespace() && Symbol::of(character) == Symbol::Separator && {
        !matches!(character, '\u{2500}'..='\u{257F}' | '\u{FF5C}')
    }
}

/// The zeros of the scripts that have their own decimal digits (Unicode's general category Nd). The other nine digits
/// follow each zero, all in one row of 16. The five mathematical alphabets are not in such rows; they begin at U+1D7CE.
const ZEROS: [u32; 60] = [
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50,
    0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50,
    0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136,
    0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0,
    0x16A60, 0x16AC0, 0x16B50, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// The column of the zero in each row of 16 characters, or [`NO_ZERO`].
static ZERO_COLUMNS: [u8; 0x1FC0] = {
    let mut columns = [NO_ZERO; 0x1FC0];
    let mut i = 0;
    while i < ZEROS.len() {
        columns[ZEROS[i] as usize / 16] = (ZEROS[i] % 16) as u8;
        i += 1;
    }
    columns
};

const NO_ZERO: u8 = 16;

#[inline]
fn decimal_value(character: char) -> Option<u8> {
    let code = u32::from(character);
    if let 0x1D7CE..=0x1D7FF = code {
        return Some(((code - 0x1D7CE) % 10) as u8);
    }
    let zero = ZERO_COLUMNS.get(code as usize / 16).copied()?;
    ((code % 16) as u8).checked_sub(zero).filter(|&value| value <= 9)
}

/// The words for nothing in other languages, and that of programs that count from 0.
const NOTHING: [&str; 4] = ["None", "null", "nil", "-1"];

/// The words for a missing number in pandas, R and Excel, and in the masked arrays of NumPy.
const MISSING: [&str; 5] = ["NaN", "<NA>", "NA", "#N/A", "--"];

/// The value of a cell that is written by itself: one character or nothing, with or without quotes and white space. Data frames
/// with blanks write `5.0` or `5,0` for 5, and arrays of floating-point numbers `5.`.
pub(super) fn field_value(field: &str) -> Option<u8> {
    let field = unquoted(field);
    if NOTHING.iter().chain(&MISSING).any(|blank| field.eq_ignore_ascii_case(blank)) {
        return Some(0);
    }
    let integer = [".0", ",0", "."].iter().find_map(|end| field.strip_suffix(end));
    let field = integer.filter(|integer| !integer.is_empty()).unwrap_or(field);
    let mut characters = field.chars().filter(|&character| !is_invisible(character));
    let Some(first) = characters.next() else { return Some(0) };
    if characters.next().is_some() { None } else { Symbol::of(first).value() }
}

/// The text of a cell without white space and the quotes around it.
fn unquoted(field: &str) -> &str {
    let field = field.trim();
    let unquoted = ['"', '\''].iter().find_map(|&quote| field.strip_prefix(quote)?.strip_suffix(quote));
    unquoted.unwrap_or(field).trim()
}

/// 0 for a blank that is the number 0, and 1 for a word for nothing. Where both occur and 9 does not, the digits count from 0.
pub(super) fn blank_kind(blank: &str) -> Option<usize> {
    let blank = unquoted(blank);
    if blank.starts_with('0') {
        return Some(0);
    }
    NOTHING.iter().any(|word| blank.eq_ignore_ascii_case(word)).then_some(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_digits_of_every_script_are_cells() {
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            let digit = |value| char::from_u32(zero + value).expect("a character");
            assert_eq!(Symbol::of(digit(0)), Symbol::Blank, "U+{zero:04X}");
            for value in 1..=9 {
                assert_eq!(Symbol::of(digit(value)).value(), Some(value as u8), "U+{zero:04X}");
            }
        }
        for (place, character) in ('\u{1D7CE}'..='\u{1D7FF}').enumerate() {
            let symbol = Symbol::of(character);
            assert!(symbol.value() == Some((place % 10) as u8) && !symbol.is_stray(), "{character}");
        }
        for character in ['²', '½', '①', 'Ⅷ', '八'] {
            assert!(Symbol::of(character).is_stray(), "{character}");
        }
    }

    #[test]
    fn invisible_characters_separate_and_have_no_width() {
        for character in ['\u{200B}', '\u{FEFF}', '\u{FE0F}', '\u{20E3}'] {
            assert!(Symbol::of(character) == Symbol::Separator && is_invisible(character), "{character:?}");
        }
        for character in ['\u{A0}', '│', ' ', '|', '\u{3000}'] {
            assert!(Symbol::of(character) == Symbol::Separator && !is_invisible(character), "{character:?}");
        }
    }
}
