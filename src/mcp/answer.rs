//! The answers to requests.

use serde_json::{Value, json};

use super::Era;
use crate::operations::answer::format::Format;
use crate::operations::answer::verdict::Verdict;
use crate::operations::problem::{ErrorList, Place, Problem, RequestError};
use crate::operations::{AnyOperation, Call};

/// Maximum length in bytes of the text of an answer, and of its data, if an option says how many items it has. A language model
/// reads every byte of it.
const LONGEST: usize = 8 * 1024;

/// The options that say how many items an answer has, of which a count of solutions has none.
const NUMBERS: [&str; 3] = ["limit", "max_solutions", "count"];

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status over HTTP.
    pub status: u16,
    /// The message.
    pub text: Vec<u8>,
}

/// A call of a tool.
pub struct ToolCall {
    /// The operation.
    pub operation: &'static AnyOperation,
    /// The call, or every error of its arguments.
    pub call: Result<Box<dyn Call>, Problem>,
    /// How to answer it.
    pub request: Request,
}

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its id, as written.
    pub id: String,
    pub(super) era: Era,
}

impl Request {
    /// The answer with these members, which are JSON without braces.
    pub(super) fn result(&self, members: &str) -> Vec<u8> {
        let Self { id, era } = self;
        match era {
            Era::Legacy => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{{members}}}}}"#),
            Era::Current => format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete",{members},"_meta":{{"io.modelcontextprotocol/serverInfo":{}}}}}}}"#,
                server_info()
            ),
        }
        .into_bytes()
    }

    /// The answer with what an operation found. The call must have run.
    ///
    /// # Errors
    /// It is too long for a model.
    pub fn answered(&self, operation: &AnyOperation, call: &dyn Call) -> Result<Vec<u8>, Problem> {
        let [text, json] = [Format::Text, Format::Json].map(|format| text_of(call.write(format)));
        check_length(operation, call.verdict(), text.len().max(json.len()))?;
        // Older revisions allow only an object.
        let json = if json.starts_with('[') { format!(r#"{{"{}":{json}}}"#, operation.about.name) } else { json };
        Ok(self.result(&content(&text, &json)))
    }

    /// The answer with a problem.
    pub fn problem(&self, problem: &Problem, public_url: &str) -> Vec<u8> {
        let json = text_of(problem.document(None, public_url));
        self.result(&format!(r#"{},"isError":true"#, content(&problem.line(), &json)))
    }
}

/// Rejects an answer of this length with this verdict, if it is too long.
fn check_length(operation: &AnyOperation, verdict: Option<Verdict>, length: usize) -> Result<(), Problem> {
    // No option makes conflicts fewer. A grid has at most 108, and then five repairs are as long.
    let longest = if verdict == Some(Verdict::Conflict) { 4 * LONGEST } else { LONGEST };
    match NUMBERS.into_iter().find(|number| operation.names.contains(number)) {
        Some(number) if length > longest => {
            let detail = format!(
                "the answer would have {length} bytes, more than {longest}; ask for fewer items, or for less of each"
            );
            Err(Problem::invalid_request(ErrorList::of(RequestError::at(&Place::root().member(number), detail))))
        }
        _ => Ok(()),
    }
}

/// The members of a result: the text that a model reads, and the same as data.
fn content(text: &str, json: &str) -> String {
    format!(r#""content":[{{"type":"text","text":{}}}],"structuredContent":{json}"#, Value::from(text))
}

fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("answers are text")
}

/// The name and version of the service.
pub(super) fn server_info() -> Value {
    json!({"name": env!("CARGO_PKG_NAME"), "title": "Sudoku", "version": env!("CARGO_PKG_VERSION")})
}
