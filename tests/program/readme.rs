//! Runs the README's console examples unchanged against the real binary, and compares the table of settings in
//! `deploy/README.md` with `--help`. Values that change from run to run (times, ids) are not compared.
//!
//! `UPDATE_README=1 cargo test --test program readme` writes what the examples print into the README.

use crate::support::http;
use crate::support::program;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::program::Program;
use sudoku_service::operations::ALL;
use sudoku_service::pool::Class;
use sudoku_service::sudoku::notation::FORMS;

const ADDRESS: &str = "127.0.0.1:8080";

/// A command of a `console` block and its output.
struct Example {
    command: String,
    output: String,
}

/// The commands of all `console` blocks. A command begins with `$ ` and continues while its lines end with a backslash
/// or a quote is open.
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

/// The text without the values that change from run to run.
fn without_varying_values(text: &str) -> String {
    let mut text = text.trim_end().to_owned();
    for (before, after) in [("\"elapsed_us\":", "}"), ("\"guesses\":", ","), ("\"request_id\":\"", "\"")] {
        let mut rest = std::mem::take(&mut text);
        while let Some(start) = rest.find(before).map(|start| start + before.len()) {
            let end = rest[start..].find(after).map_or(rest.len(), |end| start + end);
            text.push_str(&rest[..start]);
            rest.drain(..end);
        }
        text.push_str(&rest);
    }
    text
}

fn have(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn document(path: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).expect("the document");
    (path, text)
}

#[test]
fn every_setting_is_documented_with_its_default() {
    let (_, readme) = document("deploy/README.md");
    let help = program::run(&["--help"]).stdout;
    let help = String::from_utf8_lossy(&help);
    let mut documented = readme.lines().filter(|line| line.starts_with("| `--")).count();
    for setting in help.split("\n      --").skip(1) {
        let name = setting.split([' ', '\n']).next().unwrap_or_default();
        if ["help", "version"].contains(&name) {
            continue;
        }
        let default = setting.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']'));
        let default = match default {
            Some((words, _)) if words.contains(' ') => format!("{words} "),
            Some((value, _)) if !["", "\"\""].contains(&value) => format!("`{value}` "),
            _ => String::new(),
        };
        let row = format!("| `--{name}` | {default}| ");
        assert!(readme.contains(&row), "{row:?} is missing from deploy/README.md");
        documented -= 1;
    }
    assert_eq!(documented, 0, "deploy/README.md documents a setting that does not exist");
}

#[test]
fn every_heavy_operation_is_documented_with_its_cost_and_its_time_limit() {
    let (_, readme) = document("deploy/README.md");
    let section = readme.split("\n## ").find(|section| section.starts_with("Heavy operations")).expect("the section");
    let limited = section.split("- The gateways of this directory").nth(1).expect("what gateways limit");
    let gateways = ["deploy/haproxy.cfg", "deploy/nginx.conf"].map(|file| document(file).1);
    for operation in ALL.iter().filter(|operation| operation.about.class == Class::Heavy) {
        let path = operation.path();
        let limit = operation.about.time_limit.expect("heavy work has a limit of its own").as_secs();
        let is_row_of =
            |line: &&str| line.split(['`', ' ', '?', ',']).any(|word| word == path || word == format!("{path}/DATE"));
        let mut rows = section.lines().filter(|line| line.starts_with("| `")).filter(is_row_of).peekable();
        assert!(rows.peek().is_some(), "{path} has no row");
        for row in rows.filter(|row| !row.contains("png")) {
            assert!(row.ends_with(&format!("| {limit} s | heavy |")), "{row}");
        }
        assert!(limited.contains(&format!("`{path}`")), "the gateways limit {path}");
        let name = operation.about.name;
        assert!(
            gateways
                .iter()
                .all(|gateway| gateway.contains(&format!("|{name}|")) || gateway.contains(&format!("({name}|")))
        );
    }
}

#[test]
fn every_text_notation_is_listed_with_the_programs_that_write_it() {
    let (_, readme) = document("README.md");
    let table = readme.split_once("## Notations").and_then(|(_, rest)| rest.split_once("\n## ")).expect("a section").0;
    for form in FORMS {
        let row = format!("| {} | {} |", form.name, form.written_by);
        assert!(table.contains(&row), "{row:?} is missing from the README");
    }
    let rows = table.lines().filter(|line| line.starts_with('|')).count();
    assert_eq!(rows, FORMS.len() + 3, "two header lines, a row for each form, and a row for JSON");
}

#[test]
fn every_command_of_the_table_of_operations_succeeds() {
    let (_, readme) = document("README.md");
    let table =
        readme.split_once("| path | question | try it |").expect("a table").1.split_once("\n\n").expect("its end").0;
    if !have("curl") || !have("bash") {
        return;
    }
    let variables = readme.split_once("```sh\nP=").and_then(|(_, rest)| rest.split_once("```")).expect("variables").0;
    let program = Program::start(&[]);
    let variables = format!("P={variables}").replace(ADDRESS, &program.address.to_string());
    let commands: Vec<&str> = table.split('`').filter(|code| code.contains("curl ")).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let line = format!("{variables}{}", command.replace("\\|", "|").replace("curl ", "curl --fail -sS "));
        let ran = Command::new("bash").args(["-c", &line]).output().expect("bash runs");
        assert!(ran.status.success() && !ran.stdout.is_empty(), "{command}: {ran:?}");
    }
}

/// The picture is the answer to the address that the README embeds as an example.
#[test]
fn the_readme_opens_with_a_picture_that_the_service_makes() {
    let (_, readme) = document("README.md");
    let (path, shown) = document(".github/hint.svg");
    let opening = readme.split_once("](").and_then(|(_, rest)| rest.split_once(')')).expect("a picture").0;
    assert_eq!(opening, ".github/hint.svg");
    let embedded = readme.split_once("https://sudoku.example").and_then(|(_, rest)| rest.split_once(')'));
    let program = Program::start(&[]);
    let answer = http::get(program.address, embedded.expect("an address").0);
    assert_eq!(answer.status, 200, "{answer:?}");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, answer.body).expect("the picture can be written");
    } else {
        assert_eq!(String::from_utf8_lossy(&answer.body), shown);
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
fn every_console_example_prints_what_the_readme_says() {
    if !have("curl") || !have("bash") {
        eprintln!("skipped: the examples need curl and bash");
        return;
    }
    let (path, readme) = document("README.md");
    let examples = examples(&readme);
    assert!(examples.len() >= 8, "found {} examples", examples.len());
    let program = Program::start(&[]);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::create_dir_all(&folder).expect("a folder for the files of the examples");
    let binary = Path::new(env!("CARGO_BIN_EXE_sudoku-service")).parent().expect("a folder").display().to_string();
    let search_path = format!("{binary}:{}", std::env::var("PATH").unwrap_or_default());
    let update = std::env::var_os("UPDATE_README").is_some();
    let mut updated = readme.clone();
    for Example { command, output } in examples {
        let line = command.replace(ADDRESS, &program.address.to_string());
        let ran = Command::new("bash").args(["-c", &line]).current_dir(&folder).env("PATH", &search_path).output();
        let ran = ran.expect("bash runs");
        let printed = String::from_utf8_lossy(&ran.stdout).trim_end().replace(&program.address.to_string(), ADDRESS);
        if update && without_varying_values(&printed) != without_varying_values(&output) {
            updated = updated.replace(&format!("$ {command}\n{output}\n"), &format!("$ {command}\n{printed}\n"));
        } else {
            assert_eq!(without_varying_values(&printed), without_varying_values(&output), "printed by `{command}`");
        }
    }
    if update {
        std::fs::write(path, updated).expect("the README can be written");
    }
}
