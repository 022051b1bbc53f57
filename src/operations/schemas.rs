//! Handwritten schemas: grids, cells, pencil marks and words.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::puzzles::{LINE, marks};
use crate::sudoku::Symmetry;
use crate::sudoku::generate::Origin;
use crate::sudoku::logic::{Level, Role};
use crate::sudoku::notation::FORMS;
use crate::sudoku::variants::Kind;

/// A part of the contract, written as JSON.
pub fn part<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("the parts of the contract are valid")
}

/// Defines types that exist only for their schema, each with its documentation and its schema.
macro_rules! schemas {
    ($($(#[$doc:meta])+ $name:ident => $schema:expr;)+) => {$(
        $(#[$doc])+
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                part($schema)
            }
        }

        impl ToSchema for $name {}
    )+};
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

    /// The kind of a house.
    HouseKind => one_word_of("The kind of a house.", ["row", "column", "box"]);

    /// The verdict on a grid with a solution.
    SolveVerdict => one_word_of("Whether a grid has one solution or several.", ["unique", "multiple"]);

    /// The verdict on a grid without a solution.
    RefutedVerdict => one_word_of("Whether the grid has no solution, or its givens conflict.", ["none", "conflict"]);

    /// The verdict on a grid with several solutions.
    MultipleVerdict => one_word_of("The grid has several solutions.", ["multiple"]);

    /// The verdict on a puzzle.
    UniqueVerdict => one_word_of("The grid has one solution.", ["unique"]);

    /// The kind of a hint that is a step.
    StepKind => one_word_of("The hint is a step.", ["step"]);

    /// The kind of a hint about something wrong.
    FaultKind => one_word_of(
        "What is wrong: digits that break the rules, digits that differ from the solution, or missing pencil marks.",
        ["conflict", "mistake", "missing-mark"],
    );

    /// The kind of a hint for a solved grid.
    DoneKind => one_word_of("Nothing is left to do.", ["done"]);

    /// A level of detail.
    HintLevel => one_word_of(
        "The level of detail of a hint; each level includes the lower ones.",
        ["nudge", "where", "what", "how"],
    );

    /// The kind of a link of a chain.
    LinkKind => one_word_of("The kind of an inference.", ["strong", "weak"]);

    /// The kind of a contradiction.
    ContradictionKind => one_word_of(
        "What has nowhere to go: a cell without a candidate, or a digit without a place in a house.",
        ["cell-without-candidate", "digit-without-place"],
    );

    /// The scale of a rating.
    Scale => one_word_of(
        "The scale: that of Sudoku Explainer 1.2.1, with or without techniques that assume one solution.",
        ["se-1.2.1", "se-1.2.1-no-uniqueness"],
    );

    /// The bound of a rating that is not finished.
    Bound => one_word_of("`er` is a lower bound.", ["at-least"]);

    /// Why there is no hint.
    NoHintReason => one_word_of(
        "Why there is no hint: the next step exceeds `max_rating`, no further step was found, or the search for one took too \
            much work.",
        ["max-rating", "no-further-hint", "search-limit"],
    );

    /// The role of a cell or a candidate in a step.
    RoleName => one_word_of("The role in a step.", Role::ALL.map(Role::name));

    /// A kind of variant.
    VariantKind => one_word_of("A kind of variant.", Kind::ALL.map(Kind::name));

    /// A level of difficulty.
    LevelName => one_word_of("A level of difficulty.", Level::ALL.map(Level::name));

    /// Where the search for a puzzle began.
    OriginName => one_word_of("Where the search for a puzzle began.", Origin::ALL.map(Origin::name));

    /// A symmetry.
    SymmetryName => one_word_of(
        "A symmetry of the pattern of givens.",
        Symmetry::ALL.map(Symmetry::name),
    );
}

/// What each notation of an answer is.
pub const NOTATIONS: &str = "`line`: a string of 81 characters. `rows`: a string of nine lines. `dashes`: a string of nine \
    rows joined by dashes. `cells`: nine arrays of nine numbers.";

/// A branch with so many items.
fn array(title: &str, count: RangeInclusive<usize>, items: &Value) -> Value {
    json!({"title": title, "type": "array", "minItems": count.start(), "maxItems": count.end(), "items": items})
}

/// One of these words.
fn one_word_of(description: &str, words: impl IntoIterator<Item = &'static str>) -> Value {
    json!({"type": "string", "description": description, "enum": words.into_iter().collect::<Vec<_>>()})
}

/// A schema of the code as JSON.
pub fn to_value(schema: &impl serde::Serialize) -> Value {
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
