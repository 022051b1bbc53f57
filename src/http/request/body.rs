//! Reads a body within its limits and determines its format.

use std::borrow::Cow;
use std::error::Error;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;

use super::media_type::{self, BodyFormat};
use super::multipart::Several;
use crate::http::memory::Memory;
use crate::http::negotiation::AnswerFormat;
use crate::http::settings::BodyLimits;
use crate::operations::answer::format::Format;
use crate::operations::problem::{Code, ErrorList, GridError, Problem};
use crate::operations::reading::encoding::{self, Utf16};
use crate::operations::reading::json::{self, Malformed, place_of};
use crate::sudoku::notation::looks_like_json;

/// The bytes of a body.
pub struct RawBody {
    bytes: Bytes,
    declared: Format,
    answer: AnswerFormat,
}

/// The text of a body.
pub struct TextBody<'a> {
    /// The body without a byte-order mark.
    pub text: &'a str,
    /// Its format.
    pub format: Format,
    /// The format that its media type declares.
    pub declared: Format,
}

/// Reads the body of a request.
///
/// # Errors
/// The media type is not supported, the body is too large, too slow or incomplete, or there is no memory for it.
pub async fn read(limits: &BodyLimits, memory: &Memory, head: &Parts, body: Body) -> Result<RawBody, Problem> {
    let declared = BodyFormat::of(&head.headers)?;
    if matches!(declared, BodyFormat::Unsupported | BodyFormat::JsonLines) {
        let instead = "send `Content-Type: application/json` or `Content-Type: text/plain`";
        return Err(media_type::unsupported_type(&head.headers, instead));
    }
    let declared = declared.format();
    let answer = head.extensions.get::<AnswerFormat>().expect("the edge adds it").clone();
    answer.set_request(declared);
    let announced = announced_length(&head.headers);
    if announced.is_some_and(|length| length > limits.bytes) {
        return Err(too_large(limits));
    }
    let held = memory.hold(announced.unwrap_or(limits.bytes))?;
    let bytes = read_bytes(limits, announced, body).await?;
    let is_windows = !bytes.is_ascii() && media_type::is_windows_1252(&head.headers);
    let bytes = decoded(bytes, declared, is_windows);
    Ok(RawBody { bytes: held.tie_to(bytes), declared, answer })
}

/// A body in UTF-8, if it is in UTF-16 with a byte-order mark, or in Windows-1252 and declared so or text.
fn decoded(bytes: Bytes, declared: Format, is_windows: bool) -> Bytes {
    let is_text = |plain: &[u8]| {
        let has_control = plain.iter().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1A));
        is_windows || declared == Format::Text && !has_control && !looks_like_json(plain.trim_ascii_start())
    };
    match Utf16::default().decode(&bytes) {
        Cow::Owned(decoded) => decoded.into(),
        Cow::Borrowed(plain) if plain.is_ascii() || !is_text(plain) => bytes,
        Cow::Borrowed(plain) => match encoding::text(plain) {
            Cow::Owned(decoded) => decoded.into_bytes().into(),
            Cow::Borrowed(_) => bytes,
        },
    }
}

impl RawBody {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Tells the request's [`AnswerFormat`] that the body has JSON in a form.
    pub fn set_json(&self) {
        self.answer.set_request(Format::Json);
    }

    /// Its text. Tells the request's [`AnswerFormat`] which format it has.
    ///
    /// # Errors
    /// It is not in UTF-8.
    pub fn text(&self) -> Result<TextBody<'_>, Problem> {
        let bytes = encoding::without_mark(&self.bytes);
        let format = if looks_like_json(bytes.trim_ascii_start()) { Format::Json } else { self.declared };
        self.answer.set_request(format);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(TextBody { text, format, declared: self.declared }),
            Err(error) => Err(not_utf8(bytes, error.valid_up_to(), format)),
        }
    }
}

/// The length of a body according to its head, in bytes.
pub fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The problem of a body that ended with this error after so many bytes.
pub fn incomplete(error: &axum::Error, read: usize, announced: Option<usize>) -> Problem {
    if let Some(several) = cause::<Several>(error) {
        return Problem::new(Code::UnsupportedMediaType, several.to_string());
    }
    let detail = if cause::<hyper::Error>(error).is_none() {
        format!("after {read} bytes, the gzip encoding or the form of the body is invalid or ends too early")
    } else if let Some(length) = announced {
        format!("the body ended after {read} of {length} bytes")
    } else {
        format!("after {read} bytes, the chunked encoding of the body is invalid or ends before the last chunk")
    };
    Problem::new(Code::IncompleteBody, detail)
}

/// The error of this type among those that led to this one.
fn cause<T: Error + 'static>(error: &axum::Error) -> Option<&T> {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        next = error.source();
    }
    None
}

fn too_large(limits: &BodyLimits) -> Problem {
    Problem::new(Code::PayloadTooLarge, format!("the body exceeds {} bytes", limits.bytes))
}

async fn read_bytes(limits: &BodyLimits, announced: Option<usize>, mut body: Body) -> Result<Bytes, Problem> {
    let whole = async {
        // Nearly every body arrives in one piece, which is then used without a copy.
        let mut first = Bytes::new();
        let mut rest: Vec<u8> = Vec::new();
        while let Some(frame) = body.frame().await {
            let read = first.len() + rest.len();
            let Ok(data) = frame.map_err(|error| incomplete(&error, read, announced))?.into_data() else { continue };
            if read + data.len() > limits.bytes {
                return Err(too_large(limits));
            }
            if read == 0 { first = data } else { rest.extend_from_slice(&data) }
        }
        Ok(if rest.is_empty() { first } else { [&first[..], &rest].concat().into() })
    };
    tokio::time::timeout(limits.time, whole).await.unwrap_or_else(|_| {
        let detail = format!("the body was not complete within {} s", limits.time.as_secs_f64());
        Err(Problem::new(Code::RequestTimeout, detail))
    })
}

fn not_utf8(bytes: &[u8], at: usize, format: Format) -> Problem {
    let (line, character) = place_of(bytes, at);
    let why = json::not_utf8(bytes, at);
    match format {
        Format::Json => Malformed { line, column: character, why }.into(),
        Format::Text => Problem::invalid_grid(ErrorList::of(GridError {
            line: Some(line),
            character: Some(character),
            found: Some(format!("0x{:02X}", bytes[at])),
            detail: why,
            ..GridError::default()
        })),
    }
}
