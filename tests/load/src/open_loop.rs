//! Load: an open loop, whose requests come at their rate whether or not earlier ones are answered, and a closed one.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::client::Connection;

/// The part of a run that is not counted: queues fill and means settle.
const WARM_UP: Duration = Duration::from_secs(1);

/// What became of the requests of a run.
pub struct Figures {
    /// Requests sent a second.
    pub offered: f64,
    /// Answers 200 a second, once warm.
    pub goodput: f64,
    /// How long those with 200 took, from when they were due, in order.
    pub solved: Vec<Duration>,
    /// How long those with 503 took, in order.
    pub refused: Vec<Duration>,
    /// Everything else, and how often.
    pub other: BTreeMap<String, usize>,
}

/// One answer: when it came, how long it took, and what it was.
type Sample = (Instant, Duration, Result<u16, String>);

/// Sends a request of `requests` in turn, `rate` a second, for this time.
pub async fn open_loop(address: SocketAddr, rate: f64, time: Duration, requests: &[Vec<u8>]) -> Figures {
    let idle: Arc<Mutex<Vec<Connection>>> = Arc::default();
    let samples: Arc<Mutex<Vec<Sample>>> = Arc::default();
    let requests: Arc<[Vec<u8>]> = requests.into();
    let started = Instant::now();
    let mut sent = 0_usize;
    let mut running = JoinSet::new();
    while started.elapsed() < time {
        let due = (started.elapsed().as_secs_f64() * rate) as usize;
        while sent < due {
            let scheduled = started + Duration::from_secs_f64(sent as f64 / rate);
            let (idle, samples, requests) = (Arc::clone(&idle), Arc::clone(&samples), Arc::clone(&requests));
            let number = sent;
            running.spawn(async move {
                let outcome = one(address, &idle, &requests[number % requests.len()]).await;
                let now = Instant::now();
                lock(&samples).push((now, now - scheduled, outcome));
            });
            sent += 1;
        }
        while running.try_join_next().is_some() {}
        sleep_until((Instant::now() + Duration::from_micros(500)).into()).await;
    }
    while running.join_next().await.is_some() {}
    let samples = std::mem::take(&mut *lock(&samples));
    Figures::of(samples, started, time, sent)
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
                let begun = Instant::now();
                let outcome = one(address, &idle, &requests[(first + samples.len()) % requests.len()]).await;
                samples.push((Instant::now(), begun.elapsed(), outcome));
            }
            samples
        });
    }
    let samples: Vec<Sample> = running.join_all().await.into_iter().flatten().collect();
    let sent = samples.len();
    Figures::of(samples, started, time, sent)
}

async fn one(address: SocketAddr, idle: &Mutex<Vec<Connection>>, request: &[u8]) -> Result<u16, String> {
    let reused = lock(idle).pop();
    let mut connection = match reused {
        Some(connection) => connection,
        None => Connection::open(address).await.map_err(|error| format!("connect: {error}"))?,
    };
    let answer = connection.exchange(request).await.map_err(|error| error.to_string())?;
    if !answer.close {
        lock(idle).push(connection);
    }
    Ok(answer.status)
}

impl Figures {
    fn of(samples: Vec<Sample>, started: Instant, time: Duration, sent: usize) -> Self {
        let mut figures = Self {
            offered: sent as f64 / time.as_secs_f64(),
            goodput: 0.0,
            solved: Vec::new(),
            refused: Vec::new(),
            other: BTreeMap::new(),
        };
        let counted = started + WARM_UP..started + time;
        let mut solved_in_time = 0;
        for (done, took, outcome) in samples {
            match outcome {
                Ok(200) => {
                    solved_in_time += usize::from(counted.contains(&done));
                    figures.solved.push(took);
                }
                Ok(503) => figures.refused.push(took),
                Ok(status) => *figures.other.entry(status.to_string()).or_default() += 1,
                Err(error) => *figures.other.entry(error).or_default() += 1,
            }
        }
        figures.goodput = solved_in_time as f64 / (time - WARM_UP).as_secs_f64();
        figures.solved.sort_unstable();
        figures.refused.sort_unstable();
        figures
    }
}

/// The quantile of sorted times; zero if there are none.
pub fn quantile(sorted: &[Duration], quantile: f64) -> Duration {
    let place = ((sorted.len() as f64 * quantile) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |times: &[Duration], q| quantile(times, q).as_secs_f64() * 1e3;
        let Self { offered, goodput, solved, refused, other } = self;
        write!(
            f,
            "offered {offered:.0}/s, 200 {goodput:.0}/s p50 {:.1} ms p99 {:.1} ms",
            ms(solved, 0.5),
            ms(solved, 0.99)
        )?;
        let (p50, p99, most) = (ms(refused, 0.5), ms(refused, 0.99), ms(refused, 1.0));
        write!(f, "; 503 {} p50 {p50:.2} ms p99 {p99:.2} ms max {most:.1} ms; else {other:?}", refused.len())
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
