//! Words and lists of words for the texts of steps.

use std::fmt::{self, Display, Formatter, Write as _};

use super::house_tables::{bits, cell, cells, digit};
use super::{Board, Candidate, Step, Truth};
use crate::sudoku::{Cell, Digit, House, HouseKind};

/// A list in a text: `a`, `a and b`, `a, b and c`.
pub struct List<'a, I> {
    items: I,
    between: &'a str,
    /// The parts of what is before the last item.
    last: [&'a str; 3],
}

/// A list whose last item follows this word. It is written where it stands, because most of the time of a text goes to making
/// strings.
pub fn listed<I: IntoIterator>(items: I, word: &str) -> List<'_, I::IntoIter> {
    List { items: items.into_iter(), between: ", ", last: [" ", word, " "] }
}

/// A list with the same between all items.
pub fn joined<I: IntoIterator>(items: I, between: &str) -> List<'_, I::IntoIter> {
    List { items: items.into_iter(), between, last: [between, "", ""] }
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
                Some(_) => f.write_str(self.between)?,
                None => self.last.iter().try_for_each(|part| f.write_str(part))?,
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

/// A text of about this length: to grow takes longer than to write.
pub fn written(length: usize, text: fmt::Arguments<'_>) -> String {
    let mut all = String::with_capacity(length);
    all.write_fmt(text).expect("a string takes all");
    all
}

/// `r1c1 is 5`, or `r1c2 cannot be 3 or 4 and r1c5 cannot be 3`.
pub fn effect(step: &Step) -> String {
    if let Some(Candidate { cell, digit }) = step.place {
        return format!("{cell} is {digit}");
    }
    // The cells that lose the same digits.
    let mut groups: Vec<(u16, u128)> = Vec::new();
    for same in step.eliminate.chunk_by(|a, b| a.cell == b.cell) {
        let digits = same.iter().fold(0, |set, candidate| set | candidate.digit.bit());
        let own = 1 << same[0].cell.index();
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => *cells |= own,
            None => groups.push((digits, own)),
        }
    }
    written(64, format_args!("{}", listed(groups.into_iter().map(Lost), "and")))
}

/// Digits, and cells that lose them.
struct Lost((u16, u128));

impl Display for Lost {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self((digits, lose)) = *self;
        let (cells, digits) = (listed(cells(lose).map(cell), "and"), listed(bits(digits).map(digit), "or"));
        write!(f, "{cells} cannot be {digits}")
    }
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
