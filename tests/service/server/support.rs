//! A server with a test service.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::{BodyExt as _, Full, combinators::UnsyncBoxBody};
use hyper::body::Incoming;
use hyper::{Request, Response, StatusCode};
use sudoku_service::server::{Counters, Limits, Stage, bind, serve};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower::service_fn;

use crate::support::http::{Client, until, within};

/// A limit that a test waits for.
pub(crate) const SHORT: Duration = Duration::from_millis(150);

/// Limits that no test reaches unless it sets its own.
pub(crate) fn generous() -> Limits {
    let long = Duration::from_secs(100);
    Limits {
        first_byte_timeout: long,
        idle_timeout: long,
        max_age: long,
        write_timeout: long,
        drain_timeout: long,
        ..Limits::default()
    }
}

/// What the test service has observed, and its permits.
#[derive(Debug)]
pub(crate) struct Probe {
    /// Requests to `/wait` that have started.
    pub(crate) begun: AtomicUsize,
    /// Requests to `/wait` whose future was dropped before its response.
    pub(crate) dropped: AtomicUsize,
    /// Permits for requests to `/wait` to respond.
    pub(crate) permits: Semaphore,
}

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) stage: watch::Sender<Stage>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) probe: Arc<Probe>,
    pub(crate) serving: JoinHandle<usize>,
}

impl TestServer {
    pub(crate) fn start(limits: Limits) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = bind(anywhere, "--listen", &limits).expect("port 0 is always free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let (stage, watched) = watch::channel(Stage::Running);
        let counters = Arc::new(Counters::default());
        let (begun, dropped, permits) = (AtomicUsize::new(0), AtomicUsize::new(0), Semaphore::new(0));
        let probe = Arc::new(Probe { begun, dropped, permits });
        let shared = Arc::clone(&probe);
        let service = service_fn(move |request| answer(request, Arc::clone(&shared)));
        let serving = tokio::spawn(serve(listener, service, limits, watched, Arc::clone(&counters)));
        Self { address, stage, counters, probe, serving }
    }

    pub(crate) async fn connect(&self) -> Client {
        Client::new(within(TcpStream::connect(self.address)).await.expect("the server accepts"))
    }

    /// Returns a client that has received a response on its connection, which is now idle.
    pub(crate) async fn idle_client(&self) -> Client {
        let mut client = self.connect().await;
        client.get("/").await;
        client.expect(200, false).await;
        client
    }

    /// Returns a client whose request to `/wait` has started, the first such request of this server.
    pub(crate) async fn waiting_client(&self) -> Client {
        let mut client = self.connect().await;
        client.get("/wait").await;
        until(|| self.probe.begun.load(Ordering::SeqCst) == 1).await;
        client
    }

    pub(crate) fn open(&self) -> u64 {
        self.counters.open.load(Ordering::Relaxed)
    }

    /// Waits until the server has ended. Returns the number of connections that it cut off.
    pub(crate) async fn cut_off(self) -> usize {
        within(self.serving).await.expect("the server does not panic")
    }
}

type AnswerBody = UnsyncBoxBody<Bytes, Infallible>;

/// - `/echo`: the number of bytes of the body, after reading all of it
/// - `/refuse`: 413 at once, without reading the body
/// - `/wait`: `ok`, once there is a permit
/// - `/endless`: an endless body
/// - any other path: `ok`
async fn answer(request: Request<Incoming>, probe: Arc<Probe>) -> Result<Response<AnswerBody>, Infallible> {
    let path = request.uri().path().to_owned();
    Ok(match path.as_str() {
        "/echo" => match request.into_body().collect().await {
            Ok(body) => text(StatusCode::OK, body.to_bytes().len().to_string()),
            Err(_) => text(StatusCode::BAD_REQUEST, "bad body"),
        },
        "/refuse" => text(StatusCode::PAYLOAD_TOO_LARGE, "too large"),
        "/wait" => {
            probe.begun.fetch_add(1, Ordering::SeqCst);
            let mut dropped = CountDrop(Some(&probe.dropped));
            probe.permits.acquire().await.expect("it is never closed").forget();
            dropped.0 = None;
            text(StatusCode::OK, "ok")
        }
        "/endless" => Response::new(Endless.boxed_unsync()),
        _ => text(StatusCode::OK, "ok"),
    })
}

fn text(status: StatusCode, text: impl Into<Bytes>) -> Response<AnswerBody> {
    let mut response = Response::new(Full::new(text.into()).boxed_unsync());
    *response.status_mut() = status;
    response
}

struct CountDrop<'a>(Option<&'a AtomicUsize>);

impl Drop for CountDrop<'_> {
    fn drop(&mut self) {
        self.0.map(|count| count.fetch_add(1, Ordering::SeqCst));
    }
}

struct Endless;

impl Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 8192])))))
    }
}
