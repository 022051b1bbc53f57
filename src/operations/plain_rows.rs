//! Grids as nine arrays of nine numbers, as JavaScript and Python write them: the usual ones of JSON.
//!
//! Such texts differ only in their digits. So a text is compared with that of the empty grid many bytes at a time: reading it
//! byte by byte takes nearly as long as solving it.

use crate::sudoku::Grid;

/// The empty grid without white space.
const EMPTY: [u8; 181] = empty();

/// The empty grid with a space after each comma.
const EMPTY_SPACED: [u8; 261] = empty();

/// Reads such a grid at the start of a text, and returns it with what follows it; `None` for anything else.
pub fn read(text: &[u8]) -> Option<(Grid, &[u8])> {
    read_like(&EMPTY, text).or_else(|| read_like(&EMPTY_SPACED, text))
}

/// Writes a grid without white space.
pub fn write(grid: &Grid) -> [u8; 181] {
    let mut text = EMPTY;
    for (number, row) in grid.values().chunks_exact(9).enumerate() {
        for (digit, value) in text[row_at(181, number)..].iter_mut().step_by(2).zip(row) {
            *digit += value;
        }
    }
    text
}

fn read_like<'a, const LENGTH: usize>(empty: &[u8; LENGTH], text: &'a [u8]) -> Option<(Grid, &'a [u8])> {
    let (text, rest) = text.split_first_chunk::<LENGTH>()?;
    let mut differences = [0; LENGTH];
    let mut excess = 0;
    for ((difference, found), expected) in differences.iter_mut().zip(text).zip(empty) {
        *difference = found ^ expected;
        // `0` to `9` differ from `0` by 0 to 9, and every other character by more.
        excess |= difference.saturating_sub(if *expected == b'0' { 9 } else { 0 });
    }
    if excess != 0 {
        return None;
    }
    let mut values = [0; 81];
    for (number, row) in values.chunks_exact_mut(9).enumerate() {
        let digits = differences[row_at(LENGTH, number)..].iter().step_by(const { 1 + separator(LENGTH) });
        row.iter_mut().zip(digits).for_each(|(value, digit)| *value = *digit);
    }
    Some((Grid::from_values(values)?, rest))
}

const fn empty<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut text = [b' '; LENGTH];
    text[0] = b'[';
    text[LENGTH - 1] = b']';
    let mut cell = 0;
    while cell < 81 {
        let at = row_at(LENGTH, cell / 9) + cell % 9 * (1 + separator(LENGTH));
        if cell % 9 == 0 {
            text[at - 1] = b'[';
        }
        text[at] = b'0';
        if cell % 9 < 8 {
            text[at + 1] = b',';
        } else {
            text[at + 1] = b']';
            text[at + 2] = if cell < 80 { b',' } else { b']' };
        }
        cell += 1;
    }
    text
}

/// The length of a separator in a text of this length. Besides the 80 separators, it has 81 digits and 20 brackets.
const fn separator(length: usize) -> usize {
    (length - 101) / 80
}

/// Where the first digit of a row is in a text of this length.
const fn row_at(length: usize, row: usize) -> usize {
    2 + row * (11 + 9 * separator(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().expect("a grid")
    }

    #[test]
    fn what_is_written_is_json_and_is_read_with_and_without_spaces() {
        let grid = grid();
        let json: serde_json::Value = serde_json::from_slice(&write(&grid)).expect("JSON");
        let values: Vec<u8> = (0..81).filter_map(|i| json[i / 9][i % 9].as_u64()).map(|value| value as u8).collect();
        assert_eq!(values, grid.values());
        let compact = json.to_string();
        let spaced = compact.replace(',', ", ");
        for text in [compact, spaced] {
            assert_eq!(read(text.as_bytes()), Some((grid, &b""[..])), "{text}");
            assert_eq!(read(format!("{text} x").as_bytes()), Some((grid, &b" x"[..])), "{text}");
        }
    }

    #[test]
    fn every_other_byte_at_any_place_is_left_to_others() {
        for original in [write(&grid()).to_vec(), String::from_utf8_lossy(&write(&grid())).replace(',', ", ").into()] {
            assert!(read(&original).is_some());
            for at in 0..original.len() {
                for byte in 0..=u8::MAX {
                    let mut text = original.clone();
                    text[at] = byte;
                    let is_digit = original[at].is_ascii_digit() && byte.is_ascii_digit();
                    assert_eq!(read(&text).is_some(), is_digit || byte == original[at], "{byte} at {at}");
                }
            }
            assert_eq!(read(&original[..original.len() - 1]), None);
        }
    }
}
