//! A server with a test service.

use std::{
    convert::Infallible,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Barrier,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::{BodyExt as _, Full, combinators::UnsyncBoxBody};
use hyper::{Request, Response, StatusCode};
use sudoku_service::server::{
    BoxError, ClosedReason, Counters, Limits, Outcome, PeerAddr, RequestBody, Shutdown, ShutdownWatch, bind, serve,
};
use tokio::{net::TcpStream, sync::Semaphore, task::JoinHandle, time::timeout};
use tower::service_fn;

use crate::http::{Client, PATIENCE, until, within};

/// Limits that no test reaches unless it sets its own.
pub(crate) fn generous() -> Limits {
    let long = Duration::from_secs(100);
    Limits {
        head_timeout: long,
        idle_timeout: long,
        max_age: long,
        write_timeout: long,
        hangup_grace: long,
        linger_timeout: long,
        arrival_grace: long,
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
    /// Where a request to `/hold` meets the test: when it starts, and before it responds.
    pub(crate) hold: Barrier,
    /// Requests to `/count`, and pieces of their bodies.
    pub(crate) counted: AtomicUsize,
}

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) shutdown: Shutdown,
    pub(crate) watch: ShutdownWatch,
    pub(crate) counters: Arc<Counters>,
    pub(crate) probe: Arc<Probe>,
    serving: JoinHandle<Outcome>,
}

impl TestServer {
    pub(crate) fn start(limits: Limits) -> Self {
        Self::start_on("127.0.0.1:0", limits)
    }

    /// Starts a server on this address, with port 0.
    pub(crate) fn start_on(address: &str, limits: Limits) -> Self {
        let address = address.parse().expect("an address");
        let listener = bind(address, "--listen", &limits).expect("port 0 is always free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let shutdown = Shutdown::new();
        let watch = shutdown.watch();
        let counters = Arc::new(Counters::default());
        let probe = Arc::new(Probe {
            begun: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
            permits: Semaphore::new(0),
            hold: Barrier::new(2),
            counted: AtomicUsize::new(0),
        });
        let service = {
            let probe = Arc::clone(&probe);
            service_fn(move |request| answer(request, Arc::clone(&probe)))
        };
        let (shared, pressure) = (Arc::clone(&counters), Arc::default());
        let serving = tokio::spawn(serve(listener, service, limits, watch.clone(), shared, pressure));
        Self { address, shutdown, watch, counters, probe, serving }
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

    /// Waits until `count` connections have been closed for `reason`.
    #[track_caller]
    pub(crate) fn closed(&self, reason: ClosedReason, count: u64) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let all = || ClosedReason::ALL.map(|reason| (reason.as_str(), self.counters.closed(reason)));
            let reached = timeout(PATIENCE, async {
                while self.counters.closed(reason) < count {
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            });
            assert!(
                reached.await.is_ok(),
                "{caller}: waited for {count} closed as {reason:?}, but there are {:?}",
                all()
            );
        }
    }

    /// Waits until `count` requests to `/wait` have started.
    #[track_caller]
    pub(crate) fn begun(&self, count: usize) -> impl Future<Output = ()> {
        until(move || self.probe.begun.load(Ordering::SeqCst) >= count)
    }

    /// Waits until the server has ended.
    pub(crate) async fn outcome(self) -> Outcome {
        within(self.serving).await.expect("the server does not panic")
    }

    /// Drops the serving future.
    pub(crate) fn drop_serving(&self) {
        self.serving.abort();
    }
}

type AnswerBody = UnsyncBoxBody<Bytes, BoxError>;

/// - `/echo`: the number of bytes of the body, after reading all of it
/// - `/peer`: the address of the peer
/// - `/refuse`: 413 at once, without reading the body
/// - `/refuse-close`: the same, with `Connection: close`
/// - `/wait`: `ok`, once there is a permit
/// - `/hold`: `ok`, once the test allows it; until then, it blocks its thread
/// - `/count`: `ok`; it and each piece of its body are counted
/// - `/counted`: the number of requests to `/count`, and of their pieces, so far
/// - `/long`: a body of a million bytes
/// - `/endless`: an endless body
/// - `/panic`: a panic
/// - `/broken`: a body of 100 lines that then fails
/// - `/late`: a body of two lines, the second with a permit
/// - any other path: `ok`
async fn answer(request: Request<RequestBody>, probe: Arc<Probe>) -> Result<Response<AnswerBody>, Infallible> {
    let path = request.uri().path().to_owned();
    Ok(match path.as_str() {
        "/echo" => match request.into_body().collect().await {
            Ok(body) => text(StatusCode::OK, body.to_bytes().len().to_string()),
            Err(_) => text(StatusCode::BAD_REQUEST, "bad body"),
        },
        "/peer" => text(StatusCode::OK, request.extensions().get::<PeerAddr>().expect("it is set").0.to_string()),
        "/refuse" => text(StatusCode::PAYLOAD_TOO_LARGE, "too large"),
        "/refuse-close" => {
            let mut response = text(StatusCode::REQUEST_TIMEOUT, "too slow");
            response.headers_mut().insert("connection", "close".parse().expect("it is a header value"));
            response
        }
        "/wait" => {
            probe.begun.fetch_add(1, Ordering::SeqCst);
            let mut dropped = CountDrop(Some(&probe.dropped));
            probe.permits.acquire().await.expect("it is never closed").forget();
            dropped.0 = None;
            text(StatusCode::OK, "ok")
        }
        "/hold" => {
            probe.hold.wait();
            probe.hold.wait();
            text(StatusCode::OK, "ok")
        }
        "/count" => {
            probe.counted.fetch_add(1, Ordering::SeqCst);
            let mut body = request.into_body();
            while let Some(Ok(_)) = body.frame().await {
                probe.counted.fetch_add(1, Ordering::SeqCst);
            }
            text(StatusCode::OK, "ok")
        }
        "/counted" => text(StatusCode::OK, probe.counted.load(Ordering::SeqCst).to_string()),
        "/long" => text(StatusCode::OK, vec![b'x'; 1_000_000]),
        "/endless" => Response::new(Endless.map_err(Into::into).boxed_unsync()),
        "/panic" => panic!("on purpose"),
        "/broken" => Response::new(Broken(0).boxed_unsync()),
        "/late" => Response::new(Late(Some(probe)).boxed_unsync()),
        _ => text(StatusCode::OK, "ok"),
    })
}

fn text(status: StatusCode, text: impl Into<Bytes>) -> Response<AnswerBody> {
    let mut response = Response::new(Full::new(text.into()).map_err(Into::into).boxed_unsync());
    *response.status_mut() = status;
    response
}

struct CountDrop<'a>(Option<&'a AtomicUsize>);

impl Drop for CountDrop<'_> {
    fn drop(&mut self) {
        if let Some(count) = self.0 {
            count.fetch_add(1, Ordering::SeqCst);
        }
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

struct Broken(usize);

impl Body for Broken {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if self.0 == 100 {
            return Poll::Ready(Some(Err("broken on purpose".into())));
        }
        self.0 += 1;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(format!("line {}\n", self.0))))))
    }
}

/// One line at once, the second and last with a permit.
struct Late(Option<Arc<Probe>>);

impl Body for Late {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Some(probe) = self.0.take() else { return Poll::Ready(None) };
        if probe.begun.fetch_add(1, Ordering::SeqCst) == 0 {
            self.0 = Some(probe);
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"first\n")))));
        }
        if probe.permits.try_acquire().is_ok() {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"second\n")))));
        }
        // Polled again at once: tests add the permit soon.
        self.0 = Some(probe);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
