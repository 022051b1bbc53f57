//! A body that is the only part of a form, as `curl -F` and pages send a file.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use futures_util::stream::try_unfold;
use multer::{Field, Multipart, parse_boundary};

use crate::operations::problem::{Code, Problem};

/// Why the rest of a body is not read.
#[derive(Debug)]
pub struct Several;

impl fmt::Display for Several {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the form has several parts; send the one with the puzzles, and options in the query")
    }
}

impl Error for Several {}

/// The text between the parts of the form that a request has as its body, if it has one.
pub fn boundary(headers: &HeaderMap) -> Option<String> {
    const PARTS: &str = "multipart/";
    let written = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let is_form = written.get(..PARTS.len()).is_some_and(|start| start.eq_ignore_ascii_case(PARTS));
    is_form.then(|| parse_boundary(written).ok()).flatten()
}

/// The request with the only part of its form as its body.
///
/// # Errors
/// The form has no part, or its first part does not begin within this time.
pub async fn unwrapped(request: Request, boundary: String, time: Duration) -> Result<Request, Problem> {
    let (mut head, body) = request.into_parts();
    let mut form = Multipart::new(body.into_data_stream(), boundary);
    let malformed =
        |why: &dyn fmt::Display| Problem::new(Code::IncompleteBody, format!("the form cannot be read: {why}"));
    let first =
        tokio::time::timeout(time, form.next_field()).await.map_err(|_| malformed(&"its first part is late"))?;
    let part = first.map_err(|error| malformed(&error))?.ok_or_else(|| malformed(&"it has no part"))?;
    head.headers.remove(header::CONTENT_LENGTH);
    let media_type = part.content_type().and_then(|media_type| HeaderValue::try_from(media_type.as_ref()).ok());
    match media_type {
        Some(media_type) => head.headers.insert(header::CONTENT_TYPE, media_type),
        None => head.headers.remove(header::CONTENT_TYPE),
    };
    Ok(Request::from_parts(head, Body::from_stream(try_unfold(Some((form, part)), next))))
}

type Rest<'a> = Option<(Multipart<'a>, Field<'a>)>;

/// The next piece of the part, after which no other may follow.
async fn next(rest: Rest<'_>) -> Result<Option<(Bytes, Rest<'_>)>, BoxError> {
    let Some((mut form, mut part)) = rest else { return Ok(None) };
    if let Some(piece) = part.chunk().await? {
        return Ok(Some((piece, Some((form, part)))));
    }
    drop(part);
    match form.next_field().await? {
        None => Ok(None),
        Some(_) => Err(Several.into()),
    }
}
