//! The signals that shut the process down.

use std::io;
use std::time::Duration;

use tokio::time::sleep;

use super::shutdown::{Shutdown, Stage};

/// A signal that requests a shutdown.
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems have only Ctrl-C"))]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Request {
    /// SIGTERM: from an orchestrator, which also removes the process from its load balancer.
    Terminate,
    /// SIGHUP: from a service manager, or from a terminal that is closed.
    HangUp,
    /// SIGINT: from a person at a terminal.
    Interrupt,
}

impl Request {
    fn name(self) -> &'static str {
        match self {
            Self::Terminate => "SIGTERM",
            Self::HangUp => "SIGHUP",
            Self::Interrupt => "SIGINT",
        }
    }
}

/// The handlers of SIGTERM, SIGHUP and SIGINT.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    /// `None` if the parent process has set SIGHUP to be ignored, as `nohup` does.
    #[cfg(unix)]
    hang_up: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Installs handlers for SIGTERM, SIGHUP and SIGINT (only Ctrl-C on systems other than Unix), so that no signal is
    /// lost during startup.
    ///
    /// # Errors
    /// A handler cannot be installed.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn install() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let hang_up =
                (!is_ignored(SignalKind::hangup().as_raw_value())).then(|| signal(SignalKind::hangup())).transpose()?;
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                hang_up,
                interrupt: signal(SignalKind::interrupt())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Advances `shutdown` as signals arrive.
    ///
    /// SIGTERM and SIGHUP start a drain, and the listener closes `drain_delay` later. SIGINT closes the listener right
    /// away. A second signal of any kind ends everything immediately, and only then does this function return.
    pub async fn drive(mut self, shutdown: Shutdown, drain_delay: Duration) {
        let first = self.next().await;
        shutdown.advance(Stage::Draining);
        tracing::info!(signal = first.name(), "shutting down");
        if first != Request::Interrupt && !drain_delay.is_zero() {
            tokio::select! {
                () = sleep(drain_delay) => {}
                _ = self.next() => {
                    shutdown.advance(Stage::Ended);
                    return;
                }
            }
        }
        shutdown.advance(Stage::Closing);
        self.next().await;
        tracing::warn!("second signal: aborting");
        shutdown.advance(Stage::Ended);
    }

    #[cfg(unix)]
    async fn next(&mut self) -> Request {
        let hang_up = async {
            match &mut self.hang_up {
                Some(signal) => signal.recv().await,
                None => None,
            }
        };
        tokio::select! {
            Some(()) = self.terminate.recv() => Request::Terminate,
            Some(()) = hang_up => Request::HangUp,
            Some(()) = self.interrupt.recv() => Request::Interrupt,
            else => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> Request {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Request::Interrupt,
            Err(_) => std::future::pending().await,
        }
    }
}

/// Whether the process ignores this signal, as its parent may have set. Only Linux reports it.
#[cfg(unix)]
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|signals| signals >> (signal - 1) & 1 == 1)
}
