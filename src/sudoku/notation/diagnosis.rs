//! Diagnosis of a text that no form reads.

use super::character_counts::Source;
use super::error::{FaultKind, Lookalike, NotationError};
use super::plain_grids;
use super::{containers, fields, json, literal, pencil_marks};

/// The faults of a text that no form reads, without what may surround its cells, in reading order.
pub(super) fn of(source: &Source<'_>) -> NotationError {
    if source.is_too_long {
        return NotationError::of(1, FaultKind::TooManyLines);
    }
    match whole(source).map(|lookalike| (1, lookalike)).or_else(|| lines(source)) {
        Some((line, lookalike)) => NotationError::of(line, FaultKind::LooksLike(lookalike)),
        None => plain_grids::diagnose(source),
    }
}

/// The kind of a text that is recognized as a whole. The most specific kinds come first.
fn whole(source: &Source<'_>) -> Option<Lookalike> {
    if literal::looks_like(source) {
        Some(Lookalike::Array)
    } else if json::looks_like_json(source.start.as_bytes()) {
        Some(Lookalike::Json)
    } else if containers::is_markup(source) {
        Some(Lookalike::Markup(containers::games(source.text).count()))
    } else if containers::is_curl(source.start) {
        Some(Lookalike::Curl)
    } else if containers::is_address(source.start) {
        Some(Lookalike::Address)
    } else {
        containers::has_sections(source).then_some(Lookalike::Sections)
    }
}

/// The kind of a text that is recognized by its lines, and the first of these lines.
fn lines(source: &Source<'_>) -> Option<(usize, Lookalike)> {
    let table = fields::table_columns(source).map(|(line, columns)| (line, Lookalike::Table(columns)));
    table
        .or_else(|| plain_grids::square_size(source).map(|(line, size)| (line, Lookalike::Size(size))))
        .or_else(|| pencil_marks::looks_like(source).map(|(line, cells)| (line, Lookalike::PencilMarks(cells))))
        .or_else(|| fields::columns(source).map(|(line, columns)| (line, Lookalike::Csv(columns))))
}
