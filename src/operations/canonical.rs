//! Canonical forms.

use std::fmt;

use serde_json::json;

use super::answer::canonical::{Canonical, Transformation};
use super::answer::declaration::answer;
use super::answer::picture::{Picture, Scene};
use super::example_grids::LINE;
use super::operation::{About, Answer, Group, Operation, Work};
use super::problem::Problem;
use super::reading::SentGrid;
use crate::pool::Class;
use crate::sudoku::notation;

/// Finds the canonical form of a grid.
#[derive(Debug)]
pub struct Canonicalize;

impl Operation for Canonicalize {
    type Input = SentGrid;
    type Options = ();
    type Answer = CanonicalAnswer;
    type Line = CanonicalAnswer;

    const ABOUT: About = About {
        name: "canonical",
        title: "Find the canonical form of a grid",
        description: "Returns the smallest of all grids that are equivalent to this one, so that equivalent puzzles have the \
            same form, and the transformation to it. Cell i,j of the form is cell `rows[i]`,`columns[j]` of the grid, \
            transposed first if `transpose` is true, with digit d replaced by `digits[d]`. As text, the form alone.",
        tool: "Returns the same form for all puzzles that differ only by turning, mirroring, swapping rows, columns \
            or bands, or renaming digits. Use it to find out whether two puzzles are essentially the same. It does \
            not solve. Takes microseconds.",
        group: Group::Insight,
        grid: "The grid.",
        class: Class::Light,
        time_limit: None,
        problems: &[],
        examples: || vec![json!({"grid": LINE})],
        line: "As text, an answer is the form alone, so that equivalent puzzles have equal lines.",
    };

    fn answer(posed: &SentGrid, (): &(), _: &Work) -> Result<CanonicalAnswer, Problem> {
        Ok(CanonicalAnswer { canonical: Canonical::of(&posed.grid) })
    }

    fn picture(_: &SentGrid, (): &(), answer: &CanonicalAnswer) -> Option<Picture> {
        let grid = notation::parse(&answer.canonical.grid).ok()?.grid;
        Some(Picture::new("The canonical form", vec![Scene::of(&grid)]))
    }
}

answer! {
    /// The canonical form of a grid.
    pub struct CanonicalAnswer {
        /// The form, and the transformation to it.
        canonical: Canonical,
    }
}

impl Answer for CanonicalAnswer {
    const COLUMNS: &'static [&'static str] = &["canonical", "transpose", "rows", "columns", "digits", "automorphisms"];

    fn columns(&self) -> Vec<Option<String>> {
        let Canonical { grid, transformation, automorphisms } = &self.canonical;
        let Transformation { transpose, rows, columns, digits } = transformation;
        let [rows, columns, digits] = [rows, columns, digits].map(|list| list.iter().map(u8::to_string).collect());
        let values = [grid.clone(), transpose.to_string(), rows, columns, digits, automorphisms.to_string()];
        values.map(Some).into()
    }
}

/// The form alone.
impl fmt::Display for CanonicalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.canonical.grid)
    }
}
