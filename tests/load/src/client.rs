//! HTTP/1.1 as bytes on a socket.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Far more than any answer takes, so that a hang is told as one.
const PATIENCE: Duration = Duration::from_secs(30);

/// A puzzle that needs no guess.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A connection that may be used for one request after the other.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Whether the service closes the connection after it.
    pub close: bool,
    /// Its body.
    pub body: String,
}

impl Connection {
    /// Opens a connection.
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(2048) })
    }

    /// Sends a request and reads its answer, which must have a Content-Length or none.
    pub async fn exchange(&mut self, request: &[u8]) -> io::Result<Answer> {
        self.stream.write_all(request).await?;
        timeout(PATIENCE, self.answer()).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }

    /// Sends a request, waits for the first of its answer, and closes the connection.
    pub async fn send_and_close(mut self, request: &[u8]) -> io::Result<()> {
        self.stream.write_all(request).await?;
        timeout(PATIENCE, self.read()).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        let end = loop {
            if let Some(end) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break end + 4;
            }
            self.read().await?;
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        let length = field("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0);
        let close = field("connection:") == Some("close");
        while self.buffer.len() < end + length {
            self.read().await?;
        }
        let body = String::from_utf8_lossy(&self.buffer[end..end + length]).into_owned();
        self.buffer.drain(..end + length);
        Ok(Answer { status, close, body })
    }

    async fn read(&mut self) -> io::Result<()> {
        let read = self.stream.read_buf(&mut self.buffer).await?;
        if read == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

/// A request to solve this text, with these header lines besides.
pub fn solve(headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST /solve HTTP/1.1\r\nhost: load\r\n{headers}content-length: {length}\r\n\r\n{body}").into_bytes()
}

/// A GET on a connection of its own.
pub async fn get(address: SocketAddr, path: &str) -> io::Result<Answer> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: load\r\nconnection: close\r\n\r\n");
    Connection::open(address).await?.exchange(request.as_bytes()).await
}
