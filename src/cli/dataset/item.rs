//! The items that a puzzle becomes.

use serde_json::{Map, Value, json};

use super::recipe::{OF_VARIANTS, Plan};
use super::written::sum_of;
use crate::operations::annotate::{Annotate, Labelled};
use crate::operations::answer::canonical::canonical_line;
use crate::operations::answer::grid::Notation;
use crate::operations::operation::{Operation, Work};
use crate::operations::problem::Problem;
use crate::operations::reading::Posed;
use crate::operations::variants::Variants;
use crate::sudoku::notation::Layout;
use crate::sudoku::solver::{self, Budget, Finding};
use crate::sudoku::{Grid, canonical};

/// The class of a solution.
pub struct Class {
    /// The canonical form of the solution.
    pub form: String,
    /// Its sum, by which it is told from others and gets its split.
    pub sum: [u8; 32],
}

impl Class {
    /// The class of the only solution of a puzzle.
    pub fn of(puzzle: &Grid) -> Option<Self> {
        let Finding::One(solution) = solver::solve(puzzle, &Budget::unlimited()).finding else { return None };
        let form = canonical_line(&canonical::canonical(&solution).grid);
        Some(Self { sum: sum_of(form.as_bytes()), form })
    }
}

/// An item, and the lines of its steps.
pub struct Item {
    /// Its members.
    pub members: Map<String, Value>,
    /// A document for each step.
    pub steps: Vec<String>,
}

/// The items of the puzzle with this index of a band.
///
/// # Errors
/// A label or a variant was not found.
pub fn items(
    Plan { recipe, sources, labels, .. }: &Plan,
    (band, index): (usize, u64),
    (puzzle, class): (&Grid, &Class),
    work: &Work,
) -> Result<Vec<Item>, Problem> {
    let posed = |grid: Grid| Posed::new(grid, Notation::Text(Layout::Line));
    let (source, band) = (&sources[band], &recipe.bands[band].name);
    let mut made: Vec<(String, Map<String, Value>)> = Vec::new();
    match &source.variants {
        None => {
            let members = json!({"kind": "puzzle", "puzzle": puzzle.to_string()});
            made.extend(members.as_object().map(|members| (format!("{band}-{index}"), members.clone())));
        }
        Some(options) => {
            let answer = serde_json::to_value(Variants::answer(&posed(*puzzle), options, work)?);
            let answer = answer.expect("an answer is JSON");
            for variant in answer["variants"].as_array().into_iter().flatten().filter_map(Value::as_object) {
                made.push((format!("{band}-{index}-{}", variant["number"]), variant.clone()));
            }
        }
    }
    let has_variants = recipe.bands.iter().any(|band| band.variants.is_some());
    let item = |(id, variant): (String, Map<String, Value>)| {
        let grid = variant["puzzle"].as_str().and_then(|grid| grid.parse().ok()).expect("a grid");
        let mut members = Map::new();
        let mut put = |name: &str, value: Value| members.insert(name.to_owned(), value);
        put("id", id.clone().into());
        put("split", recipe.shares().nth(recipe.split(&class.sum)).map(|(name, _)| name).into());
        put("band", band.clone().into());
        put("kind", variant["kind"].clone());
        put("puzzle", variant["puzzle"].clone());
        put("solution", Value::Null);
        put("solution_canonical", class.form.clone().into());
        let mut steps = Vec::new();
        for (name, label) in Annotate::answer(&posed(grid), labels, work)?.labels {
            match label {
                Labelled::Whole(label) => _ = put(name, serde_json::from_str(label.get()).expect("a label is JSON")),
                Labelled::Each(all) => {
                    let id = json!(id);
                    steps.extend(all.iter().flatten().map(|step| format!("{{\"id\":{id},{}", &step.get()[1..])));
                }
            }
        }
        let of_variants = OF_VARIANTS.iter().filter(|_| has_variants);
        of_variants.for_each(|name| _ = put(name, variant.get(*name).cloned().unwrap_or_default()));
        Ok(Item { members, steps })
    };
    made.into_iter().map(item).collect()
}
