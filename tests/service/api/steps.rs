//! `/steps`, and the techniques that a player knows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::answer::check_header;
use crate::support::service::Service;

/// A position with a skyscraper and many other steps, among them no full house.
const POSITION: &str = "...6328..36.859.128924715362.396..8..4..28.6.68.3142.5..6.4.92892518.64.4.8296.51";

fn with(mut request: Value, mut options: Value) -> Value {
    request.as_object_mut().expect("a request").append(options.as_object_mut().expect("options"));
    request
}

/// What is distinct about a step.
fn key(step: &Value) -> String {
    format!("{} {} {}", step["technique"]["id"], step["place"], step["eliminate"])
}

#[tokio::test]
async fn pages_of_steps_are_distinct_and_in_order() {
    let service = Service::start().await;
    let position = json!({"grid": POSITION});
    for order in ["rating", "course"] {
        let options = json!({"order": order, "allow": ["up-to:als-xz"], "limit": 1000});
        let all = service.post_json("/steps", &with(position.clone(), options)).await.json();
        let all_steps = all["steps"].as_array().expect("steps").clone();
        assert!(all["more"] == false && all_steps.len() > 20, "{} {}", all["more"], all_steps.len());
        let distinct: BTreeSet<String> = all_steps.iter().map(key).collect();
        assert_eq!(distinct.len(), all_steps.len());
        let places: Vec<u64> =
            all_steps.iter().map(|step| step["technique"]["course"].as_u64().expect("a place")).collect();
        // Unique rectangles and loops share a search, in the order of their ratings.
        assert_eq!(places.is_sorted(), order == "course", "{places:?}");
        let mut paged = Vec::new();
        for from in (0..all_steps.len()).step_by(7) {
            let options = json!({"order": order, "allow": ["up-to:als-xz"], "limit": 7, "from": from});
            let page = service.post_json("/steps", &with(position.clone(), options)).await.json();
            assert_eq!(page["more"], from + 7 < all_steps.len());
            paged.extend(page["steps"].as_array().expect("steps").clone());
        }
        assert_eq!(paged, all_steps);
    }
    let rated = json!({"max_rating": 2.6, "limit": 1000});
    let rated = service.post_json("/steps", &with(position, rated)).await.json();
    let ratings = rated["steps"].as_array().expect("steps").iter().map(|step| step["technique"]["rating"].as_f64());
    assert!(ratings.clone().any(|rating| rating.is_none()) && ratings.flatten().all(|rating| rating <= 2.6));
}

#[tokio::test]
async fn without_options_every_step_with_a_name_is_listed_in_the_order_of_the_course() {
    let service = Service::start().await;
    // With forcing chains, the search reaches its limit before it comes to the techniques of players.
    let position = "....147..6.9......3...........6.1.3..5.8............1....93.8...4......2......5..";
    let ask =
        async |options: Value| service.post_json("/steps", &with(json!({"grid": position}), options)).await.json();
    let all = ask(json!({"limit": 1000, "tell": false})).await;
    let ids = |answer: &Value| -> Vec<String> {
        let steps = answer["steps"].as_array().expect("steps").iter();
        steps.map(|step| step["technique"]["id"].as_str().expect("an id").to_owned()).collect()
    };
    assert_eq!((&all["searched_all"], &all["techniques"]), (&json!(true), &Value::Null), "{all}");
    assert!(ids(&all).iter().all(|id| !id.contains("forcing") && !id.contains("dynamic") && !id.contains("cycle")));
    let course: Vec<u64> = all["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter_map(|step| step["technique"]["course"].as_u64())
        .collect();
    assert!(course.is_sorted());
    // The last page says so, and has what the ones before have not.
    let mut paged = ids(&all);
    let mut more = all["more"] == true;
    while more {
        let page = ask(json!({"limit": 1000, "from": paged.len(), "tell": false})).await;
        more = page["more"] == true;
        assert!(more || page["steps"].as_array().is_some_and(|steps| !steps.is_empty()), "a page without a step");
        paged.extend(ids(&page));
    }
    assert!(paged.iter().any(|id| id == "als-xz"), "{paged:?}");
    // In a usual position, that is all that players have a name for.
    let named = json!({"grid": POSITION, "allow": ["up-to:aligned-pair-exclusion", "aligned-triplet-exclusion"], "order": "course"});
    let named = service.post_json("/steps", &with(named, json!({"limit": 1000}))).await.json();
    let default = service.post_json("/steps", &json!({"grid": POSITION, "limit": 1000})).await.json();
    assert_eq!(default["steps"], named["steps"]);
    assert!(["skyscraper", "aic"].iter().all(|name| ids(&default).iter().any(|id| id == name)), "{:?}", ids(&default));
    // A highest rating asks for the chains below it.
    let rated = ask(json!({"max_rating": 7.5, "limit": 1000, "from": paged.len(), "tell": false})).await;
    assert!(ids(&rated).iter().any(|id| id == "forcing-chain"), "{:?}", ids(&rated));
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
    let position = json!({"grid": "....147..6.9......3...........6.1.3..5.8............1....93.8...4......2......5.."});
    let ask = async |options: Value| service.post_json("/steps", &with(position.clone(), options)).await;
    let (mut keys, mut pages) = (Vec::new(), 0);
    while keys.len() < 400 {
        let page = ask(json!({"show": "how", "limit": 1000, "from": keys.len(), "max_rating": 12.0})).await;
        assert!(page.status == 200 && page.body.len() <= 1024 * 1024, "{} bytes", page.body.len());
        let page = page.json();
        assert_eq!(page["more"], true);
        keys.extend(page["steps"].as_array().expect("steps").iter().map(key));
        pages += 1;
    }
    let brief = ask(json!({"limit": keys.len(), "tell": false, "max_rating": 12.0})).await.json();
    assert_eq!(brief["steps"].as_array().expect("steps").iter().map(key).collect::<Vec<_>>(), keys);
    assert!(pages > 1);
}
