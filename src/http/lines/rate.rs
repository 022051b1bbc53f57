//! Lines to rate.

use std::fmt;

use serde::Serialize;

use super::operation::{Columns, GridOperation};
use crate::http::answer::steps::Step;
use crate::http::problem::Problem;
use crate::http::request::Posed;
use crate::http::routes::rate::{NODE_LIMIT, RateOptions, Ratings, rated};
use crate::pool::Class;
use crate::sudoku::solver::{Budget, CancelFlag};

/// Rates puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Maximum number of guesses to find out whether a puzzle has exactly one solution.
    pub node_limit: u64,
    /// Maximum number of candidates that the chains of a rating visit.
    pub nodes: u64,
}

impl Rate {
    /// Maximum number of candidates that the chains of a rating visit if no client waits for other lines: the limit of
    /// `POST /rate`.
    pub const MOST_NODES: u64 = NODE_LIMIT;
}

/// The rating of a puzzle.
#[derive(Serialize)]
pub struct Rated {
    rating: Ratings,
    level: &'static str,
    /// The id of the technique of the hardest step.
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Step>>,
}

impl GridOperation for Rate {
    type Options = RateOptions;
    type Answer = Rated;

    const CLASS: Class = Class::Heavy;

    fn answer(&self, posed: Posed, options: &RateOptions, cancel: &CancelFlag) -> Result<Rated, Problem> {
        let budget = Budget::unlimited().with_node_limit(self.node_limit).with_cancel(cancel.clone());
        let (rating, path) = rated(&posed.grid, *options, &budget, &options.steps.limits(self.nodes, cancel))?;
        Ok(Rated {
            level: rating.level().name(),
            hardest: rating.hardest.map(|technique| technique.info().id),
            path,
            rating: Ratings::new(&rating, options.steps.uniqueness),
        })
    }
}

impl fmt::Display for Rated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        self.path.iter().flatten().try_for_each(|step| writeln!(f, "{step}"))
    }
}

impl Columns for Rated {
    const NAMES: &'static [&'static str] = &["er", "ep", "ed", "level", "hardest"];

    fn values(&self) -> Vec<Option<String>> {
        let [er, ep, ed] = self.rating.texts();
        vec![Some(er), Some(ep), Some(ed), Some(self.level.to_owned()), self.hardest.map(str::to_owned)]
    }
}
