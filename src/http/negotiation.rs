//! Content negotiation: the format of an answer, and the quality values of `Accept` and `Accept-Encoding`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderMap, HeaderName, header};

/// The format of a request or an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `application/json`, or `application/problem+json` for a problem.
    Json,
    /// `text/plain`.
    Text,
}

impl Form {
    fn other(self) -> Self {
        match self {
            Self::Json => Self::Text,
            Self::Text => Self::Json,
        }
    }
}

/// The form of the answer to a request; an extension of the request.
///
/// `Accept` determines it if it names a form. Otherwise the answer has the form of the request, which is known only
/// once the body has been read. The edge reads it when it writes the answer.
#[derive(Clone, Debug)]
pub struct AnswerForm {
    preference: Preference,
    request_is_text: Arc<AtomicBool>,
}

impl AnswerForm {
    /// Creates it for a request with these headers, which has this form as far as is known.
    pub fn new(headers: &HeaderMap, request: Form) -> Self {
        let form = Self { preference: Preference::of(headers), request_is_text: Arc::default() };
        form.set_request(request);
        form
    }

    /// Records the form of the request.
    pub fn set_request(&self, form: Form) {
        self.request_is_text.store(form == Form::Text, Ordering::Relaxed);
    }

    /// The form in which to write the answer.
    pub fn get(&self) -> Form {
        let request = if self.request_is_text.load(Ordering::Relaxed) { Form::Text } else { Form::Json };
        match self.preference {
            Preference::Form(form) => form,
            Preference::NotForm(form) if form == request => request.other(),
            Preference::NotForm(_) | Preference::None => request,
        }
    }
}

/// The preference that `Accept` expresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Preference {
    /// It prefers this form.
    Form(Form),
    /// It excludes this form with a quality of 0, and accepts any other form.
    NotForm(Form),
    /// It accepts neither form, or does not say.
    None,
}

impl Preference {
    fn of(headers: &HeaderMap) -> Self {
        let json = quality(headers, |range| {
            if is_json(range) {
                Some(Specificity::Exact)
            } else {
                range.eq_ignore_ascii_case("application/*").then_some(Specificity::Range)
            }
        });
        let text = quality(headers, |range| {
            if range.eq_ignore_ascii_case("text/plain") {
                Some(Specificity::Exact)
            } else {
                range.eq_ignore_ascii_case("text/*").then_some(Specificity::Range)
            }
        });
        let accepts_any = qualities(headers, &header::ACCEPT).any(|(range, quality)| range == "*/*" && quality > 0.0);
        match (json, text) {
            (Some(json), text) if json > 0.0 && json >= text.unwrap_or(0.0) => Self::Form(Form::Json),
            (_, Some(text)) if text > 0.0 => Self::Form(Form::Text),
            (Some(_), None) if accepts_any => Self::NotForm(Form::Json),
            (None, Some(_)) if accepts_any => Self::NotForm(Form::Text),
            (_, _) => Self::None,
        }
    }
}

/// How closely a media range names a form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    Range,
    Exact,
}

/// The highest quality among the ranges that name a form most specifically; `None` if no range names it.
fn quality(headers: &HeaderMap, names: impl Fn(&str) -> Option<Specificity>) -> Option<f32> {
    let named = qualities(headers, &header::ACCEPT).filter_map(|(range, quality)| Some((names(range)?, quality)));
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

/// Whether a media type is JSON, or another type with the syntax of JSON.
fn is_json(media_type: &str) -> bool {
    let suffix = media_type.as_bytes().last_chunk::<5>();
    media_type.eq_ignore_ascii_case("application/json") || suffix.is_some_and(|end| end.eq_ignore_ascii_case(b"+json"))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn check(accept: &'static str, own: Form, expected: Form) {
        let headers = [(header::ACCEPT, HeaderValue::from_static(accept))].into_iter().collect();
        let form = AnswerForm::new(&headers, own);
        assert_eq!(form.get(), expected, "Accept: {accept}, the request is {own:?}");
    }

    #[test]
    fn the_most_specific_range_decides() {
        for own in [Form::Json, Form::Text] {
            check("application/json", own, Form::Json);
            check("application/*", own, Form::Json);
            check("application/problem+json", own, Form::Json);
            check("text/plain", own, Form::Text);
            check("text/*", own, Form::Text);
            check("text/plain, application/json", own, Form::Json);
            check("text/plain;q=0.9, application/json;q=0.8", own, Form::Text);
            check("text/plain; Q=0.1, application/json ; q = 0.2", own, Form::Json);
            check("text/plain;q=0, text/*", own, own);
            check("application/json;q=0, application/*", own, own);
            check("application/json;q=0, text/plain;q=0.001", own, Form::Text);
        }
    }

    #[test]
    fn a_form_that_is_excluded_is_not_used_while_there_is_another() {
        for own in [Form::Json, Form::Text] {
            check("application/json;q=0, */*", own, Form::Text);
            check("text/plain;q=0, */*", own, Form::Json);
            check("application/json;q=0, text/plain;q=0", own, own);
            check("application/json;q=0", own, own);
            check("text/plain;q=0", own, own);
        }
    }

    #[test]
    fn otherwise_the_answer_has_the_form_of_the_request() {
        for own in [Form::Json, Form::Text] {
            for accept in ["*/*", "", "image/png", "*/*;q=0"] {
                check(accept, own, own);
            }
        }
    }

    #[test]
    fn the_form_of_the_request_may_become_known_later() {
        let form = AnswerForm::new(&HeaderMap::new(), Form::Text);
        form.clone().set_request(Form::Json);
        assert_eq!(form.get(), Form::Json);
    }
}
