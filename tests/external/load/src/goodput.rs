//! Overload: the service stays at its peak rate, rejects the rest immediately, and answers probes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::time::sleep;

use crate::client::{EASY, ask, get, post};
use crate::open_loop::{Figures, closed_loop, open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

/// The service's time limit for a request.
const REQUEST_LIMIT: Duration = Duration::from_secs(5);

/// Time limit for 999 of 1,000 rejections. The others may have waited for a processor.
const REFUSED_WITHIN: Duration = Duration::from_millis(20);

/// Time limit for a probe while the solver threads are busy.
const PROBED_WITHIN: Duration = Duration::from_millis(100);

/// Sends jobs that hold their thread for 5 ms: ten times what two threads do to a service that has measured no job yet,
/// then 2, 5 and 10 times the rate that saturates it.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(options, &[])?;
    let requests = [post("/solve", "x-fault: hold=5ms\r\n", EASY)];
    // In a thread of their own, the probes do not wait for this client's requests.
    let (admin, ended) = (service.admin, Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&ended);
    let probes =
        thread::spawn(move || Builder::new_current_thread().enable_all().build()?.block_on(probe(admin, &stop)));
    let cold = open_loop(service.address, 4000.0, Duration::from_secs(3), &requests).await;
    println!("  from cold: {cold}");
    let saturated = closed_loop(service.address, 8, Duration::from_secs(4), &requests).await;
    println!("  saturated: {saturated}");
    let mut runs = Vec::new();
    for times in [2.0, 5.0, 10.0] {
        let run = open_loop(service.address, times * saturated.goodput, Duration::from_secs(5), &requests).await;
        println!("  {times:>2} times: {run}");
        runs.push((times, run));
    }
    ended.store(true, Ordering::Relaxed);
    let mut times: Vec<Duration> = probes.join().map_err(|_| "the probes panicked")??;
    times.sort_unstable();
    let (p99, most) = (quantile(&times, 0.99), quantile(&times, 1.0));
    println!("  {} probes during the load: 200, p99 {p99:.1?}, max {most:.1?}", times.len());
    promise(!times.is_empty() && most < PROBED_WITHIN, || format!("a probe took {most:?}"))?;
    judge("from cold", &cold)?;
    let peak = runs.iter().map(|(_, run)| run.goodput).fold(saturated.goodput, f64::max);
    for (times, run) in &runs {
        promise(run.goodput >= 0.8 * peak, || format!("{times} times: {:.0}/s of a peak of {peak:.0}/s", run.goodput))?;
        judge(&format!("{times} times"), run)?;
    }
    Ok(())
}

fn judge(name: &str, run: &Figures) -> Result {
    let p99 = quantile(&run.solved, 0.99);
    promise(p99 < REQUEST_LIMIT, || format!("{name}: p99 of solved requests is {p99:?}"))?;
    let refused = quantile(&run.refused_by_service, 0.999);
    promise(refused < REFUSED_WITHIN, || format!("{name}: a rejection took {refused:?}"))?;
    promise(run.other.is_empty(), || format!("{name}: other answers: {:?}", run.other))
}

/// Fifty probes of the admin listener per second, each on a new connection, as an orchestrator sends them.
async fn probe(admin: SocketAddr, ended: &AtomicBool) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for path in ["/livez", "/readyz", "/metrics"].into_iter().cycle() {
        if ended.load(Ordering::Relaxed) {
            break;
        }
        let begun = Instant::now();
        let answer = ask(admin, &get(path)).await.map_err(|error| format!("{path}: {error}"))?;
        promise(answer.status == 200, || format!("{path} returned {}", answer.status))?;
        times.push(begun.elapsed());
        sleep(Duration::from_millis(20)).await;
    }
    Ok(times)
}
