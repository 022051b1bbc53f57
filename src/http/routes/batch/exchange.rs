//! The task that answers one batch. It reads, solves on the pool and writes, each at the pace of the slowest.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::{SendError, TrySendError};
use tokio::time::{sleep, timeout};

use super::answer_stream::Piece;
use super::backlog::Backlog;
use super::intake::Input;
use super::job_memory::{ANSWER_ROOM, JobMemory};
use super::pace::{Pace, Stalled};
use crate::batch::{Answers, AnyLines, Chunk, Failure, Room, Splitter};
use crate::http::app::App;
use crate::http::memory::MemoryPermit;
use crate::operations::answer::limited_writer::LONGEST;
use crate::pool::{Done, GiveWay, Lane, PoolError};
use crate::server::{Stage, reached};
use crate::sudoku::solver::CancelFlag;

/// How long a batch that lacks memory waits before it tries again.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// Maximum number of bytes of an upload to discard when its answers have ended early. A client that sends everything before it
/// reads still gets the reason.
const MOST_DISCARDED: u64 = 64 * 1024 * 1024;

/// How long answers wait before room is made for more of them. Most clients that read take them within a millisecond.
const HESITATION: Duration = Duration::from_millis(100);

/// How long a client that still sends may read nothing once there is no room for its answers.
const UNREAD: Duration = Duration::from_secs(2);

/// If a client sends nothing for this long, its upload is assumed not to be blocked.
const UPLOAD_PAUSE: Duration = Duration::from_secs(1);

/// How long the connection stays open after the last line of answers that end early. Some clients, such as Java's `HttpClient`,
/// discard what they have not yet passed on when it closes.
const LAST_LINE_READ: Duration = Duration::from_millis(500);

/// How long before the end of a drain a batch ends, so that its last line reaches the client: at most half of the drain.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Maximum number of bytes that a job makes into lines: about a millisecond of work.
const PIECE: usize = 8 * 1024;

/// What a job has done.
pub enum JobOutput {
    ChunkAnswers(ChunkAnswers),
    Gathered(Splitter),
}

/// The answers to a chunk or to the beginning of one.
pub struct ChunkAnswers {
    answers: Answers,
    /// The permit for the answers and the rest.
    held: MemoryPermit,
    /// The length of the lines that were answered in bytes.
    read: usize,
    /// The lines that are still to be answered.
    rest: Option<Chunk>,
    /// The number of the line after those that were answered.
    end_line: u64,
}

/// The answers to lines of a chunk, and the other lines.
type Progress = (Answers, Option<Chunk>);

/// The permit of a job, for one of its parts.
fn lock(held: &Mutex<MemoryPermit>) -> MutexGuard<'_, MemoryPermit> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One batch.
pub struct Exchange {
    pub app: App,
    pub lines: Arc<dyn AnyLines>,
    pub lane: Lane<JobOutput>,
    pub memory: JobMemory,
    pub input: Input,
    pub answers: mpsc::Sender<Piece>,
    pub backlog: Backlog,
    /// It is absent while a job has it.
    pub splitter: Option<Splitter>,
    pub pace: Pace,
    /// The length of the lines that were answered so far in bytes.
    pub read: usize,
    /// The length of their answers in bytes.
    pub answered: usize,
    /// The next chunk, if there was no memory for its job.
    pub waiting: Option<Chunk>,
    /// The first line whose answer has not been given to the connection.
    pub unanswered: u64,
}

/// Why an exchange ends early.
enum Early {
    /// A last line tells the client why.
    Failure(Failure),
    /// The client has disconnected.
    Gone,
}

impl From<Stalled> for Early {
    fn from(Stalled(how): Stalled) -> Self {
        Self::Failure(Failure::Stalled(how))
    }
}

impl Exchange {
    /// Answers the batch to its end, or as far as possible. Returns whether every line has an answer.
    pub async fn run(mut self) -> bool {
        let answers = self.answers.clone();
        let (closing, drain) = (reached(&self.app.shutdown, Stage::Closing), self.app.settings.drain_timeout);
        let cut_off = async {
            closing.await;
            tokio::time::sleep(drain.saturating_sub(LAST_WORDS).max(drain / 2)).await;
        };
        tokio::select! {
            () = answers.closed() => self.left(),
            () = cut_off => self.end_early(&Failure::ShuttingDown).await,
            end = self.answer_all() => match end {
                Ok(()) => {
                    tracing::debug!(lines = self.unanswered - 1, "answered a batch");
                    return true;
                }
                Err(Early::Gone) => self.left(),
                Err(Early::Failure(failure)) => self.end_early(&failure).await,
            },
        }
        false
    }

    fn left(&self) {
        tracing::debug!(line = self.unanswered, "the client of a batch disconnected");
    }

    async fn answer_all(&mut self) -> Result<(), Early> {
        let mut closing = pin!(reached(&self.app.shutdown, Stage::Closing));
        let answers = self.answers.clone();
        loop {
            // While answers wait without room for more, only the client can go on.
            let is_held_up = self.backlog.is_full();
            if !is_held_up {
                self.fill_lane();
            }
            if self.lane.is_empty()
                && self.backlog.is_empty()
                && let Some(chunk) = self.waiting.take()
            {
                let permit = self.permit().await?;
                self.push(chunk, permit);
            }
            let is_sending = self.input.body.is_some();
            if self.lane.is_empty() && self.backlog.is_empty() && !is_sending {
                return if self.input.ended { Ok(()) } else { Err(Early::Failure(Failure::ShuttingDown)) };
            }
            // Time in which the solver works does not count as waiting for the client.
            let waits_for_client = self.lane.is_empty() || is_held_up;
            let patience = self.pace.patience();
            let patience = if is_held_up && is_sending { patience.min(HESITATION) } else { patience };
            let began = Instant::now();
            let arrived = tokio::select! {
                biased;
                () = &mut closing, if is_sending => {
                    // What has been read is still answered.
                    self.input.body = None;
                    continue;
                }
                room = answers.reserve(), if !self.backlog.is_empty() => {
                    let text = self.backlog.pop().expect("it is not empty");
                    self.pace.moved(&text);
                    room.map_err(|_| Early::Gone)?.send(Piece::Lines(text));
                    Ok(Bytes::new())
                }
                Some(answered) = self.lane.next(), if !is_held_up => {
                    self.deliver(answered).await?;
                    continue;
                }
                arrived = self.input.read(), if !is_held_up && self.input.rest.is_empty() && is_sending => arrived,
                () = tokio::time::sleep(patience), if waits_for_client => {
                    if is_held_up && is_sending {
                        self.make_room()?;
                    }
                    Ok(Bytes::new())
                }
            };
            if waits_for_client {
                self.pace.waited(began.elapsed())?;
            }
            let bytes = arrived.map_err(|_| Early::Gone)?;
            if !bytes.is_empty() {
                self.pace.moved(&bytes);
                self.input.rest = bytes;
            }
        }
    }

    /// Waits for the permit for a job. The time counts as waiting for the client, because slow clients cause the lack
    /// of memory.
    async fn permit(&mut self) -> Result<MemoryPermit, Early> {
        loop {
            if let Some(permit) = self.memory.take() {
                return Ok(permit);
            }
            tokio::time::sleep(ASK_AGAIN).await;
            self.pace.waited(ASK_AGAIN)?;
        }
    }

    /// Gives chunks to the pool as long as there are lines, memory and room. Lines that do not fill a chunk wait for more
    /// lines, unless the solver is idle.
    fn fill_lane(&mut self) {
        while self.lane.has_room() {
            let Some(chunk) = self.waiting.take().or_else(|| self.next_chunk()) else {
                if self.gather() {
                    continue;
                }
                return;
            };
            let Some(permit) = self.memory.take_spare() else {
                self.waiting = Some(chunk);
                return;
            };
            self.push(chunk, permit);
        }
    }

    fn next_chunk(&mut self) -> Option<Chunk> {
        let splitter = self.splitter.as_mut()?;
        let (mut none, mut rest) = (&[][..], &self.input.rest[..]);
        let full = splitter.next_chunk(if splitter.is_gathering() { &mut none } else { &mut rest });
        self.input.rest = self.input.rest.slice_ref(rest);
        full.or_else(|| match self.input.ended {
            true if splitter.is_gathering() => None,
            true => splitter.finish(),
            false if self.lane.is_empty() => splitter.take(),
            false => None,
        })
    }

    /// Has the next piece of the input made into lines, if it is not one puzzle a line and there is a piece. Returns whether there
    /// may be a chunk then. Otherwise, a job does it, because that may take longer than a thread of the runtime has.
    fn gather(&mut self) -> bool {
        let Input { rest, few, ended, .. } = &mut self.input;
        let is_next = |splitter: &mut Splitter| splitter.is_gathering() && (*ended || !rest.is_empty());
        let Some(mut splitter) = self.splitter.take_if(is_next) else { return false };
        let piece = rest.split_to(rest.len().min(if *few > 0 { *few } else { PIECE }));
        let is_end = *ended && rest.is_empty();
        if *few > 0 {
            *few -= piece.len();
            splitter.gather(&piece, is_end);
            self.splitter = Some(splitter);
            return true;
        }
        let gather = move |()| {
            splitter.gather(&piece, is_end);
            JobOutput::Gathered(splitter)
        };
        self.lane.push(|_, _| (), gather);
        false
    }

    /// Gives a chunk to the pool, with the permit for its job.
    fn push(&mut self, chunk: Chunk, held: MemoryPermit) {
        let (lines, memory) = (Arc::clone(&self.lines), self.app.memory.clone());
        let (length, end_line) = (chunk.bytes().len(), chunk.end_line());
        // A search that begins again still has its permit.
        let held = Arc::new(Mutex::new(held));
        let growing = Arc::clone(&held);
        let search = move |cancel: &CancelFlag, give_way: GiveWay<'_>| {
            let mut allow = |bytes| lock(&growing).grow_to(&memory, chunk.bytes().len() + bytes);
            let mut room = Room { bytes: ANSWER_ROOM, longest: LONGEST, allow: &mut allow };
            lines.answer(&chunk, cancel, &mut room, give_way)
        };
        let write = move |(mut answers, rest): Progress| {
            let mut held = std::mem::take(&mut *lock(&held));
            let rest_size = rest.as_ref().map_or(0, |rest| rest.bytes().len());
            if answers.text.capacity() + rest_size > held.bytes() {
                answers.text.shrink_to_fit();
            }
            let returned = answers.text.capacity() + rest_size;
            debug_assert!(returned <= held.bytes(), "{returned} bytes exceed the permit for {}", held.bytes());
            held.shrink_to(returned);
            let end_line = rest.as_ref().map_or(end_line, Chunk::first_line);
            JobOutput::ChunkAnswers(ChunkAnswers { answers, held, read: length - rest_size, rest, end_line })
        };
        self.lane.push(search, write);
    }

    /// Gives the answers to a chunk to the connection, and its other lines to the pool.
    async fn deliver(&mut self, worked: Result<Done<JobOutput>, PoolError>) -> Result<(), Early> {
        let done = worked.map_err(|error| match error {
            PoolError::Panicked | PoolError::Overloaded | PoolError::DeadlineExceeded => {
                Early::Failure(Failure::Failed)
            }
        })?;
        let ChunkAnswers { answers, held, read, rest, end_line } = match done.value {
            JobOutput::ChunkAnswers(answered) => answered,
            JobOutput::Gathered(splitter) => {
                self.splitter = Some(splitter);
                return Ok(());
            }
        };
        self.app.metrics.searched(&answers.tally.searches, None);
        self.read += read;
        if !answers.text.is_empty() {
            self.give(answers.text, held)?;
        }
        self.unanswered = end_line;
        if let Some(rest) = rest {
            let permit = self.permit().await?;
            self.push(rest, permit);
            self.lane.put_last_first();
        }
        Ok(())
    }

    /// Gives answers to the connection, or keeps them until it takes those before them.
    fn give(&mut self, text: Vec<u8>, held: MemoryPermit) -> Result<(), Early> {
        self.answered += text.len();
        if self.backlog.is_empty() {
            match self.answers.try_reserve() {
                Ok(room) => {
                    self.pace.moved(&text);
                    room.send(Piece::Lines(held.tie_to(text)));
                    return Ok(());
                }
                Err(TrySendError::Closed(())) => return Err(Early::Gone),
                Err(TrySendError::Full(())) => {}
            }
        }
        self.backlog.push(text, held);
        Ok(())
    }

    /// Makes room for the answers of a client that sends and does not read. Without room, it must read again soon.
    fn make_room(&mut self) -> Result<(), Early> {
        self.backlog.make_room(&self.app.memory, self.input.answers_to_rest(self.read, self.answered));
        if self.backlog.is_full() && self.backlog.still() >= UNREAD {
            let are_too_many = self.backlog.is_largest();
            return Err(Early::Failure(Failure::Unread { are_too_many }));
        }
        Ok(())
    }

    /// Ends the answers with a line that says why.
    ///
    /// A client that sends everything before it reads would never see that line: the two directions would wait for each
    /// other, even once the connection has taken the line. Unless the service shuts down, the upload is
    /// therefore read and discarded until it pauses, within limits. Only then does the answer end.
    async fn end_early(mut self, failure: &Failure) {
        tracing::info!(line = self.unanswered, ?failure, "a batch ends early");
        drop((self.lane, self.memory, self.pace, self.splitter, self.waiting));
        let mut line = Vec::new();
        self.lines.write_end(self.unanswered, failure, &mut line);
        let discard = timeout(self.app.settings.batch.discard_time, async {
            let mut rest = MOST_DISCARDED;
            while let Ok(Ok(bytes)) = timeout(UPLOAD_PAUSE, self.input.read()).await
                && !bytes.is_empty()
                && let Some(less) = rest.checked_sub(bytes.len() as u64)
            {
                rest = less;
            }
        });
        // Without `Piece::End`, the body fails after the line. If the client still does not read, the connection's own
        // timeout ends it.
        let give = async {
            let kept = std::iter::from_fn(|| self.backlog.pop());
            for text in kept.chain([line.into()]) {
                self.answers.send(Piece::Lines(text)).await?;
            }
            Ok::<_, SendError<Piece>>(())
        };
        if let (Ok(()), ()) = tokio::join!(give, until_closing(&self.app, discard)) {
            until_closing(&self.app, sleep(LAST_LINE_READ)).await;
        }
    }
}

/// Waits for this, but only until the service closes its connections.
async fn until_closing(app: &App, wait: impl Future) {
    tokio::select! {
        () = reached(&app.shutdown, Stage::Closing) => {}
        _ = wait => {}
    }
}
