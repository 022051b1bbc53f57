//! Jobs on several threads, with their results in the order of the jobs.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A job, and where to send its result.
type Sent<J, R> = (J, SyncSender<R>);

/// Accepts the jobs of [`in_order`].
pub struct Intake<J, R> {
    jobs: SyncSender<Sent<J, R>>,
    order: SyncSender<Receiver<R>>,
}

impl<J, R> Intake<J, R> {
    /// Submits a job. Waits while the window is full. Returns whether jobs are still accepted: until taking a result fails.
    pub fn put(&self, job: J) -> bool {
        let (reply, result) = mpsc::sync_channel(1);
        self.order.send(result).is_ok() && self.jobs.send((job, reply)).is_ok()
    }
}

/// Runs `work` on this many threads for each job that `produce` puts. Passes the results to `take` on another thread,
/// in the order of the jobs; `None` is the result of a job that panicked. At most `window` jobs are in flight, so if
/// one of them is slow, the other threads continue until the window is full.
///
/// Returns what `produce` and `take` return. Once `take` fails, no more jobs are accepted.
///
/// # Panics
/// A job or `take` panicked. All threads have ended by then.
pub fn in_order<J: Send, R: Send, P, E: Send>(
    threads: NonZeroUsize,
    window: usize,
    produce: impl FnOnce(&Intake<J, R>) -> P,
    work: impl Fn(J) -> R + Sync,
    mut take: impl FnMut(Option<R>) -> Result<(), E> + Send,
) -> (P, Result<(), E>) {
    let (jobs, queue) = mpsc::sync_channel::<Sent<J, R>>(window);
    let (order, in_order) = mpsc::sync_channel::<Receiver<R>>(window);
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| run(&queue, &work));
        }
        let taker = scope.spawn(move || in_order.into_iter().try_for_each(|result| take(result.recv().ok())));
        let produced = produce(&Intake { jobs, order });
        (produced, taker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn run<J, R>(queue: &Mutex<Receiver<Sent<J, R>>>, work: &impl Fn(J) -> R) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((job, reply)) = job else { return };
        // The taker may have ended.
        let _ = reply.send(work(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).expect("not zero")
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for number in [1, 4] {
            let mut taken = Vec::new();
            let produce = |intake: &Intake<u64, u64>| (0..1000).all(|job| intake.put(job));
            // The earlier jobs of each ten take longer.
            let work = |job: u64| {
                (0..(10 - job % 10) * 1000).for_each(|step| _ = std::hint::black_box(step));
                job * 2
            };
            let (all, result) = in_order(threads(number), 8, produce, work, |result| {
                taken.push(result.expect("no job fails"));
                Ok::<(), ()>(())
            });
            assert!(all && result.is_ok());
            assert!(taken.iter().copied().eq((0..1000).map(|job| job * 2)));
        }
    }

    #[test]
    fn a_taker_that_fails_ends_the_production() {
        let produce = |intake: &Intake<u64, u64>| (0..1000).find(|&job| !intake.put(job));
        let (ended_at, result) = in_order(
            threads(2),
            8,
            produce,
            |job| job,
            |result| match result {
                Some(5) => Err("enough"),
                _ => Ok(()),
            },
        );
        assert_eq!(result, Err("enough"));
        assert!(ended_at >= Some(5));
    }
}
