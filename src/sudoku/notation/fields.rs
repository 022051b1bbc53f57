//! Rows of cells at fixed positions: spreadsheets, in which an empty field is a blank, and fixed-width rows, in which a
//! space is a blank.

use super::error::{FaultKind, NotationError};
use super::lines::Line;
use super::survey::Source;
use super::symbol::{Symbol, is_invisible};
use super::{Layout, Outcome, Text, agreed, characters};
use crate::sudoku::Grid;

/// The separators of spreadsheets, and the bars of Markdown tables.
const SEPARATORS: [(&str, char); 4] = [
    ("fields between tabs", '\t'),
    ("fields between commas", ','),
    ("fields between semicolons", ';'),
    ("fields between bars", '|'),
];

/// The names of the columns or the rows of a grid, without separators and in the form of [`name`].
const NAMES: [&str; 3] = ["abcdefghi", "012345678", "123456789"];

/// What may precede a number in the name of a column or a row.
const PREFIXES: [&str; 5] = ["column", "col", "c", "row", "r"];

/// Nine lines of nine fields, perhaps below a header, or one line of 81.
pub(super) fn spreadsheet(source: &Source<'_>) -> Outcome {
    agreed(SEPARATORS.map(|(name, separator)| (name, Ok(separated(source, separator)))))
}

fn separated(source: &Source<'_>, separator: char) -> Option<Text> {
    let mut cells = Cells::EMPTY;
    let mut count = 0;
    let is_markdown = separator == '|';
    // Prose may surround a table in Markdown.
    let lines = source.lines().iter().filter(|line| !is_markdown || !line.scan.is_prose || line.text.contains('|'));
    let rows = lines.clone().filter(|line| !line.scan.is_border).map(Line::without_return);
    let rows = rows.filter(|line| !line.trim().is_empty() || line.contains(separator));
    let has_header = rows.clone().count() == 10
        && rows.clone().next().is_some_and(|row| {
            // In Markdown, only a header has a rule below it.
            are_names(fields(row, separator))
                || is_markdown && lines.clone().nth(1).is_some_and(|rule| rule.scan.is_border)
        });
    let rows = rows.skip(usize::from(has_header));
    let first_fields = rows.clone().filter_map(|row| fields(row, separator).next());
    let has_names = rows.clone().next().is_some_and(|row| fields(row, separator).count() == 10);
    if has_names && !are_names(first_fields) {
        return None;
    }
    for line in rows {
        count += 1;
        cells.push_row(fields(line, separator).skip(usize::from(has_names)), &[9, 81])?;
    }
    cells.grid(if count == 1 { Layout::Line } else { Layout::Lines })
}

/// Whether these fields of a header or of the first column are names of columns or rows.
fn are_names<'t>(fields: impl Iterator<Item = &'t str>) -> bool {
    let names: String = fields.take(100).map(name).collect();
    NAMES.contains(&names.as_str())
}

/// A name in lower case, without quotes, punctuation and a word such as `row` before a number.
fn name(field: &str) -> String {
    let letters = field.chars().filter(char::is_ascii_alphanumeric).take(9);
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    let number = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    number
        .filter(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
        .map_or(name.clone(), str::to_owned)
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

/// Nine lines that begin with `Row 1:`, `R1` or a letter, perhaps below names of the columns, with any frame.
pub(super) fn labelled(source: &Source<'_>) -> Outcome {
    let rows: Vec<&str> = labelled_rows(source).map(|(_, row)| row).collect();
    if rows.len() != 9 {
        return Ok(None);
    }
    let is_other = |line: &&Line<'_>| {
        let is_names = || are_names(line.text.split([' ', '\t', '|', '\r']));
        row_label(line.text).is_none() && !line.is_decoration() && !is_names()
    };
    let others: Vec<&str> = source.lines().iter().filter(is_other).map(|line| line.text).collect();
    // Cells on lines without a label make another grid, or leave unclear what the text is.
    if !others.is_empty() && characters::read(&others.join("\n"))?.is_none() {
        return Ok(None);
    }
    characters::read(&rows.join("\n"))
}

/// The faults of lines with labels that are not nine rows of nine cells.
pub(super) fn mislabelled(source: &Source<'_>) -> Option<NotationError> {
    let rows: Vec<(usize, &str)> = labelled_rows(source).collect();
    match rows[..] {
        [] | [_] | [_, _] => None,
        [_, _, _, _, _, _, _, _, _] => characters::read_rows(rows.iter().copied()).err(),
        [(line, _), ..] => Some(NotationError::of(line, FaultKind::LineCount { lines: rows.len() })),
    }
}

/// The lines with the labels of the first row, the second and so on: their numbers, and their texts without the labels.
fn labelled_rows<'t>(source: &Source<'t>) -> impl Iterator<Item = (usize, &'t str)> {
    let mut expected = 1;
    let lines = source.lines().to_vec().into_iter();
    lines.filter_map(move |line| {
        let (_, row) = row_label(line.text).filter(|&(number, _)| number == expected)?;
        expected += 1;
        Some((line.number, row))
    })
}

/// The number of the row that a line begins with, and the rest of the line.
fn row_label(line: &str) -> Option<(usize, &str)> {
    // A list in Markdown, or bold words.
    let line = line.trim_start_matches([' ', '\t', '|', '-', '*']);
    let end = line.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (word, rest) = line.split_at(end);
    let (word, rest) = if word.eq_ignore_ascii_case("row") {
        let rest = rest.trim_start();
        rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?)
    } else {
        (word, rest)
    };
    let number = match name(word).as_bytes() {
        [letter @ b'a'..=b'i'] => letter - b'a' + 1,
        [digit @ b'1'..=b'9'] if line.starts_with(['r', 'R']) => digit - b'0',
        _ => return None,
    };
    let rest = rest.trim_start_matches([':', ' ', '\t']);
    Some((number.into(), rest.strip_prefix("**").unwrap_or(rest).trim_matches(['[', ']', ' ', '\r'])))
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

/// The words for a blank in other programs: Python's, JavaScript's, pandas' and that of programs that count from 0.
const BLANKS: [&str; 4] = ["None", "null", "NaN", "-1"];

/// The value of a field: one cell or nothing, with or without quotes. Data frames with blanks write `5.0` for 5, and arrays
/// of floating-point numbers `5.`.
pub(super) fn field_value(field: &str) -> Option<u8> {
    let field = field.trim();
    let unquoted = ['"', '\''].iter().find_map(|&quote| field.strip_prefix(quote)?.strip_suffix(quote));
    let field = unquoted.unwrap_or(field).trim();
    if BLANKS.iter().any(|blank| field.eq_ignore_ascii_case(blank)) {
        return Some(0);
    }
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
