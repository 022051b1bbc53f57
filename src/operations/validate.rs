//! Checking a grid.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::json;

use super::answer::cells::{Cell, Conflict};
use super::answer::claims::JudgedClaim;
use super::answer::declaration::{answer, parts};
use super::answer::grid::{AnswerGrid, Notation};
use super::answer::picture::{Picture, Scene};
use super::answer::verdict::Verdict;
use super::count::{Count, CountOptions};
use super::example_grids::{BROKEN, LINE, MULTIPLE, PROGRESS, rows};
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{CLAIMS, Flag, GridOption, OneOf, SomeOf, notations_or_same, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::SentGrid;
use crate::pool::Class;
use crate::sudoku::logic::{Board, Claim};
use crate::sudoku::notation::{self, Candidates};
use crate::sudoku::solver::Finding;
use crate::sudoku::{Grid, mistakes, rules};

/// Checks a grid.
#[derive(Debug)]
pub struct Validate;

/// A part of the answer that is included only on request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The candidates that the rules leave.
    Candidates,
}

options! {
    /// The options of a check.
    pub struct ValidateOptions {
        /// Claims about cells to judge, at most 32: `r1c2=3` says that the cell holds the digit, `r4c5<>7` that it does not.
        claims: Option<Vec<Claim>> = CLAIMS, example vec!["r1c3=4", "r4c5<>7"];
        /// Whether to compare with the solution: `correct` of a claim, `right` and `wrong` of `counts`, and `mistakes`.
        compare: bool = Flag, default true, example false;
        /// Parts to include, too.
        ask: Vec<Part> = SomeOf(|| vec![("candidates", Part::Candidates)]), default Vec::new(), example vec!["candidates"];
        /// The notation of the grids in the answer.
        notation: Option<Notation> = OneOf(notations_or_same), default None, example "line";
        ..position: PositionOptions;
        ..counting: CountOptions;
    }
}

impl Operation for Validate {
    type Input = SentGrid;
    type Options = ValidateOptions;
    type Answer = ValidateAnswer;
    type Line = ValidateAnswer;

    const ABOUT: About = About {
        name: "validate",
        title: "Check a grid",
        description: "Tells how the grid was read, whether it obeys the rules, whether it is complete, and in how many ways it \
            can be completed. With `puzzle`, which must have exactly one solution, also lists the mistakes in a player's \
            progress. With `claims`, also judges statements about cells.",
        tool: "Checks a grid: broken rules, complete or not, and whether it has no solution, one or several, without \
            showing a solution. With `puzzle`, lists the cells of a player's progress, or of your own attempt, that \
            are wrong. `claims` judges single moves. For the reason why a grid cannot be solved, use explain. Takes microseconds.",
        group: Group::Sudoku,
        grid: "The grid to check: a puzzle, a player's progress, or a finished grid.",
        class: Class::Light,
        time_limit: None,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": rows()}),
                json!({"grid": BROKEN}),
                json!({"grid": PROGRESS, "puzzle": LINE}),
                json!({"grid": MULTIPLE, "count": 1000}),
                json!({"grid": LINE, "claims": ["r1c3=4", "r1c3<>12", "r1c4=5"]}),
            ]
        },
        line: "As text, an answer is the verdict, then the number of solutions if it was asked for, each conflict, each mistake \
            and each claim, and the pencil marks if they were asked for, joined by ` | `.",
    };

    fn position(options: &ValidateOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn columns(options: &ValidateOptions) -> Option<Vec<&'static str>> {
        Some(options.counting.columns(ValidateAnswer::COLUMNS))
    }

    fn heavy(options: &ValidateOptions) -> Option<&'static str> {
        options.counting.heavy()
    }

    fn answer(posed: &SentGrid, options: &ValidateOptions, work: &Work) -> Result<ValidateAnswer, Problem> {
        let ValidateOptions { claims, compare, ask, notation, counting, position: PositionOptions { puzzle, .. } } =
            options;
        let (grid, position) = (posed.grid, posed.position());
        let original = puzzle.as_ref().map(|puzzle| only_solution(puzzle, work)).transpose()?;
        let conflicts = rules::conflicts(&grid);
        let mut count = counting.count.map(|_| Count { number: 0, more: false });
        let (verdict, own) = if conflicts.is_empty() {
            let outcome = work.solve_or_count(position, counting.count, 1);
            count = count.map(|_| Count::of(&outcome)).transpose()?;
            let finding = outcome.finding;
            (Verdict::of(&finding)?, if let Finding::One(solution) = finding { Some(solution) } else { None })
        } else {
            (Verdict::Conflict, None)
        };
        let givens = options.position.puzzle_of(posed);
        let compared = original.as_ref().filter(|_| *compare);
        let mistakes = compared.map(|solution| mistakes(givens, &grid, Some(solution)));
        let solution = compared.or(own.as_ref().filter(|_| *compare && puzzle.is_none()));
        let asked = ask.contains(&Part::Candidates).then(|| Box::new(Board::new(&grid).marks()));
        Ok(ValidateAnswer {
            valid: conflicts.is_empty(),
            complete: grid.is_complete(),
            verdict,
            grid: AnswerGrid { grid, notation: notation.unwrap_or(posed.notation) },
            counts: Counts::of(&grid, compared),
            count: count.map(|count| count.number),
            more: count.map(|count| count.more),
            candidates: posed.candidates.as_ref().or(asked.as_ref()).map(|marks| Marks(**marks)),
            conflicts: conflicts.into_iter().map(Conflict::from).collect(),
            mistakes: mistakes.map(|mistakes| mistakes.into_iter().map(|mistake| mistake.cell.into()).collect()),
            claims: claims.as_ref().map(|claims| {
                let board = Board::from(&position);
                claims.iter().map(|claim| JudgedClaim::new(claim, &board, givens, solution)).collect()
            }),
        })
    }

    fn picture(posed: &SentGrid, options: &ValidateOptions, answer: &ValidateAnswer) -> Option<Picture> {
        let mut scene = Scene::of_position(posed, options.position.puzzle_of(posed));
        if options.ask.contains(&Part::Candidates) && scene.marks.is_none() {
            scene.marks = Some(scene.all_candidates());
        }
        let scene = scene.with(answer.mistakes.iter().flatten(), "mistake");
        let conflicts = answer.conflicts.iter().flat_map(|conflict| &conflict.cells);
        Some(Picture::new("A checked grid", vec![scene.with(conflicts, "conflict")]))
    }
}

/// The only solution of the original puzzle.
pub(super) fn only_solution(puzzle: &GridOption, work: &Work) -> Result<Grid, Problem> {
    let finding = work.solve(&puzzle.grid, 1).finding;
    Problem::unless_unique(&puzzle.grid, &finding, &work.budget).map_err(|problem| problem.at(puzzle.place.clone()))
}

answer! {
    /// The result of checking a grid.
    pub struct ValidateAnswer {
        /// Whether no digit occurs twice in a house.
        valid: bool,
        /// Whether no cell is blank.
        complete: bool,
        /// In how many ways the grid can be completed with its pencil marks. A grid with a conflict is not searched.
        verdict: Verdict,
        /// The grid as it was read.
        grid: AnswerGrid,
        /// The numbers of cells.
        counts: Counts,
        /// With `count`: the number of solutions, at most that many.
        count: Option<u64> {minimum: 0, maximum: 1_000_000},
        /// With `count`: whether there are more.
        more: Option<bool>,
        /// The pencil marks that were sent, unless they are ignored; without any, if `ask` lists `candidates`, the
        /// digits that occur in no house of the cell. 729 characters, nine for each cell, as `/hint` accepts them.
        candidates: Option<Marks>,
        /// Every digit that occurs more than once in a house: rows first, then columns, then boxes.
        conflicts: Vec<Conflict> {maxItems: 108},
        /// With `puzzle`: the cells whose digit differs from the puzzle's solution, and the givens that were erased.
        mistakes: Option<Vec<Cell>> {maxItems: 81},
        /// With `claims`: the claims in their order, judged. The solution is that of `puzzle` or, without it, of
        /// `grid`.
        claims: Option<Vec<JudgedClaim>> {minItems: 1, maxItems: 32},
    }

    /// Numbers of cells of a grid.
    pub struct Counts as CellCounts {
        /// The cells that hold a digit.
        filled: usize {minimum: 0, maximum: 81},
        /// With `puzzle`: those whose digit is that of its solution.
        right: Option<usize> {minimum: 0, maximum: 81},
        /// With `puzzle`: those whose digit differs from it.
        wrong: Option<usize> {minimum: 0, maximum: 81},
    }
}

impl Counts {
    fn of(grid: &Grid, solution: Option<&Grid>) -> Self {
        let filled = grid.clues();
        let pairs =
            |solution: &Grid| grid.values().iter().zip(solution.values()).filter(|(here, there)| here == there).count();
        let right = solution.map(pairs);
        Self { filled, right, wrong: right.map(|right| filled - right) }
    }
}

/// Pencil marks, as JSON 729 characters, as text nine lines of nine cells.
#[derive(Debug)]
pub struct Marks(pub Candidates);

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&notation::format_candidates(&self.0))
    }
}

parts! {
    [] Marks => |_| json!({"type": "string", "maxLength": 729, "minLength": 729});
}

impl Answer for ValidateAnswer {
    const COLUMNS: &'static [&'static str] = &["verdict", "complete", "conflicts", "mistakes", "claims", "candidates"];

    fn columns(&self) -> Vec<Option<String>> {
        fn joined<T: fmt::Display>(items: Option<&[T]>, by: &str) -> Option<String> {
            let texts: Vec<String> = items.into_iter().flatten().map(T::to_string).collect();
            (!texts.is_empty()).then(|| texts.join(by))
        }
        let own = [
            Some(self.verdict.name().to_owned()),
            Some(self.complete.to_string()),
            joined(Some(&self.conflicts), " | "),
            joined(self.mistakes.as_deref(), " "),
            joined(self.claims.as_deref(), " | "),
            self.candidates.as_ref().map(|marks| notation::format_candidates(&marks.0)),
        ];
        own.into_iter().chain(self.counted().into_iter().flat_map(Count::columns)).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

impl ValidateAnswer {
    /// The number of solutions, if they were counted.
    fn counted(&self) -> Option<Count> {
        Some(Count { number: self.count?, more: self.more? })
    }
}

/// The verdict, then the number of solutions if it was asked for, a line for each conflict, each mistake and each claim, then
/// nine lines of pencil marks.
impl fmt::Display for ValidateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict.name())?;
        self.counted().iter().try_for_each(|count| writeln!(f, "{count}"))?;
        self.conflicts.iter().try_for_each(|conflict| writeln!(f, "{conflict}"))?;
        self.mistakes.iter().flatten().try_for_each(|cell| writeln!(f, "mistake at {cell}"))?;
        self.claims.iter().flatten().try_for_each(|claim| writeln!(f, "{claim}"))?;
        self.candidates.iter().try_for_each(|marks| writeln!(f, "{}", notation::format_marks(&marks.0)))
    }
}
