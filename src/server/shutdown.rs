//! The stages of a shutdown, and the signals that advance it.

use std::future::pending;
use std::io;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::select_all;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC as Signal, ctrl_c};
use tokio::sync::watch;
use tokio::time::timeout;

/// The stage of a shutdown. Stages only advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// No shutdown was requested.
    Running,
    /// No longer ready: responses carry `Connection: close`, but connections are still accepted, so that load balancers
    /// have time to notice.
    Draining,
    /// No new connections are accepted, idle ones are closed, and running requests finish. Long-running work, such as a
    /// stream of answers, should stop now.
    Closing,
    /// Everything ends immediately.
    Ended,
}

/// Resolves once `wanted` or a later stage is reached; never if the sender is dropped before that.
pub fn reached(stage: &watch::Receiver<Stage>, wanted: Stage) -> impl Future<Output = ()> + Send + use<> {
    let mut stage = stage.clone();
    async move {
        if stage.wait_for(|stage| *stage >= wanted).await.is_err() {
            pending::<()>().await;
        }
    }
}

/// Ctrl-C, from a person at a terminal. An orchestrator sends SIGTERM and also removes the process from its load balancer;
/// a service manager or a closed terminal sends SIGHUP.
const INTERRUPT: &str = "SIGINT";

/// The handlers of SIGTERM, SIGHUP and SIGINT, by name.
#[derive(Debug)]
pub struct Signals(Vec<(&'static str, Signal)>);

impl Signals {
    /// Installs handlers for SIGTERM, SIGHUP and SIGINT (on Windows, only of Ctrl-C), so that no signal is
    /// lost during startup. SIGHUP stays ignored if the parent process has set that, as `nohup` does.
    ///
    /// # Errors
    /// A handler cannot be installed.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn install() -> io::Result<Self> {
        #[cfg(unix)]
        {
            let hang_up = Some(("SIGHUP", SignalKind::hangup())).filter(|(_, kind)| !is_ignored(*kind));
            let others = [("SIGTERM", SignalKind::terminate()), (INTERRUPT, SignalKind::interrupt())];
            let install = |(name, kind)| io::Result::Ok((name, signal(kind)?));
            others.into_iter().chain(hang_up).map(install).collect::<io::Result<_>>().map(Self)
        }
        #[cfg(windows)]
        Ok(Self(vec![(INTERRUPT, ctrl_c()?)]))
    }

    /// Advances `shutdown` as signals arrive.
    ///
    /// SIGTERM and SIGHUP start a drain, and the listener closes `drain_delay` later. SIGINT closes the listener right
    /// away. A second signal of any kind ends everything immediately, and only then does this function return.
    pub async fn drive(mut self, shutdown: watch::Sender<Stage>, drain_delay: Duration) {
        let signal = self.next().await;
        shutdown.send_replace(Stage::Draining);
        tracing::info!(signal, "shutting down");
        let delay = if signal == INTERRUPT { Duration::ZERO } else { drain_delay };
        if timeout(delay, self.next()).await.is_err() {
            shutdown.send_replace(Stage::Closing);
            self.next().await;
        }
        tracing::warn!("second signal: aborting");
        shutdown.send_replace(Stage::Ended);
    }

    async fn next(&mut self) -> &'static str {
        select_all(self.0.iter_mut().map(|(name, signal)| Box::pin(signal.recv().map(|_| *name)))).await.0
    }
}

/// Whether the process ignores this signal, as its parent may have set. Only Linux reports it.
#[cfg(unix)]
fn is_ignored(signal: SignalKind) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    ignored.is_some_and(|signals| signals >> (signal.as_raw_value() - 1) & 1 == 1)
}
