//! `/rate/batch` and `/explain/batch`: when they answer, and the limits of their work; and how far `/steps` came.

use serde_json::{Value, json};
use sudoku_service::batch::{Answers, ChunkSize, Room, Splitter, Tally};
use sudoku_service::operations;
use sudoku_service::operations::lines::{LineFormat, LineSettings};
use sudoku_service::operations::reading::Arguments;
use sudoku_service::sudoku::solver::CancelFlag;

use crate::batch::client::{Batch, End, send_to};
use crate::batch::streaming::Impatient;
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;
use crate::support::puzzles::HARDEST;

#[test]
fn each_answer_is_sent_before_the_next_line_arrives() {
    let program = Program::start(&["--threads", "1"]);
    let fields = "content-type: text/plain\r\ntransfer-encoding: chunked";
    let mut batch = Batch::begin_at(program.address, "/rate/batch", fields);
    for (puzzle, rating) in [(PUZZLE, "1.2/1.2/1.2"), (SOLUTION, "0.0/0.0/0.0"), (PUZZLE, "1.2/1.2/1.2")] {
        batch.chunk(format!("{puzzle}\n").as_bytes());
        assert_eq!(batch.line(), rating);
    }
    batch.finish();
    assert_eq!(batch.rest().end, End::Whole);
}

#[test]
fn solve_and_rate_batches_have_separate_limits() {
    let program = Impatient::for_one_batch();
    let fields = "content-type: text/plain\r\ntransfer-encoding: chunked";
    let mut rating = Batch::begin_at(program.address, "/rate/batch", fields);
    rating.chunk(format!("{PUZZLE}\n").as_bytes());
    assert_eq!(rating.line(), "1.2/1.2/1.2");
    assert_eq!(send_to(program.address, "/explain/batch", "text/plain", b"").status, 503);
    assert_eq!(send_to(program.address, "/solve/batch", "text/plain", PUZZLE.as_bytes()).lines(), [SOLUTION]);
    rating.finish();
    assert_eq!(rating.rest().end, End::Whole);
}

/// The answers of an operation to lines of text within these limits.
fn answered(operation: &str, guesses: u64, chain_nodes: u64, cancel: &CancelFlag, text: &str) -> Answers {
    answered_with(
        operation,
        LineSettings { guesses, chain_nodes, ..LineSettings::of(Arguments::default()) },
        cancel,
        text,
    )
}

fn answered_with(operation: &str, settings: LineSettings, cancel: &CancelFlag, text: &str) -> Answers {
    let make = operations::find(operation).and_then(|operation| operation.batches).expect("batches").make;
    let lines = make(settings).unwrap_or_else(|_| panic!("no options are valid"));
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    assert!(splitter.next_chunk(&mut text.as_bytes()).is_none(), "one chunk");
    Room::unlimited(|room| lines.answer(&splitter.finish().expect("a line"), cancel, room, &mut || false)).0
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
        let answers = answered_with("steps", settings, &CancelFlag::new(), &format!("{line}\n"));
        serde_json::from_slice(&answers.text).expect("JSON")
    };
    let steps = ask(10_000, "rating");
    assert_eq!((&steps["searched_all"], &steps["more"], &steps["steps"]), (&json!(false), &json!(false), &json!([])));
    let searched = steps["techniques"].as_array().expect("techniques");
    assert!(searched.contains(&json!("xy-wing")) && !searched.contains(&json!("w-wing")), "{searched:?}");
    let searched = ask(10_000, "course")["techniques"].as_array().expect("techniques").clone();
    assert!(searched.contains(&json!("w-wing")) && !searched.contains(&json!("nested-nested")), "{searched:?}");
}
