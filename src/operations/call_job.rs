//! A call as a job of the pool.

use std::time::{Duration, Instant};

use super::Call;
use super::operation::Work;
use super::problem::Problem;
use super::rate::NODE_LIMIT;
use crate::batch::Searches;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// A call that is read, run and written on a thread of the pool. It is read once, however often it runs.
pub struct CallJob<R, W> {
    read: Option<R>,
    call: Option<Box<dyn Call>>,
    ran: Result<Duration, Problem>,
    searches: Searches,
    write: W,
    guesses: u64,
    so_far: RatingSoFar,
}

impl<T, R, W> CallJob<R, W>
where
    R: FnOnce() -> Result<Box<dyn Call>, Problem>,
    W: FnOnce(Box<dyn Call>, Duration, &CancelFlag) -> T,
{
    /// The call that `read` finds, with this limit of guesses. `write` makes the output of it and of how long it ran. While it
    /// runs, `so_far` is told of its rating.
    pub fn new(read: R, write: W, guesses: u64, so_far: RatingSoFar) -> Self {
        let (ran, searches) = (Ok(Duration::ZERO), Searches::default());
        Self { read: Some(read), call: None, ran, searches, write, guesses, so_far }
    }

    /// Runs the call.
    pub fn search(&mut self, cancel: &CancelFlag) {
        match self.read.take().map(|read| read()) {
            Some(Ok(call)) => self.call = Some(call),
            Some(Err(problem)) => self.ran = Err(problem),
            None => {}
        }
        if let Some(call) = &mut self.call {
            let work = Work::new(self.guesses, NODE_LIMIT, cancel, self.so_far.clone());
            let started = Instant::now();
            self.ran = call.run(&work).map(|()| started.elapsed());
            self.searches = work.searches();
        }
    }

    /// The output of the call, or why there is none, and the searches that it took.
    pub fn write(self, cancel: &CancelFlag) -> (Result<T, Problem>, Searches) {
        let Self { call, ran, write, searches, .. } = self;
        (ran.map(|ran| write(call.expect("a call has run"), ran, cancel)), searches)
    }
}
