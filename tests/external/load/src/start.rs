//! Startup time and the memory of an idle service.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::client::{ask, get};
use crate::service::Service;
use crate::{Options, Result, promise};

const READY_WITHIN: Duration = Duration::from_millis(100);

/// Memory limit of an idle service in KiB.
const IDLE_RESIDENT: u64 = 15 * 1024;

/// Measures the time from the start of the process to the first successful probe, and the memory of an idle service.
pub async fn check(options: &Options) -> Result {
    let (mut slowest, mut resident) = (Duration::ZERO, 0);
    for _ in 0..5 {
        let begun = Instant::now();
        let service = Service::start(options, &[])?;
        let answer = ask(service.admin, &get("/readyz")).await?;
        slowest = slowest.max(begun.elapsed());
        promise(answer.status == 200, || format!("/readyz returned {}", answer.status))?;
        sleep(Duration::from_millis(300)).await;
        resident = resident.max(service.resident());
    }
    println!("  start to ready: {slowest:.1?}, the slowest of 5; idle: {:.1} MB resident", mb(resident));
    promise(slowest < READY_WITHIN, || format!("it was ready after {slowest:?}"))?;
    promise(resident < IDLE_RESIDENT, || format!("{resident} KiB are resident"))
}

/// KiB as MB.
pub fn mb(kib: u64) -> f64 {
    kib as f64 * 1024.0 / 1e6
}
