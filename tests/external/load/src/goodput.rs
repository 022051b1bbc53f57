//! Overload: the service stays at its peak rate, rejects the rest immediately, and answers probes.

use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::client::{self, EASY, solve};
use crate::open_loop::{Figures, closed_loop, open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

/// The service's time limit for a request.
const REQUEST_LIMIT: Duration = Duration::from_secs(5);

/// Time limit for 999 of 1,000 rejections. The others may have waited for a processor.
const REFUSED_WITHIN: Duration = Duration::from_millis(20);

/// Time limit for a probe while the solver threads are busy.
const PROBED_WITHIN: Duration = Duration::from_millis(100);

/// Time limit for a probe while this client and the service compete for the processors: that of the readiness probe in
/// deploy/kubernetes.
const PROBED_AT_ALL: Duration = Duration::from_secs(1);

/// Sends jobs that hold their thread for 5 ms, at 2, 5 and 10 times the rate that saturates two threads.
pub async fn held_jobs(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let requests = [solve("x-fault: hold=5ms\r\n", EASY)];
    let probes = Probes::start(service.admin);
    let saturated = closed_loop(service.address, 8, Duration::from_secs(4), &requests).await;
    println!("  saturated: {saturated}");
    let mut runs = Vec::new();
    for times in [2.0, 5.0, 10.0] {
        let run = open_loop(service.address, times * saturated.goodput, Duration::from_secs(5), &requests).await;
        println!("  {times:>2} times: {run}");
        runs.push((times, run));
    }
    probes.check(PROBED_WITHIN)?;
    let peak = runs.iter().map(|(_, run)| run.goodput).fold(saturated.goodput, f64::max);
    for (times, run) in &runs {
        promise(run.goodput >= 0.8 * peak, || format!("{times} times: {:.0}/s of a peak of {peak:.0}/s", run.goodput))?;
        check(&format!("{times} times"), run)?;
    }
    Ok(())
}

/// Sends a new service its first requests at ten times its peak rate, before it has measured any job.
pub async fn cold_burst(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let probes = Probes::start(service.admin);
    let run = open_loop(service.address, 4000.0, Duration::from_secs(3), &[solve("x-fault: hold=5ms\r\n", EASY)]).await;
    println!("  {run}");
    probes.check(PROBED_WITHIN)?;
    check("from cold", &run)
}

/// The highest rate that one client can send while it shares the machine with the service. Beyond it, the figures would
/// be the client's.
const MOST_OFFERED: f64 = 12_000.0;

/// Measures the hardest known puzzles. The figures include the load of this client on the same machine.
pub async fn hard_puzzles(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let requests: Vec<Vec<u8>> = hard().iter().map(|puzzle| solve("", puzzle)).collect();
    let probes = Probes::start(service.admin);
    let saturated = closed_loop(service.address, 16, Duration::from_secs(3), &requests).await;
    println!("  {} puzzles, saturated: {saturated}", requests.len());
    for times in [2.0, 5.0, 10.0] {
        let rate = (times * saturated.goodput).min(MOST_OFFERED);
        let run = open_loop(service.address, rate, Duration::from_secs(3), &requests).await;
        println!("  {times:>2} times, at most {MOST_OFFERED}/s: {run}");
        promise(run.other.is_empty(), || format!("other answers: {:?}", run.other))?;
    }
    probes.check(PROBED_AT_ALL)
}

fn check(name: &str, run: &Figures) -> Result {
    let p99 = quantile(&run.solved, 0.99);
    promise(p99 < REQUEST_LIMIT, || format!("{name}: p99 of solved requests is {p99:?}"))?;
    let refused = quantile(&run.refused_by_service, 0.999);
    promise(refused < REFUSED_WITHIN, || format!("{name}: a rejection took {refused:?}"))?;
    promise(run.other.is_empty(), || format!("{name}: other answers: {:?}", run.other))
}

/// Hard puzzles: from ../shared/puzzles if it exists, otherwise a few well-known ones.
fn hard() -> Vec<String> {
    const KNOWN: [&str; 4] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ];
    let collection = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/puzzles/forum-hardest-1905-11plus.txt");
    let text = fs::read_to_string(collection).unwrap_or_default();
    let puzzles: Vec<String> = (text.lines())
        .filter_map(|line| line.get(..81))
        .filter(|line| line.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.')))
        .take(1000)
        .map(str::to_owned)
        .collect();
    if puzzles.is_empty() { KNOWN.map(str::to_owned).to_vec() } else { puzzles }
}

/// Fifty probes of the admin listener per second, each on a new connection, as an orchestrator sends them. They have
/// their own thread, so that they do not wait for this client's requests.
struct Probes(JoinHandle<Result<Vec<Duration>>>, Arc<AtomicBool>);

impl Probes {
    fn start(admin: SocketAddr) -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&ended);
        let thread = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(probe(admin, &stop))
        });
        Self(thread, ended)
    }

    fn check(self, limit: Duration) -> Result {
        self.1.store(true, Ordering::Relaxed);
        let mut times = self.0.join().map_err(|_| "the probes panicked")??;
        times.sort_unstable();
        let (number, p99, most) = (times.len(), quantile(&times, 0.99), quantile(&times, 1.0));
        println!("  {number} probes during the load: 200, p99 {p99:.1?}, max {most:.1?}");
        promise(number > 0 && most < limit, || format!("a probe took {most:?}"))
    }
}

async fn probe(admin: SocketAddr, ended: &AtomicBool) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for path in ["/livez", "/readyz", "/metrics"].into_iter().cycle() {
        if ended.load(Ordering::Relaxed) {
            break;
        }
        let begun = Instant::now();
        let answer = client::get(admin, path).await.map_err(|error| format!("{path}: {error}"))?;
        promise(answer.status == 200, || format!("{path} returned {}", answer.status))?;
        times.push(begun.elapsed());
        sleep(Duration::from_millis(20)).await;
    }
    Ok(times)
}
