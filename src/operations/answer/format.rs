//! The formats of requests and answers.

/// The format of a request or an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// JSON.
    Json,
    /// Plain text.
    Text,
}
