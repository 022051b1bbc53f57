//! A conversation on one connection: arbitrary bytes from the client, answers from the service.

use std::net::SocketAddr;

use sudoku_service::operations::problem::Code;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::http::PATIENCE;

/// Sends the bytes in two parts and closes the sending side. Returns what came back, or `None` after the time limit.
pub async fn converse(address: SocketAddr, bytes: &[u8], pause: usize) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await.expect("the service accepts");
    let (mut reading, mut writing) = stream.split();
    let mut received = Vec::new();
    let send = async {
        // The service may reject the first part and close.
        let _ = writing.write_all(&bytes[..pause]).await;
        tokio::task::yield_now().await;
        let _ = writing.write_all(&bytes[pause..]).await;
        let _ = writing.shutdown().await;
    };
    let both = async { tokio::join!(send, reading.read_to_end(&mut received)) };
    // A reset is also a valid end.
    timeout(PATIENCE, both).await.ok()?.1.ok();
    Some(received)
}

/// Checks a sequence of answers.
pub fn check_answers(mut bytes: &[u8]) -> Result<(), String> {
    while !bytes.is_empty() {
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4) else {
            // What comes behind a long body may be cut, too.
            return if bytes.starts_with(b"HTTP/1.") { Ok(()) } else { Err("an answer's head has no end".to_owned()) };
        };
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| "a head is not text")?.to_ascii_lowercase();
        bytes = &bytes[end..];
        // An HTTP/1.0 request gets an HTTP/1.0 response.
        let status: u16 = (head.strip_prefix("http/1.1 ").or_else(|| head.strip_prefix("http/1.0 ")))
            .and_then(|line| line.get(..3)?.parse().ok())
            .ok_or_else(|| format!("no status: {head}"))?;
        // An unknown transfer coding, or a full queue, is none of our faults.
        if status >= 500 && ![501, 503].contains(&status) {
            return Err(format!("an answer is {head}"));
        }
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let body = if field("transfer-encoding:").is_some() {
            // An answer that ended early has no final chunk. The batch tests check its last line.
            let end = bytes.windows(5).position(|window| window == b"0\r\n\r\n").map_or(bytes.len(), |at| at + 5);
            bytes = &bytes[end..];
            continue;
        } else if head.starts_with("http/1.0 ") && field("content-length:").is_none() {
            // The body extends to the end of the connection.
            return Ok(());
        } else {
            let length = field("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0);
            // A response to HEAD states the length of a body that is not sent.
            let none = bytes.is_empty() || bytes.starts_with(b"HTTP/1.");
            let body;
            // The service takes a client that ends what it sends for one that has gone, and then does not write a long body on.
            (body, bytes) = bytes.split_at_checked(if none { 0 } else { length }).unwrap_or((&[], &[]));
            body
        };
        if status >= 400 && !body.is_empty() {
            let text = std::str::from_utf8(body).map_err(|_| "a problem is not text")?;
            let code = text.split_once(':').map_or("", |(code, _)| code);
            let is_problem = match field("content-type:") {
                Some("application/problem+json") => serde_json::from_str::<serde_json::Value>(text).is_ok(),
                _ => Code::from_name(code).is_some() && text.trim_end_matches('\n').lines().count() == 1,
            };
            if !is_problem {
                return Err(format!("not a problem of the service: {head}{text}"));
            }
        }
    }
    Ok(())
}
