//! A client that sends and reads a batch step by step.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for each wait of a test. Only a failure takes that long.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running batch.
pub struct Batch {
    stream: BufReader<TcpStream>,
    /// The head of the answer in lower case, once it has been read.
    head: Option<String>,
    /// The start of a line of the answer that is not yet complete.
    partial: Vec<u8>,
}

/// How a body ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With the final chunk.
    Whole,
    /// Without it: the connection was closed.
    Cut,
}

/// A complete answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
    pub end: End,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the answer is text")
    }

    pub fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }
}

/// Sends a complete batch to `/solve/batch` with its length and reads the complete answer.
pub fn send(address: SocketAddr, media_type: &str, body: &[u8]) -> Answer {
    send_to(address, "/solve/batch", media_type, body)
}

/// Sends a complete batch with its length and reads the complete answer.
pub fn send_to(address: SocketAddr, target: &str, media_type: &str, body: &[u8]) -> Answer {
    let fields = format!("content-type: {media_type}\r\ncontent-length: {}", body.len());
    let mut batch = Batch::begin_at(address, target, &fields);
    batch.write(body);
    batch.rest()
}

/// Sends a complete batch of text to `/solve/batch` until the service has room for it.
pub fn send_until_admitted(address: SocketAddr, body: &[u8]) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = send(address, "text/plain", body);
        if answer.status != 503 {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "still refused: {answer:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Batch {
    /// Sends a head with these header fields.
    pub fn begin(address: SocketAddr, fields: &str) -> Self {
        Self::begin_at(address, "/solve/batch", fields)
    }

    /// Sends a head with this target and these header fields.
    pub fn begin_at(address: SocketAddr, target: &str, fields: &str) -> Self {
        let mut batch = Self::connect(address);
        batch.write(format!("POST {target} HTTP/1.1\r\nhost: test\r\n{fields}\r\n\r\n").as_bytes());
        batch
    }

    /// Sends a GET request for this target.
    pub fn get(address: SocketAddr, target: &str) -> Self {
        let mut batch = Self::connect(address);
        batch.write(format!("GET {target} HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes());
        batch
    }

    fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the service accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("the time is positive");
        stream.set_write_timeout(Some(PATIENCE)).expect("the time is positive");
        stream.set_nodelay(true).expect("it is connected");
        Self { stream: BufReader::new(stream), head: None, partial: Vec::new() }
    }

    /// The socket itself.
    pub fn socket(&self) -> &TcpStream {
        self.stream.get_ref()
    }

    /// Reads `100 Continue`.
    pub fn read_continue(&mut self) {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            self.stream.read_line(&mut head).expect("the service asks for the body");
        }
        assert_eq!(head, "HTTP/1.1 100 Continue\r\n\r\n");
    }

    /// Starts a chunked body of text.
    pub fn stream(address: SocketAddr) -> Self {
        Self::begin(address, "content-type: text/plain\r\ntransfer-encoding: chunked")
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("the service reads");
    }

    /// Sends a chunk of the body.
    pub fn chunk(&mut self, bytes: &[u8]) {
        self.try_chunk(bytes).expect("the service reads");
    }

    pub fn try_chunk(&mut self, bytes: &[u8]) -> io::Result<()> {
        let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        self.stream.get_mut().write_all(&chunk)
    }

    /// Ends the body.
    pub fn finish(&mut self) {
        self.write(b"0\r\n\r\n");
    }

    /// The head of the answer.
    pub fn head(&mut self) -> String {
        if self.head.is_none() {
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                let read = self.stream.read_line(&mut head).expect("the service answers");
                assert!(read > 0, "the connection ended after {head:?}");
            }
            self.head = Some(head.to_ascii_lowercase());
        }
        self.head.clone().unwrap_or_default()
    }

    /// The next line of the answer, without its line break.
    pub fn line(&mut self) -> String {
        self.head();
        loop {
            if let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.partial.drain(..=end).take(end).collect();
                return String::from_utf8(line).expect("a line is text");
            }
            let chunk = self.next_chunk().expect("the answer continues");
            assert!(!chunk.is_empty(), "the answer ended after {:?}", String::from_utf8_lossy(&self.partial));
            self.partial.extend(chunk);
        }
    }

    /// The rest of the answer.
    pub fn rest(mut self) -> Answer {
        let head = self.head();
        let status = head[9..12].parse().expect("a status is a number");
        let mut body = std::mem::take(&mut self.partial);
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        if let Some(length) = length.map(|length| length.parse().expect("a length is a number")) {
            body.resize(length, 0);
            self.stream.read_exact(&mut body).expect("the body is whole");
            return Answer { status, head, body, end: End::Whole };
        }
        loop {
            match self.next_chunk() {
                Some(chunk) if chunk.is_empty() => return Answer { status, head, body, end: End::Whole },
                Some(chunk) => body.extend(chunk),
                None => return Answer { status, head, body, end: End::Cut },
            }
        }
    }

    /// The next chunk of the answer, empty for the final one; `None` if the connection was closed instead.
    fn next_chunk(&mut self) -> Option<Vec<u8>> {
        let mut size = String::new();
        if self.stream.read_line(&mut size).expect("the connection is not reset") == 0 {
            return None;
        }
        let size = usize::from_str_radix(size.trim_end(), 16).expect("the size of a chunk");
        let mut chunk = vec![0; size + 2];
        self.stream.read_exact(&mut chunk).expect("the chunk is whole");
        chunk.truncate(size);
        Some(chunk)
    }
}
