//! Grids as Python, NumPy, JavaScript and JSON write them: lists, tuples and dictionaries.

use super::characters;
use super::error::{Fault, FaultKind, NotationError};
use super::fields::field_value;
use super::survey::Source;
use super::{Layout, Outcome, Text};
use crate::sudoku::{Cell, Grid};

/// Maximum size of a literal in bytes: a list of lists with a cell on each line has a third of it.
const MOST_BYTES: usize = 6 * 1024;

/// Maximum number of bytes before a literal: the name of a variable.
const MOST_BEFORE: usize = 80;

/// Maximum number of values in a literal: twice those of a grid.
const MOST_VALUES: usize = 200;

/// Maximum depth of a value: the cells of a list of lists in a dictionary.
const DEEPEST: usize = 3;

/// The names of a grid as the only member of a dictionary.
const NAMES: [&str; 4] = ["grid", "puzzle", "board", "sudoku"];

/// Nine lists of nine cells, nine strings of nine cells, a list of 81 cells, or a dictionary with one of these, or with cells
/// by name such as `A1`. A variable may be set to it, and it may be the argument of `array`.
#[expect(clippy::unnecessary_wraps, reason = "the type of a row of the table of forms")]
pub(super) fn read(source: &Source<'_>) -> Outcome {
    Ok(parse(source.text).and_then(Result::ok))
}

/// The faults of a literal that resembles a grid.
pub(super) fn diagnose(source: &Source<'_>) -> Option<NotationError> {
    parse(source.text).and_then(Result::err)
}

/// Whether a text begins like a literal of Python, rather than like JSON or a section.
pub(super) fn looks_like(source: &Source<'_>) -> bool {
    if source.start.starts_with("array([") {
        return true;
    }
    let Some(rows) = source.start.strip_prefix('[') else { return false };
    let row = rows.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
    let is_of_numbers = row.starts_with(|first: char| first.is_ascii_digit());
    row.starts_with('\'') || is_of_numbers && row.contains(' ') && !row.contains([',', '"'])
}

/// Reads a text that is one literal. `None` if it is not, or does not resemble a grid.
fn parse(text: &str) -> Option<Result<Text, NotationError>> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let begin = text.bytes().take(MOST_BEFORE).position(|byte| matches!(byte, b'[' | b'(' | b'{'))?;
    let head = text[..begin].trim();
    let is_call = text[begin..].starts_with('(') && head.ends_with("array");
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' ');
    let (name, called) = head.rsplit_once('=').unwrap_or(("", head));
    if !name.chars().all(is_name) || !called.chars().all(is_name) || !(is_call || called.is_empty()) {
        return None;
    }
    let mut reader = Reader { text, position: begin + usize::from(is_call), values: 0 };
    let value = reader.value(0)?;
    let rest = text[reader.position..].trim().trim_end_matches(';');
    // Other arguments of the call may follow.
    if is_call && rest.ends_with(')') || rest.is_empty() { value.grid(text) } else { None }
}

/// A value of a literal, and the offset at which it begins.
struct Value<'t> {
    offset: usize,
    kind: Kind<'t>,
}

enum Kind<'t> {
    /// A string without its quotes, or any other word.
    Word(&'t str),
    List(Vec<Value<'t>>),
    Members(Vec<(&'t str, Value<'t>)>),
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
    values: usize,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Option<Value<'t>> {
        let first = self.next()?;
        let offset = self.position;
        self.values += 1;
        if self.values > MOST_VALUES || depth > DEEPEST {
            return None;
        }
        let kind = match first {
            '[' | '(' => {
                self.position += 1;
                let mut items = Vec::new();
                while !matches!(self.next()?, ']' | ')') {
                    items.push(self.value(depth + 1)?);
                }
                self.position += 1;
                Kind::List(items)
            }
            '{' => {
                self.position += 1;
                let mut members = Vec::new();
                while self.next()? != '}' {
                    let name = self.word()?;
                    (self.next()? == ':').then(|| self.position += 1)?;
                    members.push((name, self.value(depth + 1)?));
                }
                self.position += 1;
                Kind::Members(members)
            }
            _ => Kind::Word(self.word()?),
        };
        Some(Value { offset, kind })
    }

    /// Skips white space, commas and comments, and returns the next character.
    fn next(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.position..];
            let next = rest.chars().next()?;
            self.position += match next {
                '#' => rest.find('\n')?,
                ',' => 1,
                space if space.is_whitespace() => space.len_utf8(),
                _ => return Some(next),
            };
        }
    }

    /// A word, or a string without escaped characters.
    fn word(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.position..];
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let word = match quote {
            Some(quote) => rest[1..].split_once(quote)?.0,
            None => &rest[..rest.find([',', ':', '[', ']', '(', ')', '{', '}', ' ', '\n', '\r', '\t'])?],
        };
        self.position += word.len() + if quote.is_some() { 2 } else { 0 };
        (quote.is_some() || !word.is_empty()).then_some(word).filter(|word| !word.contains('\\'))
    }
}

impl<'t> Value<'t> {
    /// The grid, or why it is none. `None` if the value does not resemble a grid.
    fn grid(&self, text: &'t str) -> Option<Result<Text, NotationError>> {
        let mut cells = Cells { text, values: [0; 81], error: NotationError::none(), place: (0, 1, 1) };
        match &self.kind {
            Kind::Members(members) => match &members[..] {
                [(name, value)] if NAMES.contains(name) => match &value.kind {
                    Kind::Word(word) => characters::read(word).ok()?.map(Ok),
                    _ => value.grid(text),
                },
                [(name, _), ..] if Cell::from_coordinate(name).is_some() => {
                    let mut seen = [false; 81];
                    for (name, value) in members {
                        let cell = Cell::from_coordinate(name);
                        match cell.filter(|cell| !std::mem::replace(&mut seen[cell.index()], true)) {
                            Some(cell) => cells.set(Some(cell), value)?,
                            None => cells.push(value.offset, FaultKind::Coordinate, cell),
                        }
                    }
                    Some(cells.grid())
                }
                _ => None,
            },
            Kind::List(items) if items.len() > 25 => {
                cells.expect(self.offset, items.len(), 81);
                items.iter().enumerate().try_for_each(|(i, item)| cells.set(Cell::from_index(i), item))?;
                Some(cells.grid())
            }
            Kind::List(items) if items.iter().all(|item| matches!(item.kind, Kind::Word(_))) => {
                let words =
                    items.iter().filter_map(|item| if let Kind::Word(word) = item.kind { Some(word) } else { None });
                let rows: [&str; 9] = words.collect::<Vec<_>>().try_into().ok()?;
                Some(super::parse_rows(&rows).map(text_of).map_err(|error| {
                    let row = |fault: &Fault| items[fault.line - 1].offset;
                    error.faults().iter().for_each(|fault| cells.push(row(fault), fault.kind, fault.cell));
                    cells.error
                }))
            }
            Kind::List(items) if items.len() > 1 => {
                if items.len() != 9 {
                    cells.push(self.offset, FaultKind::LineCount { lines: items.len() }, None);
                }
                for (row, item) in items.iter().enumerate() {
                    let Kind::List(items) = &item.kind else { return None };
                    cells.expect(item.offset, items.len(), 9);
                    items.iter().enumerate().try_for_each(|(i, item)| cells.set(Cell::at(row + 1, i + 1), item))?;
                }
                Some(cells.grid())
            }
            Kind::List(_) | Kind::Word(_) => None,
        }
    }
}

/// The cells of a grid, and the faults so far.
struct Cells<'t> {
    text: &'t str,
    values: [u8; 81],
    error: NotationError,
    /// The offset, the line and the character of the last fault.
    place: (usize, usize, usize),
}

impl Cells<'_> {
    /// Records that a list has another number of cells.
    fn expect(&mut self, offset: usize, cells: usize, wanted: usize) {
        if cells != wanted {
            self.push(offset, FaultKind::Length { cells, wanted }, None);
        }
    }

    /// Reads a cell, unless it is beyond the grid. `None` if the value is a list or a dictionary.
    fn set(&mut self, cell: Option<Cell>, value: &Value<'_>) -> Option<()> {
        let Kind::Word(word) = value.kind else { return None };
        match field_value(word) {
            Some(digit) => cell.into_iter().for_each(|cell| self.values[cell.index()] = digit),
            None => self.push(value.offset, FaultKind::Word, cell),
        }
        Some(())
    }

    /// Records a fault at this offset, which is not before that of the last fault.
    fn push(&mut self, offset: usize, kind: FaultKind, cell: Option<Cell>) {
        let (from, mut line, mut character) = self.place;
        for skipped in self.text[from..offset].chars() {
            (line, character) = if skipped == '\n' { (line + 1, 1) } else { (line, character + 1) };
        }
        self.place = (offset, line, character);
        self.error.push(Fault { line, character: Some(character), cell, kind });
    }

    fn grid(self) -> Result<Text, NotationError> {
        if self.error.faults().is_empty() { Ok(text_of(Grid::from_known_values(self.values))) } else { Err(self.error) }
    }
}

fn text_of(grid: Grid) -> Text {
    Text { grid, layout: Layout::Lines, candidates: None }
}
