//! The lists that several operations take.

use serde_json::json;

use super::types::ListOf;
use crate::operations::reading::json::{self, ValueKind};
use crate::sudoku::Cell;
use crate::sudoku::logic::Claim;

/// Cells, each a name such as `r1c3` or an index from 0 to 80.
pub const CELLS: ListOf<Cell> = ListOf {
    most: Cell::COUNT,
    expected: "a cell such as r1c3, or an index from 0 to 80",
    parse: |item| match item {
        ValueKind::Number(number) => json::integer(number, 0..=80_u16).and_then(|index| Cell::from_index(index.into())),
        ValueKind::String(name) => Cell::from_name(name),
        _ => None,
    },
    item: || json!({"$ref": "#/components/schemas/CellName"}),
    pattern: "([rR][1-9][cC][1-9]|[A-I][1-9]|[0-9]|[1-7][0-9]|80)",
};

/// Claims such as `r1c2=3` or `r4c5<>7`.
pub const CLAIMS: ListOf<Claim> = ListOf {
    most: 32,
    expected: "a claim such as r1c2=3 or r4c5<>7",
    parse: |item| match item {
        ValueKind::String(text) => Claim::parse(text),
        _ => None,
    },
    item: || json!({"type": "string", "pattern": "^([rR][1-9][cC][1-9]|[A-I][1-9])(=[1-9]|<>[1-9]{1,9})$"}),
    pattern: "([rR][1-9][cC][1-9]|[A-I][1-9])(=[1-9]|<>[1-9]{1,9})",
};
