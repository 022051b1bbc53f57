//! A server with a service made for tests, and a client that speaks in bytes.

use std::{
    convert::Infallible,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
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
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::Semaphore,
    task::JoinHandle,
    time::timeout,
};
use tower::service_fn;

/// How long a test waits for what must come; only a failure takes so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for what must come.
#[track_caller]
pub(crate) fn within<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let caller = std::panic::Location::caller();
    async move {
        let output = timeout(PATIENCE, future).await;
        output.unwrap_or_else(|_| panic!("nothing came within {PATIENCE:?}, waited for at {caller}"))
    }
}

/// Waits until `condition` holds.
#[track_caller]
pub(crate) fn until(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    within(async move {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
}

/// Limits that no test reaches unless it sets one of its own.
pub(crate) fn generous() -> Limits {
    let long = Duration::from_secs(100);
    Limits {
        head_timeout: long,
        idle_timeout: long,
        write_timeout: long,
        hangup_grace: long,
        linger_timeout: long,
        arrival_grace: Duration::from_millis(50),
        drain_timeout: long,
        ..Limits::default()
    }
}

/// What the test service has seen and waits for.
#[derive(Debug)]
pub(crate) struct Probe {
    /// Requests to `/wait` begun.
    pub(crate) begun: AtomicUsize,
    /// Of these, those whose future was dropped before its answer.
    pub(crate) dropped: AtomicUsize,
    /// Leave for requests to `/wait` to answer.
    pub(crate) leave: Semaphore,
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
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "--listen", &limits).expect("port 0 is always free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let shutdown = Shutdown::new();
        let watch = shutdown.watch();
        let counters = Arc::new(Counters::default());
        let probe =
            Arc::new(Probe { begun: AtomicUsize::new(0), dropped: AtomicUsize::new(0), leave: Semaphore::new(0) });
        let service = {
            let probe = Arc::clone(&probe);
            service_fn(move |request| answer(request, Arc::clone(&probe)))
        };
        let serving = tokio::spawn(serve(listener, service, limits, watch.clone(), Arc::clone(&counters)));
        Self { address, shutdown, watch, counters, probe, serving }
    }

    pub(crate) async fn connect(&self) -> Client {
        Client(within(TcpStream::connect(self.address)).await.expect("the server accepts"))
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

    /// Waits until `count` requests to `/wait` have begun.
    #[track_caller]
    pub(crate) fn begun(&self, count: usize) -> impl Future<Output = ()> {
        until(move || self.probe.begun.load(Ordering::SeqCst) >= count)
    }

    /// Waits until the server has run its course.
    pub(crate) async fn outcome(self) -> Outcome {
        within(self.serving).await.expect("the server does not panic")
    }

    /// Drops the serving future.
    pub(crate) fn drop_serving(&self) {
        self.serving.abort();
    }
}

type AnswerBody = UnsyncBoxBody<Bytes, BoxError>;

/// - `/echo`: the number of bytes of the body, after all of it was read
/// - `/peer`: the peer's address
/// - `/refuse`: 413 at once, the body unread
/// - `/refuse-close`: the same, with `Connection: close`
/// - `/wait`: `ok`, once there is leave
/// - `/long`: a body of a million bytes
/// - `/endless`: a body without an end
/// - `/panic`: a panic
/// - `/broken`: a body of 100 lines that then fails
/// - `/late`: a body of two lines, the second with leave
/// - else: `ok`
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
            probe.leave.acquire().await.expect("it is never closed").forget();
            dropped.0 = None;
            text(StatusCode::OK, "ok")
        }
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

/// One line at once, the second and last with leave.
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
        if probe.leave.try_acquire().is_ok() {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"second\n")))));
        }
        // Asked again at once: tests give leave soon.
        self.0 = Some(probe);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// A client that speaks in bytes.
pub(crate) struct Client(pub(crate) TcpStream);

impl Client {
    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        within(self.0.write_all(bytes.as_ref())).await.expect("the server takes it");
    }

    /// Sends a GET request.
    pub(crate) async fn get(&mut self, path: &str) {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n")).await;
    }

    /// Sends the head of a POST request whose body has `length` bytes.
    pub(crate) async fn post_head(&mut self, path: &str, length: usize) {
        self.send(format!("POST {path} HTTP/1.1\r\nHost: test\r\nContent-Length: {length}\r\n\r\n")).await;
    }

    /// Reads one answer with a Content-Length: its head, in lower case, and its body.
    pub(crate) async fn answer(&mut self) -> (String, String) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(within(self.0.read_u8()).await.unwrap_or_else(|error| {
                panic!("{error} after {:?}", String::from_utf8_lossy(&head));
            }));
        }
        let head = String::from_utf8(head).expect("a head is ASCII").to_lowercase();
        let length = (head.lines())
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().expect("a length is a number"));
        let mut body = vec![0; length];
        within(self.0.read_exact(&mut body)).await.expect("the body is whole");
        (head, String::from_utf8(body).expect("the test service speaks UTF-8"))
    }

    /// Reads one answer and checks its status and whether it announces the connection's end.
    #[track_caller]
    pub(crate) fn expect(&mut self, status: u16, close: bool) -> impl Future<Output = String> {
        let caller = std::panic::Location::caller();
        async move {
            let (head, body) = self.answer().await;
            assert!(head.starts_with(&format!("http/1.1 {status} ")), "{caller}: {head}");
            assert_eq!(head.contains("connection: close"), close, "{caller}: {head}");
            body
        }
    }

    /// Reads until the server closes; the error if it resets instead.
    pub(crate) async fn rest(&mut self) -> std::io::Result<Vec<u8>> {
        let mut rest = Vec::new();
        within(self.0.read_to_end(&mut rest)).await.map(|_| rest)
    }

    /// Waits for the server to close the connection in order, with nothing more sent.
    #[track_caller]
    pub(crate) fn expect_end(&mut self) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            match self.rest().await {
                Ok(rest) => assert!(rest.is_empty(), "{caller}: {:?}", String::from_utf8_lossy(&rest)),
                Err(error) => panic!("{caller}: {error} instead of an orderly end"),
            }
        }
    }
}
