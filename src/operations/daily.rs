//! The puzzle of a day.

use std::time::{Duration, SystemTime};

use serde_json::json;

use super::answer::grid::Notation;
use super::answer::picture::Picture;
use super::generate::{NOTATION, Puzzle};
use super::operation::{About, FoundBy, Group, Operation, Work};
use super::options::{OneOf, Parsed, notations, options};
use super::problem::{Code, Problem};
use crate::pool::Class;
use crate::sudoku::Symmetry;
use crate::sudoku::generate::{self, Wish};
use crate::sudoku::logic::{Level, Technique, TechniqueSet};

/// Generates the puzzle of a day.
#[derive(Debug)]
pub struct Daily;

/// The name of the option with the date.
pub const DATE: &str = "date";

/// The length of a day.
pub const DAY: Duration = Duration::from_hours(24);

/// The levels from Monday to Sunday.
const WEEK: [Level; 7] =
    [Level::Easy, Level::Easy, Level::Medium, Level::Hard, Level::Hard, Level::Expert, Level::Fiendish];

/// How many days ahead a puzzle is there, so that a site can prepare its pages.
const AHEAD: u32 = 366;

/// What a date that has no puzzle should have been.
const EXPECTED: &str = "expected a date from 2000-01-01 to a year from today";

options! {
    /// The options of the puzzle of a day.
    pub struct DailyOptions {
        /// A date from 2000-01-01 to a year from today (UTC). If absent, today.
        date: Option<Day> = Parsed {
            expected: EXPECTED,
            pattern: "^20[0-9]{2}-[0-9]{2}-[0-9]{2}$",
            parse: |date| Day::parse(date, SystemTime::now()),
        }, example "2026-11-21";
        /// The level, instead of that of the weekday.
        level: Option<Level> = OneOf(Level::by_name), example "hard";
        /// The notation of the grids.
        notation: Notation = OneOf(notations), default NOTATION, in_tools Notation::LINE, example "line";
    }
}

/// A day that has a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Day {
    /// The date, such as `2026-11-21`.
    pub date: String,
    /// The number of days since 1970.
    number: u64,
}

impl Day {
    /// The day of this time. A clock before 1970 gives the first day.
    pub fn of(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let number = since.as_secs() / DAY.as_secs();
        let midnight = SystemTime::UNIX_EPOCH + Duration::from_secs(number * DAY.as_secs());
        Self { date: humantime::format_rfc3339_seconds(midnight).to_string()[..10].to_owned(), number }
    }

    /// The day with this date, if it has a puzzle at the time `now`.
    pub fn parse(date: &str, now: SystemTime) -> Option<Self> {
        let midnight = humantime::parse_rfc3339(&format!("{date}T00:00:00Z")).ok()?;
        let day = Self::of(midnight);
        (date >= "2000-01-01" && midnight <= now + AHEAD * DAY && day.date == date).then_some(day)
    }

    /// The problem of an address with another date.
    pub fn not_found(date: &str) -> Problem {
        Problem::new(Code::NotFound, format!("{EXPECTED}, found {date:?}"))
    }

    fn level(&self) -> Level {
        // 1970-01-01 was a Thursday.
        WEEK[(self.number as usize + 3) % 7]
    }
}

impl Operation for Daily {
    type Input = ();
    type Options = DailyOptions;
    type Answer = Puzzle;
    type Line = Puzzle;

    const ABOUT: About = About {
        name: "daily",
        title: "The puzzle of a day",
        description: "The same puzzle for everybody, with half-turn symmetry: easy on Mondays and Tuesdays, medium \
            on Wednesdays, hard on Thursdays and Fridays, expert on Saturdays. On Sundays it is fiendish, and chains without \
            branches solve it (`allow=up-to:aic`).",
        tool: "Returns the puzzle of a day, the same for everybody: easy on Mondays, fiendish on Sundays. For any \
            other puzzle, use generate. The text is the puzzle alone; the data has its solution and rating, too.",
        group: Group::Insight,
        grid: "",
        class: Class::Heavy,
        time_limit: Some(Duration::from_secs(10)),
        problems: &[Code::SearchLimit],
        examples: || vec![json!({"date": "2026-11-21", "notation": "line"})],
        line: "",
    };

    const FOUND_BY: FoundBy = FoundBy::Date;

    fn answer((): &(), options: &DailyOptions, work: &Work) -> Result<Puzzle, Problem> {
        let day = options.date.clone().unwrap_or_else(|| Day::of(SystemTime::now()));
        let level = options.level.unwrap_or_else(|| day.level());
        let seed = format!("daily-{}", day.date);
        let mut wish = Wish { symmetry: Some(Symmetry::Rotational180), ..Wish::default() };
        if level == Level::Fiendish {
            wish.allow = Some(TechniqueSet::up_to(Technique::Aic));
        }
        let wish = wish.of_level(level, &seed, 0);
        let generated = generate::generate(&wish, &seed, 0, Some(&work.cancel))?;
        Ok(Puzzle::new(&generated, &seed, 0, options.notation))
    }

    fn picture((): &(), _: &DailyOptions, puzzle: &Puzzle) -> Option<Picture> {
        Some(puzzle.picture())
    }
}
