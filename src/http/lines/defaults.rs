//! The options of a batch.

use crate::http::problem::Problem;
use crate::http::request::{Options, Parameters};

/// The member of a line of JSON that its answer repeats unchanged.
pub const ID: &str = "id";

/// The options of a batch, for each line that does not set its own.
#[derive(Clone, Debug)]
pub struct Defaults<O> {
    /// The options.
    pub options: O,
    /// The query that they were read from.
    pub query: String,
    /// The members that a line of JSON may have besides its grid.
    pub members: Vec<&'static str>,
}

impl<O: Options> Defaults<O> {
    /// Reads the options from a query.
    ///
    /// # Errors
    /// Every invalid parameter.
    pub fn read(query: &str) -> Result<Self, Problem> {
        let Parameters(options) = Parameters::read(query)?;
        let members = [&[ID], O::NAMES].concat();
        Ok(Self { options, query: query.to_owned(), members })
    }
}
