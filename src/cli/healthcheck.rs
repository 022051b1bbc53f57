//! `sudoku-service healthcheck`: asks a running service whether it is ready, for containers without a shell.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::http::READYZ;

/// Time limit for connecting, and for each read of the response: shorter than the three seconds that the image allows
/// for its health check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Asks the service that listens on `listen` whether it accepts requests. An unspecified address (`0.0.0.0`, `::`) is
/// replaced by the loopback address.
///
/// # Errors
/// The service cannot be reached, or its response is not 200. The error says which.
pub fn run(listen: SocketAddr) -> io::Result<()> {
    ask(listen).map_err(|error| io::Error::other(format!("no service is ready at {listen}: {error}")))
}

fn ask(listen: SocketAddr) -> io::Result<()> {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let address = SocketAddr::new(ip, listen.port());
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {READYZ} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut response = [0; 64];
    let mut length = 0;
    while length < response.len() && !response[..length].contains(&b'\n') {
        match stream.read(&mut response[length..])? {
            0 => break,
            read => length += read,
        }
    }
    if response[..length].starts_with(b"HTTP/1.1 200 ") {
        return Ok(());
    }
    let line = String::from_utf8_lossy(&response[..length]);
    Err(io::Error::other(format!("the response is {:?}", line.lines().next().unwrap_or_default())))
}
