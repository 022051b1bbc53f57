//! The command `solve`.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::command;
use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION};

/// Runs the command `solve` with this input.
pub fn solve(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["solve"], arguments].concat(), input)
}

/// Runs a command with this input.
pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    fed(command(arguments), input)
}

/// Runs a program with this input.
pub fn fed(mut command: Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
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
