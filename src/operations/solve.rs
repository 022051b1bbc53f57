//! Solving.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::answer::grid::{AnswerGrid, Notation};
use super::answer::picture::{Picture, Scene};
use super::answer::steps::Candidate;
use super::answer::verdict::Verdict;
use super::count::{COUNT, Count, CountOptions};
use super::lines::LineFormat;
use super::marks::MarkOptions;
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{CELLS, Integer, OneOf, notations_or_same, options};
use super::problem::{Code, Problem};
use super::puzzles::{LINE, MULTIPLE, rows};
use super::reading::{Fields, Posed};
use super::schemas;
use crate::pool::Class;
use crate::sudoku::solver::Finding;
use crate::sudoku::{Cell, Grid};

/// Solves a grid.
#[derive(Debug)]
pub struct Solve;

options! {
    /// The options of a solution.
    pub struct SolveOptions {
        /// The number of solutions to return in `solutions`. If absent: one solution and the verdict. Excludes `cells`.
        max_solutions: Option<u16> = Integer(1..=1000_u16), example 2;
        /// The cells to reveal: names such as `r1c3`, or indices from 0 to 80. If present, the answer has `cells` instead
        /// of `solution`.
        cells: Option<Vec<Cell>> = CELLS, example vec!["r1c3"];
        /// The notation of the grids in the answer.
        notation: Option<Notation> = OneOf(notations_or_same), default None, example "line";
        ..position: MarkOptions;
        ..counting: CountOptions;
    }
}

impl Operation for Solve {
    type Input = Posed;
    type Options = SolveOptions;
    type Answer = SolveAnswer;

    const ABOUT: About = About {
        name: "solve",
        title: "Solve a grid",
        description: "Returns the completed grid, or some of its `cells`, and whether it is the only solution. A grid whose \
            givens conflict, or that cannot be completed, is a problem.",
        tool: "Solves a sudoku and says whether the solution is the only one. This gives the game away: to help \
            somebody who is playing, use hint; to check a player's progress or your own, use validate. `cells` \
            reveals only some cells. Takes microseconds.",
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
                json!({"grid": LINE, "cells": ["r1c3"]}),
                json!({"grid": MULTIPLE, "count": 1000}),
            ]
        },
        line: "As text, an answer is the solution's 81 digits, followed by a space and `multiple` if there are other \
            solutions. With `count`, a comment such as `# 2 solutions` follows; the columns are then `count` and `more`, too.",
    };

    fn marks(options: &SolveOptions) -> Option<&MarkOptions> {
        Some(&options.position)
    }

    fn check(options: &SolveOptions, fields: &mut Fields<'_>) {
        if options.cells.is_some() && options.max_solutions.is_some() {
            fields.forbid("max_solutions", "`max_solutions` returns whole grids; send it without `cells`");
        }
        if options.counting.count.is_some() && options.max_solutions.is_some() {
            fields.forbid(COUNT, "`count` counts solutions without returning them; send it without `max_solutions`");
        }
    }

    fn unfit(options: &SolveOptions, format: LineFormat) -> Option<&'static str> {
        let asked = [("max_solutions", options.max_solutions.is_some()), ("cells", options.cells.is_some())];
        let asked = asked.into_iter().find(|(_, asked)| *asked && matches!(format, LineFormat::Columns(_)));
        asked.map(|(name, _)| name)
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

    fn answer(posed: &Posed, options: &SolveOptions, work: &Work) -> Result<SolveAnswer, Problem> {
        Problem::unless_legal(&posed.grid)?;
        let position = posed.position();
        let outcome = work.solve_or_count(position, options.counting.count, options.kept());
        let count = options.counting.count.map(|_| Count::of(&outcome)).transpose()?;
        let verdict = Verdict::of(&outcome.finding)?;
        let (first, more) = match &outcome.finding {
            Finding::One(solution) => (*solution, false),
            Finding::Many(found) => (*found.first(), found.more()),
            Finding::None | Finding::Interrupted { .. } => return Err(Problem::unsolvable(&position, &work.budget)),
        };
        let notation = options.notation.unwrap_or(posed.notation);
        let written = |&grid: &Grid| AnswerGrid { grid, notation };
        let solutions = options.max_solutions.map(|_| match &outcome.finding {
            Finding::Many(found) => found.iter().map(written).collect(),
            _ => vec![written(&first)],
        });
        let revealed = |cell: &Cell| Some(Candidate::new(*cell, first.get(*cell)?));
        Ok(SolveAnswer {
            verdict,
            solution: options.cells.is_none().then_some(AnswerGrid { grid: first, notation }),
            cells: options.cells.as_ref().map(|cells| cells.iter().filter_map(revealed).collect()),
            count: count.map(|count| count.number),
            more: options.max_solutions.map(|_| more).or(count.map(|count| count.more)),
            clues: posed.grid.clues(),
            stats: None,
            guesses: outcome.stats.guesses,
            solutions,
        })
    }

    fn picture(posed: &Posed, _: &SolveOptions, answer: &SolveAnswer) -> Option<Picture> {
        let mut scene = Scene::of(&posed.grid).marked(posed.candidates.as_deref(), &posed.position());
        if let Some(several) = answer.solutions.as_ref().filter(|solutions| solutions.len() > 1) {
            let solved = several.iter().map(|solution| scene.clone().solved(&solution.grid));
            return Some(Picture::sheet("Solutions", "solutions", several.len(), solved));
        }
        if let Some(solution) = &answer.solution {
            scene = scene.solved(&solution.grid);
        }
        let revealed = answer.cells.iter().flatten().filter_map(Candidate::of);
        scene = scene.solved(&revealed.fold(Grid::EMPTY, |grid, (cell, digit)| grid.with(cell, digit)));
        let title = if answer.verdict == Verdict::Unique { "The solution" } else { "One of several solutions" };
        Some(Picture::new(title, vec![scene]))
    }
}

impl SolveOptions {
    /// Whether the answer is one solution and the verdict.
    pub(super) fn is_plain(&self) -> bool {
        self.max_solutions.is_none() && self.cells.is_none() && self.counting.count.is_none()
    }

    /// Whether no option changes more than the notation.
    pub(super) fn is_bare(&self) -> bool {
        self.is_plain() && self.position.candidates.is_none()
    }

    /// The number of solutions to keep.
    fn kept(&self) -> usize {
        usize::from(self.max_solutions.unwrap_or(1))
    }
}

/// A solved grid.
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = SolveResponse)]
pub struct SolveAnswer {
    /// Whether the solution is the only one.
    #[schema(value_type = schemas::SolveVerdict)]
    verdict: Verdict,
    /// The completed grid. Absent if `cells` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schemas::AnswerGrid>)]
    solution: Option<AnswerGrid>,
    /// With `cells`: these cells with their digits in the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1, max_items = 81)]
    cells: Option<Vec<Candidate>>,
    /// With `count`: the number of solutions, at most that many.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    count: Option<u64>,
    /// With `max_solutions`: whether there are more solutions than `solutions`. With `count`: whether there are more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
    /// The number of givens.
    #[schema(minimum = 0, maximum = 81)]
    clues: usize,
    /// Statistics of the search. Absent from the answer to a GET.
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    #[serde(skip)]
    guesses: u64,
    /// With `max_solutions`: the solutions found; the first one is `solution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schemas::AnswerGrid>>, min_items = 1, max_items = 1000)]
    solutions: Option<Vec<AnswerGrid>>,
}

/// Statistics of a search.
#[derive(Serialize, ToSchema, Debug)]
pub struct Stats {
    /// The number of guesses.
    #[schema(minimum = 0)]
    guesses: u64,
    /// The time of the search in microseconds.
    #[schema(minimum = 0)]
    elapsed_us: u64,
}

impl SolveAnswer {
    /// The solution.
    pub(super) fn grid(&self) -> Option<&Grid> {
        self.solution.as_ref().map(|solution| &solution.grid)
    }

    /// The number of solutions, if they were counted.
    fn counted(&self) -> Option<Count> {
        Some(Count { number: self.count?, more: self.more? })
    }
}

impl Answer for SolveAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "solution"];

    fn columns(&self) -> Vec<Option<String>> {
        let own = [Some(self.verdict.name().to_owned()), self.solution.map(|solution| solution.grid.to_string())];
        own.into_iter().chain(self.counted().into_iter().flat_map(Count::columns)).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }

    fn set_elapsed(&mut self, elapsed: Duration) {
        self.stats = Some(Stats { guesses: self.guesses, elapsed_us: elapsed.as_micros() as u64 });
    }
}

/// The solution, or a line such as `r1c3=4` for each cell. The word `multiple` follows a solution on one line that is not the
/// only one, and a comment with it any other. Our parsers skip both, so the text can be piped. With `max_solutions`, each solution
/// has its own lines, and a comment tells whether there are more. With `count`, a comment tells how many there are.
impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, solution) in self.solutions.iter().flatten().enumerate() {
            let text = solution.text();
            let separator = if number > 0 && text.contains('\n') { "\n" } else { "" };
            writeln!(f, "{separator}{text}")?;
        }
        let is_one = self.solutions.is_none();
        let mut one_of_several = is_one && self.verdict == Verdict::Multiple;
        if let Some(text) = self.solution.as_ref().filter(|_| is_one).map(AnswerGrid::text) {
            let is_word = one_of_several && !text.contains('\n');
            writeln!(f, "{text}{}", if is_word { " multiple" } else { "" })?;
            one_of_several &= !is_word;
        }
        self.cells.iter().flatten().try_for_each(|cell| writeln!(f, "{cell}"))?;
        if one_of_several {
            writeln!(f, "# multiple")?;
        }
        match self.counted() {
            Some(count) => writeln!(f, "# {count}"),
            None if self.more == Some(true) => writeln!(f, "# there are more solutions"),
            None => Ok(()),
        }
    }
}
