//! The budget for the bytes that are held for requests: bodies that are still being read, and answers that are still
//! being written.
//!
//! A permit travels with the bytes and returns to the budget when they are dropped, which for an answer is after the
//! connection has written them. What exists only while a thread works on it (a parsed document, a list of errors) needs
//! no permit, because each thread has at most one.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

use crate::operations::problem::Problem;

/// Up to this many bytes need no permit: they are part of what every connection may hold. Ordinary requests and answers
/// are shorter, so the budget costs them nothing.
const FREE: usize = 4 * 1024;

/// The length of a piece of a long document in bytes: as much as a connection writes at once.
const PIECE: usize = 16 * 1024;

/// The budget, cheap to clone.
#[derive(Clone, Debug)]
pub struct Memory(Arc<Budget>);

#[derive(Debug)]
struct Budget {
    limit: usize,
    held: AtomicUsize,
}

impl Memory {
    /// A budget of this many bytes.
    pub fn new(limit: usize) -> Self {
        Self(Arc::new(Budget { limit, held: AtomicUsize::new(0) }))
    }

    /// Maximum number of bytes that may be held.
    pub fn limit(&self) -> usize {
        self.0.limit
    }

    /// The number of bytes that are held.
    pub fn held(&self) -> usize {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Takes a permit for this many bytes.
    ///
    /// # Errors
    /// The budget has too few bytes left: [`Code::Overloaded`](crate::operations::problem::Code::Overloaded).
    pub fn hold(&self, bytes: usize) -> Result<MemoryPermit, Problem> {
        if bytes <= FREE { Ok(MemoryPermit(None)) } else { self.take(bytes) }
    }

    fn take(&self, bytes: usize) -> Result<MemoryPermit, Problem> {
        self.take_within(bytes, self.0.limit).ok_or_else(Problem::out_of_memory)
    }

    fn take_within(&self, bytes: usize, limit: usize) -> Option<MemoryPermit> {
        let add = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= limit);
        let taken = self.0.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        taken.is_ok().then(|| MemoryPermit(Some((self.clone(), bytes))))
    }

    /// Takes a permit for what is useful but not necessary, if a quarter of the budget is left then.
    pub fn hold_spare(&self, bytes: usize) -> Option<MemoryPermit> {
        self.take_within(bytes, self.0.limit / 4 * 3)
    }

    /// Takes a permit for this document and ties it to a body with it.
    ///
    /// # Errors
    /// The budget has too few bytes left: [`Code::Overloaded`](crate::operations::problem::Code::Overloaded).
    pub fn keep(&self, document: Vec<u8>) -> Result<Body, Problem> {
        Ok(self.hold(document.capacity())?.keep(document))
    }
}

/// A permit to hold bytes, returned to the budget on drop.
#[derive(Default, Debug)]
pub struct MemoryPermit(Option<(Memory, usize)>);

impl MemoryPermit {
    /// Returns all but this many bytes to the budget.
    pub fn shrink_to(&mut self, bytes: usize) {
        if let Some((memory, held)) = &mut self.0
            && let Some(less) = held.checked_sub(bytes)
        {
            memory.0.held.fetch_sub(less, Ordering::Relaxed);
            *held = bytes;
        }
    }

    /// The number of bytes that it is for.
    pub fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |(_, held)| *held)
    }

    /// Lets the permit grow to this many bytes. Returns whether the budget has them.
    pub fn grow_to(&mut self, memory: &Memory, bytes: usize) -> bool {
        let held = self.bytes();
        if bytes <= held.max(FREE) {
            return true;
        }
        let Ok(mut more) = memory.take(bytes - held) else { return false };
        if let (Some((_, held)), Some((_, more))) = (&mut self.0, &mut more.0) {
            *held += std::mem::take(more);
        } else {
            *self = more;
        }
        true
    }

    /// Ties the permit, which is for this document, to a body with it. That of a long one returns piece by piece, as the
    /// client reads.
    pub fn keep(mut self, document: Vec<u8>) -> Body {
        if document.len() <= PIECE {
            return self.tie_to(document).into();
        }
        self.shrink_to(document.len());
        Body::new(Pieces(document.chunks(PIECE).map(|piece| self.split(piece.len()).tie_to(piece.to_vec())).collect()))
    }

    /// A part of the permit.
    fn split(&mut self, bytes: usize) -> Self {
        Self(self.0.as_mut().map(|(memory, held)| {
            *held -= bytes;
            (memory.clone(), bytes)
        }))
    }

    /// Ties the permit to these bytes, so that it is returned when they are dropped.
    pub fn tie_to<B: AsRef<[u8]> + Into<Bytes> + Send + 'static>(self, bytes: B) -> Bytes {
        if self.0.is_none() { bytes.into() } else { Bytes::from_owner(PermitBytes { bytes, _held: self }) }
    }
}

impl Drop for MemoryPermit {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// Bytes with their permit.
struct PermitBytes<B> {
    bytes: B,
    _held: MemoryPermit,
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for PermitBytes<B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// A long document, in pieces.
struct Pieces(VecDeque<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|piece| Ok(Frame::data(piece))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(|piece| piece.len() as u64).sum())
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::operations::problem::Code;

    #[test]
    fn a_permit_returns_when_its_bytes_are_dropped() {
        let memory = Memory::new(3 * FREE);
        let bytes = memory.hold(2 * FREE).expect("there is enough").tie_to(vec![7; 2 * FREE]);
        let part = bytes.slice(..1);
        drop(bytes);
        assert_eq!(memory.held(), 2 * FREE, "a part keeps the whole");
        assert_eq!(memory.hold(2 * FREE).map(drop).map_err(|problem| problem.code()), Err(Code::Overloaded));
        drop(part);
        let mut held = memory.hold(3 * FREE).expect("all of it");
        held.shrink_to(FREE);
        assert_eq!(memory.held(), FREE);
        drop(held);
        assert_eq!(memory.held(), 0);
    }

    #[tokio::test]
    async fn the_memory_of_a_long_document_returns_piece_by_piece() {
        let memory = Memory::new(10 * PIECE);
        let document: Vec<u8> = (0..3 * PIECE + 5).map(|place| place as u8).collect();
        let mut body = memory.keep(document.clone()).expect("there is enough");
        assert_eq!((body.size_hint().exact(), memory.held()), (Some(3 * PIECE as u64 + 5), 3 * PIECE + 5));
        let mut read = Vec::new();
        for left in [2 * PIECE + 5, PIECE + 5, 5, 0] {
            let piece = body.frame().await.expect("a piece").expect("no error").into_data().expect("data");
            read.extend_from_slice(&piece);
            drop(piece);
            assert_eq!(memory.held(), left);
        }
        assert!(body.frame().await.is_none() && read == document);
        assert!(memory.keep(vec![7; 10 * PIECE + FREE + 1]).is_err());
        assert_eq!(memory.held(), 0);
    }

    #[test]
    fn a_permit_grows_with_a_document() {
        let memory = Memory::new(4 * PIECE);
        let mut held = MemoryPermit::default();
        assert!(held.grow_to(&memory, FREE) && memory.held() == 0);
        for bytes in [2 * FREE, 2 * FREE + 1, 2 * FREE, 3 * PIECE] {
            assert!(held.grow_to(&memory, bytes));
            assert!(memory.held() >= bytes);
        }
        assert!(!held.grow_to(&memory, 5 * PIECE));
        assert_eq!(memory.held(), 3 * PIECE);
        let body = held.keep(vec![7; 2 * PIECE]);
        assert_eq!(memory.held(), 2 * PIECE);
        drop(body);
        assert_eq!(memory.held(), 0);
    }

    #[test]
    fn a_few_bytes_need_no_permit() {
        let memory = Memory::new(0);
        assert!(memory.keep(vec![7; FREE]).is_ok());
        assert!(memory.hold(FREE + 1).is_err());
    }
}
