//! Digits from 1 to 9.

use std::fmt;
use std::num::NonZeroU8;

/// A digit of a sudoku, from 1 to 9.
///
/// ```
/// use sudoku_service::sudoku::Digit;
///
/// assert_eq!(Digit::new(7).map(Digit::get), Some(7));
/// assert_eq!(Digit::new(0), None);
/// assert_eq!(Digit::from_char('7'), Digit::new(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// The nine digits in ascending order.
    pub const ALL: [Self; 9] = {
        let mut all = [Self(NonZeroU8::MIN); 9];
        let mut i = 0;
        while i < 9 {
            if let Some(digit) = Self::new(i as u8 + 1) {
                all[i] = digit;
            }
            i += 1;
        }
        all
    };

    /// Returns the digit with this value, or `None` if it is not from 1 to 9.
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 9 => Some(Self(value)),
            _ => None,
        }
    }

    /// Returns the digit for this character, or `None` if it is not from `'1'` to `'9'`.
    pub fn from_char(character: char) -> Option<Self> {
        character.to_digit(10).and_then(|value| Self::new(value as u8))
    }

    /// The value, from 1 to 9.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The set of this digit alone: bit 0 for 1.
    pub const fn bit(self) -> u16 {
        1 << (self.get() - 1)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As of a cell: a number takes longer.
        char::from(b'0' + self.get()).fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_to_nine_are_digits() {
        let values: Vec<u8> = (0..=u8::MAX).filter_map(Digit::new).map(Digit::get).collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Digit::ALL.map(Digit::get), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn only_ascii_digits_are_accepted() {
        assert_eq!(Digit::from_char('7'), Digit::new(7));
        for character in ['0', 'a', '７', '٣', '²'] {
            assert_eq!(Digit::from_char(character), None, "{character}");
        }
    }
}
