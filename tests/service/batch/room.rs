//! The room for the answers of a batch that shares its memory with others.

use serde_json::{Value, json};
use sudoku_service::batch::{AnyLines, ChunkSize, Room, Splitter};
use sudoku_service::operations::lines::{LineFormat, LineSettings};
use sudoku_service::operations::problem::Problem;
use sudoku_service::operations::reading::Arguments;
use sudoku_service::operations::{self, AnyOperation};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::batch::PUZZLE;

/// The lines of JSON of a batch that shares its memory, with this query.
fn shared(operation: &AnyOperation, query: &str) -> Option<Result<std::sync::Arc<dyn AnyLines>, Problem>> {
    let settings = LineSettings {
        input: LineFormat::Json,
        output: LineFormat::Json,
        is_shared: true,
        ..LineSettings::of(Arguments::of_query(query))
    };
    Some((operation.batches?.make)(settings))
}

/// The answers to a chunk of these lines in this room, and whether lines are left.
fn answered(lines: &dyn AnyLines, text: &str, room: &mut Room<'_>) -> (String, bool) {
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    let chunk = splitter.next_chunk(&mut text.as_bytes()).or_else(|| splitter.finish()).expect("a chunk");
    let (answers, rest) = lines.answer(&chunk, &CancelFlag::new(), room, &mut || false);
    (String::from_utf8(answers.text).expect("text"), rest.is_some())
}

#[test]
fn an_option_that_a_batch_refuses_is_refused_in_its_lines() {
    const NO_ROOM: &str = "a batch has no room for such long answers";
    let mut refused = Vec::new();
    // The members of a line that is extended are its sender's own.
    for operation in operations::ALL.iter().filter(|operation| !operation.extends) {
        let Some(Ok(lines)) = shared(operation, "") else { continue };
        for option in (operation.options)() {
            let words = |schema: &Value| schema["enum"].as_array().cloned().unwrap_or_default();
            let words = [words(&option.member), words(&option.member["items"])].concat();
            let is_list = option.member["items"].is_object();
            for value in words.into_iter().chain([option.member["maximum"].clone(), json!(true)]) {
                let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let query = format!("{}={written}", option.name);
                let Some(Err(problem)) = shared(operation, &query) else { continue };
                if !problem.line().contains(NO_ROOM) {
                    continue;
                }
                let member = if is_list { json!([value]) } else { value };
                let line = format!("{}\n", json!({"grid": PUZZLE, option.name: member}));
                let (answer, _) = Room::unlimited(|room| answered(&*lines, &line, room));
                let answer: Value = serde_json::from_str(&answer).expect("JSON");
                let error = &answer["problem"]["errors"][0];
                assert!(error["detail"].as_str().is_some_and(|detail| detail.contains(NO_ROOM)), "{query}: {answer}");
                assert_eq!(error["pointer"], format!("/{}", option.name), "{query}");
                refused.push(format!("{} {query}", operation.about.name));
            }
        }
    }
    assert_eq!(refused, ["steps show=how", "steps limit=1000"]);
}

/// The room of a batch over HTTP.
fn room(allow: &mut dyn FnMut(usize) -> bool) -> Room<'_> {
    Room { bytes: 64 * 1024, longest: 1024 * 1024, allow }
}

#[test]
fn long_answers_leave_the_rest_of_their_group_for_later() {
    let solve = operations::find("solve").expect("an operation");
    let lines = shared(solve, "max_solutions=1000").expect("batches").expect("valid");
    let text = format!("\"{}\"\n", ".".repeat(81)).repeat(32);
    let (answers, has_rest) = answered(&*lines, &text, &mut room(&mut |_| true));
    assert!(has_rest);
    assert_eq!(answers.lines().count(), 1);
    let (answers, has_rest) = answered(&*lines, &text, &mut room(&mut |bytes| bytes < 70_000));
    let problem: Value = serde_json::from_str(answers.lines().next().expect("a line")).expect("JSON");
    assert_eq!(problem["problem"]["code"], "overloaded", "no memory is left for the answer");
    assert!(!has_rest, "problems are short");
}
