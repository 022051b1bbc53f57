//! Which notation a body is in, which form the answer takes, and reading the body within its bounds.

use std::borrow::Cow;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, header};
use http_body_util::BodyExt;

use super::json::{self, Document};
use super::problem::{Code, Problem};
use super::wire::GridError;

/// The verdict, on every answer that has one.
pub const VERDICT: HeaderName = HeaderName::from_static("sudoku-verdict");

/// How a request or an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `application/json`.
    Json,
    /// `text/plain`.
    Text,
}

/// What bounds a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// Its length in bytes.
    pub bytes: usize,
    /// The time until it is complete.
    pub time: Duration,
}

/// A request's body, read and decoded.
pub struct Received {
    /// The body without a byte-order mark.
    pub text: String,
    /// How the body is written.
    pub form: Form,
    /// How the answer is written.
    pub answer: Form,
    /// The query of the request's target, still encoded.
    pub query: Option<String>,
}

/// What a `Content-Type` says of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Declared {
    /// JSON.
    Json,
    /// Text, which is JSON if it begins so.
    Text,
}

/// The character set of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// UTF-8, and so US-ASCII.
    Utf8,
    /// ISO 8859-1.
    Latin1,
}

/// What a body of text is declared to be; a form is what curl declares any data to be, unless it is told otherwise.
pub const TEXT_TYPES: &[&str] = &["", "text/plain", "application/x-www-form-urlencoded"];

/// Reads a body.
///
/// # Errors
/// The type is not supported, the body is too large, too slow or not in its character set.
pub async fn receive(limits: &BodyLimits, request: Request) -> Result<Received, Problem> {
    let (head, body) = request.into_parts();
    let (declared, charset) =
        declared(&head.headers).map_err(|problem| problem.in_form(answer_form(&head.headers, Form::Json)))?;
    let presumed = match declared {
        Declared::Json => Form::Json,
        Declared::Text => Form::Text,
    };
    let early = |problem: Problem| problem.in_form(answer_form(&head.headers, presumed));
    let bytes = read(limits, &head.headers, body).await.map_err(early)?;
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let form = match (declared, bytes.trim_ascii_start().first()) {
        (Declared::Json, _) | (Declared::Text, Some(b'{' | b'[' | b'"')) => Form::Json,
        (Declared::Text, _) => Form::Text,
    };
    let answer = answer_form(&head.headers, form);
    let text = decode(bytes, charset, form).map_err(|problem| problem.in_form(answer))?;
    Ok(Received { text, form, answer, query: head.uri.query().map(str::to_owned) })
}

impl Received {
    /// The body as a JSON document.
    ///
    /// # Errors
    /// It is none.
    pub fn document(&self) -> Result<Document<'_>, Problem> {
        if self.text.trim_ascii().is_empty() {
            return Err(Problem::malformed_json(1, 1, "the body is empty; a JSON document is expected"));
        }
        Document::parse(&self.text).map_err(Problem::from)
    }
}

impl From<json::Malformed> for Problem {
    fn from(malformed: json::Malformed) -> Self {
        Self::malformed_json(malformed.line, malformed.column, &malformed.why)
    }
}

/// The body's length as its head announces it.
pub fn announced_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The problem of a body that could not be read beyond so many bytes.
pub fn incomplete(read: usize, announced: Option<usize>) -> Problem {
    let detail = match announced {
        Some(length) => format!("the body ended after {read} of its {length} bytes"),
        None => format!("after {read} bytes the chunked coding of the body is broken, or ends before the last chunk"),
    };
    Problem::new(Code::IncompleteBody, detail)
}

async fn read(limits: &BodyLimits, headers: &HeaderMap, mut body: Body) -> Result<Bytes, Problem> {
    let too_large = || Problem::new(Code::PayloadTooLarge, format!("the body is larger than {} bytes", limits.bytes));
    if announced_length(headers).is_some_and(|length| length > limits.bytes) {
        return Err(too_large());
    }
    let whole = async {
        let mut first: Option<Bytes> = None;
        let mut rest: Vec<u8> = Vec::new();
        while let Some(frame) = body.frame().await {
            let so_far = if rest.is_empty() { first.as_ref().map_or(0, Bytes::len) } else { rest.len() };
            let frame = frame.map_err(|_| incomplete(so_far, announced_length(headers)))?;
            let Ok(data) = frame.into_data() else { continue };
            if so_far + data.len() > limits.bytes {
                return Err(too_large());
            }
            match &first {
                // Nearly every body comes in one piece, which is taken as it is.
                None => first = Some(data),
                Some(piece) => {
                    if rest.is_empty() {
                        rest.extend_from_slice(piece);
                    }
                    rest.extend_from_slice(&data);
                }
            }
        }
        Ok(if rest.is_empty() { first.unwrap_or_default() } else { rest.into() })
    };
    tokio::time::timeout(limits.time, whole).await.unwrap_or_else(|_| {
        let detail = format!("the body was not complete within {} s", limits.time.as_secs_f64());
        Err(Problem::new(Code::RequestTimeout, detail))
    })
}

fn declared(headers: &HeaderMap) -> Result<(Declared, Charset), Problem> {
    refuse_encoding(headers)?;
    let Some(media_type) = MediaType::of(headers) else { return Ok((Declared::Text, Charset::Utf8)) };
    let declared = if media_type.is_json() {
        Declared::Json
    } else if media_type.is_one_of(TEXT_TYPES) {
        Declared::Text
    } else {
        return Err(media_type.unsupported("send `Content-Type: application/json` or `Content-Type: text/plain`"));
    };
    Ok((declared, media_type.charset()?))
}

/// A body with a content encoding is not read.
///
/// # Errors
/// There is one.
pub fn refuse_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    for encoding in headers.get_all(header::CONTENT_ENCODING) {
        if !encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity") {
            let encoding = String::from_utf8_lossy(encoding.as_bytes());
            let detail = format!("Content-Encoding {encoding:?} is not supported; send the body as it is");
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
    }
    Ok(())
}

/// A `Content-Type`.
pub struct MediaType<'a> {
    written: Cow<'a, str>,
}

impl<'a> MediaType<'a> {
    /// The type that a body is declared to have, if it is declared.
    pub fn of(headers: &'a HeaderMap) -> Option<Self> {
        let value = headers.get(header::CONTENT_TYPE)?;
        Some(Self { written: String::from_utf8_lossy(value.as_bytes()) })
    }

    /// Whether it is one of these types, with whatever parameters.
    pub fn is_one_of(&self, types: &[&str]) -> bool {
        types.iter().any(|name| self.essence().eq_ignore_ascii_case(name))
    }

    /// Whether it is JSON, by itself or as the syntax of another type.
    pub fn is_json(&self) -> bool {
        is_json(self.essence())
    }

    fn essence(&self) -> &str {
        self.written.split(';').next().unwrap_or_default().trim()
    }

    /// The problem that says what to send instead.
    pub fn unsupported(&self, instead: &str) -> Problem {
        let detail = format!("Content-Type {:?} is not supported; {instead}", self.written);
        Problem::new(Code::UnsupportedMediaType, detail)
    }

    /// The character set, UTF-8 unless another is named.
    ///
    /// # Errors
    /// One that is not supported is named.
    pub fn charset(&self) -> Result<Charset, Problem> {
        let named = self.written.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
        let charset = |value: &str| match value.trim().trim_matches('"').to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" | "us-ascii" | "ascii" => Ok(Charset::Utf8),
            "iso-8859-1" | "latin1" | "latin-1" => Ok(Charset::Latin1),
            other => Err(Problem::new(
                Code::UnsupportedMediaType,
                format!(
                    "charset {other:?} is not supported; send UTF-8, such as `Content-Type: {}; charset=utf-8`",
                    self.essence().to_ascii_lowercase()
                ),
            )),
        };
        named
            .filter(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
            .map(|(_, value)| charset(value))
            .last()
            .unwrap_or(Ok(Charset::Utf8))
    }
}

/// The form of a request whose body is not looked at: text where it says so, else JSON.
pub fn own_form(headers: &HeaderMap) -> Form {
    match declared(headers) {
        Ok((Declared::Text, _)) if headers.contains_key(header::CONTENT_TYPE) => Form::Text,
        Ok(_) | Err(_) => Form::Json,
    }
}

fn decode(bytes: &[u8], charset: Charset, form: Form) -> Result<String, Problem> {
    match charset {
        Charset::Latin1 => Ok(bytes.iter().copied().map(char::from).collect()),
        Charset::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                let at = error.valid_up_to();
                let (line, character) = json::place_of(bytes, at);
                let byte = bytes[at];
                Err(match form {
                    Form::Json => {
                        Problem::malformed_json(line, character, &format!("the byte 0x{byte:02X} is not UTF-8"))
                    }
                    Form::Text => {
                        let error = GridError {
                            line: Some(line),
                            character: Some(character),
                            found: Some(format!("0x{byte:02X}")),
                            detail: format!("the byte 0x{byte:02X} is not UTF-8"),
                            ..GridError::default()
                        };
                        Problem::invalid_grid(vec![error], "")
                    }
                })
            }
        },
    }
}

/// The form of the answer: what `Accept` asks for, else the form of the request.
pub fn answer_form(headers: &HeaderMap, own: Form) -> Form {
    let (mut json, mut text) = (None::<f32>, None::<f32>);
    for (range, quality) in accepted(headers) {
        let is = |name: &str| range.eq_ignore_ascii_case(name);
        let named = if is_json(range) || is("application/*") {
            &mut json
        } else if is("text/plain") || is("text/*") {
            &mut text
        } else {
            continue;
        };
        *named = Some(named.map_or(quality, |before| before.max(quality)));
    }
    match (json, text) {
        (Some(json), text) if json > 0.0 && json >= text.unwrap_or(0.0) => Form::Json,
        (_, Some(text)) if text > 0.0 => Form::Text,
        _ => own,
    }
}

fn is_json(media_type: &str) -> bool {
    const SUFFIX: &[u8] = b"+json";
    let bytes = media_type.as_bytes();
    media_type.eq_ignore_ascii_case("application/json")
        || bytes.last_chunk().is_some_and(|end: &[u8; SUFFIX.len()]| end.eq_ignore_ascii_case(SUFFIX))
}

/// The media ranges that `Accept` names, each with its quality.
pub fn accepted(headers: &HeaderMap) -> impl Iterator<Item = (&str, f32)> {
    let lists = headers.get_all(header::ACCEPT).iter().filter_map(|list| std::str::from_utf8(list.as_bytes()).ok());
    lists.flat_map(|list| list.split(',')).map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let range = parts.next().unwrap_or_default();
        let quality = parts
            .find_map(|parameter| parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q=")))
            .map_or(1.0, |quality| quality.trim().parse().unwrap_or(0.0));
        (range, quality)
    })
}
