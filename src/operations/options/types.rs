//! The types of options: how each is read, and its schema.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde_json::{Value, json};

use crate::operations::answer::grid::Notation;
use crate::operations::problem::{Pointer, RequestError};
use crate::operations::reading::fields::quoted;
use crate::operations::reading::json::{self, ValueKind};
use crate::operations::reading::source::Source;
use crate::operations::reading::{Fields, Place, pencil_marks};
use crate::sudoku::logic::Tenths;
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Cell, Grid};

/// The type of an option.
pub trait OptionType {
    /// Its value.
    type Value;

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
pub struct Integer(pub RangeInclusive<u16>);

/// A rating with at most one decimal, in this range of tenths.
pub struct Rating(pub RangeInclusive<u8>);

/// `true` or `false`.
pub struct Flag;

/// One of these words, each with its value.
pub struct OneOf<T>(pub fn() -> Vec<(&'static str, T)>);

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
pub struct Given {
    /// The grid.
    pub grid: Grid,
    /// Where it was sent.
    pub place: Place,
}

/// Pencil marks in any form: a bit for each digit of each cell, bit 0 for 1.
pub struct PencilMarks;

/// A list of cells, each a name such as `r1c3` or an index from 0 to 80. A parameter separates them by commas.
pub struct CellList;

impl OptionType for Integer {
    type Value = u16;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<u16> {
        let Self(range) = self;
        let (least, most) = (range.start(), range.end());
        let expected = || {
            if least == most {
                format!("expected {least}")
            } else {
                format!("expected an integer from {least} to {most}")
            }
        };
        fields.option(name, expected, |fields, source| match source {
            Source::Member(value) => match fields.read(*value)? {
                ValueKind::Number(number) => json::integer(number, range.clone()),
                _ => None,
            },
            Source::Query(text) | Source::Flag(text) => text.parse().ok().filter(|number| range.contains(number)),
        })
    }

    fn member(&self) -> Value {
        json!({"type": "integer", "minimum": self.0.start(), "maximum": self.0.end()})
    }

    fn written(&self, value: &u16) -> Value {
        (*value).into()
    }
}

impl OptionType for Rating {
    type Value = Tenths;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Tenths> {
        let Self(range) = self;
        let [least, most] = [*range.start(), *range.end()].map(Tenths);
        let expected = || format!("expected a rating from {least} to {most} with one decimal");
        fields.option(name, expected, |fields, source| {
            let number: f64 = match source {
                Source::Member(value) => match fields.read(*value)? {
                    ValueKind::Number(number) => number.parse().ok()?,
                    _ => return None,
                },
                Source::Query(text) | Source::Flag(text) => text.parse().ok()?,
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
        fields.option(
            name,
            || "expected true or false",
            |fields, source| match source {
                Source::Member(value) => {
                    matches!(fields.read(*value)?, ValueKind::Bool).then(|| value.written() == "true")
                }
                Source::Query(text) | Source::Flag(text) => text.parse().ok(),
            },
        )
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
        let expected = || format!("expected one of {}", quoted(&words(&self.0())));
        fields.option(name, expected, |fields, source| {
            let text = fields.text(source)?;
            self.0().into_iter().find(|(word, _)| *word == text).map(|(_, value)| value)
        })
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

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Vec<T>> {
        let table = self.0();
        let expected = || format!("expected a list of {}", quoted(&words(&table)));
        fields.option(name, expected, |fields, source| {
            let listed: Vec<Cow<'_, str>> = match source {
                Source::Member(value) => match fields.read(*value)? {
                    ValueKind::Array(items) => {
                        items.into_iter().map(|item| fields.text(&Source::Member(item))).collect::<Option<_>>()?
                    }
                    _ => return None,
                },
                Source::Query(text) | Source::Flag(text) => text.split(',').map(Cow::Borrowed).collect(),
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
        json!({"type": "string", "pattern": format!("^({words})(,({words}))*$")})
    }

    fn written(&self, _: &Vec<T>) -> Value {
        json!([])
    }
}

fn words<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

impl<T> OptionType for Parsed<T> {
    type Value = T;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<T> {
        fields.option(name, || self.expected, |fields, source| (self.parse)(&fields.text(source)?))
    }

    fn member(&self) -> Value {
        json!({"type": "string", "pattern": self.pattern})
    }
}

impl OptionType for GridText {
    type Value = Given;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Given> {
        fields.grid(name).map(|(posed, place)| Given { grid: posed.grid, place })
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
            |fields, source| match source {
                Source::Member(value) => fields.read_document(|document| pencil_marks::read(document, *value))?,
                Source::Query(text) | Source::Flag(text) => pencil_marks::of_text(text),
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

impl OptionType for CellList {
    type Value = Vec<Cell>;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Vec<Cell>> {
        let source = fields.source(name)?;
        let items: Vec<(Option<Cell>, String)> = match &source {
            Source::Member(value) => {
                let items = if let ValueKind::Array(items) = fields.read(*value)? { items } else { Vec::new() };
                let mut cells = Vec::with_capacity(items.len());
                for item in items {
                    let cell = match fields.read(item)? {
                        ValueKind::Number(number) => {
                            json::integer(number, 0..=80).and_then(|index| Cell::from_index(index.into()))
                        }
                        ValueKind::String(name) => Cell::from_name(&name),
                        _ => None,
                    };
                    cells.push((cell, item.excerpt()));
                }
                cells
            }
            Source::Query(text) | Source::Flag(text) => {
                let read = |text: &str| Cell::from_name(text).or_else(|| Cell::from_index(text.parse().ok()?));
                text.split(',').map(|text| (read(text), format!("{text:?}"))).collect()
            }
        };
        if !(1..=Cell::COUNT).contains(&items.len()) {
            fields.reject(name, &source, "expected a list of 1 to 81 cells");
            return None;
        }
        for (i, (_, found)) in items.iter().enumerate().filter(|(_, (cell, _))| cell.is_none()) {
            fields.push_error(|| {
                let detail = format!("expected a cell such as r1c3, or an index from 0 to 80, found {found}");
                match &source {
                    Source::Member(_) => RequestError::at(&Pointer::root().member(name).item(i), detail),
                    Source::Query(_) | Source::Flag(_) => source.place(name).error(detail),
                }
            });
        }
        items.into_iter().map(|(cell, _)| cell).collect()
    }

    fn member(&self) -> Value {
        json!({"type": "array", "minItems": 1, "maxItems": 81, "items": {"$ref": "#/components/schemas/CellName"}})
    }

    fn parameter(&self) -> Value {
        const CELL: &str = "([rR][1-9][cC][1-9]|[0-9]|[1-7][0-9]|80)";
        json!({"type": "string", "pattern": format!("^{CELL}(,{CELL}){{0,80}}$")})
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
