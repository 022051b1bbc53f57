//! The answers that wait for a client that sends its whole batch before it reads, as many HTTP libraries do.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use axum::body::Bytes;

use crate::http::memory::{Memory, MemoryPermit};

/// Maximum number of bytes of answers that wait for a client: those to 100,000 puzzles in text.
const LARGEST: usize = 8 * 1024 * 1024;

/// The answers that the connection has not taken, in order, and the memory for more.
#[derive(Debug)]
pub struct Backlog {
    pieces: VecDeque<Bytes>,
    bytes: usize,
    /// What further answers may take. Each piece has its own permit.
    room: MemoryPermit,
    /// When the connection last took a piece, or the first one had to wait.
    moved: Instant,
}

impl Backlog {
    /// A backlog without answers.
    pub fn new() -> Self {
        Self { pieces: VecDeque::new(), bytes: 0, room: MemoryPermit::default(), moved: Instant::now() }
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether answers wait, and there is no room for more.
    pub fn is_full(&self) -> bool {
        !self.is_empty() && self.room.bytes() == 0
    }

    /// Whether it is as large as any may be.
    pub fn is_largest(&self) -> bool {
        self.bytes >= LARGEST
    }

    /// How long nothing has moved.
    pub fn still(&self) -> Duration {
        self.moved.elapsed()
    }

    /// Makes room for so many more bytes of answers, if the memory has them to spare.
    pub fn make_room(&mut self, memory: &Memory, bytes: usize) {
        self.room = memory.hold_spare(bytes.min(LARGEST.saturating_sub(self.bytes))).unwrap_or_default();
    }

    /// Adds an answer, which takes no more than its length while it waits.
    pub fn push(&mut self, mut text: Vec<u8>, mut held: MemoryPermit) {
        if self.is_empty() {
            self.moved = Instant::now();
        }
        self.room.shrink_to(self.room.bytes().saturating_sub(text.len()));
        self.bytes += text.len();
        text.shrink_to_fit();
        held.shrink_to(text.capacity());
        self.pieces.push_back(held.tie_to(text));
    }

    /// Takes the first answer. The room for more returns with the last one.
    pub fn pop(&mut self) -> Option<Bytes> {
        let text = self.pieces.pop_front()?;
        self.bytes -= text.len();
        self.moved = Instant::now();
        if self.is_empty() {
            self.room = MemoryPermit::default();
        }
        Some(text)
    }
}
