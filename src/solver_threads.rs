//! The number of solver threads: a setting of the server, and a flag of the commands.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// The threads of the solver.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Number of solver threads [default: the number of available processors]
    #[arg(long, env = "SUDOKU_THREADS", value_name = "NUMBER", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
}

impl Threads {
    /// The number of threads.
    pub fn number(self) -> NonZeroUsize {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.and_then(NonZeroUsize::new).unwrap_or_else(available)
    }
}
