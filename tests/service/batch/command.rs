//! The command `solve`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Output, Stdio};

use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::command;
use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION, joined};

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
        // Some tests run commands that exit before they have read everything.
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
fn every_kind_of_input_gives_the_same_answers() {
    let text = format!("# a comment\r\n{PUZZLE}\r\n\r\n{PUZZLE}");
    let output = solve(&[], text.as_bytes());
    assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION, SOLUTION], Some(0)));
    assert!(output.stderr.is_empty(), "no progress without a terminal");
    let path = std::env::temp_dir().join(format!("sudoku-batch-{}.sdm", std::process::id()));
    fs::write(&path, text).expect("a file is written");
    let output = solve(&[path.to_str().expect("a path"), "--threads", "3"], b"");
    fs::remove_file(&path).expect("the file is removed");
    assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION, SOLUTION], Some(0)));
    assert_eq!(lines(&solve(&["-"], PUZZLE.as_bytes())), [SOLUTION]);
}

#[test]
fn the_format_is_detected_from_the_first_line_unless_it_is_given() {
    let json = format!("\"{PUZZLE}\"\n{{\"id\":1,\"grid\":\"{PUZZLE}\"}}\n");
    let output = solve(&[], json.as_bytes());
    assert_eq!(
        lines(&output)[1],
        format!("{{\"line\":2,\"id\":1,\"verdict\":\"unique\",\"solution\":\"{SOLUTION}\",\"clues\":30}}")
    );
    assert_eq!(solve(&["--format", "text"], b"[5, 3]\n").status.code(), Some(1));
    assert_eq!(solve(&["--format", "ndjson"], PUZZLE.as_bytes()).status.code(), Some(1));
}

#[test]
fn an_input_that_is_one_grid_of_several_lines_is_that_grid() {
    let lines_of_nine = joined(PUZZLE, "\n");
    let json = format!("# pretty\n{{\n  \"grid\": [\n\"{}\"\n  ]\n}}\n", joined(PUZZLE, "\",\r\n\""));
    for text in [&lines_of_nine, &format!("\u{FEFF}# a name\r\n{}\r\n", joined(PUZZLE, "\r\n"))] {
        let output = solve(&[], text.as_bytes());
        assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION], Some(0)), "{text}");
    }
    let answer = format!("{{\"line\":1,\"verdict\":\"unique\",\"solution\":[\"{}\",", &SOLUTION[..9]);
    let output = solve(&[], json.as_bytes());
    assert!(lines(&output).concat().starts_with(&answer), "{output:?}");
    // A given format reads line by line, as a shard does.
    assert_eq!(lines(&solve(&["--format", "text"], lines_of_nine.as_bytes())).len(), 9);
    assert!(lines(&solve(&["--format", "ndjson"], json.as_bytes())).len() > 9);
}

#[test]
fn the_first_grid_of_a_batch_is_answered_before_the_input_ends() {
    let mut child =
        command(&["solve"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    writeln!(stdin, "12345\n{PUZZLE}").expect("it reads");
    let answers: Vec<String> = stdout.by_ref().take(2).map(|line| line.expect("text")).collect();
    assert_eq!(answers, ["error invalid-grid line 1: The grid has 5 cells instead of 81", SOLUTION]);
    drop(stdin);
    assert_eq!((stdout.count(), child.wait().expect("it ends").code()), (0, Some(1)));
}

#[test]
fn an_input_with_a_line_that_is_a_grid_is_a_batch() {
    let rows = joined(PUZZLE, "\n");
    // As a whole, each of these would be one grid, too.
    for text in [format!("{PUZZLE}\nhello world"), format!("a puzzle\n{PUZZLE}\nhello world\n")] {
        let output = solve(&[], text.as_bytes());
        let answers = lines(&output);
        assert!(answers.contains(&SOLUTION) && answers.len() == text.lines().count(), "{answers:?}");
    }
    // Two grids of nine lines are not one grid, nor is a grid after too much text.
    assert_eq!(lines(&solve(&[], format!("{rows}\n\n{rows}").as_bytes())), [SOLUTION; 2]);
    let output = solve(&[], format!("{}{rows}", "# a comment\n".repeat(2000)).as_bytes());
    let answers = lines(&output);
    assert!(answers.iter().all(|answer| answer.starts_with("error invalid-grid line ")), "{answers:?}");
    assert_eq!(answers.len(), 9);
    let json = format!("[[1]]\n\"{PUZZLE}\"\n");
    assert_eq!(lines(&solve(&[], json.as_bytes())).len(), 2);
}

#[test]
fn an_invalid_line_affects_its_own_answer_and_the_exit_status() {
    let output = solve(&[], format!("{PUZZLE}\n123\n{PUZZLE}\n").as_bytes());
    assert_eq!(lines(&output), [SOLUTION, "error invalid-grid line 2: The grid has 3 cells instead of 81", SOLUTION]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_order_is_kept_across_chunks_and_threads() {
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
fn lines_are_answered_before_the_input_ends() {
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
fn the_error_for_an_unreadable_file_names_it() {
    let output = solve(&["/nonexistent/puzzles.sdm"], b"");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with("sudoku-service: /nonexistent/puzzles.sdm: "), "{message}");
}

#[test]
fn a_closed_output_pipe_ends_the_command_quietly() {
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

#[test]
fn several_files_are_answered_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let [first, second] = ["a.sdm", "b.txt"].map(|name| folder.path().join(name).to_str().expect("a name").to_owned());
    std::fs::write(&first, format!("{PUZZLE}\n{PUZZLE}\n")).expect("a file");
    std::fs::write(&second, format!("# one\n{HARDEST}\n")).expect("a file");
    let output = solve(&[&first, &second, HARDEST], b"");
    assert_eq!(lines(&output), [SOLUTION, SOLUTION, HARDEST_SOLUTION, HARDEST_SOLUTION]);
    assert_eq!(output.status.code(), Some(0));
    let missing = solve(&[&first, "/nowhere.sdm"], b"");
    assert_eq!((lines(&missing).len(), missing.status.code()), (2, Some(2)));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/nowhere.sdm: there is no such file"));
    let columns = solve(&["--output-format", "csv", &first, &second], b"");
    assert_eq!((columns.stdout.len(), columns.status.code()), (0, Some(2)));
    assert_eq!(solve(&["--shard", "0/2", &first, HARDEST], b"").status.code(), Some(2));
}
