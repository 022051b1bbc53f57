//! A list of grids that may be long: it is the last member of its document, and is written piece by piece.

use std::collections::VecDeque;
use std::fmt;

use serde::ser::{Serialize, Serializer};

use super::format::Format;
use super::grid::{AnswerGrid, Notation};
use crate::sudoku::Grid;

/// The length of a piece in bytes, which the last grid in it may exceed: as much as a connection writes at once.
const PIECE: usize = 16 * 1024;

/// Maximum number of bytes of pieces that wait for a connection: its buffer and the piece that fills it.
const WINDOW: usize = 64 * 1024;

/// Grids in the notation of the caller: the last member of a document, or the start of a text.
#[derive(Clone, Debug)]
pub struct GridList {
    /// The name of the member.
    pub name: &'static str,
    /// The grids.
    pub grids: VecDeque<Grid>,
    /// The notation of the caller.
    pub notation: Notation,
}

impl GridList {
    /// The number of bytes that a list of this many grids takes, and its pieces.
    pub const fn room(grids: usize) -> usize {
        let list = grids * size_of::<Grid>();
        list + if 2 * list < WINDOW { 2 * list } else { WINDOW }
    }

    /// Bytes that differ if the document with this list differs.
    pub fn identity(&self, document: &[u8]) -> Vec<u8> {
        let grids = self.grids.iter().flat_map(Grid::values);
        document.iter().chain(grids).copied().chain(format!("{:?}", self.notation).into_bytes()).collect()
    }

    /// The pieces of this document with the list. `document` is the JSON object without the list, or the text behind it.
    pub fn into_pieces(self, mut document: Vec<u8>, format: Format) -> Pieces {
        let (next, end) = match format {
            Format::Json => {
                document.pop();
                let separator = if document.len() > 1 { "," } else { "" };
                document.extend_from_slice(format!("{separator}\"{}\":[", self.name).as_bytes());
                (document, b"]}".to_vec())
            }
            Format::Text => (Vec::new(), [b"\n", &document[..]].concat()),
        };
        Pieces { list: self, format, next, end: Some(end) }
    }
}

/// The grids as text, each on its own lines.
impl fmt::Display for GridList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: Vec<u8> = self.clone().into_pieces(Vec::new(), Format::Text).flatten().collect();
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl Serialize for GridList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.grids.iter().map(|&grid| AnswerGrid { grid, notation: self.notation }))
    }
}

/// A document with a list, piece by piece.
pub struct Pieces {
    /// The grids that are not written yet.
    list: GridList,
    format: Format,
    /// The start of the next piece.
    next: Vec<u8>,
    /// What follows the list, until it is in a piece.
    end: Option<Vec<u8>>,
}

impl Pieces {
    /// Whether the last piece was taken.
    pub fn is_done(&self) -> bool {
        self.end.is_none()
    }
}

impl Iterator for Pieces {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.end.as_ref()?;
        let mut piece = std::mem::take(&mut self.next);
        while piece.len() < PIECE {
            let Some(grid) = self.list.grids.pop_front() else {
                piece.extend(self.end.take().into_iter().flatten());
                break;
            };
            let grid = AnswerGrid { grid, notation: self.list.notation };
            let separator = match self.format {
                Format::Json => {
                    serde_json::to_writer(&mut piece, &grid).expect("a grid is JSON");
                    ","
                }
                Format::Text => {
                    let text = grid.text();
                    piece.extend_from_slice(text.as_bytes());
                    if text.contains('\n') { "\n\n" } else { "\n" }
                }
            };
            if !self.list.grids.is_empty() {
                piece.extend_from_slice(separator.as_bytes());
            }
        }
        Some(piece)
    }
}
