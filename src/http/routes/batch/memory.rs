//! The memory for batches that are read whole.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::problem::{Code, Problem};

/// The memory that all batches which are read whole may hold together.
#[derive(Clone, Debug)]
pub struct BatchMemory(Arc<Semaphore>);

impl BatchMemory {
    /// This many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))))
    }

    /// Reserves memory until the permit is dropped.
    ///
    /// # Errors
    /// There is too little left: [`Code::Overloaded`].
    pub fn reserve(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        let permits = u32::try_from(bytes).unwrap_or(u32::MAX);
        Arc::clone(&self.0)
            .try_acquire_many_owned(permits)
            .map_err(|_| Problem::new(Code::Overloaded, "the memory for batches is exhausted"))
    }
}
