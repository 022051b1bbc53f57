//! How programs find the contract, and what crawlers may visit.

use std::collections::BTreeSet;

use sudoku_service::http::Settings;

use crate::api::headers::resolve;
use crate::support::puzzles::EASY;
use crate::support::service::{Service, settings};

/// The rules of `/robots.txt` for a service at this URL.
async fn disallowed(public_url: &str) -> BTreeSet<String> {
    let service = Service::with(Settings { public_url: public_url.to_owned(), ..settings() }).await;
    let answer = service.get("/robots.txt").await;
    assert_eq!((answer.status, answer.header("content-type").as_deref()), (200, Some("text/plain; charset=utf-8")));
    let text = answer.text();
    let rules = text.strip_prefix("User-agent: *\n").expect("the rules are for every crawler");
    rules.lines().map(|rule| rule.strip_prefix("Disallow: ").expect("a rule").to_owned()).collect()
}

#[tokio::test]
async fn crawlers_may_visit_pages_and_no_heavy_link() {
    let rules = disallowed("").await;
    for path in ["rate", "hint", "steps", "explain", "annotate", "variants", "generate", "daily", "worksheet"] {
        assert!(rules.contains(&format!("/{path}")), "/{path}: {rules:?}");
    }
    // A shared link shows a picture by /validate.
    for path in ["/", "/docs/", "/problems/internal", "/llms.txt", "/openapi.yaml", "/assets/a", "/validate?grid=1"] {
        assert!(!rules.iter().any(|rule| path.starts_with(rule.as_str())), "{path}: {rules:?}");
    }
}

#[tokio::test]
async fn the_rules_for_crawlers_have_the_prefix_that_they_see() {
    let expected =
        |prefix: &str, rules: &BTreeSet<String>| rules.iter().map(|rule| format!("{prefix}{rule}")).collect();
    let plain = disallowed("").await;
    assert_eq!(disallowed("https://example.org").await, plain);
    for public_url in ["/sudoku", "https://example.org/sudoku"] {
        assert_eq!(disallowed(public_url).await, expected("/sudoku", &plain));
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
