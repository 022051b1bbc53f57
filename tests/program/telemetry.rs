//! The log lines and the metrics of requests. A log that nobody reads, or that cannot be written, blocks nothing, and lost lines are
//! counted.

#[cfg(target_os = "linux")]
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use sudoku_service::operations::ALL;
use sudoku_service::operations::problem::Code;

use crate::support::answer::Answer;
use crate::support::http::{BlockingClient, get};
use crate::support::program::{Program, command, eventually, send_signal};
use crate::support::puzzles::MOST_GUESSES;

const TRACE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/// Sends a request with a body on a new connection.
fn send(program: &Program, request_line: &str, headers: &str, body: &str) -> Answer {
    let mut client = BlockingClient::connect(program.address);
    let length = body.len();
    let head =
        format!("{request_line} HTTP/1.1\r\nhost: sudoku.test:8443\r\n{headers}content-length: {length}\r\n\r\n");
    client.send(head + body);
    client.response()
}

fn post(program: &Program, headers: &str, body: &str) -> Answer {
    send(program, "POST /solve", headers, body)
}

/// Shuts a service down, and returns the rest of its log.
#[track_caller]
fn ended(program: Program) -> Vec<serde_json::Value> {
    program.signal("TERM");
    let (status, log) = program.ended();
    assert_eq!(status.code(), Some(0), "{log:?}");
    log
}

#[test]
fn successes_and_4xx_are_logged_at_debug_level_only() {
    let quiet = Program::start(&[]);
    assert_eq!(post(&quiet, "", "1").status, 422);
    let log = ended(quiet);
    assert!(log.iter().all(|line| line["level"] == "INFO"), "{log:?}");

    let mut chatty = Program::start(&["--log", "debug,hyper=info"]);
    let id = "x-request-id: my-id\r\n";
    assert_eq!(post(&chatty, &format!("{id}traceparent: {TRACE}\r\n"), "1").status, 422);
    let line = chatty.log_line();
    assert_eq!(
        (&line["status"], &line["code"], &line["path"]),
        (&422.into(), &"invalid-grid".into(), &"/solve".into())
    );
    for milliseconds in [&line["milliseconds"], &chatty.listening["start_ms"]] {
        let text = milliseconds.to_string();
        let (_, decimals) = text.split_once('.').expect("decimals");
        assert!(decimals.len() <= 3, "{text}");
    }
    let span = &line["span"];
    assert_eq!(span["request_id"], "my-id", "{line}");
    assert_eq!((&span["trace_id"], &span["parent_id"]), (&TRACE[3..35].into(), &TRACE[36..52].into()), "{line}");
}

#[test]
#[cfg(target_os = "linux")]
fn log_lines_are_text_at_a_terminal_and_otherwise_json() {
    let (ours, theirs) = crate::support::terminal::terminal();
    let mut service = command(&["--listen", "127.0.0.1:0"]).stderr(theirs).spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(ours).read_line(&mut line).expect("the log is text");
    service.kill().and_then(|()| service.wait()).expect("it ends");
    assert!(line.contains("INFO") && line.contains("listening") && !line.contains('{'), "{line:?}");
    assert!(line.ends_with("\r\n") && serde_json::from_str::<serde_json::Value>(&line).is_err(), "{line:?}");
    let piped = Program::start(&[]);
    assert_eq!((&piped.listening["level"], &piped.listening["message"]), (&"INFO".into(), &"listening".into()));
}

#[test]
fn a_caller_can_neither_end_nor_reorder_a_log_line() {
    let mut chatty = Program::start(&["--log", "debug,hyper=info"]);
    let name = "a%0Ab%1B%E2%80%A8%E2%80%A9%E2%80%AE";
    assert_eq!(send(&chatty, &format!("POST /solve?{name}=1"), "", MOST_GUESSES).status, 422);
    let message = chatty.log_line()["message"].to_string();
    let escaped = r"a\\nb\\u{1b}\\u{2028}\\u{2029}\\u{202e}";
    assert!(message.contains(escaped), "{message}");
    assert_eq!(get(chatty.address, "/\u{202e}\u{2028}").status, 404);
    let line = chatty.log_line();
    assert_eq!(line["path"], r"/\u{202e}\u{2028}", "{line}");
}

#[test]
fn a_5xx_is_logged_in_one_line_with_its_request_id() {
    let mut program = Program::start(&["--drain-delay", "1h"]);
    program.signal("TERM");
    assert_eq!(program.log_line()["message"], "shutting down");
    let answer = send(&program, "GET /readyz", "x-request-id: too-late\r\n", "");
    assert_eq!(answer.status, 503, "{answer:?}");
    program.signal("TERM");
    let (_, log) = program.ended();
    let lines: Vec<_> = log.iter().filter(|line| line["code"].is_string()).collect();
    assert_eq!((lines.len(), &lines[0]["level"]), (1, &"WARN".into()), "{log:?}");
    assert_eq!((&lines[0]["code"], &lines[0]["span"]["request_id"]), (&"shutting-down".into(), &"too-late".into()));
}

#[test]
fn refusals_are_counted_by_operation() {
    let program = Program::start(&["--threads", "1", "--queue-depth", "1", "--admin-listen", "127.0.0.1:0"]);
    let refused = || {
        let metrics = program.metrics();
        metrics.lines().filter(|line| line.starts_with("sudoku_refused_total")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(refused().iter().filter(|line| line.ends_with(" 0")).count(), ALL.len(), "every series is there");
    // Each takes seconds, and only one may wait.
    let _busy: Vec<BlockingClient> = (0..40)
        .map(|_| {
            let mut client = BlockingClient::connect(program.address);
            client.send("GET /generate?rating=9.5-12.0&count=100 HTTP/1.1\r\nhost: test\r\n\r\n");
            client
        })
        .collect();
    let counted = |lines: &[String]| lines.iter().filter(|line| !line.ends_with(" 0")).cloned().collect::<Vec<_>>();
    let after = eventually(|| Some(counted(&refused())).filter(|lines| !lines.is_empty())).expect("some are refused");
    assert!(matches!(&after[..], [line] if line.contains("{operation=\"generate\",class=\"heavy\"}")), "{after:?}");
}

#[test]
fn overload_rejections_are_summed_up_in_one_line_per_second() {
    const REQUESTS: u64 = 20;
    // No memory for a body beyond what every connection may hold: every request is rejected.
    let body = MOST_GUESSES.repeat(60);
    let mut program = Program::start(&["--max-memory", "0"]);
    for _ in 0..REQUESTS {
        assert_eq!(post(&program, "", &body).status, 503);
    }
    let (mut rejected, mut lines) = (0, 0);
    while rejected < REQUESTS {
        let line = program.log_line();
        assert_eq!(
            (&line["level"], &line["message"]),
            (&"WARN".into(), &"rejected requests because of overload in the last second".into())
        );
        rejected += line["rejected"].as_u64().unwrap_or_else(|| panic!("no number in {line}"));
        lines += 1;
    }
    assert_eq!(rejected, REQUESTS);
    assert!(lines < REQUESTS, "{lines} lines");
}

#[test]
fn with_hostile_headers_every_log_line_is_still_one_json_object() {
    let mut program = Program::start(&["--log", "debug,hyper=info"]);
    let long = "i".repeat(10 * 1024);
    let ids = [long.as_str(), "a\tb", "\u{e9}\u{202e}", "{\"level\":\"FORGED\"}", "' \" \\ \\n", ""];
    let forged = format!("00-{}", "\"".repeat(TRACE.len() - 3));
    for (number, id) in ids.iter().enumerate() {
        let trace = ["", TRACE, "00-zz", &forged][number % 4];
        let headers = format!("x-request-id: {id}\r\ntraceparent: {trace}\r\nuser-agent: \"}}{{\\\r\n");
        assert_eq!(post(&program, &headers, "1").status, 422, "{id:?}");
        // `log_line` checks that the line is one JSON object.
        let line = program.log_line();
        assert_ne!(line["level"], "FORGED");
        assert_eq!(line["span"].get("trace_id").is_some(), trace == TRACE, "{line}");
    }
}

#[test]
fn every_problem_is_counted_from_zero() {
    let program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    let metrics = program.metrics();
    let counts: Vec<&str> = metrics.lines().filter(|line| line.starts_with("sudoku_problems_total{")).collect();
    for code in Code::ALL {
        let zero = format!("sudoku_problems_total{{code=\"{}\"}} 0", code.name());
        assert!(counts.contains(&zero.as_str()), "expected {zero} in {counts:#?}");
    }
    assert_eq!(counts.len(), Code::ALL.len());
}

#[test]
#[cfg(target_os = "linux")]
fn the_metrics_of_the_process_are_plausible() {
    let program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    let metrics = program.metrics();
    let value = |name: &str| -> f64 {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {metrics}"))
    };
    let resident = value("process_resident_memory_bytes");
    let now = 1024.0 * f64::from(u32::try_from(program.resident_kilobytes()).expect("less than a terabyte"));
    assert!((now / 2.0..now * 2.0).contains(&resident), "{resident}, then {now}");
    assert!(value("process_virtual_memory_bytes") > resident);
    assert!(value("process_threads") >= 3.0);
    assert!((3.0..value("process_max_fds")).contains(&value("process_open_fds")), "{metrics}");
    assert!((0.0..60.0).contains(&value("process_cpu_seconds_total")), "{metrics}");
    let age = std::time::UNIX_EPOCH.elapsed().expect("it is later").as_secs_f64() - value("process_start_time_seconds");
    assert!((0.0..3600.0).contains(&age), "{metrics}");
}

/// More requests of [`PATH_BYTES`] than the pipe and the queue of the log can hold.
const REQUESTS: u64 = 1200;
const PATH_BYTES: usize = 4000;

/// Starts a service and makes it log more than the unread pipe and the queue can hold.
fn overfull(stdout: Stdio) -> Program {
    let arguments = ["--listen", "127.0.0.1:0", "--log", "debug,hyper=info", "--admin-listen", "127.0.0.1:0"];
    let mut command = command(&arguments);
    let program = Program::try_start(command.stdout(stdout).stderr(Stdio::piped())).expect("it starts");
    let mut client = BlockingClient::connect(program.address);
    for _ in 0..REQUESTS {
        client.send(format!("GET /{} HTTP/1.1\r\nhost: test\r\n\r\n", "x".repeat(PATH_BYTES)));
        assert_eq!(client.response().status, 404);
    }
    program
}

#[test]
fn requests_and_probes_get_responses_and_dropped_lines_are_counted_and_sigterm_ends_the_process() {
    let program = overfull(Stdio::null());
    assert_eq!(get(program.address, "/livez").status, 200);
    let metrics = program.metrics();
    let dropped = metrics.lines().find_map(|line| line.strip_prefix("sudoku_log_lines_dropped_total ")?.parse().ok());
    assert!(dropped.is_some_and(|dropped: u64| (1..REQUESTS).contains(&dropped)), "{dropped:?}");
    program.signal("TERM");
    assert_eq!(program.ended_unread().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn the_exit_code_stays_the_same_if_nothing_can_be_written() {
    use std::fs::File;
    use std::net::{SocketAddr, TcpStream};

    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("Linux has it"));
    let program = overfull(full());
    program.signal("TERM");
    assert_eq!(program.ended_unread().code(), Some(0));

    // The log cannot say which port is free, so the address is one that no other test uses.
    let [high, low] = (std::process::id() as u16).to_be_bytes();
    let address = SocketAddr::from(([127, 1, high, low], 8080));
    let mut command = command(&["--listen", &address.to_string()]);
    let mut service = command.stdout(full()).stderr(full()).spawn().expect("it starts");
    eventually(|| TcpStream::connect(address).ok()).expect("it listens");
    assert_eq!(get(address, "/livez").status, 200);
    send_signal("TERM", service.id());
    assert_eq!(service.wait().expect("it ends").code(), Some(0));
}
