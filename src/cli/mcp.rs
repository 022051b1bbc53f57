//! `sudoku-service mcp`: the tools for language models, one message a line over standard input and output.
//!
//! One thread reads, one for each running call works, and the main thread does everything else: it starts calls, keeps their
//! time limits and writes the answers.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::input::announce_terminal;
use super::solver_flags::SolverFlags;
use super::{exit, standard_output};
use crate::mcp::{self, Code, Fault, Received, ToolCall};
use crate::operations::operation::{TIME_LIMIT, Work};
use crate::operations::problem::{self, Problem};
use crate::operations::rate::NODE_LIMIT;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// Maximum length in bytes of a message, many times that of any useful one.
const LONGEST: u64 = 256 * 1024;

/// Maximum number of calls that wait for a thread; more are problems.
const QUEUE: usize = 1024;

/// What the main thread waits for.
enum Event {
    /// A line that is at most one byte too long.
    Line(Vec<u8>),
    /// The end of the input, or why it cannot be read.
    End(io::Result<()>),
    /// The answer to the call with this number.
    Answered(u64, Vec<u8>),
}

/// A call that runs.
struct Running {
    number: u64,
    id: String,
    deadline: Instant,
    cancel: CancelFlag,
    is_withdrawn: bool,
}

/// The calls, and where their answers go.
struct Server {
    threads: usize,
    node_limit: u64,
    output: File,
    events: SyncSender<Event>,
    waiting: VecDeque<ToolCall>,
    running: Vec<Running>,
    /// The number of the next call.
    next: u64,
}

/// Answers messages until the input ends and every call is answered. The exit code is 2 if the input cannot be read or the
/// output cannot be written.
#[must_use]
pub fn run(flags: &SolverFlags) -> ExitCode {
    let output = match standard_output::open() {
        Ok(output) => output,
        Err(error) => return exit::unwritten(standard_output::NAME, &error),
    };
    announce_terminal("one JSON-RPC message per line");
    let (events, received) = sync_channel(1);
    let lines = events.clone();
    thread::spawn(move || read(&lines));
    let mut server = Server {
        threads: flags.threads.number().get(),
        node_limit: flags.node_limit,
        output,
        events,
        waiting: VecDeque::new(),
        running: Vec::new(),
        next: 0,
    };
    match server.serve(&received) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => exit::failed("standard input", &error),
        Err(error) => exit::unwritten(standard_output::NAME, &error),
    }
}

/// Reads lines until the input ends.
fn read(events: &SyncSender<Event>) {
    let mut input = io::stdin().lock();
    let end = loop {
        let mut line = Vec::new();
        let read = (&mut input).take(LONGEST + 1).read_until(b'\n', &mut line);
        let rest = match read {
            Ok(_) if line.len() as u64 > LONGEST && !line.ends_with(b"\n") => input.skip_until(b'\n').map(drop),
            read => read.map(drop),
        };
        if rest.is_err() || line.is_empty() {
            break rest;
        }
        // The main thread ends first only if it cannot write.
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    };
    let _ = events.send(Event::End(end));
}

impl Server {
    /// Answers messages. Returns how the input ended.
    ///
    /// # Errors
    /// An answer cannot be written.
    fn serve(&mut self, events: &Receiver<Event>) -> io::Result<io::Result<()>> {
        let mut end = None;
        loop {
            if let Some(end) = end.take_if(|_| self.running.is_empty() && self.waiting.is_empty()) {
                return Ok(end);
            }
            match events.recv_timeout(self.until_deadline()) {
                Ok(Event::Line(line)) => self.received(&line)?,
                Ok(Event::End(how)) => end = Some(how),
                Ok(Event::Answered(number, answer)) => {
                    let place = self.running.iter().position(|running| running.number == number).expect("it runs");
                    if !self.running.swap_remove(place).is_withdrawn {
                        self.write(&answer)?;
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => self.cancel_overdue(),
            }
            self.start_calls();
        }
    }

    fn received(&mut self, line: &[u8]) -> io::Result<()> {
        if line.len() as u64 > LONGEST {
            let fault = Fault::new(Code::InvalidRequest, format!("the message exceeds {LONGEST} bytes"));
            return self.write(&fault.answer(None).text);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        match mcp::read(line, None) {
            Received::Answer(answer) => self.write(&answer.text),
            Received::Notification(Some(id)) => {
                self.withdraw(&id);
                Ok(())
            }
            Received::Notification(None) => Ok(()),
            Received::Call(tool) if self.waiting.len() < QUEUE => {
                self.waiting.push_back(tool);
                Ok(())
            }
            Received::Call(ToolCall { request, .. }) => {
                let problem = Problem::new(problem::Code::Overloaded, "too many calls are waiting");
                self.write(&request.problem(&problem, ""))
            }
        }
    }

    /// Withdraws the request with this id, which gets no answer then.
    fn withdraw(&mut self, id: &str) {
        self.waiting.retain(|waiting| waiting.request.id != id);
        for running in self.running.iter_mut().filter(|running| running.id == id) {
            running.is_withdrawn = true;
            running.cancel.cancel();
        }
    }

    fn start_calls(&mut self) {
        while self.running.len() < self.threads
            && let Some(tool) = self.waiting.pop_front()
        {
            let (number, cancel) = (self.next, CancelFlag::new());
            self.next += 1;
            let time_limit = tool.operation.about.time_limit.unwrap_or(TIME_LIMIT);
            self.running.push(Running {
                number,
                id: tool.request.id.clone(),
                deadline: Instant::now() + time_limit,
                cancel: cancel.clone(),
                is_withdrawn: false,
            });
            let (events, node_limit) = (self.events.clone(), self.node_limit);
            thread::spawn(move || events.send(Event::Answered(number, answer(tool, node_limit, &cancel))));
        }
    }

    /// The time until a call exceeds its time limit.
    fn until_deadline(&self) -> Duration {
        let deadlines = self.running.iter().filter(|running| !running.cancel.is_cancelled());
        let now = Instant::now();
        deadlines.map(|running| running.deadline - now).min().unwrap_or(Duration::MAX)
    }

    fn cancel_overdue(&self) {
        let now = Instant::now();
        self.running.iter().filter(|running| running.deadline <= now).for_each(|running| running.cancel.cancel());
    }

    fn write(&mut self, message: &[u8]) -> io::Result<()> {
        self.output.write_all(&[message, b"\n"].concat())
    }
}

/// Runs a call and writes its answer.
fn answer(ToolCall { operation, call, request }: ToolCall, node_limit: u64, cancel: &CancelFlag) -> Vec<u8> {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let (mut call, so_far) = (call?, RatingSoFar::default());
        let work = Work::new(node_limit, NODE_LIMIT, cancel, so_far.clone());
        let ran = call.run(&work);
        ran.map_err(|problem| problem.with_rating_so_far(so_far.get()))?;
        request.answered(operation, &*call)
    }));
    let answered = answered.unwrap_or_else(|_| Err(Problem::solver_failed()));
    answered.unwrap_or_else(|problem| request.problem(&problem, ""))
}
