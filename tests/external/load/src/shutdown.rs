//! Shutdown under load, with kept connections and with a connection for each request.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{self, Connection, EASY, solve};
use crate::service::Service;
use crate::{Options, Result, promise};

/// Number of shutdowns with a connection for each request, and number of clients in each.
const SHUTDOWNS: usize = 25;
const CLIENTS: usize = 8;

/// SIGTERM under load, then with a connection for each request.
pub async fn check(options: &Options) -> Result {
    under_load(options).await?;
    a_connection_each(options).await
}

/// A client's view of the shutdown.
#[derive(Default)]
struct Seen {
    answered: usize,
    lost: Vec<String>,
}

async fn under_load(options: &Options) -> Result {
    // Within the delay, each response announces the end of its connection. Idle connections that are left are closed.
    let mut service = Service::start(&options.binary, &["--drain-delay", "200ms"])?;
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
        let mut service = Service::start(&options.binary, &["--drain-delay", "1s"])?;
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
