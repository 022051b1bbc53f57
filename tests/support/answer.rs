//! An answer of a service, as it was received.

use std::fmt;

use serde_json::Value;

/// An answer, or what has arrived of it.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body without its transfer coding.
    pub body: Vec<u8>,
    /// The lengths of its chunks; empty if it was not chunked.
    pub chunks: Vec<usize>,
    /// Whether all of it has arrived.
    pub end: End,
}

/// How what has arrived of an answer ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With the announced length, or with the final chunk.
    Whole,
    /// Before that, or with the connection.
    Cut,
}

impl Answer {
    /// Parses the answer at the start of `bytes`: the answer and its length, or `None` if it is incomplete.
    #[track_caller]
    pub fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        Self::so_far(bytes).filter(|(answer, _)| answer.end == End::Whole)
    }

    /// Parses what was received until a connection ended.
    #[track_caller]
    pub fn of_connection(bytes: &[u8]) -> Self {
        let incomplete = || panic!("the head of the answer is incomplete: {:?}", String::from_utf8_lossy(bytes));
        Self::so_far(bytes).unwrap_or_else(incomplete).0
    }

    /// Parses what has arrived, with its length; `None` if the head is incomplete.
    #[track_caller]
    pub fn so_far(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut fields = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Response::new(&mut fields);
        let parsed = head.parse(bytes);
        let shown = || String::from_utf8_lossy(bytes).into_owned();
        let httparse::Status::Complete(start) = parsed.unwrap_or_else(|error| panic!("{error} in {:?}", shown()))
        else {
            return None;
        };
        let headers = (head.headers.iter())
            .map(|field| (field.name.to_ascii_lowercase(), String::from_utf8_lossy(field.value).into_owned()))
            .collect();
        let status = head.code.expect("a whole head has a status");
        let mut answer = Self { status, headers, body: Vec::new(), chunks: Vec::new(), end: End::Cut };
        let rest = &bytes[start..];
        let length = answer.header("content-length").map(|length| length.parse().expect("a number"));
        let has_no_body = status < 200 || status == 204 || status == 304;
        let read = if answer.header("transfer-encoding").is_some() {
            answer.read_chunks(rest)
        } else if let Some(length) = length.or(has_no_body.then_some(0)) {
            let body = rest.get(..length);
            answer.end = if body.is_some() { End::Whole } else { End::Cut };
            answer.body = body.unwrap_or(rest).to_vec();
            answer.body.len()
        } else {
            answer.body = rest.to_vec();
            rest.len()
        };
        Some((answer, start + read))
    }

    /// Reads the whole chunks of the body. Returns their length.
    fn read_chunks(&mut self, bytes: &[u8]) -> usize {
        let mut read = 0;
        while let Ok(httparse::Status::Complete((start, size))) = httparse::parse_chunk_size(&bytes[read..]) {
            let size = usize::try_from(size).expect("it fits in memory");
            let Some(chunk) = bytes.get(read + start..read + start + size + 2) else { break };
            read += start + size + 2;
            if size == 0 {
                self.end = End::Whole;
                break;
            }
            self.body.extend(&chunk[..size]);
            self.chunks.push(size);
        }
        read
    }

    /// The value of this header, with several fields joined by commas.
    pub fn header(&self, name: &str) -> Option<String> {
        let values: Vec<&str> =
            self.headers.iter().filter(|(other, _)| other == name).map(|(_, value)| value.as_str()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Whether it announces the end of the connection.
    pub fn closes(&self) -> bool {
        self.header("connection").is_some_and(|value| value == "close")
    }

    /// The body as text.
    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a body in UTF-8")
    }

    /// The lines of the body.
    #[track_caller]
    pub fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {self}"))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.status)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {value}")?;
        }
        write!(f, "\n{}", String::from_utf8_lossy(&self.body))
    }
}

/// Compares the value of a header.
#[track_caller]
pub fn check_header(answer: &Answer, name: &str, expected: Option<&str>) {
    assert_eq!(answer.header(name).as_deref(), expected, "{name} of {answer}");
}
