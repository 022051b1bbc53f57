//! Counting solutions without listing them.

use std::fmt;
use std::time::Duration;

use super::options::{Integer, options};
use super::problem::{Code, Problem};
use crate::sudoku::solver::{Finding, Interruption, Outcome};

/// The time limit of a count. Its limit of nodes comes first on any usual processor: a million solutions take a few seconds.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The name of the option.
pub const COUNT: &str = "count";

options! {
    /// How far to count solutions.
    pub struct CountOptions {
        /// Count solutions up to this number, without listing them. Excludes `max_solutions`.
        count: Option<u32> = Integer(1..=1_000_000_u32), example 20000;
    }
}

impl CountOptions {
    /// The columns that an answer with these of its own adds to a line.
    pub fn columns(&self, own: &[&'static str]) -> Vec<&'static str> {
        [own, if self.count.is_some() { &["count", "more"] } else { &[] }].concat()
    }

    /// The option, if it was sent: counting is heavy work.
    pub fn heavy(&self) -> Option<&'static str> {
        self.count.map(|_| COUNT)
    }
}

/// A number of solutions, and whether there are more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The number.
    pub number: u64,
    /// Whether there are more.
    pub more: bool,
}

impl Count {
    /// What a search found that counts.
    ///
    /// # Errors
    /// It was interrupted; the problem has the number so far.
    pub fn of(outcome: &Outcome) -> Result<Self, Problem> {
        let number = outcome.stats.solutions;
        match &outcome.finding {
            Finding::Interrupted { cause: Interruption::NodeLimit, .. } => {
                let detail = format!("the search reached its node limit after {number} solutions");
                Err(Problem::new(Code::SearchLimit, detail).with(|members| members.counted = Some(number)))
            }
            Finding::Interrupted { cause, .. } => Err((*cause).into()),
            Finding::Many(found) => Ok(Self { number, more: found.more() }),
            Finding::None | Finding::One(_) => Ok(Self { number, more: false }),
        }
    }

    /// The values of the columns `count` and `more`.
    pub fn columns(self) -> [Option<String>; 2] {
        [Some(self.number.to_string()), Some(self.more.to_string())]
    }
}

/// Formats as `10106 solutions` or `more than 1000 solutions`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, end) = (if self.more { "more than " } else { "" }, if self.number == 1 { "" } else { "s" });
        write!(f, "{least}{} solution{end}", self.number)
    }
}
