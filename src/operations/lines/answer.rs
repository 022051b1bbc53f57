//! Answers the lines of a chunk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::defaults::Defaults;
use super::echo::Kept;
use super::line_format::{LineReader, LineWriter, Reading};
use super::line_problem::{ended, too_long};
use super::work::{GridLine, LineWork, OptionsOf};
use crate::batch::{Answers, AnyLines, Chunk, Failure, LONGEST_LINE, Tally};
use crate::operations::problem::Problem;
use crate::sudoku::Grid;
use crate::sudoku::solver::CancelFlag;

/// Lines that are read and written like this, with this work on their puzzles.
pub struct Lines<R, W: LineWork> {
    /// How they are read.
    pub reader: R,
    /// How their answers are written.
    pub writer: Box<dyn LineWriter>,
    /// What is done with their puzzles.
    pub work: W,
    /// The options of the batch.
    pub defaults: Defaults<OptionsOf<W>>,
}

impl<R: LineReader, W: LineWork> AnyLines for Lines<R, W> {
    fn answer(
        &self,
        chunk: &Chunk,
        cancel: &CancelFlag,
        room: usize,
        give_way: &mut dyn FnMut(),
    ) -> (Answers, Option<Chunk>) {
        let mut group = Group::new(self, cancel, chunk.bytes().len());
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

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.write_problem(number, self.reader.kept_of(b""), ended(number, why), answer);
    }
}

impl<R: LineReader, W: LineWork> Lines<R, W> {
    fn write_problem(&self, number: u64, kept: Kept<'_>, problem: Problem, text: &mut Vec<u8>) {
        self.writer.write_problem(number, kept, problem, &self.defaults.columns, text);
    }
}

/// Number of puzzles that are answered together: enough for the solver to solve several at once, and few enough that
/// other jobs wait less than a millisecond for the thread.
const GROUP: usize = 32;

/// Number of bytes of lines and of answers to invalid lines after which a group is complete. Most puzzles stay below it.
/// Reading that many bytes of invalid lines takes a fraction of a millisecond.
const GROUP_BYTES: usize = 8 * 1024;

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
struct Group<'a, R, W: LineWork> {
    of: &'a Lines<R, W>,
    cancel: &'a CancelFlag,
    lines: Vec<AnswerFrom>,
    /// The puzzles among the lines, and what is kept of their lines.
    puzzles: Vec<Grid>,
    kept: Vec<GridLine<'a, OptionsOf<W>>>,
    outcomes: Vec<W::Outcome>,
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

impl<'a, R: LineReader, W: LineWork> Group<'a, R, W> {
    fn new(of: &'a Lines<R, W>, cancel: &'a CancelFlag, input: usize) -> Self {
        Self {
            of,
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
        let Lines { reader, writer, defaults, .. } = self.of;
        let reading = if line.len() > LONGEST_LINE {
            Reading::Invalid(reader.kept_of(line), too_long())
        } else {
            reader.read::<W>(line, number, defaults)
        };
        match reading {
            Reading::Puzzle(grid, kept) => {
                self.puzzles.push(grid);
                self.kept.push(kept);
                return self.lines.push(AnswerFrom::Puzzle { number });
            }
            Reading::Skipped => return,
            Reading::Header(kept) => writer.write_columns(kept, &defaults.columns, true, &mut self.ready),
            Reading::Null(kept) => writer.write_columns(kept, &defaults.columns, false, &mut self.ready),
            Reading::Invalid(kept, problem) => {
                self.answers.tally.problems += 1;
                self.of.write_problem(number, kept, problem, &mut self.ready);
            }
        }
        self.lines.push(AnswerFrom::Ready { end: self.ready.len() });
    }

    fn answer(&mut self) {
        let Self { of, cancel, puzzles, kept, outcomes, .. } = self;
        let whole = catch_unwind(AssertUnwindSafe(|| of.work.work(puzzles, kept, cancel, outcomes)));
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

    fn work_alone(&self, index: usize) -> Option<W::Outcome> {
        let mut outcomes = Vec::new();
        let (puzzle, kept) = (&self.puzzles[index..=index], &self.kept[index..=index]);
        let worked = catch_unwind(AssertUnwindSafe(|| self.of.work.work(puzzle, kept, self.cancel, &mut outcomes)));
        worked.ok().and_then(|()| outcomes.pop())
    }

    fn write<'o>(&mut self, outcomes: impl Iterator<Item = Option<&'o W::Outcome>>) {
        let Self { of, lines, puzzles, kept, ready, answers, .. } = self;
        let mut worked = puzzles.iter().zip(&*kept).zip(outcomes);
        let mut written = 0;
        for line in &*lines {
            match *line {
                AnswerFrom::Ready { end } => {
                    answers.text.extend_from_slice(&ready[written..end]);
                    written = end;
                }
                AnswerFrom::Puzzle { number } => {
                    let ((puzzle, line), outcome) = worked.next().expect("a puzzle for each line that has one");
                    let answer = outcome.ok_or_else(Problem::solver_failed).and_then(|outcome| {
                        W::count(outcome, &mut answers.tally.searches);
                        of.work.answer(puzzle, line, outcome)
                    });
                    match answer {
                        Ok(answer) => {
                            answers.tally.results += 1;
                            of.writer.write(number, line.kept, &answer, &mut answers.text);
                        }
                        Err(problem) => {
                            answers.tally.problems += 1;
                            of.write_problem(number, line.kept, problem, &mut answers.text);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ChunkSize, Searches, Splitter};
    use crate::operations::lines::settings::LineSettings;
    use crate::operations::lines::text::TextLines;
    use crate::operations::lines::work::LineAnswer;
    use crate::operations::reading::Arguments;
    use crate::operations::solve::{Solve, SolveOptions};
    use crate::sudoku::solver::{self, Budget, Finding, Outcome};

    /// The simplest work: an answer is a word. The work on the empty grid fails if `fails` is set.
    struct Words {
        fails: bool,
    }

    impl LineWork for Words {
        type Operation = Solve;
        type Outcome = Outcome;
        type Answer<'o> = &'static str;

        fn columns(_: &SolveOptions) -> Vec<&'static str> {
            Vec::new()
        }

        fn work(
            &self,
            puzzles: &[Grid],
            lines: &[GridLine<'_, SolveOptions>],
            cancel: &CancelFlag,
            outcomes: &mut Vec<Outcome>,
        ) {
            assert_eq!(puzzles.len(), lines.len());
            assert!(!self.fails || !puzzles.contains(&Grid::EMPTY), "the empty grid");
            solver::solve_many(puzzles, &Budget::unlimited().with_cancel(cancel.clone()), outcomes);
        }

        fn answer(&self, _: &Grid, _: &GridLine<'_, SolveOptions>, outcome: &Outcome) -> Result<&'static str, Problem> {
            Ok(if matches!(outcome.finding, Finding::One(_)) { "solved" } else { "not solved" })
        }

        fn count(outcome: &Outcome, searches: &mut Searches) {
            searches.count(outcome);
        }
    }

    impl LineAnswer for &'static str {
        fn write_json(&self, _: &mut Vec<u8>) {}

        fn write_text(&self, _: &str, line: &mut Vec<u8>) {
            line.extend_from_slice(self.as_bytes());
        }

        fn write_columns(&self, _: &mut Vec<u8>) {}
    }

    fn lines(fails: bool) -> Lines<TextLines, Words> {
        let defaults = Defaults::read::<Words>(&LineSettings::of(Arguments::default())).expect("no option is invalid");
        Lines { reader: TextLines::default(), writer: Box::new(TextLines::default()), work: Words { fails }, defaults }
    }

    const SOLVABLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn chunk(text: &str) -> Chunk {
        let mut splitter = Splitter::new(ChunkSize::SHARED);
        assert!(splitter.next_chunk(&mut text.as_bytes()).is_none(), "one chunk");
        splitter.finish().expect("a line")
    }

    /// The answers to a text of one chunk; of a problem only its code and its line.
    fn answer_all(text: &str, fails: bool, mut give_way: impl FnMut()) -> (String, Tally) {
        let (answers, rest) = lines(fails).answer(&chunk(text), &CancelFlag::new(), usize::MAX, &mut give_way);
        assert!(rest.is_none());
        (told(&answers.text), answers.tally)
    }

    fn told(text: &[u8]) -> String {
        let text = String::from_utf8_lossy(text);
        text.lines().map(|line| format!("{}\n", line.split(':').next().unwrap_or_default())).collect()
    }

    #[test]
    fn every_line_except_empty_ones_is_answered_in_order() {
        let blank = ".".repeat(81);
        let long = "1".repeat(LONGEST_LINE + 1);
        let mut text = format!("{SOLVABLE}\nbad\n\r\n{blank}\r\n{long}\n");
        let mut expected = "solved\nerror invalid-grid line 2\nnot solved\nerror payload-too-large line 5\n".to_owned();
        // More than a group, the last line without a line break.
        for number in 6..=100 {
            text += &format!("{SOLVABLE}{}", if number < 100 { "\n" } else { "" });
            expected += "solved\n";
        }
        let mut gave_way = 0;
        let (answers, Tally { results, problems, searches }) = answer_all(&text, false, || gave_way += 1);
        assert_eq!(answers, expected);
        assert_eq!((results, problems, searches.unique, searches.multiple, gave_way), (97, 2, 96, 1, 3));
    }

    #[test]
    fn a_puzzle_on_which_the_work_fails_affects_no_other_line() {
        let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
        let (answers, tally) = answer_all(&text, true, || {});
        assert_eq!(answers, "solved\nerror internal line 2\nsolved\n");
        assert_eq!((tally.answered(), tally.problems), (3, 1));
    }

    #[test]
    fn long_invalid_lines_give_way_sooner() {
        let text = format!("{}\n", "z".repeat(LONGEST_LINE)).repeat(10);
        let mut gave_way = 0;
        answer_all(&text, false, || gave_way += 1);
        assert_eq!(gave_way, 4);
    }

    #[test]
    fn answers_end_when_their_room_is_full_and_the_rest_of_the_lines_gets_the_same_answers() {
        let text = format!("{SOLVABLE}\nbad\n\n").repeat(100);
        let (whole, _) = answer_all(&text, false, || {});
        let (mut parts, mut rest, mut count) = (Vec::new(), Some(chunk(&text)), 0);
        while let Some(part) = rest {
            let end_line = part.end_line();
            let answers;
            (answers, rest) = lines(false).answer(&part, &CancelFlag::new(), 5000, &mut || {});
            assert!(answers.text.len() < 7500, "{} bytes", answers.text.len());
            assert!(rest.as_ref().is_none_or(|rest| rest.end_line() == end_line));
            parts.extend(answers.text);
            count += 1;
        }
        assert_eq!(told(&parts), whole);
        assert_eq!(count, 4);
    }
}
