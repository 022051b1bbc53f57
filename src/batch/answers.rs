//! The answers to some lines, and their counts.

use crate::sudoku::solver::{Finding, Outcome};

/// The answers to a chunk.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The answer lines, each with its line break.
    pub text: Vec<u8>,
    /// Counts of the answers.
    pub tally: Tally,
}

/// Counts of answers by kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Lines with a result.
    pub results: u64,
    /// Lines with a problem.
    pub problems: u64,
    /// The searches among them.
    pub searches: Searches,
}

/// Counts of searches for solutions, by what they found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Searches {
    /// The number of searches with each of [`VERDICTS`].
    counts: [u64; VERDICTS.len()],
    /// Guesses that the solver made.
    pub guesses: u64,
}

/// What a search finds: one solution, several, none (of conflicting givens, too), or nothing before it was interrupted.
const VERDICTS: [&str; 4] = ["unique", "multiple", "none", "interrupted"];

impl Tally {
    /// Number of lines with an answer.
    pub fn answered(&self) -> u64 {
        self.results + self.problems
    }

    /// Adds the counts of other answers.
    pub fn add(&mut self, other: &Self) {
        self.results += other.results;
        self.problems += other.problems;
        self.searches.add(&other.searches);
    }
}

impl Searches {
    /// Counts a search.
    pub fn count(&mut self, outcome: &Outcome) {
        let verdict = match outcome.finding {
            Finding::One(_) => 0,
            Finding::Many(_) => 1,
            Finding::None => 2,
            Finding::Interrupted { .. } => 3,
        };
        self.counts[verdict] += 1;
        self.guesses += outcome.stats.guesses;
    }

    /// The number of searches with each verdict.
    pub fn by_verdict(&self) -> [(&'static str, u64); VERDICTS.len()] {
        std::array::from_fn(|verdict| (VERDICTS[verdict], self.counts[verdict]))
    }

    /// Adds the counts of other searches.
    pub fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        self.guesses += other.guesses;
    }
}
