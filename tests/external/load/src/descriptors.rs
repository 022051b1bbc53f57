//! A service with few file descriptors accepts only as many connections as they allow, and still answers probes.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{self, EASY, post, solve};
use crate::service::Service;
use crate::{Options, Result, promise};

const LIMIT: usize = 1024;
const SOCKETS: usize = 1400;

/// Number of sockets to open between two probes. Then, while they send their bodies, the number of probes, and the pause
/// after each.
const SOCKETS_PER_PROBE: usize = 50;
const PROBES: usize = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// Time limit for an answer to a probe.
const PROBED_WITHIN: Duration = Duration::from_millis(100);

/// Time limit for closing the service's ends of the sockets.
const CLOSED_WITHIN: Duration = Duration::from_secs(5);

/// A service with 1,024 descriptors gets 1,400 sockets that send their bodies slowly, and are then closed. It keeps a
/// reserve for the admin listener, so that no accept fails and every probe is answered.
pub async fn check(options: &Options) -> Result {
    let service = Service::start_after(&format!("ulimit -n {LIMIT}"), &options.binary, &[]).await?;
    let idle = service.descriptors();
    let mut slowest = Duration::ZERO;
    let mut sockets = Vec::new();
    let unfinished = post("/solve", "", 81, "5");
    for number in 0..SOCKETS {
        let mut socket = TcpStream::connect(service.address).await?;
        // The service may have closed it to make room for another.
        let _ = socket.write_all(&unfinished).await;
        sockets.push(socket);
        if number % SOCKETS_PER_PROBE == 0 {
            slowest = slowest.max(probe(&service).await?);
        }
    }
    for _ in 0..PROBES {
        for socket in &sockets {
            let _ = socket.try_write(b".");
        }
        slowest = slowest.max(probe(&service).await?);
        sleep(PAUSE).await;
    }
    let held = service.descriptors();
    drop(sockets);
    let begun = Instant::now();
    let request = solve("", EASY);
    let answer = timeout(Duration::from_secs(5), client::ask(service.address, &request));
    let answer = answer.await.map_err(|_| "no answer within 5 s after the sockets were closed")?;
    let (status, took) = (answer?.status, begun.elapsed());
    let errors = service.metrics().await?.value("sudoku_accept_errors_total");
    while service.descriptors() > idle + 1 && begun.elapsed() < CLOSED_WITHIN {
        sleep(PAUSE).await;
    }
    let after = service.descriptors();
    println!(
        "  descriptors {idle} -> {held} -> {after} of {LIMIT}; {errors} failures to accept; the slowest probe took {slowest:.1?}; {status} {took:.1?} after the sockets were closed"
    );
    promise(slowest <= PROBED_WITHIN, || format!("a probe took {slowest:?}"))?;
    promise(errors == 0, || format!("{errors} calls of accept failed"))?;
    promise(held < LIMIT, || format!("{held} descriptors left no reserve"))?;
    promise(status == 200, || format!("the status is {status}"))?;
    promise(after <= idle + 1, || format!("{after} descriptors are open, {idle} at first"))
}

/// The time until the admin listener answered a probe.
async fn probe(service: &Service) -> Result<Duration> {
    let sent = Instant::now();
    let answer = client::get(service.admin, "/livez").await.map_err(|error| format!("a probe failed: {error}"))?;
    promise(answer.status == 200, || format!("/livez returned {}", answer.status))?;
    Ok(sent.elapsed())
}
