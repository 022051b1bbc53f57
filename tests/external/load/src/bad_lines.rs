//! Batches of bad lines delay other requests no more than batches of good ones.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::client::{EASY, solve};
use crate::open_loop::{open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

const BATCHES: usize = 32;

/// Single requests per second during the batches.
const RATE: f64 = 200.0;

const TIME: Duration = Duration::from_secs(6);

/// Delay that a busy machine occasionally adds to a request.
const NOISE: Duration = Duration::from_millis(10);

/// The 99th percentile of requests beside 32 batches of bad lines of 4 KiB is at most twice that beside good ones.
pub async fn check(options: &Options) -> Result {
    let good = beside(options, "good", &format!("{EASY}\n")).await?;
    let bad = beside(options, "bad", &format!("{}\n", "z".repeat(4095))).await?;
    promise(bad < 2 * good.max(NOISE), || format!("p99 is {bad:?} beside bad lines, {good:?} beside good ones"))
}

async fn beside(options: &Options, name: &str, line: &str) -> Result<Duration> {
    let service = Service::start(&options.binary, &[]).await?;
    let (address, lines) = (service.address, line.repeat(64 * 1024 / line.len()));
    // A thread of their own, so that sending does not delay the requests that are measured. It ends with the service.
    thread::spawn(move || send_batches(address, &lines));
    let run = open_loop(address, RATE, TIME, &[solve("", EASY)]).await;
    println!("  beside {BATCHES} batches of {name} lines: {run}");
    promise(run.other.is_empty(), || format!("other answers: {:?}", run.other))?;
    Ok(quantile(&run.solved, 0.99))
}

#[tokio::main(flavor = "current_thread")]
async fn send_batches(address: SocketAddr, lines: &str) {
    let chunk: Arc<str> = format!("{:x}\r\n{lines}\r\n", lines.len()).into();
    let batches: JoinSet<_> = (0..BATCHES).map(|_| batch(address, Arc::clone(&chunk))).collect();
    batches.join_all().await;
}

/// Sends a batch of these chunks and reads the answers, both until the service is gone.
async fn batch(address: SocketAddr, chunk: Arc<str>) -> io::Result<()> {
    let (mut answers, mut upload) = TcpStream::connect(address).await?.into_split();
    let head =
        "POST /solve/batch HTTP/1.1\r\nhost: load\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
    upload.write_all(head.as_bytes()).await?;
    let send = async {
        loop {
            upload.write_all(chunk.as_bytes()).await?;
        }
    };
    let read = async {
        let mut buffer = vec![0; 64 * 1024];
        while answers.read(&mut buffer).await? > 0 {}
        Ok(())
    };
    tokio::select! {
        ended = send => ended,
        ended = read => ended,
    }
}
