//! The spans that a collector receives, and the effects of a collector that does not respond.

use std::net::TcpListener;

use crate::collector::{Collector, Span};
use crate::http::{BlockingClient, get};
use crate::program::{NOBODY, Program};
use crate::settings::check_refused;
use crate::telemetry::{LONG_SEARCH, ended, send};

const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID: &str = "00f067aa0ba902b7";
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Exports nothing before the shutdown.
const AT_THE_END: (&str, &str) = ("OTEL_BSP_SCHEDULE_DELAY", "3600000");

/// Waits longer than any test for a collector that does not respond.
const PATIENT: (&str, &str) = ("OTEL_EXPORTER_OTLP_TIMEOUT", "3600000");

#[track_caller]
fn check_attributes(span: &Span, expected: &[(&str, &str)]) {
    for (name, value) in expected {
        assert_eq!(span.attributes.get(*name).map(String::as_str), Some(*value), "{name} of {span:#?}");
    }
}

/// The number of lost spans according to the log.
fn lost(log: &[serde_json::Value]) -> u64 {
    log.iter()
        .filter(|line| line["message"] == "spans were not exported")
        .filter_map(|line| line["spans"].as_u64())
        .sum()
}

#[test]
fn a_request_becomes_a_span_in_its_callers_trace() {
    let collector = Collector::start();
    let arguments =
        ["--log", "debug,hyper=info", "--trusted-proxies", "127.0.0.1", "--otlp-endpoint", &collector.url()];
    let resource = ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
    let mut program = Program::start_with(&arguments, &[AT_THE_END, resource]);
    let headers = format!(
        "content-type: text/plain\r\ntraceparent: 00-{TRACE_ID}-{PARENT_ID}-01\r\ntracestate: a=1,b=2\r\n\
         x-request-id: my-id\r\nuser-agent: a test\r\nx-forwarded-for: 192.0.2.7\r\n"
    );
    assert_eq!(send(&program, "POST /solve?max_solutions=2", &headers, PUZZLE).status, 200);
    let line = program.log_line();
    ended(program);

    let span = collector.span();
    assert_eq!((&*span.trace_id, &*span.parent_id, &*span.trace_state), (TRACE_ID, PARENT_ID, "a=1,b=2"));
    assert_eq!((&*span.name, span.kind, span.status), ("POST /solve", 2, 0));
    assert!(span.start > 0 && span.start < span.end, "{span:?}");
    let logged = &line["span"];
    assert_eq!(logged["request_id"], "my-id", "{line}");
    assert_eq!(
        (&logged["trace_id"], &logged["span_id"], &logged["parent_id"]),
        (&TRACE_ID.into(), &span.id.as_str().into(), &PARENT_ID.into()),
        "{line}"
    );
    check_attributes(
        &span,
        &[
            ("http.request.method", "POST"),
            ("http.route", "/solve"),
            ("http.response.status_code", "200"),
            ("http.response.header.x-request-id", "[my-id]"),
            ("url.scheme", "http"),
            ("url.path", "/solve"),
            ("url.query", "max_solutions=2"),
            ("user_agent.original", "a test"),
            ("server.address", "sudoku.test"),
            ("server.port", "8443"),
            ("network.peer.address", "127.0.0.1"),
            ("client.address", "192.0.2.7"),
            ("sudoku.verdict", "unique"),
            ("sudoku.guesses", "0"),
        ],
    );
    let milliseconds = |name: &str| span.attributes[name].parse::<f64>().expect("a number");
    assert!(milliseconds("sudoku.queue_ms") >= 0.0, "{span:?}");
    assert!(milliseconds("sudoku.solve_ms") > 0.0, "{span:?}");
    assert!(!span.attributes.contains_key("error.type"), "{span:?}");
    let resource = |name: &str| span.resource.get(name).map(String::as_str);
    assert_eq!(resource("service.name"), Some("sudoku-service"));
    assert_eq!(resource("service.version"), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(resource("deployment.environment.name"), Some("test"));
    assert!(span.head.starts_with("post /v1/traces http/1.1\r\n"), "{}", span.head);
    assert!(span.head.contains(&format!("\r\nhost: {}\r\n", collector.address)), "{}", span.head);
    assert!(span.head.contains("\r\ncontent-type: application/x-protobuf\r\n"), "{}", span.head);
    assert_eq!(collector.rest(), [""; 0]);
}

#[test]
fn a_request_without_a_trace_starts_a_new_one() {
    let collector = Collector::start();
    let arguments = ["--log", "debug,hyper=info", "--otlp-endpoint", &collector.url()];
    let mut program = Program::start_with(&arguments, &[AT_THE_END]);
    let lines: Vec<_> = ["", "traceparent: 00-zz\r\n"]
        .into_iter()
        .map(|headers| {
            assert_eq!(send(&program, "GET /livez", headers, "").status, 200);
            program.log_line()
        })
        .collect();
    ended(program);
    let spans = [collector.span(), collector.span()];
    for (span, line) in spans.iter().zip(lines) {
        assert_eq!((&*span.parent_id, &*span.name), ("", "GET /livez"));
        assert_eq!((span.trace_id.len(), span.id.len()), (32, 16));
        assert_eq!(
            (&line["span"]["trace_id"], &line["span"]["span_id"]),
            (&(*span.trace_id).into(), &(*span.id).into())
        );
        assert!(line["span"]["parent_id"].is_null(), "{line}");
    }
    assert_ne!(spans[0].trace_id, spans[1].trace_id);
}

#[test]
fn an_unsampled_trace_is_logged_but_not_exported() {
    let collector = Collector::start();
    let arguments = ["--log", "debug,hyper=info", "--otlp-endpoint", &collector.url()];
    let mut program = Program::start_with(&arguments, &[AT_THE_END]);
    let unsampled = format!("traceparent: 00-{TRACE_ID}-{PARENT_ID}-00\r\n");
    assert_eq!(send(&program, "GET /livez", &unsampled, "").status, 200);
    assert_eq!(program.log_line()["span"]["trace_id"], TRACE_ID);
    assert_eq!(send(&program, "GET /readyz", "", "").status, 200);
    ended(program);
    assert_eq!(collector.span().name, "GET /readyz");
    assert_eq!(collector.rest(), [""; 0]);
}

#[test]
fn spans_contain_the_problem_code_and_only_server_errors_are_errors() {
    let collector = Collector::start();
    let arguments = ["--request-timeout", "0s", "--otlp-endpoint", &collector.url()];
    let program = Program::start_with(&arguments, &[AT_THE_END]);
    assert_eq!(send(&program, "POST /solve", "", "1").status, 422);
    assert_eq!(send(&program, "POST /solve", "", LONG_SEARCH).status, 504);
    ended(program);
    let (refused, late) = (collector.span(), collector.span());
    check_attributes(&refused, &[("http.response.status_code", "422"), ("sudoku.problem", "invalid-grid")]);
    assert_eq!(
        (refused.status, refused.attributes.get("error.type")),
        (0, None),
        "a client error is not an error of the span"
    );
    check_attributes(&late, &[("http.response.status_code", "504"), ("error.type", "deadline-exceeded")]);
    check_attributes(&late, &[("sudoku.problem", "deadline-exceeded")]);
    assert_eq!(late.status, 2);
}

#[test]
fn unknown_paths_and_methods_are_not_span_names_and_long_values_are_cut() {
    let collector = Collector::start();
    let program = Program::start_with(&["--otlp-endpoint", &collector.url()], &[AT_THE_END]);
    let long = "é".repeat(200);
    let path = format!("/{}", "x".repeat(300));
    assert_eq!(send(&program, &format!("GET {path}"), &format!("user-agent: {long}\r\n"), "").status, 404);
    assert_eq!(send(&program, "BREW /solve", "", "").status, 405);
    ended(program);
    let (unknown, brewed) = (collector.span(), collector.span());
    assert_eq!((&*unknown.name, &*brewed.name), ("GET", "HTTP /solve"));
    check_attributes(&unknown, &[("url.path", &path[..256])]);
    assert!(!unknown.attributes.contains_key("http.route"), "{unknown:?}");
    check_attributes(&brewed, &[("http.request.method", "_OTHER"), ("http.request.method_original", "BREW")]);
}

#[test]
fn the_span_of_a_batch_ends_with_its_response() {
    let collector = Collector::start();
    let program = Program::start_with(&["--otlp-endpoint", &collector.url()], &[AT_THE_END]);
    let mut client = BlockingClient::connect(program.address);
    client.send(b"POST /solve/batch HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n");
    client.send(format!("52\r\n{PUZZLE}\n\r\n").as_bytes());
    client.wait_for("HTTP/1.1 200 OK\r\n");
    assert_eq!(get(program.address, "/livez").status, 200);
    client.send(b"0\r\n\r\n");
    client.wait_for("\r\n0\r\n\r\n");
    ended(program);
    assert_eq!([collector.span().name, collector.span().name], ["GET /livez", "POST /solve/batch"]);
}

#[test]
fn the_span_of_a_request_that_is_cut_off_ends_as_cancelled() {
    let collector = Collector::start();
    let program = Program::start_with(&["--otlp-endpoint", &collector.url()], &[("OTEL_BSP_SCHEDULE_DELAY", "10")]);
    let mut client = BlockingClient::connect(program.address);
    // Rating this puzzle takes seconds, longer than the service waits for a client that has hung up.
    let puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    client.send(format!("POST /rate HTTP/1.1\r\nhost: test\r\ncontent-length: 81\r\n\r\n{puzzle}").as_bytes());
    drop(client);
    check_attributes(&collector.span(), &[("http.route", "/rate"), ("error.type", "cancelled")]);
}

#[test]
fn the_standard_variables_configure_the_export() {
    let collector = Collector::start();
    let base = collector.url() + "/otlp/";
    let program = Program::start_with(
        &[],
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &base),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20abc"),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
            ("OTEL_SERVICE_NAME", "my-sudoku"),
            ("OTEL_BSP_SCHEDULE_DELAY", "10"),
        ],
    );
    assert_eq!(get(program.address, "/livez").status, 200);
    let span = collector.span();
    assert!(span.head.starts_with("post /otlp/v1/traces "), "{}", span.head);
    assert!(span.head.contains("\r\nauthorization: bearer abc\r\n"), "{}", span.head);
    assert!(span.head.contains("\r\ncontent-encoding: gzip\r\n"), "{}", span.head);
    assert_eq!(span.resource["service.name"], "my-sudoku");

    let of_traces = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &*base);
    for other in [("SUDOKU_OTLP_ENDPOINT", "off"), ("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_SAMPLER", "always_off")]
    {
        let program = Program::start_with(&[], &[of_traces, other]);
        assert_eq!(get(program.address, "/livez").status, 200);
        ended(program);
        assert_eq!(collector.rest(), [""; 0], "with {other:?}");
    }
}

#[test]
fn a_flag_takes_precedence_and_its_path_may_be_omitted() {
    let collector = Collector::start();
    let url = collector.url();
    let elsewhere = format!("{url}/otlp/");
    for (suffix, path) in [("", "/v1/traces"), ("/", "/v1/traces"), ("/here/v1?x=1", "/here/v1?x=1")] {
        let program = Program::start_with(
            &["--otlp-endpoint", &format!("{url}{suffix}")],
            &[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &elsewhere), AT_THE_END],
        );
        assert_eq!(get(program.address, "/livez").status, 200);
        ended(program);
        let span = collector.span();
        assert!(span.head.starts_with(&format!("post {path} ")), "{suffix:?}: {}", span.head);
    }
}

#[test]
fn unsupported_export_settings_are_rejected() {
    check_refused(&["--otlp-endpoint", "https://collector"], &[], "https is not supported; use a local collector");
    for text in ["", "on", "127.0.0.1:4318", "collector", "ftp://collector", "http://", "http://name@collector"] {
        check_refused(&["--otlp-endpoint", text], &[], "expected a URL such as http://127.0.0.1:4318, or off");
    }
    check_refused(
        &[],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317")],
        "'collector:4317/v1/traces' for '--otlp-endpoint <URL>'",
    );
    check_refused(
        &[],
        &[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317"), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")],
        "OTEL_EXPORTER_OTLP_PROTOCOL is \"grpc\"; supported: http/protobuf",
    );
    check_refused(
        &["--otlp-endpoint", "http://127.0.0.1:4318"],
        &[("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd")],
        "OTEL_EXPORTER_OTLP_COMPRESSION is \"zstd\"; supported: gzip, none",
    );
}

#[test]
fn spans_lost_by_an_unreachable_collector_are_logged() {
    let mut program =
        Program::start_with(&["--otlp-endpoint", &format!("http://{NOBODY}")], &[("OTEL_BSP_SCHEDULE_DELAY", "10")]);
    assert_eq!(send(&program, "POST /solve", "", PUZZLE).status, 200);
    let line = program.log_line();
    assert_eq!((&line["message"], &line["spans"]), (&"spans were not exported".into(), &1.into()), "{line}");
    assert!(line["cause"].as_str().is_some_and(|cause| cause.contains("refused")), "{line}");
    assert_eq!(send(&program, "POST /solve", "", PUZZLE).status, 200);
    assert_eq!(lost(&ended(program)), 1);
}

#[test]
fn lost_spans_are_logged_at_most_once_a_minute_and_at_the_end() {
    let rejecting = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", rejecting.local_addr().expect("its address"));
    // The time limit is too short for a second attempt, so each request makes one connection.
    let at_once = [("OTEL_BSP_SCHEDULE_DELAY", "10"), ("OTEL_EXPORTER_OTLP_TIMEOUT", "50")];
    let program = Program::start_with(&["--otlp-endpoint", &url], &at_once);
    for _ in 0..4 {
        assert_eq!(get(program.address, "/livez").status, 200);
        drop(rejecting.accept().expect("an export begins"));
    }
    let log = ended(program);
    let lines: Vec<_> = log.iter().filter(|line| line["message"] == "spans were not exported").collect();
    assert_eq!((lines.len(), lost(&log)), (2, 4), "{log:?}");
}

#[test]
fn an_unresponsive_collector_cannot_delay_the_end_beyond_the_drain_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("its address"));
    let bounded = ("OTEL_BSP_MAX_QUEUE_SIZE", "4");
    let arguments = ["--drain-timeout", "200ms", "--otlp-endpoint", &url];
    let program = Program::start_with(&arguments, &[AT_THE_END, PATIENT, bounded]);
    for _ in 0..10 {
        assert_eq!(send(&program, "POST /solve", "", PUZZLE).status, 200);
    }
    assert_eq!(lost(&ended(program)), 10, "four in the queue, and six that exceeded it");
}

#[test]
fn at_most_2048_spans_are_queued() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("its address"));
    let arguments = ["--drain-timeout", "1h", "--otlp-endpoint", &url];
    let program = Program::start_with(&arguments, &[AT_THE_END, PATIENT]);
    let mut client = BlockingClient::connect(program.address);
    // The span of the last request is not exported. Those before it have ended once its response arrives.
    let unsampled = format!("traceparent: 00-{TRACE_ID}-{PARENT_ID}-00\r\n");
    for fields in std::iter::repeat_n("", 2048 + 7).chain([&*unsampled]) {
        client.send(format!("GET /livez HTTP/1.1\r\nhost: test\r\n{fields}\r\n"));
        assert_eq!(client.response().status, 200);
    }
    // Until now, no export has got a response.
    let collector = Collector::on(listener);
    assert_eq!(lost(&ended(program)), 7);
    assert_eq!(collector.rest().len(), 2048);
}

#[test]
fn requests_on_the_admin_listener_are_not_exported() {
    let collector = Collector::start();
    let arguments = ["--admin-listen", "127.0.0.1:0", "--otlp-endpoint", &collector.url()];
    let program = Program::start_with(&arguments, &[AT_THE_END]);
    for path in ["/metrics", "/livez", "/readyz", "/nothing"] {
        get(program.admin.expect("an admin listener"), path);
    }
    assert_eq!(get(program.address, "/livez").status, 200);
    ended(program);
    assert_eq!((collector.span().name, collector.rest()), ("GET /livez".to_owned(), Vec::new()));
}

#[test]
fn a_second_signal_ends_the_last_export_at_once() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("its address"));
    let mut program = Program::start_with(&["--drain-timeout", "1h", "--otlp-endpoint", &url], &[AT_THE_END, PATIENT]);
    assert_eq!(get(program.address, "/livez").status, 200);
    program.signal("TERM");
    while program.log_line()["message"] != "drained: every request got its response" {}
    let _export = silent.accept().expect("the last export begins");
    program.signal("TERM");
    assert_eq!(program.ended().0.code(), Some(0));
}
