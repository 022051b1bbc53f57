//! The class and the kind of a job.

/// How expensive a job may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Usually microseconds: a search for solutions.
    Light,
    /// Up to seconds: a rating, a hint, an explanation, a generated puzzle. At most half as many heavy jobs run as light ones,
    /// beside them, and they take turns.
    Heavy,
}

/// The time limit of a line of a batch of heavy work, in seconds, as far as its share is concerned.
pub(super) const LINES_OF_BATCHES: u32 = 10;

/// What a job does. Heavy jobs of different kinds share the threads, so that no kind delays another by more than its own work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A light job.
    Light,
    /// A heavy job of the kind with this number in [`PoolSettings::kinds`](super::PoolSettings::kinds).
    Heavy(usize),
}
