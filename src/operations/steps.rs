//! Every step that is there in a position.

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use super::answer::declaration::{answer, parts};
use super::answer::limited_writer::LONGEST;
use super::answer::picture::{MOST_SCENES, Picture, Scene};
use super::answer::steps::{Step, View};
use super::answer::verdict::Verdict;
use super::example_grids::{ALMOST, LINE};
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Integer, OneOf, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::rate::{StepOptions, TellingOptions};
use super::reading::SentGrid;
use crate::pool::Class;
use crate::sudoku::logic::{self, Board, End, Order, Repertoire, TABLE, common_name};

/// Lists steps.
#[derive(Debug)]
pub struct Steps;

/// The length of the steps in bytes at which a list ends. The answer has a little more.
const PAGE: usize = LONGEST - 4096;

/// How much to tell of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepDetail {
    /// The step.
    What,
    /// Its pictures, too.
    How,
}

options! {
    /// The options of a list of steps.
    pub struct StepsOptions {
        /// How much to tell of each step: with `how`, also its pictures.
        show: StepDetail = OneOf(|| vec![("what", StepDetail::What), ("how", StepDetail::How)]), default StepDetail::What, example "what";
        /// The maximum number of steps. A picture shows at most 24.
        limit: u16 = Integer(1..=1000_u16), default 100, in_tools 10, example 10;
        /// The number of steps to skip.
        from: u16 = Integer(0..=10_000_u16), default 0, example 100;
        ..telling: TellingOptions;
        ..steps: StepOptions;
        ..position: PositionOptions;
    }
}

impl StepsOptions {
    /// The techniques to look for: forcing chains, which hardly anybody follows and which most steps are, only on request.
    fn repertoire(&self) -> Repertoire {
        let named = TABLE.iter().map(|row| row.technique).filter(|&one| common_name(one).is_some()).collect();
        Repertoire { order: self.steps.order.unwrap_or(Order::Course), allowed: self.steps.known.techniques(named) }
    }
}

impl Operation for Steps {
    type Input = SentGrid;
    type Options = StepsOptions;
    type Answer = StepsAnswer;
    type Line = StepsAnswer;

    const ABOUT: About = About {
        name: "steps",
        title: "List the steps of a position",
        description: "Returns every step that is there in a position, not only the easiest, in the order of the course: all \
            techniques that players have a name for, those of `allow` or, with `max_rating`, all up to it. Steps of one technique \
            have different effects; steps of several techniques may have the same one. `from` and `limit` divide a long list, \
            which ends before `limit` steps if they have more than 1 MiB. For a grid with several solutions, only techniques up \
            to simple chains that do not assume one solution are tried.",
        tool: "Lists all steps that are there in a position, with the names that players use: to find out whether a \
            technique applies, or which steps somebody could see. Send the techniques of interest as `allow`. It gives the \
            steps away: for somebody who is playing, use hint. Takes milliseconds.",
        group: Group::Insight,
        grid: "The position.",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(5)),
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": ALMOST}),
                json!({"grid": LINE, "allow": ["full-house", "naked-single"], "show": "how", "limit": 1}),
            ]
        },
        line: "As text, an answer is the steps, joined by ` | `. As JSON, it has the members of the answer to a single grid.",
    };

    fn too_long(options: &StepsOptions) -> Option<&'static str> {
        if options.show == StepDetail::How { Some("show") } else { (options.limit > 100).then_some("limit") }
    }

    fn position(options: &StepsOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &StepsOptions, work: &Work) -> Result<StepsAnswer, Problem> {
        let grid = &posed.grid;
        options.position.check_givens(grid)?;
        Problem::unless_legal(grid)?;
        let position = posed.position();
        let verdict = Verdict::of(&work.solve(position, 1).finding)?;
        if verdict == Verdict::None {
            return Err(Problem::unsolvable(&position, &work.budget));
        }
        let board = Board::from(&logic::settled(&position, &work.budget));
        let limits = options.steps.limits(work.chain_nodes, work).for_position(verdict == Verdict::Unique);
        let by_marks = logic::relies_on_marks(&position, &work.budget);
        let limits = logic::StepLimits { repertoire: Some(options.repertoire()), by_marks, ..limits };
        let (from, limit) = (usize::from(options.from), usize::from(options.limit));
        let (mut listed, mut drawn, mut more) = (Vec::new(), Vec::new(), false);
        let (mut number, mut bytes) = (0, 0);
        let (end, searched) = logic::each_step(&board, &limits, |step| {
            number += 1;
            if number > from {
                let told = WrittenStep::new(ListedStep::new(&board, step, options));
                bytes += told.json.get().len() + 1;
                more = listed.len() == limit || bytes > PAGE && !listed.is_empty();
                if !more {
                    listed.push(told);
                    drawn.extend((drawn.len() < MOST_SCENES).then(|| step.clone()));
                }
            }
            !more
        });
        if end == End::Cancelled {
            return Err(Problem::deadline_exceeded());
        }
        let searched_all = end != End::OutOfNodes;
        let techniques = (!searched_all).then(|| searched.iter().map(|technique| technique.info().id).collect());
        Ok(StepsAnswer { verdict, steps: listed, more, searched_all, techniques, found: (board, drawn) })
    }

    fn picture(posed: &SentGrid, options: &StepsOptions, answer: &StepsAnswer) -> Option<Picture> {
        let (board, steps) = &answer.found;
        if steps.is_empty() {
            return Some(Picture::new("A position without a step", vec![Scene::of(&posed.grid)]));
        }
        let first = usize::from(options.from) + 1;
        let numbered = (first..).zip(steps);
        let scenes: Vec<Scene> =
            numbered.map(|(number, step)| Scene::of_step(board, step, number, &posed.grid)).collect();
        let is_all = scenes.len() == answer.steps.len() && !answer.more;
        let caption = (!is_all).then(|| format!("Steps {first} to {}; there are more", first + scenes.len() - 1));
        Some(Picture { caption, ..Picture::new("The steps of a position", scenes) })
    }
}

answer! {
    /// The steps of a position.
    pub struct StepsAnswer {
        /// Whether the grid has one solution or several. With several, no technique assumes one.
        verdict: Verdict,
        /// The steps, in the order that was asked for.
        steps: Vec<WrittenStep> {maxItems: 1000},
        /// Whether there are more steps: the next list begins `from` the number of those that this one and the lists
        /// before have.
        more: bool,
        /// Whether the search did not end at its limit of work, so that no step is missing from all lists.
        searched_all: bool,
        /// If it did: the techniques that were looked for to the end, by id.
        techniques: Option<Vec<&'static str>>,
        /// The position and the first of these steps, for pictures.
        #[serde(skip)]
        found: (Board, Vec<logic::Step>),
    }

    /// A step of a list.
    pub struct ListedStep {
        #[serde(flatten)]
        step: Step,
        /// With `show=how`: the pictures to draw.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        views: Vec<View>,
    }
}

impl ListedStep {
    fn new(board: &Board, step: &logic::Step, options: &StepsOptions) -> Self {
        let views = match options.show {
            StepDetail::What => Vec::new(),
            StepDetail::How => logic::views(board, step),
        };
        Self { step: Step::new(board, step, options.telling.tell), views: views.into_iter().map(View::from).collect() }
    }
}

/// A step of a list, with its JSON, whose length counts before it is sent.
#[derive(Debug)]
struct WrittenStep {
    told: ListedStep,
    json: Box<RawValue>,
}

impl WrittenStep {
    fn new(told: ListedStep) -> Self {
        Self { json: to_raw_value(&told).expect("numbers and strings are JSON"), told }
    }
}

impl Serialize for WrittenStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

parts! {
    [] WrittenStep => |schemas| ListedStep::schema(schemas);
}

impl Answer for StepsAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "steps"];

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// A line for each step.
impl fmt::Display for StepsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|listed| writeln!(f, "{}", listed.told.step))
    }
}
