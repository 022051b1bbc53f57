//! Forms: a text that `curl -d`, a page, or a client that encodes whatever it sends has put into the form of a query.

use std::borrow::Cow;

use crate::operations::reading::names::{GRID, meant, unnumbered};
use crate::sudoku::notation::looks_like_json;

/// Maximum number of fields among which the grid is sought: more than any operation has.
const MOST_FIELDS: usize = 40;

/// What a text is.
#[derive(PartialEq, Eq, Debug)]
pub enum Form<'a> {
    /// The fields of a query.
    Fields(&'a str),
    /// A JSON document that was the value of a lone field, or its name.
    Document(String),
    /// No form.
    Text(Cow<'a, str>),
}

impl<'a> Form<'a> {
    /// What this text is among those that an operation with these names of options reads.
    pub fn of(text: &'a str, names: &[&str]) -> Self {
        let is_encoded = is_encoded(text.trim_ascii_end());
        if !is_encoded && !text.contains('=') {
            return Self::Text(text.into());
        }
        let name = text.split(['=', '&']).next().unwrap_or_default();
        let name = if is_encoded { decoded(name) } else { name.into() };
        let names = [&[GRID], names].concat();
        let is_ours = names.contains(&unnumbered(&name));
        if !is_ours && let Some(document) = lone_document(text.trim_ascii_end(), &name, is_encoded) {
            return Self::Document(document);
        }
        let begins_with_ours = text.contains('=') && (is_ours || is_near(&name, &names));
        if begins_with_ours || has_field(text, GRID) || has_small_fields(text) {
            return Self::Fields(text);
        }
        let is_lone = is_encoded && !text.contains(['=', '&']);
        Self::Text(if is_lone { decoded(text.trim_ascii_end()) } else { text.into() })
    }
}

/// Whether a text is percent-encoded: it has no white space, and something is encoded.
fn is_encoded(text: &str) -> bool {
    let is_code =
        |after: &str| after.as_bytes().first_chunk::<2>().is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
    let mut codes = text.split('%').skip(1).peekable();
    codes.peek().is_some() && codes.all(is_code) && !text.contains(|c: char| c.is_ascii_whitespace())
}

/// The JSON document that is the value of the only field, or its name.
fn lone_document(text: &str, name: &str, is_encoded: bool) -> Option<String> {
    if !is_encoded {
        let value = text.split_once('=').map(|(_, value)| value).filter(|_| is_word(name));
        return value.filter(|value| value.starts_with("{\"")).map(str::to_owned);
    }
    let mut fields = form_urlencoded::parse(text.as_bytes());
    let (Some((name, value)), None) = (fields.next(), fields.next()) else { return None };
    let document = if value.is_empty() { name } else { value };
    looks_like_json(document.as_bytes()).then(|| document.into_owned())
}

/// A text without percent signs and their codes.
fn decoded(text: &str) -> Cow<'_, str> {
    form_urlencoded::parse(text.as_bytes()).next().map(|(name, _)| name).unwrap_or_default()
}

/// Whether a name is near to one of these. The name of a variable in the code of a program has spaces or signs
/// around it.
fn is_near(name: &str, names: &[&str]) -> bool {
    is_word(name) && meant(name, names).is_some()
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))
}

/// Whether a text is several fields, none of which holds a grid: those of a page with a field for each cell.
fn has_small_fields(text: &str) -> bool {
    let is_small = |(name, value): (&str, &str)| is_word(unnumbered(name)) && value.len() < 9;
    text.contains('&') && text.trim_ascii_end().split('&').all(|field| field.split_once('=').is_some_and(is_small))
}

/// Whether a field other than the first has this name.
fn has_field(text: &str, name: &str) -> bool {
    let mut fields = text.split('&').skip(1).take(MOST_FIELDS);
    fields.any(|field| field.strip_prefix(name).is_some_and(|rest| rest.starts_with('=')))
}
