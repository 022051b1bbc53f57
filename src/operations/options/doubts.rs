//! Cells that a scanner may have read wrongly.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::OptionType;
use crate::operations::problem::{ErrorList, Place, Problem, RequestError};
use crate::operations::reading::Fields;
use crate::operations::reading::arguments::Sent;
use crate::operations::reading::json::{self, ValueKind};
use crate::sudoku::explain::{Doubt, MOST_READINGS};
use crate::sudoku::{Cell, Digit};

/// Cells, each with the digits that it may hold instead: an object, or text such as `r1c3:17,r4c5:038`.
pub struct Doubts;

/// Cells that a scanner may have read wrongly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubtful {
    /// The cells, and what they may hold instead.
    pub cells: Vec<Doubt>,
    place: Place,
}

/// Maximum number of cells.
const MOST_CELLS: usize = 8;

/// What is expected.
const EXPECTED: &str = "expected 1 to 8 different cells, each with the digits that it may hold instead, 0 for none, such as \
    {\"r1c3\": [1, 7]} or r1c3:17";

impl Doubtful {
    /// They have so many readings, more than are tried.
    pub fn too_many(&self, readings: usize) -> Problem {
        let detail =
            format!("the cells have {readings} readings; send fewer cells or digits, for at most {MOST_READINGS}");
        Problem::invalid_request(ErrorList::of(RequestError::at(&self.place, detail)))
    }
}

/// The names of the cells, each with its digits.
fn pairs<'a>(fields: &mut Fields<'a>, sent: Sent<'a>) -> Option<Vec<(Cow<'a, str>, String)>> {
    let members = match sent {
        Sent::Json(ValueKind::Object(members)) => members,
        Sent::Json(_) => return None,
        Sent::Text(text) => {
            let pair =
                |part: &str| part.split_once(':').map(|(name, digits)| (name.to_owned().into(), digits.to_owned()));
            return text.split(',').map(pair).collect();
        }
    };
    let mut pair = |(name, value): (Cow<'a, str>, json::Value<'a>)| {
        let ValueKind::Array(items) = fields.read(value)? else { return None };
        let digit = |item| match fields.read(item)? {
            ValueKind::Number(number) => json::integer(number, 0..=9_u8).map(|digit| char::from(b'0' + digit)),
            _ => None,
        };
        Some((name, items.into_iter().take(11).map(digit).collect::<Option<String>>()?))
    };
    members.into_iter().take(MOST_CELLS + 1).map(&mut pair).collect()
}

/// The cells of these names with their digits; `None` if there are too many or too few, or one is repeated or invalid.
fn doubts(pairs: &[(Cow<'_, str>, String)]) -> Option<Vec<Doubt>> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| Digit::new(byte - b'0'));
    let doubt = |(name, digits): &(Cow<'_, str>, String)| {
        let is_list = (1..=10).contains(&digits.len());
        Some((Cell::from_name(name).filter(|_| is_list)?, digits.bytes().map(digit).collect::<Option<_>>()?))
    };
    let doubts: Vec<Doubt> = pairs.iter().map(doubt).collect::<Option<_>>()?;
    let is_new = |(i, (cell, _)): (usize, &Doubt)| doubts[..i].iter().all(|(other, _)| other != cell);
    ((1..=MOST_CELLS).contains(&doubts.len()) && doubts.iter().enumerate().all(is_new)).then_some(doubts)
}

impl OptionType for Doubts {
    type Value = Doubtful;

    fn read(&self, fields: &mut Fields<'_>, name: &'static str) -> Option<Doubtful> {
        let place = fields.source(name)?.place(name);
        let cells = fields.option(name, || EXPECTED, |fields, sent| doubts(&pairs(fields, sent)?))?;
        Some(Doubtful { cells, place })
    }

    fn member(&self) -> Value {
        let digits = json!({"type": "array", "minItems": 1, "maxItems": 10, "items": {"type": "integer", "minimum": 0, "maximum": 9}});
        let names = json!({"pattern": "^([rR][1-9][cC][1-9]|[A-I][1-9])$"});
        json!({"type": "object", "minProperties": 1, "maxProperties": MOST_CELLS, "propertyNames": names, "additionalProperties": digits})
    }

    fn parameter(&self) -> Value {
        let doubt = "([rR][1-9][cC][1-9]|[A-I][1-9]):[0-9]{1,10}";
        json!({"type": "string", "pattern": format!("^{doubt}(,{doubt}){{0,{}}}$", MOST_CELLS - 1)})
    }
}
