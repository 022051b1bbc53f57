//! The service as a whole: the solver's threads, the routes and the listener, put together and run until it is told to
//! stop.

use std::io;
use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::config::Config;
use crate::http::{self, App};
use crate::pool::Pool;

/// A service that is bound to its address and not yet running.
#[derive(Debug)]
pub struct Service {
    config: Config,
    listener: TcpListener,
    app: App,
}

impl Service {
    /// Starts the solver's threads and binds the listener.
    ///
    /// # Errors
    /// The address cannot be bound, or the threads cannot be started.
    pub async fn bind(config: Config) -> io::Result<Self> {
        let listener = TcpListener::bind(config.listen).await?;
        let app = App::new(config.http.clone(), Pool::start(config.pool)?);
        Ok(Self { config, listener, app })
    }

    /// Where requests are taken.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is told to stop.
    ///
    /// # Errors
    /// The listener fails for good.
    pub async fn run(self) -> io::Result<()> {
        tracing::info!(address = %self.address()?, threads = self.config.pool.threads, "listening");
        axum::serve(self.listener, http::router(self.app)).await
    }
}
