//! Every problem of the contract, produced over a real socket.

use std::collections::BTreeSet;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request as HttpRequest;
use axum::middleware::{Next, from_fn};
use serde_json::json;
use sudoku_service::http::{BodyLimits, MAX_HEAD, MAX_TARGET, Settings};
use sudoku_service::operations::problem::Code;
use sudoku_service::server::Stage;

use crate::support::puzzles::{CONFLICTING, EMPTY, HARDEST, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::{Answer, Busy, Request, Service, pool, settings};

/// The members that every problem has.
const COMMON: [&str; 6] = ["type", "title", "status", "detail", "code", "request_id"];

/// Checks a problem in both forms. The document must have the common members, these extra ones and no others.
#[track_caller]
fn check(code: &str, status: u16, extra: &[&str], [json, text]: &[Answer; 2]) {
    let problem = json.json();
    let members: BTreeSet<&str> = problem.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected: BTreeSet<&str> = COMMON.iter().chain(extra).copied().collect();
    assert_eq!(members, expected, "members of {json}");
    assert_eq!(
        (json.status, json.header("content-type").as_deref(), &problem["code"], &problem["status"], &problem["type"]),
        (status, Some("application/problem+json"), &json!(code), &json!(status), &json!(format!("/problems/{code}"))),
        "{json}"
    );
    assert_eq!(problem["request_id"].as_str(), json.header("x-request-id").as_deref(), "{json}");
    for member in ["title", "detail", "request_id"] {
        assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{member} of {json}");
    }
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert_eq!(
        (text.status, text.header("content-type").as_deref(), text.text().lines().count()),
        (status, Some("text/plain; charset=utf-8"), 1),
        "{text}"
    );
    // As text, the places of further errors follow.
    assert!(text.text().starts_with(&format!("{code}: {detail}")), "{text}");
    // A player reads the detail: it is a sentence, without pointers.
    let errors = problem["errors"].as_array().into_iter().flatten();
    let mut pointers = errors.filter_map(|error| error["pointer"].as_str()).filter(|pointer| pointer.len() > 1);
    assert!(!pointers.any(|pointer| detail.contains(pointer) || text.text().contains(pointer)), "{json}\n{text}");
    for answer in [json, text] {
        for (name, value) in [
            ("access-control-allow-origin", "*"),
            ("timing-allow-origin", "*"),
            (
                "access-control-expose-headers",
                "x-request-id, retry-after, server-timing, allow, etag, content-location, sudoku-verdict, sudoku-rating",
            ),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name).as_deref(), Some(value), "{name} of {answer}");
        }
        assert_eq!(answer.header("access-control-allow-credentials"), None, "{answer}");
        assert_eq!(answer.header("retry-after").is_some(), status == 503, "retry-after of {answer}");
    }
}

/// The responses to a request that accepts JSON and to one that accepts text.
async fn both(request: impl Fn() -> Request) -> [Answer; 2] {
    [request().header("accept", "application/json").send().await, request().header("accept", "text/plain").send().await]
}

/// A time limit that some tests reach on purpose.
const SHORT: Duration = Duration::from_millis(30);

#[tokio::test]
async fn every_problem_is_produced_as_a_document_and_as_a_line() {
    let mut seen = BTreeSet::new();
    let mut row = |code: &'static str, status, extra: &[&str], answers: [Answer; 2]| {
        check(code, status, extra, &answers);
        seen.insert(code);
    };
    let service = Service::start().await;
    let post = |target: &str, body: &str| service.request("POST", target).body(body);

    row("malformed-json", 400, &["line", "column"], both(|| post("/solve", "{")).await);
    row("invalid-request", 422, &["errors"], both(|| post("/solve", "{}")).await);
    row("invalid-grid", 422, &["errors"], both(|| post("/solve", "5")).await);
    let many = format!("{}x", "z".repeat(200));
    row("invalid-grid", 422, &["errors", "more_errors"], both(|| post("/validate", &many)).await);
    row("conflicting-givens", 422, &["conflicts"], both(|| post("/solve", CONFLICTING)).await);
    row("no-solution", 422, &[], both(|| post("/solve", NO_SOLUTION)).await);
    let several = json!({"grid": HARDEST, "puzzle": TWO_SOLUTIONS}).to_string();
    row("not-unique", 422, &["pointer"], both(|| post("/validate", &several)).await);
    let two_hosts = || post("/solve", HARDEST).header("host", "another.example");
    row("invalid-host", 400, &[], both(two_hosts).await);
    row("not-found", 404, &[], both(|| service.request("GET", "/nothing")).await);
    row("method-not-allowed", 405, &[], both(|| service.request("GET", "/solve/batch")).await);
    row("not-implemented", 501, &[], both(|| service.request("CONNECT", "/solve")).await);
    let image = || service.request("POST", "/solve").header("content-type", "image/png").body(HARDEST);
    row("unsupported-media-type", 415, &[], both(image).await);
    row("payload-too-large", 413, &[], both(|| post("/solve", &"5".repeat(16 * 1024 + 1))).await);
    row("uri-too-long", 414, &[], both(|| post(&format!("/solve?{}", "a".repeat(8192)), HARDEST)).await);
    let fat = || post("/solve", HARDEST).header("cookie", "a".repeat(16 * 1024));
    row("header-too-large", 431, &[], both(fat).await);

    let broken = || service.request("POST", "/solve").chunked(b"", 1).body("5\r\n53..77");
    row("incomplete-body", 400, &[], both(broken).await);

    let impatient = Settings { body: BodyLimits { time: SHORT, ..settings().body }, ..settings() };
    let service = Service::with(impatient).await;
    let half = || service.request("POST", "/solve").body("{").announcing(100);
    row("request-timeout", 408, &[], both(half).await);

    let service = Service::with(Settings { node_limit: 0, ..settings() }).await;
    for path in ["/solve", "/validate", "/rate", "/hint", "/explain"] {
        row("search-limit", 422, &[], both(|| service.request("POST", path).body(EMPTY)).await);
    }

    let (service, _jobs) = Service::full().await;
    row("overloaded", 503, &[], both(|| service.request("POST", "/solve").body(HARDEST)).await);

    let stuck = pool(1, 10);
    let _busy = Busy::start(&stuck).await;
    let service = Service::on(Settings { request_timeout: SHORT, ..settings() }, stuck).await;
    row("deadline-exceeded", 504, &[], both(|| service.request("POST", "/solve").body(EMPTY)).await);

    let service = Service::start().await;
    service.shutdown.send_replace(Stage::Draining);
    row("shutting-down", 503, &[], both(|| service.request("GET", "/readyz")).await);

    let service = Service::wrapped(settings(), pool(1, 1), |router| router.layer(from_fn(with_panicking_body))).await;
    let answers = both(|| service.request("POST", "/solve").body(HARDEST)).await;
    for answer in &answers {
        assert!(!answer.text().contains("secret"), "a panic's message leaks: {answer}");
    }
    row("internal", 500, &[], answers);

    let all: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(seen, all);
}

/// Gives a request a body that panics when it is read, like a bug in the service.
async fn with_panicking_body(mut request: HttpRequest, next: Next) -> axum::response::Response {
    struct Panicking;

    impl http_body::Body for Panicking {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
            panic!("a secret of the service")
        }
    }

    *request.body_mut() = Body::new(Panicking);
    next.run(request).await
}

#[tokio::test]
async fn the_body_limit_is_exact_for_every_framing() {
    let limit = 1000;
    let limited = Settings { body: BodyLimits { bytes: limit, ..settings().body }, ..settings() };
    let service = Service::with(limited).await;
    // A grid, padded with white space.
    let filled = |length: usize| format!("{HARDEST}{}", " ".repeat(length - 81));
    for (length, status) in [(limit - 1, 200), (limit, 200), (limit + 1, 413), (10 * limit, 413)] {
        let body = filled(length);
        let answer = service.request("POST", "/solve").body(&body).send().await;
        assert_eq!(answer.status, status, "{length} bytes: {answer}");
        for size in [1, 7, 999, 1000, 1001] {
            let answer = service.request("POST", "/solve").chunked(body.as_bytes(), size).send().await;
            assert_eq!(answer.status, status, "{length} bytes in chunks of {size}: {answer}");
        }
    }
    // A body that is too large by its Content-Length is rejected before it arrives.
    let answer = service.request("POST", "/solve").body("").announcing(limit + 1).send().await;
    assert_eq!((answer.status, answer.text().split(':').next()), (413, Some("payload-too-large")), "{answer}");
}

/// The largest head that is allowed, of parts that are expensive to read, gets an ordinary answer: with each header on one route,
/// and on every route with one header.
#[tokio::test]
async fn every_route_answers_the_largest_heads() {
    let service = Service::start().await;
    let contract = service.get("/openapi.json").await.json();
    let documented = contract["paths"].as_object().expect("paths").keys();
    let documented = documented.map(|path| path.replace("{date}", "2026-11-21").replace("{code}", "internal"));
    let others = ["/mcp", "/style.css", "/playground/board.js", "/favicon.svg", "/docs", "/docs/", "/docs/x", "/none"];
    let paths: Vec<String> = documented.chain(others.map(str::to_owned)).collect();
    for (name, item) in [
        ("accept", "text/html;q=0.1,"),
        ("accept-encoding", "gzip;q=0.1,"),
        ("access-control-request-headers", "a,"),
        ("content-type", "text/plain;a=b"),
        ("cookie", "a=b;"),
        ("if-none-match", "\"a\","),
        ("traceparent", "00-"),
        ("x-request-id", "a"),
    ] {
        for path in paths.iter().filter(|path| *path == "/solve" || name == "accept") {
            let filled = |item: &str, length: usize| item.repeat(length / item.len() + 1)[..length].to_owned();
            let target = format!("{path}?{}", filled("%41=%41&", MAX_TARGET - path.len() - 1));
            for method in ["GET", "POST", "OPTIONS"] {
                let host = service.address.to_string();
                let length = if method == "POST" { "content-length".len() + 2 } else { 0 };
                let others = "host".len() + host.len() + "connection".len() + "close".len() + length + name.len();
                for (more, is_rejected) in [(0, false), (1, true)] {
                    let value = filled(item, MAX_HEAD - others + more);
                    let request = service.request(method, &target).header(name, &value);
                    let request = if method == "POST" { request.body(EMPTY) } else { request };
                    let answer = request.send().await;
                    let status = answer.status;
                    assert!(status < 500 && (status == 431) == is_rejected, "{method} {path} with {name}: {answer}");
                }
            }
        }
    }
}

#[tokio::test]
async fn every_request_releases_its_queue_slot() {
    let service = Service::on(Settings { node_limit: 0, ..settings() }, pool(1, 1)).await;
    for body in ["{", "{}", "5", CONFLICTING, NO_SOLUTION, EMPTY, HARDEST, TWO_SOLUTIONS] {
        for target in ["/solve", "/validate", "/solve?max_solutions=0"] {
            let answer = service.post_text(target, body).await;
            assert_ne!(answer.status, 503, "{target} {body}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_type_of_a_problem_leads_to_its_description_which_the_list_has() {
    let service = Service::start().await;
    let (list, listed) = (service.get("/problems").await.json(), service.request("GET", "/problems"));
    let listed = listed.header("accept", "text/html").send().await;
    assert_eq!(list.as_array().map(Vec::len), Some(Code::ALL.len()));
    for (code, row) in Code::ALL.iter().zip(list.as_array().expect("a list")) {
        let target = format!("/problems/{}", code.name());
        assert!(
            row["code"] == code.name() && listed.text().contains(&format!("<a href=\"{}\">", &target[1..])),
            "{row}"
        );
        let answer = service.request("GET", &target).header("accept", "application/json").send().await;
        let document = answer.json();
        assert_eq!(
            (answer.status, answer.header("content-type").as_deref(), &document["code"], &document["status"]),
            (200, Some("application/json"), &json!(code.name()), &json!(code.status())),
            "{answer}"
        );
        assert_eq!((&document["type"], &document["title"]), (&json!(target), &json!(code.title())), "{answer}");
        assert_eq!(document["example"]["code"], code.name(), "{answer}");
        assert!(document["detail"].as_str().is_some_and(|detail| detail.len() > 40), "{answer}");
        let page = service.request("GET", &target).header("accept", "text/html,*/*;q=0.8").send().await;
        assert_eq!((page.status, page.header("content-type").as_deref()), (200, Some("text/html; charset=utf-8")));
        for part in [code.name(), &code.status().to_string(), "default-src 'none'"] {
            let policy = page.header("content-security-policy").unwrap_or_default();
            assert!(page.text().contains(part) || policy.contains(part), "{part} in {page}");
        }
        for answer in [&answer, &page] {
            let vary = answer.header("vary").unwrap_or_default().to_ascii_lowercase();
            assert!(vary.contains("accept"), "{answer}");
        }
    }
}
