//! What only tools have: a language model reads every byte of a list of tools, and of an answer.

use super::AnyOperation;
use super::problem::{ErrorList, Pointer, Problem, RequestError};

/// Options that serve programs. A tool takes them, but does not list them.
pub const UNLISTED: [&str; 7] = ["distinct", "first", "generator", "notation", "order", "uniqueness", "views"];

/// Maximum length in bytes of the text of an answer, and of its data, if an option says how many items it has.
pub const LONGEST: usize = 8 * 1024;

/// The options that say how many items an answer has.
const NUMBERS: [&str; 3] = ["limit", "count", "max_solutions"];

/// The problem of an answer of this length, if it is too long.
pub fn too_long(operation: &AnyOperation, length: usize) -> Option<Problem> {
    let number = NUMBERS.into_iter().find(|number| operation.names.contains(number))?;
    (length > LONGEST).then(|| {
        let detail = format!(
            "the answer would have {length} bytes, more than {LONGEST}; ask for fewer items, or for less of each"
        );
        Problem::invalid_request(ErrorList::of(RequestError::at(&Pointer::root().member(number), detail)))
    })
}
