//! The errors of the protocol itself. A tool that finds a problem answers with the problem instead.

use serde_json::{Value, json};

use super::answer::Answer;

/// A code of JSON-RPC or of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The message is not JSON.
    Parse = -32700,
    /// The message is not a request.
    InvalidRequest = -32600,
    /// The method does not exist.
    UnknownMethod = -32601,
    /// The parameters are invalid.
    InvalidParameters = -32602,
    /// The headers of the request differ from its message.
    HeaderMismatch = -32020,
    /// The revision of the protocol is not supported.
    UnsupportedVersion = -32022,
}

/// An error of a message.
#[derive(Debug)]
pub struct Fault {
    code: Code,
    status: u16,
    message: String,
    pub(super) data: Option<Value>,
}

impl Fault {
    /// An error with this code, whose answer over HTTP has the status 400.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, status: 400, message: message.into(), data: None }
    }

    /// The same error with another status.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// The answer to the request with this id, as written.
    pub fn answer(&self, id: Option<&str>) -> Answer {
        let mut error = json!({"code": self.code as i32, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        let id = id.unwrap_or("null");
        Answer { status: self.status, text: format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#).into_bytes() }
    }
}
