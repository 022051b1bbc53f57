//! Batches of bad lines delay other requests no more than batches of good ones.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::client::{EASY, solve};
use crate::open_loop::{open_loop, quantile};
use crate::service::Service;
use crate::{Options, Verdict, promise};

const BATCHES: usize = 32;

/// Requests a second beside them.
const RATE: f64 = 200.0;

const TIME: Duration = Duration::from_secs(6);

/// What a busy machine adds to a request now and then.
const NOISE: Duration = Duration::from_millis(10);

/// The 99th percentile of requests beside 32 batches of bad lines of 4 KiB is at most twice that beside good ones.
pub async fn check(options: &Options) -> Verdict {
    let good = beside(options, "good", &format!("{EASY}\n")).await?;
    let bad = beside(options, "bad", &format!("{}\n", "z".repeat(4095))).await?;
    promise(bad < 2 * good.max(NOISE), || format!("p99 is {bad:?} beside bad lines, {good:?} beside good ones"))
}

async fn beside(options: &Options, name: &str, line: &str) -> Result<Duration, String> {
    let service = Service::start(&options.binary, &[]).await?;
    let mut batches = JoinSet::new();
    for _ in 0..BATCHES {
        let (address, lines) = (service.address, line.repeat(64 * 1024 / line.len()));
        batches.spawn(async move {
            let stream = TcpStream::connect(address).await.ok()?;
            let (mut answers, mut upload) = stream.into_split();
            let head = "POST /solve/batch HTTP/1.1\r\nhost: load\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
            // Both end only with an error.
            let send = async {
                upload.write_all(head.as_bytes()).await.ok()?;
                while upload.write_all(format!("{:x}\r\n{lines}\r\n", lines.len()).as_bytes()).await.is_ok() {}
                Some(())
            };
            let read = async {
                let mut buffer = vec![0; 64 * 1024];
                while answers.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
            };
            tokio::join!(send, read).0
        });
    }
    let run = open_loop(service.address, RATE, TIME, &[solve("", EASY)]).await;
    println!("  beside {BATCHES} batches of {name} lines: {run}");
    batches.abort_all();
    promise(run.other.is_empty(), || format!("other answers: {:?}", run.other))?;
    Ok(quantile(&run.solved, 0.99))
}
