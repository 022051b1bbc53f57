//! Content negotiation: the format of an answer, and the quality values of `Accept` and `Accept-Encoding`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{Extensions, HeaderMap, HeaderName, header};

use super::request::media_type::BodyFormat;
use crate::operations::answer::format::{AnswerForm, FORMAT, FORMS, Format, PictureFormat};

/// The form of the answer to a request; an extension of the request.
///
/// The parameter `format` determines the format, otherwise `Accept`. If neither names one, the answer has the format of the
/// request, which is known only once the body has been read. The edge reads it when it writes the answer.
#[derive(Clone, Debug)]
pub struct AnswerFormat {
    accepted: Option<Format>,
    picture: Option<PictureFormat>,
    prefers_html: bool,
    request_is_text: Arc<AtomicBool>,
}

impl AnswerFormat {
    /// The format of the answer to a request with these headers and this query, whose body has not been read.
    pub fn of(headers: &HeaderMap, query: Option<&str>) -> Self {
        let accept = Accept::of(headers);
        let (accepted, picture) = match query.and_then(named) {
            Some(AnswerForm::Written(format)) => (Some(format), None),
            Some(AnswerForm::Picture(format)) => (accept.format(), Some(format)),
            None => (accept.format(), accept.picture()),
        };
        let format = Self { accepted, picture, prefers_html: accept.prefers_html(), request_is_text: Arc::default() };
        format.set_request(BodyFormat::format_of_unread(headers));
        format
    }

    /// Records the form of the request.
    pub fn set_request(&self, format: Format) {
        self.request_is_text.store(format == Format::Text, Ordering::Relaxed);
    }

    /// The format in which to write an answer that is no picture.
    pub fn get(&self) -> Format {
        let request = if self.request_is_text.load(Ordering::Relaxed) { Format::Text } else { Format::Json };
        self.accepted.unwrap_or(request)
    }

    /// Whether the client prefers a page to JSON.
    pub fn prefers_html(&self) -> bool {
        self.prefers_html
    }

    /// The format of the picture that the client prefers to a document, if it does.
    pub fn picture(&self) -> Option<PictureFormat> {
        self.picture
    }
}

/// Whether the client prefers a page to JSON.
pub fn prefers_html(request: &Extensions) -> bool {
    request.get::<AnswerFormat>().is_some_and(AnswerFormat::prefers_html)
}

/// The form that a query names. A word that is no form is an error of the request, which the operation finds.
fn named(query: &str) -> Option<AnswerForm> {
    let (_, word) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == FORMAT)?;
    FORMS.iter().find(|(form, _)| *form == word).map(|&(_, form)| form)
}

/// What `Accept` says, found in one pass.
#[derive(Default)]
struct Accept {
    json: Option<Range>,
    text: Option<Range>,
    svg: Option<Range>,
    png: Option<Range>,
    html: f32,
    plain_json: f32,
    any: bool,
}

/// The quality of a range that names a format exactly, or of its wildcard. An exact one counts more.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Range {
    is_exact: bool,
    quality: f32,
}

impl Accept {
    fn of(headers: &HeaderMap) -> Self {
        let mut accept = Self::default();
        for (range, quality) in qualities(headers, &header::ACCEPT) {
            let is = |name| range.eq_ignore_ascii_case(name);
            let better = |best: Option<Range>, is_exact, wildcard| {
                let this = Some(Range { is_exact, quality }).filter(|_| is_exact || is(wildcard));
                if this > best { this } else { best }
            };
            accept.json = better(accept.json, is_json(range), "application/*");
            accept.text = better(accept.text, is("text/plain"), "text/*");
            accept.svg = better(accept.svg, is(PictureFormat::Svg.media_type()), "image/*");
            accept.png = better(accept.png, is(PictureFormat::Png.media_type()), "image/*");
            if is("text/html") {
                accept.html = accept.html.max(quality);
            }
            if is("application/json") {
                accept.plain_json = accept.plain_json.max(quality);
            }
            accept.any |= range == "*/*" && quality > 0.0;
        }
        accept
    }

    /// The format that is preferred; `None` if neither is accepted, or nothing is said of them.
    fn format(&self) -> Option<Format> {
        let [json, text] = [self.json, self.text].map(|range| range.map(|range| range.quality));
        match (json, text) {
            (Some(json), text) if json > 0.0 && json >= text.unwrap_or(0.0) => Some(Format::Json),
            (_, Some(text)) if text > 0.0 => Some(Format::Text),
            // One format has a quality of 0, and `*/*` accepts the other one.
            (Some(_), None) if self.any => Some(Format::Text),
            (None, Some(_)) if self.any => Some(Format::Json),
            (_, _) => None,
        }
    }

    /// The picture that is preferred to every document. Somebody who also accepts pages follows a link, and gets none.
    fn picture(&self) -> Option<PictureFormat> {
        let quality = |range: Option<Range>| range.map_or(0.0, |range| range.quality);
        let [svg, png] = [self.svg, self.png].map(quality);
        let written = [self.json, self.text].map(quality).into_iter().fold(self.html, f32::max);
        let format = if svg >= png { PictureFormat::Svg } else { PictureFormat::Png };
        (self.html <= 0.0 && svg.max(png) > written).then_some(format)
    }

    fn prefers_html(&self) -> bool {
        self.html > self.plain_json
    }
}

/// Maximum number of items of such a header that are read. A browser sends ten; thousands would take ten times as long as
/// an ordinary request.
const MOST_ITEMS: usize = 100;

/// The items of a header such as `Accept` or `Accept-Encoding`, each with its quality (RFC 9110, section 12.4.2). A
/// quality that is not a number counts as 0. Items beyond [`MOST_ITEMS`] are ignored.
pub fn qualities<'a>(headers: &'a HeaderMap, name: &'a HeaderName) -> impl Iterator<Item = (&'a str, f32)> {
    let lists = headers.get_all(name).iter().filter_map(|list| std::str::from_utf8(list.as_bytes()).ok());
    lists.flat_map(|list| list.split(',')).take(MOST_ITEMS).map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let value = parts.next().unwrap_or_default();
        let quality = parts.find_map(|parameter| {
            let (name, quality) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then(|| quality.trim().parse().unwrap_or(0.0))
        });
        (value, quality.unwrap_or(1.0))
    })
}

/// Whether a media type is `application/json` or has the suffix `+json`.
fn is_json(media_type: &str) -> bool {
    let suffix = media_type.as_bytes().last_chunk::<5>();
    media_type.eq_ignore_ascii_case("application/json") || suffix.is_some_and(|end| end.eq_ignore_ascii_case(b"+json"))
}
