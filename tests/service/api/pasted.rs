//! Answers of the service and texts of other programs, sent as text.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sudoku_service::sudoku::notation;

use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION, nested, number};
use crate::support::service::Service;

/// Returns the grid that `/validate` reads from a text.
async fn grid_in(service: &Service, text: &str) -> Value {
    let request = service.request("POST", "/validate?notation=line").header("content-type", "text/plain");
    let answer = request.header("accept", "application/json").body(text).send().await;
    assert_eq!(answer.status, 200, "{text}\n{answer}");
    answer.json()["grid"].clone()
}

#[tokio::test]
async fn a_pasted_answer_is_read_as_its_grid_puzzle_or_solution() {
    let service = Service::start().await;
    let solved = service.post_json("/solve", &json!({"grid": HARDEST, "max_solutions": 3})).await;
    assert_eq!(grid_in(&service, solved.text()).await, HARDEST_SOLUTION);
    let validated = service.post_json("/validate", &json!({"grid": HARDEST})).await;
    assert_eq!(grid_in(&service, validated.text()).await, HARDEST);
    let generated =
        service.request("GET", "/generate?level=easy&seed=7&notation=line").header("accept", "application/json");
    let generated = generated.send().await;
    assert_eq!(grid_in(&service, generated.text()).await, generated.json()["puzzle"], "{generated}");
    // With the content type of JSON, each is a request, whose members are all checked.
    for answer in [solved, validated, generated] {
        let refused = service.post_json("/solve", &answer.json()).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("invalid-request")), "{refused}");
    }
}

#[tokio::test]
async fn json_sent_as_text_is_a_request_unless_it_is_an_answer_of_ours() {
    let service = Service::start().await;
    for body in [
        json!({"solution": HARDEST_SOLUTION, "board": HARDEST}),
        json!({"solution": HARDEST_SOLUTION}),
        json!({"puzzle": HARDEST, "max_solution": 3}),
        json!({"difficulty": "easy", "puzzle": HARDEST, "solution": HARDEST_SOLUTION}),
        json!({"board": nested(HARDEST, number)}),
        json!({"quiz": HARDEST}),
        json!({"verdict": "unique", "solution": HARDEST_SOLUTION, "board": HARDEST}),
    ] {
        let as_text = service.request("POST", "/solve").header("content-type", "text/plain").body(body.to_string());
        let as_text = as_text.header("accept", "application/json").send().await;
        let as_json = service.post_json("/solve", &body).await;
        assert_eq!(
            (as_text.status, as_text.json()["code"].as_str()),
            (422, Some("invalid-request")),
            "{body}: {as_text}"
        );
        assert_eq!(as_text.json()["errors"], as_json.json()["errors"], "{body}");
    }
    let stranger = service.post_json("/solve", &json!({"quiz": HARDEST})).await;
    let errors = stranger.json()["errors"].to_string();
    assert!(errors.contains("\"/quiz\"") && errors.contains("did you mean `grid`? it holds one"), "{stranger}");
}

#[tokio::test]
async fn a_list_of_python_is_read_as_text_and_other_malformed_json_is_not() {
    let service = Service::start().await;
    let rows = nested(HARDEST, number).to_string();
    let lists = [
        rows.replace(",0", ", None"),
        rows.replace("]]", "],]"),
        format!("{{'grid': {rows}}}"),
        format!("{{'grid': '{HARDEST}'}}"),
    ];
    for list in lists {
        assert_eq!(grid_in(&service, &list).await, HARDEST, "{list}");
        // In a document, too; and as a document, it is not JSON.
        let quoted = service.post_json("/validate", &json!({"grid": list, "notation": "line"})).await;
        assert_eq!(quoted.json()["grid"], HARDEST, "{quoted}");
        let refused = service.request("POST", "/validate").header("content-type", "application/json").body(&*list);
        assert_eq!(refused.send().await.json()["code"], "malformed-json", "{list}");
    }
    let cases = [
        (rows.replacen(",0", ", None", 1).replacen(",0", "", 1), "invalid-grid"),
        (rows[..60].to_owned(), "malformed-json"),
        ("{\"grid\": 5 3}".to_owned(), "malformed-json"),
        ("[1, 2".to_owned(), "malformed-json"),
    ];
    for (text, code) in cases {
        assert_eq!(service.post_text("/validate", &text).await.json()["code"], code, "{text}");
    }
}

#[tokio::test]
async fn every_text_of_the_corpus_is_read_as_the_parser_reads_it() {
    let service = Service::start().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/domain/notations/corpus");
    for file in fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        if let Ok(read) = notation::parse(&text) {
            assert_eq!(grid_in(&service, &text).await, read.grid.to_string(), "{}", path.display());
        } else {
            let answer = service.post_text("/validate", &text).await;
            assert!(matches!(answer.status, 400 | 422), "{}: {answer}", path.display());
        }
    }
}

#[tokio::test]
async fn windows_1252_is_read_where_it_is_declared_or_a_text_is_not_utf_8() {
    let service = Service::start().await;
    let dots: Vec<u8> = HARDEST.bytes().map(|byte| if byte == b'.' { 0xB7 } else { byte }).collect();
    let document = [&b"{\"grid\": \""[..], &dots, b"\"}"].concat();
    for (media_type, body, status) in [
        ("text/plain", &dots, 200),
        ("text/plain; charset=windows-1252", &dots, 200),
        ("application/json; charset=windows-1252", &document, 200),
        ("application/json; charset=\"ISO-8859-1\"", &document, 200),
        ("application/json; charset=utf-8", &document, 400),
        ("application/json", &document, 400),
    ] {
        let request = service.request("POST", "/validate").header("content-type", media_type).body(body);
        let answer = request.send().await;
        assert_eq!(answer.status, status, "{media_type}: {answer}");
    }
}

#[tokio::test]
async fn what_surrounds_a_grid_in_source_text_is_no_part_of_it() {
    let service = Service::start().await;
    let rows: Vec<&str> = (0..9).map(|row| &HARDEST[9 * row..9 * row + 9]).collect();
    let spaced =
        |row: &&str| row.replace('.', "0").split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ");
    let numbers: Vec<String> = rows.iter().map(spaced).collect();
    for text in [
        format!(
            "puzzle:\n  - [{}]\n",
            numbers.iter().map(|row| row.replace(' ', ", ")).collect::<Vec<_>>().join("]\n  - [")
        ),
        format!("A = [{}];", numbers.join(";\n     ")),
        format!("A = [{}]", numbers.join("; ")),
        format!("grid = \"\"\"\n{}\n\"\"\"\n", rows.join("\n")),
        format!("const puzzle = `\n{}\n`;\n", rows.join("\n")),
        format!("7|{HARDEST}|{HARDEST_SOLUTION}"),
    ] {
        assert_eq!(grid_in(&service, &text).await, HARDEST, "{text}");
    }
    for text in [format!("-,{HARDEST_SOLUTION}"), format!("{HARDEST_SOLUTION};-")] {
        let answer = service.post_text("/solve", &text).await;
        assert!(answer.status == 422 && answer.text().contains("invalid-grid"), "{text}: {answer}");
    }
}
