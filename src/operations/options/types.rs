//! The types of options: how each is read, and its schema.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde_json::{Value, json};

use crate::operations::answer::grid::Notation;
use crate::operations::problem::{Place, RequestError};
use crate::operations::reading::arguments::Sent;
use crate::operations::reading::json::{self, ValueKind};
use crate::operations::reading::names::{meant, quoted};
use crate::operations::reading::{Fields, pencil_marks};
use crate::sudoku::Grid;
use crate::sudoku::logic::Tenths;
use crate::sudoku::notation::Candidates;

/// The type of an option.
pub trait OptionType {
    /// Its value.
    type Value;

    /// How many parameters of the same name are a list rather than an error.
    const LIST: usize = usize::MAX;

    /// Reads the option with this name from all that was sent for it.
    fn read_all(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Self::Value> {
        if !fields.has(name) {
            return None;
        }
        fields.join(name, Self::LIST);
        self.read(fields, name)
    }

    /// Reads the option with this name. An invalid one is recorded as an error of the request.
    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Self::Value>;

    /// The schema of a member of a document.
    fn member(&self) -> Value;

    /// The schema of a parameter, whose value is text.
    fn parameter(&self) -> Value {
        self.member()
    }

    /// A value as a member, for the types that have defaults.
    fn written(&self, _value: &Self::Value) -> Value {
        Value::Null
    }
}

/// An integer in this range.
pub struct Integer<T>(pub RangeInclusive<T>);

/// A rating with at most one decimal, in this range of tenths.
pub struct Rating(pub RangeInclusive<u8>);

/// `true` or `false`.
pub struct Flag;

/// What callers and their languages write for each.
const WORDS: [(bool, [&str; 4]); 2] = [(true, ["true", "yes", "on", "1"]), (false, ["false", "no", "off", "0"])];

/// One of these words, each with its value.
pub struct OneOf<T>(pub fn() -> Vec<(&'static str, T)>);

/// Maximum length in bytes of the words of a list that its pattern repeats.
const LONG_LIST: usize = 200;

/// A list of these words, each with its value. A parameter separates them by commas.
pub struct SomeOf<T>(pub fn() -> Vec<(&'static str, T)>);

/// A string that a function parses.
pub struct Parsed<T> {
    /// The error if it returns `None`.
    pub expected: &'static str,
    /// The regular expression that the string matches.
    pub pattern: &'static str,
    /// The function.
    pub parse: fn(&str) -> Option<T>,
}

/// A grid in any notation.
pub struct GridText;

/// A grid in an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridOption {
    /// The grid.
    pub grid: Grid,
    /// Where it was sent.
    pub place: Place,
}

/// Pencil marks in any form: a bit for each digit of each cell, bit 0 for 1.
pub struct PencilMarks;

/// A list of these items. A parameter separates them by commas.
pub struct ListOf<T> {
    /// Maximum number of items.
    pub most: usize,
    /// What an item is, for the error if it is another thing.
    pub expected: &'static str,
    /// Reads an item.
    pub parse: fn(&ValueKind<'_>) -> Option<T>,
    /// The schema of an item.
    pub item: fn() -> Value,
    /// The regular expression that the text of an item matches.
    pub pattern: &'static str,
}

impl<T: Copy + Ord + Display + FromStr + TryFrom<u64> + Into<u64>> OptionType for Integer<T> {
    type Value = T;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<T> {
        let Self(range) = self;
        let (least, most) = (range.start(), range.end());
        let expected = || {
            if least == most {
                format!("expected {least}")
            } else {
                format!("expected an integer from {least} to {most}")
            }
        };
        fields.option(name, expected, |_, sent| match sent {
            Sent::Json(ValueKind::Number(number)) => json::integer(number, range.clone()),
            Sent::Text(text) => text.parse().ok().filter(|number| range.contains(number)),
            Sent::Json(_) => None,
        })
    }

    fn member(&self) -> Value {
        let [least, most]: [u64; 2] = [self.0.start(), self.0.end()].map(|&bound| bound.into());
        json!({"type": "integer", "minimum": least, "maximum": most})
    }

    fn written(&self, value: &T) -> Value {
        let value: u64 = (*value).into();
        value.into()
    }
}

impl OptionType for Rating {
    type Value = Tenths;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Tenths> {
        let Self(range) = self;
        let [least, most] = [*range.start(), *range.end()].map(Tenths);
        let expected = || format!("expected a rating from {least} to {most} with one decimal");
        fields.option(name, expected, |_, sent| {
            let number: f64 = match sent {
                Sent::Json(ValueKind::Number(number)) => number.parse().ok()?,
                Sent::Text(text) => text.parse().ok()?,
                Sent::Json(_) => return None,
            };
            range.clone().map(Tenths).find(|tenths| number.total_cmp(&(f64::from(tenths.0) / 10.0)).is_eq())
        })
    }

    fn member(&self) -> Value {
        let [least, most] = [self.0.start(), self.0.end()].map(|tenths| f64::from(*tenths) / 10.0);
        json!({"type": "number", "minimum": least, "maximum": most})
    }
}

impl OptionType for Flag {
    type Value = bool;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<bool> {
        let expected = || "expected true or false";
        fields.option(name, expected, |_, sent| match sent {
            Sent::Json(ValueKind::Bool(value)) => Some(value),
            Sent::Text(text) => {
                let says = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
                WORDS.into_iter().find(|(_, words)| says(words)).map(|(value, _)| value)
            }
            Sent::Json(_) => None,
        })
    }

    fn member(&self) -> Value {
        json!({"type": "boolean"})
    }

    fn written(&self, value: &bool) -> Value {
        (*value).into()
    }
}

impl<T: Copy + PartialEq> OptionType for OneOf<T> {
    type Value = T;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<T> {
        let source = fields.source(name)?;
        let table = self.0();
        let sent = fields.sent(&source);
        let sent = sent.as_ref().and_then(Sent::text).unwrap_or_default();
        if let Some(&(_, value)) = table.iter().find(|(word, _)| *word == sent) {
            return Some(value);
        }
        let words = words(&table);
        let meant = meant(sent, &words).map(|word| format!("did you mean `{word}`? ")).unwrap_or_default();
        fields.reject(name, &source, format!("{meant}expected one of {}", quoted(&words)));
        None
    }

    fn member(&self) -> Value {
        json!({"type": "string", "enum": words(&self.0())})
    }

    fn written(&self, value: &T) -> Value {
        self.0().iter().find(|(_, other)| other == value).map(|(word, _)| *word).into()
    }
}

impl<T: Copy> OptionType for SomeOf<T> {
    type Value = Vec<T>;

    const LIST: usize = 2;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Vec<T>> {
        let expected = || format!("expected a list of {}", quoted(&words(&self.0())));
        fields.option(name, expected, |fields, sent| {
            let table = self.0();
            let listed: Vec<Cow<'_, str>> = match &sent {
                Sent::Json(ValueKind::Array(list)) => {
                    let word = |&item| if let ValueKind::String(word) = fields.read(item)? { Some(word) } else { None };
                    list.iter().map(word).collect::<Option<_>>()?
                }
                Sent::Json(_) => return None,
                Sent::Text(text) => items(text).map(Cow::Borrowed).collect(),
            };
            let value = |listed: &Cow<'_, str>| Some(table.iter().find(|(word, _)| word == listed)?.1);
            listed.iter().map(value).collect()
        })
    }

    fn member(&self) -> Value {
        let words = words(&self.0());
        json!({"type": "array", "items": {"type": "string", "enum": words}})
    }

    fn parameter(&self) -> Value {
        let words = words(&self.0()).join("|");
        // A long list of words is already in the schema of another option.
        if words.len() > LONG_LIST {
            return json!({"type": "string", "pattern": "^[a-z0-9_-]+(,[a-z0-9_-]+)*$"});
        }
        json!({"type": "string", "pattern": format!("^(({words})(,(?!$)|$))+$")})
    }

    fn written(&self, _: &Vec<T>) -> Value {
        json!([])
    }
}

/// The items of a list that was sent as text. A list may end with a comma.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

impl<T> OptionType for Parsed<T> {
    type Value = T;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<T> {
        // Languages without types, and models, send `24` for a text of digits.
        fields.option(
            name,
            || self.expected,
            |_, sent| match sent {
                Sent::Json(ValueKind::Number(number)) => (self.parse)(number),
                sent => (self.parse)(sent.text()?),
            },
        )
    }

    fn member(&self) -> Value {
        json!({"type": "string", "pattern": self.pattern})
    }
}

impl OptionType for GridText {
    type Value = GridOption;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<GridOption> {
        fields.grid(name).map(|(posed, place)| GridOption { grid: posed.grid, place })
    }

    fn member(&self) -> Value {
        json!({"$ref": "#/components/schemas/Grid"})
    }

    fn parameter(&self) -> Value {
        json!({"type": "string"})
    }
}

impl OptionType for PencilMarks {
    type Value = Box<Candidates>;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Box<Candidates>> {
        let marks = fields.option(
            name,
            || pencil_marks::EXPECTED,
            |fields, sent| match sent {
                Sent::Json(value) => fields.read_document(|document| pencil_marks::read(document, value))?,
                Sent::Text(text) => pencil_marks::of_text(&text),
            },
        );
        marks.map(Box::new)
    }

    fn member(&self) -> Value {
        json!({"$ref": "#/components/schemas/PencilMarks"})
    }

    fn parameter(&self) -> Value {
        json!({"type": "string", "minLength": 81})
    }
}

impl<T> OptionType for ListOf<T> {
    type Value = Vec<T>;

    const LIST: usize = 2;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Vec<T>> {
        let source = fields.source(name)?;
        let items: Vec<(Option<T>, String)> = match fields.sent(&source)? {
            Sent::Json(ValueKind::Array(items)) => {
                // A document of thousands of items gets one error.
                let wanted = items.into_iter().take(self.most + 1);
                let read = wanted.map(|item| Some(((self.parse)(&fields.read(item)?), json::excerpt(item.written()))));
                read.collect::<Option<_>>()?
            }
            Sent::Json(_) => Vec::new(),
            Sent::Text(text) => {
                let read = |text| {
                    (self.parse)(&ValueKind::String(Cow::Borrowed(text)))
                        .or_else(|| (self.parse)(&ValueKind::Number(text)))
                };
                items(&text).take(self.most + 1).map(|text| (read(text), format!("{text:?}"))).collect()
            }
        };
        if !(1..=self.most).contains(&items.len()) {
            fields.reject(name, &source, format!("expected a list of 1 to {} items", self.most));
            return None;
        }
        for (i, (_, found)) in items.iter().enumerate().filter(|(_, (item, _))| item.is_none()) {
            fields.push_error(|| {
                let detail = format!("expected {}, found {found}", self.expected);
                RequestError::at(&source.place(name).item(i), detail)
            });
        }
        items.into_iter().map(|(item, _)| item).collect()
    }

    fn member(&self) -> Value {
        json!({"type": "array", "minItems": 1, "maxItems": self.most, "items": (self.item)()})
    }

    fn parameter(&self) -> Value {
        let Self { pattern, most, .. } = self;
        json!({"type": "string", "pattern": format!("^{pattern}(,{pattern}){{0,{}}}$", most - 1)})
    }
}

/// The notations that a request without a grid can ask for.
pub fn notations() -> Vec<(&'static str, Notation)> {
    Notation::NAMED.to_vec()
}

/// The notations that a request with a grid can ask for; `None` is the notation of that grid.
pub fn notations_or_same() -> Vec<(&'static str, Option<Notation>)> {
    let named = Notation::NAMED.into_iter().map(|(name, notation)| (name, Some(notation)));
    named.chain([("same", None)]).collect()
}
