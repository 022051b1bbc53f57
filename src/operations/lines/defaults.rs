//! The options of a batch.

use super::echo::{ID, META};
use crate::operations::operation::Operation;
use crate::operations::options::Options;
use crate::operations::problem::Problem;
use crate::operations::reading::{Arguments, Fields};

/// The options of a batch, for each line that does not set its own.
#[derive(Clone, Debug)]
pub struct Defaults<O> {
    /// The options.
    pub options: O,
    /// What they were read from.
    pub arguments: Arguments,
    /// The names of the members of a line, besides the grid.
    pub members: Vec<&'static str>,
}

impl<O: Options> Defaults<O> {
    /// Reads the options of this operation.
    ///
    /// # Errors
    /// Every invalid option.
    pub fn read<T: Operation<Options = O>>(arguments: Arguments) -> Result<Self, Problem> {
        let mut fields = Fields::of_arguments(&arguments, O::NAMES);
        let options = O::read(&mut fields);
        T::check(&options, &mut fields);
        fields.finish_options()?;
        Ok(Self { options, arguments, members: [&[ID, META], O::NAMES].concat() })
    }
}
