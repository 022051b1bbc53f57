//! The invariants of the source: forbidden names in each part, which `rules.txt` lists, and no import cycles between files.
//!
//! Rules ignore comments and match whole words: `tokio` does not forbid `tokio_like`.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Names that are forbidden in some files.
struct Rule {
    /// What the path of a file below `src/` starts with. `*` is every file.
    within: &'static str,
    /// What it does not start with.
    except: Option<&'static str>,
    why: &'static str,
    /// Sequences of words and punctuation.
    forbidden: Vec<&'static str>,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let lines: Vec<&str> = include_str!("rules.txt").lines().collect();
    let rule = |pair: &[&'static str]| {
        let (files, why) = pair[0].split_once(": ").expect("files, and why");
        let (within, except) = files.split_once(" except ").map_or((files, None), |(all, not)| (all, Some(not)));
        let within = if within == "*" { "" } else { within };
        Rule { within, except, why, forbidden: pair[1].trim().split(", ").collect() }
    };
    lines.chunks(2).map(rule).collect()
});

/// Marks of unfinished work, which are forbidden in comments too.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Lists the forbidden names in a source at this path below `src/`.
fn offences(path: &str, source: &str) -> Vec<String> {
    let mut offences = Vec::new();
    let dependencies = if path.starts_with("sudoku/") { &DEPENDENCIES[..] } else { &[] };
    for (number, line) in source.lines().enumerate() {
        let mut offence = |what: &str, why: &str| {
            offences.push(format!("src/{path}:{}: `{what}`: {why}\n    {}", number + 1, line.trim()));
        };
        for mark in UNFINISHED.into_iter().filter(|mark| words(line).any(|word| word == *mark)) {
            offence(mark, "the source has no unfinished code");
        }
        let code = line.split("//").next().unwrap_or_default();
        for name in dependencies.iter().filter(|name| names(code, name)) {
            offence(name, "the domain uses only the standard library");
        }
        let holds =
            |rule: &&Rule| path.starts_with(rule.within) && !rule.except.is_some_and(|except| path.starts_with(except));
        for Rule { why, forbidden, .. } in RULES.iter().filter(holds) {
            forbidden.iter().filter(|what| names(code, what)).for_each(|what| offence(what, why));
        }
    }
    offences
}

/// The names of the dependencies in code. `bytes` is also an ordinary word, so only paths into it count.
static DEPENDENCIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let (_, rest) = include_str!("../../../Cargo.toml").split_once("\n[dependencies]\n").expect("dependencies");
    let table = rest.split("\n[").next().unwrap_or_default();
    let names = table.lines().filter_map(|line| Some(line.split_once(" = ")?.0.replace('-', "_")));
    names.map(|name| if name == "bytes" { name + "::" } else { name }).collect()
});

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_').filter(|word| !word.is_empty())
}

/// Returns whether a line of code contains this as whole words.
fn names(code: &str, what: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(what).any(|(at, _)| {
        let continues_before = code[..at].ends_with(is_word);
        let continues_after = what.ends_with(is_word) && code[at + what.len()..].starts_with(is_word);
        !continues_before && !continues_after
    })
}

/// Returns the path below `src/` and the text of every Rust file there.
fn sources() -> Vec<(String, String)> {
    fn walk(directory: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).expect("a directory of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&root, &mut files);
    files
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(&root).expect("a path below it").to_string_lossy().replace('\\', "/");
            (below, fs::read_to_string(path).expect("a source in UTF-8"))
        })
        .collect()
}

#[test]
fn no_source_uses_a_forbidden_name() {
    let sources = sources();
    assert!(sources.len() > 20, "found only {} source files", sources.len());
    let found: Vec<String> = sources.iter().flat_map(|(path, source)| offences(path, source)).collect();
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    let found: Vec<String> =
        offences(path, source).iter().map(|offence| offence.split('`').nth(1).unwrap_or_default().to_owned()).collect();
    assert_eq!(found, expected, "in src/{path}: {source}");
}

#[test]
fn forbidden_names_are_found_only_where_they_are_forbidden() {
    check("sudoku/grid.rs", "use serde::Serialize;", &["serde"]);
    check("sudoku/notation.rs", "let observed = deserialised;", &[]);
    check("sudoku/solver/mod.rs", "use std::time::Instant;", &["std::time", "Instant"]);
    check("sudoku/rules.rs", "// tokio is not used here", &[]);
    check("http/routes/solve.rs", "use crate::sudoku::solver::search;", &["solver::search"]);
    check("pool/mod.rs", "unsafe { read(pointer) }", &["unsafe {"]);
    check("sudoku/solver/lanes/avx2.rs", "unsafe { read(pointer) }", &[]);
    check("lib.rs", "unsafe impl Send for Grid {}", &["unsafe impl"]);
    check("http/routes/solve.rs", "// TODO: later", &["TODO"]);
}
