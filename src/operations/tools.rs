//! What only tools have: a language model reads every byte of a list of tools, and of an answer.

use super::AnyOperation;
use super::answer::verdict::Verdict;
use super::problem::{ErrorList, Pointer, Problem, RequestError};

/// Options that serve programs.
const UNLISTED: [&str; 10] =
    ["distinct", "doubtful", "first", "generator", "marks", "notation", "order", "uniqueness", "until", "views"];

/// Options that most operations share, so that all take the same document, but that matter to a model only in these.
const LISTED_IN: [(&str, &[&str]); 3] = [
    ("puzzle", &["hint", "reveal", "validate"]),
    ("allow", &["generate", "hint", "rate", "steps"]),
    ("max_rating", &["hint", "rate", "steps"]),
];

/// Whether the tool of an operation lists an option. It takes those that it does not list, too.
pub fn lists(operation: &str, option: &str) -> bool {
    let elsewhere = LISTED_IN.iter().any(|(name, operations)| *name == option && !operations.contains(&operation));
    !UNLISTED.contains(&option) && !elsewhere
}

/// Maximum length in bytes of the text of an answer, and of its data, if an option says how many items it has.
pub const LONGEST: usize = 8 * 1024;

/// The options that say how many items an answer has, of which a count of solutions has none.
const NUMBERS: [&str; 3] = ["limit", "max_solutions", "count"];

/// The problem of an answer of this length with this verdict, if it is too long.
pub fn too_long(operation: &AnyOperation, verdict: Option<Verdict>, length: usize) -> Option<Problem> {
    let number = NUMBERS.into_iter().find(|number| operation.names.contains(number))?;
    // No option makes conflicts fewer. A grid has at most 108, and then five repairs are as long.
    let longest = if verdict == Some(Verdict::Conflict) { 4 * LONGEST } else { LONGEST };
    (length > longest).then(|| {
        let detail = format!(
            "the answer would have {length} bytes, more than {longest}; ask for fewer items, or for less of each"
        );
        Problem::invalid_request(ErrorList::of(RequestError::at(&Pointer::root().member(number), detail)))
    })
}
