//! Callers cannot create metric series.

use std::net::SocketAddr;

use tokio::task::JoinSet;

use crate::client::Connection;
use crate::service::Service;
use crate::{Options, Result, promise};

const PATHS: [&str; 31] = [
    "/",
    "/solve",
    "/solve/batch",
    "/validate",
    "/rate",
    "/rate/batch",
    "/hint",
    "/explain",
    "/livez",
    "/readyz",
    "/openapi.yaml",
    "/openapi.json",
    "/problems/internal",
    "/problems/none",
    "/problems",
    "/assets/none",
    "/favicon.svg",
    "/docs",
    "/docs/",
    "/docs/none",
    "/metrics",
    "/nothing",
    "/docs/a/b",
    "/problems/%ff",
    "/solve?x=1",
    "/solve/batch?x=1",
    "/validate?x=1",
    "/rate?x=1",
    "/rate/batch?x=1",
    "/hint?x=1",
    "/explain?x=1",
];
const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "X"];

const CLIENTS: u64 = 10;
const REQUESTS_EACH: u64 = 1000;

/// Requests every path with every method once. Ten thousand random requests then add no series.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[]).await?;
    let address = service.address;
    let mut connection = None;
    for path in PATHS {
        for method in METHODS {
            send(address, &mut connection, method, path).await?;
        }
    }
    // Reading the metrics is itself counted, which the second reading shows.
    service.metrics().await?;
    let before = service.metrics().await?.series();
    let mut clients: JoinSet<Result> = JoinSet::new();
    for client in 0..CLIENTS {
        clients.spawn(async move {
            let mut random = Random(client + 1);
            let mut connection = None;
            for _ in 0..REQUESTS_EACH {
                let (method, path) = (random.method(), random.path());
                send(address, &mut connection, &method, &path).await?;
            }
            Ok(())
        });
    }
    clients.join_all().await.into_iter().collect::<Result>()?;
    let after = service.metrics().await?.series();
    println!("  series: {} before {} random requests, {} after", before.len(), CLIENTS * REQUESTS_EACH, after.len());
    // On a busy machine, the service may reject a request as overload, on any route.
    let new: Vec<&String> = after.difference(&before).filter(|series| !series.contains("503")).collect();
    promise(new.is_empty(), || format!("new series: {new:?}"))
}

async fn send(address: SocketAddr, connection: &mut Option<Connection>, method: &str, path: &str) -> Result {
    let mut open = match connection.take() {
        Some(open) => open,
        None => Connection::open(address).await?,
    };
    let request = format!("{method} {path} HTTP/1.1\r\nhost: load\r\ncontent-length: 0\r\n\r\n");
    let answer = open.exchange(request.as_bytes()).await.map_err(|error| format!("{method} {path}: {error}"))?;
    promise(answer.status < 500 || answer.status == 503, || format!("{method} {path} got {}", answer.status))?;
    *connection = (!answer.close).then_some(open);
    Ok(())
}

/// Pseudorandom numbers (xorshift64, Marsaglia 2003), the same in each run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) as usize) % limit
    }

    fn word(&mut self, alphabet: &[u8]) -> String {
        (0..=self.below(12)).map(|_| char::from(alphabet[self.below(alphabet.len())])).collect()
    }

    fn method(&mut self) -> String {
        match self.below(3) {
            0 => self.word(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ-"),
            _ => METHODS[self.below(METHODS.len())].to_owned(),
        }
    }

    fn path(&mut self) -> String {
        let known = PATHS[self.below(PATHS.len())];
        let word = self.word(b"abcdefghijklmnopqrstuvwxyz0123456789-._~%/?&=");
        match self.below(4) {
            0 => known.to_owned(),
            1 => format!("{known}?{word}"),
            2 => format!("{known}{word}"),
            _ => format!("/{word}"),
        }
    }
}
