//! Faults that tests inject into the jobs of a task.
//!
//! Built only with the feature `fault-injection`, which is never shipped: anyone who can inject faults can stop the
//! service.

use std::thread;
use std::time::{Duration, Instant};

use crate::sudoku::solver::CancelFlag;

/// How often a job on hold checks whether it was cancelled.
const CHECK_EVERY: Duration = Duration::from_millis(5);

/// A fault of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The job occupies its thread for this long before it starts, or until it is cancelled.
    Hold(Duration),
    /// The job panics.
    Panic,
}

tokio::task_local! {
    static FAULT: Fault;
}

/// Runs a future whose jobs all have this fault.
pub async fn within<F: Future>(fault: Fault, future: F) -> F::Output {
    FAULT.scope(fault, future).await
}

/// The job, preceded by the fault of the current task, if it has one.
pub(super) fn before<T>(job: impl FnOnce(&CancelFlag) -> T) -> impl FnOnce(&CancelFlag) -> T {
    let fault = FAULT.try_with(|fault| *fault).ok();
    move |cancel| {
        match fault {
            Some(Fault::Hold(time)) => hold(time, cancel),
            Some(Fault::Panic) => panic!("a test injected this panic"),
            None => {}
        }
        job(cancel)
    }
}

fn hold(time: Duration, cancel: &CancelFlag) {
    let end = Instant::now() + time;
    while let Some(rest) = end.checked_duration_since(Instant::now()).filter(|rest| !rest.is_zero()) {
        if cancel.is_cancelled() {
            return;
        }
        thread::sleep(rest.min(CHECK_EVERY));
    }
}
