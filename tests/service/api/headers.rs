//! The headers that many routes share: methods and caching. Those of single requests are in `tests/cases/requests/heads.txt`.

use sudoku_service::http::Settings;

use crate::api::documents;
use crate::support::answer::check_header;
use crate::support::puzzles::{EASY, HARDEST};
use crate::support::service::{Answer, Service, settings};

/// Paths that support GET alone.
fn gets() -> impl Iterator<Item = &'static str> {
    documents().chain(["/docs", "/livez", "/readyz"])
}

/// Answers that may be kept.
fn kept() -> [String; 3] {
    [format!("/solve?grid={HARDEST}"), "/generate?level=easy&seed=tag".to_owned(), "/daily/2026-11-16".to_owned()]
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
async fn unchanged_documents_are_not_sent_again() {
    let service = Service::start().await;
    for target in documents().map(str::to_owned).chain(kept()) {
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
        let text = service.request("GET", target).header("accept", "text/plain").header("if-none-match", &tag);
        let text = text.send().await;
        assert!(
            documents().any(|document| document == target) || text.status == 200 && text.header("etag") != Some(tag),
            "{target}: {text}"
        );
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

#[tokio::test]
async fn pages_link_the_contract_and_the_reference_relatively() {
    let public_url = "https://example.org/sudoku".to_owned();
    let service = Service::with(Settings { public_url, ..settings() }).await;
    let shared = format!("/?grid={EASY}");
    for page in ["/", &shared, "/docs", "/docs/"] {
        for method in ["GET", "HEAD"] {
            let answer = service.request(method, page).send().await;
            let links = answer.header("link").unwrap_or_else(|| panic!("no links: {method} {page}: {answer}"));
            let mut relations = Vec::new();
            for link in links.split(", ") {
                let (target, parameters) =
                    link.strip_prefix('<').and_then(|link| link.split_once(">; ")).expect("a link");
                assert!(!target.starts_with('/') && !target.contains("//"), "{target} has no prefix at a gateway");
                let (relation, media_type) = parameters.split_once("; ").expect("a relation and a type");
                let linked = service.get(&resolve(page.split('?').next().unwrap_or_default(), target)).await;
                assert_eq!(linked.status, 200, "{page}: {link}: {linked}");
                let found = linked.header("content-type").expect("a type");
                assert_eq!(format!("type=\"{}\"", found.split(';').next().unwrap_or_default()), media_type);
                relations.push(relation.to_owned());
            }
            assert_eq!(relations, ["rel=\"service-desc\"", "rel=\"service-doc\""], "{page}");
        }
    }
}
