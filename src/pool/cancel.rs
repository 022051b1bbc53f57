//! The end of a job that no caller waits for anymore, at its deadline or because the caller left.

use std::sync::Arc;

use super::Class;
use super::workers::{Queue, Workers};
use crate::sudoku::solver::CancelFlag;

/// What the caller of a job holds. Dropping it ends the job.
pub(super) struct Ticket {
    pub(super) workers: Arc<Workers>,
    pub(super) queue: Queue,
    pub(super) stop: CancelFlag,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.cancel();
        // A light job is soon skipped where it waits.
        if self.queue.0 == Class::Heavy {
            self.workers.sweep(self.queue);
        }
    }
}
