//! What the answer to a line repeats of it.

use super::settings::Separator;
use crate::operations::reading::json::members;

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
    /// The first columns of a line, of which there are at least so many, before columns that are missing.
    pub fn first_columns(line: &'a [u8], separator: Separator, count: usize, missing: usize) -> Self {
        let length = separator.split(line).take(count).map(|column| column.len() + 1).sum::<usize>();
        length.checked_sub(1).map_or(Self::Nothing(missing), |end| Self::Columns(&line[..end], separator, missing))
    }

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
        for (name, value) in members(text).map_while(Result::ok) {
            match &*name {
                ID => echo.id = Some(value),
                META => echo.meta = Some(value),
                _ => {}
            }
        }
        echo
    }
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
