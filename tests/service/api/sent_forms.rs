//! Bodies in other encodings.

use crate::api::clients::solution;
use crate::support::puzzles::{EASY, EASY_SOLUTION};
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
    assert_eq!(solution(&send("/solve", zipped(EASY)).send().await), EASY_SOLUTION);
    let lines = format!("{EASY}\n").repeat(3000);
    let batch = send("/solve/batch", zipped(&lines)).send().await;
    assert_eq!(batch.text().lines().filter(|line| *line == EASY_SOLUTION).count(), 3000, "{}", batch.status);
    // A few bytes that decode to many are as long as these.
    let limit = 16 * 1024;
    for (length, code) in
        [(limit, "invalid-grid"), (limit + 1, "payload-too-large"), (100_000_000, "payload-too-large")]
    {
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
async fn utf_16_is_decoded() {
    let service = Service::start().await;
    let utf16: Vec<u8> = [0xFEFF].into_iter().chain(EASY.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let answer = service.request("POST", "/solve").body(utf16).send().await;
    assert_eq!(answer.text(), format!("{EASY_SOLUTION}\n"), "{answer}");
}
