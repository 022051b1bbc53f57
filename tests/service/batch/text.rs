//! Lines of text.

use sudoku_service::http::Settings;

use crate::batch::client::{End, send};
use crate::batch::streaming::Impatient;
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::program::Program;
use crate::support::puzzles::joined;
use crate::support::service::{pool, settings};

/// Sends a batch and compares the lines of the answer.
#[track_caller]
fn check(batch: &[u8], expected: &[&str]) {
    let program = Program::start(&[]);
    let answer = send(program.address, "text/plain", batch);
    assert_eq!((answer.status, answer.end), (200, End::Whole));
    assert_eq!(answer.lines(), expected);
    assert!(expected.is_empty() || answer.text().ends_with('\n'), "every line ends with a line break");
}

#[test]
fn a_batch_without_a_puzzle_has_no_answers() {
    check(b"", &[]);
    let program = Program::start(&[]);
    for (media_type, batch) in [
        ("text/plain", "\n\r\n   \n# a comment\n  # another"),
        ("text/plain", "puzzle,solution\n\u{1A}"),
        ("application/x-ndjson", "\n# a comment\n"),
    ] {
        let answer = send(program.address, media_type, batch.as_bytes());
        assert!(answer.status == 422 && answer.text().contains("No puzzle was found"), "{answer:?}");
    }
}

#[test]
fn every_one_line_notation_is_answered_with_81_digits() {
    let blanks = PUZZLE.replace('.', "0");
    let spaced: String = PUZZLE.chars().flat_map(|cell| [cell, ' ']).collect();
    let (dashed, framed) = (joined(PUZZLE, "-"), joined(PUZZLE, " | "));
    let batch = [PUZZLE, &blanks, &dashed, &framed, &spaced, &PUZZLE.replace('.', "*")].join("\n");
    check(batch.as_bytes(), &[SOLUTION; 6]);
}

#[test]
fn line_breaks_are_lf_or_crlf_and_the_last_is_optional() {
    check(format!("{PUZZLE}\r\n{PUZZLE}\n{PUZZLE}").as_bytes(), &[SOLUTION; 3]);
    check(format!("{PUZZLE}\r\n").as_bytes(), &[SOLUTION]);
    check(format!("\u{FEFF}{PUZZLE}\n").as_bytes(), &[SOLUTION]);
}

#[test]
fn an_invalid_line_affects_only_its_own_answer_which_has_its_number() {
    let conflict = format!("55{}", ".".repeat(79));
    // The only blank cell of row 1 needs a 9, but sees one.
    let none = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63));
    let batch = [
        b"# a comment\n\n",
        PUZZLE.as_bytes(),
        b"\n12\n",
        conflict.as_bytes(),
        b"\n",
        none.as_bytes(),
        b"\n1\xFF2\n",
        PUZZLE.replacen('.', "!", 1).as_bytes(),
        b"\n",
        PUZZLE.repeat(2).as_bytes(),
        b"\n[1,2]\n",
        TWO.as_bytes(),
    ]
    .concat();
    let program = Program::start(&[]);
    let answer = send(program.address, "text/plain", &batch);
    let lines = answer.lines();
    assert_eq!(lines[0], SOLUTION);
    assert_eq!(lines[1], "error invalid-grid line 4: The grid has 2 cells instead of 81");
    assert_eq!(
        lines[2],
        "error conflicting-givens line 5: Row 1 has the digit 5 more than once, and 1 more conflict (row 1: 5 at r1c1 r1c2; box 1: 5 at r1c1 r1c2)"
    );
    assert!(lines[3].starts_with("error no-solution line 6: "), "{}", lines[3]);
    assert!(lines[4].starts_with("error invalid-grid line 7: The grid has 3 cells instead of 81"), "{}", lines[4]);
    assert!(lines[5].starts_with("error invalid-grid line 8: Row 1, column 3: '!'"), "{}", lines[5]);
    assert!(lines[6].starts_with("error invalid-grid line 9: Expected one grid, found 2"), "{}", lines[6]);
    assert!(lines[6].contains("--data-binary"), "{}", lines[6]);
    assert!(lines[7].starts_with("error invalid-grid line 10: ") && lines[7].contains("x-ndjson"), "{}", lines[7]);
    let (solution, multiple) = lines[8].split_once(' ').expect("a word after the solution");
    assert_eq!((solution.len(), multiple, lines.len()), (81, "multiple", 9));
    assert!(TWO.bytes().zip(solution.bytes()).all(|(given, digit)| given == b'.' || given == digit));
}

#[test]
fn a_line_longer_than_4096_bytes_is_a_problem() {
    let padded = |length: usize| format!("{PUZZLE}{}", " ".repeat(length - PUZZLE.len()));
    let batch = format!("{}\r\n{}\r\n{}\n{PUZZLE}\n", padded(4096), padded(4097), padded(100_000));
    let program = Program::start(&[]);
    let answer = send(program.address, "text/plain", batch.as_bytes());
    let lines = answer.lines();
    assert_eq!((lines[0], lines[3], lines.len()), (SOLUTION, SOLUTION, 4));
    for (line, number) in [(lines[1], 2), (lines[2], 3)] {
        let expected = format!("error payload-too-large line {number}: the line exceeds 4096 bytes");
        assert!(line.starts_with(&expected), "{line}");
    }
}

#[test]
fn answers_keep_the_order_of_a_long_batch() {
    let mut batch = String::new();
    let mut expected = Vec::new();
    for number in 1..=12_000 {
        if number % 100 == 0 {
            batch += &format!("{number}\n");
            expected.push(format!("error invalid-grid line {number}: "));
        } else {
            batch += &format!("{PUZZLE}\n");
            expected.push(SOLUTION.to_owned());
        }
    }
    let program = Program::start(&[]);
    for announced in [true, false] {
        let answer = if announced {
            send(program.address, "text/plain", batch.as_bytes())
        } else {
            let mut streamed = crate::batch::client::Batch::stream(program.address);
            for piece in batch.as_bytes().chunks(50_000) {
                streamed.chunk(piece);
            }
            streamed.finish();
            streamed.rest()
        };
        assert_eq!((answer.status, answer.end), (200, End::Whole));
        let lines = answer.lines();
        assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(line.starts_with(expected), "{line} instead of {expected}");
        }
    }
}

#[test]
fn a_puzzle_that_exceeds_the_node_limit_is_a_problem() {
    let program = Impatient::on(Settings { node_limit: 1, ..settings() }, pool(2, 64));
    let answer = send(program.address, "text/plain", format!("{}\n{PUZZLE}\n", ".".repeat(81)).as_bytes());
    let lines = answer.lines();
    assert!(lines[0].starts_with("error search-limit line 1: "), "{}", lines[0]);
    assert_eq!(lines[1], SOLUTION);
}
