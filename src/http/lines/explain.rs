//! Lines to explain.

use super::operation::{Columns, GridOperation};
use crate::http::problem::Problem;
use crate::http::request::Posed;
use crate::http::routes::explain::{ExplainOptions, ExplainResponse, explained};
use crate::pool::Class;
use crate::sudoku::solver::{Budget, CancelFlag};

/// Explains grids.
#[derive(Clone, Copy, Debug)]
pub struct Explain {
    /// Maximum number of guesses to find the verdict on a grid.
    pub node_limit: u64,
}

impl GridOperation for Explain {
    type Options = ExplainOptions;
    type Answer = ExplainResponse;

    const CLASS: Class = Class::Heavy;

    fn answer(&self, posed: Posed, options: &ExplainOptions, cancel: &CancelFlag) -> Result<ExplainResponse, Problem> {
        let budget = Budget::unlimited().with_node_limit(self.node_limit).with_cancel(cancel.clone());
        explained(&posed.grid, posed.notation, *options, &budget, cancel)
    }
}

impl Columns for ExplainResponse {
    const NAMES: &'static [&'static str] = &["verdict", "explanation"];

    fn values(&self) -> Vec<Option<String>> {
        let text = self.to_string();
        let mut facts = text.lines();
        let verdict = facts.next().map(str::to_owned);
        let facts: Vec<&str> = facts.collect();
        vec![verdict, (!facts.is_empty()).then(|| facts.join(" | "))]
    }
}
