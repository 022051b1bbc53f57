//! Startup time and the memory of an idle service.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::service::Service;
use crate::{Options, Result, client, promise};

const READY_WITHIN: Duration = Duration::from_millis(100);

/// Memory limit of an idle service in KiB.
const IDLE_RESIDENT: u64 = 15 * 1024;

/// Measures the time from the start of the process to the first successful probe, and the memory of an idle service.
pub async fn check(options: &Options) -> Result {
    let mut times = Vec::new();
    let mut resident = 0;
    for _ in 0..5 {
        let begun = Instant::now();
        let service = Service::start(&options.binary, &[])?;
        let answer = client::get(service.admin, "/readyz").await?;
        times.push(begun.elapsed());
        promise(answer.status == 200, || format!("/readyz returned {}", answer.status))?;
        sleep(Duration::from_millis(300)).await;
        resident = resident.max(service.resident());
    }
    times.sort_unstable();
    println!(
        "  start to ready: {:.1?}, the slowest of {}; idle: {:.1} MB resident",
        times[4],
        times.len(),
        mb(resident)
    );
    promise(times[4] < READY_WITHIN, || format!("it was ready after {:?}", times[4]))?;
    promise(resident < IDLE_RESIDENT, || format!("{resident} KiB are resident"))
}

/// KiB as MB.
pub fn mb(kib: u64) -> f64 {
    kib as f64 * 1024.0 / 1e6
}
