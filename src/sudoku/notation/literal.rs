//! Grids as programs write them: lists, tuples, arrays and dictionaries of Python, NumPy, JavaScript, Java, C, Go, Rust, PHP,
//! Kotlin, YAML and JSON.

use super::characters;
use super::error::{Fault, FaultKind, NotationError};
use super::fields::{blank_kind, field_value};
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

/// Nine lists of nine cells, nine strings of nine cells, a list of 81 cells, or a dictionary with one of these, or with cells
/// by name such as `A1`, in brackets of any kind. A variable may be set to it, and types or functions may stand before it.
pub(super) fn read(source: &Source<'_>) -> Outcome {
    parse(source.text).transpose()
}

/// Reads a text that is one literal, or one for each row. `None` if it is not, or does not resemble a grid.
fn parse(text: &str) -> Option<Result<Text, NotationError>> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let mut reader = Reader { text, position: head(text), values: 0 };
    let first = reader.next()?;
    // A word alone is no literal.
    if !matches!(first, '[' | '(' | '{' | '"' | '\'') && !first.is_ascii_alphabetic() {
        return None;
    }
    let mut items = vec![reader.value(0)?];
    while let Some(next) = reader.next().filter(|next| !matches!(next, ';' | ')')) {
        // Each row begins as the first does.
        (next == first).then_some(())?;
        items.push(reader.value(1)?);
    }
    let rest = &text[reader.position..];
    if !rest.chars().all(|c| c.is_whitespace() || matches!(c, ';' | ')')) {
        return None;
    }
    match items.len() {
        1 => items.remove(0).grid(text),
        _ => Value { offset: items[0].offset, kind: Kind::List(items) }.grid(text),
    }
}

/// The end of what precedes a literal: the name and the type of a variable, up to the sign that sets it.
fn head(text: &str) -> usize {
    let sign = text.bytes().take(MOST_BEFORE).position(|byte| byte == b'=');
    let is_name = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "_.:;<>[]*&$".contains(c);
    let end = sign
        .filter(|&sign| text[..sign].chars().all(is_name) && text[..sign].contains(|c: char| c.is_ascii_alphabetic()));
    end.map_or(0, |sign| if text[sign..].starts_with("=>") { sign + 2 } else { sign + 1 })
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
        self.skip_type();
        let first = self.next()?;
        let offset = self.position;
        self.values += 1;
        if self.values > MOST_VALUES || depth > DEEPEST {
            return None;
        }
        let kind = match first {
            '[' | '(' | '{' => {
                self.position += 1;
                let (mut items, mut members) = (Vec::new(), Vec::new());
                while !matches!(self.next()?, ']' | ')' | '}') {
                    let item = self.value(depth + 1)?;
                    match (self.next()?, item.kind) {
                        (':', Kind::Word(name)) => {
                            self.position += 1;
                            members.push((name, self.value(depth + 1)?));
                        }
                        (_, kind) => items.push(Value { kind, ..item }),
                    }
                }
                self.position += 1;
                // Other arguments of a call may follow a list.
                let is_call = first == '(' && matches!(items.first(), Some(Value { kind: Kind::List(_), .. }));
                let is_option = |item: &Value<'_>| matches!(item.kind, Kind::Word(word) if word.contains('='));
                match (items.is_empty(), members.is_empty()) {
                    (_, true) if is_call && items[1..].iter().all(is_option) => return Some(items.remove(0)),
                    (_, true) => Kind::List(items),
                    (true, false) => Kind::Members(members),
                    (false, false) => return None,
                }
            }
            _ => Kind::Word(self.word()?),
        };
        Some(Value { offset, kind })
    }

    /// Skips the types and the names of functions before a value, such as `new int[][]`, `vec!`, `[9][9]int` and `np.array`.
    fn skip_type(&mut self) {
        while self.next().is_some() {
            let rest = &self.text[self.position..];
            let size = rest.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_.!:<>".contains(c);
            let end = match size.and_then(|rest| rest.strip_prefix(']')) {
                Some(rest)
                    if rest.trim_start().starts_with(|c: char| c == '[' || c == '{' || c.is_ascii_alphabetic()) =>
                {
                    rest
                }
                Some(_) => return,
                None => match rest.trim_start_matches(is_name) {
                    end if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) || end.len() == rest.len() => return,
                    end if end.starts_with(['[', '(', '{']) || rest.starts_with("new ") => end,
                    _ => return,
                },
            };
            self.position = self.text.len() - end.len();
        }
    }

    /// Skips white space, commas, bars, signs that join strings, the dashes of lists in YAML and comments, and returns the next
    /// character.
    fn next(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.position..];
            let next = rest.chars().next()?;
            self.position += match next {
                '#' => rest.find('\n')?,
                '/' if rest.starts_with("//") => rest.find('\n')?,
                ',' | '|' | '+' => 1,
                '-' if rest.starts_with("- ") => 1,
                space if space.is_whitespace() => space.len_utf8(),
                _ => return Some(next),
            };
        }
    }

    /// A word, or a string without escaped characters but for a line break at its end.
    fn word(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.position..];
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let word = match quote {
            Some(quote) => rest[1..].split_once(quote)?.0,
            None => &rest[..rest.find([',', ':', '|', ';', '[', ']', '(', ')', '{', '}', ' ', '\n', '\r', '\t'])?],
        };
        self.position += word.len() + if quote.is_some() { 2 } else { 0 };
        let value = if quote.is_some() { word.trim_end_matches("\\n") } else { word };
        (quote.is_some() || !value.is_empty()).then_some(value).filter(|word| !word.contains('\\'))
    }
}

impl<'t> Value<'t> {
    /// The grid, or why it is none. `None` if the value does not resemble a grid.
    fn grid(&self, text: &'t str) -> Option<Result<Text, NotationError>> {
        let mut cells =
            Cells { text, values: [0; 81], blanks: [false; 2], error: NotationError::none(), place: (0, 1, 1) };
        match &self.kind {
            Kind::Members(members) => match &members[..] {
                [(name, value)] if NAMES.contains(name) => match &value.kind {
                    Kind::Word(word) => characters::read(word).ok()?.map(Ok),
                    _ => value.grid(text),
                },
                [(name, _), ..] if Cell::from_name(name).is_some() => {
                    let mut seen = [false; 81];
                    for (name, value) in members {
                        let cell = Cell::from_name(name);
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
    /// Whether a cell has a blank of each kind.
    blanks: [bool; 2],
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
            Some(digit) => {
                if let Some(kind) = blank_kind(word).filter(|_| digit == 0) {
                    self.blanks[kind] = true;
                }
                if let Some(cell) = cell {
                    self.values[cell.index()] = digit;
                }
            }
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
        self.error.push(Fault { character: Some(character), cell, ..Fault::of_line(line, kind) });
    }

    fn grid(mut self) -> Result<Text, NotationError> {
        let highest = self.values.into_iter().max().unwrap_or(0);
        if self.blanks == [true; 2] && (1..9).contains(&highest) {
            self.push(self.place.0, FaultKind::CountsFromZero, None);
        }
        if self.error.faults().is_empty() { Ok(text_of(Grid::from_known_values(self.values))) } else { Err(self.error) }
    }
}

fn text_of(grid: Grid) -> Text {
    Text { grid, layout: Layout::Lines, candidates: None }
}
