//! The command `solve` as a stage of a larger job: columns, shards, output files, compressed input.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use proptest::prelude::*;

use crate::batch::command::{lines, solve};
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::program::command;

/// Creates an empty directory with this name for a test.
pub fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory can be created");
    path
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are text")
}

pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn compressed_input_is_recognised_by_its_first_bytes() {
    let puzzles = format!("{PUZZLE}\n").repeat(5000);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(puzzles.as_bytes()).expect("a vector takes everything");
    let gzip = gzip.finish().expect("a vector takes everything");
    // Two members, as `cat` joins two files.
    let compressed = [&gzip[..], &gzip].concat();
    let path = directory("compressed").join("gzip");
    fs::write(&path, &compressed).expect("a file");
    for output in [solve(&[text(&path)], b""), solve(&[], &compressed)] {
        assert_eq!((lines(&output), output.status.code()), (vec![SOLUTION; 10_000], Some(0)));
    }
    assert_eq!(solve(&[], &compressed[..compressed.len() - 9]).status.code(), Some(2), "damaged");
    assert_eq!(solve(&["--shard", "0/2", text(&path)], b"").status.code(), Some(2), "a shard");
}

#[test]
fn a_finished_output_is_kept_and_an_unfinished_one_never_gets_its_final_name() {
    let directory = directory("output");
    let path = directory.join("solutions");
    let arguments = ["--output", text(&path), "--skip-existing"];
    let unfinished = solve(&[&arguments[..], &["/nonexistent/puzzles"]].concat(), b"");
    assert_eq!((unfinished.status.code(), names(&directory)), (Some(2), vec![]));
    let first = solve(&arguments, PUZZLE.as_bytes());
    assert_eq!((first.status.code(), first.stdout), (Some(0), vec![]));
    assert_eq!(names(&directory), ["solutions"]);
    let second = solve(&arguments, TWO.as_bytes());
    assert_eq!(second.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), format!("{SOLUTION}\n"), "it was not solved again");
    assert_eq!(solve(&arguments[..2], b"bad").status.code(), Some(1));
    assert!(fs::read_to_string(&path).expect("it is there").starts_with("error "), "it was replaced");
    assert_eq!(solve(&["--skip-existing"], b"").status.code(), Some(2), "there is nothing to skip");
}

/// Kills the process ten times, each time after it has read another part of its input.
#[test]
fn a_job_that_is_killed_and_restarted_produces_the_whole_output() {
    let directory = directory("killed");
    let path = directory.join("solutions");
    let input = format!("{PUZZLE}\n").repeat(3_000);
    let arguments = ["solve", "--output", text(&path), "--skip-existing"];
    for round in 1..=10_usize {
        let mut child = command(&arguments).stdin(Stdio::piped()).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(&input.as_bytes()[..round * 7919 * 31 % input.len()]).expect("it reads");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert!(!path.exists(), "an incomplete file has the final name");
    }
    assert_eq!(solve(&arguments[1..], input.as_bytes()).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), format!("{SOLUTION}\n").repeat(3_000));
}

/// Lines with their line breaks: puzzles, and long, empty or other lines.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        4 => Just(PUZZLE.to_owned()),
        2 => Just(TWO.to_owned()),
        1 => Just(String::new()),
        1 => Just("# a comment".to_owned()),
        1 => Just("\u{FEFF}5".to_owned()),
        1 => (1_usize..6000).prop_map(|length| "x".repeat(length)),
    ];
    let lines = proptest::collection::vec((line, any::<bool>()), 0..40);
    (lines, any::<bool>()).prop_map(|(lines, ends_in_a_break)| {
        let text: String = lines.iter().map(|(line, crlf)| line.clone() + if *crlf { "\r\n" } else { "\n" }).collect();
        let text = if ends_in_a_break { &text } else { text.trim_end_matches(['\r', '\n']) };
        text.as_bytes().to_vec()
    })
}

/// Removes the line numbers, which count from the start of a shard.
fn without_numbers(output: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(output).expect("answers are text");
    let without = |line: &str| match line.split_once(" line ") {
        Some((start, rest)) => start.to_owned() + rest.split_once(':').map_or(rest, |(_, detail)| detail),
        None => line.to_owned(),
    };
    text.lines().map(without).collect()
}

#[test]
fn each_shard_has_its_share_of_the_lines() {
    let path = directory("shares").join("puzzles");
    fs::write(&path, format!("{PUZZLE}\n").repeat(9)).expect("a file");
    let lines = |shard| solve(&["--shard", shard, text(&path)], b"").stdout.split(|byte| *byte == b'\n').count() - 1;
    assert_eq!(["0/3", "1/3", "2/3"].map(lines), [3, 3, 3]);
    assert_eq!(["0/2", "1/2"].map(lines), [5, 4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_shards_together_give_the_answers_of_the_whole_file(file in file(), count in 1_u32..6, tsv: bool) {
        let directory = directory("shards");
        let path = directory.join("puzzles");
        fs::write(&path, &file).expect("a file");
        let format = if tsv { "tsv" } else { "text" };
        let whole = solve(&["--format", format, text(&path)], b"");
        let mut parts = Vec::new();
        for index in 0..count {
            let shard = format!("{index}/{count}");
            parts.extend(solve(&["--format", format, "--shard", &shard, text(&path)], b"").stdout);
        }
        prop_assert_eq!(without_numbers(&parts), without_numbers(&whole.stdout));
        if tsv {
            let text = String::from_utf8_lossy(&file);
            prop_assert_eq!(without_numbers(&parts).len(), text.lines().count(), "every line has an answer");
        }
    }
}
