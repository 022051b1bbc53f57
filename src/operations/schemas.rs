//! Handwritten schemas: grids, cells, pencil marks and words.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::puzzles::{LINE, marks};
use crate::sudoku::generate::Origin;
use crate::sudoku::logic::{Level, Role};
use crate::sudoku::notation::FORMS;
use crate::sudoku::variants::Kind;
use crate::sudoku::{HouseKind, Symmetry};

/// A part of the contract, written as JSON.
pub fn part<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("the parts of the contract are valid")
}

/// Defines types that exist only for their schema, each with its documentation and its schema.
macro_rules! schemas {
    ($($(#[$doc:meta])+ $name:ident => $schema:expr;)+) => {$(
        $(#[$doc])+
        pub struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::operations::schemas::part($schema)
            }
        }

        impl utoipa::ToSchema for $name {}
    )+};
}

pub(crate) use schemas;

/// Makes enumerations whose variants have names words of answers: each is written as its name, and is its own schema, with
/// a name and a sentence in the contract. Declares those of answers alone: their name and documentation are these.
macro_rules! words {
    ($($(#[doc = $sentence:literal])+ pub enum $Name:ident {
        $($(#[$doc:meta])* $Variant:ident = $word:literal),+ $(,)?
    })+) => {$(
        $crate::sudoku::named::named! {
            $(#[doc = $sentence])+
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
            pub enum $Name { $($(#[$doc])* #[doc = concat!(" Written as `", $word, "`.")] $Variant = $word,)+ }
        }
        $crate::operations::schemas::words!($Name, stringify!($Name), concat!($($sentence),+).trim(););
    )+};
    ($($Word:ident, $name:expr, $sentence:expr;)+) => {$(
        impl serde::Serialize for $Word {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl utoipa::PartialSchema for $Word {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                use $crate::operations::schemas::{one_of, part};
                part(one_of($sentence, &$Word::ALL))
            }
        }

        impl utoipa::ToSchema for $Word {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }
        }
    )+};
}

pub(crate) use words;

words! {
    HouseKind, "HouseKind", "The kind of a house.";
    Kind, "VariantKind", "A kind of variant.";
    Level, "LevelName", "A level of difficulty.";
    Origin, "OriginName", "Where the search for a puzzle began.";
    Role, "RoleName", "The role in a step.";
    Symmetry, "SymmetryName", "A symmetry of the pattern of givens.";
}

schemas! {
    /// A grid in any notation.
    ///
    /// The items of the array have no type: of a union in an array, and of null in one, some generators make clients that do
    /// not compile. Some name a branch by its title.
    Grid => json!({
        "description": format!("A grid: 9 arrays of 9 cells, 9 strings of 9 cells, one array of 81 cells, an object of \
            cells by name (`{{\"A1\": 5}}`: a letter for the row, a digit for the column; or an index from 0 to 80), or a \
            string in a text notation: {}. A cell is a digit from 1 to 9, or blank: 0, -1, null, \"\", \" \", \".\", \"?\", \
            \"_\", \"x\", \"X\", \"*\", \"-\", \"\u{25A1}\" or \"\u{2B1C}\".",
            FORMS.iter().map(|form| form.name).collect::<Vec<_>>().join(", ")),
        "oneOf": [
            array("Cells", 9..=81, &json!({})),
            {"title": "ByName", "type": "object", "minProperties": 1, "maxProperties": 81, "additionalProperties": true},
            {"title": "Text", "type": "string"},
        ],
        "examples": [LINE],
    });

    /// A grid in an answer, with a branch for each shape rather than unions in arrays.
    AnswerGrid => {
        let number = json!({"type": "integer", "minimum": 0, "maximum": 9});
        let string = |pattern| json!({"type": "string", "pattern": pattern});
        let rows = |title, cell| array(title, 9..=9, &json!({"type": "array", "minItems": 9, "maxItems": 9, "items": cell}));
        json!({
            "description": format!("A grid, in the notation of the request: a string for text, otherwise an array of the \
                same shape, of numbers, or of strings if the first given of the request was one. A blank cell, which no \
                solution has, is `.` in strings and 0 in numbers. With the option `notation`, its form is fixed. {NOTATIONS}"),
            "oneOf": [
                rows("NumberRows", number.clone()),
                rows("StringRows", string("^[1-9.]$")),
                array("Numbers", 81..=81, &number),
                array("Strings", 9..=81, &string("^([1-9.]|[1-9.]{9})$")),
                {"title": "Text", "type": "string", "pattern": "^([1-9.]{81}|[1-9.]{9}(-[1-9.]{9}){8}|[1-9.]{9}(\\n[1-9.]{9}){8})$"},
            ],
        })
    };

    /// A cell in a request.
    CellName => json!({
        "description": "A cell: a name such as `r1c3` or `A3`, or an index from 0 to 80, row by row from the top left.",
        "oneOf": [
            {"type": "string", "pattern": "^([rR][1-9][cC][1-9]|[A-I][1-9])$"},
            {"type": "integer", "minimum": 0, "maximum": 80},
        ],
    });

    /// Pencil marks in any form.
    PencilMarks => {
        let digits = json!({"type": "array", "maxItems": 9, "items": {"type": "integer", "minimum": 1, "maximum": 9}});
        let row = json!({"type": "array", "minItems": 9, "maxItems": 9, "items": digits});
        json!({
            "description": "Pencil marks: nine arrays of nine arrays of digits, 81 bit masks (bit 0 is digit 1), or a text: nine \
                characters for each cell, each the digit of its position or `.`, or any other notation of pencil marks.",
            "oneOf": [
                array("Digits", 9..=9, &row),
                array("Masks", 81..=81, &json!({"type": "integer", "minimum": 0, "maximum": 511})),
                {"title": "Text", "type": "string", "minLength": 81},
            ],
            "examples": [marks()],
        })
    };
}

/// What each notation of an answer is.
pub const NOTATIONS: &str = "`line`: a string of 81 characters. `rows`: a string of nine lines. `dashes`: a string of nine \
    rows joined by dashes. `cells`: nine arrays of nine numbers.";

/// A branch with so many items.
fn array(title: &str, count: RangeInclusive<usize>, items: &Value) -> Value {
    json!({"title": title, "type": "array", "minItems": count.start(), "maxItems": count.end(), "items": items})
}

/// One of these words.
pub fn one_of(description: &str, words: &[impl Serialize]) -> Value {
    json!({"type": "string", "description": description, "enum": words})
}

/// A schema of the code as JSON.
pub fn to_value(schema: &impl Serialize) -> Value {
    serde_json::to_value(schema).expect("a schema is JSON")
}

/// The same schema, in which no optional member of an object may be null: our answers omit what does not apply.
pub fn not_null(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            let required = required.as_array().cloned().unwrap_or_default();
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                for (name, property) in properties.iter_mut() {
                    if !required.iter().any(|required| required == name) {
                        *property = without_null(property.take());
                    }
                }
            }
            members.values_mut().for_each(|value| *value = not_null(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = not_null(item.take())),
        _ => {}
    }
    schema
}

fn without_null(mut schema: Value) -> Value {
    if let Some(types) = schema["type"].as_array() {
        let others: Vec<Value> = types.iter().filter(|name| *name != "null").cloned().collect();
        schema["type"] = if let [only] = &others[..] { only.clone() } else { others.into() };
    } else if let Some(branches) = schema["oneOf"].as_array() {
        let others: Vec<Value> = branches.iter().filter(|branch| branch["type"] != "null").cloned().collect();
        match &others[..] {
            [only] if others.len() < branches.len() => return only.clone(),
            _ => schema["oneOf"] = others.into(),
        }
    }
    // Looking a member up by its index has added it.
    let members = schema.as_object_mut().expect("a schema is an object");
    members.retain(|_, value| !value.is_null());
    schema
}

/// The name and the schema of an answer, and the schemas that it refers to.
pub struct AnswerSchema {
    /// The name.
    pub name: String,
    /// The schema.
    pub schema: RefOr<Schema>,
    /// The schemas that it refers to, each with its name.
    pub parts: Vec<(String, RefOr<Schema>)>,
}

impl AnswerSchema {
    /// The schema of this type.
    pub fn of<T: ToSchema>() -> Self {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        Self { name: T::name().into_owned(), schema: T::schema(), parts }
    }
}
