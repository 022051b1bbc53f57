//! Answers the lines of a chunk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::line_form::{LineForm, Reading};
use super::split::{Chunk, LONGEST_LINE};
use crate::sudoku::Grid;
use crate::sudoku::solver::{self, Budget, Finding, Outcome};

/// Number of puzzles that are solved together: enough for the solver to work on several at once, few enough that other
/// jobs wait for the thread for less than a millisecond.
const GROUP: usize = 32;

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
    /// Puzzles with one solution.
    pub unique: u64,
    /// Puzzles with several solutions.
    pub multiple: u64,
    /// Puzzles without a solution, conflicting ones included.
    pub none: u64,
    /// Puzzles whose search was interrupted.
    pub interrupted: u64,
    /// Invalid lines, and puzzles on which the solver failed.
    pub refused: u64,
    /// Guesses that the solver made.
    pub guesses: u64,
}

impl Tally {
    /// Number of lines with an answer.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.unique + self.multiple + self.problems()
    }

    /// Number of lines whose answer is a problem.
    #[must_use]
    pub fn problems(&self) -> u64 {
        self.none + self.interrupted + self.refused
    }

    /// Adds the counts of other answers.
    pub fn add(&mut self, other: &Self) {
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.none += other.none;
        self.interrupted += other.interrupted;
        self.refused += other.refused;
        self.guesses += other.guesses;
    }

    fn count(&mut self, outcome: &Outcome) {
        match outcome.finding {
            Finding::One(_) => self.unique += 1,
            Finding::Many(_) => self.multiple += 1,
            Finding::None => self.none += 1,
            Finding::Interrupted { .. } => self.interrupted += 1,
        }
        self.guesses += outcome.stats.guesses;
    }
}

/// Answers the lines of a chunk, each puzzle within the budget. Calls `give_way` between groups of puzzles.
pub fn answer<F: LineForm>(chunk: &Chunk, form: &F, budget: &Budget, give_way: impl FnMut()) -> Answers {
    answer_with(solver::solve_many, chunk, form, budget, give_way)
}

fn answer_with<F: LineForm>(
    solve_many: impl Fn(&[Grid], &Budget, &mut Vec<Outcome>),
    chunk: &Chunk,
    form: &F,
    budget: &Budget,
    mut give_way: impl FnMut(),
) -> Answers {
    let mut group = Group::new(form, budget, solve_many, chunk.bytes().len());
    let mut number = chunk.first_line();
    let mut rest = chunk.bytes();
    while let Some((line, behind)) = next_line(rest) {
        if group.is_full() {
            group.solve();
            give_way();
        }
        group.add(line, number);
        number += 1;
        rest = behind;
    }
    group.solve();
    group.answers
}

/// The first line without its line break, and the rest of the text.
fn next_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if text.is_empty() {
        return None;
    }
    let end = memchr::memchr(b'\n', text);
    let (line, behind) = end.map_or((text, &[][..]), |end| (&text[..end], &text[end + 1..]));
    Some((line.strip_suffix(b"\r").unwrap_or(line), behind))
}

/// Consecutive lines that are answered together.
struct Group<'f, 'a, F: LineForm, S> {
    form: &'f F,
    budget: &'f Budget,
    solve_many: S,
    lines: Vec<Line<F::Kept<'a>>>,
    /// The puzzles among the lines.
    puzzles: Vec<Grid>,
    outcomes: Vec<Outcome>,
    /// The answers to the invalid lines.
    refusals: Vec<u8>,
    answers: Answers,
}

enum Line<K> {
    Puzzle {
        number: u64,
        kept: K,
    },
    /// The end of the answer in `refusals`.
    Refused {
        end: usize,
    },
}

impl<'f, 'a, F: LineForm, S: Fn(&[Grid], &Budget, &mut Vec<Outcome>)> Group<'f, 'a, F, S> {
    fn new(form: &'f F, budget: &'f Budget, solve_many: S, input: usize) -> Self {
        Self {
            form,
            budget,
            solve_many,
            lines: Vec::with_capacity(GROUP),
            puzzles: Vec::with_capacity(GROUP),
            outcomes: Vec::with_capacity(GROUP),
            refusals: Vec::new(),
            // An answer is about as long as its line.
            answers: Answers { text: Vec::with_capacity(input + input / 4), tally: Tally::default() },
        }
    }

    fn is_full(&self) -> bool {
        self.lines.len() == GROUP
    }

    fn add(&mut self, line: &'a [u8], number: u64) {
        let reading = if line.len() > LONGEST_LINE {
            self.form.write_too_long(line, number, &mut self.refusals);
            Reading::Refused
        } else {
            self.form.read(line, number, &mut self.refusals)
        };
        match reading {
            Reading::Puzzle(grid, kept) => {
                self.puzzles.push(grid);
                self.lines.push(Line::Puzzle { number, kept });
            }
            Reading::Answered => self.lines.push(Line::Refused { end: self.refusals.len() }),
            Reading::Refused => {
                self.answers.tally.refused += 1;
                self.lines.push(Line::Refused { end: self.refusals.len() });
            }
            Reading::Skipped => {}
        }
    }

    fn solve(&mut self) {
        self.outcomes.clear();
        let whole = catch_unwind(AssertUnwindSafe(|| {
            (self.solve_many)(&self.puzzles, self.budget, &mut self.outcomes);
        }));
        if whole.is_ok() && self.outcomes.len() == self.puzzles.len() {
            let outcomes = std::mem::take(&mut self.outcomes);
            self.write(outcomes.iter().map(Some));
            self.outcomes = outcomes;
        } else {
            // The solver failed on one of them. Solving each one alone shows which.
            let outcomes: Vec<Option<Outcome>> = self.puzzles.iter().map(|puzzle| self.solve_one(puzzle)).collect();
            self.write(outcomes.iter().map(Option::as_ref));
        }
        self.lines.clear();
        self.puzzles.clear();
        self.refusals.clear();
    }

    fn solve_one(&self, puzzle: &Grid) -> Option<Outcome> {
        let mut outcomes = Vec::new();
        let solved = catch_unwind(AssertUnwindSafe(|| {
            (self.solve_many)(std::slice::from_ref(puzzle), self.budget, &mut outcomes);
        }));
        solved.ok().and_then(|()| outcomes.pop())
    }

    fn write<'o>(&mut self, outcomes: impl Iterator<Item = Option<&'o Outcome>>) {
        let Self { form, lines, puzzles, refusals, answers: Answers { text, tally }, .. } = self;
        let mut solved = puzzles.iter().zip(outcomes);
        let mut refused = 0;
        for line in &*lines {
            match *line {
                Line::Refused { end } => {
                    text.extend_from_slice(&refusals[refused..end]);
                    refused = end;
                }
                Line::Puzzle { number, kept } => {
                    if let Some((puzzle, Some(outcome))) = solved.next() {
                        tally.count(outcome);
                        form.write(number, kept, puzzle, &outcome.finding, text);
                    } else {
                        tally.refused += 1;
                        form.write_failed(number, kept, text);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::line_form::Failure;
    use crate::batch::split::{ChunkSize, Splitter};

    /// The simplest form: a line is a plain grid or empty; an answer is the line number and a word.
    struct Words;

    impl LineForm for Words {
        type Kept<'a> = &'a [u8];

        fn read<'a>(&self, line: &'a [u8], number: u64, refusal: &mut Vec<u8>) -> Reading<&'a [u8]> {
            if line.is_empty() {
                return Reading::Skipped;
            }
            if let Some(grid) = crate::sudoku::notation::plain_line(line) {
                return Reading::Puzzle(grid, &line[..1]);
            }
            refusal.extend(format!("{number} refused\n").into_bytes());
            Reading::Refused
        }

        fn write(&self, number: u64, kept: &[u8], puzzle: &Grid, finding: &Finding, answer: &mut Vec<u8>) {
            assert_eq!(kept, &puzzle.to_string().as_bytes()[..1]);
            let word = if matches!(finding, Finding::One(_)) { "solved" } else { "not solved" };
            answer.extend(format!("{number} {word}\n").into_bytes());
        }

        fn write_failed(&self, number: u64, _: &[u8], answer: &mut Vec<u8>) {
            answer.extend(format!("{number} failed\n").into_bytes());
        }

        fn write_too_long(&self, _start: &[u8], number: u64, answer: &mut Vec<u8>) {
            answer.extend(format!("{number} too long\n").into_bytes());
        }

        fn write_end(&self, number: u64, _: &Failure, answer: &mut Vec<u8>) {
            answer.extend(format!("{number} end\n").into_bytes());
        }
    }

    const SOLVABLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn chunk(text: &str) -> Chunk {
        let mut splitter = Splitter::new(ChunkSize::SHARED);
        assert!(splitter.next_chunk(&mut text.as_bytes()).is_none(), "one chunk");
        splitter.finish().expect("a line")
    }

    #[test]
    fn every_line_except_empty_ones_is_answered_in_order() {
        let blank = ".".repeat(81);
        let long = "1".repeat(LONGEST_LINE + 1);
        let mut text = format!("{SOLVABLE}\nbad\n\r\n{blank}\r\n{long}\n");
        let mut expected = "1 solved\n2 refused\n4 not solved\n5 too long\n".to_owned();
        // More than a group, the last line without a line break.
        for number in 6..=100 {
            text += &format!("{SOLVABLE}{}", if number < 100 { "\n" } else { "" });
            expected += &format!("{number} solved\n");
        }
        let mut gave_way = 0;
        let answers = answer(&chunk(&text), &Words, &Budget::unlimited(), || gave_way += 1);
        assert_eq!(String::from_utf8_lossy(&answers.text), expected);
        let Tally { unique, multiple, refused, .. } = answers.tally;
        assert_eq!((unique, multiple, refused, answers.tally.problems(), gave_way), (96, 1, 2, 2, 3));
    }

    #[test]
    fn a_puzzle_on_which_the_solver_fails_affects_no_other_line() {
        let solve_many = |puzzles: &[Grid], budget: &Budget, outcomes: &mut Vec<Outcome>| {
            assert!(!puzzles.contains(&Grid::EMPTY), "the empty grid");
            solver::solve_many(puzzles, budget, outcomes);
        };
        let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
        let answers = answer_with(solve_many, &chunk(&text), &Words, &Budget::unlimited(), || {});
        assert_eq!(String::from_utf8_lossy(&answers.text), "1 solved\n2 failed\n3 solved\n");
        assert_eq!((answers.tally.answered(), answers.tally.problems()), (3, 1));
    }
}
