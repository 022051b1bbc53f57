//! Shutdown under load, with a client that never finishes, and with a second signal.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, EASY, solve};
use crate::service::Service;
use crate::{Options, Verdict, promise};

const STUCK: &[u8] = b"POST /solve HTTP/1.1\r\nhost: load\r\ncontent-length: 81\r\n\r\n53..7";

/// SIGTERM under load, with a stuck connection, and twice.
pub async fn check(options: &Options) -> Verdict {
    under_load(options).await?;
    stuck(options).await?;
    twice(options).await
}

/// A client's view of the shutdown.
#[derive(Default)]
struct Seen {
    answered: usize,
    lost: Vec<String>,
}

async fn under_load(options: &Options) -> Verdict {
    let mut service = Service::start(&options.binary, &[]).await?;
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

async fn stuck(options: &Options) -> Verdict {
    let mut service = Service::start(&options.binary, &["--drain-timeout", "1s"]).await?;
    let _silent = TcpStream::connect(service.address).await;
    let mut stuck = send_half(service.address).await?;
    service.signal("TERM")?;
    let (status, took) = service.ended(Duration::from_secs(10)).await?;
    println!("  SIGTERM with a stuck and a silent connection, deadline 1 s: {status} after {took:.1?}");
    let rest = stuck.read(&mut [0; 1024]).await;
    promise(!matches!(rest, Ok(1..)), || format!("the stuck request was answered: {rest:?}"))?;
    promise(status.success(), || format!("the exit status is {status}"))?;
    promise(took < Duration::from_millis(1500), || format!("the exit took {took:?}"))
}

async fn twice(options: &Options) -> Verdict {
    let mut service = Service::start(&options.binary, &["--drain-timeout", "1h"]).await?;
    let _stuck = send_half(service.address).await?;
    service.signal("TERM")?;
    sleep(Duration::from_millis(300)).await;
    service.signal("TERM")?;
    let (status, took) = service.ended(Duration::from_secs(10)).await?;
    println!("  SIGTERM twice, deadline 1 h: {status} after {took:.0?}");
    promise(status.success() && took < Duration::from_millis(500), || format!("{status} after {took:?}"))
}

async fn send_half(address: SocketAddr) -> Result<TcpStream, String> {
    let mut stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.write_all(STUCK).await.map_err(|error| error.to_string())?;
    sleep(Duration::from_millis(100)).await;
    Ok(stream)
}
