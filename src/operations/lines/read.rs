//! Reads a line: a text, columns or a JSON document.

use super::detection::is_skipped;
use super::echo::{Echo, ID, LineEcho, META};
use super::gatherer::WITHIN;
use super::operation_lines::LineForm;
use super::settings::{Columns, LineFormat, Separator};
use crate::batch::LONGEST_LINE;
use crate::operations::answer::format::Format;
use crate::operations::answer::grid::Notation;
use crate::operations::problem::{Code, ErrorList, GridError, Problem};
use crate::operations::reading::fast_path::{self, Plain};
use crate::operations::reading::json::{Document, not_utf8, place_of};
use crate::operations::reading::{Fields, SentGrid, encoding, grid};
use crate::sudoku::notation::looks_like_json;
use crate::sudoku::notation::{self, NotationError};

/// The content of a line.
pub enum Content<'a> {
    /// A puzzle without options of its own.
    Puzzle(SentGrid),
    /// The fields of a document.
    Document(Box<Fields<'a>>),
    /// Nothing to answer: an empty line or a comment.
    Skipped,
    /// A header or, if not, a null: the names of the columns, or as many nulls, complete it.
    Completed(bool),
    /// Something invalid.
    Invalid(Problem),
}

impl LineForm {
    /// Reads a usual line: a grid of 81 characters or, in JSON, in one of the forms of [`fast_path`]. `None` for any other line, which
    /// [`read`](Self::read) may read.
    #[inline]
    pub fn plain<'a>(&self, line: &'a [u8]) -> Option<(LineEcho<'a>, SentGrid)> {
        let Columns { rows, member, .. } = &self.settings.columns;
        match self.settings.input {
            LineFormat::Text => {
                let grid = notation::plain_line(line)?;
                // A complete grid may be the rest of a row.
                let is_whole = rows.is_none() || !grid.is_complete();
                is_whole.then(|| (LineEcho::Line(line), SentGrid::new(grid, Notation::LINE)))
            }
            LineFormat::Json if member.is_none() && line.len() <= LONGEST_LINE => {
                let Plain { grid, notation, id } = fast_path::read(line)?;
                let echo = LineEcho::Document(Echo { id, meta: None }, self.extends.then(|| document(line)));
                Some((echo, SentGrid::new(grid, notation)))
            }
            LineFormat::Json | LineFormat::Columns(_) => None,
        }
    }

    /// What a line without its line break holds, and what its answer repeats of it.
    pub fn read<'a>(&'a self, line: &'a [u8], number: u64) -> (LineEcho<'a>, Content<'a>) {
        match self.settings.input {
            _ if line.len() > LONGEST_LINE => (self.echo_of_start(line), Content::Invalid(too_long())),
            LineFormat::Json => self.read_json(line, number),
            LineFormat::Text => (LineEcho::Line(line), self.read_text(line, number)),
            LineFormat::Columns(separator) => self.read_columns(line, number, separator),
        }
    }

    /// What the answer repeats of a line of which only the start is known. The start may be empty.
    pub fn echo_of_start<'a>(&self, start: &'a [u8]) -> LineEcho<'a> {
        match self.settings.input {
            LineFormat::Json => LineEcho::Document(Echo::of_start(start), None),
            LineFormat::Text => LineEcho::Nothing(1),
            // The columns before the puzzle's, and nulls for it and the others of the header. The last column may be truncated; a
            // separator ends each of the others.
            LineFormat::Columns(separator) => {
                let columns = &self.settings.columns;
                let known = (separator.split(start).count() - 1).min(columns.puzzle);
                LineEcho::first_columns(start, separator, known, columns.width().saturating_sub(known))
            }
        }
    }

    /// Reads a text in any notation that fits on a line. Empty lines, lines that begin with `#` and headers such as
    /// `puzzle,solution` are skipped, and so is the header of the file.
    fn read_text(&self, line: &[u8], number: u64) -> Content<'static> {
        let Columns { rows, header, .. } = &self.settings.columns;
        let text = &*encoding::text(line);
        let begin = text.trim_start();
        if !header.is_empty() && line == header || is_skipped(begin) {
            return Content::Skipped;
        }
        let read = match rows {
            Some(rows) => rows.read(text).map(SentGrid::from),
            // A file of one column may have it in quotes.
            None => grid::of_text(grid::unquoted(text)),
        };
        match read {
            Ok(sent) => Content::Puzzle(SentGrid { notation: Notation::LINE, ..sent }),
            Err(error) => {
                Content::Invalid(invalid_grid(text, number, &error).with_hint(if looks_like_json(begin.as_bytes()) {
                    "JSON lines need the content type application/x-ndjson, or a first line that is JSON"
                } else {
                    grid::hint(&error, "a batch has one puzzle per line")
                }))
            }
        }
    }

    /// Reads columns, one of which is the puzzle. A header such as `puzzle` is completed with the names of the columns. A puzzle that
    /// is null has neither an answer nor a problem.
    fn read_columns<'a>(&self, line: &'a [u8], number: u64, separator: Separator) -> (LineEcho<'a>, Content<'a>) {
        let Columns { puzzle: place, names, header, .. } = &self.settings.columns;
        let columns = || separator.split(line);
        let (wanted, found) = (names.len(), columns().count());
        // The columns of the answer stay in their places.
        let echo = if wanted > 0 && found > wanted {
            LineEcho::first_columns(line, separator, wanted, 0)
        } else {
            LineEcho::Columns(line, separator, self.settings.columns.width().saturating_sub(found))
        };
        if number == 1 && !line.is_empty() && line == header {
            return (echo, Content::Completed(true));
        }
        let refused = |detail| (echo, Content::Invalid(Problem::new(Code::InvalidRequest, detail)));
        if let Some(open) = separator.open_column(line) {
            return refused(format!("the quote of column {} does not end; a value has no line breaks", open + 1));
        }
        if wanted > 0 && found != wanted {
            return refused(format!("expected {wanted} columns, as in the header, found {found}"));
        }
        let Some(puzzle) = columns().nth(*place) else {
            return refused(format!("expected the puzzle in column {}, found {found} columns", place + 1));
        };
        let value = separator.value(puzzle);
        let text = encoding::text(&value);
        let content = match grid::of_text(&text) {
            _ if puzzle == separator.null() => Content::Completed(false),
            Ok(sent) => Content::Puzzle(sent),
            Err(_) if notation::is_header(&text) => Content::Completed(true),
            Err(error) => Content::Invalid(invalid_grid(&text, 1, &error)),
        };
        (echo, content)
    }

    /// Reads a grid in any JSON form, or an object with the member `grid` and, optionally, `id`, `meta` and the options of the
    /// operation. Empty lines and lines that begin with `#` are skipped.
    fn read_json<'a>(&'a self, line: &'a [u8], number: u64) -> (LineEcho<'a>, Content<'a>) {
        let line = encoding::without_padding(line);
        let (echo, content) = if matches!(line.trim_ascii_start(), [] | [b'#', ..]) {
            (Echo::default(), Content::Skipped)
        } else {
            match self.read_document(line, usize::try_from(number).unwrap_or(usize::MAX)) {
                Ok(fields) => {
                    let echo = Echo { id: fields.written(ID), meta: fields.written(META) };
                    (echo, Content::Document(Box::new(fields)))
                }
                Err(problem) => (Echo::default(), Content::Invalid(problem)),
            }
        };
        let is_kept = self.extends && !matches!(content, Content::Invalid(_));
        (LineEcho::Document(echo, is_kept.then(|| document(line))), content)
    }

    /// Reads the fields of a document, which are invalid at the earliest if it is JSON.
    fn read_document<'a>(&'a self, line: &'a [u8], number: usize) -> Result<Fields<'a>, Problem> {
        let text = str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to();
            Problem::malformed_json(number, place_of(line, at).1, &not_utf8(line, at))
        })?;
        let document = Document::parse_line(text, number)?;
        let member = self.settings.columns.member.as_deref();
        Ok(match (self.extends, self.list) {
            (true, None) => Fields::of_row(document, member, &[ID], &self.added),
            (true, Some(_)) => Fields::of_row(document, member, &[ID], &[]),
            (false, _) if member.is_some() => Fields::of_row(document, member, &[ID, META], &[]),
            (false, _) => Fields::of_document(document, Format::Json, &self.members),
        })
    }
}

/// A line of JSON as text.
fn document(line: &[u8]) -> &str {
    str::from_utf8(line).unwrap_or_default().trim()
}

/// The text is not a grid. The errors of one line name no line, since the answer belongs to it; those of a puzzle of several lines,
/// which begins at the line with this number, do.
fn invalid_grid(text: &str, number: u64, error: &NotationError) -> Problem {
    let mut errors = ErrorList::default();
    let first = text.contains(WITHIN).then(|| usize::try_from(number).unwrap_or(usize::MAX));
    errors.push_text(error, |error| GridError { line: first.and_then(|first| Some(first + error.line? - 1)), ..error });
    Problem::invalid_grid(errors)
}

/// The line exceeds [`LONGEST_LINE`].
fn too_long() -> Problem {
    let detail = format!(
        "the line exceeds {LONGEST_LINE} bytes; send one puzzle per line (`curl -d @file` removes line breaks; \
         `curl --data-binary @file` sends the file unchanged)"
    );
    Problem::new(Code::PayloadTooLarge, detail)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::*;
    use crate::operations::lines::{LineSettings, Lines};
    use crate::operations::reading::Arguments;
    use crate::operations::solve::Solve;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Lines that the fast reader accepts.
    fn lines() -> Vec<String> {
        let cells: Vec<&str> = PUZZLE.split("").filter(|cell| !cell.is_empty()).collect();
        let numbers: Vec<&str> = cells.iter().map(|&cell| if cell == "." { "0" } else { cell }).collect();
        let rows: Vec<String> = numbers.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
        let rows = format!("[{}]", rows.join(", "));
        let grids = [format!("\"{PUZZLE}\""), rows.replace('0', "null"), rows, format!("[{}]", numbers.join(","))];
        let mut lines = Vec::new();
        for grid in grids {
            lines.push(format!("{{\"id\": 17, \"grid\": {grid}}}"));
            lines.push(format!("{{\"grid\":{grid},\"id\":\"a b\"}}"));
            lines.push(grid);
        }
        lines
    }

    /// Checks that the general reader reads a line in the same way as the fast reader, if the fast reader accepts it.
    #[track_caller]
    fn check(line: &[u8]) -> bool {
        let Some(Plain { grid, notation, id: plain_id }) = fast_path::read(line) else { return false };
        let of = Lines::<Solve>::new(LineSettings::of(Arguments::default())).expect("no options");
        let fields = of.form.read_document(line, 1).expect("it is JSON");
        let echo = Echo { id: fields.written(ID), meta: fields.written(META) };
        let Ok((sent, _)) = of.finish(fields) else { panic!("{:?} is rejected", String::from_utf8_lossy(line)) };
        assert_eq!((sent.grid, sent.notation, echo), (grid, notation, Echo { id: plain_id, meta: None }));
        true
    }

    #[test]
    fn the_fast_reader_accepts_the_usual_lines() {
        for line in lines() {
            assert!(check(line.as_bytes()), "{line}");
            assert!(check(format!(" {line}\t").as_bytes()), "{line} with white space around it");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_fast_reader_never_disagrees_with_the_general_one(line: Index, place: Index, byte: u8, ascii: bool, remove: bool) {
            let lines = lines();
            let mut line = line.get(&lines).clone().into_bytes();
            let place = place.index(line.len());
            if remove {
                line.remove(place);
            } else {
                const MARKS: &[u8] = b"{}[]\",:.0123456789 \\-+eEnulidgra";
                line[place] = if ascii { MARKS[usize::from(byte) % MARKS.len()] } else { byte };
            }
            check(&line);
        }
    }
}
