//! Answers the lines of a chunk.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::echo::LineEcho;
use super::line::{GridLine, LineOptions};
use super::operation_lines::Lines;
use super::read::Content;
use super::settings::LineSettings;
use crate::batch::{Answers, AnyLines, Chunk, Failure, Room, Searches, Tally};
use crate::operations::answer::limited_writer::{self, LimitedWriter};
use crate::operations::operation::{Operation, Work};
use crate::operations::options::Options as _;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::SentGrid;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

impl<O: Operation<Input = SentGrid>> AnyLines for Lines<O> {
    fn is_heavy(&self) -> bool {
        self.form.is_heavy
    }

    fn answer(
        &self,
        chunk: &Chunk,
        cancel: &CancelFlag,
        room: &mut Room<'_>,
        give_way: &mut dyn FnMut() -> bool,
    ) -> (Answers, Option<Chunk>) {
        // An answer is about as long as its line.
        let text = Vec::with_capacity(chunk.bytes().len() / 4 * 5);
        let mut answers = Answers { text, tally: Tally::default() };
        let (mut number, mut rest) = (chunk.first_line(), chunk.bytes());
        while !rest.is_empty() {
            let puzzles = Vec::with_capacity(GROUP);
            let mut group = Group { of: self, puzzles, ready: Vec::new(), problems: 0, bytes: 0 };
            while !group.is_full() && !rest.is_empty() {
                let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                group.add(&rest[..end], number, rest);
                (number, rest) = (number + 1, rest.get(end + 1..).unwrap_or_default());
            }
            let left = group.answer(cancel, room, give_way, &mut answers);
            let left = left.or((!rest.is_empty() && (fills(&answers, room) || give_way())).then_some((number, rest)));
            if let Some((number, rest)) = left {
                return (answers, Some(chunk.rest(number, rest)));
            }
        }
        (answers, None)
    }

    fn write_end(&self, number: u64, why: &Failure, answer: &mut Vec<u8>) {
        self.form.write_problem(number, self.form.echo_of_start(b""), ended(number, why), answer);
    }
}

/// Number of puzzles that are answered together: enough for the solver to solve several at once, and few enough that
/// other jobs wait less than a millisecond for the thread.
const GROUP: usize = 32;

/// Number of bytes of lines and of answers to invalid lines after which a group is complete. Most puzzles stay below it.
/// Reading that many bytes of invalid lines takes a fraction of a millisecond.
const GROUP_BYTES: usize = 8 * 1024;

/// Whether answers exceed their room.
fn fills(answers: &Answers, room: &Room<'_>) -> bool {
    answers.text.len() > room.bytes
}

/// Consecutive lines that are answered together.
struct Group<'a, O: Operation> {
    of: &'a Lines<O>,
    puzzles: Vec<GridLine<'a, O::Options>>,
    /// The answers to lines that need no work.
    ready: Vec<u8>,
    /// How many of those behind the last puzzle are problems.
    problems: u64,
    /// Number of bytes of the lines.
    bytes: usize,
}

impl<'a, O: Operation<Input = SentGrid>> Group<'a, O> {
    fn is_full(&self) -> bool {
        self.puzzles.len() == GROUP || self.bytes + self.ready.len() >= GROUP_BYTES
    }

    /// Adds a line, with which this rest of the lines begins.
    fn add(&mut self, line: &'a [u8], number: u64, rest: &'a [u8]) {
        let Lines { form, options } = self.of;
        self.bytes += line.len();
        let (echo, read) = match form.plain(line) {
            Some((echo, sent)) => return self.push(sent, LineOptions::Batch(options), echo, number, rest),
            None => form.read(line, number),
        };
        let read = match read {
            Content::Puzzle(sent) => Ok((sent, LineOptions::Batch(options))),
            Content::Document(fields) => {
                self.of.finish(*fields).map(|(sent, options)| (sent, LineOptions::Own(Box::new(options))))
            }
            Content::Skipped => return,
            Content::Completed(is_header) => return form.write_columns(echo, is_header, &mut self.ready),
            Content::Invalid(problem) => Err(problem),
        };
        match read {
            Ok((sent, options)) => self.push(sent, options, echo, number, rest),
            Err(problem) => {
                form.write_problem(number, echo, problem, &mut self.ready);
                self.problems += 1;
            }
        }
    }

    fn push(
        &mut self,
        sent: SentGrid,
        options: LineOptions<'a, O::Options>,
        echo: LineEcho<'a>,
        number: u64,
        rest: &'a [u8],
    ) {
        let (ready, problems) = (self.ready.len(), mem::take(&mut self.problems));
        self.puzzles.push(GridLine { sent, options, echo, number, rest, ready, problems });
    }

    /// Answers the lines. If the answers exceed their room before the last puzzle, or `give_way` says to stop, returns the number of
    /// the next one and the lines from there.
    fn answer(
        self,
        cancel: &CancelFlag,
        room: &mut Room<'_>,
        give_way: &mut dyn FnMut() -> bool,
        answers: &mut Answers,
    ) -> Option<(u64, &'a [u8])> {
        let (mut worked, mut ready) = (Vec::new().into_iter(), 0);
        for (index, line) in self.puzzles.iter().enumerate() {
            answers.text.extend_from_slice(&self.ready[ready..line.ready]);
            answers.tally.problems += line.problems;
            ready = line.ready;
            let is_worked = !worked.as_slice().is_empty();
            // Puzzles that are not worked on together may each take long.
            if index > 0 && (fills(answers, room) || !is_worked && give_way()) {
                return Some((line.number, line.rest));
            }
            if !is_worked {
                worked = self.work(&self.puzzles[index..], cancel, &mut answers.tally.searches).into_iter();
            }
            self.write(line, worked.next(), room, answers);
        }
        answers.text.extend_from_slice(&self.ready[ready..]);
        answers.tally.problems += self.problems;
        None
    }

    /// Works on the first of these puzzles, or on none if that fails.
    fn work(
        &self,
        puzzles: &[GridLine<'a, O::Options>],
        cancel: &CancelFlag,
        searches: &mut Searches,
    ) -> Vec<Result<O::Line, Problem>> {
        let LineSettings { guesses, chain_nodes, .. } = self.of.form.settings;
        // If the work fails on one of the puzzles, that on the first one alone shows whether it is this one.
        for end in [puzzles.len(), 1] {
            let work = Work::new(guesses, chain_nodes, cancel, RatingSoFar::default());
            let done = catch_unwind(AssertUnwindSafe(|| O::answer_lines(&puzzles[..end], &work)));
            if let Some(done) = done.ok().filter(|done| (1..=end).contains(&done.len())) {
                searches.add(&work.searches());
                return done;
            }
        }
        Vec::new()
    }

    /// Writes the answer to a line, or that the work on it failed.
    fn write(
        &self,
        line: &GridLine<'a, O::Options>,
        worked: Option<Result<O::Line, Problem>>,
        room: &mut Room<'_>,
        Answers { text, tally }: &mut Answers,
    ) {
        let (form, start) = (&self.of.form, text.len());
        let written = worked.unwrap_or_else(|| Err(Problem::solver_failed())).and_then(|answer| {
            let mut limited = LimitedWriter::new(text, room.longest, room.allow);
            let written = form.write(line.number, line.echo, &answer, &mut limited);
            written.map_err(|error| limited_writer::problem(&error, O::Options::NAMES))
        });
        match written {
            Ok(()) => tally.results += 1,
            Err(problem) => {
                tally.problems += 1;
                text.truncate(start);
                form.write_problem(line.number, line.echo, problem, text);
            }
        }
    }
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
