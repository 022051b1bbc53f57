//! Serves a listener on a thread of its own.

use std::io;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use http_body::Body;
use hyper::{Request, Response};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tower::{BoxError, Service};

use super::accept::serve;
use super::limits::Limits;
use super::request_body::RequestBody;
use super::shutdown::{Shutdown, Stage};

/// A thread that serves a listener until this is dropped, with a runtime of its own: it answers while the caller's runtime
/// is busy.
#[derive(Debug)]
pub struct ServingThread {
    shutdown: Shutdown,
    thread: Option<JoinHandle<()>>,
}

impl ServingThread {
    /// Starts a thread with this name.
    ///
    /// # Errors
    /// The system cannot start a thread or a runtime.
    pub fn start<S, B>(name: &str, listener: TcpListener, service: S, limits: Limits) -> io::Result<Self>
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<BoxError>,
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError> + Send,
    {
        let listener = listener.into_std()?;
        let shutdown = Shutdown::new();
        let watch = shutdown.watch();
        let (report, started) = mpsc::channel();
        let run = move || match runtime_for(listener) {
            Ok((runtime, listener)) => {
                // The caller waits for the report.
                let _ = report.send(Ok(()));
                let (counters, pressure) = Default::default();
                let _ = runtime.block_on(serve(listener, service, limits, watch, counters, pressure));
            }
            Err(error) => drop(report.send(Err(error))),
        };
        let thread = Some(thread::Builder::new().name(name.to_owned()).spawn(run)?);
        started.recv().map_err(io::Error::other)??;
        Ok(Self { shutdown, thread })
    }
}

fn runtime_for(listener: std::net::TcpListener) -> io::Result<(Runtime, TcpListener)> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let listener = {
        let _entered = runtime.enter();
        TcpListener::from_std(listener)?
    };
    Ok((runtime, listener))
}

impl Drop for ServingThread {
    fn drop(&mut self) {
        self.shutdown.advance(Stage::Ended);
        if let Some(thread) = self.thread.take() {
            // The panic hook has reported a panic.
            let _ = thread.join();
        }
    }
}
