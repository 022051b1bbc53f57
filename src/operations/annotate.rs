//! Labelling a puzzle: its solution, ratings, canonical forms and steps, found together.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::answer::canonical::canonical_line;
use super::answer::declaration::{AnswerPart, Member, OrNull, Schemas, named, object, parts};
use super::answer::ratings::{TechniqueCount, techniques};
use super::answer::steps::{Step, number};
use super::answer::trace::TracedStep;
use super::answer::verdict::Verdict;
use super::example_grids::{LINE, MULTIPLE};
use super::lines::LineFormat;
use super::operation::{About, Answer, Group, List, Operation, Work};
use super::options::{SomeOf, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::SentGrid;
use crate::pool::Class;
use crate::sudoku::explain::{Effort, EffortLimits, Redundancy};
use crate::sudoku::logic::{self, End, Rating, StepLimits};
use crate::sudoku::solver::{Finding, Outcome};
use crate::sudoku::{Grid, Position, Symmetry, canonical, rules};

/// Labels a puzzle.
#[derive(Debug)]
pub struct Annotate;

/// A label: its name, what it is, its schema and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    name: &'static str,
    sentence: &'static str,
    schema: MakeSchema,
    needs: Needs,
    of: fn(&Facts) -> LabelValue,
}

/// Makes the schema of a label. One that does not apply is null instead of absent.
type MakeSchema = fn(&mut Schemas) -> Value;

const SOLVED: MakeSchema = |_| json!({"type": ["string", "null"], "pattern": "^[1-9]{81}$"});
const FORM: MakeSchema = |_| json!({"type": ["string", "null"], "pattern": "^[0-9]{81}$"});
const VERDICT: MakeSchema = |_| json!({"type": "string", "enum": Verdict::ALL});
const CLUES: MakeSchema = |_| json!({"type": "integer", "maximum": 81, "minimum": 0});
const COUNT: MakeSchema = OrNull::<usize>::schema;
const RATING: MakeSchema = |_| json!({"type": ["number", "null"], "maximum": 20, "minimum": 0});
const WORD: MakeSchema = OrNull::<String>::schema;
const WORDS: MakeSchema = Vec::<String>::schema;
const FLAG: MakeSchema = OrNull::<bool>::schema;
const COUNTS: MakeSchema = OrNull::<Vec<TechniqueCount>>::schema;
const STEPS: MakeSchema = OrNull::<Vec<Step>>::schema;
const TRACED: MakeSchema = OrNull::<Vec<TracedStep>>::schema;

/// A label as JSON.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum LabelValue {
    /// Its value.
    Whole(Box<RawValue>),
    /// The items of a list, each of which can get a line of its own; null if there is no list.
    Each(Option<Vec<Box<RawValue>>>),
}

/// The work that a label needs. Each kind includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Needs {
    Search,
    Rating,
    Steps,
}

/// The labels in the order of an answer. Those from the first that needs steps on do not fit into a column.
static LABELS: [Label; 17] = {
    const fn label(
        name: &'static str,
        sentence: &'static str,
        schema: MakeSchema,
        needs: Needs,
        of: fn(&Facts) -> LabelValue,
    ) -> Label {
        Label { name, sentence, schema, needs, of }
    }
    use Needs::{Rating, Search, Steps};
    [
        label("solution", "The only solution; null unless there is exactly one.", SOLVED, Search, |found| {
            raw(&found.solution.map(|solution| solution.to_string()))
        }),
        label("verdict", "In how many ways the grid can be completed.", VERDICT, Search, |found| raw(&found.verdict)),
        label("clues", "The number of givens.", CLUES, Search, |found| raw(&found.grid.clues())),
        label("guesses", "The guesses of the solver; null if digits conflict.", COUNT, Search, |found| {
            raw(&found.outcome.as_ref().map(|outcome| outcome.stats.guesses))
        }),
        label("er", "The rating of the hardest step.", RATING, Rating, |found| {
            raw(&found.rated(|rated| number(rated.er)))
        }),
        label("ep", "The rating of the hardest step up to the first digit.", RATING, Rating, |found| {
            raw(&found.rated(|rated| number(rated.ep)))
        }),
        label("ed", "The rating of the first step.", RATING, Rating, |found| {
            raw(&found.rated(|rated| number(rated.ed)))
        }),
        label("level", "The difficulty in a word.", WORD, Rating, |found| {
            raw(&found.rated(|rated| rated.level().name()))
        }),
        label("hardest", "The id of the technique of the hardest step.", WORD, Rating, |found| {
            raw(&found.rated(|rated| rated.hardest.map(|technique| technique.info().id)))
        }),
        label("steps", "The number of steps.", COUNT, Rating, |found| raw(&found.rated(|rated| rated.steps))),
        label(
            "techniques",
            "The techniques used, in order of difficulty; as text, `id*times` with commas.",
            COUNTS,
            Rating,
            |found| raw(&found.rated(techniques)),
        ),
        label("minimal", "Whether every given is needed; null if unknown.", FLAG, Search, |found| {
            let effort = Effort::new(EffortLimits::default()).within(&found.position);
            let redundancy = |_: &Grid| Redundancy::of(&found.grid, &mut effort.clone());
            raw(&found.solution.as_ref().map(redundancy).and_then(|redundancy| redundancy.is_minimal()))
        }),
        label("symmetry", "The symmetries of the pattern of givens.", WORDS, Search, |found| {
            raw(&Symmetry::of(&found.grid).into_iter().map(Symmetry::name).collect::<Vec<_>>())
        }),
        label("canonical", "The canonical form of the grid; null if it has pencil marks.", FORM, Search, |found| {
            let is_plain = found.position.allowed().is_none();
            raw(&is_plain.then(|| canonical_line(&canonical::canonical(&found.grid).grid)))
        }),
        label(
            "solution_canonical",
            "The canonical form of the only solution: the class of the solution.",
            FORM,
            Search,
            |found| raw(&found.solution.map(|solution| canonical_line(&canonical::canonical(&solution).grid))),
        ),
        label("path", "Every step to the solution.", STEPS, Steps, |found| {
            raw(&found.path.as_ref().map(|steps| Step::path(&found.position, steps, 0..steps.len(), true)))
        }),
        label(TRACE, "Every step to the solution with the position before it.", TRACED, Steps, |found| {
            let trace = found.path.as_ref().map(|steps| TracedStep::trace(&found.position, steps));
            LabelValue::Each(trace.map(|steps| steps.iter().map(json).collect()))
        }),
    ]
};

/// The label whose steps can be lines of their own.
const TRACE: &str = "trace";

options! {
    /// The options of labels.
    pub struct AnnotateOptions {
        /// The labels. Those that share work cost it once. If absent: all but `path` and `trace`.
        fields: Vec<&'static str> = SomeOf(|| LABELS.iter().map(|label| (label.name, label.name)).collect()),
            default Vec::new(), example vec!["solution", "er", "solution_canonical"];
        ..position: PositionOptions;
    }
}

impl AnnotateOptions {
    /// The labels that were asked for, in the order of an answer.
    fn labels(&self) -> impl Iterator<Item = &'static Label> {
        let is_asked = |label: &&Label| match &self.fields[..] {
            [] => label.needs < Needs::Steps,
            fields => fields.contains(&label.name),
        };
        LABELS.iter().filter(is_asked)
    }

    /// The hardest work among the labels.
    fn needs(&self) -> Needs {
        self.labels().map(|label| label.needs).max().unwrap_or(Needs::Search)
    }
}

impl Operation for Annotate {
    type Input = SentGrid;
    type Options = AnnotateOptions;
    type Answer = AnnotateAnswer;
    type Line = AnnotateAnswer;

    const ABOUT: About = About {
        name: "annotate",
        title: "Label a puzzle",
        description: "Returns the labels of a puzzle that training, testing and sorting need: its solution, exact ratings on the \
            scale of Sudoku Explainer 1.2.1, canonical forms, and every step. They are those of the other operations, found \
            together. A label that the grid does not have is null: only a puzzle with one solution has a `solution`, ratings \
            and steps.",
        tool: "",
        group: Group::Insight,
        grid: "The puzzle.",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(10)),
        problems: &[Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": LINE}),
                json!({"grid": LINE, "fields": ["solution", "er", "techniques"]}),
                json!({"grid": MULTIPLE, "fields": ["verdict", "solution", "er"]}),
            ]
        },
        line: "An answer is the line itself with the labels added. As text, the puzzle and the labels, with a space between; \
            `path` needs JSON, and `trace` is too long for a batch over HTTP. If the first line is a header with `puzzle`, \
            `question` or the like, the lines are columns, and the header is completed. As JSON, the object of the line with the labels as members, without `line`. Its grid is \
            the member `grid`, `puzzle`, `question` or `quizzes`; its other members stay as they are, and are no options.",
    };

    const EXTENDS: bool = true;
    const LIST: Option<List> = Some(List { name: TRACE, is_whole: false });

    fn columns(options: &AnnotateOptions) -> Option<Vec<&'static str>> {
        Some(options.labels().map(|label| label.name).collect())
    }

    fn unfit(options: &AnnotateOptions, format: LineFormat) -> Option<&'static str> {
        (options.needs() == Needs::Steps && format != LineFormat::Json).then_some("fields")
    }

    fn too_long(options: &AnnotateOptions) -> Option<&'static str> {
        options.labels().any(|label| label.name == TRACE).then_some("fields")
    }

    fn position(options: &AnnotateOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &AnnotateOptions, work: &Work) -> Result<AnnotateAnswer, Problem> {
        options.position.check_givens(&posed.grid)?;
        let found = Facts::of(&posed.position(), options.needs(), work)?;
        let labels = options.labels().map(|label| (label.name, (label.of)(&found))).collect();
        Ok(AnnotateAnswer { puzzle: posed.grid, verdict: found.verdict, labels })
    }
}

/// What was found about a grid, from which the labels follow.
struct Facts {
    position: Position,
    grid: Grid,
    verdict: Verdict,
    /// The search; `None` if digits conflict.
    outcome: Option<Outcome>,
    /// The only solution.
    solution: Option<Grid>,
    /// The rating of a puzzle with one solution.
    rating: Option<Rating>,
    path: Option<Vec<logic::Step>>,
}

impl Facts {
    fn of(position: &Position, needs: Needs, work: &Work) -> Result<Self, Problem> {
        let grid = *position.grid();
        let outcome = rules::conflicts(&grid).is_empty().then(|| work.solve(*position, 1));
        let verdict = outcome.as_ref().map_or(Ok(Verdict::Conflict), |outcome| Verdict::of(&outcome.finding))?;
        let solution = match outcome.as_ref().map(|outcome| &outcome.finding) {
            Some(Finding::One(solution)) => Some(*solution),
            _ => None,
        };
        let mut found = Self { position: *position, grid, verdict, outcome, solution, rating: None, path: None };
        if found.solution.is_some() && needs >= Needs::Rating {
            let limits = StepLimits {
                nodes: work.chain_nodes,
                cancel: Some(work.cancel.clone()),
                so_far: Some(work.so_far.clone()),
                ..StepLimits::default()
            };
            let rating = if needs == Needs::Steps {
                let (rating, steps) = logic::path(position, &limits);
                found.path = Some(steps);
                rating
            } else {
                logic::rate(position, &limits)
            };
            if matches!(rating.end, End::OutOfNodes | End::Cancelled) {
                return Err(Problem::step_limit(rating.end, rating.er));
            }
            found.rating = Some(rating);
        }
        Ok(found)
    }

    /// A part of the rating.
    fn rated<T>(&self, part: impl FnOnce(&Rating) -> T) -> Option<T> {
        self.rating.as_ref().map(part)
    }
}

/// The labels of a puzzle.
#[derive(Debug)]
pub struct AnnotateAnswer {
    puzzle: Grid,
    verdict: Verdict,
    /// The labels by name, as JSON.
    labels: Vec<(&'static str, LabelValue)>,
}

impl Serialize for AnnotateAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.labels.len()))?;
        self.labels.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

parts! {
    [] AnnotateAnswer => |schemas| named(schemas, "AnnotateAnswer", |schemas| {
        let member = |label: &'static Label| Member {
            name: label.name,
            is_optional: true,
            lines: std::slice::from_ref(&label.sentence),
            schemas: vec![(label.schema)(schemas)],
            keywords: json!({}),
        };
        object(&["The labels that were asked for."], Vec::new(), LABELS.iter().map(member), &json!([]))
    });
}

impl Answer for AnnotateAnswer {
    fn columns(&self) -> Vec<Option<String>> {
        self.labels.iter().map(|(_, value)| text(value)).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// The puzzle, then each label after a space, `-` for a null.
impl fmt::Display for AnnotateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.puzzle)?;
        let labels = self.labels.iter().map(|(_, value)| text(value));
        labels.into_iter().try_for_each(|label| write!(f, " {}", label.as_deref().unwrap_or("-")))
    }
}

/// A label as text without spaces; `None` for a null, an empty list, and what does not fit into a column.
fn text(label: &LabelValue) -> Option<String> {
    let LabelValue::Whole(value) = label else { return None };
    match value.get() {
        "null" | "[]" => None,
        list if list.starts_with('[') => {
            let items: Vec<Value> = serde_json::from_str(list).expect("a list");
            let counted = |item: &Value| Some(format!("{}*{}", item["id"].as_str()?, item["times"]));
            let text = |item: &Value| item.as_str().map(str::to_owned).or_else(|| counted(item));
            Some(items.iter().map(text).collect::<Option<Vec<_>>>()?.join(","))
        }
        // No string of a label has an escape.
        other => Some(other.trim_matches('"').to_owned()),
    }
}

fn raw(value: &impl Serialize) -> LabelValue {
    LabelValue::Whole(json(value))
}

fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("a label is JSON")
}
