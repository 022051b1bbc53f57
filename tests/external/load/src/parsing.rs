//! Bodies that are expensive to parse do not delay other requests.

use std::time::Duration;

use crate::client::{EASY, solve};
use crate::open_loop::{open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

/// Good requests per second, and bad ones of each kind per second.
const RATE: f64 = 200.0;

const TIME: Duration = Duration::from_secs(8);

/// Time limit for good requests, whether they are answered or rejected.
const WITHIN: Duration = Duration::from_millis(50);

/// The size of a bad body: the default limit.
const SIZE: usize = 16 * 1024;

/// Sends good requests, and as many of each of two long bodies that are invalid throughout.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let strings = format!("\"{}\",", "a".repeat(SIZE / 9 - 4)).repeat(9);
    let bad = [solve("", &format!("[{}]", strings.trim_end_matches(','))), solve("", &"z".repeat(SIZE))];
    let good = [solve("", EASY)];
    let (good, bad) = tokio::join!(
        open_loop(service.address, RATE, TIME, &good),
        open_loop(service.address, 2.0 * RATE, TIME, &bad),
    );
    println!("  good: {good}");
    println!("  bad: {bad}");
    let (p99, refused) = (quantile(&good.solved, 0.99), quantile(&good.refused_by_service, 0.99));
    promise(good.other.is_empty(), || format!("other answers: {:?}", good.other))?;
    promise(p99 < WITHIN && refused < WITHIN, || format!("p99 of good requests: {p99:?}, rejected: {refused:?}"))
}
