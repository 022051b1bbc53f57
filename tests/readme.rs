//! The README's console examples, run word for word against the real binary. What changes from run to run (times,
//! identities) is not compared.
#![cfg(unix)]

#[path = "process/program.rs"]
#[expect(dead_code, reason = "only a part of it is needed here")]
mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::Program;

const ADDRESS: &str = "127.0.0.1:8080";

/// A command of a `console` block, and what it prints.
struct Example {
    command: String,
    output: String,
}

/// The commands of every `console` block: a command begins with `$ ` and goes on while its lines end in a backslash or
/// a quote is open.
fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let blocks = readme.split("\n```console\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or_default());
    for block in blocks {
        let mut open = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ").filter(|_| !open) {
                examples.push(Example { command: command.to_owned(), output: String::new() });
            } else {
                let example = examples.last_mut().expect("a block begins with a command");
                let text = if open { &mut example.command } else { &mut example.output };
                if !text.is_empty() || open {
                    text.push('\n');
                }
                text.push_str(line);
                if !open {
                    continue;
                }
            }
            let command = &examples.last().expect("a command").command;
            open = command.ends_with('\\') || command.matches('\'').count() % 2 == 1;
        }
    }
    examples
}

/// The text without what changes from run to run.
fn settled(text: &str) -> String {
    let mut settled = text.trim_end().to_owned();
    for (before, after) in [("\"elapsed_us\":", "}"), ("\"guesses\":", ","), ("\"request_id\":\"", "\"")] {
        let mut rest = std::mem::take(&mut settled);
        while let Some(start) = rest.find(before).map(|start| start + before.len()) {
            let end = rest[start..].find(after).map_or(rest.len(), |end| start + end);
            settled.push_str(&rest[..start]);
            rest.drain(..end);
        }
        settled.push_str(&rest);
    }
    settled
}

fn have(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn every_setting_stands_in_the_readme_with_its_default() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let help = program::run(&["--help"]).stdout;
    let help = String::from_utf8_lossy(&help);
    for setting in help.split("\n      --").skip(1) {
        let name = setting.split([' ', '\n']).next().unwrap_or_default();
        if ["help", "version"].contains(&name) {
            continue;
        }
        let default = setting.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']'));
        let default = match default {
            Some((value, _)) if !["", "\"\""].contains(&value) => format!("`{value}` "),
            _ => String::new(),
        };
        let row = format!("| `--{name}` | {default}| ");
        assert!(readme.contains(&row), "{row:?} is expected in the README");
    }
}

#[test]
fn every_console_example_prints_what_the_readme_says() {
    if !have("curl") || !have("bash") {
        eprintln!("skipped: the examples need curl and bash");
        return;
    }
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    let examples = examples(&readme);
    assert!(examples.len() > 10, "the examples are found");
    let program = Program::start(&[]);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::create_dir_all(&folder).expect("a folder for the files of the examples");
    let script = readme.split("\n```python\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("a script");
    let port = format!("\"127.0.0.1\", {}", program.address.port());
    std::fs::write(folder.join("stream.py"), script.replace("\"127.0.0.1\", 8080", &port)).expect("a file");
    let binary = Path::new(env!("CARGO_BIN_EXE_sudoku-service")).parent().expect("a folder").display().to_string();
    let path = format!("{binary}:{}", std::env::var("PATH").unwrap_or_default());
    for Example { command, output } in examples {
        if command.starts_with("python3") && !have("python3") {
            eprintln!("skipped: `{command}` needs python3");
            continue;
        }
        let line = command.replace(ADDRESS, &program.address.to_string());
        let ran = Command::new("bash").args(["-c", &line]).current_dir(&folder).env("PATH", &path).output();
        let ran = ran.expect("bash runs");
        let printed = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(settled(&printed), settled(&output), "printed by `{command}`");
    }
}
