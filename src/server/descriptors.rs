//! The limit on file descriptors, raised at startup and divided among listeners.

/// Descriptors reserved for purposes other than connections. The runtime, the listeners, the standard streams, the
/// span exporter and reads of `/proc` take about twenty.
const RESERVE: usize = 32;

/// Raises the soft limit on open file descriptors to the hard limit. Returns the new limit, or `None` if there is none
/// or the system does not report it.
#[cfg(unix)]
#[must_use]
pub fn raise_descriptor_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    // If raising it fails, the soft limit remains.
    let limit = if raised.is_ok() { maximum } else { current };
    limit.and_then(|limit| usize::try_from(limit).ok())
}

/// Only Unix has such a limit.
#[cfg(not(unix))]
#[must_use]
pub fn raise_descriptor_limit() -> Option<usize> {
    None
}

/// The number of connections that a limit on descriptors allows in addition to those of another listener. It is at
/// least half of the limit, even if the limit is very small.
#[must_use]
pub fn connections_within(descriptor_limit: usize, of_another_listener: usize) -> usize {
    descriptor_limit.saturating_sub(RESERVE + of_another_listener).max(descriptor_limit / 2)
}
