//! Content types, and rejections before the answers begin.

use crate::batch::client::{Batch, End, send, send_until_admitted};
use crate::batch::streaming::Impatient;
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

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

#[test]
fn an_upload_that_breaks_off_before_its_first_line_is_a_problem() {
    let program = Program::start(&[]);
    let mut batch = Batch::stream(program.address);
    batch.chunk(b"  \n");
    batch.write(b"not a chunk\r\n");
    let answer = batch.rest();
    assert_eq!(answer.status, 400);
    assert!(answer.text().starts_with("incomplete-body: "), "{}", answer.text());
}
