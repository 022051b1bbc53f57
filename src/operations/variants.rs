//! Making variants of a puzzle: equivalent, ambiguous and broken ones.

use std::fmt;
use std::time::Duration;

use serde_json::json;

use super::answer::canonical::Transformation;
use super::answer::cells::Cell;
use super::answer::declaration::answer;
use super::answer::picture::{Picture, Scene};
use super::answer::verdict::Verdict;
use super::example_grids::LINE;
use super::generate::seed;
use super::lines::LineFormat;
use super::operation::{About, Answer, Group, List, Operation, Work};
use super::options::{Integer, OneOf, Parsed, options};
use super::problem::{Code, Problem};
use super::reading::{Fields, SentGrid};
use crate::pool::Class;
use crate::sudoku::notation;
use crate::sudoku::variants::{self, Change, DRAWS, Kind};

/// Makes variants of a puzzle.
#[derive(Debug)]
pub struct Variants;

/// The seed of a request without one.
const SEED: &str = "0";

options! {
    /// The options of variants.
    pub struct VariantsOptions {
        /// The kind: equivalent puzzles (`isomorph`), puzzles without some givens that have several solutions (`ambiguous`),
        /// or puzzles with one wrong given and no solution (`broken`).
        kind: Kind = OneOf(Kind::by_name), default Kind::Isomorph, example "ambiguous";
        /// The number of variants.
        per: u16 = Integer(1..=100_u16), default 1, example 2;
        /// The number of solutions of an ambiguous variant. If absent: any from 2 to 10.
        solutions: Option<u16> = Integer(2..=10_u16), example 2;
        /// 1 to 64 characters of `A-Za-z0-9._~-`. The same puzzle, options and seed give the same variants. If absent: `0`.
        seed: Option<String> = Parsed {
            expected: "expected 1 to 64 characters of A-Za-z0-9._~-",
            pattern: "^[A-Za-z0-9._~-]{1,64}$",
            parse: seed,
        }, example "monday";
    }
}

impl Operation for Variants {
    type Input = SentGrid;
    type Options = VariantsOptions;
    type Answer = VariantsAnswer;
    type Line = VariantsAnswer;

    const ABOUT: About = About {
        name: "variants",
        title: "Make variants of a puzzle",
        description: "Makes other grids of a puzzle with one solution: equivalent puzzles with their transformation, puzzles with \
            2 to 10 solutions, all of which are listed, or puzzles with one wrong given. Each is confirmed as by `/explain`. The \
            answer depends only on the puzzle, the options and the seed. An equivalent puzzle may have another rating.",
        tool: "",
        group: Group::Insight,
        grid: "The puzzle, with exactly one solution.",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(10)),
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": LINE}),
                json!({"grid": LINE, "kind": "ambiguous", "solutions": 2}),
                json!({"grid": LINE, "kind": "broken"}),
            ]
        },
        line: "As text, an answer is the variants, joined by ` | `. As JSON, it has the members of the answer to a single \
            puzzle.",
    };

    const LIST: Option<List> = Some(List { name: "variants", is_whole: true });

    fn check(options: &VariantsOptions, fields: &mut Fields<'_>) {
        if options.solutions.is_some() && options.kind != Kind::Ambiguous {
            fields.forbid("solutions", "only ambiguous variants have several `solutions`; send `kind` as `ambiguous`");
        }
    }

    fn unfit(_: &VariantsOptions, format: LineFormat) -> Option<&'static str> {
        matches!(format, LineFormat::Columns(_)).then_some("kind")
    }

    fn answer(posed: &SentGrid, options: &VariantsOptions, work: &Work) -> Result<VariantsAnswer, Problem> {
        let puzzle = &posed.grid;
        Problem::unless_legal(puzzle)?;
        let solution = Problem::unless_unique(puzzle, &work.solve(puzzle, 1).finding, &work.budget)?;
        let solutions = options.solutions.map_or(2..=10, |number| number.into()..=number.into());
        let seed = options.seed.as_deref().unwrap_or(SEED);
        let variant = |number: u16| {
            let made =
                variants::variant((puzzle, &solution), options.kind, &solutions, (seed, number.into()), &work.cancel);
            made.map(|made| Variant::new(number, options.kind, made)).ok_or_else(|| not_found(work))
        };
        Ok(VariantsAnswer { variants: (1..=options.per).map(variant).collect::<Result<_, _>>()? })
    }

    fn picture(_: &SentGrid, _: &VariantsOptions, answer: &VariantsAnswer) -> Option<Picture> {
        let scene = |variant: &Variant| {
            let scene = Scene::of(&notation::parse(&variant.puzzle).ok()?.grid).with(&variant.cell, "mistake");
            Some(scene.titled(format!("{}. {}", variant.number, variant.kind.name())))
        };
        let scenes = answer.variants.iter().filter_map(scene);
        Some(Picture::sheet("Variants of a puzzle", "variants", answer.variants.len(), scenes))
    }
}

fn not_found(work: &Work) -> Problem {
    if work.cancel.is_cancelled() {
        return Problem::deadline_exceeded();
    }
    Problem::new(
        Code::SearchLimit,
        format!("none of {DRAWS} draws gave a variant of this kind; try another kind or number of solutions"),
    )
}

answer! {
    /// The variants of a puzzle.
    pub struct VariantsAnswer {
        /// The variants.
        variants: Vec<Variant> {minItems: 1, maxItems: 100},
    }

    /// A variant of a puzzle.
    pub struct Variant as PuzzleVariant {
        /// Its number, from 1.
        number: u16 {minimum: 1},
        /// Its kind.
        kind: Kind,
        /// The grid.
        puzzle: String {pattern: "^[1-9.]{81}$"},
        /// In how many ways it can be completed.
        verdict: Verdict,
        /// Of an equivalent puzzle: its only solution.
        solution: Option<String> {pattern: "^[1-9]{81}$"},
        /// Of an equivalent puzzle: the transformation from the puzzle.
        transformation: Option<Transformation>,
        /// Of an ambiguous grid: all its solutions.
        solutions: Option<Vec<String>> {minItems: 2, maxItems: 10},
        /// Of a broken grid: the cell with the wrong digit.
        cell: Option<Cell>,
        /// Of a broken grid: the wrong digit.
        wrong: Option<u8> {minimum: 1, maximum: 9},
        /// Of a broken grid: the digit of the puzzle's solution.
        right: Option<u8> {minimum: 1, maximum: 9},
    }
}

impl Variant {
    fn new(number: u16, kind: Kind, variants::Variant { grid, change }: variants::Variant) -> Self {
        let mut variant = Self {
            number,
            kind,
            puzzle: grid.to_string(),
            verdict: Verdict::Unique,
            solution: None,
            transformation: None,
            solutions: None,
            cell: None,
            wrong: None,
            right: None,
        };
        match change {
            Change::Isomorph(transformation, solution) => {
                variant.solution = Some(solution.to_string());
                variant.transformation = Some(Transformation::of(&transformation));
            }
            Change::Ambiguous(solutions) => {
                variant.verdict = Verdict::Multiple;
                variant.solutions = Some(solutions.iter().map(ToString::to_string).collect());
            }
            Change::Broken { cell, wrong, right, conflicts } => {
                variant.verdict = if conflicts { Verdict::Conflict } else { Verdict::None };
                (variant.cell, variant.wrong, variant.right) =
                    (Some(cell.into()), Some(wrong.get()), Some(right.get()));
            }
        }
        variant
    }
}

impl Answer for VariantsAnswer {
    const COLUMNS: &'static [&'static str] = &["variants"];
}

/// The variants, each on a line.
impl fmt::Display for VariantsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.variants.iter().try_for_each(|variant| writeln!(f, "{}", variant.puzzle))
    }
}
