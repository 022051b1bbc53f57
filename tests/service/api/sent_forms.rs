//! Bodies in other encodings, and incomplete ones; and the format of an answer: what `Accept` selects.

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::http::Client;
use crate::support::puzzles::{EASY, EASY_SOLUTION, HARDEST};
use crate::support::service::Service;

fn zipped(text: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

#[tokio::test]
async fn a_body_may_be_compressed() {
    let service = Service::start().await;
    let send = |path: &'static str, body: Vec<u8>| {
        service.request("POST", path).header("content-type", "text/plain").header("content-encoding", "gzip").body(body)
    };
    assert_eq!(send("/solve", zipped(EASY)).send().await.text().trim_end(), EASY_SOLUTION);
    let lines = format!("{EASY}\n").repeat(3000);
    let batch = send("/solve/batch", zipped(&lines)).send().await;
    assert_eq!(batch.text().lines().filter(|line| *line == EASY_SOLUTION).count(), 3000, "{}", batch.status);
    // A few bytes that decode to many are as long as these.
    let limit = 16 * 1024;
    for (length, code) in [(limit, "invalid-grid"), (limit + 1, "payload-too-large"), (1 << 24, "payload-too-large")] {
        let answer = send("/solve", zipped(&"5".repeat(length))).header("accept", "application/json").send().await;
        assert_eq!(answer.json()["code"], code, "{answer}");
    }
    let mut cut = zipped(EASY);
    cut.truncate(20);
    for broken in [cut, EASY.as_bytes().to_vec()] {
        let answer = send("/solve", broken).header("accept", "application/json").send().await;
        assert_eq!(answer.json()["code"], "incomplete-body", "{answer}");
    }
    for encoding in ["GZIP", "br", "deflate", "identity, gzip", "zstd"] {
        let other = service.request("POST", "/solve").header("content-encoding", encoding).body(EASY).send().await;
        assert_eq!((other.status, other.header("accept-encoding").as_deref()), (415, Some("gzip")), "{other}");
        assert!(other.text().contains("Content-Encoding") && other.text().contains(encoding), "{other}");
    }
}

#[tokio::test]
async fn incomplete_bodies_are_reported_with_the_number_of_bytes() {
    let service = Service::start().await;
    let counted = [0, 9, 80].map(|read| {
        ("content-length: 81", EASY[..read].to_owned(), format!("the body ended after {read} of 81 bytes"))
    });
    let chunked = ["", "9\r\n", "x\r\n", "-1\r\n", "fffffffffffffffff\r\n", "0\r\n"].map(|end| {
        let told = "after 9 bytes, the chunked encoding of the body is invalid or ends before the last chunk";
        ("transfer-encoding: chunked", format!("9\r\n{}\r\n{end}", &EASY[..9]), told.to_owned())
    });
    for path in ["/solve", "/validate", "/solve/batch"] {
        // A batch in chunks is answered during the upload.
        let chunked = chunked.iter().filter(|_| path != "/solve/batch");
        for (framing, body, told) in counted.iter().chain(chunked) {
            let mut client = Client::new(TcpStream::connect(service.address).await.expect("a connection"));
            let head = format!("POST {path} HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\n{framing}\r\n\r\n");
            client.send(head + body).await;
            client.stream.shutdown().await.expect("the sending side is closed");
            assert_eq!(client.expect(400, true).await, format!("incomplete-body: {told}\n"), "{path}: {body}");
        }
    }
}

/// The media types by their words.
const TYPES: [(&str, &str); 4] = [
    ("json", "application/json"),
    ("text", "text/plain; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
];

#[tokio::test]
async fn accept_selects_the_format_which_defaults_to_that_of_the_request() {
    let service = Service::start().await;
    for line in include_str!("../../cases/accept.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let media_type = |word: &str| TYPES.iter().find(|(other, _)| *other == word).expect("a type").1;
        let (for_json, for_text) = (media_type(words[0]), media_type(words[1]));
        let accept = words.get(2).map(|accept: &&str| accept.replace("\\r\\n", "\r\n"));
        let document = json!(HARDEST).to_string();
        // Problems use the same format, even for rejected bodies.
        let of_problem = |kind: &'static str| Some(kind).filter(|kind| !kind.starts_with("image"));
        for (body, expected) in [
            (Some(&*document), Some(for_json)),
            (Some(HARDEST), Some(for_text)),
            (Some("{"), of_problem(for_json)),
            (Some("5"), of_problem(for_text)),
            (None, Some(for_json)),
        ] {
            let mut request = match body {
                Some(body) => service.request("POST", "/solve").body(body),
                None => service.request("GET", &format!("/solve?grid={HARDEST}")),
            };
            if let Some(accept) = &accept {
                request = request.header("accept", accept);
            }
            let answer = request.send().await;
            let found = answer.header("content-type").unwrap_or_default().replace("problem+", "");
            assert!(expected.is_none_or(|expected| found == expected), "{accept:?} with {body:?}: {answer}");
        }
    }
}
