//! The flags that the server and `solve` share.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// The resources of the solver.
#[derive(Args, Clone, Debug)]
pub struct SolverFlags {
    /// Number of solver threads [default: the number of available processors]
    #[arg(long, env = "SUDOKU_THREADS", value_name = "NUMBER", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,

    /// Maximum number of guesses per puzzle; a search that exceeds it ends as `search-limit`. The hardest known puzzles
    /// with one solution take a few thousand
    #[arg(long, env = "SUDOKU_NODE_LIMIT", value_name = "NUMBER", default_value_t = 1_000_000)]
    pub node_limit: u64,
}

impl SolverFlags {
    /// The number of solver threads.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.and_then(NonZeroUsize::new).unwrap_or_else(available)
    }
}
