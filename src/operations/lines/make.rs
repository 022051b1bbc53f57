//! The lines of a batch of an operation, with the options of the batch.

use super::echo::{ID, META};
use super::line::{LineAnswer as _, LineWriter};
use super::settings::{BatchOptions, LineFormat, LineSettings};
use crate::operations::operation::Operation;
use crate::operations::options::Options as _;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::names::PROBLEM;
use crate::operations::reading::{Fields, SentGrid};
use crate::pool::Class;

/// Lines that are answered by an operation.
pub struct Lines<O: Operation> {
    /// How they are read, and the limits of the work on one.
    pub settings: LineSettings,
    /// The options of the batch, for each line that does not set its own.
    pub options: O::Options,
    /// The names of the members of a line, besides the grid.
    pub members: Vec<&'static str>,
    /// Whether the work on a line may take seconds.
    pub is_heavy: bool,
    /// How their answers are written.
    pub writer: LineWriter,
}

impl<O: Operation<Input = SentGrid>> Lines<O> {
    /// The lines with these settings.
    ///
    /// # Errors
    /// Every invalid option.
    pub fn new(settings: LineSettings) -> Result<Self, Problem> {
        let LineSettings { input, output, arguments, columns, is_shared, .. } = &settings;
        let mut fields = Fields::of_arguments(arguments, &[O::Options::NAMES, BatchOptions::NAMES].concat());
        BatchOptions::read(&mut fields);
        let options = options::<O>(&mut fields, *output, *is_shared);
        fields.finish_options()?;
        let added = O::columns(&options).unwrap_or_else(|| O::Line::NAMES.to_vec());
        let list = O::LIST.filter(|_| settings.explode).map(|list| list.name);
        let taken = added.iter().chain(&[PROBLEM]).find(|added| columns.names.iter().any(|name| name == *added));
        let refused = match (taken, list) {
            _ if O::EXTENDS && *input == LineFormat::Json && *output != LineFormat::Json => Some(
                "the other members of JSON documents fit neither text nor columns; write JSON documents (ndjson)"
                    .to_owned(),
            ),
            (Some(name), _) if O::EXTENDS => {
                Some(format!("the header has a column `{name}` already; leave that field out, or rename the column"))
            }
            (_, Some(list)) if added != [list] => {
                Some(format!("only the field `{list}` can be exploded; ask for it alone"))
            }
            _ => None,
        };
        if let Some(why) = refused {
            return Err(Problem::new(Code::InvalidRequest, why));
        }
        Ok(Self {
            members: [&[ID, META], O::Options::NAMES].concat(),
            is_heavy: O::ABOUT.class == Class::Heavy || O::heavy(&options).is_some(),
            writer: LineWriter {
                format: settings.output,
                added,
                extends: O::EXTENDS,
                names: settings.columns.names.clone(),
                list,
                public_url: settings.public_url.clone(),
            },
            options,
            settings,
        })
    }

    /// The options of a line of JSON, which take precedence over those of the batch.
    pub fn read_options<'a>(&'a self, fields: &mut Fields<'a>) -> O::Options {
        let LineSettings { output, arguments, is_shared, .. } = &self.settings;
        fields.add_defaults(arguments, O::Options::NAMES);
        let options = options::<O>(fields, *output, *is_shared);
        // The threads and the columns of a batch are chosen before its lines are read.
        let is_fixed = *is_shared || matches!(output, LineFormat::Columns(_));
        if let Some(name) = O::heavy(&options).filter(|_| is_fixed && !self.is_heavy) {
            fields.forbid(name, "only lines of a batch that has this option, too, may have it");
        }
        options
    }
}

/// Reads options, of a batch or of a line. Rejects one whose part of the answer has no place in the format of the answers or
/// in the memory that they share with others.
fn options<O: Operation>(fields: &mut Fields<'_>, output: LineFormat, is_shared: bool) -> O::Options {
    let options = O::Options::read(fields);
    O::check(&options, fields);
    if let Some(name) = O::unfit(&options, output) {
        fields.forbid(name, "this answer does not fit into text or columns; write a JSON document per line (ndjson)");
    }
    if let Some(name) = O::too_long(&options).filter(|_| is_shared) {
        fields.forbid(name, "a batch has no room for such long answers; send one puzzle at a time, or use the command");
    }
    options
}
