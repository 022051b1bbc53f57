//! Shutdown under load, with kept connections and with a connection for each request.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, EASY, post};
use crate::service::Service;
use crate::{Options, Result, promise};

/// Number of shutdowns with a connection for each request.
const SHUTDOWNS: usize = 25;

/// SIGTERM under load, then with a connection for each request.
pub async fn check(options: &Options) -> Result {
    // Within the delay, each response announces the end of its connection. Idle connections that are left are closed.
    let mut service = Service::start(options, &["--drain-delay", "200ms"])?;
    let clients = start(service.address, 64, "x-fault: hold=5ms\r\n", None);
    sleep(Duration::from_secs(1)).await;
    service.terminate()?;
    let took = service.ended().await?;
    println!("  SIGTERM with 64 busy clients: {} answered; ended after {took:.0?}", answered(clients).await?);

    // Clients that open a connection for each request stop within the drain delay, as they do once a gateway has seen
    // /readyz.
    let mut sum = 0;
    for _ in 0..SHUTDOWNS {
        let mut service = Service::start(options, &["--drain-delay", "1s"])?;
        let stop: Arc<AtomicBool> = Arc::default();
        let clients = start(service.address, 8, "connection: close\r\n", Some(&stop));
        sleep(Duration::from_millis(50)).await;
        service.terminate()?;
        sleep(Duration::from_millis(150)).await;
        stop.store(true, Ordering::Relaxed);
        sum += answered(clients).await?;
        service.ended().await?;
    }
    println!("  SIGTERM {SHUTDOWNS} times with a connection for each request: {sum} answered");
    Ok(())
}

/// Starts clients that send one request after another until they are told to stop, or else until they are refused.
fn start(address: SocketAddr, number: usize, headers: &str, stop: Option<&Arc<AtomicBool>>) -> JoinSet<Result<usize>> {
    (0..number).map(|_| client(address, post("/solve", headers, EASY), stop.cloned())).collect()
}

/// The number of answers, if no request was lost.
async fn answered(clients: JoinSet<Result<usize>>) -> Result<usize> {
    let (answered, lost): (Vec<_>, Vec<_>) = clients.join_all().await.into_iter().partition(Result::is_ok);
    promise(lost.is_empty(), || format!("{} clients lost a request, such as {:?}", lost.len(), lost[0]))?;
    Ok(answered.into_iter().flatten().sum())
}

async fn client(address: SocketAddr, request: Vec<u8>, stop: Option<Arc<AtomicBool>>) -> Result<usize> {
    let mut answered = 0;
    while !stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        let mut connection = match Connection::open(address).await {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && stop.is_none() => break,
            connection => connection.map_err(|error| format!("connect: {error}"))?,
        };
        loop {
            let answer = connection.exchange(&request).await?;
            promise(answer.status == 200, || answer.status.to_string())?;
            answered += 1;
            if answer.close {
                break;
            }
        }
    }
    Ok(answered)
}
