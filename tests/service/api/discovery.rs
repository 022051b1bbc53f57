//! How programs find the contract.

use sudoku_service::http::Settings;

use crate::api::headers::resolve;
use crate::support::puzzles::EASY;
use crate::support::service::{Service, settings};

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
