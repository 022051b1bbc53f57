//! The command `solve`.

use std::io::{Read, Write};
use std::process::{Output, Stdio};

use crate::program::command;
use crate::{PUZZLE, SOLUTION};

/// Runs the command `solve` with this input.
pub fn solve(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["solve"], arguments].concat(), input)
}

/// Runs a command with this input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that ends before it has read all is what some tests are about.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    output
}

pub fn lines(output: &Output) -> Vec<&str> {
    std::str::from_utf8(&output.stdout).expect("answers are text").lines().collect()
}

#[test]
fn a_million_ways_lead_to_the_same_answers() {
    let text = format!("# a comment\r\n{PUZZLE}\r\n\r\n{PUZZLE}");
    let output = solve(&[], text.as_bytes());
    assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION, SOLUTION], Some(0)));
    assert!(output.stderr.is_empty(), "no progress bar without a terminal");
    let path = std::env::temp_dir().join(format!("sudoku-batch-{}.sdm", std::process::id()));
    std::fs::write(&path, text).expect("a file is written");
    let output = solve(&[path.to_str().expect("a path"), "--threads", "3"], b"");
    std::fs::remove_file(&path).expect("the file is removed");
    assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION, SOLUTION], Some(0)));
    assert_eq!(lines(&solve(&["-"], PUZZLE.as_bytes())), [SOLUTION]);
}

#[test]
fn the_format_shows_in_the_first_line_or_is_named() {
    let json = format!("\"{PUZZLE}\"\n{{\"id\":1,\"grid\":\"{PUZZLE}\"}}\n");
    let output = solve(&[], json.as_bytes());
    assert_eq!(
        lines(&output)[1],
        format!("{{\"line\":2,\"id\":1,\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\"}}")
    );
    assert_eq!(solve(&["--format", "text"], b"[5, 3]\n").status.code(), Some(1));
    assert_eq!(solve(&["--format", "ndjson"], PUZZLE.as_bytes()).status.code(), Some(1));
}

#[test]
fn a_bad_line_shows_in_its_answer_and_in_the_status() {
    let output = solve(&[], format!("{PUZZLE}\n123\n{PUZZLE}\n").as_bytes());
    assert_eq!(lines(&output), [SOLUTION, "error invalid-grid line 2: expected 81 cells, found 3", SOLUTION]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn order_is_kept_over_many_chunks_and_threads() {
    let mut text = String::new();
    for number in 1..=20_000 {
        text += if number % 7 == 0 { "bad\n" } else { PUZZLE };
        text += if number % 7 == 0 { "" } else { "\n" };
    }
    let output = solve(&["--threads", "4"], text.as_bytes());
    let lines = lines(&output);
    assert_eq!(lines.len(), 20_000);
    for (line, number) in lines.into_iter().zip(1..) {
        if number % 7 == 0 {
            assert!(line.starts_with(&format!("error invalid-grid line {number}: ")), "{line}");
        } else {
            assert_eq!(line, SOLUTION, "line {number}");
        }
    }
}

#[test]
fn lines_are_answered_while_more_are_awaited() {
    let mut child =
        command(&["solve"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").expect("it reads");
        let mut answer = [0; 82];
        stdout.read_exact(&mut answer).expect("it answers");
        assert_eq!(&answer[..81], SOLUTION.as_bytes());
    }
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let output = solve(&["/nonexistent/puzzles.sdm"], b"");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with("sudoku-service: /nonexistent/puzzles.sdm: "), "{message}");
}

#[test]
fn a_reader_that_leaves_early_ends_it_quietly() {
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let lines = format!("{PUZZLE}\n").repeat(1000);
    while stdin.write_all(lines.as_bytes()).is_ok() {}
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
