//! How soon a service is ready, and how little it holds when it does nothing.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::service::Service;
use crate::{Options, Verdict, client, promise};

const READY_WITHIN: Duration = Duration::from_millis(100);

/// In KiB.
const IDLE_RESIDENT: u64 = 15 * 1024;

/// From the start of the process to the first 200 of a probe, and the memory of a service that is let alone.
pub async fn check(options: &Options) -> Verdict {
    let mut times = Vec::new();
    let mut resident = 0;
    for _ in 0..5 {
        let begun = Instant::now();
        let service = Service::start(&options.binary, &[]).await?;
        let answer = client::get(service.admin, "/readyz").await.map_err(|error| error.to_string())?;
        times.push(begun.elapsed());
        promise(answer.status == 200, || format!("/readyz answered {}", answer.status))?;
        sleep(Duration::from_millis(300)).await;
        resident = resident.max(service.resident());
    }
    times.sort_unstable();
    println!("  start to ready: {:.1?} at worst of {}; idle: {:.1} MB resident", times[4], times.len(), mb(resident));
    promise(times[4] < READY_WITHIN, || format!("it was ready after {:?}", times[4]))?;
    promise(resident < IDLE_RESIDENT, || format!("{resident} KiB are resident"))
}

/// KiB as MB.
pub fn mb(kib: u64) -> f64 {
    kib as f64 * 1024.0 / 1e6
}
