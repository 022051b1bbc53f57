//! Puzzles to print, and the picture of a shared link.

use serde_json::{Value, json};
use sudoku_service::http::Settings;

use crate::support::answer::check_header;
use crate::support::puzzles::EASY;
use crate::support::service::{Service, settings, settings_by};

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
    let figures = figures(answer.text());
    assert_eq!(figures.len(), 6);
    let mut listed = listed["puzzles"].as_array().expect("puzzles").clone();
    let er = |puzzle: &Value| puzzle["rating"]["er"].as_f64().expect("a rating");
    listed.sort_by(|one, other| er(one).total_cmp(&er(other)));
    for (number, puzzle) in listed.iter().enumerate() {
        let digits = |figure: &str| figure.matches("<text ").count();
        let heading = format!("{} · easy · {:.1}", number + 1, er(puzzle));
        assert!(figures[number].contains(&heading) && figures[number + 3].contains(&heading), "{heading}");
        assert_eq!(json!(digits(figures[number])), puzzle["clues"]);
        assert_eq!(digits(figures[number + 3]), 81);
    }
    assert_eq!(answer.text().matches("<section class=\"of-2\">").count(), 2);
    assert!(answer.text().contains("<h2>Solutions of 1 to 3, seed sheet</h2>"), "{answer}");
    assert!(!answer.text().contains("<script") && !answer.text().contains(" id=\""), "{answer}");
}

/// The figures of a worksheet: those of the puzzles, then those of the solutions.
fn figures(page: &str) -> Vec<&str> {
    page.split("<figure>").skip(1).collect()
}

/// The number and the rest of the heading of each figure.
fn headings(page: &str) -> Vec<(u32, String)> {
    let heading = |figure: &&str| {
        let (_, rest) = figure.split_once("<figcaption>")?;
        let (number, rest) = rest.split_once("</figcaption>")?.0.split_once(" · ")?;
        Some((number.parse().ok()?, rest.to_owned()))
    };
    figures(page).iter().map(|figure| heading(figure).expect("a heading")).collect()
}

#[tokio::test]
async fn a_class_gets_sixty_puzzles_on_pages_that_say_what_they_are() {
    let service = Service::with(settings_by(&["--public-url", "https://sudoku.example"])).await;
    let target = "/worksheet?count=60&per_page=6&paper=letter&seed=class&first=12";
    let answer = service.get(target).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let page = answer.text();
    let found = headings(page);
    // The numbers go on from those of the sheet before, and the ratings rise.
    assert_eq!(
        found.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        [13..=72, 13..=72].into_iter().flatten().collect::<Vec<_>>()
    );
    let ratings = found[..60].iter().map(|(_, rest)| rest.rsplit(' ').next().expect("a rating").parse::<f64>());
    let ratings: Vec<f64> = ratings.collect::<Result<_, _>>().expect("ratings");
    assert!(ratings.is_sorted() && ratings[0] < ratings[59], "{ratings:?}");
    assert_eq!(page.matches("<section class=\"of-6\">").count(), 10);
    assert_eq!(page.matches("<header><span>Name</span><span>Date</span></header>").count(), 10);
    assert!(page.contains("size: letter") && !page.contains("{{"));
    let footers: Vec<&str> =
        page.split("<footer>").skip(1).map(|rest| rest.split("</footer>").next().expect("an end")).collect();
    let rated = format!("rated {:.1}", ratings[0]);
    assert!(footers.len() == 10 && footers[0].contains(&rated), "{footers:?}");
    let address =
        "https://sudoku.example/worksheet?count=60&amp;per_page=6&amp;paper=letter&amp;seed=class&amp;first=12";
    assert!(footers.iter().all(|footer| footer.contains("seed class") && footer.contains(address)), "{footers:?}");
    for solutions in
        ["Solutions of 13 to 32, seed class", "Solutions of 33 to 52, seed class", "Solutions of 53 to 72, seed class"]
    {
        assert!(page.contains(solutions), "{solutions}");
    }
}

#[tokio::test]
async fn puzzles_of_ones_own_are_printed_with_the_unrated_ones_last() {
    let service = Service::start().await;
    // One of the hardest puzzles known: its rating takes too much work.
    let hardest = "98.7..6..7..8..5....4.9....6....8.5..73...8.....3...6.3..5..9...2...9..5.....7.1.";
    let solution = service.post_text("/solve", hardest).await.text().trim_end().to_owned();
    let lines = format!("# two puzzles\r\n{hardest}\n\n{EASY}\n");
    let form = format!(
        "puzzles={}&per_page=6",
        lines.replace('#', "%23").replace("\r\n", "%0D%0A").replace('\n', "%0A").replace(' ', "+")
    );
    let of_form = service.request("POST", "/worksheet").header("content-type", "application/x-www-form-urlencoded");
    let of_form = of_form.body(form).send().await;
    let of_text = service.post_text("/worksheet?per_page=6&first=4", &lines).await;
    for (answer, first) in [(&of_form, 1), (&of_text, 5)] {
        assert_eq!(answer.status, 200, "{answer}");
        check_header(answer, "cache-control", Some("no-store"));
        let expected = [(first, "easy · 1.2".to_owned()), (first + 1, "not rated".to_owned())];
        assert_eq!(headings(answer.text()), [&expected[..], &expected].concat());
        assert!(answer.text().contains("<section class=\"of-6\">") && !answer.text().contains("seed "), "{answer}");
        // The givens come before the others.
        let texts = figures(answer.text())[3].split("<text ").skip(1);
        let digits: String = texts.filter_map(|text| text.split(['>', '<']).nth(1)).collect();
        let (givens, others): (Vec<_>, Vec<_>) =
            solution.chars().zip(hardest.chars()).partition(|(_, given)| *given != '.');
        assert_eq!(digits, givens.into_iter().chain(others).map(|(digit, _)| digit).collect::<String>());
    }
    // The sheet and its solutions have the same name, and other puzzles have another one.
    let name = |page: &str| page.split("sheet ").nth(1).expect("a name")[..5].to_owned();
    assert_eq!(of_form.text().matches(&format!("sheet {}", name(of_form.text()))).count(), 2);
    assert_ne!(name(service.post_text("/worksheet", EASY).await.text()), name(of_form.text()));
}

#[tokio::test]
async fn a_shared_link_names_a_picture_of_its_grid() {
    let of = async |public_url: &str, query: &str| {
        let service = Service::with(Settings { public_url: public_url.to_owned(), ..settings() }).await;
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
