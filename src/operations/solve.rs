//! Solving.

use std::fmt;
use std::time::Duration;

use serde_json::json;

use super::answer::declaration::answer;
use super::answer::grid::{AnswerGrid, Notation};
use super::answer::picture::{Picture, Scene};
use super::answer::verdict::{SolveVerdict, Verdict};
use super::count::{COUNT, Count, CountOptions};
use super::example_grids::{LINE, MULTIPLE, rows};
use super::lines::LineFormat;
use super::lines::line::GridLine;
use super::lines::solution::Solution;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{Integer, OneOf, notations_or_same, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::{Fields, SentGrid};
use crate::pool::Class;
use crate::sudoku::Grid;
use crate::sudoku::solver::{Finding, Outcome};

/// Solves a grid.
#[derive(Debug)]
pub struct Solve;

options! {
    /// The options of a solution.
    pub struct SolveOptions {
        /// The number of solutions to return in `solutions`. If absent: one solution and the verdict.
        max_solutions: Option<u16> = Integer(1..=1000_u16), example 2;
        /// The notation of the grids in the answer.
        notation: Option<Notation> = OneOf(notations_or_same), default None, example "line";
        ..position: PositionOptions;
        ..counting: CountOptions;
    }
}

impl Operation for Solve {
    type Input = SentGrid;
    type Options = SolveOptions;
    type Answer = SolveAnswer;
    type Line = Solution<SolveAnswer>;

    const ABOUT: About = About {
        name: "solve",
        title: "Solve a grid",
        description: "Returns the completed grid, and whether it is the only solution. A grid whose givens conflict, or that \
            cannot be completed, is a problem. For some cells of the solution, use `/reveal`.",
        tool: "Solves a sudoku and says whether the solution is the only one. This gives the game away: to help \
            somebody who is playing, use hint; to check a player's progress or your own, use validate; for some \
            cells, use reveal. Takes microseconds.",
        group: Group::Sudoku,
        grid: "The grid to solve.",
        class: Class::Light,
        time_limit: None,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": LINE}),
                json!({"grid": rows()}),
                json!({"grid": MULTIPLE, "max_solutions": 2}),
                json!({"grid": MULTIPLE, "count": 1000}),
            ]
        },
        line: "As text, an answer is the solution's 81 digits, followed by a space and `multiple` if there are other \
            solutions. With `count`, a comment such as `# 2 solutions` follows; the columns are then `count` and `more`, too.",
    };

    fn position(options: &SolveOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn check(options: &SolveOptions, fields: &mut Fields<'_>) {
        if options.counting.count.is_some() && options.max_solutions.is_some() {
            fields.forbid(COUNT, "`count` counts solutions without returning them; send it without `max_solutions`");
        }
    }

    fn unfit(options: &SolveOptions, format: LineFormat) -> Option<&'static str> {
        (options.max_solutions.is_some() && matches!(format, LineFormat::Columns(_))).then_some("max_solutions")
    }

    fn columns(options: &SolveOptions) -> Option<Vec<&'static str>> {
        Some(options.counting.columns(SolveAnswer::COLUMNS))
    }

    fn heavy(options: &SolveOptions) -> Option<&'static str> {
        options.counting.heavy()
    }

    fn may_be_sheet(options: &SolveOptions) -> bool {
        options.kept() > 1
    }

    fn answer(posed: &SentGrid, options: &SolveOptions, work: &Work) -> Result<SolveAnswer, Problem> {
        options.position.check_givens(&posed.grid)?;
        Problem::unless_legal(&posed.grid)?;
        let position = posed.position();
        let outcome = work.solve_or_count(position, options.counting.count, options.kept());
        let count = options.counting.count.map(|_| Count::of(&outcome)).transpose()?;
        let (verdict, first) = Problem::unless_solved(position, &outcome.finding, &work.budget)?;
        let more = matches!(&outcome.finding, Finding::Many(found) if found.more());
        let notation = options.notation.unwrap_or(posed.notation);
        let written = |&grid: &Grid| AnswerGrid { grid, notation };
        let solutions = options.max_solutions.map(|_| match &outcome.finding {
            Finding::Many(found) => found.iter().map(written).collect(),
            _ => vec![written(&first)],
        });
        Ok(SolveAnswer {
            verdict,
            solution: written(&first),
            count: count.map(|count| count.number),
            more: options.max_solutions.map(|_| more).or(count.map(|count| count.more)),
            clues: posed.grid.clues(),
            stats: None,
            guesses: outcome.stats.guesses,
            solutions,
        })
    }

    /// Those that change no more than the notation and have no pencil marks, several at once.
    fn answer_lines(lines: &[GridLine<'_, SolveOptions>], work: &Work) -> Vec<Result<Self::Line, Problem>> {
        let is_bare = |line: &&GridLine<'_, SolveOptions>| line.options.is_bare() && line.sent.candidates.is_none();
        let bare = lines.iter().take_while(is_bare).count();
        if bare == 0 {
            return vec![Self::answer_line(&lines[0], work)];
        }
        let grids: Vec<Grid> = lines[..bare].iter().map(|line| line.sent.grid).collect();
        work.solve_many(&grids).iter().zip(lines).map(|(outcome, line)| solution(line, outcome)).collect()
    }

    fn picture(posed: &SentGrid, _: &SolveOptions, answer: &SolveAnswer) -> Option<Picture> {
        let scene = Scene::of_position(posed, &posed.grid);
        if let Some(several) = answer.solutions.as_ref().filter(|solutions| solutions.len() > 1) {
            let solved = several.iter().map(|solution| scene.clone().solved(&solution.grid));
            return Some(Picture::sheet("Solutions", "solutions", several.len(), solved));
        }
        let title = if answer.verdict == Verdict::Unique { "The solution" } else { "One of several solutions" };
        Some(Picture::new(title, vec![scene.solved(&answer.solution.grid)]))
    }
}

impl SolveOptions {
    /// Whether no option changes more than the notation.
    fn is_bare(&self) -> bool {
        self.max_solutions.is_none()
            && self.counting.count.is_none()
            && self.position.candidates.is_none()
            && self.position.puzzle.is_none()
    }

    /// The number of solutions to keep.
    fn kept(&self) -> usize {
        usize::from(self.max_solutions.unwrap_or(1))
    }
}

answer! {
    /// A solved grid.
    pub struct SolveAnswer {
        /// Whether the solution is the only one.
        verdict: Verdict as SolveVerdict,
        /// The completed grid.
        solution: AnswerGrid,
        /// With `count`: the number of solutions, at most that many.
        count: Option<u64> {minimum: 1, maximum: 1_000_000},
        /// With `max_solutions`: whether there are more solutions than `solutions`. With `count`: whether there are
        /// more than that.
        more: Option<bool>,
        /// The number of givens.
        clues: usize {minimum: 0, maximum: 81},
        /// Statistics of the search. Absent from the answer to a GET.
        stats: Option<Stats>,
        #[serde(skip)]
        guesses: u64,
        /// With `max_solutions`: the solutions found; the first one is `solution`.
        solutions: Option<Vec<AnswerGrid>> {minItems: 1, maxItems: 1000},
    }
}

/// The answer to a line that changes no more than the notation, from the outcome of its search.
fn solution(line: &GridLine<'_, SolveOptions>, outcome: &Outcome) -> Result<Solution<SolveAnswer>, Problem> {
    let SentGrid { grid, notation, .. } = &line.sent;
    let notation = line.options.notation.unwrap_or(*notation);
    let plain =
        |&solution: &Grid, is_only| Ok(Solution::Plain { grid: solution, is_only, notation, clues: grid.clues() });
    match &outcome.finding {
        Finding::One(solution) => plain(solution, true),
        Finding::Many(solutions) => plain(solutions.first(), false),
        Finding::None => Err(Problem::without_solution(grid)),
        Finding::Interrupted { cause, .. } => Err((*cause).into()),
    }
}

impl From<SolveAnswer> for Solution<SolveAnswer> {
    fn from(answer: SolveAnswer) -> Self {
        let AnswerGrid { grid, notation } = answer.solution;
        if answer.solutions.is_none() && answer.count.is_none() {
            return Self::Plain { grid, is_only: answer.verdict == Verdict::Unique, notation, clues: answer.clues };
        }
        Self::Whole(Box::new(answer))
    }
}

answer! {
    /// Statistics of a search.
    pub struct Stats {
        /// The number of guesses.
        guesses: u64 {minimum: 0},
        /// The time of the search in microseconds.
        elapsed_us: u64 {minimum: 0},
    }
}

impl SolveAnswer {
    /// The number of solutions, if they were counted.
    fn counted(&self) -> Option<Count> {
        Some(Count { number: self.count?, more: self.more? })
    }
}

impl Answer for SolveAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "solution"];

    fn columns(&self) -> Vec<Option<String>> {
        let own = [Some(self.verdict.name().to_owned()), Some(self.solution.grid.to_string())];
        own.into_iter().chain(self.counted().into_iter().flat_map(Count::columns)).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.stats = Some(Stats { guesses: self.guesses, elapsed_us: elapsed.as_micros() as u64 });
    }
}

/// The solution. The word `multiple` follows a solution on one line that is not the only one, and a comment with it any other.
/// Our parsers skip both, so the text can be piped. With `max_solutions`, each solution has its own lines, and a comment tells
/// whether there are more. With `count`, a comment tells how many there are.
impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(solutions) = &self.solutions {
            for (number, solution) in solutions.iter().enumerate() {
                let text = solution.text();
                let separator = if number > 0 && text.contains('\n') { "\n" } else { "" };
                writeln!(f, "{separator}{text}")?;
            }
        } else {
            let text = self.solution.text();
            let told = match self.verdict {
                Verdict::Multiple if text.contains('\n') => "\n# multiple",
                Verdict::Multiple => " multiple",
                _ => "",
            };
            writeln!(f, "{text}{told}")?;
        }
        match self.counted() {
            Some(count) => writeln!(f, "# {count}"),
            None if self.more == Some(true) => writeln!(f, "# there are more solutions"),
            None => Ok(()),
        }
    }
}
