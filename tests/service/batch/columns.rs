//! Where the puzzle of a line is: the column or the member that an option, a header or the first row names.

use serde_json::{Value, json};

use crate::batch::client::send_to;
use crate::batch::command::{lines, run};
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::program::Program;

/// The answers of the service and of the command to a batch.
fn answers(program: &Program, path: &str, column: &str, media_type: &str, body: &str) -> [Vec<String>; 2] {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("column", column).finish();
    let query = if column.is_empty() { String::new() } else { format!("?{query}") };
    let answer = send_to(program.address, &format!("/{path}/batch{query}"), media_type, body.as_bytes());
    let flags: &[&str] = if column.is_empty() { &[path] } else { &[path, "--column", column] };
    let output = run(flags, body.as_bytes());
    [answer.lines(), lines(&output)].map(|lines| lines.into_iter().map(str::to_owned).collect())
}

#[test]
fn the_column_of_a_text_is_decided_once() {
    let program = Program::start(&[]);
    let damaged = &PUZZLE[1..];
    for (column, text) in [
        // By the option: a name, with other columns that may be puzzles, or a number.
        ("mine", format!("puzzle;mine;note\n{TWO};{PUZZLE};a\n1;{damaged};b\n1;{SOLUTION}\n")),
        ("Mine", format!("# a file\n\nx\tmine\n{TWO}\t{PUZZLE}\n{SOLUTION}\t{damaged}\n{SOLUTION}\n")),
        ("2", format!("{TWO},{PUZZLE}\n{SOLUTION},{damaged}\n{TWO},{SOLUTION},{TWO}\n")),
        ("mine", format!("mine\n{PUZZLE}\n{damaged}\n{PUZZLE},{SOLUTION}\n")),
        // By the header.
        ("", format!("id,puzzle,solution\n7,{PUZZLE},{SOLUTION}\n8,{damaged},{SOLUTION}\n9,{SOLUTION}\n")),
        ("", format!("# a file\nid,puzzle\n7,{PUZZLE}\n8,{damaged}\n{SOLUTION}\n")),
        // By the first row.
        ("", format!("a,{PUZZLE},{SOLUTION}\nb,error,{SOLUTION}\nc,-,{SOLUTION}\n")),
        ("", format!("{SOLUTION};{PUZZLE}\n{SOLUTION};error\n{SOLUTION};none\n")),
    ] {
        for answers in answers(&program, "solve", column, "text/plain", &text) {
            let [first, others @ ..] = &answers[..] else { panic!("{text}") };
            assert_eq!(first, SOLUTION, "{text}");
            assert!(
                others.len() == 2 && others.iter().all(|line| line.starts_with("error invalid-grid line")),
                "{others:?}"
            );
        }
    }
    // Rows of another kind may follow a first row.
    let text = format!("a,{PUZZLE}\n{PUZZLE}\n{PUZZLE} 7.2\n");
    for answers in answers(&program, "solve", "", "text/plain", &text) {
        assert_eq!(answers, [SOLUTION; 3]);
    }
}

#[test]
fn the_member_with_the_puzzle_may_have_any_name() {
    let program = Program::start(&[]);
    let row = json!({"id": 7, "question": PUZZLE, "answer": SOLUTION, "max_solutions": "x", "grid": 3});
    let text = format!("{row}\n{}\n", json!({"grid": PUZZLE, "id": 8}));
    for path in ["solve", "validate", "rate", "explain", "canonical", "annotate"] {
        for media_type in ["application/x-ndjson", "text/plain"] {
            let [over_http, printed] = answers(&program, path, "question", media_type, &text);
            let documents: Vec<Value> =
                over_http.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let [first, second] = &documents[..] else { panic!("{over_http:?}") };
            assert!(first["id"] == 7 && first.get("problem").is_none(), "{path}: {first}");
            assert_eq!(
                second["problem"]["errors"][0]["detail"], "expected a member with the grid: `question`",
                "{path}"
            );
            let printed: Vec<Value> = printed.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            assert_eq!(printed.len(), 2);
            assert_eq!(second["problem"]["code"], printed[1]["problem"]["code"], "{path}");
        }
    }
}

#[test]
fn a_column_that_does_not_exist_is_an_error() {
    let program = Program::start(&[]);
    let document = format!("{{\"grid\": \"{PUZZLE}\"}}\n");
    let text = format!("{PUZZLE}\n");
    let csv = format!("id,puzzle\n7,{PUZZLE}\n");
    for (path, column, input, why) in [
        ("solve", "mine", &csv, "no column \"mine\" in the header \"id,puzzle\""),
        ("annotate", "mine", &csv, "no column \"mine\" in the header \"id,puzzle\""),
        ("rate", "3", &csv, "the first row has 2 columns"),
        ("solve", "mine", &text, "no column \"mine\" in the header"),
        ("solve", "0", &text, "expected a name, or a number counted from 1, found \"0\""),
        ("validate", "2", &document, "JSON has no columns; give the name of a member"),
    ] {
        let answer =
            send_to(program.address, &format!("/{path}/batch?column={column}"), "text/plain", input.as_bytes());
        assert!(answer.status == 422 && answer.text().contains("invalid-request"), "{answer:?}");
        assert!(answer.text().contains(&format!("parameter column: {why}")), "{answer:?}");
        let output = run(&[path, "--column", column], input.as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(&format!("--column: {why}")), "{error}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{why}");
    }
}

#[test]
fn what_is_declared_to_be_columns_is_read_as_such() {
    let program = Program::start(&[]);
    let quoted = format!("\"{PUZZLE}\"\n\"{TWO}\"\n");
    let answer = send_to(program.address, "/solve/batch", "text/csv", quoted.as_bytes());
    assert_eq!(answer.lines()[0], SOLUTION, "{answer:?}");
    assert!(answer.header("content-type").is_some_and(|value| value.starts_with("text/plain")), "{answer:?}");
    let csv = format!("7,\"{PUZZLE}\"\n");
    let answer = send_to(program.address, "/annotate/batch?fields=clues", "text/csv", csv.as_bytes());
    assert_eq!(answer.text(), format!("7,\"{PUZZLE}\",30,\n"));
    let tabs = format!("7\t{PUZZLE}\n");
    let answer = send_to(program.address, "/annotate/batch?fields=clues", "text/tab-separated-values", tabs.as_bytes());
    assert_eq!(answer.text(), format!("7\t{PUZZLE}\t30\t\\N\n"));
}

#[test]
fn the_columns_of_an_answer_keep_their_places_beside_ragged_rows() {
    let rows = ["7".to_owned(), format!("{PUZZLE},{SOLUTION}"), format!("7,{PUZZLE},a,b,c"), format!("7,{PUZZLE},a")];
    let csv = format!("id,puzzle,note\n{}\n", rows.join("\n"));
    for (arguments, count) in [(["annotate", "--fields=clues"], 5), (["solve", "--format=csv"], 6)] {
        let output = run(&arguments, csv.as_bytes());
        let answers = lines(&output);
        for (answer, found) in answers[1..4].iter().zip([1, 2, 5]) {
            let problem = format!("\"invalid-request: expected 3 columns, as in the header, found {found}\"");
            let before = answer.strip_suffix(&problem).unwrap_or_else(|| panic!("{answer}"));
            assert_eq!(before.matches(',').count(), count - 1, "{answer}");
        }
        assert!(answers[4].starts_with(&format!("{},", rows[3])) && answers[4].ends_with(','), "{answers:?}");
    }
}
