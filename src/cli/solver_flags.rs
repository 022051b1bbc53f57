//! The flags that the server and the commands share.

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

/// The resources of the solver.
#[derive(Args, Clone, Debug)]
pub struct SolverFlags {
    /// The threads.
    #[command(flatten)]
    pub threads: Threads,

    /// Maximum number of guesses per puzzle; a search that exceeds it ends as `search-limit`. The hardest known puzzles
    /// with one solution take a few hundred
    #[arg(long, env = "SUDOKU_NODE_LIMIT", value_name = "NUMBER", default_value_t = 1_000_000)]
    pub node_limit: u64,
}

impl Threads {
    /// The number of threads.
    #[must_use]
    pub fn number(self) -> NonZeroUsize {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.and_then(NonZeroUsize::new).unwrap_or_else(available)
    }
}
