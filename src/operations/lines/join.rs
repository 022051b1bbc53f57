//! The lines of a format, for one operation.

use std::sync::Arc;

use super::answer::Lines;
use super::columns::ColumnLines;
use super::defaults::Defaults;
use super::json::JsonLines;
use super::line_format::LineWriter;
use super::settings::{Columns, LineFormat, LineSettings};
use super::text::TextLines;
use super::work::LineWork;
use crate::batch::AnyLines;
use crate::operations::operation::Operation;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::names::PROBLEM;

/// The lines with these settings, with this work on their puzzles.
///
/// # Errors
/// Every invalid option.
pub fn make<W: LineWork>(settings: LineSettings, work: W) -> Result<Arc<dyn AnyLines>, Problem> {
    let defaults = Defaults::read::<W>(&settings)?;
    if W::Operation::EXTENDS {
        check(&settings, &defaults.columns)?;
    }
    let list = W::Operation::LIST.filter(|_| settings.explode).map(|list| list.name);
    if let Some(list) = list.filter(|list| defaults.columns != [*list]) {
        let why = format!("only the field `{list}` can be exploded; ask for it alone");
        return Err(Problem::new(Code::InvalidRequest, why));
    }
    let LineSettings { input, output, columns, public_url, .. } = settings;
    let writer: Box<dyn LineWriter> = match output {
        LineFormat::Text => Box::new(TextLines { explode: list.is_some(), ..TextLines::default() }),
        LineFormat::Json => Box::new(JsonLines {
            public_url,
            added: W::Operation::EXTENDS.then(|| defaults.columns.clone()),
            names: columns.names.clone(),
            list,
        }),
        LineFormat::Columns(_) => writer(output, public_url),
    };
    Ok(match input {
        LineFormat::Json => Arc::new(Lines { reader: JsonLines::default(), writer, work, defaults }),
        LineFormat::Text => {
            let Columns { rows, header, .. } = columns;
            Arc::new(Lines { reader: TextLines { explode: false, rows, header }, writer, work, defaults })
        }
        LineFormat::Columns(separator) => {
            Arc::new(Lines { reader: ColumnLines { separator, columns }, writer, work, defaults })
        }
    })
}

/// Rejects lines that cannot be extended by columns with these names.
fn check(LineSettings { input, output, columns, .. }: &LineSettings, added: &[&str]) -> Result<(), Problem> {
    let taken = added.iter().chain(&[PROBLEM]).find(|added| columns.names.iter().any(|name| name == *added));
    let why = match taken {
        None if *output == LineFormat::Json => return Ok(()),
        _ if *input == LineFormat::Json => {
            "the other members of JSON documents fit neither text nor columns; write JSON documents (ndjson)".to_owned()
        }
        Some(name) => format!("the header has a column `{name}` already; leave that field out, or rename the column"),
        None => return Ok(()),
    };
    Err(Problem::new(Code::InvalidRequest, why))
}

/// The writer of this format. `public_url` is the URL or path prefix that clients see.
pub fn writer(format: LineFormat, public_url: String) -> Box<dyn LineWriter> {
    match format {
        LineFormat::Json => Box::new(JsonLines { public_url, ..JsonLines::default() }),
        LineFormat::Text => Box::new(TextLines::default()),
        LineFormat::Columns(separator) => Box::new(ColumnLines { separator, columns: Columns::default() }),
    }
}
