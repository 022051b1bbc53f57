//! Deliberately slow clients: each is disconnected within its limit, and memory does not grow.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{self, EASY, post, solve};
use crate::open_loop::quantile;
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const CLIENTS: usize = 500;

/// Tolerance after a limit: two passes over all connections.
const SLACK: Duration = Duration::from_secs(2);

/// Tolerance before a limit: the client's clock may start a little later than the service's.
const EARLY: Duration = Duration::from_millis(200);

/// Memory limit for 500 open connections, in KiB.
const OPEN_COST: u64 = 500 * 64;

/// Number of rounds of all kinds, and number of rounds after which the memory must be stable.
const ROUNDS: usize = 20;
const LEVELLING: usize = 12;

/// Maximum growth of the memory in the rounds after that, in KiB.
const GROWTH: u64 = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    HalfSentHead,
    Silent,
    TrickledBody,
    UnreadAnswer,
}

/// Each kind is disconnected within its limit, and memory stays stable over many rounds.
pub async fn check(options: &Options) -> Result {
    ended(options).await?;
    level(options).await
}

/// 500 of each kind at once.
async fn ended(options: &Options) -> Result {
    let limit = Duration::from_secs(2);
    let arguments = ["--head-timeout=2s", "--body-timeout=2s", "--write-timeout=2s"];
    let service = Service::start(&options.binary, &arguments).await?;
    let descriptors = service.descriptors();
    println!("  idle: {:.1} MB resident, {descriptors} descriptors", mb(service.resident()));
    for kind in [Kind::HalfSentHead, Kind::Silent, Kind::TrickledBody, Kind::UnreadAnswer] {
        let before = service.resident();
        let (ended, open) = attack(&service, kind, limit).await?;
        sleep(Duration::from_millis(500)).await;
        println!(
            "  {kind:?}: {} disconnected after {:.2?} to {:.2?}; resident {:.1} -> {:.1} -> {:.1} MB",
            ended.len(),
            quantile(&ended, 0.0),
            quantile(&ended, 1.0),
            mb(before),
            mb(open),
            mb(service.resident()),
        );
        let in_time = ended.iter().all(|time| (limit.saturating_sub(EARLY)..limit + SLACK).contains(time));
        promise(ended.len() == CLIENTS && in_time, || {
            format!("{kind:?}: not every client was disconnected within its limit")
        })?;
        promise(open < before + OPEN_COST, || format!("{kind:?}: {open} KiB while they were open"))?;
    }
    let status = client::ask(service.address, &solve("", EASY)).await?.status;
    sleep(Duration::from_millis(300)).await;
    println!("  then: {status}, {} descriptors", service.descriptors());
    promise(status == 200, || format!("the status is {status}"))?;
    promise(service.descriptors() <= descriptors + 1, || format!("{} descriptors are open", service.descriptors()))
}

/// Rounds of all kinds at once, 500 clients each.
///
/// The C library's allocator keeps freed memory between blocks that are in use, in an arena for each thread. The memory
/// of a process without a leak therefore grows from round to round, ever more slowly, towards what each thread needs
/// when it does all the work. With a single arena it is stable after a few rounds, so that a leak of a few bytes per
/// connection shows.
async fn level(options: &Options) -> Result {
    let limit = Duration::from_millis(500);
    let arguments = ["--head-timeout=500ms", "--body-timeout=500ms", "--write-timeout=500ms"];
    let service = Service::start_after("export MALLOC_ARENA_MAX=1", &options.binary, &arguments).await?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let of = |kind| attack(&service, kind, limit);
        tokio::try_join!(of(Kind::HalfSentHead), of(Kind::Silent), of(Kind::TrickledBody), of(Kind::UnreadAnswer))?;
        sleep(Duration::from_millis(200)).await;
        rounds.push(service.resident());
    }
    let shown: Vec<String> = rounds.iter().map(|&kib| format!("{:.1}", mb(kib))).collect();
    println!("  all kinds at once, {ROUNDS} rounds of {}: resident {} MB", 4 * CLIENTS, shown.join(" "));
    let most = |rounds: &[u64]| rounds.iter().copied().max().unwrap_or_default();
    let (before, after) = rounds.split_at(LEVELLING);
    promise(most(after) <= most(before) + GROWTH, || format!("memory grows from round to round: {rounds:?} KiB"))
}

/// The sorted lifetimes of the connections, and the memory while all were open.
async fn attack(service: &Service, kind: Kind, limit: Duration) -> Result<(Vec<Duration>, u64)> {
    let mut clients = JoinSet::new();
    let mut unread = Vec::new();
    let begun = Instant::now();
    let before = service.metrics().await?.closed("write_timeout");
    for _ in 0..CLIENTS {
        if kind == Kind::UnreadAnswer {
            unread.push(ask_and_never_read(service.address).await?);
        } else {
            clients.spawn(lifetime(service.address, kind, 10 * limit));
        }
    }
    let begun_last = Instant::now();
    sleep(limit / 2).await;
    let open = service.resident();
    let mut ended = Vec::new();
    if kind == Kind::UnreadAnswer {
        // Such a client does not read, so it does not notice. The service's metrics show it instead.
        while begun_last.elapsed() < 2 * limit + SLACK && ended.len() < CLIENTS {
            let closed = (service.metrics().await?.closed("write_timeout") - before) as usize;
            // The first connection was opened earlier than the last.
            let lived = if closed < CLIENTS { begun.elapsed() } else { begun_last.elapsed() };
            ended.resize(closed.min(CLIENTS), lived.max(begun_last.elapsed()));
            sleep(Duration::from_millis(50)).await;
        }
    } else {
        for lived in clients.join_all().await {
            ended.push(lived.map_err(|error| format!("{kind:?}: {error}"))?);
        }
    }
    ended.sort_unstable();
    Ok((ended, open))
}

/// Opens a connection of this kind. Returns the time until the service answered or closed it, if that was within
/// `most`.
async fn lifetime(address: SocketAddr, kind: Kind, most: Duration) -> io::Result<Duration> {
    let mut stream = TcpStream::connect(address).await?;
    let begun = Instant::now();
    match kind {
        Kind::Silent | Kind::UnreadAnswer => {}
        Kind::HalfSentHead => stream.write_all(b"GET / HTTP/1.1\r\nhost: lo").await?,
        Kind::TrickledBody => stream.write_all(&post("/solve", "", 10_000, "")).await?,
    }
    let mut buffer = [0; 1024];
    while begun.elapsed() < most {
        match timeout(Duration::from_millis(200), stream.read(&mut buffer)).await {
            // Closed, or the answer (408). The service continues reading from a client that stays, so this one
            // disconnects.
            Ok(_) => return Ok(begun.elapsed()),
            Err(_) if kind == Kind::TrickledBody => {
                if stream.write_all(b"5").await.is_err() {
                    return Ok(begun.elapsed());
                }
            }
            Err(_) => {}
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

/// Requests far more than the buffers of both sides hold, and reads nothing.
async fn ask_and_never_read(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket.connect(address).await?;
    let requests = "GET /openapi.json HTTP/1.1\r\nhost: load\r\n\r\n".repeat(100);
    stream.write_all(requests.as_bytes()).await?;
    Ok(stream)
}
