//! What clients write by themselves, and nobody can change.

use serde_json::{Value, json};

use crate::support::puzzles::{EASY, EASY_SOLUTION, TWO_SOLUTIONS, flat, rows};
use crate::support::service::{Answer, Service};

/// The solution of an answer with the status 200, in any notation, as 81 digits.
#[track_caller]
pub fn solution(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{answer}");
    let text =
        if answer.text().starts_with('{') { answer.json()["solution"].to_string() } else { answer.text().to_owned() };
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The first error of a request that is refused: where, and what.
#[track_caller]
fn refused(answer: &Answer) -> (String, String) {
    assert_eq!(answer.status, 422, "{answer}");
    let error = &answer.json()["errors"][0];
    let place = error["parameter"].as_str().or(error["pointer"].as_str()).unwrap_or_default();
    (place.to_owned(), error["detail"].as_str().expect("a detail").to_owned())
}

fn with(members: &Value) -> Value {
    let mut document = json!({"grid": EASY});
    document.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
    document
}

#[tokio::test]
async fn null_is_the_absent_option_on_every_operation() {
    let service = Service::start().await;
    for (path, names) in [
        ("/solve", &["max_solutions", "notation", "candidates", "marks", "count"][..]),
        ("/validate", &["puzzle", "claims", "ask", "notation", "marks", "count"]),
        ("/rate", &["path", "from", "limit", "tell", "max_rating", "uniqueness", "allow", "order"]),
        ("/hint", &["puzzle", "show", "skip", "views", "max_rating", "allow", "order"]),
        ("/steps", &["show", "limit", "from", "tell", "max_rating", "allow", "order"]),
        ("/explain", &["ask", "limit", "notation"]),
    ] {
        let nulls: Value =
            names.iter().map(|name| ((*name).to_owned(), Value::Null)).collect::<serde_json::Map<_, _>>().into();
        let answers =
            [service.post_json(path, &with(&nulls)).await, service.post_json(path, &json!({"grid": EASY})).await];
        let [sent, absent] = answers.each_ref().map(|answer| {
            assert_eq!(answer.status, 200, "{path}: {answer}");
            let mut document = answer.json();
            document["stats"] = Value::Null;
            document
        });
        assert_eq!(sent, absent, "{path}");
    }
    let (place, _) = refused(&service.post_json("/solve", &json!({"grid": null})).await);
    assert_eq!(place, "/grid");
    let (place, detail) = refused(&service.get(&format!("/solve?grid={EASY}&max_solutions=null")).await);
    assert_eq!((&*place, detail.contains("found \"null\"")), ("max_solutions", true), "{detail}");
    let twice = format!(r#"{{"grid":"{EASY}","count":null,"count":2}}"#);
    let answer = service.request("POST", "/solve").header("content-type", "application/json").body(twice).send().await;
    assert_eq!(refused(&answer), ("/count".to_owned(), "the member is repeated".to_owned()));
}

#[tokio::test]
async fn an_empty_option_is_absent_but_for_one_that_means_something() {
    let service = Service::start().await;
    let answer = service.post_json("/solve", &with(&json!({"candidates": "", "marks": "", "notation": ""}))).await;
    assert_eq!(solution(&answer), EASY_SOLUTION);
    assert_eq!(service.post_json("/hint", &with(&json!({"views": [ ]}))).await.status, 200);
    assert_eq!(solution(&service.get(&format!("/solve?grid={EASY}&max_solutions=&count=")).await), EASY_SOLUTION);
    for seed in ["", "seed=&"] {
        let puzzle = service.get(&format!("/generate?{seed}level=easy&rating=")).await;
        assert_eq!(puzzle.status, 200, "{puzzle}");
        assert!(puzzle.header("content-location").is_some(), "a seed was chosen: {puzzle}");
    }
    // A player who knows nothing is not one who knows all.
    assert_eq!(refused(&service.post_json("/hint", &with(&json!({"allow": []}))).await).0, "/allow");
    assert_eq!(refused(&service.get(&format!("/hint?grid={EASY}&allow=")).await).0, "allow");
    assert_eq!(refused(&service.get(&format!("/solve?grid={EASY}&moves=")).await).0, "moves");
}

#[tokio::test]
async fn a_line_of_a_batch_may_have_null() {
    let service = Service::start().await;
    let line = with(&json!({"max_solutions": null, "id": "a"})).to_string();
    let answer =
        service.request("POST", "/solve/batch").header("content-type", "application/x-ndjson").body(&line).send().await;
    assert!(answer.text().contains(EASY_SOLUTION), "{answer}");
}

#[tokio::test]
async fn truth_is_written_in_many_ways() {
    let service = Service::start().await;
    for (written, steps) in [
        ("True", true),
        ("TRUE", true),
        ("yes", true),
        ("on", true),
        ("1", true),
        ("False", false),
        ("No", false),
        ("OFF", false),
        ("0", false),
    ] {
        let answer = service.get(&format!("/rate?grid={EASY}&path={written}")).await;
        assert_eq!((answer.status, answer.json()["path"].is_array()), (200, steps), "{written}: {answer}");
    }
    let (place, detail) = refused(&service.get(&format!("/rate?grid={EASY}&path=maybe")).await);
    assert_eq!((&*place, &*detail), ("path", "expected true or false, found \"maybe\""));
}

#[tokio::test]
async fn lists_come_in_the_forms_that_libraries_give_them() {
    let service = Service::start().await;
    let expected = service.get(&format!("/hint?grid={EASY}&allow=full-house,hidden-single")).await;
    assert_eq!(expected.status, 200, "{expected}");
    for written in [
        "allow=full-house&allow=hidden-single",
        "allow%5B%5D=full-house&allow%5B%5D=hidden-single",
        "allow%5B0%5D=full-house&allow%5B1%5D=hidden-single",
        "allow=full-house,hidden-single,",
        "allow=full-house,%20hidden-single",
    ] {
        let answer = service.get(&format!("/hint?grid={EASY}&{written}")).await;
        assert_eq!(answer.json(), expected.json(), "{written}");
    }
    for (written, place) in
        [("count=2&count=3", "count"), ("count%5Bx%5D=2", "count[x]"), ("notation=line&notation=rows", "notation")]
    {
        assert_eq!(refused(&service.get(&format!("/solve?grid={TWO_SOLUTIONS}&{written}")).await).0, place);
    }
}

#[tokio::test]
async fn a_get_ignores_what_others_add_to_links() {
    let service = Service::start().await;
    let added = "utm_source=mail&utm_medium=a&fbclid=x&gclid=y&_=17&v=2";
    assert_eq!(solution(&service.get(&format!("/solve?utm_source=a&grid={EASY}&{added}")).await), EASY_SOLUTION);
    assert_eq!(service.get(&format!("/daily/2026-11-21?{added}")).await.status, 200);
    let puzzle = service.get(&format!("/generate?level=easy&{added}")).await;
    let location = puzzle.header("content-location").expect("an address");
    assert!(location.starts_with("generate?level=easy&seed="), "{location}");
    for other in ["utm=1", "ver=1", "fbclid2=1", "__=1"] {
        assert_eq!(
            refused(&service.get(&format!("/solve?grid={EASY}&{other}")).await).0,
            other.split('=').next().expect("a name")
        );
    }
    let answer = service.request("POST", &format!("/solve?{added}")).json(&json!({"grid": EASY})).send().await;
    assert_eq!(answer.status, 422, "{answer}");
}

#[tokio::test]
async fn a_visitor_of_a_page_gets_its_problem_as_a_page() {
    let service = Service::start().await;
    for (path, status, told) in [
        ("/worksheet?foo=%3Cb%3E", 422, "parameter foo: unknown parameter"),
        ("/daily/2026-11-21?foo=1", 422, "parameter foo: unknown parameter"),
        ("/daily/2999-01-01", 404, "2999-01-01"),
    ] {
        let page = service.request("GET", path).header("accept", "text/html,*/*;q=0.8").send().await;
        assert_eq!(
            (page.status, page.header("content-type").as_deref()),
            (status, Some("text/html; charset=utf-8")),
            "{page}"
        );
        assert!(page.text().contains(told) && !page.text().contains("<b>"), "{page}");
        assert!(page.header("content-security-policy").is_some(), "{page}");
        let problem = service.get(path).await;
        assert_eq!((problem.status, problem.json()["status"].as_u64()), (status, Some(status.into())), "{problem}");
        for answer in [page, problem] {
            assert!(answer.header("vary").is_some_and(|vary| vary.contains("accept")), "{answer}");
        }
    }
}

#[tokio::test]
async fn quotation_marks_around_a_grid_are_no_cells() {
    let service = Service::start().await;
    for quoted in [
        format!("'{EASY}'"),
        format!("\"{EASY}\""),
        format!("\u{201C}{EASY}\u{201D}"),
        format!("\u{2018}{EASY}\u{2019}"),
        format!("\u{201D}{EASY}\u{201D}"),
    ] {
        assert_eq!(solution(&service.post_text("/solve", &quoted).await), EASY_SOLUTION, "{quoted}");
        // In a document, these say that a document is in the string.
        if !quoted.starts_with('"') {
            assert_eq!(
                solution(&service.post_json("/solve", &json!({"grid": quoted})).await),
                EASY_SOLUTION,
                "{quoted}"
            );
        }
        let encoded: String = form_urlencoded::byte_serialize(quoted.as_bytes()).collect();
        assert_eq!(solution(&service.get(&format!("/solve?grid={encoded}")).await), EASY_SOLUTION, "{quoted}");
    }
    for damaged in [format!("'{EASY}\""), format!("'{EASY}"), format!("'{}'", &EASY[1..])] {
        assert_eq!(service.post_text("/solve", &damaged).await.status, 422, "{damaged}");
    }
}

#[tokio::test]
async fn query_is_a_post_that_may_be_cached() {
    let service = Service::start().await;
    let queried = service.request("QUERY", "/solve").json(&json!({"grid": EASY})).send().await;
    assert_eq!(solution(&queried), EASY_SOLUTION);
    assert_eq!(queried.header("cache-control").as_deref(), Some("public, max-age=86400"));
    let tag = queried.header("etag").expect("a tag");
    let known =
        service.request("QUERY", "/solve").json(&json!({"grid": EASY})).header("if-none-match", &tag).send().await;
    assert_eq!((known.status, known.body.len()), (304, 0), "{known}");
    let problem = service.request("QUERY", "/solve").json(&json!({"grid": EASY, "x": 1})).send().await;
    assert_eq!((problem.status, problem.header("cache-control").as_deref()), (422, Some("no-store")));
    for path in ["/solve/batch", "/mcp", "/generate", "/livez"] {
        let refused = service.request("QUERY", path).body("x").send().await;
        assert_eq!(refused.status, 405, "{path}");
        assert!(!refused.header("allow").expect("methods").contains("QUERY"), "{path}");
    }
    let options = service.request("OPTIONS", "/solve").send().await;
    assert_eq!(options.header("allow").as_deref(), Some("GET, HEAD, POST, QUERY, OPTIONS"));
    assert_eq!(options.header("accept-query").as_deref(), Some("\"application/json\", \"text/plain\""));
    let preflight = [("origin", "https://a.example"), ("access-control-request-method", "QUERY")];
    let preflight = service.request("OPTIONS", "/solve").headers(&preflight).send().await;
    assert_eq!(preflight.header("access-control-allow-methods").as_deref(), Some("GET, POST, QUERY"));
}

#[tokio::test]
async fn what_the_server_does_not_have_is_said_as_rfc_9110_says() {
    let service = Service::start().await;
    for (head, status) in [
        (
            "POST /solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: junk, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
            501,
        ),
        (
            "POST /solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
            501,
        ),
        ("CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\nConnection: close\r\n\r\n", 501),
        ("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 204),
    ] {
        let answer = service.exchange(head.as_bytes()).await;
        assert_eq!(answer.status, status, "{head}{answer}");
        let is_whole = answer.header("allow").is_some_and(|allow| allow == "GET, HEAD, POST, QUERY, OPTIONS");
        assert_eq!(is_whole, status == 204, "{answer}");
    }
    let answer = service.request("HEAD", &format!("/solve?grid={EASY}")).send().await;
    let tag = answer.header("etag").expect("a tag");
    let known = service.request("HEAD", &format!("/solve?grid={EASY}")).header("if-none-match", &tag).send().await;
    assert_eq!((known.status, known.header("content-length")), (304, None), "{known}");
}

#[tokio::test]
async fn the_body_of_a_redirect_is_its_address() {
    let service = Service::start().await;
    for path in ["/daily", "/daily?format=text", "/docs", "/worksheet"] {
        let answer = service.get(path).await;
        let location = answer.header("location").expect("an address");
        assert_eq!(answer.text().trim_end(), location, "{path}");
    }
}

#[tokio::test]
async fn the_grid_of_a_post_without_a_body_is_in_its_query() {
    let service = Service::start().await;
    let target = format!("/solve?grid={EASY}&notation=line");
    assert_eq!(solution(&service.request("POST", &target).send().await), EASY_SOLUTION);
    let both = service.post_text(&target, EASY).await;
    assert_eq!(
        refused(&service.request("POST", &target).json(&json!({"grid": EASY})).send().await).0,
        "grid",
        "{both}"
    );
    assert_eq!(service.request("POST", "/solve?notation=line").send().await.status, 422);
}

#[tokio::test]
async fn grids_with_indices_for_names_are_read() {
    let service = Service::start().await;
    let cells: Vec<(usize, u32)> =
        EASY.chars().enumerate().filter_map(|(i, cell)| Some((i, cell.to_digit(10)?))).collect();
    let sparse: Value =
        cells.iter().map(|(i, digit)| (i.to_string(), json!(digit))).collect::<serde_json::Map<_, _>>().into();
    let digit = |cell: char| json!(cell.to_digit(10).unwrap_or(0));
    let whole: Value = EASY
        .chars()
        .enumerate()
        .map(|(i, cell)| (i.to_string(), digit(cell)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let of_rows: serde_json::Map<_, _> =
        rows(EASY).iter().enumerate().map(|(i, row)| (i.to_string(), row.chars().map(digit).collect())).collect();
    for grid in [sparse, whole, of_rows.into()] {
        assert_eq!(solution(&service.post_json("/solve", &json!({"grid": grid})).await), EASY_SOLUTION, "{grid}");
        assert_eq!(solution(&service.post_json("/solve", &grid).await), EASY_SOLUTION, "{grid}");
    }
    assert_eq!(refused_grid(&service.post_json("/solve", &json!({"grid": {"0": 5, "81": 3}})).await), "/grid/81");
    assert_eq!(refused_grid(&service.post_json("/solve", &json!({"grid": {"0": 5, "A1": 3}})).await), "/grid/A1");
    for name in ["board", "mission", "data", "unsolved"] {
        let (place, detail) = refused(&service.post_json("/solve", &json!({name: flat(EASY, digit)})).await);
        assert_eq!((&*place, detail.contains("`grid`")), (&*format!("/{name}"), true), "{detail}");
    }
}

#[track_caller]
fn refused_grid(answer: &Answer) -> String {
    assert_eq!(answer.json()["code"], "invalid-grid", "{answer}");
    answer.json()["errors"][0]["pointer"].as_str().expect("a place").to_owned()
}

#[tokio::test]
async fn text_in_an_older_character_set_is_read() {
    let service = Service::start().await;
    let request = service.request("POST", "/solve").header("content-type", "text/plain; charset=ISO-8859-1");
    assert_eq!(solution(&request.body(EASY).send().await), EASY_SOLUTION);
}
