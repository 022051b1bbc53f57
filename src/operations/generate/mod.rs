//! Generating puzzles.

mod answer;

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::time::{Duration, SystemTime};

use serde_json::json;

pub use answer::{GenerateAnswer, Puzzle};
use answer::{LessonPosition, Puzzles};

use super::answer::grid::{AnswerGrid, CellType, Notation};
use super::answer::picture::Picture;
use super::answer::ratings::techniques;
use super::answer::steps::number;
use super::distinct::Distinct;
use super::operation::{About, FoundBy, Group, Operation, Work};
use super::options::{Flag, Integer, OneOf, Parsed, notations, options};
use super::problem::{Code, Problem};
use super::reading::Fields;
use super::techniques::{TECHNIQUES, TechniqueRange};
use super::validate::Marks;
use crate::pool::Class;
use crate::sudoku::generate::{self, GenerateError, VERSION, Wish, WishOption};
use crate::sudoku::logic::{self, Level, Reach, StepLimits, TABLE, Technique, Tenths};
use crate::sudoku::solver::CancelFlag;
use crate::sudoku::{Grid, Symmetry};

/// Generates puzzles.
#[derive(Debug)]
pub struct Generate;

/// The notation of the grids unless the request names another.
pub const NOTATION: Notation = Notation::Rows(CellType::Number);

/// The highest index. JSON numbers are exact up to it.
const MOST_INDEX: u64 = (1 << 53) - 1;

/// The name of the option that makes an answer repeatable.
pub const SEED: &str = "seed";

/// What to return of a puzzle to practise a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Give {
    /// The puzzle.
    Puzzle,
    /// The position in it where the technique is next, too.
    Position,
}

options! {
    /// The options of generated puzzles.
    pub struct GenerateOptions {
        /// A rating such as `7.0`, or a range: `6.6-7.2`.
        rating: Option<RangeInclusive<Tenths>> = Parsed {
            expected: "expected a rating such as 7.0, or a range such as 6.6-7.2",
            pattern: r"^[0-9]{1,2}(\.[0-9])?((-|\.\.)[0-9]{1,2}(\.[0-9])?)?$",
            parse: range_of_ratings,
        }, example "6.6-7.2";
        /// A level, instead of `rating`: `easy` is rated up to 1.5 (hidden singles), `medium` to 2.5 (singles, nothing to note),
        /// `hard` to 3.9 (locked candidates, pairs, naked triplets, X-wings), `expert` to 6.2 (wings, rectangles, quads),
        /// `fiendish` to 7.7 (chains), `diabolical` above. Unless `needs` or `allow` is sent, an easy puzzle has at least 32 givens
        /// (or `clues`, `pattern`), a medium one is solved by singles alone, and the ratings of a level are mixed.
        level: Option<Level> = OneOf(Level::by_name), example "hard";
        /// The symmetry of the givens, or `any` for a random one.
        symmetry: Option<Symmetry> = OneOf(symmetries), default Some(Symmetry::None), example "rotational180";
        /// A number of givens such as `24`, or a range: `24-28`.
        clues: Option<RangeInclusive<u8>> = Parsed {
            expected: "expected a number of clues such as 24, or a range such as 24-28",
            pattern: r"^[0-9]{2}((-|\.\.)[0-9]{2})?$",
            parse: range_of_counts,
        }, example "24-28";
        /// The cells of the givens: 81 characters, `x` for a given and `.` for a blank, or a grid whose digits do not matter.
        pattern: Option<u128> = Parsed {
            expected: "expected 81 characters, `.` for a blank and `x` for a given, or a grid",
            pattern: r"^[\s\S]{81,}$",
            parse: pattern,
        }, example "x..x..x..x..x.x..xx..x..x...xxx........x.x........xxx...x..x..xx..x.x..x..x..x..x";
        /// Whether every given must be needed.
        minimal: bool = Flag, default false, example false;
        /// A technique to practise: `allow` solves the puzzle with it, but not without it.
        needs: Option<Technique> = OneOf(technique_ids), example "skyscraper";
        /// The techniques that solve the puzzle, by id; `up-to:ID` is that one and all before it in the course. If absent: with
        /// `needs`, those before it in the course, at most `up-to:x-wing`, or those that Sudoku Explainer tries before it if
        /// only its scale knows it; otherwise all.
        allow: Option<Vec<TechniqueRange>> = TECHNIQUES, example vec!["up-to:x-wing", "xy-wing"];
        /// With `needs`: the `puzzle`, or also the `position` in it where the technique is next.
        give: Give = OneOf(|| vec![("puzzle", Give::Puzzle), ("position", Give::Position)]), default Give::Puzzle, example "position";
        /// 1 to 64 characters of `A-Za-z0-9._~-`. The same seed and options give the same puzzles. If absent, a random one,
        /// which the answer names.
        seed: Option<String> = Parsed {
            expected: "expected 1 to 64 characters of A-Za-z0-9._~-",
            pattern: "^[A-Za-z0-9._~-]{1,64}$",
            parse: seed,
        }, example "monday";
        /// The number of puzzles in a list. If absent, the answer is one puzzle.
        count: Option<u16> = Integer(1..=100_u16), example 2;
        /// The index of the first puzzle. Each puzzle of a seed has its own index, which the answer names.
        first: u64 = Integer(0..=MOST_INDEX), default 0, example 100;
        /// Whether to leave out every puzzle that is equivalent to an earlier one of the same answer. The next indices replace
        /// it. If 32 in a row give no new puzzle, or two none at all, the answer is the problem `search-limit` with the number
        /// `found`. Takes about 200 bytes of memory for each puzzle.
        distinct: bool = Flag, default false, example true;
        /// The notation of the grids.
        notation: Notation = OneOf(notations), default NOTATION, in_tools Notation::LINE, example "line";
        /// The version of the generator.
        generator: Option<u16> = Integer(VERSION as u16..=VERSION as u16), example VERSION;
    }
}

impl GenerateOptions {
    /// The requirements for the puzzle of this seed and index.
    fn wish(&self, seed: &str, index: u64) -> Wish {
        let wish = Wish {
            rating: self.rating.clone(),
            clues: self.clues.clone(),
            symmetry: self.symmetry,
            pattern: self.pattern,
            minimal: self.minimal,
            needs: self.needs,
            allow: self.allow.as_ref().map(|known| TechniqueRange::all(known)),
            ..Wish::default()
        };
        match self.level {
            Some(level) => wish.of_level(level, seed, index),
            None => wish,
        }
    }

    /// The puzzle of this seed and index (from 0). It depends only on them and the other options.
    ///
    /// # Errors
    /// No puzzle was found, or the flag was raised.
    pub fn puzzle(&self, seed: &str, index: u64, cancel: &CancelFlag) -> Result<Puzzle, Problem> {
        let wish = self.wish(seed, index);
        let generated = generate::generate(&wish, seed, index, Some(cancel)).map_err(|error| {
            let is_not_found = matches!(error, GenerateError::NotFound { .. });
            let exact = self.rating.as_ref().filter(|range| is_not_found && range.start() == range.end());
            let advice = |range: &RangeInclusive<Tenths>| {
                let most = Tenths(range.end().0.saturating_add(10));
                format!(
                    "Few puzzles have exactly this rating; a range such as `{}-{most}` is much easier to meet",
                    range.start()
                )
            };
            Problem::from(error).with_hint(&exact.map(advice).unwrap_or_default())
        })?;
        let made = Puzzle::new(&generated, seed, index, self.notation);
        // A level may limit the techniques, too, but does not say what a player knows.
        let is_sent = self.needs.is_some() || self.allow.is_some();
        let Some(lesson) = wish.lesson().filter(|_| is_sent) else { return Ok(made) };
        // Of the techniques that the player knows, not those of the scale.
        let limits = StepLimits { cancel: Some(cancel.clone()), ..StepLimits::within(lesson.techniques()) };
        let used = techniques(&logic::rate(&generated.puzzle, &limits));
        let reach = (self.give == Give::Position).then(|| lesson.reach(&generated.puzzle, &limits, &mut 0));
        let board = match reach.flatten() {
            Some(Reach::Needed(board, _)) => Some(board),
            _ => None,
        };
        let position = board.map(|board| LessonPosition {
            grid: AnswerGrid { grid: board.grid(), notation: self.notation },
            candidates: Marks(board.marks()),
        });
        Ok(Puzzle { techniques: used, position, ..made })
    }
}

fn symmetries() -> Vec<(&'static str, Option<Symmetry>)> {
    Symmetry::ALL.into_iter().map(|symmetry| (symmetry.name(), Some(symmetry))).chain([("any", None)]).collect()
}

fn technique_ids() -> Vec<(&'static str, Technique)> {
    TABLE.iter().map(|row| (row.id, row.technique)).collect()
}

pub(super) fn seed(text: &str) -> Option<String> {
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
    ((1..=64).contains(&text.len()) && text.bytes().all(valid)).then(|| text.to_owned())
}

/// A seed for a request without one.
pub fn random_seed() -> String {
    format!("{:016x}", RandomState::new().hash_one(SystemTime::now()))
}

/// The cells of a pattern. Without a digit, `x` is a clue; in a grid, it is what the notation says.
fn pattern(text: &str) -> Option<u128> {
    let has_digit = text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let grid: Grid = if has_digit { text.parse() } else { text.replace(['x', 'X'], "1").parse() }.ok()?;
    Some(grid.filled())
}

/// A number, or two with a dash or two dots between them.
fn range_of<T: Copy>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<RangeInclusive<T>> {
    let (first, last) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
    Some(parse(first)?..=parse(last)?)
}

fn range_of_counts(text: &str) -> Option<RangeInclusive<u8>> {
    range_of(text, |number| number.parse().ok())
}

fn range_of_ratings(text: &str) -> Option<RangeInclusive<Tenths>> {
    range_of(text, |number| {
        let tenths: f64 = number.parse::<f64>().ok()? * 10.0;
        ((0.0..=200.0).contains(&tenths) && (tenths - tenths.round()).abs() < 1e-6)
            .then(|| Tenths(tenths.round() as u8))
    })
}

impl Operation for Generate {
    type Input = ();
    type Options = GenerateOptions;
    type Answer = GenerateAnswer;
    type Line = GenerateAnswer;

    const ABOUT: About = About {
        name: "generate",
        title: "Generate puzzles",
        description: "Returns a puzzle with the requested rating, symmetry and number of clues. The answer depends only on the \
            options, the seed and the version of the generator, so an answer to a request with `seed` can be cached for ever.",
        tool: "Makes new puzzles with one solution, of a requested difficulty (`level` or `rating`), number of clues, \
            symmetry, or for practising a technique (`needs`). The same `seed` and options always give the same puzzle. The text is the puzzle \
            alone; the data has its solution, rating and techniques, too. Takes milliseconds, up to seconds for rare \
            ratings.",
        group: Group::Insight,
        grid: "",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(10)),
        problems: &[Code::SearchLimit],
        examples: || {
            vec![
                json!({"level": "easy", "seed": "monday", "notation": "line"}),
                json!({"needs": "x-wing", "allow": ["up-to:naked-pair"], "seed": "monday", "notation": "line"}),
                json!({"rating": "1.2-1.5", "seed": "monday", "count": 2, "notation": "line"}),
            ]
        },
        line: "",
    };

    const FOUND_BY: FoundBy = FoundBy::Seed;

    fn check(options: &GenerateOptions, fields: &mut Fields<'_>) {
        if options.rating.is_some() && options.level.is_some() {
            fields.forbid("level", "`rating` and `level` exclude each other; send one of them");
        } else if options.give == Give::Position && options.needs.is_none() {
            fields.forbid("give", "a position is where a technique is needed; send `needs`, too");
        } else if let Err(GenerateError::Contradiction { option, reason }) = options.wish("", 0).check() {
            let is_level = option == WishOption::Rating && options.rating.is_none();
            let name = if is_level { "level" } else { option.name() };
            fields.forbid(name, reason);
        }
    }

    fn picture((): &(), _: &GenerateOptions, answer: &GenerateAnswer) -> Option<Picture> {
        let puzzles = match answer {
            GenerateAnswer::One(puzzle) => return Some(puzzle.picture()),
            GenerateAnswer::Several(Puzzles { puzzles }) => puzzles,
        };
        let scene = |(number, puzzle): (usize, &Puzzle)| {
            let [er, ..] = puzzle.rating.texts();
            puzzle.scene().titled(format!("{}. {} {er}", number + 1, puzzle.level.name()))
        };
        Some(Picture::sheet("Puzzles", "puzzles", puzzles.len(), puzzles.iter().enumerate().map(scene)))
    }

    fn answer((): &(), options: &GenerateOptions, work: &Work) -> Result<GenerateAnswer, Problem> {
        let seed = options.seed.clone().unwrap_or_else(random_seed);
        let puzzle = |index| options.puzzle(&seed, index, &work.cancel);
        let Some(count) = options.count else {
            return Ok(GenerateAnswer::One(Box::new(puzzle(options.first)?)));
        };
        let mut distinct = Distinct::new(options.distinct);
        let taken = (options.first..).map(puzzle).filter_map(|made| distinct.take(made, Puzzle::canonical).transpose());
        Ok(GenerateAnswer::Several(Puzzles { puzzles: taken.take(count.into()).collect::<Result<_, _>>()? }))
    }
}

impl From<GenerateError> for Problem {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Contradiction { reason, .. } => Self::new(Code::InvalidRequest, reason),
            GenerateError::NotFound { attempts, nearest } => {
                Self::new(Code::SearchLimit, error.to_string()).with(|members| {
                    (members.attempts, members.nearest) = (Some(attempts), nearest.map(number));
                })
            }
            GenerateError::Cancelled => Self::deadline_exceeded(),
        }
    }
}
