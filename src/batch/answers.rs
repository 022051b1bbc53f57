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
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles without a solution, conflicting ones included.
    pub none: u64,
    /// Puzzles whose search was interrupted.
    pub interrupted: u64,
    /// Guesses that the solver made.
    pub guesses: u64,
}

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
        match outcome.finding {
            Finding::One(_) => self.unique += 1,
            Finding::Many(_) => self.multiple += 1,
            Finding::None => self.none += 1,
            Finding::Interrupted { .. } => self.interrupted += 1,
        }
        self.guesses += outcome.stats.guesses;
    }

    /// The number of searches with each verdict.
    pub fn by_verdict(&self) -> [(&'static str, u64); 4] {
        let Self { unique, multiple, none, interrupted, .. } = *self;
        [("unique", unique), ("multiple", multiple), ("none", none), ("interrupted", interrupted)]
    }

    /// Adds the counts of other searches.
    pub fn add(&mut self, other: &Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.interrupted += other.interrupted;
        self.guesses += other.guesses;
    }
}
