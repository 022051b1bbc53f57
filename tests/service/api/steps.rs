//! `/steps`, and the techniques that a player knows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::answer::check_header;
use crate::support::service::Service;

/// A position with a skyscraper and many other steps, among them no full house.
const POSITION: &str = "...6328..36.859.128924715362.396..8..4..28.6.68.3142.5..6.4.92892518.64.4.8296.51";

/// The answer to a position with these options, and its steps.
async fn ask(service: &Service, grid: &str, mut options: Value) -> (Value, Vec<Value>) {
    options["grid"] = grid.into();
    let answer = service.post_json("/steps", &options).await.json();
    let steps = answer["steps"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    (answer, steps)
}

fn ids(steps: &[Value]) -> Vec<&str> {
    steps.iter().map(|step| step["technique"]["id"].as_str().expect("an id")).collect()
}

/// What is distinct about a step.
fn key(step: &Value) -> String {
    format!("{} {} {}", step["technique"]["id"], step["place"], step["eliminate"])
}

#[tokio::test]
async fn pages_of_steps_are_distinct_and_in_order() {
    let service = Service::start().await;
    for order in ["rating", "course"] {
        let options = json!({"order": order, "allow": ["up-to:als-xz"], "limit": 1000});
        let (all, steps) = ask(&service, POSITION, options.clone()).await;
        assert!(all["more"] == false && steps.len() > 20, "{} {}", all["more"], steps.len());
        assert_eq!(steps.iter().map(key).collect::<BTreeSet<String>>().len(), steps.len());
        let places = steps.iter().map(|step| step["technique"]["course"].as_u64().expect("a place"));
        // Unique rectangles and loops share a search, in the order of their ratings.
        assert_eq!(places.is_sorted(), order == "course", "{steps:?}");
        let (mut paged, mut page) = (Vec::new(), options);
        page["limit"] = 7.into();
        for from in (0..steps.len()).step_by(7) {
            page["from"] = from.into();
            let (answer, some) = ask(&service, POSITION, page.clone()).await;
            assert_eq!(answer["more"], from + 7 < steps.len());
            paged.extend(some);
        }
        assert_eq!(paged, steps);
    }
    let (_, rated) = ask(&service, POSITION, json!({"max_rating": 2.6, "limit": 1000})).await;
    let ratings = rated.iter().map(|step| step["technique"]["rating"].as_f64());
    assert!(ratings.clone().any(|rating| rating.is_none()) && ratings.flatten().all(|rating| rating <= 2.6));
}

#[tokio::test]
async fn without_options_every_step_with_a_name_is_listed_in_the_order_of_the_course() {
    let service = Service::start().await;
    // With forcing chains, the search reaches its limit before it comes to the techniques of players.
    let position = "....147..6.9......3...........6.1.3..5.8............1....93.8...4......2......5..";
    let (all, mut paged) = ask(&service, position, json!({"limit": 1000, "tell": false})).await;
    assert_eq!((&all["searched_all"], &all["techniques"]), (&json!(true), &Value::Null), "{all}");
    assert!(ids(&paged).iter().all(|id| !["forcing", "dynamic", "cycle"].iter().any(|part| id.contains(part))));
    assert!(paged.iter().filter_map(|step| step["technique"]["course"].as_u64()).is_sorted());
    // The last page says so, and has what the ones before have not.
    let mut more = all["more"] == true;
    while more {
        let (page, some) = ask(&service, position, json!({"limit": 1000, "from": paged.len(), "tell": false})).await;
        more = page["more"] == true;
        assert!(more || !some.is_empty(), "a page without a step");
        paged.extend(some);
    }
    assert!(ids(&paged).contains(&"als-xz"), "{:?}", ids(&paged));
    // In a usual position, that is all that players have a name for.
    let named = ["up-to:aligned-pair-exclusion", "aligned-triplet-exclusion"];
    let named = ask(&service, POSITION, json!({"allow": named, "order": "course", "limit": 1000})).await.1;
    let default = ask(&service, POSITION, json!({"limit": 1000})).await.1;
    assert_eq!(default, named);
    assert!(["skyscraper", "aic"].iter().all(|name| ids(&default).contains(name)), "{:?}", ids(&default));
    // A highest rating asks for the chains below it.
    let rated = json!({"max_rating": 7.5, "limit": 1000, "from": paged.len(), "tell": false});
    let rated = ask(&service, position, rated).await.1;
    assert!(ids(&rated).contains(&"forcing-chain"), "{:?}", ids(&rated));
}

#[tokio::test]
async fn every_technique_is_listed_with_an_example() {
    let service = Service::start().await;
    let list = service.get("/techniques").await.json();
    let list = list.as_array().expect("techniques");
    for technique in list {
        if technique["lowest"].as_f64().is_none_or(|lowest| lowest < 8.0) {
            let hint = technique["example"]["hint"].as_str().unwrap_or_else(|| panic!("{technique}"));
            let answer = service.get(&format!("/{hint}")).await.json();
            let found = &answer["hint"]["technique"];
            let is_it = found["id"] == technique["id"]
                || found["names"].as_array().into_iter().flatten().any(|name| name["id"] == technique["id"]);
            assert!(
                is_it || ["turbot-fish", "unique-rectangle", "bug"].iter().any(|id| technique["id"] == *id),
                "{answer}"
            );
        }
    }
    let brief = service.get("/techniques?examples=false").await.json();
    assert!(brief.as_array().expect("techniques").iter().all(|technique| technique.get("example").is_none()));
}

#[tokio::test]
async fn a_browser_gets_the_techniques_as_a_course_whose_pictures_are_answers_of_the_service() {
    let service = Service::start().await;
    let open = async |target: &str| {
        service.request("GET", target).header("accept", "text/html,application/xhtml+xml,*/*;q=0.8").send().await
    };
    let (page, list) = (open("/techniques").await, service.get("/techniques").await);
    check_header(&page, "content-type", Some("text/html; charset=utf-8"));
    check_header(&page, "vary", Some("accept, accept-encoding"));
    check_header(&list, "content-type", Some("application/json"));
    check_header(&list, "vary", Some("accept"));
    let (page, list) = (page.text(), list.json());
    for technique in list.as_array().expect("techniques") {
        let [id, name, sentence] = ["id", "name", "sentence"].map(|member| technique[member].as_str().expect("a text"));
        let lesson = page.split_once(&format!("<section id=\"{id}\"")).unwrap_or_else(|| panic!("no lesson of {id}")).1;
        let lesson = lesson.split_once("</section>").expect("an end").0;
        assert!(lesson.contains(name) && lesson.contains(sentence), "{lesson}");
        let Some(example) = technique.get("example") else { continue };
        let picture = lesson.split_once("<img src=\"").expect("a picture").1.split_once('"').expect("an end").0;
        let target = format!("/{}", picture.replace("&amp;", "&"));
        assert_eq!(target, format!("/{}&format=svg", example["hint"].as_str().expect("a target")));
    }
    let picture =
        service.get(&format!("/{}&format=svg", list[20]["example"]["hint"].as_str().expect("a target"))).await;
    assert!(picture.text().contains("<svg"), "{picture}");
    // Its links are relative to this path. With options, the list is asked for.
    check_header(&open("/techniques/").await, "location", Some("../techniques"));
    check_header(&open("/techniques?examples=false").await, "content-type", Some("application/json"));
}

#[tokio::test]
async fn a_page_ends_where_its_steps_have_a_mebibyte_and_the_next_one_goes_on() {
    let service = Service::start().await;
    // A thousand of its steps with their pictures have 29 MiB.
    let grid = "....147..6.9......3...........6.1.3..5.8............1....93.8...4......2......5..";
    let (mut keys, mut pages) = (Vec::new(), 0);
    while keys.len() < 400 {
        let request = json!({"grid": grid, "show": "how", "limit": 1000, "from": keys.len(), "max_rating": 12.0});
        let page = service.post_json("/steps", &request).await;
        assert!(page.status == 200 && page.body.len() <= 1024 * 1024, "{} bytes", page.body.len());
        let page = page.json();
        assert_eq!(page["more"], true);
        keys.extend(page["steps"].as_array().expect("steps").iter().map(key));
        pages += 1;
    }
    let brief = ask(&service, grid, json!({"limit": keys.len(), "tell": false, "max_rating": 12.0})).await.1;
    assert_eq!(brief.iter().map(key).collect::<Vec<_>>(), keys);
    assert!(pages > 1);
}
