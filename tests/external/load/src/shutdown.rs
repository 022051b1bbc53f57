//! Shutdown under load, with a connection for each request, with a client that never finishes, and with a second signal.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{self, Connection, EASY, post, solve};
use crate::service::Service;
use crate::{Options, Result, promise};

/// Number of shutdowns with a connection for each request, and number of clients in each.
const SHUTDOWNS: usize = 25;
const CLIENTS: usize = 8;

/// SIGTERM under load, with a connection for each request, with a stuck connection, and twice.
pub async fn check(options: &Options) -> Result {
    under_load(options).await?;
    a_connection_each(options).await?;
    stuck(options).await?;
    twice(options).await
}

/// A client's view of the shutdown.
#[derive(Default)]
struct Seen {
    answered: usize,
    lost: Vec<String>,
}

async fn under_load(options: &Options) -> Result {
    // Within the delay, each response announces the end of its connection. Idle connections that are left are closed.
    let mut service = Service::start(&options.binary, &["--drain-delay", "200ms"]).await?;
    let mut clients = JoinSet::new();
    for _ in 0..64 {
        clients.spawn(client(service.address));
    }
    sleep(Duration::from_secs(1)).await;
    service.signal("TERM")?;
    let (status, took) = service.ended(Duration::from_secs(11)).await?;
    let seen = clients.join_all().await;
    let answered: usize = seen.iter().map(|seen| seen.answered).sum();
    let lost: Vec<&String> = seen.iter().flat_map(|seen| &seen.lost).collect();
    println!("  SIGTERM with 64 busy clients: {answered} answered, {} lost; {status} after {took:.0?}", lost.len());
    promise(lost.is_empty(), || format!("requests were lost: {lost:?}"))?;
    promise(status.success(), || format!("the exit status is {status}"))
}

/// Sends one request after another, reconnecting when the service closes the connection, until it is refused.
async fn client(address: SocketAddr) -> Seen {
    let mut seen = Seen::default();
    let request = solve("x-fault: hold=5ms\r\n", EASY);
    loop {
        let mut connection = match Connection::open(address).await {
            Ok(connection) => connection,
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => return seen,
            Err(error) => {
                seen.lost.push(format!("connect: {error}"));
                return seen;
            }
        };
        loop {
            match connection.exchange(&request).await {
                Ok(answer) if answer.status == 200 => {
                    seen.answered += 1;
                    if answer.close {
                        break;
                    }
                }
                Ok(answer) => {
                    seen.lost.push(answer.status.to_string());
                    return seen;
                }
                Err(error) => {
                    seen.lost.push(error.to_string());
                    return seen;
                }
            }
        }
    }
}

/// Clients that open a connection for each request stop within the drain delay, as they do once a gateway has seen
/// /readyz.
async fn a_connection_each(options: &Options) -> Result {
    let mut answered = 0;
    let mut lost = Vec::new();
    for _ in 0..SHUTDOWNS {
        let mut service = Service::start(&options.binary, &["--drain-delay", "1s"]).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            clients.spawn(one_by_one(service.address, Arc::clone(&stop)));
        }
        sleep(Duration::from_millis(50)).await;
        service.signal("TERM")?;
        sleep(Duration::from_millis(150)).await;
        let ready = client::get(service.address, "/readyz").await.map_err(|error| format!("/readyz: {error}"))?;
        promise(ready.status == 503, || format!("/readyz returned {} after SIGTERM", ready.status))?;
        stop.store(true, Ordering::Relaxed);
        for seen in clients.join_all().await {
            answered += seen.answered;
            lost.extend(seen.lost);
        }
        let (status, _) = service.ended(Duration::from_secs(11)).await?;
        promise(status.success(), || format!("the exit status is {status}"))?;
    }
    println!(
        "  SIGTERM {SHUTDOWNS} times with a connection for each request: {answered} answered, {} lost",
        lost.len()
    );
    promise(lost.is_empty(), || format!("requests were lost: {lost:?}"))
}

/// Sends one request after another, each on its own connection.
async fn one_by_one(address: SocketAddr, stop: Arc<AtomicBool>) -> Seen {
    let mut seen = Seen::default();
    let request = solve("connection: close\r\n", EASY);
    while !stop.load(Ordering::Relaxed) {
        match client::ask(address, &request).await {
            Ok(answer) if answer.status == 200 => seen.answered += 1,
            Ok(answer) => seen.lost.push(answer.status.to_string()),
            Err(error) => seen.lost.push(error.to_string()),
        }
    }
    seen
}

async fn stuck(options: &Options) -> Result {
    let mut service = Service::start(&options.binary, &["--drain-timeout", "1s"]).await?;
    let _silent = TcpStream::connect(service.address).await;
    let mut stuck = send_half(service.address).await?;
    service.signal("TERM")?;
    let (status, took) = service.ended(Duration::from_secs(10)).await?;
    println!("  SIGTERM with a stuck and a silent connection, deadline 1 s: {status} after {took:.1?}");
    let rest = stuck.read(&mut [0; 1024]).await;
    promise(!matches!(rest, Ok(1..)), || format!("the stuck request was answered: {rest:?}"))?;
    promise(status.code() == Some(1), || format!("a request was cut off, but the exit status is {status}"))?;
    promise(took < Duration::from_millis(1500), || format!("the exit took {took:?}"))
}

async fn twice(options: &Options) -> Result {
    let mut service = Service::start(&options.binary, &["--drain-timeout", "1h"]).await?;
    let _stuck = send_half(service.address).await?;
    service.signal("TERM")?;
    sleep(Duration::from_millis(300)).await;
    service.signal("TERM")?;
    let (status, took) = service.ended(Duration::from_secs(10)).await?;
    println!("  SIGTERM twice, deadline 1 h: {status} after {took:.0?}");
    // The stuck request was cut off.
    promise(status.code() == Some(1) && took < Duration::from_millis(500), || format!("{status} after {took:?}"))
}

async fn send_half(address: SocketAddr) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(&post("/solve", "", 81, "53..7")).await?;
    sleep(Duration::from_millis(100)).await;
    Ok(stream)
}
