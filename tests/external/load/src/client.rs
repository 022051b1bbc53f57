//! A minimal HTTP/1.1 client.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Time limit for an answer, long enough that only a hang exceeds it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A puzzle that is solved without a guess.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A connection for one request after another.
pub struct Connection(BufReader<TcpStream>);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Whether the service closes the connection after it.
    pub close: bool,
    /// The body.
    pub body: Vec<u8>,
}

impl Connection {
    /// Opens a connection.
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends a request and reads the complete answer.
    pub async fn exchange(&mut self, request: &[u8]) -> io::Result<Answer> {
        self.0.write_all(request).await?;
        timeout(PATIENCE, self.answer()).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            head += &self.line().await?.to_ascii_lowercase();
        }
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let status = head.strip_prefix("http/1.1 ").and_then(|rest| rest.get(..3)?.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no answer: {head:?}")))?;
        let mut body = Vec::new();
        if field("transfer-encoding:") == Some("chunked") {
            loop {
                let size = usize::from_str_radix(self.line().await?.trim_end(), 16).map_err(io::Error::other)?;
                self.read_into(&mut body, size).await?;
                self.line().await?;
                if size == 0 {
                    break;
                }
            }
        } else {
            let length = field("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0);
            self.read_into(&mut body, length).await?;
        }
        Ok(Answer { status, close: field("connection:") == Some("close"), body })
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.0.read_line(&mut line).await? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(line) }
    }

    async fn read_into(&mut self, body: &mut Vec<u8>, length: usize) -> io::Result<()> {
        let begin = body.len();
        body.resize(begin + length, 0);
        self.0.read_exact(&mut body[begin..]).await.map(drop)
    }
}

/// Opens a connection for a peer that reads slowly or not at all: answers must wait in the service, not here.
pub async fn open_without_buffer(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    socket.connect(address).await
}

/// A GET.
pub fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes()
}

/// A POST with additional header lines.
pub fn post(path: &str, headers: &str, body: &str) -> Vec<u8> {
    post_part(path, headers, body.len(), body)
}

/// A POST with a body of this length, of which `body` is sent.
pub fn post_part(path: &str, headers: &str, length: usize, body: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\nhost: load\r\n{headers}content-length: {length}\r\n\r\n{body}").into_bytes()
}

/// Sends a request on a new connection.
pub async fn ask(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    Connection::open(address).await?.exchange(request).await
}
