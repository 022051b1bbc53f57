//! What each operation answers, once for all faces.
//!
//! `tests/cases/OPERATION.txt` has a paragraph for each case: a sentence, what is sent, and what is said.
//!
//! ```text
//! == a digit that differs from the solution is a mistake, even if it breaks no rule
//! grid: HARDEST r1c2=2
//! puzzle: HARDEST
//! > none
//! > mistake at r1c2
//! {"grid":"as sent","valid":true,...,"mistakes":["r1c2"]}
//! columns: verdict=none; complete=false; mistakes=r1c2
//! ```
//!
//! The lines with `>` are the text of the answer, and the document follows: the whole of it, but for `stats`, what identifies a
//! request, and what each problem repeats of its page. From these two follows what every other face says ([`faces`]). If a
//! face says something else, the case has that, too, after the name of the face: `line: ...`.
//!
//! `UPDATE_CASES=1` writes the answers anew, for somebody to read. `CASE=words` asks only the cases with these words in their
//! sentence.

mod faces;
mod plain;
pub mod words;

use std::fmt::Write as _;

use serde_json::{Map, Value};
use sudoku_service::operations::problem::Code;
use sudoku_service::operations::{self, ALL, AnyOperation};

use crate::support::service::Service;
use faces::Faces;

/// What is sent.
struct Case {
    /// The lines of the file up to the answer.
    written: String,
    document: Map<String, Value>,
}

impl Case {
    /// Reads the lines of a case before its answer.
    fn read(operation: &'static AnyOperation, written: String) -> Self {
        let declared = (operation.options)();
        let mut document = Map::new();
        for line in written.lines().skip(1) {
            let (name, words) = line.split_once(": ").unwrap_or_else(|| panic!("no value in {line}"));
            let option = declared.iter().find(|option| option.name == name);
            let is_grid = name == "grid" || option.is_some_and(|option| option.member["$ref"].is_string());
            let is_list = option.is_some_and(|option| option.member["type"] == "array");
            let value = if is_grid { words::grid(words) } else { words::option(words, is_list) };
            document.insert(name.to_owned(), value);
        }
        Self { written, document }
    }
}

/// The cases in the file of an operation, each with what is said there.
fn read(operation: &'static AnyOperation, text: &str) -> Vec<(Case, String)> {
    let case = |paragraph: &str| {
        let sent = |line: &&str| line.starts_with("== ") || line.split(": ").next().is_some_and(is_name);
        let answer: usize = paragraph.lines().take_while(sent).map(|line| line.len() + 1).sum();
        let (written, said) = paragraph.split_at(answer.min(paragraph.len()));
        (Case::read(operation, written.trim_end().to_owned()), said.trim_end().to_owned())
    };
    text.split("\n\n").filter(|paragraph| paragraph.starts_with("== ")).map(case).collect()
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
}

fn path(operation: &str) -> String {
    format!("{}/tests/cases/{operation}.txt", env!("CARGO_MANIFEST_DIR"))
}

fn cases(operation: &str) -> String {
    std::fs::read_to_string(path(operation)).unwrap_or_else(|error| panic!("{operation}: {error}"))
}

/// Asks the cases of an operation, and compares what its faces say with what the file says.
async fn check(name: &str) {
    let operation = operations::find(name).expect("an operation");
    let (service, wanted) = (Service::start().await, std::env::var("CASE").unwrap_or_default());
    let faces = Faces::of(&service, operation);
    let (mut written, mut differences) = (String::new(), String::new());
    for (case, expected) in read(operation, &cases(name)) {
        let found = if case.written.contains(&wanted) { faces.ask(&case).await } else { expected.clone() };
        write!(written, "{}\n{found}\n\n", case.written).expect("a string");
        if found != expected {
            write!(differences, "{}\n{}\n", case.written, difference(&expected, &found)).expect("a string");
        }
    }
    if wanted.is_empty() {
        faces.check_asked();
    }
    finish(&path(name), &(written.trim_end().to_owned() + "\n"), &differences);
}

/// Writes a file anew if that is asked for; otherwise, nothing may differ from it.
pub fn finish(path: &str, written: &str, differences: &str) {
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(path, written).expect("the file can be written");
    } else {
        assert!(differences.is_empty(), "{path} says something else:\n{differences}");
    }
}

/// The lines that only one of two answers has, each with its face.
fn difference(expected: &str, found: &str) -> String {
    let face = |line: &str| match line.split_once("> ") {
        Some(("", text)) => format!("text: {text}"),
        _ if line.starts_with(['{', '[', ' ']) => format!("JSON: {line}"),
        _ => line.to_owned(),
    };
    let only = |what: &str, these: &str, others: &str| -> String {
        let lines = these.lines().filter(|line| !others.lines().any(|other| other == *line));
        lines.map(|line| format!("  {what} {}\n", face(line))).collect()
    };
    only("expected", expected, found) + &only("found   ", found, expected)
}

/// Limits that only long work reaches, and dates that a path has.
const WITHOUT_CASES: [Code; 2] = [Code::SearchLimit, Code::NotFound];

#[test]
fn every_problem_that_an_operation_may_find_has_a_case() {
    for operation in &ALL {
        let text = cases(operation.about.name);
        for code in operation.about.problems.iter().filter(|code| !WITHOUT_CASES.contains(code)) {
            let found = text.contains(&format!("\"code\":\"{}\"", code.name()));
            assert!(found, "{}: {}", operation.about.name, code.name());
        }
    }
}

macro_rules! operations {
    ($($name:ident)*) => {
        $(#[tokio::test]
        async fn $name() {
            check(stringify!($name)).await;
        })*

        #[test]
        fn every_operation_has_cases() {
            assert_eq!([$(stringify!($name)),*].as_slice(), ALL.each_ref().map(|operation| operation.about.name));
        }
    };
}

operations! { solve reveal validate rate hint steps explain canonical annotate variants generate daily techniques }
