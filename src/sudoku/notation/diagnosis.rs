//! Diagnosis of a text that no form reads.

use super::characters;
use super::error::{FaultKind, Lookalike, NotationError};
use super::survey::{MOST_LINES, Source};
use super::{fields, pencil_marks, wrapped};

/// Recognizes a kind of text. Returns the line where it begins and the kind.
type Look = fn(&Source<'_>) -> Option<(usize, Lookalike)>;

/// Most specific first.
const LOOKS: [Look; 10] = [array, json, markup, curl, address, sections, table, size, marks, csv];

/// The faults of a text that no form reads, in reading order.
pub(super) fn of(source: &Source<'_>) -> NotationError {
    if source.is_too_long() {
        return NotationError::of(1, FaultKind::TooManyLines { most: MOST_LINES });
    }
    characters::misspelt(source)
        .or_else(|| {
            let (line, lookalike) = LOOKS.iter().find_map(|look| look(source))?;
            Some(NotationError::of(line, FaultKind::LooksLike(lookalike)))
        })
        .unwrap_or_else(|| characters::diagnose(source))
}

fn array(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    fields::is_printed_array(source).then_some((1, Lookalike::Array))
}

fn json(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    let text = source.start;
    let is_array = text.strip_prefix('[').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    (text.starts_with(['{', '"']) || is_array).then_some((1, Lookalike::Json))
}

fn markup(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    wrapped::is_markup(source).then(|| (1, Lookalike::Markup { games: wrapped::games(source.text).count() }))
}

fn curl(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    wrapped::is_curl(source.start).then_some((1, Lookalike::Curl))
}

fn address(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    wrapped::is_address(source.start).then_some((1, Lookalike::Address))
}

fn sections(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    wrapped::has_sections(source).then_some((1, Lookalike::Sections))
}

/// A square grid of a size other than nine.
fn size(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    characters::square_size(source).map(|(line, size)| (line, Lookalike::Size { size }))
}

fn marks(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    pencil_marks::looks_like(source).map(|(line, cells)| (line, Lookalike::PencilMarks { cells }))
}

fn table(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    fields::table_columns(source).map(|(line, columns)| (line, Lookalike::Table { columns }))
}

fn csv(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    fields::columns(source).map(|(line, columns)| (line, Lookalike::Csv { columns }))
}
