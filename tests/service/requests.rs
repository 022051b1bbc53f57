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
//! A batch is sent whole and in chunks of a byte, and is the input of the command, too. What any of these answers otherwise is in
//! a line of its own.
//!
//! A request is a target, a media type and a body, or a target alone. `text>json` is a text for whose answer JSON is accepted.
//! Bodies have the escapes `\n`, `\r`, `\t`, `\\` and `\xE9`; `([)*16` are 16 brackets; and grids have their names, such as
//! `EASY` or `EASY:rows`. `UPDATE_CASES=1` writes the answers anew.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::batch::command::run;
use crate::cases::words;
use crate::support::puzzles::NAMED;
use crate::support::service::{Answer, Service};

/// The media types by their words.
const TYPES: [(&str, &str); 7] = [
    ("json", "application/json"),
    ("text", "text/plain"),
    ("form", "application/x-www-form-urlencoded"),
    ("ndjson", "application/x-ndjson"),
    ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"),
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

/// A request of a file: its target, the media types of what is sent and accepted, and its body.
struct Sent {
    target: String,
    media_type: String,
    accepted: String,
    body: Option<Vec<u8>>,
}

impl Sent {
    fn read(written: &str) -> Self {
        let written = with_grids(written);
        let mut words = written.splitn(3, ' ');
        let target = words.next().unwrap_or_default().to_owned();
        let types = words.next();
        let (sent, accepted) = types.map_or(("-", "-"), |types| types.split_once('>').unwrap_or((types, "-")));
        let [media_type, accepted] =
            [sent, accepted].map(|word| String::from_utf8(bytes(media_type(word))).expect("text"));
        let body = words.next().map(bytes).or_else(|| (!media_type.is_empty()).then(Vec::new));
        let target = if types.is_some() { format!("POST {target}") } else { format!("GET {target}") };
        Self { target, media_type, accepted, body }
    }

    /// Its answer. A chunked body comes byte by byte.
    async fn answer(&self, service: &Service, is_chunked: bool) -> Answer {
        let (method, target) = self.target.split_once(' ').expect("a method and a target");
        let mut request = service.request(method, target);
        for (name, value) in [("content-type", &self.media_type), ("accept", &self.accepted)] {
            if !value.is_empty() {
                request = request.header(name, value);
            }
        }
        match &self.body {
            Some(body) if is_chunked => request.chunked(body, 1).send().await,
            Some(body) => request.body(body).send().await,
            None => request.send().await,
        }
    }

    /// What the command of a batch prints. A form of parts is not its business.
    fn printed(&self) -> Option<String> {
        if self.media_type.starts_with("multipart") {
            return None;
        }
        let (name, query) = self.target.strip_prefix("POST /")?.split_once("/batch")?;
        let mut arguments = vec![name.to_owned()];
        let options = form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
        arguments.extend(options.map(|(name, value)| format!("--{}={value}", name.replace('_', "-"))));
        let formats = [("ndjson", "ndjson"), ("csv", "csv"), ("tab-separated-values", "tsv")];
        let format = formats.into_iter().find(|(name, _)| self.media_type.contains(name));
        arguments.extend(format.map(|(_, format)| format!("--format={format}")));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = run(&arguments, self.body.as_deref().unwrap_or_default());
        let [printed, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        // A problem of a line is one of the answer.
        let is_told = |code: &i32| *code > i32::from(!printed.is_empty());
        let status = output.status.code().filter(is_told).map(|code| format!("exit {code}: "));
        Some(format!("{}{}", status.unwrap_or_default(), one_line(&(printed + &error))))
    }
}

/// A text on one line, with the names of grids.
fn one_line(text: &str) -> String {
    words::named(text.trim_end()).replace('\n', " | ")
}

/// Sends a request in each form, and shows the answers: one, unless they differ.
async fn ask(service: &Service, written: &str) -> String {
    let sent = Sent::read(written);
    let answer = sent.answer(service, false).await;
    let mut text = shown(&answer);
    if sent.target.contains("/batch") {
        let chunked = shown(&sent.answer(service, true).await);
        if chunked != text {
            text += &format!("\n  chunked: {chunked}");
        }
        if let Some(printed) = sent.printed().filter(|printed| *printed != one_line(answer.text())) {
            text += &format!("\n  command: {}", visible(&printed));
        }
    }
    text
}

/// An answer on one line: its status, and its text or document. Of a problem, its places and its detail.
fn shown(answer: &Answer) -> String {
    let media_type = answer.header("content-type").unwrap_or_default();
    let said = if !media_type.ends_with("json") || media_type.ends_with("ndjson") {
        one_line(answer.text())
    } else if answer.status == 200 {
        let mut document = answer.json();
        document.as_object_mut().map(|members| members.shift_remove("stats"));
        words::short(&document, &Value::Null).to_string()
    } else {
        let problem = answer.json();
        format!("{} -- {}", places(&problem), words::named(problem["detail"].as_str().expect("a detail")))
    };
    let kind = match media_type.as_str() {
        "text/plain; charset=utf-8" | "application/json" | "application/problem+json" => String::new(),
        other => format!("{other}: "),
    };
    visible(&format!("{} {kind}{said}", answer.status))
}

/// A text with escapes for the characters that nobody sees.
fn visible(text: &str) -> String {
    let shown = |character: char| match character {
        ' '..='~' | '\u{a1}'..='\u{2027}' | '\u{2500}'..='\u{d7ff}' | '\u{ff00}'..='\u{ffef}' => character.to_string(),
        other => other.escape_unicode().to_string(),
    };
    text.chars().map(shown).collect()
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
    for error in errors {
        assert!(error["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "no detail: {error}");
    }
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
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            writeln!(expected, "{line}").expect("a string");
        }
        let found = format!("  {}\n", ask(&service, line).await);
        written += &found;
        if found != expected {
            write!(differences, "{sentence}\n{line}\nexpected\n{expected}found\n{found}").expect("a string");
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

files! { batches bodies clients forms json notations texts }
