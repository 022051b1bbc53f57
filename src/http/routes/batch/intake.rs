//! Reads the body of a batch: all of it if it is small, otherwise at most its start.

use std::borrow::Cow;
use std::pin::pin;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use http_body_util::BodyExt;

use super::job_memory::ANSWER_ROOM;
use super::pace::{Pace, Stalled};
use crate::http::app::App;
use crate::http::memory::MemoryPermit;
use crate::http::request::body::{announced_length, incomplete};
use crate::operations::lines::lacks_first_line;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::encoding::Utf16;
use crate::server::{Stage, reached};

/// A body with a `Content-Length` of at most this many bytes is read whole before its answer begins, so that it passes through a
/// gateway that cannot forward both directions at once, such as nginx.
const WHOLE: usize = 1024 * 1024;

/// The first bytes of an input are made into lines at once, because few of them usually show that it has one puzzle a line.
const FEW: usize = 512;

/// The rest of a batch's input.
#[derive(Debug)]
pub struct Input {
    /// What has been read but is not in a chunk yet.
    pub(super) rest: Bytes,
    /// How many more bytes may be made into lines at once.
    pub(super) few: usize,
    /// What has not been read.
    pub(super) body: Option<Body>,
    /// Whether the end of the batch has been read.
    pub(super) ended: bool,
    /// The length of the body, if its head has it.
    announced: Option<usize>,
    decoder: Utf16,
}

impl Input {
    /// A batch that has been read whole.
    pub fn whole(bytes: Bytes) -> Self {
        Self::new(bytes, None)
    }

    /// A batch of which only these bytes have been read.
    pub fn stream(begin: Bytes, body: Body) -> Self {
        Self::new(begin, Some(body))
    }

    fn new(begin: Bytes, body: Option<Body>) -> Self {
        let mut decoder = Utf16::default();
        let rest = decoded(&mut decoder, begin);
        Self { rest, few: FEW, ended: body.is_none(), announced: None, body, decoder }
    }

    /// Whether it has been read to its end.
    pub fn is_whole(&self) -> bool {
        self.ended
    }

    /// What has been read but is not in a chunk yet.
    pub fn begin(&self) -> &[u8] {
        &self.rest
    }

    /// How long the answers to the rest of the body will be if `answered` bytes answer its first `read` bytes: a quarter more than
    /// in proportion, and the room of a job. The rest of a body without a length may be of any length.
    pub(super) fn answers_to_rest(&self, read: usize, answered: usize) -> usize {
        let Some(announced) = self.announced else { return usize::MAX };
        announced.saturating_sub(read).saturating_mul(answered) / read.max(1) * 5 / 4 + ANSWER_ROOM
    }

    /// The next bytes of the body; none at its end.
    pub(super) async fn read(&mut self) -> Result<Bytes, axum::Error> {
        while let Some(body) = &mut self.body {
            let Some(frame) = body.frame().await else {
                (self.body, self.ended) = (None, true);
                break;
            };
            if let Ok(data) = frame?.into_data()
                && !data.is_empty()
            {
                return Ok(decoded(&mut self.decoder, data));
            }
        }
        Ok(Bytes::new())
    }
}

/// A piece of the input in UTF-8.
fn decoded(decoder: &mut Utf16, piece: Bytes) -> Bytes {
    match decoder.decode(&piece) {
        Cow::Borrowed(_) => piece,
        Cow::Owned(decoded) => decoded.into(),
    }
}

/// Reads a small body whole. Any other body is read while it is answered. If it is declared as text, its start is read
/// first, because it may be JSON.
pub async fn take_in(
    app: &App,
    headers: &HeaderMap,
    body: Body,
    start: Start,
    pace: &mut Pace,
) -> Result<Input, Problem> {
    let announced = announced_length(headers);
    let input = match announced {
        Some(length) if length <= WHOLE => {
            Input::whole(read_whole(body, length, app.memory.hold(length)?, pace).await?)
        }
        Some(_) | None => read_start(app, body, start, pace).await?,
    };
    Ok(Input { announced, ..input })
}

/// What shows how to read a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Its type, JSON.
    Nothing,
    /// Whether it begins like JSON, and its first line, which may be a header.
    Line,
}

impl Start {
    fn is_needed(self, read: &[u8]) -> bool {
        match self {
            Self::Nothing => false,
            Self::Line => read.len() < 2 || lacks_first_line(&Utf16::default().decode(read)),
        }
    }
}

/// Reads the start of a body.
async fn read_start(app: &App, mut body: Body, wanted: Start, pace: &mut Pace) -> Result<Input, Problem> {
    let mut start = Bytes::new();
    let mut closing = pin!(reached(&app.shutdown, Stage::Closing));
    while wanted.is_needed(&start) {
        let piece = tokio::select! {
            piece = next_piece(&mut body, pace, start.len(), None) => piece?,
            () = &mut closing => return Err(Problem::shutting_down()),
        };
        let Some(piece) = piece else { return Ok(Input::whole(start)) };
        start = if start.is_empty() { piece } else { [start, piece].concat().into() };
    }
    Ok(Input::stream(start, body))
}

async fn read_whole(mut body: Body, length: usize, held: MemoryPermit, pace: &mut Pace) -> Result<Bytes, Problem> {
    let mut whole: Vec<u8> = Vec::new();
    while let Some(piece) = next_piece(&mut body, pace, whole.len(), Some(length)).await? {
        if piece.len() == length {
            return Ok(held.tie_to(piece));
        }
        if whole.is_empty() {
            whole.reserve_exact(length);
        }
        whole.extend_from_slice(&piece);
    }
    Ok(held.tie_to(whole))
}

/// Waits for the next piece of a body of which this many bytes have been read; `None` is the end. The piece is empty if
/// none has arrived when `pace` must be told of the wait.
async fn next_piece(
    body: &mut Body,
    pace: &mut Pace,
    read: usize,
    announced: Option<usize>,
) -> Result<Option<Bytes>, Problem> {
    let stalled = |Stalled(how)| Problem::new(Code::RequestTimeout, format!("the body was not complete: {how}"));
    match pace.wait(body.frame()).await.map_err(stalled)? {
        None => Ok(Some(Bytes::new())),
        Some(None) => Ok(None),
        Some(Some(Err(error))) => Err(incomplete(&error, read, announced)),
        Some(Some(Ok(frame))) => {
            let piece = frame.into_data().unwrap_or_default();
            pace.moved(&piece);
            Ok(Some(piece))
        }
    }
}
