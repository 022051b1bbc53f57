//! A minimal HTTP/1.1 client.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time limit for an answer, long enough that only a hang exceeds it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A puzzle that is solved without a guess.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A connection for one request after another.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Whether the service closes the connection after it.
    pub close: bool,
    /// The body.
    pub body: String,
}

impl Connection {
    /// Opens a connection.
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(2048) })
    }

    /// Sends a request and reads the complete answer.
    pub async fn exchange(&mut self, request: &[u8]) -> io::Result<Answer> {
        self.stream.write_all(request).await?;
        timeout(PATIENCE, self.answer()).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        let head = self.take_through(b"\r\n\r\n").await?.to_ascii_lowercase();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let status = head.strip_prefix("http/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        let status =
            status.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("no answer: {head:?}")))?;
        let body = if field("transfer-encoding:") == Some("chunked") {
            self.chunks().await?
        } else {
            let length = field("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0);
            self.take(length).await?
        };
        Ok(Answer { status, close: field("connection:") == Some("close"), body })
    }

    /// A body in chunks, without trailers.
    async fn chunks(&mut self) -> io::Result<String> {
        let mut body = String::new();
        loop {
            let size = self.take_through(b"\r\n").await?;
            let size = usize::from_str_radix(size.trim_end(), 16)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            body += &self.take(size).await?;
            self.take_through(b"\r\n").await?;
            if size == 0 {
                return Ok(body);
            }
        }
    }

    async fn take_through(&mut self, end: &[u8]) -> io::Result<String> {
        loop {
            if let Some(place) = self.buffer.windows(end.len()).position(|window| window == end) {
                return self.take(place + end.len()).await;
            }
            self.read().await?;
        }
    }

    async fn take(&mut self, length: usize) -> io::Result<String> {
        while self.buffer.len() < length {
            self.read().await?;
        }
        let taken = String::from_utf8_lossy(&self.buffer[..length]).into_owned();
        self.buffer.drain(..length);
        Ok(taken)
    }

    async fn read(&mut self) -> io::Result<()> {
        let read = self.stream.read_buf(&mut self.buffer).await?;
        if read == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

/// A request with a body of this length, of which `body` is sent, and additional header lines.
pub fn post(path: &str, headers: &str, length: usize, body: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\nhost: load\r\n{headers}content-length: {length}\r\n\r\n{body}").into_bytes()
}

/// A request to solve this text, with additional header lines.
pub fn solve(headers: &str, body: &str) -> Vec<u8> {
    post("/solve", headers, body.len(), body)
}

/// Sends a request on a new connection.
pub async fn ask(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    Connection::open(address).await?.exchange(request).await
}

/// Sends a GET on a new connection.
pub async fn get(address: SocketAddr, path: &str) -> io::Result<Answer> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: load\r\nconnection: close\r\n\r\n");
    ask(address, request.as_bytes()).await
}
