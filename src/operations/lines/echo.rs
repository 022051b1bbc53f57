//! What the answer to a line repeats of it.

use serde_json::value::RawValue;

use super::settings::Separator;

/// The name of the member that identifies a line.
pub const ID: &str = "id";

/// The name of the member that carries anything else the caller wants back.
pub const META: &str = "meta";

/// What the answer to a line repeats of it.
#[derive(Clone, Copy, Debug)]
pub enum LineEcho<'a> {
    /// Nothing; in a format of columns, this many whose content is not known.
    Nothing(usize),
    /// The columns of the line, and the number of those that it lacks.
    Columns(&'a [u8], Separator, usize),
    /// A line of text.
    Line(&'a [u8]),
    /// Members of a document and, if the answer extends it, the document itself: an object, or a grid.
    Document(Echo<'a>, Option<&'a str>),
}

impl<'a> LineEcho<'a> {
    /// The members of a document.
    pub fn echo(self) -> Echo<'a> {
        if let Self::Document(echo, _) = self { echo } else { Echo::default() }
    }
}

/// The members that an answer repeats, as written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Echo<'a> {
    /// The member `id`.
    pub id: Option<&'a str>,
    /// The member `meta`.
    pub meta: Option<&'a str>,
}

impl<'a> Echo<'a> {
    /// Those among the complete members in this start of an object, which is too long to be parsed.
    pub fn of_start(start: &'a [u8]) -> Self {
        let mut echo = Self::default();
        // The cut may be within a character.
        let valid = std::str::from_utf8(start).map_or_else(|error| error.valid_up_to(), str::len);
        let text = std::str::from_utf8(&start[..valid]).unwrap_or_default();
        for (name, value) in members(text) {
            match &*name {
                ID => echo.id = Some(value),
                META => echo.meta = Some(value),
                _ => {}
            }
        }
        echo
    }

    /// Appends the members.
    pub fn write(&self, line: &mut Vec<u8>) {
        for (name, value) in [(ID, self.id), (META, self.meta)] {
            if let Some(value) = value {
                for part in [",\"", name, "\":", value] {
                    line.extend_from_slice(part.as_bytes());
                }
            }
        }
    }
}

/// The complete members in the start of an object, or in all of it: each with its name and its value as written.
pub fn members(start: &str) -> impl Iterator<Item = (String, &str)> {
    let mut rest = start.trim_start().strip_prefix('{');
    std::iter::from_fn(move || {
        let (name, after) = first_value::<String>(rest?)?;
        let (value, after) = first_value::<&RawValue>(after.trim_start().strip_prefix(':')?)?;
        let after = after.trim_start();
        rest = after.strip_prefix(',');
        // A number could continue after the cut.
        (!after.is_empty()).then(|| (name, value.get()))
    })
}

/// The first JSON value of the text, and the rest.
fn first_value<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Option<(T, &'a str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let value = values.next()?.ok()?;
    Some((value, &text[values.byte_offset()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_and_the_rest_are_found_among_the_complete_members() {
        let check = |start: &str, id: Option<&str>| {
            assert_eq!(Echo::of_start(start.as_bytes()), Echo { id, meta: None }, "{start}");
        };
        check(r#"{"id": 7, "grid": "53"#, Some("7"));
        check(r#" { "note" : {"id": [1, "}"]}, "id": "a\"b" , "grid": "#, Some(r#""a\"b""#));
        check(r#"{"i\u0064": null, "grid": "#, Some("null"));
        check(r#"{"grid": "53..", "id": 12"#, None);
        check(r#"{"grid": "53.."#, None);
        check(r#"{"grid": "53..", "id"#, None);
        check(r#"["id", 7, "#, None);
        check("", None);
        assert_eq!(Echo::of_start(b"{\"id\":1,\"x\":\"\xC3").id, Some("1"));
        let both = Echo { id: Some("1"), meta: Some("{\"a\" : 2}") };
        assert_eq!(Echo::of_start(b"{\"meta\": {\"a\" : 2}, \"id\":1, "), both);
    }
}
