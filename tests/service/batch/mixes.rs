//! Formats of lines and of answers, and what a line of JSON contains besides its grid.

use crate::batch::command::{lines, run};
use crate::batch::{PUZZLE, SOLUTION};

const SHORT: &str = "The grid has 2 cells instead of 81";

/// Runs `solve` and compares the start of each line that it prints.
#[track_caller]
fn check(arguments: &[&str], input: &str, expected: &[String]) {
    let output = run(&[&["solve"], arguments].concat(), input.as_bytes());
    let printed = lines(&output);
    assert_eq!(printed.len(), expected.len(), "{arguments:?}: {printed:?}");
    for (line, expected) in printed.into_iter().zip(expected) {
        assert!(line.starts_with(&**expected), "{arguments:?}: {line:?} instead of {expected:?}");
    }
    assert_eq!(output.status.code(), Some(1), "one line is a problem");
}

/// Every format of lines with every format of answers.
#[test]
fn lines_of_each_format_are_answered_in_each_format() {
    let json =
        format!("{{\"id\": [7,  \"x\"], \"grid\": \"{PUZZLE}\"}}\n{{\"grid\": \"12\", \"id\": \"b\"}}\n\"{PUZZLE}\"\n");
    let text = format!("{PUZZLE}\n# a comment\n12\n{PUZZLE}\n");
    let tabs = format!("a\t{PUZZLE}\tx\nb\t12\ty\nc\t{PUZZLE}\tz\n");
    let problem = "\"problem\":{\"type\":\"/problems/invalid-grid\",";
    let plain = |number: u32| {
        vec![SOLUTION.to_owned(), format!("error invalid-grid line {number}: {SHORT}"), SOLUTION.to_owned()]
    };
    let documents = |ids: [&str; 3], numbers: [u32; 3]| -> Vec<String> {
        let solved = format!("\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\",\"clues\":30}}");
        let rests = [&*solved, problem, &solved];
        (0..3).map(|line| format!("{{\"line\":{},{}{}", numbers[line], ids[line], rests[line])).collect()
    };
    let columns = |before: [&str; 3]| -> Vec<String> {
        let solved = format!("unique\t{SOLUTION}\t\\N");
        let rests = [&*solved, &*format!("\\N\t\\N\tinvalid-grid: {SHORT}"), &solved].map(str::to_owned);
        before.into_iter().zip(rests).map(|(before, rest)| format!("{before}\t{rest}")).collect()
    };
    check(&["--output-format", "text"], &json, &plain(2));
    check(&["--output-format", "ndjson"], &json, &documents(["\"id\":[7,  \"x\"],", "\"id\":\"b\",", ""], [1, 2, 3]));
    check(&["--output-format", "tsv"], &json, &columns(["[7,  \"x\"]", "\"b\"", "\\N"]));
    check(&["--output-format", "text"], &text, &plain(3));
    check(&["--output-format", "ndjson"], &text, &documents(["", "", ""], [1, 3, 4]));
    check(&["--output-format", "tsv"], &text, &columns([PUZZLE, "12", PUZZLE]));
    let tsv = ["--format", "tsv", "--column", "2", "--output-format"];
    check(&[&tsv[..], &["text"]].concat(), &tabs, &plain(2));
    check(&[&tsv[..], &["ndjson"]].concat(), &tabs, &documents(["", "", ""], [1, 2, 3]));
    let own: Vec<&str> = tabs.lines().collect();
    check(&[&tsv[..], &["tsv"]].concat(), &tabs, &columns([own[0], own[1], own[2]]));
}

#[test]
fn an_id_is_always_one_column() {
    let line = format!("{{\"id\": {{\"a\":\t1,\t\"b\": \"c\\td\"}}, \"grid\": \"{PUZZLE}\"}}\n");
    let output = run(&["solve", "--output-format", "tsv"], line.as_bytes());
    let expected = format!("{{\"a\": 1, \"b\": \"c\\td\"}}\tunique\t{SOLUTION}\t\\N\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn what_a_line_carries_is_returned_byte_for_byte() {
    let long = "x".repeat(5000);
    for meta in
        [r#"{"b" :  1, "a":[ 1e2,2.50 ]}"#, "null", "\"a\\u0062\\/\"", "-0.0", "123456789012345678901234567890", "[]"]
    {
        let mut input = String::new();
        for grid in [PUZZLE, "12", &long] {
            input += &format!("{{\"meta\": {meta} , \"id\":1, \"grid\": \"{grid}\"}}\n");
        }
        for name in ["solve", "validate", "rate", "hint", "explain", "canonical"] {
            let output = run(&[name], input.as_bytes());
            let answers = lines(&output);
            assert_eq!((answers.len(), output.status.code()), (3, Some(1)), "{name}");
            for (number, answer) in answers.into_iter().enumerate() {
                let start = format!("{{\"line\":{},\"id\":1,\"meta\":{meta},", number + 1);
                assert!(answer.starts_with(&start), "{name}: {answer} instead of {start}");
                assert_eq!(answer.contains("\"problem\":{"), number > 0, "{name}: {answer}");
            }
        }
    }
}
