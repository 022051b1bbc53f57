//! What the answer to a line repeats of it.

use serde_json::value::RawValue;

/// The name of the member that identifies a line.
pub const ID: &str = "id";

/// The name of the member that carries anything else the caller wants back.
pub const META: &str = "meta";

/// What the answer to a line repeats of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kept<'a> {
    /// Columns before the answer.
    pub columns: Option<&'a [u8]>,
    /// The number of further columns, whose content is not known.
    pub missing: usize,
    /// Members of the document.
    pub echo: Echo<'a>,
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
        let mut rest = text.trim_start().strip_prefix('{');
        while let Some((key, value, after)) = rest.and_then(first_member) {
            match &*key {
                ID => echo.id = Some(value),
                META => echo.meta = Some(value),
                _ => {}
            }
            rest = after.strip_prefix(',');
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

/// The name and the value of the first member, and what follows them.
fn first_member(text: &str) -> Option<(String, &str, &str)> {
    let (key, after) = first_value::<String>(text)?;
    let (value, after) = first_value::<&RawValue>(after.trim_start().strip_prefix(':')?)?;
    // A number could continue after the cut.
    let after = after.trim_start();
    (!after.is_empty()).then_some((key, value.get(), after))
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
