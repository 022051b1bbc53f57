//! JSON lines without their content type, and headers.

use crate::batch::client::{Answer, Batch, End, send};
use crate::batch::command::{lines, solve};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

/// Sends a batch twice: whole with its length, and in chunks of this size.
fn both(program: &Program, fields: &str, body: &str, piece: usize) -> [Answer; 2] {
    let mut whole = Batch::begin(program.address, &format!("{fields}content-length: {}", body.len()));
    whole.write(body.as_bytes());
    let mut streamed = Batch::begin(program.address, &format!("{fields}transfer-encoding: chunked"));
    body.as_bytes().chunks(piece).for_each(|piece| streamed.chunk(piece));
    streamed.finish();
    [whole.rest(), streamed.rest()]
}

#[test]
fn json_lines_are_recognised_without_their_content_type() {
    let program = Program::start(&[]);
    let types = ["", "content-type: text/plain\r\n", "content-type: application/x-www-form-urlencoded\r\n"];
    for fields in types {
        for begin in ["", "\u{FEFF}", "\r\n \n", "# a comment\r\n\n # {\n"] {
            let body = format!("{begin}{{\"id\": 7, \"grid\": \"{PUZZLE}\"}}\n\"{PUZZLE}\"\n");
            let first = 1 + begin.matches('\n').count();
            let expected = [
                format!("{{\"line\":{first},\"id\":7,\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\"}}"),
                format!("{{\"line\":{},\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\"}}", first + 1),
            ];
            for answer in both(&program, fields, &body, 1) {
                assert_eq!(
                    (answer.status, answer.end, answer.lines()),
                    (200, End::Whole, expected.iter().map(String::as_str).collect())
                );
                assert!(answer.header("content-type").as_deref() == Some("application/x-ndjson"), "{answer:?}");
            }
        }
    }
}

#[test]
fn the_command_recognises_json_lines_after_comments() {
    let expected = format!("{{\"line\":3,\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\"}}");
    let output = solve(&[], format!("# one\n# two\n{{\"grid\": \"{PUZZLE}\"}}\n# three\n").as_bytes());
    assert_eq!((lines(&output), output.status.code()), (vec![expected.as_str()], Some(0)));
}

#[test]
fn text_stays_text_however_it_arrives() {
    let program = Program::start(&[]);
    for body in ["", "\n", &"\n".repeat(10_000)] {
        for answer in both(&program, "", body, 1000) {
            assert_eq!((answer.status, answer.end, answer.text()), (200, End::Whole, ""), "{body:?}");
            assert!(answer.header("content-type").is_some_and(|value| value.starts_with("text/plain")), "{answer:?}");
        }
    }
    for answer in both(&program, "", &format!("\n\n\n{PUZZLE}\n{{}}\n"), 2) {
        let [solution, error] = answer.lines()[..] else { panic!("{answer:?}") };
        assert_eq!(solution, SOLUTION);
        assert!(error.starts_with("error invalid-grid line 5: "), "{error}");
    }
}

#[test]
fn a_declared_type_takes_precedence() {
    let program = Program::start(&[]);
    let answer = send(program.address, "application/x-ndjson", PUZZLE.as_bytes());
    assert!(answer.text().contains("\"code\":\"malformed-json\""), "{}", answer.text());
}

#[test]
fn an_upload_that_breaks_off_before_its_first_line_is_a_problem() {
    let program = Program::start(&[]);
    let mut batch = Batch::stream(program.address);
    batch.chunk(b"  \n");
    batch.write(b"not a chunk\r\n");
    let answer = batch.rest();
    assert_eq!(answer.status, 400);
    assert!(answer.text().starts_with("incomplete-body: "), "{}", answer.text());
}

#[test]
fn headers_of_csv_files_are_skipped() {
    let program = Program::start(&[]);
    for header in ["puzzle,solution", "quizzes,solutions", "\"puzzle\",\"solution\"", "Puzzle"] {
        let body = format!("{header}\r\n{PUZZLE},{SOLUTION}\nbad\n");
        for answer in both(&program, "", &body, 7) {
            let [solution, error] = answer.lines()[..] else { panic!("{header}: {answer:?}") };
            assert_eq!(solution, SOLUTION, "{header}");
            assert!(error.starts_with("error invalid-grid line 3: "), "{error}");
        }
        let output = solve(&[], body.as_bytes());
        assert_eq!((lines(&output)[0], lines(&output).len()), (SOLUTION, 2), "{header}");
    }
}

#[test]
fn a_header_of_columns_is_completed_with_the_names_of_the_answers() {
    let input = format!("id\tpuzzle\tnote\n7\t{PUZZLE}\tx\n");
    let output = solve(&["--format", "tsv", "--column", "2"], input.as_bytes());
    let expected =
        ["id\tpuzzle\tnote\tverdict\tsolution\tproblem", &format!("7\t{PUZZLE}\tx\tunique\t{SOLUTION}\t\\N")];
    assert_eq!((lines(&output), output.status.code()), (expected.to_vec(), Some(0)));
}
