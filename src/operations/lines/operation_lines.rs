//! The lines of a batch of an operation, with the options of the batch.

use super::echo::{ID, META};
use super::line::LineAnswer as _;
use super::settings::{BatchOptions, LineFormat, LineSettings};
use crate::operations::operation::Operation;
use crate::operations::options::Options as _;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::names::PROBLEM;
use crate::operations::reading::{Fields, SentGrid};
use crate::pool::Class;

/// Lines that are answered by an operation.
pub struct Lines<O: Operation> {
    /// The options of the batch, for each line that does not set its own.
    pub options: O::Options,
    /// How they are read, and how their answers are written.
    pub form: LineForm,
}

/// How lines are read, and how their answers are written.
#[derive(Debug)]
pub struct LineForm {
    /// What the face decides about them.
    pub settings: LineSettings,
    /// Whether the work on a line may take seconds.
    pub is_heavy: bool,
    /// The names of the members of a line, besides the grid.
    pub members: Vec<&'static str>,
    /// The names of the columns, or of the members, that an answer adds.
    pub added: Vec<&'static str>,
    /// Whether an answer in JSON is the object of its line, with these members added.
    pub extends: bool,
    /// The list in an answer whose items each get a line of their own.
    pub list: Option<&'static str>,
}

impl LineForm {
    /// Lines with these settings that have no options, to each of which an answer adds these columns or members.
    pub fn new(settings: LineSettings, added: Vec<&'static str>) -> Self {
        Self { settings, is_heavy: false, members: vec![ID, META], added, extends: false, list: None }
    }
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
        let refused = if O::EXTENDS && *input == LineFormat::Json && *output != LineFormat::Json {
            "the other members of JSON documents fit neither text nor columns; write JSON documents (ndjson)".to_owned()
        } else if let Some(name) = taken.filter(|_| O::EXTENDS) {
            format!("the header has a column `{name}` already; leave that field out, or rename the column")
        } else if let Some(list) = list.filter(|list| added != [*list]) {
            format!("only the field `{list}` can be exploded; ask for it alone")
        } else {
            let is_heavy = O::ABOUT.class == Class::Heavy || O::heavy(&options).is_some();
            let members = [&[ID, META], O::Options::NAMES].concat();
            return Ok(Self {
                options,
                form: LineForm { settings, is_heavy, members, added, extends: O::EXTENDS, list },
            });
        };
        Err(Problem::new(Code::InvalidRequest, refused))
    }

    /// The grid of a document and its options, which take precedence over those of the batch.
    ///
    /// # Errors
    /// Every error of the most basic kind that occurred.
    pub fn finish<'a>(&'a self, mut fields: Fields<'a>) -> Result<(SentGrid, O::Options), Problem> {
        let LineSettings { output, arguments, is_shared, .. } = &self.form.settings;
        fields.add_defaults(arguments, O::Options::NAMES);
        let options = options::<O>(&mut fields, *output, *is_shared);
        // The threads and the columns of a batch are chosen before its lines are read.
        let is_fixed = *is_shared || matches!(output, LineFormat::Columns(_));
        if let Some(name) = O::heavy(&options).filter(|_| is_fixed && !self.form.is_heavy) {
            fields.forbid(name, "only lines of a batch that has this option, too, may have it");
        }
        Ok((fields.finish()?, options))
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
