//! A service with few file descriptors accepts only as many connections as they allow.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::client::{Connection, EASY, solve};
use crate::service::Service;
use crate::{Options, Verdict, promise};

const SOCKETS: usize = 200;

/// A service with 64 descriptors gets 200 sockets that each start a request, and are then closed. It keeps a reserve
/// for the admin listener, so that no accept fails.
pub async fn check(options: &Options) -> Verdict {
    let service = Service::start_with_descriptors(&options.binary, 64, &[]).await?;
    let idle = service.descriptors();
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        let mut socket = TcpStream::connect(service.address).await.map_err(|error| error.to_string())?;
        socket.write_all(b"POST /solve HTTP/1.1\r\n").await.map_err(|error| error.to_string())?;
        sockets.push(socket);
    }
    sleep(Duration::from_secs(1)).await;
    let held = service.descriptors();
    drop(sockets);
    let begun = Instant::now();
    let answer = timeout(Duration::from_secs(5), async {
        Connection::open(service.address).await?.exchange(&solve("", EASY)).await
    });
    let answer = answer.await.map_err(|_| "no answer within 5 s after the sockets were closed")?;
    let (status, took) = (answer.map_err(|error| error.to_string())?.status, begun.elapsed());
    let errors = service.metrics().await?.value("sudoku_accept_errors_total");
    sleep(Duration::from_millis(300)).await;
    let after = service.descriptors();
    println!(
        "  descriptors {idle} -> {held} -> {after}; {errors} failures to accept; {status} {took:.1?} after the sockets were closed"
    );
    promise(errors == 0, || format!("{errors} calls of accept failed"))?;
    promise(held < 64, || format!("{held} descriptors left no reserve"))?;
    promise(status == 200, || format!("the status is {status}"))?;
    promise(after <= idle + 1, || format!("{after} descriptors are open, {idle} at first"))
}
