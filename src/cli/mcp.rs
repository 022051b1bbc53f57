//! `sudoku-service mcp`: the tools for language models, one message a line over standard input and output.
//!
//! A thread reads the lines, the [pool](crate::pool) runs the calls, and the main thread writes the answers.

use std::fs::File;
use std::future::ready;
use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::{AbortHandle, JoinSet};

use super::input::announce_terminal;
use super::{exit, standard_output};
use crate::mcp::{self, Code, Fault, Received, ToolCall};
use crate::operations::call_job::CallJob;
use crate::operations::operation::{GUESS_LIMIT, TIME_LIMIT};
use crate::operations::problem::Problem;
use crate::operations::{self, Call};
use crate::pool::{Pool, PoolSettings};
use crate::solver_threads::Threads;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// Maximum length in bytes of a message, many times that of any useful one.
const LONGEST: u64 = 256 * 1024;

/// Maximum number of calls of a tool that wait for a thread; more are problems.
const QUEUE: NonZeroUsize = NonZeroUsize::new(1024).expect("not zero");

/// How long a call may wait for a thread: as long as any may take in all, since there is no other instance that could answer it.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// Answers messages until the input ends and every call is answered. The exit code is 2 if the input cannot be read or the
/// output cannot be written.
pub fn run(threads: Threads) -> ExitCode {
    let output = match standard_output::open() {
        Ok(output) => output,
        Err(error) => return exit::unwritten(standard_output::NAME, &error),
    };
    announce_terminal("one JSON-RPC message per line");
    let settings = PoolSettings {
        threads: threads.number(),
        queue_depth: QUEUE,
        longest_wait: LONGEST_WAIT,
        lanes: NonZeroUsize::MIN,
        kinds: &operations::KINDS,
    };
    let started =
        Builder::new_current_thread().enable_time().build().and_then(|runtime| Ok((runtime, Pool::start(settings)?)));
    let (runtime, pool) = match started {
        Ok(started) => started,
        Err(error) => return exit::failed("cannot start all threads", &error),
    };
    let (lines, received) = channel(1);
    thread::spawn(move || read(&lines));
    match runtime.block_on(serve(&pool, output, received)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => exit::failed("standard input", &error),
        Err(error) => exit::unwritten(standard_output::NAME, &error),
    }
}

/// Reads lines, each at most one byte too long, until the input ends or cannot be read.
fn read(lines: &Sender<io::Result<Vec<u8>>>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let mut read = (&mut input).take(LONGEST + 1).read_until(b'\n', &mut line);
        if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
            read = read.and_then(|_| input.skip_until(b'\n'));
        }
        if read.is_ok() && line.is_empty() {
            return;
        }
        // The receiver ends first only if it cannot write, or after an error.
        if lines.blocking_send(read.map(|_| line)).is_err() {
            return;
        }
    }
}

/// Answers messages. Returns how the input ended.
///
/// # Errors
/// An answer cannot be written.
async fn serve(pool: &Pool, mut output: File, mut lines: Receiver<io::Result<Vec<u8>>>) -> io::Result<io::Result<()>> {
    // The calls that run, and how to withdraw each by its id.
    let (mut calls, mut handles) = (JoinSet::new(), Vec::<(Value, AbortHandle)>::new());
    let mut end = None;
    loop {
        let answer = tokio::select! {
            // A call that was withdrawn has no answer.
            Some(answered) = calls.join_next() => {
                handles.retain(|(_, handle)| !handle.is_finished());
                answered.ok().flatten()
            }
            line = lines.recv(), if end.is_none() => match line.transpose() {
                Ok(Some(line)) => match received(&line) {
                    Received::Answer(answer) => Some(answer.text),
                    Received::Notification(id) => {
                        let id = id.as_deref().map(value);
                        let withdrawn = handles.iter().filter(|(other, _)| Some(other) == id.as_ref());
                        withdrawn.for_each(|(_, handle)| handle.abort());
                        None
                    }
                    Received::Call(tool) => {
                        let id = value(&tool.request.id);
                        let answered = answer(pool, tool);
                        handles.push((id, calls.spawn(async move { Some(answered.await) })));
                        None
                    }
                    Received::Batch(messages) => {
                        calls.spawn(answer_all(pool, messages));
                        None
                    }
                },
                ended => {
                    end = Some(ended.map(drop));
                    None
                }
            },
            else => return Ok(end.unwrap_or(Ok(()))),
        };
        if let Some(answer) = answer {
            output.write_all(&[&answer, &b"\n"[..]].concat())?;
        }
    }
}

fn received(line: &[u8]) -> Received {
    if line.len() as u64 > LONGEST {
        let fault = Fault::new(Code::InvalidRequest, format!("the message exceeds {LONGEST} bytes"));
        return Received::Answer(fault.answer(None));
    }
    match line.trim_ascii() {
        b"" => Received::Notification(None),
        line => mcp::read(line, None),
    }
}

/// An id, of which a client may write the same text or number in several ways.
fn value(id: &str) -> Value {
    let id: Value = serde_json::from_str(id).expect("an id is JSON");
    // Integers stay exact, so that those beyond 2^53 differ.
    let whole = id.as_f64().filter(|number| id.is_f64() && number.fract() == 0.0 && number.abs() < 9e15);
    whole.map_or(id, |number| Value::from(number as i64))
}

/// Runs the calls of a batch on the pool, and writes all answers in order.
fn answer_all(pool: &Pool, messages: Vec<Received>) -> impl Future<Output = Option<Vec<u8>>> + Send + use<> {
    let started = messages.into_iter().filter_map(|received| match received {
        Received::Answer(answer) => Some(ready(answer.text).left_future()),
        Received::Call(tool) => Some(answer(pool, tool).right_future()),
        Received::Notification(_) | Received::Batch(_) => None,
    });
    // One after the other, so that none waits for the others in the queue.
    let started: Vec<_> = started.collect();
    stream::iter(started).buffered(1).collect().map(|answers: Vec<_>| mcp::joined(&answers))
}

/// Runs a call on the pool, and writes its answer.
fn answer(
    pool: &Pool,
    ToolCall { operation, call, request }: ToolCall,
) -> impl Future<Output = Vec<u8>> + Send + use<> {
    let (so_far, to_answer) = (RatingSoFar::default(), request.clone());
    let ran = call.map(|call| {
        let kind = operations::kind(operation, None, false, call.is_heavy());
        let deadline = Instant::now() + operations::time_limit(operation, kind).unwrap_or(TIME_LIMIT);
        let write = move |call: Box<dyn Call>, _: Duration, _: &CancelFlag| to_answer.answered(operation, &*call);
        let job = CallJob::new(move || Ok(call), write, GUESS_LIMIT, so_far.clone());
        pool.search(kind, deadline, job, CallJob::search, CallJob::write)
    });
    async move {
        let answered = match ran {
            Ok(ran) => ran.await.map_err(Problem::from).and_then(|done| done.value.0?),
            Err(problem) => Err(problem),
        };
        answered.unwrap_or_else(|problem| request.problem(&problem.with_rating_so_far(so_far.get()), ""))
    }
}
