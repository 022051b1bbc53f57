//! Lines to bring into canonical form.

use std::fmt;

use serde::Serialize;

use super::operation::{Columns, GridOperation};
use crate::http::answer::canonical::Canonical;
use crate::http::problem::Problem;
use crate::http::request::Posed;
use crate::pool::Class;
use crate::sudoku::solver::CancelFlag;

/// Finds the canonical forms of grids.
#[derive(Clone, Copy, Debug)]
pub struct Canonicalize;

/// The canonical form of a grid. Its text is the form alone, so that equivalent puzzles have equal lines.
#[derive(Serialize)]
pub struct Found {
    canonical: Canonical,
}

impl GridOperation for Canonicalize {
    type Options = ();
    type Answer = Found;

    const CLASS: Class = Class::Light;

    fn answer(&self, posed: Posed, (): &(), _: &CancelFlag) -> Result<Found, Problem> {
        Ok(Found { canonical: Canonical::of(&posed.grid) })
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical.grid)
    }
}

impl Columns for Found {
    const NAMES: &'static [&'static str] = &["canonical", "transpose", "rows", "columns", "digits", "automorphisms"];

    fn values(&self) -> Vec<Option<String>> {
        let Canonical { grid, transpose, rows, columns, digits, automorphisms } = &self.canonical;
        let [rows, columns, digits] = [rows, columns, digits].map(|list| list.iter().map(u8::to_string).collect());
        let values = [grid.clone(), transpose.to_string(), rows, columns, digits, automorphisms.to_string()];
        values.map(Some).into()
    }
}
