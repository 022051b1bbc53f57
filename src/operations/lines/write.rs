//! Writes the answer to a line. Each begins with what it repeats of its line:
//!
//! * as JSON, an object with `line`, and `id` and `meta` if they were sent, or the whole line if it is extended;
//! * as text, nothing: the answer is on one line, and a problem is `error CODE line N: detail`;
//! * as columns, those of the line, then those of the answer, then the problem (`CODE: detail`). Every line of columns has an answer;
//!   added columns that do not apply are null.

use std::io::{self, Write as _};

use serde_json::value::RawValue;

use super::echo::{Echo, ID, LineEcho, META};
use super::gatherer::WITHIN;
use super::line::LineAnswer;
use super::operation_lines::LineForm;
use super::settings::{LineFormat, Separator};
use crate::operations::answer::limited_writer::{self, LimitedWriter};
use crate::operations::problem::Problem;
use crate::operations::reading::encoding;
use crate::operations::reading::json::members;
use crate::operations::reading::names::{GRID, PROBLEM};
use crate::sudoku::notation::PUZZLE_NAMES;

/// Maximum number of errors or conflicts that the problem of a line of JSON lists: fewer than for a request, since the answers
/// to a whole chunk of lines are in memory together.
const MOST_PER_LINE: usize = 10;

impl LineForm {
    /// Writes the answer to a line or, as JSON, each item of its list.
    ///
    /// # Errors
    /// It is too long, or there is no memory for it.
    pub fn write(
        &self,
        number: u64,
        echo: LineEcho<'_>,
        answer: &impl LineAnswer,
        text: &mut LimitedWriter<'_>,
    ) -> io::Result<()> {
        let format = self.settings.output;
        if let (LineFormat::Json, Some(list)) = (format, self.list) {
            let json = limited_writer::whole(|json| answer.write(format, "", json))?;
            write_items(number, echo.echo(), list, str::from_utf8(&json).expect("JSON is text"), text.buffer);
            return Ok(());
        }
        self.begin(number, echo, text.buffer);
        let brace = text.buffer.len();
        answer.write(format, if self.list.is_some() { "\n" } else { " | " }, text)?;
        match format {
            LineFormat::Json => join(text.buffer, brace),
            LineFormat::Text => {}
            LineFormat::Columns(separator) => separator.push(None, text.buffer),
        }
        text.write_all(b"\n")
    }

    /// Writes the problem of a line.
    pub fn write_problem(&self, number: u64, echo: LineEcho<'_>, problem: Problem, text: &mut Vec<u8>) {
        if self.list.is_some() && self.settings.output == LineFormat::Json {
            text.push(b'{');
            push_own(number, echo.echo(), text);
        } else {
            self.begin(number, echo, text);
        }
        let code = problem.code().name();
        match self.settings.output {
            LineFormat::Json => {
                let document = problem.truncated(MOST_PER_LINE).document(None, &self.settings.public_url);
                push(PROBLEM, &document, text);
                text.push(b'}');
            }
            LineFormat::Text => {
                let told = format!("error {code} line {number}: {}", problem.told());
                text.extend_from_slice(told.as_bytes());
            }
            LineFormat::Columns(separator) => {
                let told = format!("{code}: {}", problem.told()).replace('\\', "\\\\");
                let escaped = told.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
                self.added.iter().for_each(|_| separator.push(None, text));
                separator.push(Some(escaped.as_bytes()), text);
            }
        }
        text.push(b'\n');
    }

    /// Completes a line without a puzzle by the names of the columns and of that of problems, if it is a header, or by as many
    /// nulls, so that it keeps its place. In JSON, nulls become the members that an answer would add.
    pub fn write_columns(&self, echo: LineEcho<'_>, is_header: bool, text: &mut Vec<u8>) {
        match self.settings.output {
            LineFormat::Json if self.extends && !is_header => {
                self.begin(0, echo, text);
                self.added.iter().for_each(|name| push(name, b"null", text));
                text.extend_from_slice(b"}\n");
            }
            LineFormat::Columns(separator) => {
                self.begin(0, echo, text);
                let names = self.added.iter().chain(&[PROBLEM]);
                names.for_each(|name| separator.push(is_header.then_some(name.as_bytes()), text));
                text.push(b'\n');
            }
            LineFormat::Json | LineFormat::Text => {}
        }
    }

    /// Begins an answer with what it repeats of its line.
    fn begin(&self, number: u64, echo: LineEcho<'_>, text: &mut Vec<u8>) {
        match self.settings.output {
            LineFormat::Json => {
                text.push(b'{');
                self.push_kept(number, echo, text);
            }
            LineFormat::Text => {}
            LineFormat::Columns(separator) => begin_columns(separator, echo, text),
        }
    }

    /// Begins an object with the whole line, if it is extended and known.
    fn push_kept(&self, number: u64, echo: LineEcho<'_>, text: &mut Vec<u8>) {
        let mut keep = |name: &str, value: &[u8]| {
            if name != PROBLEM {
                push(name, value, text);
            }
        };
        match echo {
            LineEcho::Document(_, Some(document)) if document.starts_with('{') => {
                members(document).flatten().for_each(|(name, value)| keep(&name, value.as_bytes()));
            }
            LineEcho::Document(_, Some(grid)) => keep(GRID, grid.as_bytes()),
            LineEcho::Columns(line, separator, _) if self.extends => {
                let names = &self.settings.columns.names;
                for (i, column) in separator.split(line).enumerate() {
                    let name = names.get(i).cloned().unwrap_or_else(|| format!("column_{}", i + 1));
                    let value = (column != separator.null()).then(|| separator.value(column));
                    keep(&name, quoted(value.as_deref()).as_bytes());
                }
            }
            LineEcho::Line(line) if self.extends => keep(PUZZLE_NAMES[0], quoted(Some(line)).as_bytes()),
            _ => push_own(number, echo.echo(), text),
        }
    }
}

/// Begins an object with the number of its line and the members that identify it.
fn push_own(number: u64, Echo { id, meta }: Echo<'_>, text: &mut Vec<u8>) {
    text.extend_from_slice(b"\"line\":");
    serde_json::to_writer(&mut *text, &number).expect("a number is JSON");
    for (name, value) in [(ID, id), (META, meta)] {
        for part in value.into_iter().flat_map(|value| [",\"", name, "\":", value]) {
            text.extend_from_slice(part.as_bytes());
        }
    }
}

/// Writes an object for each item of the list in an answer.
fn write_items(number: u64, echo: Echo<'_>, list: &str, answer: &str, text: &mut Vec<u8>) {
    let (_, items) = members(answer).flatten().find(|(name, _)| name == list).expect("the list");
    let items: Option<Vec<&RawValue>> = serde_json::from_str(items).expect("a list of objects");
    for item in items.into_iter().flatten() {
        text.push(b'{');
        push_own(number, echo, text);
        let brace = text.len();
        text.extend_from_slice(item.get().as_bytes());
        join(text, brace);
        text.push(b'\n');
    }
}

/// Writes the columns before the answer.
fn begin_columns(separator: Separator, echo: LineEcho<'_>, text: &mut Vec<u8>) {
    let start = text.len();
    let mut missing = 0;
    match echo {
        LineEcho::Columns(line, own, lacking) => {
            // A quote that does not end would take the columns that follow.
            if own == separator && own.open_column(line).is_none() {
                text.extend_from_slice(line);
            } else {
                for column in own.split(line) {
                    separator.push((column != own.null()).then_some(&*own.value(column)), text);
                }
                text.remove(start);
            }
            missing = lacking;
        }
        // A line may have tabs. A puzzle of several lines becomes one.
        LineEcho::Line(line) if separator == Separator::Tab => {
            text.extend(
                encoding::text(line).bytes().map(|byte| if byte == WITHIN.as_bytes()[0] { b' ' } else { byte }),
            );
        }
        LineEcho::Line(line) => separator.write(encoding::text(line).as_bytes(), text),
        LineEcho::Document(Echo { id: Some(id), .. }, _) => separator.write(id.as_bytes(), text),
        LineEcho::Document(..) => text.extend_from_slice(separator.null()),
        LineEcho::Nothing(columns) => {
            text.extend_from_slice(if columns > 0 { separator.null() } else { b"" });
            missing = columns.saturating_sub(1);
        }
    }
    (0..missing).for_each(|_| separator.push(None, text));
}

/// A string or a null as JSON.
fn quoted(text: Option<&[u8]>) -> String {
    serde_json::Value::from(text.map(encoding::text)).to_string()
}

/// Continues an object that has no closing brace yet with a member.
fn push(name: &str, value: &[u8], text: &mut Vec<u8>) {
    if text.last() != Some(&b'{') {
        text.push(b',');
    }
    serde_json::to_writer(&mut *text, name).expect("a name is JSON");
    text.push(b':');
    text.extend_from_slice(value);
}

/// Joins an object that has no closing brace yet and the one that begins here.
fn join(text: &mut Vec<u8>, brace: usize) {
    if text[brace - 1] == b'{' {
        text.remove(brace);
    } else {
        text[brace] = b',';
    }
}
