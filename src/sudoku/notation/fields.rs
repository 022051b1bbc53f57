//! Rows of cells at fixed positions: spreadsheets, in which an empty field is a blank, and fixed-width rows, in
//! which a space is a blank.

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

/// The names of the columns in the header of a spreadsheet, without separators.
const HEADERS: [&str; 4] = ["ABCDEFGHI", "abcdefghi", "012345678", "123456789"];

/// Nine lines of nine fields, perhaps below a header, or one line of 81.
pub(super) fn spreadsheet(source: &Source<'_>) -> Outcome {
    agreed(SEPARATORS.map(|(name, separator)| (name, Ok(separated(source, separator)))))
}

fn separated(source: &Source<'_>, separator: char) -> Option<Text> {
    let mut values = [0; 81];
    let mut filled = 0;
    let mut lines = 0;
    let rows = source.lines().iter().filter(|line| !line.scan.is_border).map(Line::without_return);
    let rows = rows.filter(|line| !line.trim().is_empty() || line.contains(separator));
    let has_header = rows.clone().count() == 10 && rows.clone().next().is_some_and(|row| is_header(row, separator));
    for line in rows.skip(usize::from(has_header)) {
        lines += 1;
        let start = filled;
        for field in fields(line, separator) {
            *values.get_mut(filled)? = field_value(field)?;
            filled += 1;
        }
        if !matches!(filled - start, 9 | 81) {
            return None;
        }
    }
    (filled == 81).then(|| Text {
        grid: Grid::from_known_values(values),
        layout: if lines == 1 { Layout::Line } else { Layout::Lines },
        candidates: None,
    })
}

fn is_header(row: &str, separator: char) -> bool {
    let names: String = fields(row, separator).map(|field| field.trim().trim_matches(['"', '\''])).collect();
    HEADERS.contains(&names.as_str())
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

/// The value of a field: one cell or nothing, with or without quotes. Data frames with blanks write `5.0` for 5.
fn field_value(field: &str) -> Option<u8> {
    let field = field.trim();
    let unquoted = ['"', '\''].iter().find_map(|&quote| field.strip_prefix(quote)?.strip_suffix(quote));
    let field = unquoted.unwrap_or(field).trim();
    let field = field.strip_suffix(".0").filter(|integer| !integer.is_empty()).unwrap_or(field);
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
    let mut values = [0; 81];
    let mut filled = 0;
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
                b'c' => {
                    *values.get_mut(filled)? = if matches!(character, ' ' | '\u{A0}') { 0 } else { symbol.value()? };
                    filled += 1;
                }
                b'|' if symbol == Symbol::Separator && !character.is_whitespace() => {}
                b' ' if matches!(character, ' ' | '\u{A0}') => {}
                _ => return None,
            }
        }
        if places.next().is_some() {
            return None;
        }
    }
    let grid = Grid::from_known_values(values);
    (filled == 81).then_some(Text { grid, layout: Layout::Lines, candidates: None })
}

/// The number of the first line of fields and the number of fields per line, if several lines have the same
/// number of fields, other than nine.
pub(super) fn columns(source: &Source<'_>) -> Option<(usize, usize)> {
    SEPARATORS[..3].iter().find_map(|&(_, separator)| {
        let lines = source.lines().iter().filter(|line| !line.text.trim().is_empty());
        let mut lines = lines.map(|line| (line.number, line.text.split(separator).count()));
        let (number, columns) = lines.next()?;
        let (_, second) = lines.next()?;
        (columns > 1 && columns != 9 && second == columns && lines.all(|(_, count)| count == columns))
            .then_some((number, columns))
    })
}
