//! The exporter's HTTP client: one connection per batch, on hyper, which the service already uses.

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

/// Maximum size of a collector's response, which is empty or a short message.
const MAX_RESPONSE: usize = 64 * 1024;

/// Sends the requests of the exporter's thread on the service's runtime.
#[derive(Debug)]
pub struct Client {
    runtime: Handle,
    /// Time limit for a request and its response.
    timeout: Duration,
    losses: Arc<Losses>,
}

impl Client {
    pub fn new(runtime: Handle, timeout: Duration, losses: Arc<Losses>) -> Self {
        Self { runtime, timeout, losses }
    }

    async fn send(&self, mut request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let authority = request.uri().authority().cloned().ok_or("the URL has no host")?;
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        *request.uri_mut() = Uri::try_from(target)?;
        request.headers_mut().insert(header::HOST, HeaderValue::try_from(authority.as_str())?);
        // A DNS lookup blocks this thread, which belongs to the exporter. On the runtime, it would be a blocking task
        // that the process would wait for before it exits.
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
        let response = self.send(request).await;
        // The exporter reports to its caller only that there was a network error.
        self.losses.attempted(&response);
        response
    }
}

/// The host and the port; the default is 80.
fn host_and_port(authority: &Authority) -> (&str, u16) {
    (authority.host().trim_matches(['[', ']']), authority.port_u16().unwrap_or(80))
}

/// Sends a request on a new connection, and reads the whole response.
async fn exchange(stream: TcpStream, request: Request<Full<Bytes>>) -> Result<Response<Bytes>, HttpError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let response = async move {
        let (head, body) = sender.send_request(request).await?.into_parts();
        let body = Limited::new(body, MAX_RESPONSE).collect().await?.to_bytes();
        Ok(Response::from_parts(head, body))
    };
    // The connection ends once `response` has dropped the sender. Any error of the connection is also one of the
    // response.
    tokio::join!(response, connection).0
}
