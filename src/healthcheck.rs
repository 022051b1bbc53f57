//! `sudoku-service healthcheck`: asks a running service how it is, for containers without a shell.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::http::READYZ;

/// How long the service may take to accept, and to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the service that listens here whether it takes requests. An address that means all addresses is asked at the
/// loopback.
///
/// # Errors
/// Nobody answers, or the answer is not 200; the error says which.
pub fn ask(listen: SocketAddr) -> io::Result<()> {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let address = SocketAddr::new(ip, listen.port());
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {READYZ} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = [0; 64];
    let mut length = 0;
    while length < answer.len() && !answer[..length].contains(&b'\n') {
        match stream.read(&mut answer[length..])? {
            0 => break,
            read => length += read,
        }
    }
    if answer[..length].starts_with(b"HTTP/1.1 200 ") {
        return Ok(());
    }
    let line = String::from_utf8_lossy(&answer[..length]);
    Err(io::Error::other(format!("it answered {:?}", line.lines().next().unwrap_or_default())))
}
