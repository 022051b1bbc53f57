//! The list of techniques of the human solver.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::steps::number;
use super::operation::{About, Answer, Group, Operation, Work};
use super::problem::Problem;
use crate::pool::Class;
use crate::sudoku::logic::{self, TABLE};

/// Lists the techniques.
#[derive(Debug)]
pub struct Techniques;

impl Operation for Techniques {
    type Input = ();
    type Options = ();
    type Answer = TechniqueList;

    const ABOUT: About = About {
        name: "techniques",
        title: "List the techniques",
        description: "The techniques of the human solver, in the order in which it tries them. As text, one per line: its id, \
            its lowest and highest rating, and what it does, separated by tabs.",
        tool: "Lists the solving techniques that rate, hint and generate know, each with its id, its range of ratings \
            and what it does. Use it to explain a name, or to choose an id for generate.",
        group: Group::Insight,
        grid: "",
        class: Class::Light,
        time_limit: None,
        problems: &[],
        // The whole list would be the only one.
        examples: Vec::new,
        line: "",
    };

    fn answer((): &(), (): &(), _: &Work) -> Result<TechniqueList, Problem> {
        Ok(TechniqueList(TABLE.iter().map(TechniqueDescription::from).collect()))
    }
}

/// The techniques, in the order in which the human solver tries them.
#[derive(Serialize, ToSchema, Debug)]
pub struct TechniqueList(Vec<TechniqueDescription>);

/// A technique of the human solver.
#[derive(Serialize, ToSchema, Debug)]
pub struct TechniqueDescription {
    /// The stable id.
    id: &'static str,
    /// The name in English.
    name: &'static str,
    /// The lowest rating of a step.
    lowest: f64,
    /// The highest rating of a step that is known to occur.
    highest: f64,
    /// What the technique does.
    sentence: &'static str,
    /// Whether it assumes that the puzzle has one solution.
    needs_uniqueness: bool,
}

impl From<&logic::TechniqueInfo> for TechniqueDescription {
    fn from(row: &logic::TechniqueInfo) -> Self {
        Self {
            id: row.id,
            name: row.name,
            lowest: number(row.lowest),
            highest: number(row.highest),
            sentence: row.sentence,
            needs_uniqueness: row.needs_uniqueness,
        }
    }
}

impl Answer for TechniqueList {}

/// A line of columns, separated by tabs, for each technique.
impl fmt::Display for TechniqueList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|TechniqueDescription { id, lowest, highest, sentence, .. }| {
            writeln!(f, "{id}\t{lowest:.1}\t{highest:.1}\t{sentence}")
        })
    }
}
