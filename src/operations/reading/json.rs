//! Reads JSON documents and keeps the location of each part.
//!
//! The syntax of the whole document is checked first. Its parts are then read from the raw text, one level at a time,
//! so that an error can name a repeated member, a number of any size and the exact spelling of an invalid cell.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::operations::problem::{Problem, SEVERAL};

/// The text of a JSON document whose syntax is valid.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    text: &'a str,
    /// The line number of its first line within the surrounding text.
    first_line: usize,
    root: Value<'a>,
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Value<'a>(&'a str);

/// A value, read one level deep.
pub enum ValueKind<'a> {
    /// An object: its members in order, including repeated ones.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// A string, decoded.
    String(Cow<'a, str>),
    /// A number, as written.
    Number(&'a str),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
}

/// Why a text in UTF-16 is rejected.
const UTF_16: &str = "this is UTF-16; send UTF-8";

/// The document is not valid JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The line where parsing stopped, counted from 1.
    pub line: usize,
    /// The character of the line where parsing stopped, counted from 1.
    pub column: usize,
    /// What is wrong there, in lower case and without the location.
    pub why: String,
}

impl<'a> Document<'a> {
    /// Checks the syntax of the document in a request body.
    ///
    /// # Errors
    /// The first place where the text is not JSON.
    pub fn parse(text: &'a str) -> Result<Self, Malformed> {
        if text.trim_ascii().is_empty() {
            let why = "the body is empty; expected a JSON document".to_owned();
            return Err(Malformed { line: 1, column: 1, why });
        }
        Self::parse_line(text, 1)
    }

    /// Checks the syntax of a document that begins on this line, counted from 1, of a larger text.
    ///
    /// # Errors
    /// The first place where the text is not JSON.
    pub fn parse_line(text: &'a str, number: usize) -> Result<Self, Malformed> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| Malformed::at(text, number, 0, &error))?;
        Ok(Self { text, first_line: number, root: Value(raw.get()) })
    }

    /// The document as a value.
    pub fn root(&self) -> Value<'a> {
        self.root
    }

    /// Reads one level of a value of this document.
    ///
    /// # Errors
    /// A string has an escape for half of a surrogate pair, which is detected only when the string is decoded.
    pub fn read(&self, value: Value<'a>) -> Result<ValueKind<'a>, Malformed> {
        let whole = |error| (value.0, error);
        let read = match value.0.as_bytes().first() {
            Some(b'{') => {
                let members = members(value.0).map(|member| member.map(|(name, value)| (name, Value(value))));
                members.collect::<Result<_, _>>().map(ValueKind::Object)
            }
            Some(b'[') => serde_json::from_str(value.0).map_err(whole).map(|items: Vec<&RawValue>| {
                ValueKind::Array(items.into_iter().map(|item| Value(item.get())).collect())
            }),
            Some(b'"') => serde_json::from_str(value.0).map_err(whole).map(|Text(text)| ValueKind::String(text)),
            Some(b'n') => Ok(ValueKind::Null),
            Some(first @ (b't' | b'f')) => Ok(ValueKind::Bool(*first == b't')),
            _ => Ok(ValueKind::Number(value.0)),
        };
        read.map_err(|(part, error)| {
            let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
            Malformed::at(self.text, self.first_line, offset, &error)
        })
    }
}

impl<'a> Value<'a> {
    /// The value as written.
    pub fn written(self) -> &'a str {
        self.0
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// Whether it is an empty string or array.
    pub fn is_empty(self) -> bool {
        let inner = self.0.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        self.0 == "\"\"" || inner.is_some_and(|inner| inner.trim_ascii().is_empty())
    }

    /// Whether it says nothing: it is `null` or empty.
    pub fn is_blank(self) -> bool {
        self.is_null() || self.is_empty()
    }
}

/// A value as written, shortened to fit into an error message.
pub fn excerpt(written: &str) -> String {
    const LONGEST: usize = 40;
    match written.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &written[..end]),
        None => written.to_owned(),
    }
}

impl From<Malformed> for Problem {
    fn from(Malformed { line, column, why }: Malformed) -> Self {
        Self::malformed_json(line, column, &why)
    }
}

impl Malformed {
    /// The error in the part that begins at `offset` of a text whose first line has this number.
    ///
    /// serde_json stops after the byte that is wrong, but before a control character in a string.
    fn at(text: &str, first_line: usize, offset: usize, error: &serde_json::Error) -> Self {
        let mut why = error.to_string();
        if let Some(place) = why.rfind(" at line ") {
            why.truncate(place);
        }
        let stopped = offset + bytes_read(&text[offset..], error);
        let wrong = if error.is_eof() {
            text.len()
        } else if why.starts_with("control character") {
            stopped
        } else {
            stopped.saturating_sub(1)
        };
        if let Some(mistake) = mistake(&why, &text.as_bytes()[..wrong], &text.as_bytes()[wrong..]) {
            why = mistake;
        }
        let (line, column) = place_of(text.as_bytes(), wrong);
        Self { line: first_line + line - 1, column, why }
    }
}

/// The name of a common mistake, if that is why parsing stopped between these bytes.
fn mistake(why: &str, before: &[u8], after: &[u8]) -> Option<String> {
    if let Some(part) = why.strip_prefix("EOF while parsing ") {
        return Some(format!("the document ends within {part}"));
    }
    let starts = |words: &[&str]| words.iter().any(|word| after.starts_with(word.as_bytes()));
    Some(match after {
        // Of `{` or `["`, the second byte is 0, or the first one.
        [0, ..] if before.len() <= 1 => UTF_16.to_owned(),
        [b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$', ..] if why == "key must be a string" => {
            "name without quotes (JSON needs double quotes)".to_owned()
        }
        _ if starts(&["None", "NaN", "nan", "undefined"]) => "not a value of JSON (a blank is null)".to_owned(),
        _ if starts(&["True", "False"]) => "not a value of JSON (write true or false)".to_owned(),
        [b'\'', ..] => "single quote (JSON needs double quotes)".to_owned(),
        [b'/', b'/' | b'*', ..] | [b'#', ..] => "comment (JSON has no comments)".to_owned(),
        [b'}' | b']', ..] if before.trim_ascii_end().ends_with(b",") => "trailing comma (JSON allows none)".to_owned(),
        [b'{' | b'[' | b'"', ..] if why == "trailing characters" => format!("second document ({SEVERAL})"),
        _ => return None,
    })
}

/// The number of bytes that serde_json read before it stopped. It counts lines from 1, and the bytes of the last one.
fn bytes_read(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.as_bytes().split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
    lines.map(<[u8]>::len).sum::<usize>() + error.column()
}

/// Why the byte at this index of a text keeps it from being UTF-8.
pub fn not_utf8(text: &[u8], index: usize) -> String {
    let is_utf16 = index == 0 && matches!(text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    if is_utf16 { UTF_16.to_owned() } else { format!("the byte 0x{:02X} is not UTF-8", text[index]) }
}

/// The line and the character, both counted from 1, of the byte at this index of a text.
pub fn place_of(text: &[u8], index: usize) -> (usize, usize) {
    let before = &text[..index.min(text.len())];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
}

/// A JSON number as an integer in this range, even if it is written as `5.0` or `5e0`. Above 2^53, JSON numbers are not exact,
/// so none is accepted.
pub fn integer<T: PartialOrd + TryFrom<u64>>(written: &str, range: RangeInclusive<T>) -> Option<T> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number: f64 = written.parse().ok()?;
    let is_natural = (0.0..=EXACT).contains(&number) && number.fract() == 0.0;
    T::try_from(is_natural.then_some(number as u64)?).ok().filter(|number| range.contains(number))
}

/// A decoded string that borrows where it can.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The members of an object, including repeated ones, each with its name and its value as written: all that are complete, if this is
/// only its start. An error, that a name cannot be decoded, is with the text that begins with that name.
pub fn members(object: &str) -> impl Iterator<Item = Result<(Cow<'_, str>, &str), (&str, serde_json::Error)>> {
    let mut rest = object.trim_start().strip_prefix('{');
    std::iter::from_fn(move || {
        let begin = rest.take().filter(|rest| !rest.trim_start().starts_with('}'))?;
        let (name, after) = match first_value(begin)? {
            Ok((Text(name), after)) => (name, after),
            Err(error) => return Some(Err((begin, error))),
        };
        let (value, after) = first_value::<&RawValue>(after.trim_start().strip_prefix(':')?)?.ok()?;
        let after = after.trim_start();
        rest = after.strip_prefix(',');
        // A number could continue after the cut.
        (!after.is_empty()).then(|| Ok((name, value.get())))
    })
}

/// The first JSON value of a text and the rest; `None` if there is none.
fn first_value<'a, T: Deserialize<'a>>(text: &'a str) -> Option<serde_json::Result<(T, &'a str)>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    Some(values.next()?.map(|value| (value, &text[values.byte_offset()..])))
}
