//! Generated puzzles and the puzzle of the day.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use sudoku_service::operations::daily::Day;

use crate::api::insight::check_problem;
use crate::support::service::Service;

#[tokio::test]
async fn a_seed_always_gives_the_same_puzzle_with_the_requested_properties() {
    let service = Service::start().await;
    let target = "/generate?level=easy&symmetry=rotational180&clues=24-36&seed=test&notation=line";
    let (one, other) = (service.get(target).await, service.get(target).await);
    assert_eq!((one.status, one.json()), (200, other.json()), "{one}");
    assert!(one.header("cache-control").is_some_and(|value| value.contains("immutable")), "{one}");
    let document = one.json();
    let puzzle = document["puzzle"].as_str().expect("a line");
    let givens: Vec<bool> = puzzle.chars().map(|cell| cell != '.').collect();
    assert!((0..81).all(|i| givens[i] == givens[80 - i]), "{puzzle}");
    assert!((24..=36).contains(&givens.iter().filter(|&&given| given).count()), "{puzzle}");
    let rated = service.post_json("/rate", &json!({"grid": puzzle})).await.json();
    assert_eq!((&rated["rating"], &rated["level"]), (&document["rating"], &json!("easy")));
    let solved = service.post_json("/solve", &json!({"grid": puzzle})).await.json();
    assert_eq!((&solved["verdict"], &solved["solution"]), (&json!("unique"), &document["solution"]));
    assert_eq!(rated["techniques"], document["techniques"]);
    let text = service.request("GET", target).header("accept", "text/plain").send().await;
    assert!(text.header("sudoku-rating").is_some_and(|rating| rating.ends_with("/1.2")), "{text}");
    let explained = service.post_json("/explain", &json!({"grid": puzzle, "ask": ["canonical"]})).await.json();
    assert_eq!(explained["canonical"]["grid"], document["canonical"]);
}

#[tokio::test]
async fn the_highest_ratings_are_generated_and_differ_from_seed_to_seed() {
    let service = Service::start().await;
    let generate = async |seed| service.get(&format!("/generate?rating=9.5-9.7&notation=line&seed={seed}")).await;
    let (one, other) = (generate("one").await, generate("other").await);
    for answer in [&one, &other] {
        assert_eq!(answer.status, 200, "{answer}");
        let puzzle = answer.json()["puzzle"].clone();
        let rated = service.post_json("/rate", &json!({"grid": puzzle})).await.json();
        assert_eq!(rated["rating"], answer.json()["rating"]);
        assert!((9.5..=9.7).contains(&rated["rating"]["er"].as_f64().expect("a number")), "{rated}");
    }
    assert_ne!(one.json()["puzzle"], other.json()["puzzle"]);
}

#[tokio::test]
async fn without_a_seed_the_answer_has_a_location_that_returns_it_again() {
    let service = Service::start().await;
    let answer = service.request("GET", "/generate?level=easy").header("accept", "text/plain").send().await;
    assert_eq!((answer.status, answer.header("cache-control").as_deref()), (200, Some("no-store")), "{answer}");
    let location = answer.header("content-location").expect("a location");
    assert!(location.starts_with("generate?level=easy&seed="), "relative to the request's path: {location}");
    let again = service.request("GET", &format!("/{location}")).header("accept", "text/plain").send().await;
    assert_eq!(again.text(), answer.text());
    assert_eq!(service.get("/generate?level=easy&count=3").await.json()["puzzles"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn a_puzzle_for_practice_needs_its_technique_and_shows_where() {
    let service = Service::start().await;
    let target = "/generate?needs=skyscraper&allow=up-to:x-wing&give=position&notation=line&seed=practice";
    let answer = service.get(target).await;
    assert_eq!(answer.status, 200, "{answer}");
    let made = answer.json();
    let rate = async |allow: Value| {
        let request = json!({"grid": made["puzzle"], "allow": allow, "order": "course"});
        service.post_json("/rate", &request).await.json()
    };
    assert_eq!(rate(json!(["up-to:x-wing"])).await["complete"], false);
    let with = rate(json!(["up-to:x-wing", "skyscraper"])).await;
    assert_eq!((&with["complete"], &with["techniques"]), (&json!(true), &made["techniques"]));
    let position = json!({"grid": made["position"]["grid"], "candidates": made["position"]["candidates"]});
    let next = async |allow: Value| {
        let mut request = position.clone();
        request["allow"] = allow;
        service.post_json("/hint", &request).await.json()["hint"]["technique"]["id"].clone()
    };
    assert_eq!(next(json!(["up-to:x-wing"])).await, Value::Null);
    assert_eq!(next(json!(["up-to:skyscraper"])).await, "skyscraper");
    // As text, it is a grid with pencil marks.
    let text = service.request("GET", target).header("accept", "text/plain").send().await;
    let grid = text.text().trim_end();
    let steps = service.post_json("/steps", &json!({"grid": grid, "allow": ["skyscraper"]})).await.json();
    assert_eq!(steps["steps"][0]["technique"]["id"], "skyscraper", "{text}");
}

#[tokio::test]
async fn the_puzzle_of_a_day_is_the_same_for_every_caller() {
    let service = Service::start().await;
    let today = service.get("/daily").await;
    let location = today.header("location").expect("a location");
    assert_eq!(today.status, 307, "{today}");
    assert!(location.starts_with("daily/20"), "{today}");
    let other = service.get("/daily?level=hard&notation=line").await;
    let location = other.header("location").expect("a location");
    assert!(location.ends_with("?level=hard&notation=line"), "{other}");
    assert_eq!(service.get(&format!("/{location}")).await.json()["level"], "hard");
    check_problem(&service.get("/daily?foo=1").await, 422, "invalid-request");
    // A Monday.
    let (one, other) = (service.get("/daily/2026-11-16").await, service.get("/daily/2026-11-16").await);
    assert_eq!((one.json(), &one.json()["level"]), (other.json(), &json!("easy")));
    for date in ["1999-12-31", "2026-02-30", "2999-01-01", "today", "2026-1-1"] {
        check_problem(&service.get(&format!("/daily/{date}")).await, 404, "not-found");
    }
}

#[tokio::test]
async fn each_weekday_has_its_level_and_no_puzzle_comes_twice() {
    const WEEK: [&str; 7] = ["easy", "easy", "medium", "hard", "hard", "expert", "fiendish"];
    let service = Service::start().await;
    let mut forms = HashSet::new();
    // 2026-06-01 is a Monday.
    for day in 0..56 {
        let time = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * (20_605 + day));
        let date = Day::of(time).date;
        let made = service.get(&format!("/daily/{date}?notation=line")).await.json();
        assert_eq!(made["level"], WEEK[day as usize % 7], "{date}: {made}");
        assert!(forms.insert(made["canonical"].to_string()), "{date}");
        if day % 7 == 6 {
            let request = json!({"grid": made["puzzle"], "allow": ["up-to:aic"]});
            let rated = service.post_json("/rate", &request).await.json();
            assert_eq!(rated["complete"], true, "chains without branches solve it: {rated}");
        }
    }
}

#[test]
fn puzzles_of_days_are_there_a_year_ahead() {
    let now = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 20_605 + 5);
    let there = |date| Day::parse(date, now).is_some();
    assert_eq!(["2000-01-01", "2027-06-02"].map(there), [true; 2]);
    assert_eq!(["1999-12-31", "2027-06-03"].map(there), [false; 2]);
}

#[test]
fn a_clock_before_1970_shows_the_first_day() {
    assert_eq!(Day::of(SystemTime::UNIX_EPOCH - Duration::from_secs(1)).date, "1970-01-01");
}

/// The technique of the course that comes last on the way that `/rate` finds in the order of the course.
#[tokio::test]
async fn the_hardest_technique_by_course_is_that_of_the_players_path() {
    let service = Service::start().await;
    let mut seen = std::collections::BTreeSet::new();
    for level in ["easy", "medium", "hard", "expert", "fiendish", "diabolical"] {
        let made = service.get(&format!("/generate?level={level}&count=6&seed=course&notation=line")).await.json();
        for puzzle in made["puzzles"].as_array().expect("puzzles") {
            let body = json!({"grid": puzzle["puzzle"], "order": "course", "allow": ["up-to:aic"], "path": true, "tell": false});
            let rated = service.post_json("/rate", &body).await.json();
            let path = rated["path"].as_array().expect("a path").iter();
            let last =
                path.max_by_key(|step| step["technique"]["course"].as_u64()).map(|step| &step["technique"]["id"]);
            let last = last.filter(|_| rated["complete"] == true).unwrap_or(&Value::Null);
            assert_eq!(puzzle["hardest_by_course"]["id"], *last, "{puzzle}");
            assert_eq!(rated["hardest_by_course"]["id"], *last, "{rated}");
            assert_eq!(puzzle["hardest"], rated["hardest"]);
            seen.insert(last.as_str().unwrap_or("none").to_owned());
            let plain = service.post_json("/rate", &json!({"grid": puzzle["puzzle"]})).await.json();
            assert_eq!(plain["hardest_by_course"]["id"], *last, "{plain}");
        }
    }
    assert!(seen.len() > 6 && seen.contains("none"), "{seen:?}");
    let daily = service.get("/daily/2026-11-29").await.json();
    assert!(daily["level"] == "fiendish" && daily["hardest_by_course"]["id"].is_string(), "{daily}");
}
