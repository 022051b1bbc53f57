//! Answers the lines of a chunk.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::echo::{Echo, LineEcho};
use super::line::{GridLine, LineOutcome, Reading};
use super::make::Lines;
use super::settings::{LineFormat, LineSettings};
use super::{columns, json, text};
use crate::batch::{Answers, AnyLines, Chunk, Failure, LONGEST_LINE, Room, Tally};
use crate::operations::answer::limited_writer::{self, LimitedWriter};
use crate::operations::operation::{Operation, Work};
use crate::operations::options::Options as _;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::SentGrid;
use crate::sudoku::Grid;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

impl<O: Operation<Input = SentGrid>> AnyLines for Lines<O> {
    fn is_heavy(&self) -> bool {
        self.is_heavy
    }

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
        self.writer.write_problem(number, self.kept_of(b""), ended(number, why), answer);
    }
}

impl<O: Operation<Input = SentGrid>> Lines<O> {
    /// Reads a line without its line break.
    fn read<'a>(&'a self, line: &'a [u8], number: u64) -> Reading<'a, O::Options> {
        let Self { settings: LineSettings { input, columns, .. }, options, .. } = self;
        match *input {
            _ if line.len() > LONGEST_LINE => Reading::Invalid(self.kept_of(line), too_long()),
            LineFormat::Json => json::read(self, line, number),
            LineFormat::Text => text::read(line, number, columns, options),
            LineFormat::Columns(separator) => columns::read(line, number, separator, columns, options),
        }
    }

    /// What the answer repeats of a line of which only the start is known. The start may be empty.
    fn kept_of<'a>(&self, start: &'a [u8]) -> LineEcho<'a> {
        match self.settings.input {
            LineFormat::Json => LineEcho::Document(Echo::of_start(start), None),
            LineFormat::Text => LineEcho::Nothing(1),
            LineFormat::Columns(separator) => columns::kept_of(start, separator, self.settings.columns.puzzle),
        }
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
struct Group<'a, O: Operation> {
    of: &'a Lines<O>,
    cancel: &'a CancelFlag,
    lines: Vec<Line<'a>>,
    /// The puzzles among the lines, and what is kept of their lines.
    puzzles: Vec<Grid>,
    kept: Vec<GridLine<'a, O::Options>>,
    worked: Vec<LineOutcome<O::Line>>,
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
    /// Of a line that needs no work: the end of its answer in `ready`, and whether that is a problem. Otherwise it is the next
    /// puzzle.
    ready: Option<(usize, bool)>,
    /// The lines behind it.
    behind: &'a [u8],
}

impl<'a, O: Operation<Input = SentGrid>> Group<'a, O> {
    fn new(of: &'a Lines<O>, cancel: &'a CancelFlag, input: usize) -> Self {
        Self {
            of,
            cancel,
            lines: Vec::with_capacity(GROUP),
            puzzles: Vec::with_capacity(GROUP),
            kept: Vec::with_capacity(GROUP),
            worked: Vec::with_capacity(GROUP),
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
        let Lines { writer, .. } = self.of;
        let is_problem = match self.of.read(line, number) {
            Reading::Puzzle(grid, kept) => {
                self.puzzles.push(grid);
                self.kept.push(kept);
                return self.lines.push(Line { number, ready: None, behind });
            }
            Reading::Skipped => return,
            Reading::Completed(kept, is_header) => {
                writer.write_columns(kept, is_header, &mut self.ready);
                false
            }
            Reading::Invalid(kept, problem) => {
                writer.write_problem(number, kept, problem, &mut self.ready);
                true
            }
        };
        self.lines.push(Line { number, ready: Some((self.ready.len(), is_problem)), behind });
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
            let Line { number, ready, behind } = self.lines[index];
            if let Some((end, is_problem)) = ready {
                self.answers.text.extend_from_slice(&self.ready[written..end]);
                self.answers.tally.problems += u64::from(is_problem);
                written = end;
            } else {
                if self.worked.is_empty() {
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
            if self.fills(room) && index + 1 < self.lines.len() {
                rest = Some((number + 1, behind));
                break;
            }
        }
        self.lines.clear();
        self.puzzles.clear();
        self.kept.clear();
        self.worked.clear();
        self.ready.clear();
        self.bytes = 0;
        rest
    }

    /// Works on the puzzles from this one on. The answers are then in reverse order.
    fn work(&mut self, first: usize) {
        let Self { of, cancel, puzzles, kept, worked, .. } = self;
        // If the work fails on one of the puzzles, that on this one alone shows whether it is this one.
        for end in [puzzles.len(), first + 1] {
            let done = catch_unwind(AssertUnwindSafe(|| {
                let work = Work::new(of.settings.guesses, of.settings.chain_nodes, cancel, RatingSoFar::default());
                O::answer_lines(&puzzles[first..end], &kept[first..end], &work, worked);
            }));
            if done.is_ok() && (1..=end - first).contains(&worked.len()) {
                return worked.reverse();
            }
            worked.clear();
        }
    }

    /// Writes the answer to the line of this puzzle.
    fn write(&mut self, index: usize, number: u64, room: &mut Room<'_>) {
        let Self { of, kept, worked, answers, .. } = self;
        let (line, start) = (&kept[index], answers.text.len());
        let written = worked.pop().ok_or_else(Problem::solver_failed).and_then(|(answer, searches)| {
            answers.tally.searches.add(&searches);
            let mut text = LimitedWriter::new(&mut answers.text, room.longest, room.allow);
            let written = of.writer.write(number, line.kept, &answer?, &mut text);
            written.map_err(|error| limited_writer::problem(&error, O::Options::NAMES))
        });
        match written {
            Ok(()) => answers.tally.results += 1,
            Err(problem) => {
                answers.tally.problems += 1;
                answers.text.truncate(start);
                of.writer.write_problem(number, line.kept, problem, &mut answers.text);
            }
        }
    }
}

/// The line exceeds [`LONGEST_LINE`].
fn too_long() -> Problem {
    let detail = format!(
        "the line exceeds {LONGEST_LINE} bytes; send one puzzle per line (`curl -d @file` removes line breaks; \
         `curl --data-binary @file` sends the file unchanged)"
    );
    Problem::new(Code::PayloadTooLarge, detail)
}

/// The answers end before this line.
fn ended(number: u64, why: &Failure) -> Problem {
    let again = format!("the answers end before line {number}; resend the batch from that line");
    let unread = "this client does not read while it sends, and its answers exceed what is kept for it";
    let (code, detail) = match why {
        Failure::ShuttingDown => (Code::ShuttingDown, format!("the service is shutting down; {again}")),
        Failure::Stalled(how) => (Code::ShuttingDown, format!("{how}; {again}")),
        Failure::Unread { are_too_many: false } => (Code::Overloaded, format!("{unread} at present; {again}")),
        Failure::Unread { are_too_many: true } => {
            let most = number - 1;
            (Code::PayloadTooLarge, format!("{unread}; {again}, and send at most {most} lines, or read meanwhile"))
        }
        Failure::Failed => (Code::Internal, format!("the service failed; {again}")),
    };
    Problem::new(code, detail)
}

#[cfg(test)]
mod tests;
