//! The media type of a request body.

use std::borrow::Cow;

use axum::http::{HeaderMap, header};
use mediatype::{MediaType, names};

use crate::operations::answer::format::Format;
use crate::operations::lines::Separator;
use crate::operations::problem::{Code, Problem};

/// The declared format of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyFormat {
    /// JSON, or a type with a `+json` suffix.
    Json,
    /// One JSON document per line.
    JsonLines,
    /// Columns with this separator.
    Columns(Separator),
    /// Read by its content: text, the form type that `curl -d` sends for any data, other types that clients send for text, or no
    /// type at all.
    Text,
    /// A type that no operation reads, or one that cannot be parsed.
    Unsupported,
}

/// The supported media types. None of those for JSON lines is registered, but all are in use.
const TYPES: [(&str, BodyFormat); 11] = [
    ("application/json", BodyFormat::Json),
    ("text/plain", BodyFormat::Text),
    ("application/x-www-form-urlencoded", BodyFormat::Text),
    ("application/octet-stream", BodyFormat::Text),
    ("text/csv", BodyFormat::Columns(Separator::Comma)),
    ("text/tab-separated-values", BodyFormat::Columns(Separator::Tab)),
    ("text/json", BodyFormat::Text),
    ("application/x-ndjson", BodyFormat::JsonLines),
    ("application/ndjson", BodyFormat::JsonLines),
    ("application/jsonl", BodyFormat::JsonLines),
    ("application/x-jsonlines", BodyFormat::JsonLines),
];

impl BodyFormat {
    /// The format that the headers declare.
    ///
    /// # Errors
    /// A content encoding, or a character set other than UTF-8.
    pub fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        check_content_encoding(headers)?;
        let Some(written) = content_type(headers) else { return Ok(Self::Text) };
        // Most types have no parameters, and need not be parsed.
        if let Some(declared) = Self::named(&written) {
            return Ok(declared);
        }
        let Ok(media_type) = MediaType::parse(&written) else { return Ok(Self::Unsupported) };
        check_charset(&media_type)?;
        if media_type.suffix.is_some_and(|suffix| suffix == names::JSON) {
            return Ok(Self::Json);
        }
        Ok(Self::named(&media_type.essence().to_string()).unwrap_or(Self::Unsupported))
    }

    /// The format of a supported type without parameters.
    fn named(essence: &str) -> Option<Self> {
        TYPES.iter().find(|(name, _)| essence.eq_ignore_ascii_case(name)).map(|&(_, declared)| declared)
    }

    /// The format of a body that has not been read: JSON unless it is declared as text.
    pub fn format_of_unread(headers: &HeaderMap) -> Format {
        match Self::of(headers) {
            Ok(Self::Text | Self::Columns(_)) if headers.contains_key(header::CONTENT_TYPE) => Format::Text,
            Ok(_) | Err(_) => Format::Json,
        }
    }

    /// The format of a body and of its answer.
    pub fn format(self) -> Format {
        match self {
            Self::Text | Self::Columns(_) => Format::Text,
            Self::Json | Self::JsonLines | Self::Unsupported => Format::Json,
        }
    }
}

fn check_content_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    for encoding in headers.get_all(header::CONTENT_ENCODING) {
        if !encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity") {
            let encoding = String::from_utf8_lossy(encoding.as_bytes());
            return Err(unsupported(format!(
                "Content-Encoding {encoding:?} is not supported; send the body uncompressed, or in gzip"
            )));
        }
    }
    Ok(())
}

/// The names of UTF-8, and of UTF-16 with a byte-order mark.
const UNICODE: [&str; 6] = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le"];

/// The names of Windows-1252 and its parts.
const WINDOWS: [&str; 4] = ["windows-1252", "cp1252", "iso-8859-1", "latin1"];

fn check_charset(media_type: &MediaType<'_>) -> Result<(), Problem> {
    for (_, value) in media_type.params.iter().filter(|(name, _)| *name == names::CHARSET) {
        let charset = value.unquoted_str();
        if !UNICODE.iter().chain(&WINDOWS).any(|name| charset.eq_ignore_ascii_case(name)) {
            return Err(unsupported(format!(
                "charset {charset:?} is not supported; send UTF-8, such as `Content-Type: {}; charset=utf-8`",
                media_type.essence().to_string().to_ascii_lowercase()
            )));
        }
    }
    Ok(())
}

/// Whether the headers declare Windows-1252 or a part of it.
pub fn is_windows_1252(headers: &HeaderMap) -> bool {
    let written = content_type(headers).unwrap_or_default();
    let media_type = MediaType::parse(&written).ok();
    let mut parameters = media_type.iter().flat_map(|media_type| media_type.params.iter());
    parameters.any(|(name, value)| {
        *name == names::CHARSET && WINDOWS.iter().any(|name| value.unquoted_str().eq_ignore_ascii_case(name))
    })
}

/// The problem for a body of an unsupported type; `instead` tells what to send.
pub fn unsupported_type(headers: &HeaderMap, instead: &str) -> Problem {
    let written = content_type(headers).unwrap_or_default();
    unsupported(format!("Content-Type {written:?} is not supported; {instead}"))
}

fn unsupported(detail: String) -> Problem {
    Problem::new(Code::UnsupportedMediaType, detail)
}

/// The value of `Content-Type`, unless it is absent or empty.
fn content_type(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let value = headers.get(header::CONTENT_TYPE)?.as_bytes().trim_ascii();
    (!value.is_empty()).then(|| String::from_utf8_lossy(value))
}
