//! A closed loop of requests over several connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Failed;

/// The results of a load.
#[derive(Default)]
pub struct Measured {
    /// The latency of each request, in nanoseconds.
    pub latencies: Vec<u32>,
    /// The total time.
    pub elapsed: Duration,
}

impl Measured {
    pub fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.elapsed.as_secs_f64()
    }

    /// Returns the latency at this quantile, in microseconds.
    pub fn quantile(&mut self, part: f64) -> f64 {
        let index = ((self.latencies.len() as f64 * part) as usize).min(self.latencies.len().saturating_sub(1));
        let (_, latency, _) = self.latencies.select_nth_unstable(index);
        f64::from(*latency) / 1e3
    }

    pub fn add(&mut self, other: Self) {
        self.latencies.extend(other.latencies);
        self.elapsed += other.elapsed;
    }
}

/// Returns a POST request to this path for each body.
pub fn requests<'a>(path: &str, media_type: &str, bodies: impl Iterator<Item = &'a str>) -> Arc<Vec<Vec<u8>>> {
    let request = |body: &str| {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\r\n"
        );
        [head.as_bytes(), body.as_bytes()].concat()
    };
    Arc::new(bodies.map(request).collect())
}

/// Sends the requests in turn over each connection until the time is over. Each connection sends one request at a time,
/// with a pause after each.
pub async fn run(
    address: SocketAddr,
    requests: &Arc<Vec<Vec<u8>>>,
    connections: usize,
    time: Duration,
    pause: Duration,
) -> Result<Measured, Failed> {
    let mut tasks = Vec::new();
    let began = Instant::now();
    for number in 0..connections {
        let requests = Arc::clone(requests);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        tasks.push(tokio::spawn(client(stream, requests, number * 97, began + time, pause)));
    }
    let mut latencies = Vec::new();
    for task in tasks {
        latencies.extend(task.await??);
    }
    Ok(Measured { latencies, elapsed: began.elapsed() })
}

async fn client(
    mut stream: TcpStream,
    requests: Arc<Vec<Vec<u8>>>,
    first: usize,
    end: Instant,
    pause: Duration,
) -> Result<Vec<u32>, Failed> {
    let mut latencies = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    for request in requests.iter().cycle().skip(first % requests.len()) {
        let began = Instant::now();
        if began >= end {
            break;
        }
        stream.write_all(request).await?;
        let mut filled = 0;
        loop {
            let count = stream.read(&mut buffer[filled..]).await?;
            if count == 0 {
                return Err("the server closed a connection".into());
            }
            filled += count;
            if is_whole(&buffer[..filled])? {
                break;
            }
        }
        latencies.push(u32::try_from(began.elapsed().as_nanos()).unwrap_or(u32::MAX));
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
    Ok(latencies)
}

/// Returns whether this is a complete response, whose status must be 200.
fn is_whole(answer: &[u8]) -> Result<bool, Failed> {
    const LENGTH: &[u8] = b"\r\ncontent-length: ";
    let Some(head) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { return Ok(false) };
    if !answer.starts_with(b"HTTP/1.1 200") {
        return Err(String::from_utf8_lossy(answer).into());
    }
    let at = answer[..head].windows(LENGTH.len()).position(|bytes| bytes == LENGTH).ok_or("no content-length")?;
    let digits = answer[at + LENGTH.len()..head].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    Ok(answer.len() >= head + 4 + length)
}
