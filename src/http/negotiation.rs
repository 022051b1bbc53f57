//! Content negotiation: the format of an answer, and the quality values of `Accept` and `Accept-Encoding`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, HeaderName, header};

use crate::operations::answer::format::Format;

/// The format of the answer to a request; an extension of the request.
///
/// `Accept` determines it if it names a format. Otherwise the answer has the format of the request, which is known only
/// once the body has been read. The edge reads it when it writes the answer.
#[derive(Clone, Debug)]
pub struct AnswerFormat {
    accepted: Option<Format>,
    request_is_text: Arc<AtomicBool>,
}

impl AnswerFormat {
    /// The format of the answer to a request with these headers, which has this format as far as is known.
    pub fn new(headers: &HeaderMap, request: Format) -> Self {
        let format = Self { accepted: accepted(headers), request_is_text: Arc::default() };
        format.set_request(request);
        format
    }

    /// Records the form of the request.
    pub fn set_request(&self, format: Format) {
        self.request_is_text.store(format == Format::Text, Ordering::Relaxed);
    }

    /// The format in which to write the answer.
    pub fn get(&self) -> Format {
        let request = if self.request_is_text.load(Ordering::Relaxed) { Format::Text } else { Format::Json };
        self.accepted.unwrap_or(request)
    }
}

/// The format that `Accept` prefers; `None` if it accepts neither format or does not say.
fn accepted(headers: &HeaderMap) -> Option<Format> {
    let json = quality(headers, is_json, "application/*");
    let text = quality(headers, |range| range.eq_ignore_ascii_case("text/plain"), "text/*");
    let accepts_any = qualities(headers, &header::ACCEPT).any(|(range, quality)| range == "*/*" && quality > 0.0);
    match (json, text) {
        (Some(json), text) if json > 0.0 && json >= text.unwrap_or(0.0) => Some(Format::Json),
        (_, Some(text)) if text > 0.0 => Some(Format::Text),
        // One format has a quality of 0, and `*/*` accepts the other one.
        (Some(_), None) if accepts_any => Some(Format::Text),
        (None, Some(_)) if accepts_any => Some(Format::Json),
        (_, _) => None,
    }
}

/// The highest quality among the ranges that name a format exactly or, if there are none, among those that are its
/// wildcard. `None` if no range names the format.
fn quality(headers: &HeaderMap, is_exact: impl Fn(&str) -> bool, wildcard: &str) -> Option<f32> {
    let named = qualities(headers, &header::ACCEPT).filter_map(|(range, quality)| {
        let exact = is_exact(range);
        (exact || range.eq_ignore_ascii_case(wildcard)).then_some((exact, quality))
    });
    named.reduce(|best, other| if other > best { other } else { best }).map(|(_, quality)| quality)
}

/// The items of a header such as `Accept` or `Accept-Encoding`, each with its quality (RFC 9110, section 12.4.2). A
/// quality that is not a number counts as 0.
pub fn qualities<'a>(headers: &'a HeaderMap, name: &'a HeaderName) -> impl Iterator<Item = (&'a str, f32)> {
    let lists = headers.get_all(name).iter().filter_map(|list| std::str::from_utf8(list.as_bytes()).ok());
    lists.flat_map(|list| list.split(',')).map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let value = parts.next().unwrap_or_default();
        let quality = parts.find_map(|parameter| {
            let (name, quality) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then(|| quality.trim().parse().unwrap_or(0.0))
        });
        (value, quality.unwrap_or(1.0))
    })
}

/// Whether the client prefers a page to JSON.
pub fn prefers_html(headers: &HeaderMap) -> bool {
    let quality_of = |wanted: &str| {
        let named = qualities(headers, &header::ACCEPT).filter(|(range, _)| range.eq_ignore_ascii_case(wanted));
        named.map(|(_, quality)| quality).fold(0.0, f32::max)
    };
    quality_of("text/html") > quality_of("application/json")
}

/// Whether a media type is `application/json` or has the suffix `+json`.
fn is_json(media_type: &str) -> bool {
    let suffix = media_type.as_bytes().last_chunk::<5>();
    media_type.eq_ignore_ascii_case("application/json") || suffix.is_some_and(|end| end.eq_ignore_ascii_case(b"+json"))
}
