//! Words and lists of words for the texts of steps.

use std::fmt::{Display, Write};

use super::layout::{bits, digit};
use super::{Board, Candidate, Step, Truth};
use crate::sudoku::{Cell, Digit, House, HouseKind};

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let (mut text, mut items) = (String::new(), items.into_iter().peekable());
    while let Some(item) = items.next() {
        if !text.is_empty() {
            text.extend(if items.peek().is_some() { [",", "", " "] } else { [" ", word, " "] });
        }
        write!(text, "{item}").expect("a string takes all");
    }
    text
}

/// `row 1`, `rows 1 and 4`, or `box 1 and row 4`.
pub fn house_list(houses: &[House]) -> String {
    match houses {
        [first, _, ..] if houses.iter().all(|house| house.kind() == first.kind()) => {
            let plural = if first.kind() == HouseKind::Box { "boxes" } else { &format!("{}s", first.kind().name()) };
            format!("{plural} {}", listed(houses.iter().map(|house| house.number()), "and"))
        }
        _ => listed(houses, "and"),
    }
}

/// `r1c1 is 5`, or `r1c2 cannot be 3 or 4 and r1c5 cannot be 3`.
pub fn effect(step: &Step) -> String {
    if let Some(Candidate { cell, digit }) = step.place {
        return format!("{cell} is {digit}");
    }
    // Groups cells that lose the same digits.
    let mut groups: Vec<(String, Vec<Cell>)> = Vec::new();
    for same in step.eliminate.chunk_by(|a, b| a.cell == b.cell) {
        let digits = listed(same.iter().map(|candidate| candidate.digit), "or");
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => cells.push(same[0].cell),
            None => groups.push((digits, vec![same[0].cell])),
        }
    }
    let told = groups.iter().map(|(digits, cells)| format!("{} cannot be {digits}", listed(cells, "and")));
    listed(told, "and")
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The cells of truths about cells.
pub fn cells_of(truths: &[Truth]) -> Vec<Cell> {
    truths.iter().filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None }).collect()
}

/// `r1c1 (1,2)`.
pub fn with_candidates(board: &Board, cell: Cell) -> String {
    let mut text = format!("{cell} (");
    for digit in board.digits(cell) {
        if !text.ends_with('(') {
            text.push(',');
        }
        text.push(char::from(b'0' + digit.get()));
    }
    text + ")"
}

/// `r1c1 (1,2) and r5c1 (2,3)`.
pub fn named(board: &Board, cells: &[Cell]) -> String {
    listed(cells.iter().map(|&cell| with_candidates(board, cell)), "and")
}

/// The candidates of these cells.
pub fn union(board: &Board, cells: &[Cell]) -> Vec<Digit> {
    let union = cells.iter().fold(0, |union, &cell| union | board.candidates(cell.index() as u8));
    bits(union).map(digit).collect()
}
