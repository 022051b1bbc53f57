//! The signals that shut the process down.

use std::io;
use std::time::Duration;

use tokio::time::sleep;

use super::shutdown::{Shutdown, Stage};

/// What a signal asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Request {
    /// SIGTERM: from an orchestrator, which also removes the process from its load balancer.
    Terminate,
    /// SIGINT: from a person at a terminal.
    Interrupt,
}

/// The handlers of SIGTERM and SIGINT.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Installs handlers for SIGTERM and SIGINT (Ctrl-C where the system is not Unix), so that a signal during the start
    /// is not lost.
    ///
    /// # Errors
    /// The operating system refuses the handler.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn install() -> io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Advances `shutdown` as signals arrive.
    ///
    /// SIGTERM starts to drain, and the listener closes `drain_delay` later. SIGINT closes it at once. A second signal
    /// of either kind ends everything at once, and only then does this return.
    pub async fn drive(mut self, shutdown: Shutdown, drain_delay: Duration) {
        let first = self.next().await;
        tracing::info!(
            signal = match first {
                Request::Terminate => "SIGTERM",
                Request::Interrupt => "SIGINT",
            },
            "shutting down"
        );
        shutdown.advance(Stage::Draining);
        if first == Request::Terminate && !drain_delay.is_zero() {
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
        tokio::select! {
            Some(()) = self.terminate.recv() => Request::Terminate,
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
