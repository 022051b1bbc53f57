//! Searching on behalf of a request.
//!
//! Nearly every grid that people pose takes less than a microsecond or two. A hop to a thread of the pool and back takes
//! four to eight, in which the processor does nothing but change from one thread to the other; that was more than a
//! third of all that a request cost. So a search is first tried where the request is, with a budget of some nodes, and
//! only what it does not settle takes a place in the pool's queue.

use std::time::{Duration, Instant};

use super::answer::Timing;
use crate::pool::{Done, Pool, PoolError};
use crate::sudoku::solver::{Budget, Finding, Outcome};

/// How many nodes a search is tried with where the request is: at most some 20 µs with AVX-512, 65 with AVX2, 100 with
/// SSE2, which is as long as a task may hold a thread of the runtime, and twice that with plain arrays. Of the hardest
/// puzzles known, rated above 11, 97 in a hundred are settled so.
const ATTEMPT: u64 = 128;

/// Runs a search within the budget: here if it is short, else on a thread of the pool and for at most this time. The
/// timing is that of the search that settled it.
///
/// # Errors
/// See [`Pool::admit`] and [`Permit::run`](crate::pool::Permit::run).
pub async fn run<T: Settled + Send + 'static>(
    pool: &Pool,
    time_limit: Duration,
    budget: Budget,
    search: impl Fn(&Budget) -> T + Send + 'static,
) -> Result<(T, Timing), PoolError> {
    let limit = budget.node_limit().min(ATTEMPT);
    let attempt = budget.clone().with_node_limit(limit);
    if let Some(done) = Pool::attempt(|| search(&attempt)) {
        let (value, timing) = parts(done?);
        if limit == budget.node_limit() || value.is_settled() {
            return Ok((value, timing));
        }
    }
    let permit = pool.admit()?;
    let deadline = Instant::now() + time_limit;
    // Boxed, so that the many requests that do not come here do not carry the room for it.
    Box::pin(permit.run(deadline, move |cancel| search(&budget.with_cancel(cancel.clone())))).await.map(parts)
}

fn parts<T>(Done { value, queued, ran }: Done<T>) -> (T, Timing) {
    (value, Timing { queued, ran })
}

/// What a search came to.
pub trait Settled {
    /// Whether a larger budget would change nothing.
    fn is_settled(&self) -> bool;
}

impl Settled for Outcome {
    fn is_settled(&self) -> bool {
        !matches!(self.finding, Finding::Interrupted { .. })
    }
}

impl<const N: usize> Settled for [Option<Outcome>; N] {
    fn is_settled(&self) -> bool {
        self.iter().flatten().all(Settled::is_settled)
    }
}
