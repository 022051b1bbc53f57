//! Rows of cells at fixed positions: spreadsheets, in which an empty field is a blank, and fixed-width rows, in which a
//! space is a blank.

use super::lines::Line;
use super::survey::Source;
use super::symbol::{Symbol, is_invisible};
use super::{Layout, Outcome, Text, agreed};
use crate::sudoku::Grid;

/// The separators of spreadsheets, and the bars of Markdown tables.
const SEPARATORS: [(&str, char); 4] = [
    ("fields between tabs", '\t'),
    ("fields between commas", ','),
    ("fields between semicolons", ';'),
    ("fields between bars", '|'),
];

/// The names of the columns or the rows of a spreadsheet, without separators.
const NAMES: [&str; 4] = ["ABCDEFGHI", "abcdefghi", "012345678", "123456789"];

/// Nine lines of nine fields, perhaps below a header, or one line of 81.
pub(super) fn spreadsheet(source: &Source<'_>) -> Outcome {
    agreed(SEPARATORS.map(|(name, separator)| (name, Ok(separated(source, separator)))))
}

fn separated(source: &Source<'_>, separator: char) -> Option<Text> {
    let mut cells = Cells::EMPTY;
    let mut lines = 0;
    let rows = source.lines().iter().filter(|line| !line.scan.is_border).map(Line::without_return);
    let rows = rows.filter(|line| !line.trim().is_empty() || line.contains(separator));
    let has_header = rows.clone().count() == 10
        && rows.clone().next().is_some_and(|row| {
            // In Markdown, only a header has a rule below it.
            are_names(fields(row, separator)) || separator == '|' && source.lines()[1].scan.is_border
        });
    let rows = rows.skip(usize::from(has_header));
    let first_fields = rows.clone().filter_map(|row| fields(row, separator).next());
    let has_names = rows.clone().next().is_some_and(|row| fields(row, separator).count() == 10);
    if has_names && !are_names(first_fields) {
        return None;
    }
    for line in rows {
        lines += 1;
        cells.push_row(fields(line, separator).skip(usize::from(has_names)), &[9, 81])?;
    }
    cells.grid(if lines == 1 { Layout::Line } else { Layout::Lines })
}

/// Whether these fields of a header or of the first column are names of columns or rows.
fn are_names<'t>(fields: impl Iterator<Item = &'t str>) -> bool {
    let names: String = fields.map(|field| field.trim().trim_matches(['"', '\''])).collect();
    NAMES.contains(&names.as_str())
}

/// The cells of a grid, row by row.
struct Cells {
    values: [u8; 81],
    filled: usize,
}

impl Cells {
    const EMPTY: Self = Self { values: [0; 81], filled: 0 };

    /// Adds a cell. `None` if there are 81 already.
    fn push(&mut self, value: u8) -> Option<()> {
        *self.values.get_mut(self.filled)? = value;
        self.filled += 1;
        Some(())
    }

    /// Adds a row with one of these lengths. `None` if it has another length, or a field is not a cell.
    fn push_row<'t>(&mut self, mut fields: impl Iterator<Item = &'t str>, lengths: &[usize]) -> Option<()> {
        let start = self.filled;
        fields.try_for_each(|field| self.push(field_value(field)?))?;
        lengths.contains(&(self.filled - start)).then_some(())
    }

    fn grid(self, layout: Layout) -> Option<Text> {
        let grid = Grid::from_known_values(self.values);
        (self.filled == 81).then_some(Text { grid, layout, candidates: None })
    }
}

/// Nine arrays of nine cells, as Python prints them: `[[5 3 0 …]\n [6 0 0 …]…]` or `array([['5', '.', …], …])`.
pub(super) fn printed_array(source: &Source<'_>) -> Option<Text> {
    let (before, rows) = source.start.split_once("[[")?;
    let (rows, after) = rows.rsplit_once("]]")?;
    let is_call = before.ends_with("array(") && after.trim_end().ends_with(')');
    if !(is_call || before.is_empty() && after.trim().is_empty()) {
        return None;
    }
    let mut cells = Cells::EMPTY;
    for (i, row) in rows.split(']').enumerate() {
        let row = if i == 0 { row } else { row.trim_start_matches([',', ' ', '\r', '\n']).strip_prefix('[')? };
        cells.push_row(row.split([',', ' ', '\r', '\n']).filter(|field| !field.is_empty()), &[9])?;
    }
    cells.grid(Layout::Lines)
}

/// Whether a text begins like an array that Python printed, rather than like JSON or a section.
pub(super) fn is_printed_array(source: &Source<'_>) -> bool {
    if source.start.starts_with("array([") {
        return true;
    }
    let Some(rows) = source.start.strip_prefix('[') else { return false };
    let row = rows.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
    let is_of_numbers = row.starts_with(|first: char| first.is_ascii_digit());
    row.starts_with('\'') || is_of_numbers && row.contains(' ') && !row.contains([',', '"'])
}

/// The fields of a line; a Markdown row begins and ends with a bar.
fn fields(line: &str, separator: char) -> impl Iterator<Item = &str> {
    let line = if separator == '|' {
        let row = line.trim();
        row.strip_prefix('|').unwrap_or(row).strip_suffix('|').unwrap_or(row)
    } else {
        line
    };
    line.split(separator)
}

/// The value of a field: one cell or nothing, with or without quotes. Data frames with blanks write `5.0` for 5, and arrays
/// of floating-point numbers `5.`.
fn field_value(field: &str) -> Option<u8> {
    let field = field.trim();
    let unquoted = ['"', '\''].iter().find_map(|&quote| field.strip_prefix(quote)?.strip_suffix(quote));
    let field = unquoted.unwrap_or(field).trim();
    let integer = field.strip_suffix(".0").or_else(|| field.strip_suffix('.'));
    let field = integer.filter(|integer| !integer.is_empty()).unwrap_or(field);
    let mut characters = field.chars().filter(|&character| !is_invisible(character));
    let Some(first) = characters.next() else { return Some(0) };
    if characters.next().is_some() { None } else { Symbol::of(first).value() }
}

/// The rows in which a space can be a blank cell: `c` is a cell, `|` is a bar, and a space is a space.
const TEMPLATES: [&str; 9] = [
    "ccccccccc",
    "ccc|ccc|ccc",
    "|ccc|ccc|ccc|",
    "c c c c c c c c c",
    "c c c | c c c | c c c",
    " c c c | c c c | c c c ",
    "| c c c | c c c | c c c |",
    "c|c|c|c|c|c|c|c|c",
    "| c | c | c | c | c | c | c | c | c |",
];

/// Nine lines of a fixed width, in which a space is a blank.
pub(super) fn fixed_width(source: &Source<'_>) -> Option<Text> {
    TEMPLATES.iter().find_map(|template| in_columns(source, template.as_bytes()))
}

fn in_columns(source: &Source<'_>, template: &[u8]) -> Option<Text> {
    let mut cells = Cells::EMPTY;
    for line in source.lines().iter().filter(|line| !line.scan.is_border).map(Line::without_return) {
        let mut places = template.iter();
        for character in line.chars().filter(|&character| !is_invisible(character)) {
            let symbol = Symbol::of(character);
            let Some(place) = places.next() else {
                // White space may follow a closing bar.
                if template.ends_with(b"|") && character.is_whitespace() {
                    continue;
                }
                return None;
            };
            match place {
                b'c' if matches!(character, ' ' | '\u{A0}') => cells.push(0)?,
                b'c' => cells.push(symbol.value()?)?,
                b'|' if symbol == Symbol::Separator && !character.is_whitespace() => {}
                b' ' if matches!(character, ' ' | '\u{A0}') => {}
                _ => return None,
            }
        }
        if places.next().is_some() {
            return None;
        }
    }
    cells.grid(Layout::Lines)
}

/// The number of the first line of fields and the number of fields per line, if several lines have the same number of
/// fields, other than nine.
pub(super) fn columns(source: &Source<'_>) -> Option<(usize, usize)> {
    SEPARATORS[..3].iter().find_map(|&(_, separator)| columns_between(source.lines().iter(), separator))
}

/// The same for a Markdown table, whose second line is a rule below the header.
pub(super) fn table_columns(source: &Source<'_>) -> Option<(usize, usize)> {
    let [header, rule, rows @ ..] = source.lines() else { return None };
    let is_table = rule.scan.is_border && rule.text.contains('|') && !rows.iter().any(|line| line.scan.is_border);
    columns_between([header].into_iter().chain(rows), '|').filter(|_| is_table)
}

fn columns_between<'t>(lines: impl Iterator<Item = &'t Line<'t>>, separator: char) -> Option<(usize, usize)> {
    let lines = lines.filter(|line| !line.text.trim().is_empty());
    let mut lines = lines.map(|line| (line.number, fields(line.text, separator).count()));
    let (number, columns) = lines.next()?;
    let (_, second) = lines.next()?;
    (columns > 1 && columns != 9 && second == columns && lines.all(|(_, count)| count == columns))
        .then_some((number, columns))
}
