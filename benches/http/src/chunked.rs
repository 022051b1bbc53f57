//! Reads a chunked response.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use crate::Failed;

/// The body of a response whose head has been read.
pub struct ChunkedBody {
    stream: BufReader<TcpStream>,
    chunk: Vec<u8>,
}

impl ChunkedBody {
    /// Reads the head, whose status must be 200.
    pub fn open(stream: TcpStream) -> Result<Self, Failed> {
        let mut stream = BufReader::with_capacity(256 * 1024, stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head)? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        if head.starts_with("HTTP/1.1 200") { Ok(Self { stream, chunk: Vec::new() }) } else { Err(head.into()) }
    }

    /// Returns the next chunk, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<&[u8]>, Failed> {
        let mut size = String::new();
        self.stream.read_line(&mut size)?;
        let size = usize::from_str_radix(size.trim_end(), 16)?;
        self.chunk.resize(size + 2, 0);
        self.stream.read_exact(&mut self.chunk)?;
        Ok((size > 0).then_some(&self.chunk[..size]))
    }
}
