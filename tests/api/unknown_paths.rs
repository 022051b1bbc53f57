//! Paths that do not exist.

use crate::problems::{both, check};
use crate::support::service::Service;

#[tokio::test]
async fn the_problem_for_a_misspelt_path_suggests_the_nearest_one() {
    let service = Service::start().await;
    for (path, nearest) in [
        ("//solve", "/solve"),
        ("/Solve", "/solve"),
        ("/solves", "/solve"),
        ("/sovle", "/solve"),
        ("/solve/batches", "/solve/batch"),
        ("/problems/", "/problems"),
    ] {
        let answer = service.get(path).await;
        assert_eq!((answer.status, &answer.json()["code"]), (404, &"not-found".into()), "{answer}");
        assert_eq!(
            answer.json()["detail"],
            format!("{path} does not exist. Did you mean {nearest}? The reference is at /docs/")
        );
    }
    assert_eq!(service.get("/login").await.json()["detail"], "/login does not exist. The reference is at /docs/");
}

#[tokio::test]
async fn a_path_longer_than_any_known_one_gets_no_suggestion() {
    let service = Service::start().await;
    for path in [format!("/solve{}", "/".repeat(40)), format!("/{}", "a".repeat(8000))] {
        let expected = format!("{path} does not exist. The reference is at /docs/");
        assert_eq!(service.get(&path).await.json()["detail"], expected);
    }
}

#[tokio::test]
async fn a_path_that_is_not_utf_8_is_not_found() {
    let service = Service::start().await;
    for path in ["/%ff", "/problems/%ff", "/assets/%ff"] {
        check("not-found", 404, &[], &both(|| service.request("GET", path)).await);
    }
}
