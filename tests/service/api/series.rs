//! Callers cannot create metric series.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Uri, header};
use http_body_util::BodyExt;
use sudoku_service::http::{self, App, Listener};
use sudoku_service::server::{Counters, Stage};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::support::random::Random;
use crate::support::service::{pool, settings};

const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "X"];
const PATHS: &str = "/ /solve /solve/batch /rate /livez /openapi.json /problems/internal /problems/none /problems/none/ \
    /assets/none // /docs/ /docs/none /metrics /nothing /problems/%ff";

/// The public listener and that of the operators.
fn routers() -> [Router; 2] {
    let app = App::new(settings(), pool(2, 16), watch::channel(Stage::Running).1, Arc::new(Counters::default()), None);
    [Listener::Public, Listener::Admin]
        .map(|listener| Router::new().fallback_service(http::router(app.clone(), listener)))
}

/// Sends a request, and returns the body of the answer.
async fn ask(router: &Router, method: &str, path: &str) -> Vec<u8> {
    let request = Request::builder().method(method).uri(path.parse::<Uri>().expect("a path"));
    let request = request.header(header::HOST, "localhost").header(header::CONTENT_LENGTH, "0");
    let request = request.body(Body::empty()).expect("a request");
    let response = router.clone().oneshot(request).await.expect("the router cannot fail");
    assert!(response.status().as_u16() < 500, "{method} {path}: {}", response.status());
    response.into_body().collect().await.expect("a whole body").to_bytes().to_vec()
}

/// The names of all series, with their labels.
async fn series(admin: &Router) -> BTreeSet<String> {
    let metrics = String::from_utf8(ask(admin, "GET", "/metrics").await).expect("UTF-8");
    let lines = metrics.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').expect("a value").0.to_owned()).collect()
}

fn word(random: &mut Random, alphabet: &[u8]) -> String {
    (0..=random.below(12)).map(|_| char::from(alphabet[random.below(alphabet.len())])).collect()
}

#[tokio::test]
async fn random_requests_create_no_series() {
    let [public, admin] = routers();
    let paths: Vec<&str> = PATHS.split(' ').collect();
    for path in &paths {
        for method in METHODS {
            ask(&public, method, path).await;
            ask(&public, method, &format!("{path}?x=1")).await;
        }
    }
    // Reading the metrics is itself counted, which the second reading shows.
    series(&admin).await;
    let before = series(&admin).await;
    let mut random = Random::new(1);
    for _ in 0..3000 {
        let method = match random.below(3) {
            0 => word(&mut random, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ-"),
            _ => METHODS[random.below(METHODS.len())].to_owned(),
        };
        let known = paths[random.below(paths.len())];
        let word = word(&mut random, b"abcdefghijklmnopqrstuvwxyz0123456789-._~%/?&=");
        let path = match random.below(3) {
            0 => format!("{known}?{word}"),
            1 => format!("{known}{word}"),
            _ => format!("/{word}"),
        };
        ask(&public, &method, &path).await;
    }
    let new: Vec<String> = series(&admin).await.difference(&before).cloned().collect();
    assert_eq!(new, [""; 0]);
}

#[tokio::test]
async fn requests_are_counted_by_known_method_route_and_status() {
    let [public, admin] = routers();
    let long = format!("/solve?{}", "x".repeat(10_000));
    for (method, path) in [
        ("GET", "/livez"),
        ("HEAD", "/livez"),
        ("GET", "/problems/internal"),
        ("GET", "/problems/none"),
        ("PATCH", "/solve"),
        ("PROPFIND", "/solve"),
        ("get", "/solve"),
        ("PATCH", "/solve/"),
        ("GET", "/problems"),
        ("GET", "//problems"),
        ("GET", "/nothing"),
        ("GET", "/%ff"),
        ("GET", &long),
    ] {
        ask(&public, method, path).await;
    }
    let metrics = String::from_utf8(ask(&admin, "GET", "/metrics").await).expect("UTF-8");
    let counts = metrics.lines().filter_map(|line| line.strip_prefix("http_server_request_duration_seconds_count"));
    let expected = [
        ("GET", "", 404, 2),
        ("GET", "", 414, 1),
        ("GET", "/livez", 200, 1),
        ("GET", "/problems", 200, 1),
        ("GET", "/problems", 308, 1),
        ("GET", "/problems/{code}", 200, 1),
        ("GET", "/problems/{code}", 404, 1),
        ("HEAD", "/livez", 200, 1),
        ("PATCH", "/solve", 405, 2),
        ("_OTHER", "/solve", 405, 2),
    ];
    let expected = expected.map(|(method, route, status, count)| {
        format!(
            "{{http_request_method=\"{method}\",http_route=\"{route}\",http_response_status_code=\"{status}\"}} {count}"
        )
    });
    assert_eq!(counts.collect::<BTreeSet<_>>(), expected.iter().map(String::as_str).collect());
}
