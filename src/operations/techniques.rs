//! The list of techniques of the human solver.

use std::fmt;

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::answer::steps::rated;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::ListOf;
use super::problem::Problem;
use super::reading::json::ValueKind;
use crate::pool::Class;
use crate::sudoku::logic::{self, COURSE, TechniqueSet};

/// Techniques that a player knows, as an item of a list.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// This one.
    One(logic::Technique),
    /// This one, and all before it in the course.
    UpTo(logic::Technique),
}

/// A list of techniques. Ids follow from the list of techniques, which is long, so the pattern does not repeat them.
pub const TECHNIQUES: ListOf<Known> = ListOf {
    most: 100,
    expected: "the id of a technique in GET /techniques, such as x-wing, or up-to:x-wing",
    parse: |item| match item {
        ValueKind::String(text) => match text.strip_prefix("up-to:") {
            Some(id) => logic::Technique::from_id(id).map(Known::UpTo),
            None => logic::Technique::from_id(text).map(Known::One),
        },
        _ => None,
    },
    item: || json!({"type": "string", "pattern": "^(up-to:)?[a-z0-9-]+$"}),
    pattern: "(up-to:)?[a-z0-9-]+",
};

impl Known {
    /// The techniques that a list stands for.
    pub fn all(list: &[Self]) -> TechniqueSet {
        let mut all = TechniqueSet::default();
        for known in list {
            match known {
                Self::One(technique) => all.add(*technique),
                Self::UpTo(technique) => all.add_up_to(*technique),
            }
        }
        all
    }
}

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
        description: "The techniques, in the order in which players usually learn them: those of Sudoku Explainer's scale, which \
            rate a puzzle, and the names that players use for some of their steps. As text, one per line: its id, its lowest \
            and highest rating (`-` if the scale does not know it), and what it does, separated by tabs.",
        tool: "Lists the solving techniques that rate, hint, steps and generate know, each with its id, its range of \
            ratings and what it does. Use it to explain a name, or to choose an id for \
            `allow`.",
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
        Ok(TechniqueList(COURSE.iter().map(|&technique| technique.into()).collect()))
    }
}

/// The techniques, in the order in which players usually learn them.
#[derive(Serialize, ToSchema, Debug)]
pub struct TechniqueList(Vec<TechniqueDescription>);

/// A technique of the human solver.
#[derive(Serialize, ToSchema, Debug)]
pub struct TechniqueDescription {
    /// The stable id.
    id: &'static str,
    /// The name in English.
    name: &'static str,
    /// The lowest rating of a step. Absent if Sudoku Explainer's scale does not know the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    lowest: Option<f64>,
    /// The highest rating of a step that is known to occur. Absent if the scale does not know the technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    highest: Option<f64>,
    /// The place in the course, starting from 1.
    #[schema(minimum = 1)]
    course: usize,
    /// What the technique does.
    sentence: &'static str,
    /// Whether it assumes that the puzzle has one solution.
    needs_uniqueness: bool,
}

impl From<logic::Technique> for TechniqueDescription {
    fn from(technique: logic::Technique) -> Self {
        let row = technique.info();
        Self {
            id: row.id,
            name: row.name,
            lowest: rated(row.lowest),
            highest: rated(row.highest),
            course: technique.place_in_course(),
            sentence: row.sentence,
            needs_uniqueness: row.needs_uniqueness,
        }
    }
}

impl Answer for TechniqueList {}

/// A line of columns, separated by tabs, for each technique.
impl fmt::Display for TechniqueList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |rating: Option<f64>| rating.map_or_else(|| "-".to_owned(), |rating| format!("{rating:.1}"));
        self.0.iter().try_for_each(|TechniqueDescription { id, lowest, highest, sentence, .. }| {
            writeln!(f, "{id}\t{}\t{}\t{sentence}", text(*lowest), text(*highest))
        })
    }
}
