//! Answers the lines of a chunk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::defaults::Defaults;
use super::echo::Kept;
use super::line_format::{LineReader, LineWriter, Reading};
use super::line_problem::{ended, too_long};
use super::work::{GridLine, LineWork, OptionsOf};
use crate::batch::{Answers, AnyLines, Chunk, Failure, LONGEST_LINE, Room, Tally};
use crate::operations::answer::limited::{self, Limited};
use crate::operations::options::Options as _;
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
        room: &mut Room<'_>,
        give_way: &mut dyn FnMut() -> bool,
    ) -> (Answers, Option<Chunk>) {
        let mut group = Group::new(self, cancel, chunk.bytes().len());
        let (mut number, mut rest) = (chunk.first_line(), chunk.bytes());
        loop {
            let next = next_line(rest);
            if next.is_none() || group.is_full() {
                let left = group.answer(room, give_way);
                let left = left.or_else(|| next.filter(|_| group.fills(room) || give_way()).map(|_| (number, rest)));
                if let Some((number, rest)) = left {
                    return (group.answers, Some(chunk.rest(number, rest)));
                }
            }
            let Some((line, behind)) = next else { return (group.answers, None) };
            group.add(line, number, behind);
            (number, rest) = (number + 1, behind);
        }
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
    lines: Vec<Line<'a>>,
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

/// A line that is not answered yet.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u64,
    answer: AnswerFrom,
    /// The lines behind it.
    behind: &'a [u8],
}

/// Where the answer to a line comes from.
#[derive(Clone, Copy)]
enum AnswerFrom {
    /// The next puzzle.
    Puzzle,
    /// The end of the answer in `ready`, and whether it is a problem.
    Ready(usize, bool),
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

    fn add(&mut self, line: &'a [u8], number: u64, behind: &'a [u8]) {
        self.bytes += line.len();
        let Lines { reader, writer, defaults, .. } = self.of;
        let reading = if line.len() > LONGEST_LINE {
            Reading::Invalid(reader.kept_of(line), too_long())
        } else {
            reader.read::<W>(line, number, defaults)
        };
        let answer = match reading {
            Reading::Puzzle(grid, kept) => {
                self.puzzles.push(grid);
                self.kept.push(kept);
                AnswerFrom::Puzzle
            }
            Reading::Skipped => return,
            Reading::Header(kept) => {
                writer.write_columns(kept, &defaults.columns, true, &mut self.ready);
                AnswerFrom::Ready(self.ready.len(), false)
            }
            Reading::Null(kept) => {
                writer.write_columns(kept, &defaults.columns, false, &mut self.ready);
                AnswerFrom::Ready(self.ready.len(), false)
            }
            Reading::Invalid(kept, problem) => {
                self.of.write_problem(number, kept, problem, &mut self.ready);
                AnswerFrom::Ready(self.ready.len(), true)
            }
        };
        self.lines.push(Line { number, answer, behind });
    }

    /// Whether the answers exceed their room.
    fn fills(&self, room: &Room<'_>) -> bool {
        self.answers.text.len() > room.bytes
    }

    /// Answers the lines. If the answers exceed their room before the last one, or `give_way` says to stop, returns the next one
    /// with its number.
    fn answer(&mut self, room: &mut Room<'_>, give_way: &mut dyn FnMut() -> bool) -> Option<(u64, &'a [u8])> {
        let (mut answered, mut written, mut rest) = (0, 0, None);
        for index in 0..self.lines.len() {
            let Line { number, answer, behind } = self.lines[index];
            match answer {
                AnswerFrom::Ready(end, is_problem) => {
                    self.answers.text.extend_from_slice(&self.ready[written..end]);
                    self.answers.tally.problems += u64::from(is_problem);
                    written = end;
                }
                AnswerFrom::Puzzle => {
                    if self.outcomes.is_empty() {
                        // Puzzles that are not worked on together may each take long.
                        if answered > 0 && give_way() {
                            let Line { number, behind, .. } = self.lines[index - 1];
                            rest = Some((number + 1, behind));
                            break;
                        }
                        self.work(answered);
                    }
                    self.write(answered, number, room);
                    answered += 1;
                }
            }
            if self.fills(room) && index + 1 < self.lines.len() {
                rest = Some((number + 1, behind));
                break;
            }
        }
        self.lines.clear();
        self.puzzles.clear();
        self.kept.clear();
        self.outcomes.clear();
        self.ready.clear();
        self.bytes = 0;
        rest
    }

    /// Works on the puzzles from this one on. The outcomes are then in reverse order.
    fn work(&mut self, first: usize) {
        let Self { of, cancel, puzzles, kept, outcomes, .. } = self;
        let mut work = |puzzles: &[Grid], kept: &[_]| {
            outcomes.clear();
            let worked = catch_unwind(AssertUnwindSafe(|| of.work.work(puzzles, kept, cancel, outcomes)));
            worked.is_ok() && (1..=puzzles.len()).contains(&outcomes.len())
        };
        // If the work fails on one of the puzzles, that on this one alone shows whether it is this one.
        if !work(&puzzles[first..], &kept[first..]) && !work(&puzzles[first..=first], &kept[first..=first]) {
            outcomes.clear();
        }
        outcomes.reverse();
    }

    /// Writes the answer to the line of this puzzle.
    fn write(&mut self, index: usize, number: u64, room: &mut Room<'_>) {
        let Self { of, puzzles, kept, outcomes, answers, .. } = self;
        let (puzzle, line, start) = (&puzzles[index], &kept[index], answers.text.len());
        let outcome = outcomes.pop();
        let written = outcome.as_ref().ok_or_else(Problem::solver_failed).and_then(|outcome| {
            W::count(outcome, &mut answers.tally.searches);
            let answer = of.work.answer(puzzle, line, outcome)?;
            let mut text = Limited::new(&mut answers.text, room.longest, room.allow);
            let written = of.writer.write(number, line.kept, &answer, &mut text);
            written.map_err(|error| limited::problem(&error, OptionsOf::<W>::NAMES))
        });
        match written {
            Ok(()) => answers.tally.results += 1,
            Err(problem) => {
                answers.tally.problems += 1;
                answers.text.truncate(start);
                of.write_problem(number, line.kept, problem, &mut answers.text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write as _};

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
        fn write_json(&self, _: &mut Limited<'_>) -> io::Result<()> {
            Ok(())
        }

        fn write_text(&self, _: &str, line: &mut Limited<'_>) -> io::Result<()> {
            line.write_all(self.as_bytes())
        }

        fn write_columns(&self, _: &mut Limited<'_>) -> io::Result<()> {
            Ok(())
        }
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
    fn answer_all(text: &str, fails: bool, mut give_way: impl FnMut() -> bool) -> (String, Tally) {
        let (chunk, cancel) = (chunk(text), CancelFlag::new());
        let (answers, rest) = Room::unlimited(|room| lines(fails).answer(&chunk, &cancel, room, &mut give_way));
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
        let (answers, Tally { results, problems, searches }) = answer_all(&text, false, || {
            gave_way += 1;
            false
        });
        assert_eq!(answers, expected);
        assert_eq!((results, problems, searches.unique, searches.multiple, gave_way), (97, 2, 96, 1, 3));
    }

    #[test]
    fn a_puzzle_on_which_the_work_fails_affects_no_other_line() {
        let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
        let (answers, tally) = answer_all(&text, true, || false);
        assert_eq!(answers, "solved\nerror internal line 2\nsolved\n");
        assert_eq!((tally.answered(), tally.problems), (3, 1));
    }

    #[test]
    fn long_invalid_lines_give_way_sooner() {
        let text = format!("{}\n", "z".repeat(LONGEST_LINE)).repeat(10);
        let mut gave_way = 0;
        answer_all(&text, false, || {
            gave_way += 1;
            false
        });
        assert_eq!(gave_way, 4);
    }

    #[test]
    fn a_chunk_that_must_give_way_returns_its_other_lines() {
        let text = format!("{SOLVABLE}\n").repeat(100);
        let chunk = chunk(&text);
        let (answers, rest) =
            Room::unlimited(|room| lines(false).answer(&chunk, &CancelFlag::new(), room, &mut || true));
        assert_eq!((answers.tally.results, rest.map(|rest| rest.first_line())), (32, Some(33)));
    }

    #[test]
    fn answers_end_when_their_room_is_full_and_the_rest_of_the_lines_gets_the_same_answers() {
        let text = format!("{SOLVABLE}\nbad\n\n").repeat(100);
        let (whole, _) = answer_all(&text, false, || false);
        let (mut parts, mut rest, mut count) = (Vec::new(), Some(chunk(&text)), 0);
        while let Some(part) = rest {
            let end_line = part.end_line();
            let answers;
            let mut room = Room { bytes: 5000, longest: usize::MAX, allow: &mut |_| true };
            (answers, rest) = lines(false).answer(&part, &CancelFlag::new(), &mut room, &mut || false);
            assert!(answers.text.len() < 5500, "{} bytes", answers.text.len());
            assert!(rest.as_ref().is_none_or(|rest| rest.end_line() == end_line));
            parts.extend(answers.text);
            count += 1;
        }
        assert_eq!(told(&parts), whole);
        assert!(count > 4, "{count}");
    }

    #[test]
    fn an_answer_that_is_too_long_is_a_problem_of_its_line() {
        let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
        let mut room = Room { bytes: usize::MAX, longest: "solved\n".len(), allow: &mut |_| true };
        let (answers, rest) = lines(false).answer(&chunk(&text), &CancelFlag::new(), &mut room, &mut || false);
        assert!(rest.is_none());
        assert_eq!(told(&answers.text), "solved\nerror invalid-request line 2\nsolved\n");
        assert_eq!((answers.tally.results, answers.tally.problems), (2, 1));
    }
}
