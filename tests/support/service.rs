//! A service in this process on a free port, and a client that adds no headers except `Host`, `Connection: close` and,
//! with a body, `Content-Length`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use clap::Parser as _;
use serde_json::Value;
use sudoku_service::config::Config;
use sudoku_service::http::{self, App, BodyLimits, Listener, Settings};
use sudoku_service::operations::KINDS;
use sudoku_service::pool::{Kind, Pool, PoolSettings};
use sudoku_service::server::{self, Counters, Limits, Stage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};

pub use super::answer::Answer;

/// Longer than any test takes.
pub const LONG: Duration = Duration::from_mins(1);

/// The default settings, with time limits that no test reaches by accident.
pub fn settings() -> Settings {
    settings_by(&[])
}

/// The settings that these arguments give, with such time limits.
pub fn settings_by(arguments: &[&str]) -> Settings {
    let settings = Config::parse_from(["sudoku-service"].iter().chain(arguments)).http();
    let body = BodyLimits { time: LONG, ..settings.body };
    Settings { body, request_timeout: LONG, ..settings }
}

/// A pool of this many threads.
pub fn pool(threads: usize, queue_depth: usize) -> Pool {
    let [threads, queue_depth] = [threads, queue_depth].map(|n| NonZeroUsize::new(n).expect("at least one"));
    // A batch may keep its lane for a moment after its response, so there are more lanes than any test needs.
    let lanes = NonZeroUsize::new(1000).expect("at least one");
    Pool::start(PoolSettings { threads, queue_depth, longest_wait: LONG, lanes, kinds: &KINDS }).expect("threads")
}

/// A job that keeps a thread of a pool busy until it is dropped.
pub struct Busy {
    _release: oneshot::Sender<()>,
}

impl Busy {
    /// Returns once the thread is busy.
    pub async fn start(pool: &Pool) -> Self {
        Self::of(pool, Kind::Light).await
    }

    /// Returns once a thread for jobs of this kind is busy.
    pub async fn of(pool: &Pool, kind: Kind) -> Self {
        let (busy, is_started, job) = Self::job(pool, kind);
        tokio::spawn(job);
        is_started.await.expect("the job starts");
        busy
    }

    /// Queues the job when the future is first polled, and returns once the thread is busy.
    pub fn later(pool: &Pool) -> impl Future<Output = Self> + use<> {
        let (busy, is_started, job) = Self::job(pool, Kind::Light);
        async move {
            tokio::spawn(job);
            is_started.await.expect("the job starts");
            busy
        }
    }

    /// Returns once the job waits in the queue. Every thread must be busy.
    pub async fn queue(pool: &Pool) -> Self {
        let (busy, _, job) = Self::job(pool, Kind::Light);
        tokio::spawn(job);
        while pool.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        busy
    }

    fn job(pool: &Pool, kind: Kind) -> (Self, oneshot::Receiver<()>, impl Future<Output: Send> + Send + use<>) {
        let (release, released) = oneshot::channel::<()>();
        let (started, is_started) = oneshot::channel();
        let job = pool.run(kind, Instant::now() + LONG, move |_| {
            // Nobody waits for the start of a queued job.
            let _ = started.send(());
            let _ = released.blocking_recv();
        });
        (Self { _release: release }, is_started, job)
    }
}

/// A running service.
pub struct Service {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// Shuts it down.
    pub shutdown: watch::Sender<Stage>,
}

impl Service {
    /// A service with the default settings.
    pub async fn start() -> Self {
        Self::with(settings()).await
    }

    /// A service with these settings.
    pub async fn with(settings: Settings) -> Self {
        Self::on(settings, pool(2, 64)).await
    }

    /// A service whose only thread is busy and whose queue is full, as long as the two jobs are there.
    pub async fn full() -> (Self, [Busy; 2]) {
        let pool = pool(1, 1);
        let jobs = [Busy::start(&pool).await, Busy::queue(&pool).await];
        (Self::on(settings(), pool).await, jobs)
    }

    /// A service with these settings on this pool.
    pub async fn on(settings: Settings, pool: Pool) -> Self {
        Self::wrapped(settings, pool, |router| router).await
    }

    /// A service with these settings and this pool, whose router is wrapped.
    #[expect(clippy::unused_async, reason = "it needs a runtime")]
    pub async fn wrapped(settings: Settings, pool: Pool, wrap: impl FnOnce(Router) -> Router) -> Self {
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = server::bind(anywhere, "--listen", &Limits::default()).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (shutdown, stage) = watch::channel(Stage::Running);
        let counters = Arc::new(Counters::default());
        let app = App::new(settings, pool, stage.clone(), Arc::clone(&counters), None);
        let router = http::router(app, Listener::Public);
        let router = wrap(Router::new().fallback_service(router));
        tokio::spawn(server::serve(listener, router, Limits::default(), stage, counters));
        Self { address, shutdown }
    }

    /// Creates a request, to be sent later.
    pub fn request(&self, method: &str, target: &str) -> Request {
        Request {
            address: self.address,
            method: method.to_owned(),
            target: target.to_owned(),
            host: self.address.to_string(),
            head: Vec::new(),
            body: None,
            announced: None,
        }
    }

    /// Sends a GET request.
    pub async fn get(&self, target: &str) -> Answer {
        self.request("GET", target).send().await
    }

    /// Sends a POST request with this text and no content type.
    pub async fn post_text(&self, target: &str, body: &str) -> Answer {
        self.request("POST", target).body(body).send().await
    }

    /// Sends a POST request with this document.
    pub async fn post_json(&self, target: &str, body: &Value) -> Answer {
        self.request("POST", target).json(body).send().await
    }

    /// Sends these bytes on a new connection, and reads the response.
    pub async fn exchange(&self, bytes: &[u8]) -> Answer {
        exchange(self.address, bytes).await
    }
}

/// A request under construction.
pub struct Request {
    address: SocketAddr,
    method: String,
    target: String,
    host: String,
    head: Vec<u8>,
    body: Option<Vec<u8>>,
    /// A different length from that of the body.
    announced: Option<usize>,
}

impl Request {
    /// Sets another host than the address.
    pub fn host(self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.head.extend([name.as_bytes(), b": ", value.as_ref(), b"\r\n"].concat());
        self
    }

    /// Sets the body, without a content type.
    pub fn body(mut self, body: impl AsRef<[u8]>) -> Self {
        self.body = Some(body.as_ref().to_vec());
        self
    }

    /// Sets the body to this document, with its content type.
    pub fn json(self, body: &Value) -> Self {
        self.header("content-type", "application/json").body(body.to_string())
    }

    /// Sets the body, sent in chunks of this many bytes without a length.
    pub fn chunked(self, body: &[u8], size: usize) -> Self {
        let mut bytes = Vec::new();
        for chunk in body.chunks(size) {
            bytes.extend(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend(chunk);
            bytes.extend(b"\r\n");
        }
        bytes.extend(b"0\r\n\r\n");
        self.header("transfer-encoding", "chunked").body(bytes)
    }

    /// Announces a different length from that of the body.
    pub fn announcing(self, length: usize) -> Self {
        Self { announced: Some(length), ..self }
    }

    /// Sends the request.
    pub async fn send(self) -> Answer {
        let Self { address, method, target, host, head, body, announced } = self;
        let is_chunked = head.windows(18).any(|window| window == b"transfer-encoding:");
        let length = announced.or(body.as_ref().filter(|_| !is_chunked).map(Vec::len));
        let length = length.map(|length| format!("content-length: {length}\r\n")).unwrap_or_default();
        let start = format!("{method} {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        let bytes = [start.as_bytes(), &head, length.as_bytes(), b"\r\n", &body.unwrap_or_default()].concat();
        exchange(address, &bytes).await
    }
}

async fn exchange(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // A service that rejects a body may close the connection before it has read all of it.
    let _ = stream.write_all(bytes).await;
    let mut received = Vec::new();
    // The service lingers on a connection whose request it has not fully read, so this stops at the end of the answer.
    while Answer::parse(&received).is_none() && matches!(stream.read_buf(&mut received).await, Ok(1..)) {}
    Answer::of_connection(&received)
}
