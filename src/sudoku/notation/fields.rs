//! Rows of cells at fixed positions: spreadsheets, in which an empty field is a blank, and fixed-width rows, in which a
//! space is a blank.

use super::character_counts::Source;
use super::error::{FaultKind, NotationError};
use super::lines::Line;
use super::remark::cells_of;
use super::symbol::{Symbol, blank_kind, field_value, is_invisible};
use super::{Layout, Outcome, Text, agreed};

/// The separators of spreadsheets, the bars of Markdown, the signs of LaTeX, and the spaces between words such as `NaN`.
const SEPARATORS: [(&str, char); 6] = [
    ("fields between tabs", '\t'),
    ("fields between commas", ','),
    ("fields between semicolons", ';'),
    ("fields between bars", '|'),
    ("fields between ampersands", '&'),
    ("fields between spaces", ' '),
];

/// Nine lines of nine fields, perhaps below a header, or one line of 81.
pub(super) fn spreadsheet(source: &Source<'_>) -> Outcome {
    let read = |separator| {
        let Some((fields, layout)) = separated(source, separator) else { return Ok(None) };
        let values: Option<Vec<u8>> = fields.iter().copied().map(field_value).collect();
        let text = values.and_then(|values| Text::of_values(&values, layout));
        let has = |kind| fields.iter().any(|field| blank_kind(field) == Some(kind));
        let may_count_from_zero = |text: &Text| !text.grid.values().contains(&9) && has(0) && has(1);
        if text.as_ref().is_some_and(may_count_from_zero) {
            return Err(NotationError::of(1, FaultKind::CountsFromZero));
        }
        Ok(text)
    };
    agreed(SEPARATORS.map(|(name, separator)| (name, read(separator))))
}

/// The fields of a grid in reading order, if a text has about as many.
fn separated<'t>(source: &Source<'t>, separator: char) -> Option<(Vec<&'t str>, Layout)> {
    if !source.text.contains(separator) {
        return None;
    }
    let (is_markdown, is_sheet) = (separator == '|', separator != ' ');
    // Prose may surround a table in Markdown.
    let lines = source.lines().iter().filter(|line| !is_markdown || !line.scan.is_prose || line.text.contains('|'));
    let rows = lines.clone().filter(|line| !line.scan.is_border).map(|line| line.text);
    // LaTeX has its commands on lines of their own.
    let is_empty = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('\\');
    let rows = rows.filter(|line| !is_empty(line) || is_sheet && line.contains(separator));
    let mut rows: Vec<Vec<&str>> = rows.take(12).map(|row| fields(row, separator)).collect();
    if let ([row], true) = (&rows[..], is_sheet) {
        return Some((row.clone(), Layout::Line));
    }
    // In Markdown, only a header has a rule below it, perhaps of one dash a column; a sheet may have a title.
    let is_rule = |row: &Vec<&str>| {
        let mut rules = row.iter().map(|field| field.trim().trim_matches(':'));
        rules.all(|dashes| !dashes.is_empty() && dashes.trim_matches('-').is_empty())
    };
    if is_markdown && rows.get(1).is_some_and(is_rule) && (rows.len() != 9 || filled(&rows[0]).is_empty()) {
        rows.drain(..2);
    }
    let has_header = is_markdown && lines.clone().nth(1).is_some_and(|rule| rule.scan.is_border);
    let is_words = |field: &str| field_value(field).is_none() && cells_of(field).is_none();
    let is_title = |row: &Vec<&str>| matches!(filled(row)[..], [title] if is_sheet && is_words(title));
    if rows.len() > 9 && (has_header || is_title(&rows[0])) {
        rows.remove(0);
    }
    // Rows and columns without cells lie between the boxes, or around the grid.
    let is_empty = |row: &Vec<&str>| filled(row).is_empty();
    let width = rows.first()?.len();
    let rows = without_gaps(rows, is_empty)?;
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let columns: Vec<Vec<&str>> = (0..width).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    let columns = without_gaps(columns, is_empty)?;
    Some(((0..9).flat_map(|row| columns.iter().map(move |column| column[row])).collect(), Layout::Lines))
}

/// The fields that are not empty.
fn filled<'t>(row: &[&'t str]) -> Vec<&'t str> {
    row.iter().copied().filter(|field| !field.trim().is_empty()).collect()
}

/// The places of gaps between the boxes or around the grid, or at one edge.
const GAPS: [&[usize]; 5] = [&[], &[0], &[9], &[3, 7], &[0, 10]];

/// The nine rows or columns of a grid, with or without gaps. `None` if that is not what these are.
fn without_gaps<T>(mut rows: Vec<T>, is_empty: impl Fn(&T) -> bool) -> Option<Vec<T>> {
    let are_gaps = |gaps: &&&[usize]| rows.len() == 9 + gaps.len() && gaps.iter().all(|&gap| is_empty(&rows[gap]));
    let mut fitting = GAPS.iter().filter(are_gaps);
    let (Some(gaps), None) = (fitting.next(), fitting.next()) else { return None };
    gaps.iter().rev().for_each(|&gap| drop(rows.remove(gap)));
    Some(rows)
}

/// The fields of a line; a Markdown row begins and ends with a bar.
fn fields(line: &str, separator: char) -> Vec<&str> {
    match separator {
        ' ' => line.split_whitespace().collect(),
        '&' => {
            let row = line.split("\\\\").next().unwrap_or(line).trim_start();
            row.strip_prefix("\\hline").unwrap_or(row).split('&').collect()
        }
        '|' => {
            let row = line.trim();
            row.strip_prefix('|').unwrap_or(row).strip_suffix('|').unwrap_or(row).split('|').collect()
        }
        _ => line.split(separator).collect(),
    }
}

/// The rows in which a space can be a blank cell: `c` is a cell, `|` is a bar, `n` is a number, and a space is a space.
const TEMPLATES: [&str; 11] = [
    "ccccccccc",
    "ccc|ccc|ccc",
    "|ccc|ccc|ccc|",
    "c c c c c c c c c",
    "c c c | c c c | c c c",
    " c c c | c c c | c c c ",
    "| c c c | c c c | c c c |",
    "|c c c|c c c|c c c|",
    "c|c|c|c|c|c|c|c|c",
    "| c | c | c | c | c | c | c | c | c |",
    "n  c  c  c  c  c  c  c  c  c",
];

/// Minimum number of blanks on one line: fewer spaces may separate groups.
const FEWEST_BLANKS: usize = 20;

/// Nine lines of a fixed width or one of 81 characters, in which a space is a blank.
pub(super) fn fixed_width(source: &Source<'_>) -> Option<Text> {
    if let [line] = source.lines() {
        let blanks = line.text.chars().filter(|c| c.is_whitespace()).count();
        let text = in_columns(&[line.text], &[b'c'; 81]).filter(|_| blanks >= FEWEST_BLANKS)?;
        return Some(Text { layout: Layout::Line, ..text });
    }
    let lines: Vec<&str> = source.lines().iter().filter(|line| !line.scan.is_border).map(|line| line.text).collect();
    TEMPLATES.iter().find_map(|template| in_columns(&lines, template.as_bytes())).or_else(|| indented(&lines))
}

/// Nine indented lines with blanks at their ends that may be lost: the indentation proves the first column, and the longest line
/// the last.
fn indented(lines: &[&str]) -> Option<Text> {
    let indentation = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let indent = lines.iter().map(indentation).min().filter(|&indent| indent > 0)?;
    let width = lines.iter().map(|line| line[indent..].chars().count()).max()?;
    let padded: Vec<String> = lines.iter().map(|line| format!("{:<width$}", &line[indent..])).collect();
    in_columns(&padded.iter().map(String::as_str).collect::<Vec<_>>(), TEMPLATES[0].as_bytes())
}

/// The grid of lines that have this form.
fn in_columns(lines: &[&str], template: &[u8]) -> Option<Text> {
    let mut cells = Vec::new();
    let has_frame = template.starts_with(b"|") || template.ends_with(b"|");
    for line in lines {
        // A frame may be indented, and white space may follow its closing bar.
        let line = if has_frame { line.trim_start_matches(' ').trim_end() } else { line };
        let mut characters = line.chars().filter(|&character| !is_invisible(character));
        for place in template {
            let character = characters.next()?;
            let is_space = matches!(character, ' ' | '\u{A0}');
            match (place, Symbol::of(character)) {
                (b'c', _) if is_space => cells.push(0),
                // A sign for blanks beside spaces shows that a cell was lost.
                (b'c', symbol) => cells.push(symbol.value().filter(|&value| value != 0)?),
                (b'|', Symbol::Separator) if !character.is_whitespace() => {}
                (b' ', _) if is_space => {}
                (b'n', _) if character.is_ascii_digit() => {}
                _ => return None,
            }
        }
        if characters.next().is_some() {
            return None;
        }
    }
    Text::of_values(&cells, Layout::Lines)
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
    let mut lines = lines.filter(|line| line.is_filled()).map(|line| (line.number, fields(line.text, separator).len()));
    let (number, columns) = lines.next()?;
    let (_, second) = lines.next()?;
    (columns > 1 && columns != 9 && second == columns && lines.all(|(_, count)| count == columns))
        .then_some((number, columns))
}
