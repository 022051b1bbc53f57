//! Puzzles to print, and the picture of a shared link.

use serde_json::json;

use crate::support::puzzles::EASY;
use crate::support::service::{Service, check_header, settings};

#[tokio::test]
async fn a_worksheet_without_a_seed_leads_to_one_with_a_seed() {
    let service = Service::start().await;
    for (query, before) in [("", "worksheet?seed="), ("?level=easy&count=2", "worksheet?level=easy&count=2&seed=")] {
        let answer = service.get(&format!("/worksheet{query}")).await;
        let location = answer.header("location").unwrap_or_else(|| panic!("no address: {answer}"));
        assert!(answer.status == 307 && location.starts_with(before), "{answer}");
        check_header(&answer, "cache-control", Some("no-store"));
    }
}

#[tokio::test]
async fn a_worksheet_has_its_puzzles_and_their_solutions() {
    let service = Service::start().await;
    let target = "/worksheet?level=easy&count=3&per_page=2&seed=sheet";
    let answer = service.get(target).await;
    assert_eq!(answer.status, 200, "{answer}");
    check_header(&answer, "content-type", Some("text/html; charset=utf-8"));
    check_header(&answer, "cache-control", Some("public, max-age=31536000, immutable"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    check_header(&answer, "content-security-policy", Some(policy));
    assert_eq!(answer.body, service.get(target).await.body);
    let listed = service.get("/generate?level=easy&count=3&seed=sheet&notation=line").await.json();
    let figures: Vec<&str> = answer.text().split("<figure>").skip(1).collect();
    assert_eq!(figures.len(), 6);
    for (number, puzzle) in listed["puzzles"].as_array().expect("puzzles").iter().enumerate() {
        let digits = |figure: &str| figure.matches("<text ").count();
        let heading = format!("{} · easy · {:.1}", number + 1, puzzle["rating"]["er"].as_f64().expect("a rating"));
        assert!(figures[number].contains(&heading) && figures[number + 3].contains(&heading), "{heading}");
        assert_eq!(json!(digits(figures[number])), puzzle["clues"]);
        assert_eq!(digits(figures[number + 3]), 81);
    }
    assert_eq!(answer.text().matches("<section class=\"of-2\">").count(), 2);
    assert!(!answer.text().contains("<script") && !answer.text().contains(" id=\""), "{answer}");
}

#[tokio::test]
async fn a_bad_option_of_a_worksheet_is_located() {
    let service = Service::start().await;
    for (query, name) in [
        ("count=0", "count"),
        ("count=13", "count"),
        ("per_page=3", "per_page"),
        ("level=odd", "level"),
        ("notation=line", "notation"),
        ("seed=", "seed"),
        ("seed=a&rating=5&level=hard", "level"),
    ] {
        let answer = service.get(&format!("/worksheet?{query}")).await;
        let found = (answer.status, &answer.json()["errors"][0]["parameter"]);
        assert_eq!(found, (422, &json!(name)), "{query}: {answer}");
    }
}

#[tokio::test]
async fn a_shared_link_names_a_picture_of_its_grid() {
    let of = async |public_url: &str, query: &str| {
        let service = Service::with(http_settings(public_url)).await;
        let request = service.request("GET", &format!("/{query}")).header("x-forwarded-host", "evil.example");
        request.send().await.text().to_owned()
    };
    let grid = format!("?grid={EASY}");
    let page = of("https://sudoku.example/play", &grid).await;
    let expected = format!("content=\"https://sudoku.example/play/validate?grid={EASY}&amp;format=png&amp;size=630\"");
    assert!(page.contains(&expected) && !page.contains("evil.example"), "{page}");
    for (public_url, query) in [
        ("", grid.clone()),
        ("/prefix", grid.clone()),
        ("https://sudoku.example", String::new()),
        ("https://sudoku.example", "?grid=%22%3E%3Cscript%3E".to_owned()),
        ("https://sudoku.example", format!("?grid={}", "5".repeat(300))),
    ] {
        let page = of(public_url, &query).await;
        assert!(page.contains("<title>") && !page.contains("og:image"), "{public_url} {query}");
    }
    let escaped = of("https://sudoku.example/\"><b>", &grid).await;
    assert!(escaped.contains("https://sudoku.example/&quot;&gt;&lt;b&gt;/validate"), "{escaped}");
}

fn http_settings(public_url: &str) -> sudoku_service::http::Settings {
    sudoku_service::http::Settings { public_url: public_url.to_owned(), ..settings() }
}
