//! Searching on behalf of a request.

use std::time::{Duration, Instant};

use crate::pool::{Class, Done, Pool, PoolError, Timing};
use crate::sudoku::solver::Budget;

/// Runs a search within the budget, on a thread of the pool and for at most this time.
///
/// # Errors
/// See [`Pool::run`].
pub async fn run<T: Send + 'static>(
    pool: &Pool,
    time_limit: Duration,
    budget: Budget,
    search: impl Fn(&Budget) -> T + Send + 'static,
) -> Result<(T, Timing), PoolError> {
    let deadline = Instant::now() + time_limit;
    let job = pool.run(Class::Light, deadline, move |cancel| search(&budget.with_cancel(cancel.clone())));
    job.await.map(|Done { value, timing }| (value, timing))
}
