//! The list of techniques of the human solver.

use std::fmt;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::json;

use super::answer::declaration::{answer, named, parts};
use super::answer::steps::rated;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Flag, ListOf, options};
use super::problem::Problem;
use super::reading::json::ValueKind;
use crate::pool::Class;
use crate::sudoku::logic::{self, COURSE, StepLimits, TABLE, TechniqueSet};
use crate::sudoku::notation;

/// Techniques that a player knows, as an item of a list.
#[derive(Clone, Copy, Debug)]
pub enum TechniqueRange {
    /// This one.
    One(logic::Technique),
    /// This one, and all before it in the course.
    UpTo(logic::Technique),
}

/// A list of techniques. Ids follow from the list of techniques, which is long, so the pattern does not repeat them.
pub const TECHNIQUES: ListOf<TechniqueRange> = ListOf {
    most: 100,
    expected: "the id of a technique in GET /techniques, such as x-wing, or up-to:x-wing",
    parse: |item| match item {
        ValueKind::String(text) => match text.strip_prefix("up-to:") {
            Some(id) => logic::Technique::from_id(id).map(TechniqueRange::UpTo),
            None => logic::Technique::from_id(text).map(TechniqueRange::One),
        },
        _ => None,
    },
    item: || json!({"type": "string", "pattern": "^(up-to:)?[a-z0-9-]+$"}),
    pattern: "(up-to:)?[a-z0-9-]+",
};

impl TechniqueRange {
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

options! {
    /// The options of the list of techniques.
    pub struct TechniquesOptions {
        /// Whether each has an example, of two kilobytes.
        examples: bool = Flag, default true, in_tools false, example false;
    }
}

/// Lists the techniques.
#[derive(Debug)]
pub struct Techniques;

impl Operation for Techniques {
    type Input = ();
    type Options = TechniquesOptions;
    type Answer = TechniqueList;
    type Line = TechniqueList;

    const ABOUT: About = About {
        name: "techniques",
        title: "List the techniques",
        description: "The techniques, in the order in which players usually learn them: those of Sudoku Explainer's scale, which \
            rate a puzzle, and the names that players use for some of their steps; nearly all with a position as an example. As text, one per line: its id, its lowest \
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

    fn answer((): &(), options: &TechniquesOptions, _: &Work) -> Result<TechniqueList, Problem> {
        Ok(TechniqueList::new(options.examples))
    }
}

/// The techniques.
#[derive(Serialize, Debug)]
pub struct TechniqueList(pub Vec<TechniqueDescription>);

parts! {
    [] TechniqueList => |schemas| named(schemas, "TechniqueList", |schemas| {
        let mut list = Vec::<TechniqueDescription>::schema(schemas);
        list["description"] = "The techniques, in the order in which players usually learn them.".into();
        list
    });
}

impl TechniqueList {
    /// The list, with examples or without.
    pub fn new(has_examples: bool) -> Self {
        let described = COURSE.iter().map(|&technique| TechniqueDescription {
            example: has_examples.then(|| EXAMPLES[technique as usize].as_ref()).flatten(),
            ..technique.into()
        });
        Self(described.collect())
    }
}

answer! {
    /// A technique of the human solver.
    pub struct TechniqueDescription {
        /// The stable id.
        pub id: &'static str,
        /// The name in English.
        pub name: &'static str,
        /// The lowest rating of a step. Absent if Sudoku Explainer's scale does not know the technique.
        pub lowest: Option<f64>,
        /// The highest rating of a step that is known to occur. Absent if the scale does not know the technique.
        pub highest: Option<f64>,
        /// The place in the course, starting from 1.
        course: usize {minimum: 1},
        /// What the technique does.
        pub sentence: &'static str,
        /// The group of techniques that it belongs to, such as `Fish`. `/steps` lists those of `Forcing chains` only if they are
        /// asked for.
        pub group: &'static str,
        /// Whether it assumes that the puzzle has one solution.
        pub needs_uniqueness: bool,
        /// A position in which it is possible. Absent if none is known, or if `examples` is false.
        pub example: Option<&'static Example>,
    }

    /// A position in which a technique is possible.
    pub struct Example as TechniqueExample {
        /// The grid on one line.
        grid: String {minLength: 81, maxLength: 81},
        /// The candidates that are left: 729 characters, nine for each cell.
        candidates: String {minLength: 729, maxLength: 729},
        /// The grid without the digits that are no givens. Absent if that does not matter.
        puzzle: Option<String> {minLength: 81, maxLength: 81},
        /// The step in English.
        pub text: String,
        /// The address of the hint for this position, relative to that of the list: a document with `views`, or a
        /// picture if the request accepts `image/svg+xml` or `image/png`.
        pub hint: String,
    }
}

/// The examples, in the order of the table. To find a step of each takes some 70 ms, so they are made once.
static EXAMPLES: LazyLock<Vec<Option<Example>>> =
    LazyLock::new(|| TABLE.iter().map(|row| Example::of(row.technique)).collect());

impl Example {
    /// The example of a technique.
    fn of(technique: logic::Technique) -> Option<Self> {
        let board = logic::example(technique)?;
        let (steps, _) = logic::steps(&board, &StepLimits::within(TechniqueSet::only(technique)), 1);
        let (grid, candidates) = (board.grid().to_string(), notation::format_candidates(&board.marks()));
        let puzzle = Some(board.givens().to_string()).filter(|puzzle| *puzzle != grid);
        let original = puzzle.as_ref().map_or_else(String::new, |puzzle| format!("&puzzle={puzzle}"));
        let id = technique.info().id;
        Some(Self {
            hint: format!("hint?grid={grid}&candidates={candidates}{original}&allow={id}&order=course"),
            puzzle,
            text: logic::tell_whole(&board, steps.first()?).0,
            candidates,
            grid,
        })
    }
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
            group: row.group,
            needs_uniqueness: row.needs_uniqueness,
            example: None,
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
