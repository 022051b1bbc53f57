//! The `id` of a line of JSON that is too long to be parsed.

use serde_json::value::RawValue;

/// The value of the member `id`, as written, if it is among the complete members in this start of an object.
pub fn leading_id(start: &[u8]) -> Option<&str> {
    // The cut may be within a character.
    let valid = std::str::from_utf8(start).map_or_else(|error| error.valid_up_to(), str::len);
    let text = std::str::from_utf8(&start[..valid]).ok()?;
    let mut rest = text.trim_start().strip_prefix('{')?;
    loop {
        let (key, after) = first_value::<String>(rest)?;
        let after = after.trim_start().strip_prefix(':')?;
        let (value, after) = first_value::<&RawValue>(after)?;
        // A number could continue after the cut.
        let after = after.trim_start();
        if after.is_empty() {
            return None;
        }
        if key == "id" {
            return Some(value.get());
        }
        rest = after.strip_prefix(',')?;
    }
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
    fn the_id_is_found_among_the_complete_members() {
        let check = |start: &str, id: Option<&str>| assert_eq!(leading_id(start.as_bytes()), id, "{start}");
        check(r#"{"id": 7, "grid": "53"#, Some("7"));
        check(r#" { "note" : {"id": [1, "}"]}, "id": "a\"b" , "grid": "#, Some(r#""a\"b""#));
        check(r#"{"i\u0064": null, "grid": "#, Some("null"));
        check(r#"{"grid": "53..", "id": 12"#, None);
        check(r#"{"grid": "53.."#, None);
        check(r#"{"grid": "53..", "id"#, None);
        check(r#"["id", 7, "#, None);
        check("", None);
        assert_eq!(leading_id(b"{\"id\":1,\"x\":\"\xC3"), Some("1"));
    }
}
