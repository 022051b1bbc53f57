//! Load generators: an open loop, which sends at a fixed rate whether or not requests are answered, and a closed loop.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use crate::client::Connection;

/// The warm-up, which is not counted.
const WARM_UP: Duration = Duration::from_secs(1);

/// Interval at which this client measures its own lag. Timers have no finer resolution.
const LOOK: Duration = Duration::from_millis(1);

/// The most connections of an open loop, so that neither this client nor the service runs out of descriptors. A request
/// beyond it waits for a connection, and its time counts from when it was due.
const CONNECTIONS: usize = 3000;

/// The results of a run.
pub struct Figures {
    /// Requests sent per second.
    pub offered: f64,
    /// Answers with 200 per second, after the warm-up.
    pub goodput: f64,
    /// Times of answers with 200, from when the request was due; sorted.
    pub solved: Vec<Duration>,
    /// Times of answers with 503, from when the request was sent; sorted.
    pub refused: Vec<Duration>,
    /// The same without this client's own lag.
    pub refused_by_service: Vec<Duration>,
    /// All other results and their counts.
    pub other: BTreeMap<String, usize>,
}

/// One answer.
struct Sample {
    /// When the request was due, when it was sent, and when the answer was read.
    due: Instant,
    sent: Instant,
    done: Instant,
    outcome: io::Result<u16>,
}

/// The intervals in which this client lagged: from when a timer was due to when it fired.
///
/// Client and service share the machine. The client has one thread, so whatever delays a timer delays the reading of
/// answers by as much, and that is not the service's time.
#[derive(Default)]
struct Lags(Vec<Range<Instant>>);

impl Lags {
    /// Records intervals until it is cancelled.
    async fn note(into: Arc<Mutex<Self>>) {
        loop {
            // A timer of one millisecond may take two.
            let late = Instant::now() + 2 * LOOK;
            sleep(LOOK).await;
            let now = Instant::now();
            if now > late {
                lock(&into).0.push(late..now);
            }
        }
    }

    /// The part of this interval in which the client lagged.
    fn within(&self, from: Instant, to: Instant) -> Duration {
        let first = self.0.partition_point(|lag| lag.end <= from);
        let lags = self.0[first..].iter().take_while(|lag| lag.start < to);
        lags.map(|lag| lag.end.min(to) - lag.start.max(from)).sum()
    }
}

/// Sends `rate` requests per second for this time, taking them from `requests` in turn.
pub async fn open_loop(address: SocketAddr, rate: f64, time: Duration, requests: &[Vec<u8>]) -> Figures {
    let idle: Arc<Mutex<Vec<Connection>>> = Arc::default();
    let lags: Arc<Mutex<Lags>> = Arc::default();
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let requests: Arc<[Vec<u8>]> = requests.into();
    let canary = tokio::spawn(Lags::note(Arc::clone(&lags)));
    let started = Instant::now();
    let (mut number, mut samples, mut running) = (0_usize, Vec::new(), JoinSet::new());
    while started.elapsed() < time {
        let due = (started.elapsed().as_secs_f64() * rate) as usize + 1;
        while number < due {
            let due = started + Duration::from_secs_f64(number as f64 / rate);
            let (idle, requests, connections) = (Arc::clone(&idle), Arc::clone(&requests), Arc::clone(&connections));
            running.spawn(async move {
                let _connection = connections.acquire().await;
                let sent = Instant::now();
                let outcome = one(address, &idle, &requests[number % requests.len()]).await;
                Sample { due, sent, done: Instant::now(), outcome }
            });
            number += 1;
        }
        samples.extend(std::iter::from_fn(|| running.try_join_next()).flatten());
        sleep_until((Instant::now() + Duration::from_micros(500)).into()).await;
    }
    samples.extend(running.join_all().await);
    canary.abort();
    Figures::of(samples, &lock(&lags), started, time)
}

/// Keeps this many connections busy for this time.
pub async fn closed_loop(address: SocketAddr, connections: usize, time: Duration, requests: &[Vec<u8>]) -> Figures {
    let requests: Arc<[Vec<u8>]> = requests.into();
    let started = Instant::now();
    let mut running = JoinSet::new();
    for first in 0..connections {
        let requests = Arc::clone(&requests);
        running.spawn(async move {
            let idle = Mutex::default();
            let mut samples = Vec::new();
            while started.elapsed() < time {
                let sent = Instant::now();
                let outcome = one(address, &idle, &requests[(first + samples.len()) % requests.len()]).await;
                samples.push(Sample { due: sent, sent, done: Instant::now(), outcome });
            }
            samples
        });
    }
    let samples: Vec<Sample> = running.join_all().await.into_iter().flatten().collect();
    Figures::of(samples, &Lags::default(), started, time)
}

async fn one(address: SocketAddr, idle: &Mutex<Vec<Connection>>, request: &[u8]) -> io::Result<u16> {
    let reused = lock(idle).pop();
    let mut connection = match reused {
        Some(connection) => connection,
        None => Connection::open(address).await?,
    };
    let answer = connection.exchange(request).await?;
    if !answer.close {
        lock(idle).push(connection);
    }
    Ok(answer.status)
}

impl Figures {
    fn of(samples: Vec<Sample>, lags: &Lags, started: Instant, time: Duration) -> Self {
        let mut figures = Self {
            offered: samples.len() as f64 / time.as_secs_f64(),
            goodput: 0.0,
            solved: Vec::new(),
            refused: Vec::new(),
            refused_by_service: Vec::new(),
            other: BTreeMap::new(),
        };
        let counted = started + WARM_UP..started + time;
        let mut solved_in_time = 0;
        for Sample { due, sent, done, outcome } in samples {
            match outcome {
                Ok(200) => {
                    solved_in_time += usize::from(counted.contains(&done));
                    figures.solved.push(done - due);
                }
                Ok(503) => {
                    figures.refused.push(done - sent);
                    figures.refused_by_service.push((done - sent).saturating_sub(lags.within(sent, done)));
                }
                Ok(status) => *figures.other.entry(status.to_string()).or_default() += 1,
                Err(error) => *figures.other.entry(error.to_string()).or_default() += 1,
            }
        }
        figures.goodput = solved_in_time as f64 / time.saturating_sub(WARM_UP).as_secs_f64();
        figures.solved.sort_unstable();
        figures.refused.sort_unstable();
        figures.refused_by_service.sort_unstable();
        figures
    }
}

/// A quantile of sorted times; zero if there are none.
pub fn quantile(sorted: &[Duration], quantile: f64) -> Duration {
    let place = ((sorted.len() as f64 * quantile) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |times: &[Duration], q| quantile(times, q).as_secs_f64() * 1e3;
        let Self { offered, goodput, solved, refused, refused_by_service, other } = self;
        write!(
            f,
            "offered {offered:.0}/s, 200 {goodput:.0}/s p50 {:.1} ms p99 {:.1} ms",
            ms(solved, 0.5),
            ms(solved, 0.99)
        )?;
        let (p50, p99, most) = (ms(refused, 0.5), ms(refused, 0.99), ms(refused, 1.0));
        write!(f, "; 503 {} p50 {p50:.2} ms p99 {p99:.2} ms max {most:.1} ms", refused.len())?;
        write!(f, ", without this client's own lag {:.1} ms; other {other:?}", ms(refused_by_service, 1.0))
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
