//! Batches that are answered during the upload, and what is refused before.

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Barrier};
use std::time::Duration;

use serde_json::Value;
use sudoku_service::http::{BatchLimits, Settings};
use sudoku_service::operations::KINDS;
use sudoku_service::pool::{Pool, PoolSettings};
use tokio::runtime::Runtime;

use crate::batch::client::{Batch, CHUNKED, End, send, send_to, send_until_admitted};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;
use crate::support::service::{LONG, Service, pool, settings};

/// A service in this process, with stricter batch limits than the binary has.
struct Impatient {
    address: SocketAddr,
    _runtime: Runtime,
}

impl Impatient {
    fn start(batch: BatchLimits) -> Self {
        Self::on(Settings { batch, ..settings() }, pool(2, 64))
    }

    /// With room for one batch of each class.
    fn for_one_batch() -> Self {
        let [one, many] = [1, 64].map(|number| NonZeroUsize::new(number).expect("not zero"));
        let settings_of_pool =
            PoolSettings { threads: one, queue_depth: many, longest_wait: LONG, lanes: one, kinds: &KINDS };
        Self::on(settings(), Pool::start(settings_of_pool).expect("threads"))
    }

    /// With these settings and this pool.
    fn on(settings: Settings, pool: Pool) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let service = runtime.block_on(Service::on(settings, pool));
        Self { address: service.address, _runtime: runtime }
    }
}

fn limits() -> BatchLimits {
    settings().batch
}

#[test]
fn answers_come_before_the_upload_ends() {
    let program = Program::start(&[]);
    let mut batch = Batch::stream(program.address);
    for number in 1..=5 {
        // A line is answered as soon as it is complete, however it was split.
        batch.chunk(&PUZZLE.as_bytes()[..40]);
        batch.chunk(format!("{}\nnonsense {number}\n", &PUZZLE[40..]).as_bytes());
        assert_eq!(batch.line(), SOLUTION);
        assert!(batch.line().starts_with(&format!("error invalid-grid line {}: ", 2 * number)));
    }
    batch.chunk(PUZZLE.as_bytes());
    batch.finish();
    let answer = batch.rest();
    assert_eq!((answer.lines(), answer.end), (vec![SOLUTION], End::Whole));
    let program = Program::start(&["--threads", "1"]);
    let mut batch = Batch::begin_at(program.address, "/rate/batch", CHUNKED);
    for (puzzle, rating) in [(PUZZLE, "1.2/1.2/1.2"), (SOLUTION, "0.0/0.0/0.0"), (PUZZLE, "1.2/1.2/1.2")] {
        batch.chunk(format!("{puzzle}\n").as_bytes());
        assert_eq!(batch.line(), rating);
    }
    batch.finish();
    assert_eq!(batch.rest().end, End::Whole);
}

#[test]
fn a_client_that_never_reads_takes_little_memory() {
    let program = Program::start(&[]);
    let batch = Batch::begin(program.address, "content-type: text/plain\r\ncontent-length: 820000000");
    // The service reads until its buffers and the kernel's are full.
    let mut stream = batch.socket().try_clone().expect("a second handle");
    stream.set_write_timeout(Some(Duration::from_secs(1))).expect("a time is set");
    let lines = format!("{PUZZLE}\n").repeat(800);
    let mut sent = 0;
    while let Ok(count) = stream.write(&lines.as_bytes()[sent % 82..]) {
        sent += count;
        assert!(sent < 100_000_000, "the service reads an endless upload");
    }
    assert!(program.resident_kilobytes() < 48_000, "{} kB", program.resident_kilobytes());
    // Another client is still served.
    assert_eq!(send(program.address, "text/plain", PUZZLE.as_bytes()).lines(), [SOLUTION]);
    let answer = batch.rest();
    let (end, answers) = answer.lines().split_last().map(|(end, answers)| (*end, answers.to_vec())).expect("lines");
    assert!(answers.iter().all(|&line| line == SOLUTION) && end.starts_with("error payload-too-large line "), "{end}");
}

#[test]
fn a_client_that_disconnects_frees_its_slot() {
    let program = Impatient::for_one_batch();
    for cut in [1, 40, 83, 300, 5000] {
        let mut batch = Batch::stream(program.address);
        batch.chunk(&format!("{PUZZLE}\n").repeat(100).as_bytes()[..cut]);
        drop(batch);
        // The slot becomes free once the service notices the disconnect.
        assert_eq!(send_until_admitted(program.address, PUZZLE.as_bytes()).lines(), [SOLUTION]);
    }
}

#[test]
fn a_shutdown_answers_the_lines_read_so_far_and_reports_the_next_line() {
    for json in [false, true] {
        let program = Program::start(&[]);
        let media_type = if json { "application/x-ndjson" } else { "text/plain" };
        let fields = format!("content-type: {media_type}\r\ntransfer-encoding: chunked");
        let mut batch = Batch::begin(program.address, &fields);
        let puzzle = if json { format!("\"{PUZZLE}\"\n") } else { format!("{PUZZLE}\n") };
        batch.chunk(format!("\n{puzzle}").as_bytes());
        assert!(batch.line().contains(SOLUTION));
        // An incomplete line is not answered.
        batch.chunk(&puzzle.as_bytes()[..40]);
        program.signal("TERM");
        let answer = batch.rest();
        assert_eq!(answer.end, End::Cut, "no final chunk");
        if json {
            let line: Value = serde_json::from_str(answer.text()).expect("one line");
            assert_eq!((&line["line"], &line["problem"]["code"]), (&3.into(), &"shutting-down".into()));
        } else {
            assert_eq!(
                answer.lines(),
                [
                    "error shutting-down line 3: the service is shutting down; the answers end before line 3; resend the \
                     batch from that line"
                ]
            );
        }
        let (status, _) = program.ended();
        assert!(status.success());
    }
}

#[test]
fn a_shutdown_finishes_a_batch_that_was_read_whole() {
    let program = Program::start(&[]);
    let body = format!("{PUZZLE}\n").repeat(12_000);
    let mut batch = Batch::begin(program.address, &format!("content-length: {}", body.len()));
    batch.write(body.as_bytes());
    batch.head();
    program.signal("TERM");
    let answer = batch.rest();
    assert_eq!((answer.lines().len(), answer.end), (12_000, End::Whole));
}

#[test]
fn a_batch_that_outlasts_a_shutdown_ends_with_a_line_that_says_so() {
    let program = Program::start(&["--drain-timeout", "1s"]);
    // The puzzle that takes longest to rate.
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let body = format!("{puzzle}\n").repeat(100);
    let fields = format!("content-type: text/plain\r\ncontent-length: {}", body.len());
    let mut batch = Batch::begin_at(program.address, "/rate/batch", &fields);
    batch.write(body.as_bytes());
    batch.head();
    program.signal("TERM");
    let answer = batch.rest();
    assert_eq!(answer.end, End::Cut, "no final chunk");
    let end = answer.lines().last().copied().unwrap_or_default().to_owned();
    assert!(end.starts_with("error shutting-down line ") && end.contains("the service is shutting down"), "{end}");
    let (status, _) = program.ended();
    assert!(status.success());
}

#[test]
fn a_batch_that_pauses_for_too_long_ends_with_an_error_line() {
    // Longer than a busy machine takes between two writes of the client.
    let service = Impatient::start(BatchLimits { idle: Duration::from_secs(1), ..limits() });
    let mut batch = Batch::stream(service.address);
    batch.chunk(format!("{PUZZLE}\n{PUZZLE}\n").as_bytes());
    let answer = batch.rest();
    let end = "error shutting-down line 3: no line moved for 1 s; the answers end before line 3; resend the \
                     batch from that line";
    assert_eq!((answer.lines(), answer.end), (vec![SOLUTION, SOLUTION, end], End::Cut));
}

#[test]
fn a_batch_that_is_too_slow_ends_and_ends_sooner_while_all_places_are_taken() {
    for (least_rate, lanes, why) in [
        (1_000_000_000, 2, "fewer than 1000000000 bytes a second moved for 0.5 s; "),
        (0, 1, "fewer than 4096 bytes a second moved for 0.5 s, and no other batch can start; "),
    ] {
        let [threads, lanes] = [1, lanes].map(|number| NonZeroUsize::new(number).expect("not zero"));
        let pool = PoolSettings { threads, queue_depth: threads, longest_wait: LONG, lanes, kinds: &KINDS };
        let (idle, discard_time) = (Duration::from_millis(500), Duration::from_millis(100));
        let settings = Settings { batch: BatchLimits { idle, least_rate, discard_time }, ..settings() };
        let service = Impatient::on(settings, Pool::start(pool).expect("a thread"));
        let mut batch = Batch::stream(service.address);
        batch.chunk(format!("{PUZZLE}\n").as_bytes());
        assert_eq!(batch.line(), SOLUTION);
        let mut upload = batch.socket().try_clone().expect("a second handle");
        // A comment has no answer.
        let uploading = std::thread::spawn(move || {
            while upload.write_all(b"2\r\n#\n\r\n").is_ok() {
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let answer = batch.rest();
        assert!(answer.text().starts_with("error shutting-down line ") && answer.text().contains(why), "{answer:?}");
        assert_eq!(answer.end, End::Cut);
        uploading.join().expect("it does not panic");
    }
}

#[test]
fn a_whole_body_that_stalls_is_a_problem() {
    // Without a least rate, a line that arrives late on a busy machine ends nothing.
    let service = Impatient::start(BatchLimits { idle: Duration::from_millis(200), least_rate: 0, ..limits() });
    let mut batch = Batch::begin(service.address, "content-length: 100");
    batch.write(b"1\n");
    let answer = batch.rest();
    assert_eq!(answer.status, 408);
    assert!(answer.text().starts_with("request-timeout: the body was not complete: no line moved for 0.2 s"));
}

#[test]
fn a_counted_batch_of_at_most_a_mebibyte_is_answered_whole_and_a_longer_one_during_the_upload() {
    // Both uploads stall, so the first line is answered only if its answer does not wait for the rest.
    let service = Impatient::start(BatchLimits { idle: Duration::from_secs(1), least_rate: 0, ..limits() });
    let begin = |length: usize| {
        let mut batch = Batch::begin(service.address, &format!("content-length: {length}"));
        batch.write(format!("{PUZZLE}\n").as_bytes());
        batch
    };
    let (whole, longer) = (begin(1024 * 1024), begin(1024 * 1024 + 1));
    let answer = longer.rest();
    assert_eq!((answer.status, answer.lines()[0], answer.end), (200, SOLUTION, End::Cut));
    let answer = whole.rest();
    assert_eq!((answer.status, answer.end), (408, End::Whole), "{}", answer.text());
}

/// Sends a whole batch with its length. Nothing is read of the answer.
fn send_before_reading(address: SocketAddr, lines: usize) -> Batch {
    let body = format!("{PUZZLE}\n").repeat(lines);
    let mut batch = Batch::begin(address, &format!("content-type: text/plain\r\ncontent-length: {}", body.len()));
    batch.write(body.as_bytes());
    batch
}

#[test]
fn a_client_that_sends_too_much_before_it_reads_is_told_how_much_is_kept() {
    let program = Program::start(&[]);
    // Far more than all buffers can hold, so this ends only because the service discards the rest.
    let answer = send_before_reading(program.address, 300_000).rest();
    let (end, answers) = answer.lines().split_last().map(|(end, answers)| (*end, answers.len())).expect("lines");
    assert!(answers >= 100_000, "{answers} are kept");
    let expected = format!("error payload-too-large line {}: this client does not read while it sends", answers + 1);
    assert!(end.starts_with(&expected) && end.contains(&format!("send at most {answers} lines")), "{end}");
    assert_eq!(answer.end, End::Cut);
}

#[test]
fn of_many_clients_that_send_before_they_read_some_are_answered_and_the_others_are_told() {
    // Half of the memory is for what the jobs of ten batches hold, however they meet; the rest has room for one or two answers.
    let program = Program::start(&["--max-memory", "32MiB", "--threads", "2"]);
    let (address, all_are_sent) = (program.address, Arc::new(Barrier::new(10)));
    let client = |all_are_sent: Arc<Barrier>| {
        std::thread::spawn(move || {
            let batch = send_before_reading(address, 90_000);
            // None makes room for another.
            all_are_sent.wait();
            batch.rest()
        })
    };
    let clients: Vec<_> = (0..10).map(|_| client(Arc::clone(&all_are_sent))).collect();
    let mut whole = 0;
    for client in clients {
        let answer = client.join().expect("it does not panic");
        if answer.end == End::Whole {
            assert_eq!((answer.status, answer.lines().len()), (200, 90_000));
            whole += 1;
        } else {
            let end = answer.lines().last().copied().unwrap_or_default();
            assert!(end.starts_with("error overloaded line "), "{end}");
        }
    }
    assert!((1..10).contains(&whole), "{whole} answered");
    // The memory is free again.
    assert_eq!(send(address, "text/plain", PUZZLE.as_bytes()).lines(), [SOLUTION]);
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
fn the_number_of_concurrent_batches_is_limited_by_class() {
    let program = Impatient::for_one_batch();
    let mut rating = Batch::begin_at(program.address, "/rate/batch", CHUNKED);
    rating.chunk(format!("{PUZZLE}\n").as_bytes());
    assert_eq!(rating.line(), "1.2/1.2/1.2");
    assert_eq!(send_to(program.address, "/explain/batch", "text/plain", b"").status, 503);
    let mut first = Batch::stream(program.address);
    first.chunk(format!("{PUZZLE}\n").as_bytes());
    assert_eq!(first.line(), SOLUTION);
    let answer = send(program.address, "application/x-ndjson", b"");
    assert_eq!(answer.status, 503);
    assert!(answer.text().contains("\"code\":\"overloaded\""), "{}", answer.text());
    first.finish();
    assert_eq!(first.rest().end, End::Whole);
    rating.finish();
    assert_eq!(rating.rest().end, End::Whole);
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
