//! Grids in responses, in the caller's notation.

use serde::ser::{Serialize, Serializer};

use crate::sudoku::Grid;
use crate::sudoku::notation::Layout;

/// The notation that a grid was sent in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Nine arrays of nine cells.
    Rows(CellType),
    /// One array of 81 cells.
    Flat(CellType),
    /// An array of nine strings of nine cells.
    Strings,
    /// Text, by itself or in a JSON string.
    Text(Layout),
}

impl Notation {
    /// One line of text.
    pub const LINE: Self = Self::Text(Layout::Line);

    /// The notations that a caller can ask for, by name.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("line", Self::LINE),
        ("rows", Self::Text(Layout::Lines)),
        ("dashes", Self::Text(Layout::Dashed)),
        ("cells", Self::Rows(CellType::Number)),
    ];
}

/// The type of the cells of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellType {
    /// Numbers.
    Number,
    /// Strings of one character.
    String,
}

/// A grid in the notation of the caller.
#[derive(Clone, Copy, Debug)]
pub struct AnswerGrid {
    /// The grid.
    pub grid: Grid,
    /// The caller's notation.
    pub notation: Notation,
}

impl AnswerGrid {
    /// The grid as text: in the caller's layout if it was sent as text, otherwise on one line.
    pub fn text(&self) -> String {
        match self.notation {
            Notation::Text(layout) => layout.format(&self.grid),
            Notation::Rows(_) | Notation::Flat(_) | Notation::Strings => Layout::Line.format(&self.grid),
        }
    }
}

impl Serialize for AnswerGrid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.grid.values();
        match self.notation {
            Notation::Text(_) => serializer.serialize_str(&self.text()),
            Notation::Flat(cell_type) => Cells { values, cell_type }.serialize(serializer),
            Notation::Rows(cell_type) => {
                serializer.collect_seq(values.chunks_exact(9).map(|values| Cells { values, cell_type }))
            }
            Notation::Strings => {
                let line = self.grid.to_string();
                serializer.collect_seq((0..9).map(|row| &line[row * 9..row * 9 + 9]))
            }
        }
    }
}

struct Cells<'a> {
    values: &'a [u8],
    cell_type: CellType,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const STRINGS: [&str; 10] = [".", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        match self.cell_type {
            CellType::Number => serializer.collect_seq(self.values),
            CellType::String => serializer.collect_seq(self.values.iter().map(|&value| STRINGS[usize::from(value)])),
        }
    }
}
