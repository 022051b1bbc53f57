//! Reads the words of texts, and what they are about: cells, digits, houses, and the candidates on a board.

use std::collections::BTreeSet;

use sudoku_service::sudoku::logic::Board;
use sudoku_service::sudoku::{Cell, Digit};

pub type Cells = Vec<Cell>;

/// The parts of a text that stand at the `{}` of a template, if it fits.
pub fn fit<'a>(template: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = template.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let mut parts = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let is_last = i + 1 == pieces.len();
        let at = if is_last { rest.len().checked_sub(piece.len())? } else { rest.find(piece)? };
        let (part, after) = rest.split_at_checked(at)?;
        rest = after.strip_prefix(piece)?;
        parts.push(part);
    }
    rest.is_empty().then_some(parts)
}

pub fn cells(text: &str) -> Cells {
    text.split([' ', ',', '(', ')']).filter_map(Cell::from_name).collect()
}

/// The digits of a list such as `1, 4 and 9`, without those of names of cells.
pub fn digits(text: &str) -> BTreeSet<u8> {
    text.split([' ', ',', '(', ')']).filter_map(|word| word.parse().ok()).collect()
}

/// `row 1`, `rows 1 and 4`, or `box 1 and row 4`.
pub fn houses(text: &str) -> Vec<Cells> {
    let text = text.to_lowercase();
    let (mut kind, mut all) = ("", Vec::new());
    for word in text.split([' ', ',']) {
        match word.parse::<u8>() {
            Ok(number) => all.push(house(kind, number)),
            Err(_) if !["", "and", "each", "of"].contains(&word) => kind = word,
            Err(_) => {}
        }
    }
    assert!(!all.is_empty(), "no house in {text}");
    all
}

pub fn house(kind: &str, number: u8) -> Cells {
    let of = |cell: Cell| match kind {
        "row" | "rows" => cell.row(),
        "column" | "columns" => cell.column(),
        "box" | "boxes" => cell.box_number(),
        other => panic!("{other} is no house"),
    };
    Cell::all().filter(|cell| of(*cell) == number).collect()
}

pub fn every_house() -> Vec<Cells> {
    ["row", "column", "box"].into_iter().flat_map(|kind| (1..=9).map(move |number| house(kind, number))).collect()
}

pub fn see(a: Cell, b: Cell) -> bool {
    a != b && (a.row() == b.row() || a.column() == b.column() || a.box_number() == b.box_number())
}

pub fn candidates(board: &Board, cell: Cell) -> BTreeSet<u8> {
    board.digits(cell).map(Digit::get).collect()
}

pub fn candidates_of<'a>(board: &Board, cells: impl IntoIterator<Item = &'a Cell>) -> BTreeSet<u8> {
    cells.into_iter().flat_map(|cell| candidates(board, *cell)).collect()
}

/// The places of a digit in some cells.
pub fn places(board: &Board, digit: u8, cells: &[Cell]) -> BTreeSet<Cell> {
    cells.iter().copied().filter(|cell| candidates(board, *cell).contains(&digit)).collect()
}

pub fn places_in_all(board: &Board, digit: u8, houses: &[Cells]) -> BTreeSet<Cell> {
    houses.iter().flat_map(|house| places(board, digit, house)).collect()
}

pub fn only(digits: &BTreeSet<u8>) -> u8 {
    assert_eq!(digits.len(), 1, "{digits:?}");
    *digits.first().expect("a digit")
}

/// The digits that a cell sees.
pub fn seen(board: &Board, cell: Cell) -> BTreeSet<u8> {
    let grid = board.grid();
    Cell::all().filter(|other| see(cell, *other)).filter_map(|other| grid.get(other)).map(Digit::get).collect()
}
