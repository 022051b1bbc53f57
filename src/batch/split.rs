//! Cuts a stream of bytes into chunks of whole lines.

use std::fmt;
use std::mem;

/// The longest line in bytes, without its line break.
pub const LONGEST_LINE: usize = 4096;

/// The size at which a chunk is complete.
///
/// Passing a chunk to another thread, and its answers back, costs about 20 µs, so a chunk should be large. On the other
/// hand, the answers of all chunks in flight are held in memory, and the problems of an invalid line can
/// be fifty times as long as the line.
#[derive(Clone, Copy, Debug)]
pub struct ChunkSize {
    /// Maximum number of lines.
    pub lines: usize,
    /// Maximum number of bytes, which only the last line may exceed.
    pub bytes: usize,
}

impl ChunkSize {
    /// For many batches in one process: the overhead of a chunk is 0.05 µs per line. With four times this size and the buffers of
    /// sockets eight times as large, a batch of arrays takes 0.87 of the time and one of text 0.93, but four times the memory.
    pub const SHARED: Self = Self { lines: 512, bytes: 44 * 1024 };
    /// For a batch that has the process to itself: the overhead of a chunk is 0.01 µs per line.
    pub const ALONE: Self = Self { lines: 2048, bytes: 192 * 1024 };
    /// For work that takes far longer than passing a chunk on: each line has its own time limit, and its answer is sent
    /// as soon as it is known.
    pub const LINE: Self = Self { lines: 1, bytes: LONGEST_LINE };
}

/// A byte-order mark in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Number of bytes kept of a line that is too long: enough to detect that, with or without a byte-order mark before the
/// line and a carriage return after it.
const KEPT: usize = BYTE_ORDER_MARK.len() + LONGEST_LINE + 2;

/// Consecutive whole lines of a batch.
#[derive(Debug)]
pub struct Chunk {
    first_line: u64,
    lines: usize,
    bytes: Vec<u8>,
}

impl Chunk {
    fn beginning_at(first_line: u64) -> Self {
        Self { first_line, lines: 0, bytes: Vec::new() }
    }

    /// The number of its first line within the batch, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// The number of the line after its last.
    pub fn end_line(&self) -> u64 {
        self.first_line + self.lines as u64
    }

    /// Its lines with a line feed at the end of each, which the last may lack. A line that is too long is truncated.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines from `first_line` on, whose text is `bytes`.
    #[must_use]
    pub fn rest(&self, first_line: u64, bytes: &[u8]) -> Self {
        Self { first_line, lines: (self.end_line() - first_line) as usize, bytes: bytes.to_vec() }
    }

    fn is_full(&self, size: ChunkSize) -> bool {
        self.lines >= size.lines || self.bytes.len() >= size.bytes
    }
}

/// Makes lines of an input whose puzzles are not one a line. What it makes has as many lines as the input, or more.
pub trait Gather: fmt::Debug + Send {
    /// Consumes a piece of the input, which may be the last one, and appends the lines that this completes. Returns whether the rest
    /// of the input passes as it is.
    fn gather(&mut self, piece: &[u8], is_end: bool, lines: &mut Vec<u8>) -> bool;
}

/// Cuts a stream of bytes into chunks.
#[derive(Debug)]
pub struct Splitter {
    size: ChunkSize,
    /// What makes lines of the input, and what it has made that is in no chunk and no partial line yet.
    gather: Option<Box<dyn Gather>>,
    gathered: Vec<u8>,
    /// The lines that are complete.
    chunk: Chunk,
    /// The beginning of a line that is not complete, at most [`KEPT`] bytes.
    partial: Vec<u8>,
    /// Whether the line before ended with a carriage return, to which a line feed may belong.
    is_returned: bool,
    /// Whether the input may still begin with a byte-order mark.
    at_start: bool,
}

impl Splitter {
    /// A splitter at the start of a batch.
    pub fn new(size: ChunkSize) -> Self {
        Self {
            size,
            gather: None,
            gathered: Vec::new(),
            chunk: Chunk::beginning_at(1),
            partial: Vec::new(),
            is_returned: false,
            at_start: true,
        }
    }

    /// The splitter of the lines that this makes of the input.
    #[must_use]
    pub fn gathering(self, gather: impl Gather + 'static) -> Self {
        Self { gather: Some(Box::new(gather)), ..self }
    }

    /// A splitter at the start of a line within a text, where a byte-order mark is an ordinary character.
    pub fn within_text(size: ChunkSize) -> Self {
        Self { at_start: false, ..Self::new(size) }
    }

    /// The size of its chunks.
    pub(super) fn size(&self) -> ChunkSize {
        self.size
    }

    /// Consumes `input` up to the end of a chunk, or all of it if that completes no chunk.
    pub fn next_chunk(&mut self, input: &mut &[u8]) -> Option<Chunk> {
        loop {
            let chunk = self.next_gathered();
            if chunk.is_some() || self.is_gathering() && input.is_empty() {
                return chunk;
            }
            if !self.is_gathering() {
                return self.split(input);
            }
            let (piece, rest) = input.split_at(input.len().min(KEPT));
            *input = rest;
            self.gather(piece, false);
        }
    }

    /// Whether lines are still made of the input.
    pub fn is_gathering(&self) -> bool {
        self.gather.is_some()
    }

    /// Makes lines of this piece of the input, which may be the last one. That takes up to 10 µs for each line of 20 bytes, which
    /// may be more than a caller of [`next_chunk`](Self::next_chunk) can spend.
    pub fn gather(&mut self, piece: &[u8], is_end: bool) {
        let lines = &mut self.gathered;
        self.gather.take_if(|gather| gather.gather(piece, is_end, lines));
    }

    fn next_gathered(&mut self) -> Option<Chunk> {
        let gathered = mem::take(&mut self.gathered);
        let mut rest = &gathered[..];
        let chunk = self.split(&mut rest);
        self.gathered = rest.to_vec();
        chunk
    }

    fn split(&mut self, input: &mut &[u8]) -> Option<Chunk> {
        loop {
            if !input.is_empty()
                && mem::take(&mut self.is_returned)
                && let Some(rest) = input.strip_prefix(b"\n")
            {
                *input = rest;
            }
            let Some(end) = memchr::memchr2(b'\n', b'\r', input) else { break };
            self.complete(&input[..end], b"\n");
            self.is_returned = input[end] == b'\r';
            *input = &input[end + 1..];
            if self.chunk.is_full(self.size) {
                return self.take();
            }
        }
        self.hold(input);
        *input = &[];
        None
    }

    /// The complete lines that are in no chunk yet.
    pub fn take(&mut self) -> Option<Chunk> {
        if self.chunk.lines == 0 {
            return None;
        }
        let next = Chunk::beginning_at(self.chunk.end_line());
        Some(mem::replace(&mut self.chunk, next))
    }

    /// The lines that are in no chunk yet, at the end of the input: the last one may lack its line break. What was gathered may be
    /// several chunks.
    pub fn finish(&mut self) -> Option<Chunk> {
        if self.is_gathering() {
            self.gather(&[], true);
        }
        self.next_gathered().or_else(|| {
            if !self.partial.is_empty() {
                self.complete(&[], &[]);
            }
            self.take()
        })
    }

    /// Completes a line with the rest of it and a line break, if it has one.
    fn complete(&mut self, rest: &[u8], line_break: &[u8]) {
        if self.chunk.bytes.capacity() == 0 {
            self.chunk.bytes.reserve_exact(self.size.bytes + KEPT + 1);
        }
        if self.partial.is_empty() && rest.len() <= KEPT && !self.at_start {
            self.chunk.bytes.extend_from_slice(rest);
        } else {
            self.hold(rest);
            self.chunk.bytes.append(&mut self.partial);
        }
        self.chunk.bytes.extend_from_slice(line_break);
        self.chunk.lines += 1;
        self.at_start = false;
    }

    /// Keeps a part of a line, up to the limit.
    fn hold(&mut self, part: &[u8]) {
        let room = KEPT - self.partial.len().min(KEPT);
        self.partial.extend_from_slice(&part[..part.len().min(room)]);
        if self.at_start && self.partial.len() >= BYTE_ORDER_MARK.len() {
            self.at_start = false;
            if self.partial.starts_with(BYTE_ORDER_MARK) {
                self.partial.drain(..BYTE_ORDER_MARK.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of all chunks with their numbers, when the input arrives in pieces of this size.
    fn split(input: &[u8], piece: usize) -> Vec<(u64, Vec<u8>)> {
        let size = ChunkSize { lines: 200, bytes: 20_000 };
        let mut splitter = Splitter::new(size);
        let mut chunks = Vec::new();
        for mut piece in input.chunks(piece) {
            while !piece.is_empty() {
                chunks.extend(splitter.next_chunk(&mut piece));
            }
            if input.len().is_multiple_of(3) {
                chunks.extend(splitter.take());
            }
        }
        chunks.extend(splitter.finish());
        let mut lines = Vec::new();
        for chunk in chunks {
            assert!(chunk.lines <= size.lines && chunk.bytes.len() <= size.bytes + KEPT + 1, "a bounded chunk");
            let texts: Vec<&[u8]> = chunk.bytes.split_inclusive(|&byte| byte == b'\n').collect();
            assert_eq!(texts.len(), chunk.lines);
            lines.extend((chunk.first_line..chunk.end_line()).zip(texts.into_iter().map(<[u8]>::to_vec)));
        }
        lines
    }

    #[track_caller]
    fn check(input: &[u8], expected: &[&[u8]]) {
        for piece in [1, 2, 3, 7, 81, 4096, usize::MAX] {
            let lines = split(input, piece);
            let texts: Vec<&[u8]> = lines.iter().map(|(_, line)| line.as_slice()).collect();
            assert_eq!(texts, expected, "in pieces of {piece}");
            assert!(lines.iter().zip(1..).all(|(&(number, _), expected)| number == expected), "numbers");
        }
    }

    #[test]
    fn lines_are_whole_regardless_of_how_they_arrive() {
        check(b"", &[]);
        check(b"one", &[b"one"]);
        check(b"one\n", &[b"one\n"]);
        check(b"one\r\n\ntwo\nthree", &[b"one\n", b"\n", b"two\n", b"three"]);
        check(b"\n", &[b"\n"]);
        check(b"one\rtwo\r\rthree\r\n\rfour\r", &[b"one\n", b"two\n", b"\n", b"three\n", b"\n", b"four\n"]);
    }

    #[test]
    fn a_byte_order_mark_is_dropped_from_the_start_only() {
        check(b"\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\n", &[b"one\n", b"\xEF\xBB\xBFtwo\n"]);
        check(b"\xEF\xBB\xBF\none", &[b"\n", b"one"]);
        check(b"\xEF\xBB", &[b"\xEF\xBB"]);
        check(b"ab\n\xEF\xBB\xBFtwo\n", &[b"ab\n", b"\xEF\xBB\xBFtwo\n"]);
    }

    #[test]
    fn a_long_line_is_truncated_and_affects_no_other() {
        let longest = [vec![b'a'; LONGEST_LINE], b"\n".to_vec()].concat();
        check(&[&longest[..], b"next\n"].concat(), &[&longest, b"next\n"]);
        check(&[BYTE_ORDER_MARK, &longest[..], b"next\n"].concat(), &[&longest, b"next\n"]);
        let long = vec![b'b'; 3 * LONGEST_LINE];
        let cut = [&long[..KEPT], b"\n"].concat();
        check(&[b"first\n", &long[..], b"\nnext"].concat(), &[b"first\n", &cut, b"next"]);
        check(&[b"first\n", &long[..]].concat(), &[b"first\n", &long[..KEPT]]);
    }

    #[test]
    fn lines_are_numbered_across_chunks() {
        let text: Vec<u8> = (0..5000).flat_map(|i| format!("{i}\n").into_bytes()).collect();
        let lines = split(&text, 1000);
        assert_eq!(lines.len(), 5000);
        for (number, line) in lines {
            assert_eq!(line, format!("{}\n", number - 1).into_bytes());
        }
    }
}
