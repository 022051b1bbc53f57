//! Requests whose bytes matter: bodies that are nearly right, wrong, or written by some other program.
//!
//! The files of `tests/cases/requests` have a sentence, and below it requests, each with its answer in the next line.
//!
//! ```text
//! == malformed JSON is located
//! /solve json {"grid":[1,2,]}
//!   400 malformed-json 1:14 -- trailing comma (JSON allows none) at line 1, column 14
//! ```
//!
//! A request is a target, a media type and a body, or a target alone. `text>json` is a text for whose answer JSON is accepted.
//! Bodies have the escapes `\n`, `\r`, `\t`, `\\` and `\xE9`; `([)*16` are 16 brackets; and grids have their names, such as
//! `EASY` or `EASY:rows`. `UPDATE_CASES=1` writes the answers anew.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cases::words;
use crate::support::puzzles::NAMED;
use crate::support::service::{Answer, Service};

/// The media types by their words.
const TYPES: [(&str, &str); 5] = [
    ("json", "application/json"),
    ("text", "text/plain"),
    ("form", "application/x-www-form-urlencoded"),
    ("ndjson", "application/x-ndjson"),
    ("-", ""),
];

fn media_type(word: &str) -> &str {
    TYPES.into_iter().find(|(name, _)| *name == word).map_or(word, |(_, media_type)| media_type)
}

/// A text with grids instead of their names.
fn with_grids(text: &str) -> String {
    let mut text = text.to_owned();
    // A name may begin with another one.
    let mut named = NAMED;
    named.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, line) in named {
        for (notation, write) in words::NOTATIONS {
            let written = write(line);
            let written = written.as_str().map_or_else(|| written.to_string(), str::to_owned);
            text = text.replace(&format!("{name}:{notation}"), &written);
        }
        text = text.replace(name, line);
    }
    text
}

/// The bytes of a body.
fn bytes(written: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), written);
    while let Some(at) = rest.find(['\\', '(']) {
        bytes.extend(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let repeated = rest.strip_prefix('(').and_then(|rest| rest.split_once(")*"));
        if let Some((part, after)) = repeated.filter(|(part, _)| !part.contains('(')) {
            let end = after.find(|character: char| !character.is_ascii_digit()).unwrap_or(after.len());
            bytes.extend(self::bytes(part).repeat(after[..end].parse().expect("a number")));
            rest = &after[end..];
            continue;
        }
        let (byte, length) = match rest.as_bytes() {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', ..] => (u8::from_str_radix(&rest[2..4], 16).expect("two digits"), 4),
            [byte, ..] => (*byte, 1),
            [] => unreachable!("it was found"),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

async fn ask(service: &Service, request: &str) -> Answer {
    let request = with_grids(request);
    let mut words = request.splitn(3, ' ');
    let target = words.next().unwrap_or_default();
    let Some(types) = words.next() else { return service.get(target).await };
    let (sent, accepted) = types.split_once('>').unwrap_or((types, ""));
    let mut request = service.request("POST", target);
    for (name, word) in [("content-type", sent), ("accept", accepted)] {
        let media_type = String::from_utf8(bytes(media_type(word))).expect("text");
        if !media_type.is_empty() {
            request = request.header(name, &media_type);
        }
    }
    let body = words.next().map(bytes).or_else(|| (sent != "-").then(Vec::new));
    match body {
        Some(body) => request.body(body).send().await,
        None => request.send().await,
    }
}

/// An answer on one line: its status, and its text or document. Of a problem, its places and its detail.
fn shown(answer: &Answer) -> String {
    let is_json = answer.header("content-type").is_some_and(|found| found.ends_with("json"));
    let said = if !is_json {
        words::named(answer.text().trim_end()).replace('\n', " | ")
    } else if answer.status == 200 {
        let mut document = answer.json();
        document.as_object_mut().map(|members| members.shift_remove("stats"));
        words::short(&document, &Value::Null).to_string()
    } else {
        let problem = answer.json();
        format!("{} -- {}", places(&problem), words::named(problem["detail"].as_str().expect("a detail")))
    };
    let visible = |shown: String, character: char| match character {
        ' '..='~' | '\u{a1}'..='\u{2027}' | '\u{2500}'..='\u{d7ff}' | '\u{ff00}'..='\u{ffef}' => {
            shown + &character.to_string()
        }
        other => shown + &other.escape_unicode().to_string(),
    };
    format!("{} {said}", answer.status).chars().fold(String::new(), visible)
}

/// More errors than these are counted.
const MOST_PLACES: usize = 10;

/// The code of a problem and its places on one line: the line and column of malformed JSON, and the errors.
fn places(problem: &Value) -> String {
    let mut line = problem["code"].as_str().expect("a code").to_owned();
    if let (Some(at), Some(column)) = (problem["line"].as_u64(), problem["column"].as_u64()) {
        write!(line, " {at}:{column}").expect("a string");
    }
    let errors = problem["errors"].as_array().map_or(&[][..], |errors| errors);
    let listed: Vec<String> = errors.iter().take(MOST_PLACES).map(place).collect();
    line += &format!(" {}", listed.join("; "));
    if errors.len() > MOST_PLACES {
        write!(line, "; ... {} errors", errors.len()).expect("a string");
    }
    if let Some(more) = problem["more_errors"].as_u64() {
        write!(line, "; and {more} more").expect("a string");
    }
    line.trim_end().to_owned()
}

/// The place of an error: its pointer (`""` for the whole document) or `?parameter`, then `r4c5`, `line 2`, `char 7` and the
/// text found, each only if present.
fn place(error: &Value) -> String {
    let text = |name: &str, before: &str, after: &str| {
        let value = error.get(name)?;
        Some(format!("{before}{}{after}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
    };
    let pointer = if error["pointer"] == json!("") { Some("\"\"".to_owned()) } else { text("pointer", "", "") };
    let cell = format!("{}{}", text("row", "r", "").unwrap_or_default(), text("column", "c", "").unwrap_or_default());
    let parts = [
        pointer,
        text("parameter", "?", ""),
        Some(cell).filter(|cell| !cell.is_empty()),
        text("line", "line ", ""),
        text("character", "char ", ""),
        text("found", "«", "»"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Sends the requests of a file, and compares their answers with those of the file.
async fn check(name: &str) {
    let path = format!("{}/tests/cases/requests/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let service = Service::start().await;
    let (mut written, mut differences, mut sentence) = (String::new(), String::new(), "");
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(written, "{line}").expect("a string");
        if !line.starts_with('/') {
            sentence = line;
            continue;
        }
        let expected = lines.next_if(|line| line.starts_with("  ")).unwrap_or_default().trim_start();
        let found = shown(&ask(&service, line).await);
        writeln!(written, "  {found}").expect("a string");
        if found != expected {
            writeln!(differences, "{sentence}\n{line}\n  expected {expected}\n  found    {found}").expect("a string");
        }
    }
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(&path, written).expect("the file can be written");
    } else {
        assert!(differences.is_empty(), "{path} says something else:\n{differences}");
    }
}

macro_rules! files {
    ($($name:ident)*) => {
        $(#[tokio::test]
        async fn $name() {
            check(stringify!($name)).await;
        })*
    };
}

files! { bodies clients forms json notations texts }
