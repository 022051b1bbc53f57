//! Answers as the files have them: on one line.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cases::words;
use crate::support::service::Answer;

/// The headers that every answer has, unless it says otherwise.
pub const USUAL: [(&str, &str); 5] = [
    ("access-control-allow-origin", "*"),
    (
        "access-control-expose-headers",
        "x-request-id, retry-after, server-timing, allow, etag, content-location, sudoku-verdict, sudoku-rating",
    ),
    ("cache-control", "no-store"),
    ("timing-allow-origin", "*"),
    ("x-content-type-options", "nosniff"),
];

/// Headers that tell nothing of a request, or that are shown with its answer.
pub const HIDDEN: [&str; 4] = ["connection", "content-length", "content-type", "date"];

/// A text on one line, with the names of grids.
pub fn one_line(text: &str) -> String {
    words::named(text.trim_end()).replace('\n', " | ")
}

/// An answer on one line: its status, and its text or document. Of a problem, its places and its detail.
pub fn shown(answer: &Answer) -> String {
    let media_type = answer.header("content-type").unwrap_or_default();
    let said = if media_type.starts_with("image/") {
        String::new()
    } else if media_type.starts_with("text/html") {
        text_of(answer.text())
    } else if !media_type.ends_with("json") || media_type.ends_with("ndjson") {
        one_line(answer.text())
    } else {
        let mut document = answer.json();
        if document["jsonrpc"].is_string() || document[0]["jsonrpc"].is_string() {
            one_line(answer.text())
        } else if answer.status == 200 {
            document.as_object_mut().map(|members| members.shift_remove("stats"));
            words::short(&document, &Value::Null).to_string()
        } else {
            format!("{} -- {}", places(&document), words::named(document["detail"].as_str().expect("a detail")))
        }
    };
    let kind = match media_type.as_str() {
        "" | "text/plain; charset=utf-8" | "application/json" | "application/problem+json" => String::new(),
        other => format!("{other}: "),
    };
    visible(format!("{} {kind}{said}", answer.status).trim_end())
}

/// What a reader of a page sees.
fn text_of(page: &str) -> String {
    let body = page.split_once("<body").map_or(page, |(_, body)| body);
    let texts = body.split('<').filter_map(|part| Some(part.split_once('>')?.1)).flat_map(str::split_whitespace);
    texts.collect::<Vec<_>>().join(" ")
}

/// A text with escapes for the characters that nobody sees.
pub fn visible(text: &str) -> String {
    let shown = |character: char| match character {
        ' '..='~' | '\u{a1}'..='\u{2027}' | '\u{2500}'..='\u{d7ff}' | '\u{ff00}'..='\u{ffef}' => character.to_string(),
        other => other.escape_unicode().to_string(),
    };
    text.chars().map(shown).collect()
}

/// More errors than these are counted.
const MOST_PLACES: usize = 10;

/// The code of a problem, or its type if that is elsewhere, and its places on one line: the line and column of malformed JSON, the
/// grid, and the errors.
fn places(problem: &Value) -> String {
    let (code, kind) = (problem["code"].as_str().expect("a code"), problem["type"].as_str().expect("a type"));
    let mut line = if kind == format!("/problems/{code}") { code } else { kind }.to_owned();
    if let Some(pointer) = problem["pointer"].as_str() {
        write!(line, " {pointer}").expect("a string");
    }
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
