//! Answers the lines of a chunk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::answers::{Answers, Tally};
use super::line_handler::{LineHandler, Reading};
use super::split::{Chunk, LONGEST_LINE};
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// Number of puzzles that are answered together: enough for the solver to solve several at once, and few enough that
/// other jobs wait less than a millisecond for the thread.
const GROUP: usize = 32;

/// Number of bytes of lines and of answers to invalid lines after which a group is complete. Most puzzles stay below it.
/// Reading that many bytes of invalid lines takes a fraction of a millisecond.
const GROUP_BYTES: usize = 8 * 1024;

/// Answers the lines of a chunk. Calls `give_way` between groups of puzzles. The work stops soon after `cancel` is raised;
/// the lines that remain are then answered with a problem.
///
/// Once the answers exceed `room` bytes, stops after the current group and returns the remaining lines.
pub fn answer<H: LineHandler>(
    chunk: &Chunk,
    handler: &H,
    cancel: &CancelFlag,
    room: usize,
    mut give_way: impl FnMut(),
) -> (Answers, Option<Chunk>) {
    let mut group = Group::new(handler, cancel, chunk.bytes().len());
    let mut number = chunk.first_line();
    let mut rest = chunk.bytes();
    while let Some((line, behind)) = next_line(rest) {
        if group.is_full() {
            group.answer();
            give_way();
            if group.answers.text.len() > room {
                return (group.answers, Some(chunk.rest(number, rest)));
            }
        }
        group.add(line, number);
        number += 1;
        rest = behind;
    }
    group.answer();
    (group.answers, None)
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
struct Group<'a, H: LineHandler> {
    handler: &'a H,
    cancel: &'a CancelFlag,
    lines: Vec<AnswerFrom>,
    /// The puzzles among the lines, and what is kept of their lines.
    puzzles: Vec<Grid>,
    kept: Vec<H::Kept<'a>>,
    outcomes: Vec<H::Outcome>,
    /// The answers to the lines that needed no work.
    ready: Vec<u8>,
    /// Number of bytes of the lines.
    bytes: usize,
    answers: Answers,
}

/// Where the answer to a line comes from.
enum AnswerFrom {
    /// The next puzzle, on the line with this number.
    Puzzle { number: u64 },
    /// The end of the answer in `ready`.
    Ready { end: usize },
}

impl<'a, H: LineHandler> Group<'a, H> {
    fn new(handler: &'a H, cancel: &'a CancelFlag, input: usize) -> Self {
        Self {
            handler,
            cancel,
            lines: Vec::with_capacity(GROUP),
            puzzles: Vec::with_capacity(GROUP),
            kept: Vec::with_capacity(GROUP),
            outcomes: Vec::with_capacity(GROUP),
            ready: Vec::new(),
            bytes: 0,
            // An answer is about as long as its line.
            answers: Answers { text: Vec::with_capacity(input + input / 4), tally: Tally::default() },
        }
    }

    fn is_full(&self) -> bool {
        self.lines.len() == GROUP || self.bytes + self.ready.len() >= GROUP_BYTES
    }

    fn add(&mut self, line: &'a [u8], number: u64) {
        self.bytes += line.len();
        let reading = if line.len() > LONGEST_LINE {
            self.handler.write_too_long(line, number, &mut self.ready);
            Reading::Refused
        } else {
            self.handler.read(line, number, &mut self.ready)
        };
        match reading {
            Reading::Puzzle(grid, kept) => {
                self.puzzles.push(grid);
                self.kept.push(kept);
                self.lines.push(AnswerFrom::Puzzle { number });
            }
            Reading::Answered => self.lines.push(AnswerFrom::Ready { end: self.ready.len() }),
            Reading::Refused => {
                self.answers.tally.problems += 1;
                self.lines.push(AnswerFrom::Ready { end: self.ready.len() });
            }
            Reading::Skipped => {}
        }
    }

    fn answer(&mut self) {
        let Self { handler, cancel, puzzles, kept, outcomes, .. } = self;
        let whole = catch_unwind(AssertUnwindSafe(|| handler.work(puzzles, kept, cancel, outcomes)));
        if whole.is_ok() && outcomes.len() == puzzles.len() {
            let outcomes = std::mem::take(outcomes);
            self.write(outcomes.iter().map(Some));
            self.outcomes = outcomes;
        } else {
            // The work failed on one of the puzzles. Working on each one alone shows which.
            let outcomes: Vec<_> = (0..self.puzzles.len()).map(|index| self.work_alone(index)).collect();
            self.write(outcomes.iter().map(Option::as_ref));
        }
        self.lines.clear();
        self.puzzles.clear();
        self.kept.clear();
        self.outcomes.clear();
        self.ready.clear();
        self.bytes = 0;
    }

    fn work_alone(&self, index: usize) -> Option<H::Outcome> {
        let mut outcomes = Vec::new();
        let (puzzle, kept) = (&self.puzzles[index..=index], &self.kept[index..=index]);
        let worked = catch_unwind(AssertUnwindSafe(|| self.handler.work(puzzle, kept, self.cancel, &mut outcomes)));
        worked.ok().and_then(|()| outcomes.pop())
    }

    fn write<'o>(&mut self, outcomes: impl Iterator<Item = Option<&'o H::Outcome>>)
    where
        H::Outcome: 'o,
    {
        let Self { handler, lines, puzzles, kept, ready, answers, .. } = self;
        let mut worked = puzzles.iter().zip(&*kept).zip(outcomes);
        let mut written = 0;
        for line in &*lines {
            match *line {
                AnswerFrom::Ready { end } => {
                    answers.text.extend_from_slice(&ready[written..end]);
                    written = end;
                }
                AnswerFrom::Puzzle { number } => match worked.next() {
                    Some(((puzzle, kept), Some(outcome))) => handler.write(number, kept, puzzle, outcome, answers),
                    Some(((_, kept), None)) => {
                        answers.tally.problems += 1;
                        handler.write_failed(number, kept, &mut answers.text);
                    }
                    None => unreachable!("a group has as many puzzles as lines with a puzzle"),
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::line_handler::Failure;
    use crate::batch::split::{ChunkSize, Splitter};
    use crate::sudoku::solver::{self, Budget, Finding, Outcome};

    /// The simplest handler: a line is a plain grid or empty; an answer is the line number and a word. The work on the
    /// empty grid fails if `fails` is set.
    struct Words {
        fails: bool,
    }

    impl LineHandler for Words {
        type Kept<'a> = &'a [u8];
        type Outcome = Outcome;

        fn read<'a>(&'a self, line: &'a [u8], number: u64, answer: &mut Vec<u8>) -> Reading<&'a [u8]> {
            if line.is_empty() {
                return Reading::Skipped;
            }
            if let Some(grid) = crate::sudoku::notation::plain_line(line) {
                return Reading::Puzzle(grid, &line[..1]);
            }
            answer.extend(format!("{number} refused\n").into_bytes());
            Reading::Refused
        }

        fn work(&self, puzzles: &[Grid], kept: &[&[u8]], cancel: &CancelFlag, outcomes: &mut Vec<Outcome>) {
            assert_eq!(puzzles.len(), kept.len());
            assert!(!self.fails || !puzzles.contains(&Grid::EMPTY), "the empty grid");
            solver::solve_many(puzzles, &Budget::unlimited().with_cancel(cancel.clone()), outcomes);
        }

        fn write(&self, number: u64, kept: &&[u8], puzzle: &Grid, outcome: &Outcome, answers: &mut Answers) {
            assert_eq!(*kept, &puzzle.to_string().as_bytes()[..1]);
            let word = if matches!(outcome.finding, Finding::One(_)) { "solved" } else { "not solved" };
            answers.tally.results += 1;
            answers.tally.searches.count(outcome);
            answers.text.extend(format!("{number} {word}\n").into_bytes());
        }

        fn write_failed(&self, number: u64, _: &&[u8], answer: &mut Vec<u8>) {
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

    /// The answers to a text of one chunk.
    fn answer_all(text: &str, handler: &Words, give_way: impl FnMut()) -> Answers {
        let (answers, rest) = answer(&chunk(text), handler, &CancelFlag::new(), usize::MAX, give_way);
        assert!(rest.is_none());
        answers
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
        let answers = answer_all(&text, &Words { fails: false }, || gave_way += 1);
        assert_eq!(String::from_utf8_lossy(&answers.text), expected);
        let Tally { results, problems, searches } = answers.tally;
        assert_eq!((results, problems, searches.unique, searches.multiple, gave_way), (97, 2, 96, 1, 3));
    }

    #[test]
    fn a_puzzle_on_which_the_work_fails_affects_no_other_line() {
        let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
        let answers = answer_all(&text, &Words { fails: true }, || {});
        assert_eq!(String::from_utf8_lossy(&answers.text), "1 solved\n2 failed\n3 solved\n");
        assert_eq!((answers.tally.answered(), answers.tally.problems), (3, 1));
    }

    #[test]
    fn long_invalid_lines_give_way_sooner() {
        let text = format!("{}\n", "z".repeat(LONGEST_LINE)).repeat(10);
        let mut gave_way = 0;
        answer_all(&text, &Words { fails: false }, || gave_way += 1);
        assert_eq!(gave_way, 4);
    }

    #[test]
    fn answers_end_when_their_room_is_full_and_the_rest_of_the_lines_gets_the_same_answers() {
        let text = format!("{SOLVABLE}\nbad\n\n").repeat(100);
        let handler = Words { fails: false };
        let whole = answer_all(&text, &handler, || {});
        let (mut parts, mut rest, mut count) = (Vec::new(), Some(chunk(&text)), 0);
        while let Some(part) = rest {
            let end_line = part.end_line();
            let answers;
            (answers, rest) = answer(&part, &handler, &CancelFlag::new(), 500, || {});
            assert!(answers.text.len() < 1500, "{} bytes", answers.text.len());
            assert!(rest.as_ref().is_none_or(|rest| rest.end_line() == end_line));
            parts.extend(answers.text);
            count += 1;
        }
        assert_eq!(String::from_utf8_lossy(&parts), String::from_utf8_lossy(&whole.text));
        assert_eq!(count, 4);
    }
}
