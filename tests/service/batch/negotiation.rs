//! Content types, and rejections before the answers begin.

use crate::batch::client::{Batch, End, send, send_until_admitted};
use crate::batch::streaming::Impatient;
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

#[test]
fn every_media_type_of_the_two_forms_is_accepted() {
    let program = Program::start(&[]);
    for media_type in ["text/plain", "Text/Plain; charset=UTF-8", "application/x-www-form-urlencoded", ""] {
        let answer = send(program.address, media_type, PUZZLE.as_bytes());
        assert_eq!(answer.lines(), [SOLUTION], "{media_type}");
        assert!(answer.header("content-type").as_deref() == Some("text/plain; charset=utf-8"), "{answer:?}");
    }
    let ndjson = ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"];
    for media_type in ndjson {
        let answer = send(program.address, media_type, format!("\"{PUZZLE}\"").as_bytes());
        assert_eq!(answer.text(), format!("{{\"line\":1,\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\"}}\n"));
        assert!(answer.header("content-type").as_deref() == Some("application/x-ndjson"), "{answer:?}");
    }
}

#[test]
fn a_batch_without_a_type_is_text() {
    let program = Program::start(&[]);
    let mut batch = Batch::begin(program.address, &format!("content-length: {}", PUZZLE.len()));
    batch.write(PUZZLE.as_bytes());
    assert_eq!(batch.rest().lines(), [SOLUTION]);
}

#[track_caller]
fn check_refused(fields: &str, status: u16, detail: &str) {
    let program = Program::start(&[]);
    let mut batch = Batch::begin(program.address, &format!("{fields}\r\ncontent-length: 3"));
    batch.write(b"1\n2");
    let answer = batch.rest();
    assert_eq!((answer.status, answer.end), (status, End::Whole), "{fields}");
    assert!(answer.text().contains(detail), "{}", answer.text());
}

#[test]
fn an_unsupported_type_or_encoding_is_rejected_with_a_remedy() {
    check_refused("content-type: application/json", 415, "application/x-ndjson");
    check_refused("content-type: image/png", 415, "text/plain");
    check_refused("content-type: text/plain; charset=koi8-r", 415, "charset=utf-8");
    check_refused("content-encoding: br", 415, "gzip");
}

#[test]
fn the_error_for_a_query_names_the_parameter() {
    let program = Program::start(&[]);
    let fields = "content-type: text/plain\r\ncontent-length: 0";
    let answer = Batch::begin_at(program.address, "/solve/batch?max_solution=2", fields).rest();
    assert_eq!(answer.status, 422);
    assert_eq!(
        answer.text(),
        "invalid-request: parameter max_solution: unknown parameter; did you mean `max_solutions`? the parameters are \
         `max_solutions`, `notation`, `puzzle`, `candidates`, `marks`, `count`, `column`\n"
    );
}

#[test]
fn batches_share_a_budget_of_memory() {
    // Enough for one batch, not for two.
    let program = Program::start(&["--max-memory", "240KiB"]);
    let mut first = Batch::begin(program.address, "content-length: 9000\r\nexpect: 100-continue");
    // The service asks for the body only after it has reserved the memory.
    first.read_continue();
    let answer = send(program.address, "text/plain", PUZZLE.as_bytes());
    assert_eq!((answer.status, answer.end), (503, End::Whole));
    assert!(answer.text().starts_with("overloaded: ") && answer.header("retry-after").is_some(), "{answer:?}");
    first.write(&[b'\n'; 9000]);
    assert_eq!(first.rest().status, 200);
    assert_eq!(send_until_admitted(program.address, PUZZLE.as_bytes()).lines(), [SOLUTION]);
}

#[test]
fn the_number_of_concurrent_batches_is_limited() {
    let program = Impatient::for_one_batch();
    let mut first = Batch::stream(program.address);
    first.chunk(format!("{PUZZLE}\n").as_bytes());
    assert_eq!(first.line(), SOLUTION);
    let answer = send(program.address, "application/x-ndjson", b"");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("\"code\":\"overloaded\""), "{}", answer.text());
    first.finish();
    assert_eq!(first.rest().end, End::Whole);
}
