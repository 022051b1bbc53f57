//! The headers of requests and responses: request ids, timing, CORS, methods and caching.

use axum::http::HeaderValue;
use serde_json::json;
use sudoku_service::http::{Origins, Settings};
use sudoku_service::operations::problem::Code;

use crate::api::DOCUMENTS;
use crate::support::answer::check_header;
use crate::support::puzzles::{EMPTY, HARDEST, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::{Answer, Service, settings};

/// Paths that support GET alone.
fn gets() -> impl Iterator<Item = &'static str> {
    DOCUMENTS.into_iter().chain(["/docs", "/livez", "/readyz"])
}

/// Answers that may be kept.
fn kept() -> [String; 3] {
    [format!("/solve?grid={HARDEST}"), "/generate?level=easy&seed=tag".to_owned(), "/daily/2026-11-16".to_owned()]
}

#[tokio::test]
async fn valid_request_ids_are_kept() {
    let service = Service::start().await;
    for id in ["a", "5f1c0a9e-3b7d-4286", "!~{}\"\\", &"x".repeat(128)] {
        for target in ["/livez", "/nothing", "/solve"] {
            let answer = service.request("GET", target).header("x-request-id", id).send().await;
            check_header(&answer, "x-request-id", Some(id));
            if answer.status >= 400 {
                assert_eq!(answer.json()["request_id"], id);
            }
        }
    }
}

#[tokio::test]
async fn malformed_request_ids_are_replaced() {
    let service = Service::start().await;
    let mut made = std::collections::HashSet::new();
    for id in [&"x".repeat(129), "", "with space", "tab\tulator", "é", "caf\u{e9}"] {
        let answer = service.request("GET", "/livez").header("x-request-id", id).send().await;
        let given = answer.header("x-request-id").unwrap_or_else(|| panic!("no request id: {answer}"));
        assert!(given != id && !given.is_empty() && given.bytes().all(|byte| byte.is_ascii_graphic()), "{answer}");
        assert!(made.insert(given), "duplicate request id: {answer}");
    }
    let bytes = b"GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: a\xFFb\r\n\r\n";
    let given = service.exchange(bytes).await.header("x-request-id").expect("a request id");
    assert!(given.is_ascii() && made.insert(given));
}

#[tokio::test]
async fn solver_responses_have_a_server_timing_header() {
    let service = Service::start().await;
    let limited = Service::with(Settings { node_limit: 0, ..settings() }).await;
    let two = json!({"grid": HARDEST, "puzzle": TWO_SOLUTIONS});
    for (status, answer) in [
        (200, service.post_text("/solve", HARDEST).await),
        (200, service.post_text("/validate", HARDEST).await),
        (422, service.post_text("/solve", NO_SOLUTION).await),
        (422, service.post_json("/validate", &json!({"grid": HARDEST, "puzzle": NO_SOLUTION})).await),
        (422, service.post_json("/validate", &two).await),
        (422, limited.post_text("/solve", EMPTY).await),
        (422, limited.post_text("/validate", EMPTY).await),
    ] {
        assert_eq!(answer.status, status, "{answer}");
        let timing = answer.header("server-timing").unwrap_or_else(|| panic!("no timing: {answer}"));
        let values: Vec<&str> = timing
            .split(", ")
            .zip(["queue;dur=", "solve;dur="])
            .filter_map(|(metric, name)| metric.strip_prefix(name))
            .collect();
        assert!(
            values.len() == 2
                && timing.matches(',').count() == 1
                && values.iter().all(|value| value.parse::<f64>().is_ok_and(|milliseconds| milliseconds >= 0.0)),
            "{answer}"
        );
        check_header(&answer, "cache-control", Some("no-store"));
        check_header(&answer, "x-content-type-options", Some("nosniff"));
    }
}

#[tokio::test]
async fn preflights_allow_any_origin_and_any_header() {
    let service = Service::start().await;
    for target in ["/solve", "/validate", "/livez", "/nothing"] {
        let request = service.request("OPTIONS", target).headers(&[
            ("origin", "https://example.org"),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization,content-type,traceparent"),
        ]);
        let answer = request.send().await;
        assert!(answer.status == 204 && answer.body.is_empty(), "{answer}");
        check_header(&answer, "access-control-allow-origin", Some("*"));
        check_header(&answer, "access-control-allow-methods", Some("GET, POST, QUERY"));
        check_header(&answer, "access-control-allow-headers", Some("authorization,content-type,traceparent"));
        check_header(&answer, "access-control-max-age", Some("86400"));
        check_header(&answer, "access-control-allow-credentials", None);
        check_header(&answer, "vary", Some("access-control-request-headers"));
    }
}

#[tokio::test]
async fn only_listed_origins_may_read_responses() {
    let origins = ["https://a.example", "https://b.example"].map(HeaderValue::from_static).to_vec();
    let service = Service::with(Settings { origins: Origins::These(origins), ..settings() }).await;
    for (origin, allowed) in [
        (Some("https://a.example"), true),
        (Some("https://b.example"), true),
        (Some("https://c.example"), false),
        (Some("https://a.example.c.example"), false),
        (Some("https://A.example"), false),
        (Some("http://a.example"), false),
        (Some("null"), false),
        (None, false),
    ] {
        let allowed = origin.filter(|_| allowed);
        for (method, target) in [("POST", "/solve"), ("GET", "/livez"), ("GET", "/nothing"), ("OPTIONS", "/solve")] {
            let mut request = service.request(method, target);
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            if method == "OPTIONS" {
                request = request.header("access-control-request-method", "POST");
            }
            let answer = request.send().await;
            check_header(&answer, "access-control-allow-origin", allowed);
            check_header(&answer, "timing-allow-origin", allowed);
            assert_eq!(answer.header("access-control-expose-headers").is_some(), allowed.is_some(), "{answer}");
            let vary = answer.header("vary").unwrap_or_default();
            assert!(vary.split(", ").any(|name| name == "origin"), "vary of {answer}");
        }
    }
}

#[tokio::test]
async fn head_responds_like_get_without_a_body() {
    let service = Service::start().await;
    for target in gets().map(str::to_owned).chain(kept()) {
        let target = target.as_str();
        let (get, head) = (service.get(target).await, service.request("HEAD", target).send().await);
        let shown = |answer: &Answer| -> Vec<(String, String)> {
            let varying = ["date", "x-request-id"];
            let mut headers: Vec<_> =
                answer.headers.iter().filter(|(name, _)| !varying.contains(&name.as_str())).cloned().collect();
            headers.sort();
            headers
        };
        assert!(head.body.is_empty(), "{target}: {head}");
        assert_eq!((get.status, shown(&get)), (head.status, shown(&head)), "{target}");
        let expected = if target == "/docs" { 308 } else { 200 };
        assert_eq!(get.status, expected, "{target}: {get}");
        check_header(&get, "access-control-allow-origin", Some("*"));
        check_header(&get, "x-content-type-options", Some("nosniff"));
    }
}

#[tokio::test]
async fn options_and_405_responses_list_the_allowed_methods() {
    let service = Service::start().await;
    let gets = gets().map(|target| (target, "GET, HEAD, OPTIONS"));
    for (target, allow) in
        gets.chain([("/solve", "GET, HEAD, POST, QUERY, OPTIONS"), ("/solve/batch", "POST, OPTIONS")])
    {
        let answer = service.request("OPTIONS", target).send().await;
        assert!(answer.status == 204 && answer.body.is_empty(), "{target}: {answer}");
        check_header(&answer, "allow", Some(allow));
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
            if allow.split(", ").any(|known| known == method) {
                continue;
            }
            let answer = service.request(method, target).send().await;
            assert_eq!(answer.status, 405, "{method} {target}: {answer}");
            check_header(&answer, "allow", Some(allow));
            check_header(&answer, "access-control-allow-origin", Some("*"));
        }
    }
}

#[tokio::test]
async fn paths_outside_the_contract_are_not_found() {
    let service = Service::start().await;
    for target in
        ["/nothing", "/SOLVE", "/solve/x", "/problem", "/problems/a/b", "/metrics", "/solve%2Fbatch", "/solve%20"]
    {
        for method in ["GET", "POST", "OPTIONS"] {
            let answer = service.request(method, target).send().await;
            assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("not-found")), "{target}: {answer}");
        }
    }
}

#[tokio::test]
async fn every_problem_is_listed() {
    let service = Service::start().await;
    let list = service.get("/problems").await.json();
    let page = service.request("GET", "/problems").header("accept", "text/html").send().await;
    let codes: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|row| row["code"].as_str()).collect();
    assert_eq!(codes.len(), Code::ALL.len());
    for code in codes {
        assert!(page.text().contains(&format!("<a href=\"problems/{code}\">")), "{code}: {page}");
        assert_eq!(service.get(&format!("/problems/{code}")).await.status, 200, "{code}");
    }
}

#[tokio::test]
async fn unchanged_documents_are_not_sent_again() {
    let service = Service::start().await;
    for target in DOCUMENTS.map(str::to_owned).into_iter().chain(kept()) {
        let target = target.as_str();
        let whole = service.get(target).await;
        let tag = whole.header("etag").unwrap_or_else(|| panic!("no tag: {target}"));
        let caching = whole.header("cache-control").unwrap_or_else(|| panic!("no cache-control: {target}"));
        assert!(!caching.contains("no-store"), "{target}: {caching}");
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 2, "{tag}");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
            for method in ["GET", "HEAD"] {
                let answer = service.request(method, target).header("if-none-match", &known).send().await;
                assert!(answer.status == 304 && answer.body.is_empty(), "{target} {known}: {answer}");
                check_header(&answer, "etag", Some(&tag));
                check_header(&answer, "cache-control", Some(&caching));
                check_header(&answer, "access-control-allow-origin", Some("*"));
                check_header(&answer, "content-length", None);
            }
        }
        for other in ["\"other\"", "", tag.trim_matches('"')] {
            let answer = service.request("GET", target).header("if-none-match", other).send().await;
            assert_eq!((answer.status, &answer.body), (200, &whole.body), "{target} {other:?}");
        }
        let again = service.get(target).await;
        check_header(&again, "etag", Some(&tag));
        let text = [("accept", "text/plain"), ("if-none-match", &*tag)];
        let text = service.request("GET", target).headers(&text).send().await;
        assert!(
            DOCUMENTS.contains(&target) || text.status == 200 && text.header("etag") != Some(tag),
            "{target}: {text}"
        );
    }
}

#[tokio::test]
async fn problem_pages_have_the_format_that_accept_prefers() {
    let service = Service::start().await;
    for (accept, media_type) in [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"),
        ("text/html", "text/html; charset=utf-8"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("application/json, text/html;q=0.5", "application/json"),
        ("application/json;q=0.5, text/html", "text/html; charset=utf-8"),
        ("text/html;q=0, application/json", "application/json"),
    ] {
        let answer = service.request("GET", "/problems/invalid-grid").header("accept", accept).send().await;
        assert_eq!(answer.header("content-type").as_deref(), Some(media_type), "{accept}: {answer}");
        assert!(answer.header("vary").is_some_and(|vary| vary.to_ascii_lowercase().contains("accept")), "{answer}");
    }
}

#[tokio::test]
async fn probes_return_ok_and_are_not_cached() {
    let service = Service::start().await;
    for target in ["/livez", "/readyz"] {
        let answer = service.get(target).await;
        check_header(&answer, "cache-control", Some("no-store"));
        assert_eq!(answer.text().trim_end(), "ok", "{answer}");
    }
}

/// The target that a relative address leads to from this path.
pub fn resolve(path: &str, address: &str) -> String {
    let (mut folders, mut rest) = (path.rsplit_once('/').map_or("", |(folders, _)| folders), address);
    while let Some(behind) = rest.strip_prefix("../") {
        (folders, rest) = (folders.rsplit_once('/').map_or("", |(above, _)| above), behind);
    }
    format!("{folders}/{rest}")
}

#[tokio::test]
async fn every_relative_address_leads_to_an_answer_however_the_path_is_spelt() {
    let service = Service::start().await;
    for (name, query) in [
        ("docs", ""),
        ("worksheet", "?level=easy"),
        ("generate", "?level=easy"),
        ("daily", ""),
        ("problems", ""),
        ("problems/internal", ""),
    ] {
        let first = format!("%{:x}{}", name.as_bytes()[0], &name[1..]);
        for path in
            [format!("/{name}"), format!("/{name}/"), format!("//{name}"), format!("//{name}//"), format!("/{first}")]
        {
            let (mut target, mut led) = (format!("{path}{query}"), 0);
            loop {
                let answer = service.get(&target).await;
                let path = target.split_once('?').map_or(&*target, |(path, _)| path);
                let location = answer.header("location");
                assert!(location.as_deref().is_none_or(|location| answer.text().trim_end() == location), "{answer}");
                let address = location.or_else(|| answer.header("content-location"));
                let Some(address) = address.filter(|_| led < 3) else {
                    assert_eq!(answer.status, 200, "{target}: {answer}");
                    // A page only answers at its usual path, to which its links are relative.
                    let is_html = answer.header("content-type").is_some_and(|found| found.starts_with("text/html"));
                    assert!(!is_html || [name, "docs/"].contains(&&path[1..]), "{target}");
                    break;
                };
                (target, led) = (resolve(path, &address), led + 1);
            }
            assert_eq!(led == 0, ["/docs/", "/problems", "/problems/internal"].contains(&&*path), "{path}");
        }
    }
}

#[tokio::test]
async fn the_description_names_the_tools_if_they_are_on() {
    for mcp in [true, false] {
        let service = Service::with(Settings { mcp, ..settings() }).await;
        assert_eq!(service.get("/llms.txt").await.text().contains("/mcp"), mcp);
    }
}
