//! Requests that are nearly right: each is answered, or the problem names the fix.

use serde_json::{Value, json};

use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::Service;

/// The detail of the problem for a POST with this type and body.
async fn detail(service: &Service, target: &str, media_type: &str, body: &str) -> String {
    let request = service.request("POST", target).header("content-type", media_type);
    let answer = request.header("accept", "application/json").body(body).send().await;
    answer.json()["detail"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

async fn detail_of_get(service: &Service, target: &str) -> String {
    let answer = service.get(target).await;
    answer.json()["detail"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[tokio::test]
async fn a_form_is_read_as_its_fields() {
    let service = Service::start().await;
    let form = "application/x-www-form-urlencoded";
    for (target, body, expected) in [
        ("/solve", format!("grid={HARDEST}"), HARDEST_SOLUTION),
        ("/solve?notation=line", format!("max_solutions=1&grid={HARDEST}"), HARDEST_SOLUTION),
        ("/solve", format!("grid={}", HARDEST.replace('.', "%2E")), HARDEST_SOLUTION),
        ("/validate", format!("grid={HARDEST_SOLUTION}&puzzle={HARDEST}&notation=line"), "unique"),
        ("/validate", format!("puzzle={HARDEST}&grid={HARDEST_SOLUTION}&notation=line"), "unique"),
    ] {
        let answer = service.request("POST", target).header("content-type", form).body(&body).send().await;
        assert!(answer.status == 200 && answer.text().contains(expected), "{target} {body}: {answer}");
    }
    let wrong = format!("grid={HARDEST}&max_solutions=0");
    let detail = detail(&service, "/solve", form, &wrong).await;
    assert_eq!(detail, "parameter max_solutions: expected an integer from 1 to 1000, found \"0\"");
    let misnamed = self::detail(&service, "/solve", form, &format!("puzzle={HARDEST}")).await;
    assert!(misnamed.contains("`puzzle` is its original: if there is no other, call it `grid`"), "{misnamed}");
    let named = json!({"puzzle": HARDEST}).to_string();
    let misnamed = self::detail(&service, "/solve", "application/json", &named).await;
    assert!(misnamed.starts_with("`grid`: the grid is missing; `puzzle` is its original"), "{misnamed}");
}

#[tokio::test]
async fn utf_16_is_decoded() {
    let service = Service::start().await;
    let utf16: Vec<u8> = [0xFEFF].into_iter().chain(HARDEST.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let answer = service.request("POST", "/solve").body(utf16).send().await;
    assert_eq!(answer.text(), format!("{HARDEST_SOLUTION}\n"), "{answer}");
}

#[tokio::test]
async fn a_grid_of_another_size_is_named_in_every_notation() {
    let service = Service::start().await;
    let numbers = vec![vec![16; 16]; 16];
    let spaced = format!("{}\n", ["16"; 16].join(" ")).repeat(16);
    for (media_type, body, size) in [
        ("text/plain", format!("{}\n", "1".repeat(16)).repeat(16), 16),
        ("text/plain", ".".repeat(256), 16),
        ("text/plain", "1".repeat(36), 6),
        ("text/plain", spaced, 16),
        ("application/json", json!({"grid": numbers}).to_string(), 16),
        ("application/json", json!(["1234", "3412", "2143", "4321"]).to_string(), 4),
    ] {
        let detail = detail(&service, "/solve", media_type, &body).await;
        let expected = format!("his looks like a grid of {size} by {size} cells; only 9 by 9 is supported");
        assert!(detail.contains(&expected), "{body}: {detail}");
    }
}

#[tokio::test]
async fn a_word_that_is_nearly_ours_leads_to_it() {
    let service = Service::start().await;
    for (target, ours) in [
        ("/generate?needs=xwing".to_owned(), "x-wing"),
        ("/generate?level=Easy".to_owned(), "easy"),
        (format!("/hint?grid={HARDEST}&show=nugde"), "nudge"),
    ] {
        let detail = detail_of_get(&service, &target).await;
        assert!(detail.contains(&format!("did you mean `{ours}`? expected one of ")), "{target}: {detail}");
    }
}

#[tokio::test]
async fn several_grids_lead_to_a_batch() {
    let service = Service::start().await;
    let document = json!({"grid": HARDEST}).to_string();
    for (media_type, body) in [
        ("text/plain", format!("{HARDEST}\n{TWO_SOLUTIONS}\n")),
        ("application/json", json!([HARDEST, TWO_SOLUTIONS]).to_string()),
        ("application/json", json!({"grid": [HARDEST, HARDEST, HARDEST]}).to_string()),
        ("application/json", format!("{document}\n{document}")),
    ] {
        let detail = detail(&service, "/solve", media_type, &body).await;
        assert!(detail.contains("/solve/batch"), "{body}: {detail}");
    }
}

#[tokio::test]
async fn a_mistake_in_json_is_named() {
    let service = Service::start().await;
    for (body, expected) in [
        (format!("{{\"grid\": \"{HARDEST}\" // a puzzle\n}}"), "comment (JSON has no comments) at line 1, column 94"),
        (format!("{{ /* a puzzle */ \"grid\": \"{HARDEST}\"}}"), "comment (JSON has no comments) at line 1, column 3"),
        (format!("{{\"grid\": \"{HARDEST}\",}}"), "trailing comma (JSON allows none) at line 1, column 94"),
        ("[1, 2, ]".to_owned(), "trailing comma (JSON allows none) at line 1, column 8"),
        (format!("{{'grid': \"{HARDEST}\"}}"), "single quote (JSON needs double quotes) at line 1, column 2"),
        (format!("{{grid: \"{HARDEST}\"}}"), "name without quotes (JSON needs double quotes) at line 1, column 2"),
        ("{\"grid\": None}".to_owned(), "not a value of JSON (a blank is null) at line 1, column 10"),
        ("{\"grid\": [[1, undefined]]}".to_owned(), "not a value of JSON (a blank is null) at line 1, column 15"),
        ("{\"grid\": True}".to_owned(), "not a value of JSON (write true or false) at line 1, column 10"),
        ("{\"grid\": \"53".to_owned(), "the document ends within a string at line 1, column 13"),
        ("{\0\"\0}\0".to_owned(), "this is UTF-16; send UTF-8 at line 1, column 2"),
        (
            format!("{{\"grid\": \"{}\0\"}}", &HARDEST[1..]),
            "control character (\\u0000-\\u001F) found while parsing a string at line 1, column 91",
        ),
        (format!("{{\"grid\": '{HARDEST}'}}"), "single quote (JSON needs double quotes) at line 1, column 10"),
    ] {
        assert_eq!(detail(&service, "/solve", "application/json", &body).await, expected, "{body}");
    }
}

#[tokio::test]
async fn an_operation_answers_under_every_spelling_of_its_path() {
    let service = Service::start().await;
    for path in ["/solve/", "//solve", "/%73olve", "/solve//"] {
        let post = service.post_text(path, HARDEST).await;
        assert_eq!((post.status, post.text().trim_end()), (200, HARDEST_SOLUTION), "{path}: {post}");
    }
    for target in
        [&format!("/solve/?grid={HARDEST}"), "/techniques/", "/generate/?level=easy", "//livez", "/daily/2026-11-21/"]
    {
        assert_eq!(service.get(target).await.status, 200, "{target}");
    }
    let batch = service.post_text("/solve/batch/", HARDEST).await;
    assert_eq!((batch.status, batch.text().trim_end()), (200, HARDEST_SOLUTION), "{batch}");
}

#[tokio::test]
async fn media_types_that_say_little_are_read_by_content() {
    let service = Service::start().await;
    let document = json!({"grid": HARDEST}).to_string();
    for media_type in ["text/csv", "text/json", "application/octet-stream", "text/csv; charset=utf-8"] {
        for body in [HARDEST, &document] {
            let request = service.request("POST", "/solve").header("content-type", media_type);
            let answer = request.body(body).send().await;
            assert!(answer.status == 200 && answer.text().contains(HARDEST_SOLUTION), "{media_type} {body}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_name_of_another_service_leads_to_ours() {
    let service = Service::start().await;
    for (target, name, ours) in [
        ("/generate?difficulty=easy".to_owned(), "difficulty", "level"),
        (format!("/solve?board={HARDEST}"), "board", "grid"),
        (format!("/solve?sudoku={HARDEST}"), "sudoku", "grid"),
        (format!("/solve?gird={HARDEST}"), "gird", "grid"),
        (format!("/solve?grid={HARDEST}&maxSolutions=2"), "maxSolutions", "max_solutions"),
    ] {
        let detail = detail_of_get(&service, &target).await;
        let expected = format!("parameter {name}: unknown parameter; did you mean `{ours}`? the parameters are ");
        assert!(detail.contains(&expected), "{target}: {detail}");
    }
    let member = detail(&service, "/solve", "application/json", &json!({"board": HARDEST}).to_string()).await;
    assert!(member.contains("did you mean `grid`?"), "{member}");
    // A name of ours is no other name.
    let puzzle = detail_of_get(&service, &format!("/validate?puzzle={HARDEST}")).await;
    assert!(!puzzle.contains("did you mean"), "{puzzle}");
    let long = "max_solutions".repeat(9);
    for name in ["x", "password", "givens", &long] {
        let detail = detail_of_get(&service, &format!("/solve?grid={HARDEST}&{name}=1")).await;
        assert!(detail.contains("unknown parameter; the parameters are "), "{name}: {detail}");
    }
}

#[tokio::test]
async fn one_and_zero_are_true_and_false_in_a_query() {
    let service = Service::start().await;
    let has_path = async |value: &str| -> Value {
        let answer = service.get(&format!("/rate?grid={HARDEST_SOLUTION}&path={value}")).await;
        assert_eq!(answer.status, 200, "{answer}");
        answer.json().get("path").is_some().into()
    };
    for (value, expected) in [("1", true), ("true", true), ("0", false), ("false", false)] {
        assert_eq!(has_path(value).await, expected, "{value}");
    }
    // In a document, a flag is a boolean.
    let number = json!({"grid": HARDEST_SOLUTION, "path": 1});
    assert_eq!(service.post_json("/rate", &number).await.status, 422);
}
