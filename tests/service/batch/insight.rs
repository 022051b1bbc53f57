//! The limits of the work and of the answers of lines; and how far `/steps` came.

use serde_json::{Value, json};
use sudoku_service::batch::{Answers, ChunkSize, Room, Splitter, Tally};
use sudoku_service::operations;
use sudoku_service::operations::lines::{LineFormat, LineSettings};
use sudoku_service::operations::reading::Arguments;
use sudoku_service::sudoku::solver::CancelFlag;

use crate::batch::{PUZZLE, SOLUTION};
use crate::support::puzzles::{EMPTY, HARDEST};

/// The answers of an operation to lines of text within these limits.
fn answered(operation: &str, guesses: u64, chain_nodes: u64, cancel: &CancelFlag, text: &str) -> Answers {
    let settings = LineSettings { guesses, chain_nodes, ..LineSettings::of(Arguments::default()) };
    Room::unlimited(|room| answered_with(operation, settings, cancel, text, room).0)
}

/// The answers to a chunk of these lines in this room, and whether lines are left.
fn answered_with(
    operation: &str,
    settings: LineSettings,
    cancel: &CancelFlag,
    text: &str,
    room: &mut Room<'_>,
) -> (Answers, bool) {
    let make = operations::find(operation).and_then(|operation| operation.batches).expect("batches").make;
    let lines = make(settings).unwrap_or_else(|_| panic!("no options are invalid"));
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    let chunk = splitter.next_chunk(&mut text.as_bytes()).or_else(|| splitter.finish()).expect("a chunk");
    let (answers, rest) = lines.answer(&chunk, cancel, room, &mut || false);
    (answers, rest.is_some())
}

#[track_caller]
fn check(answers: &Answers, results: u64, starts: &[&str]) {
    let text = std::str::from_utf8(&answers.text).expect("text");
    assert_eq!(text.lines().count(), starts.len(), "{text}");
    for (line, start) in text.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let problems = starts.len() as u64 - results;
    assert_eq!(answers.tally, Tally { results, problems, ..Tally::default() });
}

#[test]
fn a_line_that_exceeds_its_limit_is_a_problem_and_affects_no_other() {
    let text = format!("{HARDEST}\n{PUZZLE}\n{SOLUTION}\n");
    let answers = answered("rate", 1000, 100, &CancelFlag::new(), &text);
    check(&answers, 2, &["error search-limit line 1: ", "1.2/1.2/1.2", "0.0/0.0/0.0"]);
    // A search without any guess proves nothing about the empty grid.
    let empty = format!("{}\n{PUZZLE}\n", ".".repeat(81));
    let answers = answered("rate", 0, 100, &CancelFlag::new(), &empty);
    check(&answers, 1, &["error search-limit line 1: ", "1.2/1.2/1.2"]);
    let answers = answered("explain", 0, 100, &CancelFlag::new(), &empty);
    check(&answers, 1, &["error search-limit line 1: ", "unique | "]);
    let solved = answered("solve", 0, 100, &CancelFlag::new(), &empty).text;
    let solved = std::str::from_utf8(&solved).expect("text");
    assert!(solved.starts_with("error search-limit ") && solved.ends_with(&format!("\n{SOLUTION}\n")), "{solved}");
}

#[test]
fn a_cancelled_line_has_an_answer() {
    let cancel = CancelFlag::new();
    cancel.cancel();
    let text = format!("{HARDEST}\n{HARDEST}\n");
    let answers = answered("rate", 1000, u64::MAX, &cancel, &text);
    check(&answers, 0, &["error deadline-exceeded line 1: ", "error deadline-exceeded line 2: "]);
}

#[test]
fn steps_tell_how_far_the_search_came_if_it_reached_its_limit() {
    let position = "...6328..36.859.128924715362.396..8..4..28.6.68.3142.5..6.4.92892518.64.4.8296.51";
    let ask = |chain_nodes, order: &str| -> Value {
        let settings = LineSettings {
            input: LineFormat::Json,
            output: LineFormat::Json,
            chain_nodes,
            ..LineSettings::of(Arguments::default())
        };
        let line = json!({"grid": position, "max_rating": 12.0, "order": order, "from": 10_000});
        let line = format!("{line}\n");
        let answer = |room: &mut Room<'_>| answered_with("steps", settings, &CancelFlag::new(), &line, room).0;
        serde_json::from_slice(&Room::unlimited(answer).text).expect("JSON")
    };
    let steps = ask(10_000, "rating");
    assert_eq!((&steps["searched_all"], &steps["more"], &steps["steps"]), (&json!(false), &json!(false), &json!([])));
    let searched = steps["techniques"].as_array().expect("techniques");
    assert!(searched.contains(&json!("xy-wing")) && !searched.contains(&json!("w-wing")), "{searched:?}");
    let searched = ask(10_000, "course")["techniques"].as_array().expect("techniques").clone();
    assert!(searched.contains(&json!("w-wing")) && !searched.contains(&json!("nested-nested")), "{searched:?}");
}

/// In the room of a batch over HTTP that shares its memory with others.
#[test]
fn long_answers_leave_the_rest_of_their_group_for_later() {
    let text = format!("\"{EMPTY}\"\n").repeat(32);
    let answer = |mut allow: fn(usize) -> bool| {
        let arguments = Arguments::of_query("max_solutions=1000");
        let (input, output) = (LineFormat::Json, LineFormat::Json);
        let settings = LineSettings { input, output, is_shared: true, ..LineSettings::of(arguments) };
        let mut room = Room { bytes: 64 * 1024, longest: 1024 * 1024, allow: &mut allow };
        let (answers, has_rest) = answered_with("solve", settings, &CancelFlag::new(), &text, &mut room);
        (String::from_utf8(answers.text).expect("text"), has_rest)
    };
    let (answers, has_rest) = answer(|_| true);
    assert!(has_rest && answers.lines().count() == 1);
    let (answers, has_rest) = answer(|bytes| bytes < 70_000);
    let problem: Value = serde_json::from_str(answers.lines().next().expect("a line")).expect("JSON");
    assert_eq!(problem["problem"]["code"], "overloaded", "no memory is left for the answer");
    assert!(!has_rest, "problems are short");
}
