//! Hostile peers: each is disconnected within its limit, all together take no more memory than they may, and afterwards
//! the service answers at once.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{EASY, ask, get, open_without_buffer, post, post_part};
use crate::open_loop::quantile;
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

/// Peers of each kind: 512 of the public listener, and 64, as many as it accepts, of the admin listener.
const PUBLIC: usize = 128;
const ADMIN: usize = 16;

/// Memory limit for an open connection, apart from bodies and answers, in KiB.
const OPEN_COST: u64 = 64;

/// Tolerance after a limit, on a busy machine.
const SLACK: Duration = Duration::from_secs(3);

/// Time limit for an answer afterwards.
const AT_ONCE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Sends nothing.
    Silent,
    /// Sends a byte of a head every second.
    SlowHead,
    /// Sends a byte of a body every second.
    SlowBody,
    /// Reads 16 bytes a second.
    SlowReader,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Silent, Self::SlowHead, Self::SlowBody, Self::SlowReader];

    /// When it is disconnected at the latest.
    fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Silent => 10,
            // The keep-alive timeout and a fifth.
            Self::SlowHead => 108,
            Self::SlowBody => 20,
            // A minute, and a second for each 4 KiB of an answer.
            Self::SlowReader => 60 + 300_000 / 4096,
        })
    }

    /// What it sends first.
    fn begins_with(self) -> Vec<u8> {
        match self {
            Self::Silent => Vec::new(),
            Self::SlowHead => b"GET /livez HTTP/1.1\r\nhost: lo".to_vec(),
            Self::SlowBody => post_part("/solve", "", 10_000, ""),
            // Long answers of the public listener, then of the admin listener; the other has none there.
            Self::SlowReader => ["/openapi.json", "/metrics"].map(get).concat().repeat(50),
        }
    }
}

/// Attacks both listeners, each of a service of its own.
pub async fn check(options: &Options) -> Result {
    let start = || Service::start(options, &[]);
    let (public, admin) = (start()?, start()?);
    tokio::try_join!(attack(&public, public.address, PUBLIC), attack(&admin, admin.admin, ADMIN))?;
    Ok(())
}

async fn attack(service: &Service, address: SocketAddr, number: usize) -> Result {
    let before = service.resident();
    let peers = Kind::ALL.map(|kind| (0..number).map(|_| lifetime(address, kind)).collect::<JoinSet<_>>());
    sleep(Kind::Silent.limit() / 2).await;
    let open = service.resident();
    // The metrics of an admin listener that is full cannot be read; its answers are short.
    let held = if address == service.address { service.held().await? / 1024 } else { 0 };
    let may = before + held + 4 * number as u64 * OPEN_COST;
    for (kind, peers) in Kind::ALL.into_iter().zip(peers) {
        let mut times: Vec<Duration> = peers.join_all().await.into_iter().flatten().collect();
        times.sort_unstable();
        promise(times.len() == number, || format!("{kind:?}: {} of {number} were disconnected", times.len()))?;
        let (first, last) = (quantile(&times, 0.0), quantile(&times, 1.0));
        println!("  {address}: {number} of {kind:?} ended after {first:.1?} to {last:.1?}, limit {:?}", kind.limit());
        promise(last <= kind.limit() + SLACK, || format!("{kind:?}: one lived for {last:?}"))?;
    }
    let [before, open, may] = [before, open, may].map(mb);
    println!("  {address}: {before:.1} -> {open:.1} MB resident, may be {may:.1}");
    promise(open <= may, || format!("{open} MB are resident"))?;
    for (address, request) in [(service.address, post("/solve", "", EASY)), (service.admin, post("/livez", "", ""))] {
        let answer = timeout(AT_ONCE, ask(address, &request)).await;
        let answer = answer.map_err(|_| format!("{address}: no answer within {AT_ONCE:?}"))?;
        answer.map_err(|error| format!("{address}: {error}"))?;
    }
    Ok(())
}

/// The time until the service answers a slow body or disconnects a peer; `None` if it does not.
async fn lifetime(address: SocketAddr, kind: Kind) -> Option<Duration> {
    let mut stream = open_without_buffer(address).await.ok()?;
    stream.write_all(&kind.begins_with()).await.ok()?;
    let begun = Instant::now();
    while begun.elapsed() < 2 * kind.limit() {
        let ended = match kind {
            Kind::SlowReader => {
                let _ = stream.read(&mut [0; 16]).await;
                sleep(Duration::from_secs(1)).await;
                // A reset is seen before what has arrived is read.
                !matches!(stream.take_error(), Ok(None))
            }
            Kind::Silent => {
                // Its end, orderly or not.
                let _ = stream.read(&mut [0; 16]).await;
                true
            }
            Kind::SlowHead | Kind::SlowBody => {
                timeout(Duration::from_secs(1), stream.read(&mut [0; 16])).await.is_ok()
                    || stream.write_all(b"5").await.is_err()
            }
        };
        if ended {
            return Some(begun.elapsed());
        }
    }
    None
}
