//! Words and lists of words for the texts of steps.

use std::fmt::{self, Display, Formatter};

use super::layout::{bits, digit};
use super::{Board, Candidate, Step, Truth};
use crate::sudoku::{Cell, Digit, House, HouseKind};

/// A list in a text: `a`, `a and b`, `a, b and c`.
pub struct List<'a, I> {
    items: I,
    word: &'a str,
}

/// A list whose last item follows this word. It is written where it stands, because most of the time of a text goes to making
/// strings.
pub fn listed<I: IntoIterator>(items: I, word: &str) -> List<'_, I::IntoIter> {
    List { items: items.into_iter(), word }
}

impl<I: Iterator<Item: Display> + Clone> Display for List<'_, I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items = self.items.clone();
        let Some(first) = items.next() else { return Ok(()) };
        first.fmt(f)?;
        let mut next = items.next();
        while let Some(item) = next {
            next = items.next();
            match next {
                Some(_) => f.write_str(", ")?,
                None => [" ", self.word, " "].iter().try_for_each(|part| f.write_str(part))?,
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

/// `row 1`, `rows 1 and 4`, or `box 1 and row 4`.
pub fn house_list(houses: &[House]) -> String {
    match houses {
        [first, _, ..] if houses.iter().all(|house| house.kind() == first.kind()) => {
            let plural = if first.kind() == HouseKind::Box { "boxes" } else { &format!("{}s", first.kind().name()) };
            format!("{plural} {}", listed(houses.iter().map(|house| house.number()), "and"))
        }
        _ => listed(houses, "and").to_string(),
    }
}

/// `r1c1 is 5`, or `r1c2 cannot be 3 or 4 and r1c5 cannot be 3`.
pub fn effect(step: &Step) -> String {
    if let Some(Candidate { cell, digit }) = step.place {
        return format!("{cell} is {digit}");
    }
    // Groups cells that lose the same digits.
    let mut groups: Vec<(u16, Vec<Cell>)> = Vec::new();
    for same in step.eliminate.chunk_by(|a, b| a.cell == b.cell) {
        let digits = same.iter().fold(0, |set, candidate| set | candidate.digit.bit());
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => cells.push(same[0].cell),
            None => groups.push((digits, vec![same[0].cell])),
        }
    }
    let told = groups.iter().map(|(digits, cells)| {
        format!("{} cannot be {}", listed(cells, "and"), listed(bits(*digits).map(digit), "or"))
    });
    listed(told, "and").to_string()
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
pub fn named<'a>(board: &'a Board, cells: &'a [Cell]) -> impl Display + 'a {
    listed(cells.iter().map(|&cell| with_candidates(board, cell)), "and")
}

/// The candidates of these cells.
pub fn union(board: &Board, cells: &[Cell]) -> Vec<Digit> {
    let union = cells.iter().fold(0, |union, &cell| union | board.candidates(cell.index() as u8));
    bits(union).map(digit).collect()
}
