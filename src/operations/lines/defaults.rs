//! The options of a batch.

use super::echo::{ID, META};
use super::line::LineAnswer as _;
use super::settings::{BatchOptions, LineFormat, LineSettings};
use crate::operations::operation::Operation;
use crate::operations::options::Options;
use crate::operations::problem::Problem;
use crate::operations::reading::names::{GRID, PROBLEM};
use crate::operations::reading::{Arguments, Fields};
use crate::pool::Class;
use crate::sudoku::notation::PUZZLE_NAMES;

/// The options of a batch, for each line that does not set its own.
#[derive(Clone, Debug)]
pub struct Defaults<O> {
    /// The options.
    pub options: O,
    /// What they were read from.
    pub arguments: Arguments,
    /// The names of the members of a line, besides the grid.
    pub members: Vec<&'static str>,
    /// The names that the member with the grid may have in lines whose other members are no options, in order of preference.
    pub grids: Vec<String>,
    /// Whether an option names that member.
    pub is_named: bool,
    /// The names of the members that an answer adds to the object of its line.
    pub taken: Vec<&'static str>,
    /// The names of the columns that an answer adds.
    pub columns: Vec<&'static str>,
    /// The format of the answers.
    output: LineFormat,
    /// Whether the memory for answers is shared.
    pub is_shared: bool,
    /// Whether the work on a line may take seconds.
    pub is_heavy: bool,
}

impl<O: Options> Defaults<O> {
    /// Reads the options of this operation.
    ///
    /// # Errors
    /// Every invalid option.
    pub fn read<T: Operation<Options = O>>(settings: &LineSettings) -> Result<Self, Problem> {
        let LineSettings { arguments, output, columns, is_shared, .. } = settings;
        let mut fields = Fields::of_arguments(arguments, &[O::NAMES, BatchOptions::NAMES].concat());
        BatchOptions::read(&mut fields);
        let options = read_options::<T>(&mut fields, *output, *is_shared);
        fields.finish_options()?;
        let added = T::columns(&options).unwrap_or_else(|| T::Line::NAMES.to_vec());
        let grids = match &columns.member {
            Some(member) => vec![member.clone()],
            None => [GRID].into_iter().chain(PUZZLE_NAMES).map(str::to_owned).collect(),
        };
        Ok(Self {
            arguments: arguments.clone(),
            members: [&[ID, META], O::NAMES].concat(),
            grids,
            is_named: columns.member.is_some(),
            taken: if settings.explode { Vec::new() } else { [&added[..], &[PROBLEM]].concat() },
            columns: added,
            is_heavy: T::ABOUT.class == Class::Heavy || T::heavy(&options).is_some(),
            output: *output,
            is_shared: *is_shared,
            options,
        })
    }

    /// Reads the options of a line, which take precedence.
    pub fn read_line<'a, T: Operation<Options = O>>(&'a self, fields: &mut Fields<'a>) -> O {
        fields.add_defaults(&self.arguments, O::NAMES);
        let options = read_options::<T>(fields, self.output, self.is_shared);
        // The threads and the columns of a batch are chosen before its lines are read.
        let is_fixed = self.is_shared || matches!(self.output, LineFormat::Columns(_));
        if let Some(name) = T::heavy(&options).filter(|_| is_fixed && !self.is_heavy) {
            fields.forbid(name, "only lines of a batch that has this option, too, may have it");
        }
        options
    }
}

/// Reads options, of a batch or of a line. Rejects one whose part of the answer has no place in the format of the answers or
/// in the memory that they share with others.
fn read_options<T: Operation>(fields: &mut Fields<'_>, output: LineFormat, is_shared: bool) -> T::Options {
    let options = T::Options::read(fields);
    T::check(&options, fields);
    if let Some(name) = T::unfit(&options, output) {
        fields.forbid(name, "this answer does not fit into text or columns; write a JSON document per line (ndjson)");
    }
    if let Some(name) = T::too_long(&options).filter(|_| is_shared) {
        fields.forbid(name, "a batch has no room for such long answers; send one puzzle at a time, or use the command");
    }
    options
}
