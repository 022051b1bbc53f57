//! Faults that tests inject into the jobs of a task.
//!
//! Built only with the feature `fault-injection`, which is never shipped: anyone who can inject faults can stop the
//! service.

use std::thread;
use std::time::Duration;

use crate::sudoku::solver::CancelFlag;

/// A fault of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The job occupies its thread for this long before it starts, or until it is cancelled.
    Hold(Duration),
    /// The job panics.
    Panic,
}

tokio::task_local! {
    static FAULT: Option<Fault>;
}

/// Runs a future whose jobs all have this fault, if it is one.
pub async fn within<F: Future>(fault: Option<Fault>, future: F) -> F::Output {
    FAULT.scope(fault, future).await
}

/// The fault of the jobs of the current task, if they have one.
pub(super) fn of_task() -> Option<Fault> {
    FAULT.try_with(|fault| *fault).ok().flatten()
}

/// What a job with this fault does first.
pub(super) fn inject(fault: Option<Fault>, cancel: &CancelFlag) {
    let mut left = match fault {
        Some(Fault::Hold(time)) => time,
        Some(Fault::Panic) => panic!("a test injected this panic"),
        None => return,
    };
    // The flag may let the job pause between two naps, which does not count.
    while !left.is_zero() && !cancel.is_cancelled() {
        let nap = left.min(Duration::from_millis(5));
        thread::sleep(nap);
        left -= nap;
    }
}
