//! The lines of an operation.

use std::sync::Arc;

use super::answer::Lines;
use super::defaults::Defaults;
use super::json::JsonWriter;
use super::line_format::{LineReader, LineWriter};
use super::settings::{LineFormat, LineSettings};
use crate::batch::AnyLines;
use crate::operations::operation::Operation;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::Posed;
use crate::operations::reading::names::PROBLEM;

/// The lines of an operation with these settings.
///
/// # Errors
/// Every invalid option.
pub fn make<O: Operation<Input = Posed>>(settings: LineSettings) -> Result<Arc<dyn AnyLines>, Problem> {
    let defaults = Defaults::read::<O>(&settings)?;
    if O::EXTENDS {
        check(&settings, &defaults.columns)?;
    }
    let list = O::LIST.filter(|_| settings.explode).map(|list| list.name);
    if let Some(list) = list.filter(|list| defaults.columns != [*list]) {
        let why = format!("only the field `{list}` can be exploded; ask for it alone");
        return Err(Problem::new(Code::InvalidRequest, why));
    }
    let LineSettings { input, output, columns, public_url, guesses, chain_nodes, .. } = settings;
    let added = O::EXTENDS.then(|| defaults.columns.clone());
    let writer = LineWriter::new(output, JsonWriter { public_url, added, names: columns.names.clone(), list });
    let reader = LineReader { format: input, columns };
    Ok(Arc::new(Lines::<O> { reader, writer, guesses, chain_nodes, defaults }))
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
