//! Words of answers, and the handwritten schemas: grids, cells and pencil marks.

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::declaration::{named, parts};
use super::answer::grid::AnswerGrid;
use super::example_grids::{LINE, marks};
use crate::sudoku::generate::Origin;
use crate::sudoku::logic::{Level, Role};
use crate::sudoku::notation::FORMS;
use crate::sudoku::variants::Kind;
use crate::sudoku::{HouseKind, Symmetry};

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

        $crate::operations::answer::declaration::parts! {
            [] $Word => |schemas| $crate::operations::answer::declaration::named(schemas, $name, |_| {
                $crate::operations::schemas::one_of($sentence, &$Word::ALL)
            });
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

/// A grid in any notation.
///
/// The items of the array have no type: of a union in an array, and of null in one, some generators make clients that do
/// not compile. Others drop an array without items, and all that refers to it. Some name a branch by its title.
pub fn grid() -> Value {
    let forms = FORMS.iter().map(|form| form.name).collect::<Vec<_>>().join(", ");
    json!({
        "oneOf": [
            {"type": "array", "title": "Cells", "items": {"description": "A row, or one of 81 cells."}},
            {"type": "object", "title": "ByName", "additionalProperties": true, "maxProperties": 81, "minProperties": 1},
            {"type": "string", "title": "Text"},
        ],
        "description": format!("A grid: 9 arrays of 9 cells, 9 strings of 9 cells, one array of 81 cells, an object of cells by \
            name (`{{\"A1\": 5}}`: a letter for the row, a digit for the column; or an index from 0 to 80), or a string in a text \
            notation: {forms}. A cell is a digit from 1 to 9, or blank: 0, -1, null, \"\", \" \", \".\", \"?\", \"_\", \"x\", \
            \"X\", \"*\", \"-\", \"\u{25A1}\" or \"\u{2B1C}\"."),
        "examples": [LINE],
    })
}

/// A cell in a request.
pub fn cell_name() -> Value {
    json!({
        "oneOf": [
            {"type": "string", "pattern": "^([rR][1-9][cC][1-9]|[A-I][1-9])$"},
            {"type": "integer", "maximum": 80, "minimum": 0},
        ],
        "description": "A cell: a name such as `r1c3` or `A3`, or an index from 0 to 80, row by row from the top left.",
    })
}

/// Pencil marks in any form.
pub fn pencil_marks() -> Value {
    let digits = json!({"type": "array", "items": {"type": "integer", "maximum": 9, "minimum": 1}, "maxItems": 9});
    let row = json!({"type": "array", "items": digits, "maxItems": 9, "minItems": 9});
    json!({
        "oneOf": [
            array("Digits", [9, 9], &row),
            array("Masks", [81, 81], &json!({"type": "integer", "maximum": 511, "minimum": 0})),
            {"type": "string", "title": "Text", "minLength": 81},
        ],
        "description": "Pencil marks: nine arrays of nine arrays of digits, 81 bit masks (bit 0 is digit 1), or a text: nine \
            characters for each cell, each the digit of its position or `.`, or any other notation of pencil marks.",
        "examples": [marks()],
    })
}

// A branch for each shape rather than unions in arrays.
parts! {
    [] AnswerGrid => |schemas| named(schemas, "AnswerGrid", |_| {
        let number = json!({"type": "integer", "maximum": 9, "minimum": 0});
        let string = |pattern| json!({"type": "string", "pattern": pattern});
        let rows = |title, cell| {
            array(title, [9, 9], &json!({"type": "array", "items": cell, "maxItems": 9, "minItems": 9}))
        };
        json!({
            "oneOf": [
                rows("NumberRows", number.clone()),
                rows("StringRows", string("^[1-9.]$")),
                array("Numbers", [81, 81], &number),
                array("Strings", [9, 81], &string("^([1-9.]|[1-9.]{9})$")),
                {"type": "string", "title": "Text", "pattern": "^([1-9.]{81}|[1-9.]{9}(-[1-9.]{9}){8}|[1-9.]{9}(\\n[1-9.]{9}){8})$"},
            ],
            "description": format!("A grid, in the notation of the request: a string for text, otherwise an array of the \
                same shape, of numbers, or of strings if the first given of the request was one. A blank cell, which no \
                solution has, is `.` in strings and 0 in numbers. With the option `notation`, its form is fixed. {NOTATIONS}"),
        })
    });
}

/// What each notation of an answer is.
const NOTATIONS: &str = "`line`: a string of 81 characters. `rows`: a string of nine lines. `dashes`: a string of nine \
    rows joined by dashes. `cells`: nine arrays of nine numbers.";

/// A branch with so many items.
fn array(title: &str, [least, most]: [u8; 2], items: &Value) -> Value {
    json!({"type": "array", "title": title, "items": items, "maxItems": most, "minItems": least})
}

/// One of these words.
pub fn one_of(description: &str, words: &[impl Serialize]) -> Value {
    json!({"type": "string", "description": description, "enum": words})
}
