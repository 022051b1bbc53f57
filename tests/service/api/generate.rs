//! Generated puzzles and the puzzle of the day.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use sudoku_service::operations::daily::Day;

use crate::support::service::Service;

#[tokio::test]
async fn without_a_seed_the_answer_has_a_location_that_returns_it_again() {
    let service = Service::start().await;
    let answer = service.request("GET", "/generate?level=easy").header("accept", "text/plain").send().await;
    assert_eq!((answer.status, answer.header("cache-control").as_deref()), (200, Some("no-store")), "{answer}");
    let location = answer.header("content-location").expect("a location");
    assert!(location.starts_with("generate?level=easy&seed="), "relative to the request's path: {location}");
    let again = service.request("GET", &format!("/{location}")).header("accept", "text/plain").send().await;
    assert_eq!(again.text(), answer.text());
    // Nor does it have what others add to links.
    for (query, begin) in [
        ("level=easy&seed=", "generate?level=easy&seed="),
        ("level=easy&utm_source=mail&utm_medium=a&fbclid=x&gclid=y&_=17&v=2", "generate?level=easy&seed="),
        ("seed=&level=easy&rating=", "generate?level=easy&"),
    ] {
        let location = service.get(&format!("/generate?{query}")).await.header("content-location");
        assert!(location.as_ref().is_some_and(|location| location.starts_with(begin)), "{query}: {location:?}");
    }
}

#[tokio::test]
async fn a_puzzle_for_practice_shows_where_its_technique_is_next() {
    let service = Service::start().await;
    let target = "/generate?needs=skyscraper&allow=up-to:x-wing&give=position&notation=line&seed=practice";
    let answer = service.get(target).await;
    assert_eq!(answer.status, 200, "{answer}");
    let made = answer.json();
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
