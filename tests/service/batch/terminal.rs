//! Commands that a person types at a terminal.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use crate::batch::command::{lines, run, solve};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::command;
use crate::support::terminal as pty;

/// What a command prints at a terminal at which a person types this.
fn at_terminal(arguments: &[&str], typed: &str) -> String {
    let (mut ours, theirs) = pty::terminal();
    let end = || Stdio::from(theirs.try_clone().expect("a descriptor"));
    // Without it, or on a dumb terminal, there is no bar, and so no summary in its place.
    let mut child = (command(arguments).env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end()))
        .spawn()
        .expect("the binary starts");
    drop(theirs);
    ours.write_all(typed.as_bytes()).expect("it is typed");
    let mut shown = Vec::new();
    // Once the command has ended, the terminal has no other end, which is an error on Linux.
    let _ = ours.read_to_end(&mut shown);
    child.wait().expect("it ends");
    String::from_utf8_lossy(&shown).into_owned()
}

#[test]
fn a_command_that_waits_for_a_terminal_says_so() {
    let shown = at_terminal(&["solve"], &format!("{PUZZLE}\n\u{4}"));
    assert!(shown.contains("reading one grid per line from the terminal; Ctrl-D ends it"), "{shown}");
    assert!(shown.contains(SOLUTION), "{shown}");
    let shown = at_terminal(&["mcp"], "\u{4}");
    assert!(shown.contains("reading one JSON-RPC message per line from the terminal"), "{shown}");
    let piped = solve(&[], PUZZLE.as_bytes());
    assert!(piped.stderr.is_empty(), "{piped:?}");
}

#[test]
fn a_summary_counts_one_puzzle_and_one_problem() {
    let output = std::env::temp_dir().join(format!("sudoku-summary-{}", std::process::id()));
    let path = output.to_str().expect("a path");
    for (typed, summary) in [
        (format!("{PUZZLE}\n\u{4}"), ["1 puzzle in ", ", 0 problems"]),
        (format!("{PUZZLE}\n5\n\u{4}"), ["2 puzzles in ", ", 1 problem\r\n"]),
    ] {
        let shown = at_terminal(&["solve", "--output", path], &typed);
        assert!(summary.iter().all(|part| shown.contains(part)), "{shown}");
    }
    fs::remove_file(output).expect("the file is removed");
}

#[test]
fn a_file_whose_name_is_a_grid_is_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(PUZZLE), SOLUTION).expect("a file");
    let output = command(&["validate", PUZZLE]).current_dir(&folder).output().expect("it runs");
    assert_eq!(lines(&output), ["unique"]);
}

#[test]
fn completions_follow_from_the_declarations() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], b"");
        let script = String::from_utf8_lossy(&script.stdout).into_owned();
        for word in ["generate", "symmetry", "rotational180", "listen"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let bash = run(&["completions", "bash"], b"");
    let bash = String::from_utf8_lossy(&bash.stdout).into_owned();
    let commands: Vec<&str> = bash.lines().filter_map(|line| line.trim().strip_prefix("cmd=\"")).collect();
    for command in
        commands.into_iter().map(|command| command.trim_end_matches('"')).filter(|command| !command.is_empty())
    {
        assert!(bash.contains(&format!("\n        {command})\n")), "bash does not complete the flags of {command}");
    }
}
