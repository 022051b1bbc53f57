//! The pictures of all operations.

use std::collections::BTreeSet;
use std::io::Read;

use crate::support::answer::check_header;
use crate::support::puzzles::EASY;
use crate::support::service::{Answer, Service};
use flate2::read::ZlibDecoder;

const SVG: Option<&str> = Some("image/svg+xml");
const PNG: Option<&str> = Some("image/png");
const JSON: Option<&str> = Some("application/json");

/// The width and height of a PNG, whose data must be complete.
pub fn size(answer: &Answer) -> [u32; 2] {
    decoded(answer).0
}

/// The width and height of a PNG, and the colours of its pixels.
pub fn decoded(answer: &Answer) -> ([u32; 2], BTreeSet<String>) {
    let file = &answer.body;
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n", "{answer:?}");
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let [width, height] = [number(16), number(20)];
    let (mut at, mut palette, mut data) = (8, Vec::new(), Vec::new());
    while at < file.len() {
        let end = at + 8 + number(at) as usize;
        if &file[at + 4..at + 8] == b"IDAT" {
            data.extend_from_slice(&file[at + 8..end]);
        } else if &file[at + 4..at + 8] == b"PLTE" {
            palette = file[at + 8..end].chunks(3).map(|c| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2])).collect();
        }
        let mut check = flate2::Crc::new();
        check.update(&file[at + 4..end]);
        assert_eq!(check.sum(), number(end), "the check of a chunk");
        at = end + 4;
    }
    let mut rows = Vec::new();
    ZlibDecoder::new(&data[..]).read_to_end(&mut rows).expect("compressed rows");
    assert_eq!(rows.len() as u32, (width + 1) * height);
    let pixels = rows.chunks(width as usize + 1).flat_map(|row| &row[1..]);
    ([width, height], pixels.map(|pixel| palette[usize::from(*pixel)].clone()).collect())
}

#[tokio::test]
async fn every_operation_with_a_grid_has_both_pictures() {
    let service = Service::start().await;
    let of_grid = ["solve", "reveal", "validate", "rate", "hint", "explain", "canonical"]
        .map(|name| (format!("/{name}?grid={EASY}&size=96"), 96));
    let others = [
        "/generate?level=easy&seed=forms".to_owned(),
        "/daily/2026-11-16?size=540".to_owned(),
        format!("/steps?grid={EASY}&limit=1"),
        format!("/variants?grid={EASY}"),
    ];
    for (target, width) in of_grid.into_iter().chain(others.map(|target| (target, 540))) {
        let svg = service.get(&format!("{target}&format=svg")).await;
        check_header(&svg, "content-type", SVG);
        check_header(&svg, "content-security-policy", Some("default-src 'none'; style-src 'unsafe-inline'"));
        let png = service.get(&format!("{target}&format=png")).await;
        check_header(&png, "content-type", PNG);
        assert_eq!(size(&png)[0], width, "{target}");
        let json = service.get(&target).await;
        for name in ["sudoku-verdict", "sudoku-rating", "cache-control"] {
            check_header(&svg, name, json.header(name).as_deref());
        }
        let tags = [&svg, &png, &json].map(|answer| answer.header("etag").expect("a tag"));
        assert!(tags[0] != tags[1] && tags[1] != tags[2], "{tags:?}");
        for (format, tag) in [("svg", &tags[0]), ("png", &tags[1])] {
            let request = service.request("GET", &format!("{target}&format={format}")).header("if-none-match", tag);
            let again = request.send().await;
            assert!(again.status == 304 && again.body.is_empty(), "{again}");
        }
        let head = service.request("HEAD", &format!("{target}&format=svg")).send().await;
        assert!(head.status == 200 && head.body.is_empty(), "{head}");
    }
    // An answer without a grid is no picture.
    for target in ["/techniques?format=svg&size=100", &format!("/annotate?grid={EASY}&fields=clues&format=png")] {
        check_header(&service.get(target).await, "content-type", JSON);
    }
}

#[tokio::test]
async fn the_puzzle_of_today_keeps_the_form() {
    let service = Service::start().await;
    let query = "format=svg&theme=dark&labels=true&caption=Today%27s";
    let answer = service.get(&format!("/daily?{query}")).await;
    let location = answer.header("location").expect("an address");
    assert!(answer.status == 307 && location.ends_with(&format!("?{query}")), "{answer}");
    check_header(&service.get(&format!("/{location}")).await, "content-type", SVG);
    assert_eq!(service.get("/daily?theme=blue").await.status, 422);
    let random = service.get("/generate?level=easy&format=svg").await;
    let location = random.header("content-location").expect("an address");
    assert_eq!(service.get(&format!("/{location}")).await.body, random.body);
}
