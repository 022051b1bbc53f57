//! A collector for spans.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use flate2::read::GzDecoder;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message;

use crate::http::PATIENCE;

/// A span as received.
#[derive(Debug)]
pub struct Span {
    /// The head of its request, in lower case.
    pub head: String,
    pub resource: BTreeMap<String, String>,
    pub trace_id: String,
    pub id: String,
    pub trace_state: String,
    pub parent_id: String,
    pub name: String,
    /// 2 is a server span.
    pub kind: i32,
    /// In nanoseconds since 1970.
    pub start: u64,
    /// In nanoseconds since 1970.
    pub end: u64,
    /// Each value as text, a list in brackets.
    pub attributes: BTreeMap<String, String>,
    /// 0 is unset, 2 is an error.
    pub status: i32,
}

/// A collector on a free port.
pub struct Collector {
    pub address: SocketAddr,
    spans: Receiver<Span>,
}

impl Collector {
    pub fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").expect("a free port"))
    }

    /// A collector that also accepts the connections that this listener has not accepted.
    pub fn on(listener: TcpListener) -> Self {
        let address = listener.local_addr().expect("an address");
        let (sender, spans) = channel();
        // The thread ends when the process of the tests ends.
        thread::spawn(move || {
            for stream in listener.incoming() {
                receive(stream.expect("a connection"), &sender);
            }
        });
        Self { address, spans }
    }

    /// The URL for `--otlp-endpoint`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Waits for the next span.
    pub fn span(&self) -> Span {
        self.spans.recv_timeout(PATIENCE).expect("a span arrives")
    }

    /// Returns the names of the spans that arrived and were not read.
    pub fn rest(&self) -> Vec<String> {
        self.spans.try_iter().map(|span| span.name).collect()
    }
}

fn receive(stream: TcpStream, spans: &Sender<Span>) {
    stream.set_read_timeout(Some(PATIENCE)).expect("a time is set");
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).expect("a head") > 0, "incomplete head: {head:?}");
    }
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    stream.read_exact(&mut body).expect("the whole body");
    if head.contains("\r\ncontent-encoding: gzip\r\n") {
        let packed = std::mem::take(&mut body);
        GzDecoder::new(&packed[..]).read_to_end(&mut body).expect("gzip");
    }
    for span in read(&head, &body) {
        // The test may have ended.
        let _ = spans.send(span);
    }
    let answer = b"HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
    stream.get_mut().write_all(answer).expect("the exporter reads");
}

/// The spans of an `ExportTraceServiceRequest`.
fn read(head: &str, request: &[u8]) -> Vec<Span> {
    let request = ExportTraceServiceRequest::decode(request).expect("a valid message");
    let mut spans = Vec::new();
    for resource_spans in request.resource_spans {
        let resource = attributes(resource_spans.resource.unwrap_or_default().attributes);
        for span in resource_spans.scope_spans.into_iter().flat_map(|scope_spans| scope_spans.spans) {
            spans.push(Span {
                head: head.to_owned(),
                resource: resource.clone(),
                trace_id: hex(&span.trace_id),
                id: hex(&span.span_id),
                trace_state: span.trace_state,
                parent_id: hex(&span.parent_span_id),
                name: span.name,
                kind: span.kind,
                start: span.start_time_unix_nano,
                end: span.end_time_unix_nano,
                attributes: attributes(span.attributes),
                status: span.status.unwrap_or_default().code,
            });
        }
    }
    spans
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn attributes(pairs: Vec<KeyValue>) -> BTreeMap<String, String> {
    pairs.into_iter().map(|pair| (pair.key, pair.value.map_or_else(String::new, shown))).collect()
}

fn shown(value: AnyValue) -> String {
    match value.value {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        Some(Value::DoubleValue(number)) => number.to_string(),
        Some(Value::BoolValue(truth)) => truth.to_string(),
        Some(Value::ArrayValue(list)) => {
            format!("[{}]", list.values.into_iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        other => panic!("unexpected kind of value: {other:?}"),
    }
}
