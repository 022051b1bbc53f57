//! The exporter's HTTP client: a connection for each batch, by the HTTP implementation that the service has anyway.

use std::io;
use std::net::ToSocketAddrs;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Request, Response, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use opentelemetry_http::{HttpClient, HttpError};
use tokio::net::TcpStream;
use tokio::runtime::Handle;

use super::loss::Losses;

/// How many bytes a collector may answer.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Sends what the exporter's thread has to send, on a runtime whose other tasks do not wait for it.
#[derive(Debug)]
pub struct Client {
    runtime: Handle,
    /// How long an exchange may take.
    timeout: Duration,
    losses: Arc<Losses>,
}

impl Client {
    pub fn new(runtime: Handle, timeout: Duration, losses: Arc<Losses>) -> Self {
        Self { runtime, timeout, losses }
    }

    async fn send(&self, mut request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let authority = request.uri().authority().cloned().ok_or("the address names no host")?;
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        *request.uri_mut() = Uri::try_from(target)?;
        request.headers_mut().insert(header::HOST, HeaderValue::try_from(authority.as_str())?);
        // Looking a name up blocks this thread, which is the exporter's. On the runtime it would be a blocking task,
        // and the end of the process would wait for it.
        let addresses: Vec<_> = host_and_port(&authority).to_socket_addrs()?.collect();
        let exchange = async move {
            let stream = TcpStream::connect(&addresses[..]).await?;
            exchange(stream, request.map(Full::new)).await
        };
        let timeout = self.timeout;
        let exchange = self.runtime.spawn(async move { tokio::time::timeout(timeout, exchange).await });
        exchange.await?.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let answer = self.send(request).await;
        // The exporter tells its caller no more than that there was an error in the network.
        self.losses.attempted(&answer);
        answer
    }
}

/// The host and the port, 80 unless it is named.
fn host_and_port(authority: &Authority) -> (&str, u16) {
    (authority.host().trim_matches(['[', ']']), authority.port_u16().unwrap_or(80))
}

/// Sends a request on a connection of its own, and reads the whole answer.
async fn exchange(stream: TcpStream, request: Request<Full<Bytes>>) -> Result<Response<Bytes>, HttpError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let answer = async move {
        let (head, body) = sender.send_request(request).await?.into_parts();
        let body = Limited::new(body, LONGEST_ANSWER).collect().await?.to_bytes();
        Ok(Response::from_parts(head, body))
    };
    // The connection ends when `answer` is done with the sender. Its error, if there is one, is that of the answer.
    tokio::join!(answer, connection).0
}
