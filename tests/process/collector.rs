//! A collector of spans, and just enough protobuf to read what it is sent.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use flate2::read::GzDecoder;

/// Far more than anything here takes, so that a failure ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// A span as it arrived.
#[derive(Debug)]
pub struct Span {
    /// The head of the request that brought it, in lower case.
    pub head: String,
    pub resource: BTreeMap<String, String>,
    pub trace_id: String,
    pub id: String,
    pub trace_state: String,
    pub parent_id: String,
    pub name: String,
    /// 2 is a server's.
    pub kind: u64,
    /// In nanoseconds since 1970.
    pub start: u64,
    /// In nanoseconds since 1970.
    pub end: u64,
    /// Each value as text, that of a list in brackets.
    pub attributes: BTreeMap<String, String>,
    /// 0 is unset, 2 an error.
    pub status: u64,
}

/// A collector on a port of its own.
pub struct Collector {
    pub address: SocketAddr,
    spans: Receiver<Span>,
}

impl Collector {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (sender, spans) = channel();
        // It ends with the test's process.
        thread::spawn(move || {
            for stream in listener.incoming() {
                take_in(stream.expect("a connection"), &sender);
            }
        });
        Self { address, spans }
    }

    /// The address that a service is given.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The next span that arrives.
    pub fn span(&self) -> Span {
        self.spans.recv_timeout(PATIENCE).expect("a span arrives")
    }

    /// What has arrived and was not asked for, by name.
    pub fn rest(&self) -> Vec<String> {
        self.spans.try_iter().map(|span| span.name).collect()
    }
}

fn take_in(stream: TcpStream, spans: &Sender<Span>) {
    stream.set_read_timeout(Some(PATIENCE)).expect("a time is set");
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).expect("a head") > 0, "the head is cut off: {head:?}");
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
        // The test may have seen enough.
        let _ = spans.send(span);
    }
    let answer = b"HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
    stream.get_mut().write_all(answer).expect("the answer is taken");
}

/// The spans of an `ExportTraceServiceRequest`. The numbers are those of the fields in `opentelemetry/proto/`.
fn read(head: &str, request: &[u8]) -> Vec<Span> {
    let mut spans = Vec::new();
    for of_resource in messages(request, 1) {
        let resource = messages(of_resource, 1).flat_map(|resource| attributes(resource, 1)).collect();
        for span in messages(of_resource, 2).flat_map(|of_scope| messages(of_scope, 2)) {
            let bytes = |number| messages(span, number).next().unwrap_or_default();
            let hex = |number| bytes(number).iter().map(|byte| format!("{byte:02x}")).collect();
            spans.push(Span {
                head: head.to_owned(),
                resource: BTreeMap::clone(&resource),
                trace_id: hex(1),
                id: hex(2),
                trace_state: text(bytes(3)),
                parent_id: hex(4),
                name: text(bytes(5)),
                kind: number(span, 6),
                start: number(span, 7),
                end: number(span, 8),
                attributes: attributes(span, 9).collect(),
                status: number(bytes(15), 3),
            });
        }
    }
    spans
}

fn attributes(message: &[u8], field: u64) -> impl Iterator<Item = (String, String)> {
    messages(message, field).map(|pair| {
        let of = |field| messages(pair, field).next().unwrap_or_default();
        (text(of(1)), value(of(2)))
    })
}

/// An `AnyValue` as text.
fn value(any: &[u8]) -> String {
    match fields(any).next() {
        Some((1, Field::Bytes(bytes))) => text(bytes),
        Some((2 | 3, Field::Number(number))) => number.cast_signed().to_string(),
        Some((4, Field::Number(number))) => f64::from_bits(number).to_string(),
        Some((5, Field::Bytes(list))) => format!("[{}]", messages(list, 1).map(value).collect::<Vec<_>>().join(", ")),
        _ => panic!("a value of another kind: {any:?}"),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text is UTF-8")
}

/// The value of a field that stands once in a message, 0 if it stands there not at all.
fn number(message: &[u8], wanted: u64) -> u64 {
    let number = |(field, value)| match value {
        Field::Number(number) if field == wanted => Some(number),
        _ => None,
    };
    fields(message).find_map(number).unwrap_or_default()
}

/// The values of a field that is a message, a text or bytes.
fn messages(message: &[u8], wanted: u64) -> impl Iterator<Item = &[u8]> {
    fields(message).filter_map(move |(field, value)| match value {
        Field::Bytes(bytes) if field == wanted => Some(bytes),
        _ => None,
    })
}

enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message, in the order in which they stand.
fn fields(mut message: &[u8]) -> impl Iterator<Item = (u64, Field<'_>)> {
    std::iter::from_fn(move || {
        let key = (!message.is_empty()).then(|| varint(&mut message))?;
        let mut take = |length: usize| message.split_off(..length).expect("the message is whole");
        let value = match key & 7 {
            0 => Field::Number(varint(&mut message)),
            1 => Field::Number(u64::from_le_bytes(take(8).try_into().expect("eight bytes"))),
            5 => Field::Number(u32::from_le_bytes(take(4).try_into().expect("four bytes")).into()),
            2 => {
                let length = varint(&mut message);
                Field::Bytes(message.split_off(..length as usize).expect("the message is whole"))
            }
            other => panic!("a field of kind {other}"),
        };
        Some((key >> 3, value))
    })
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first().expect("the number is whole");
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}
