//! Rating a puzzle.

use std::fmt;
use std::ops::Range;
use std::time::Duration;

use serde_json::json;

use super::answer::declaration::answer;
use super::answer::picture::{MOST_SCENES, Picture, Scene};
use super::answer::ratings::{Ratings, TechniqueCount, techniques};
use super::answer::steps::{Step, Technique, TechniqueName};
use super::example_grids::LINE;
use super::lines::LineFormat;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Flag, Integer, OneOf, Rating, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::SentGrid;
use super::techniques::{TECHNIQUES, TechniqueRange};
use crate::pool::Class;
use crate::sudoku::logic::{self, Board, End, Level, Order, Repertoire, StepLimits, TechniqueSet, Tenths};
use crate::sudoku::solver;

/// Rates a puzzle.
#[derive(Debug)]
pub struct Rate;

/// Maximum number of candidates that the chains of a rating visit: a few seconds of work.
pub const NODE_LIMIT: u64 = 2_000_000_000;

options! {
    /// The options of a rating.
    pub struct RateOptions {
        /// Whether to return every step to the solution. To replay a step, remove what it eliminates, then place its digit.
        path: bool = Flag, default false, example true;
        /// With `path`: the number of the first step to return.
        from: u16 = Integer(1..=1000_u16), default 1, example 5;
        /// With `path`: the most steps to return. If absent, all; a picture shows at most 24.
        limit: Option<u16> = Integer(1..=1000_u16), in_tools 20_u16, example 10;
        ..telling: TellingOptions;
        ..steps: StepOptions;
        ..position: PositionOptions;
    }
}

options! {
    /// How a list of steps tells them.
    pub struct TellingOptions {
        /// Whether each step has its text, kilobytes for the hardest techniques.
        tell: bool = Flag, default true, in_tools false, example false;
    }
}

options! {
    /// What a player knows.
    pub struct KnowledgeOptions {
        /// The highest rating of a step. A harder step ends the work early.
        max_rating: Option<Tenths> = Rating(10..=200), example 4.5;
        /// Whether techniques may assume that the puzzle has one solution.
        uniqueness: bool = Flag, default true, example false;
        /// The techniques that a player knows, by id; `up-to:ID` is that one and all before it in the course.
        allow: Option<Vec<TechniqueRange>> = TECHNIQUES, example vec!["up-to:x-wing", "xy-wing"];
    }
}

options! {
    /// The options that all operations on steps share.
    pub struct StepOptions {
        /// Which techniques are tried first: those with a low `rating` (those without one come last), or those that players
        /// learn early (`course`, the default of a list of steps).
        order: Option<Order> = OneOf(|| vec![("rating", Order::Rating), ("course", Order::Course)]), example "course";
        ..known: KnowledgeOptions;
    }
}

impl RateOptions {
    /// The steps to return of this many.
    fn shown(&self, steps: usize) -> Range<usize> {
        let start = usize::from(self.from - 1).min(steps);
        start..self.limit.map_or(steps, |limit| (start + usize::from(limit)).min(steps))
    }
}

impl KnowledgeOptions {
    /// Whether they name techniques, or the highest rating of these.
    pub const fn is_limited(&self) -> bool {
        self.allow.is_some() || self.max_rating.is_some()
    }

    /// The techniques that they name: all up to the highest rating, and these if there is none, either.
    pub fn techniques(&self, otherwise: TechniqueSet) -> TechniqueSet {
        match &self.allow {
            Some(known) => TechniqueRange::all(known),
            None if self.is_limited() => TechniqueSet::ALL,
            None => otherwise,
        }
    }

    /// The highest rating of a step.
    pub fn max_rating(&self) -> Tenths {
        self.max_rating.unwrap_or(StepLimits::default().max_rating)
    }
}

impl StepOptions {
    /// The limits of the human solver under these options. Unless they name techniques or an order, those of the scale are
    /// tried in its own order.
    pub fn limits(&self, nodes: u64, work: &Work) -> StepLimits {
        StepLimits {
            max_rating: self.known.max_rating(),
            uniqueness: self.known.uniqueness,
            repertoire: (self.known.allow.is_some() || self.order == Some(Order::Course)).then(|| Repertoire {
                order: self.order.unwrap_or(Order::Rating),
                allowed: self.known.techniques(TechniqueSet::ALL),
            }),
            nodes,
            cancel: Some(work.cancel.clone()),
            so_far: Some(work.so_far.clone()),
            ..StepLimits::default()
        }
    }
}

impl Operation for Rate {
    type Input = SentGrid;
    type Options = RateOptions;
    type Answer = RateAnswer;
    type Line = RateLine;

    const ABOUT: About = About {
        name: "rate",
        title: "Rate a puzzle",
        description: "Solves the puzzle as a person would, step by step, and returns its rating on the scale of Sudoku \
            Explainer 1.2.1: the hardest step (`er`), the hardest one before the first digit (`ep`) and the first one (`ed`). \
            With `path`, also returns every step. `allow` and `order` change which steps are taken, and how far they lead, but \
            never the rating. A rating belongs to the puzzle, not to its class: an equivalent puzzle may be \
            rated up to 0.4 higher or lower, because Sudoku Explainer looks for steps in the order of cells and digits. As text, `er/ep/ed`; `er` begins with `>=` if it is only a lower bound.",
        tool: "Measures how hard a puzzle is for a person, on the scale of Sudoku Explainer 1.2.1 from 1.0 to about \
            12, by solving it as a person would. The puzzle must have exactly one solution. The text is `er/ep/ed`: the \
            hardest step, the hardest one up to the first digit, and the first step. `path` also returns the steps, \
            which gives the game away. Takes milliseconds, up to seconds for the hardest puzzles.",
        group: Group::Insight,
        grid: "The puzzle, with exactly one solution.",
        class: Class::Heavy,
        // The hardest puzzles known take up to eight seconds, and may have to wait for another rating, or share a processor.
        time_limit: Some(Duration::from_secs(20)),
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": LINE}),
                json!({"grid": LINE, "max_rating": 1.1, "path": true}),
                json!({"grid": LINE, "allow": ["up-to:naked-single"], "order": "course"}),
            ]
        },
        line: "As text, an answer looks like `7.1/1.2/1.2`; with `path`, the steps follow, each preceded by ` | `. A \
            puzzle whose rating visits more than 200 million candidates is answered with the problem `search-limit`.",
    };

    fn unfit(options: &RateOptions, format: LineFormat) -> Option<&'static str> {
        (options.path && matches!(format, LineFormat::Columns(_))).then_some("path")
    }

    fn position(options: &RateOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &RateOptions, work: &Work) -> Result<RateAnswer, Problem> {
        options.position.check_givens(&posed.grid)?;
        let position = &logic::settled(&posed.position(), &work.budget);
        Problem::unless_unique(*position, &solver::solve_position(position, &work.budget).finding, &work.budget)?;
        let by_marks = logic::relies_on_marks(position, &work.budget);
        let limits = StepLimits { by_marks, ..options.steps.limits(work.chain_nodes, work) };
        let (rating, reached, steps) = match limits.repertoire {
            None if options.path => {
                let (rating, steps) = logic::path(position, &limits);
                (rating.clone(), rating, steps)
            }
            None => {
                let rating = logic::rate(position, &limits);
                (rating.clone(), rating, Vec::new())
            }
            // The rating stays exact, whatever a player knows.
            Some(_) => {
                let rating = logic::rate(position, &StepLimits { repertoire: None, ..limits.clone() });
                let (reached, steps) = logic::path(position, &StepLimits { so_far: None, ..limits });
                (rating, reached, steps)
            }
        };
        if let Some(cut) = [&rating, &reached].into_iter().find(|r| matches!(r.end, End::OutOfNodes | End::Cancelled)) {
            return Err(Problem::step_limit(cut.end, rating.er));
        }
        let shown = options.shown(steps.len());
        Ok(RateAnswer {
            after: (steps.len() - shown.end, shown.end + 1),
            path: options.path.then(|| Step::path(position, &steps, shown, options.telling.tell)),
            taken: steps,
            rating: Ratings::new(&rating, options.steps.known.uniqueness),
            complete: reached.end == End::Solved,
            level: rating.level(),
            hardest: rating.hardest.map(|technique| Technique::new(technique, rating.er)),
            hardest_by_course: None,
            clues: posed.grid.clues(),
            steps: reached.steps,
            techniques: techniques(&reached),
            stats: None,
        })
    }

    fn complete(answer: &mut RateAnswer, posed: &SentGrid) {
        answer.hardest_by_course = logic::hardest_by_course(&posed.position()).map(TechniqueName::from);
    }

    fn picture(posed: &SentGrid, options: &RateOptions, answer: &RateAnswer) -> Option<Picture> {
        let caption = |of: &str| Some(format!("{of}{} {}", answer.rating, answer.level.name()));
        if !options.path || answer.taken.is_empty() {
            let scene = Scene::of_position(posed, &posed.grid);
            let picture = Picture::new("A rated puzzle", vec![scene]);
            return Some(Picture { caption: caption(""), ..picture });
        }
        let shown = options.shown(answer.taken.len());
        let shown = shown.start..shown.end.min(shown.start + MOST_SCENES);
        let mut board = Board::from(&posed.position());
        let mut scenes = Vec::with_capacity(shown.len());
        for (number, step) in answer.taken.iter().enumerate() {
            if shown.contains(&number) {
                scenes.push(Scene::of_step(&board, step, number + 1, &posed.grid));
            }
            board.apply(step);
        }
        let steps = match shown.len() {
            1 => format!("Step {} of {}: ", shown.end, answer.taken.len()),
            _ => format!("Steps {} to {} of {}: ", shown.start + 1, shown.end, answer.taken.len()),
        };
        Some(Picture { caption: caption(&steps), ..Picture::new("The steps to the solution", scenes) })
    }
}

answer! {
    /// The rating of a puzzle.
    pub struct RateAnswer {
        /// The ratings of the puzzle.
        rating: Ratings,
        /// Whether the puzzle was solved to the end with the techniques that are allowed. The rating is a lower bound
        /// only if it has `bound`.
        complete: bool,
        /// The difficulty in a word. If the rating is not complete, that of the lower bound.
        level: Level,
        /// The technique of the hardest step. Absent for a complete grid.
        hardest: Option<Technique>,
        /// The technique that players learn last of those with which the course, up to `aic`, solves the puzzle. Absent
        /// if it does not.
        hardest_by_course: Option<TechniqueName>,
        /// The number of givens.
        clues: usize {minimum: 0, maximum: 81},
        /// The number of steps, as far as the techniques that are allowed lead.
        steps: u32 {minimum: 0},
        /// The techniques used, in order of difficulty. The rating does not depend on which are allowed, but this list
        /// does.
        techniques: Vec<TechniqueCount>,
        /// With `path`: every step to the solution, or as far as the techniques that are allowed lead.
        path: Option<Vec<Step>>,
        /// With `path`: every step, for pictures.
        #[serde(skip)]
        taken: Vec<logic::Step>,
        /// The number of steps after those of `path`, and the number of the first.
        #[serde(skip)]
        after: (usize, usize),
        /// Statistics of the rating. Absent from the answer to a GET.
        stats: Option<RateStats>,
    }

    /// Statistics of a rating.
    pub struct RateStats {
        /// The time in microseconds.
        elapsed_us: u64 {minimum: 0},
    }
}

impl Answer for RateAnswer {
    fn rating(&self) -> Option<&Ratings> {
        Some(&self.rating)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.stats = Some(RateStats { elapsed_us: elapsed.as_micros() as u64 });
    }
}

/// The ratings, then a line for each step of the path.
impl fmt::Display for RateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        write_path(f, self.path.as_deref(), self.after)
    }
}

/// Writes a line for each step, then a comment if more follow.
fn write_path(f: &mut fmt::Formatter<'_>, path: Option<&[Step]>, (after, next): (usize, usize)) -> fmt::Result {
    path.into_iter().flatten().try_for_each(|step| writeln!(f, "{step}"))?;
    if after > 0 { writeln!(f, "# {after} more steps from {next}") } else { Ok(()) }
}

answer! {
    /// The rating of the puzzle of a line.
    pub struct RateLine {
        rating: Ratings,
        level: &'static str,
        /// The id of the technique of the hardest step.
        hardest: Option<&'static str>,
        path: Option<Vec<Step>>,
        #[serde(skip)]
        after: (usize, usize),
    }
}

impl From<RateAnswer> for RateLine {
    fn from(answer: RateAnswer) -> Self {
        let RateAnswer { rating, level, hardest, path, after, .. } = answer;
        Self { rating, level: level.name(), hardest: hardest.map(|technique| technique.id), path, after }
    }
}

impl Answer for RateLine {
    const COLUMNS: &'static [&'static str] = &["er", "ep", "ed", "level", "hardest"];

    fn columns(&self) -> Vec<Option<String>> {
        let [er, ep, ed] = self.rating.texts();
        vec![Some(er), Some(ep), Some(ed), Some(self.level.to_owned()), self.hardest.map(str::to_owned)]
    }
}

/// The ratings, then a line for each step of the path.
impl fmt::Display for RateLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.rating)?;
        write_path(f, self.path.as_deref(), self.after)
    }
}
