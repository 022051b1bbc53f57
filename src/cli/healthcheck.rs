//! `sudoku-service healthcheck`: asks a running service whether it is ready, for containers without a shell.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::server::reachable;

/// Time limit for connecting, and for each read of the response: shorter than the three seconds that the image allows
/// for its health check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Asks the service that listens on `listen`, at this path, whether it accepts requests. An address that means all of this
/// machine is replaced by the loopback address.
///
/// # Errors
/// The service cannot be reached, or its response is not 200. The error says which.
pub fn run(listen: SocketAddr, path: &str) -> io::Result<()> {
    ask(listen, path).map_err(|error| io::Error::other(format!("no service is ready at {listen}: {error}")))
}

fn ask(listen: SocketAddr, path: &str) -> io::Result<()> {
    let address = reachable(listen);
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut line = Vec::new();
    BufReader::new(stream.take(64)).read_until(b'\n', &mut line)?;
    if line.starts_with(b"HTTP/1.1 200 ") {
        return Ok(());
    }
    Err(io::Error::other(format!("the response is {:?}", String::from_utf8_lossy(&line).trim_end())))
}
