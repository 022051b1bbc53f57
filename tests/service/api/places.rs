//! Tables of invalid request bodies, each with the expected problem code and error locations.
//!
//! Locations are written on one line. `1:5` is the line and column of malformed JSON. Each error is its pointer (`""`
//! for the whole document) or `?parameter`, then `r4c5`, `line 2`, `char 7` and the text found, each only if present.

use serde_json::Value;

use crate::support::puzzles::HARDEST;
use crate::support::service::Service;

/// Formats the code and error locations of a problem on one line.
fn places(problem: &Value) -> String {
    let mut line = problem["code"].as_str().unwrap_or("no code").to_owned();
    if let (Some(at), Some(column)) = (problem["line"].as_u64(), problem["column"].as_u64()) {
        line.push_str(&format!(" {at}:{column}"));
    }
    for (i, error) in problem["errors"].as_array().into_iter().flatten().enumerate() {
        line.push_str(if i == 0 { " " } else { "; " });
        line.push_str(&place(error));
    }
    if let Some(more) = problem["more_errors"].as_u64() {
        line.push_str(&format!("; and {more} more"));
    }
    line
}

fn place(error: &Value) -> String {
    let mut parts = Vec::new();
    match error["pointer"].as_str() {
        Some("") => parts.push("\"\"".to_owned()),
        Some(pointer) => parts.push(pointer.to_owned()),
        None => {}
    }
    parts.extend(error["parameter"].as_str().map(|parameter| format!("?{parameter}")));
    match (error["row"].as_u64(), error["column"].as_u64()) {
        (Some(row), Some(column)) => parts.push(format!("r{row}c{column}")),
        (Some(row), None) => parts.push(format!("r{row}")),
        (None, Some(column)) => parts.push(format!("c{column}")),
        (None, None) => {}
    }
    parts.extend(error["line"].as_u64().map(|line| format!("line {line}")));
    parts.extend(error["character"].as_u64().map(|character| format!("char {character}")));
    parts.extend(error["found"].as_str().map(|found| format!("«{found}»")));
    assert!(error["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "no detail: {error}");
    parts.join(" ")
}

/// Sends each body of a table and collects the differences from the expected problems.
pub struct Table {
    service: Service,
    path: &'static str,
    media_type: &'static str,
    checked: usize,
    differences: Vec<String>,
}

impl Table {
    pub async fn of(path: &'static str, media_type: &'static str) -> Self {
        Self { service: Service::start().await, path, media_type, checked: 0, differences: Vec::new() }
    }

    pub async fn row(&mut self, body: impl AsRef<[u8]>, expected: impl AsRef<str>) {
        self.row_at(self.path, body, expected).await;
    }

    pub async fn row_at(&mut self, target: &str, body: impl AsRef<[u8]>, expected: impl AsRef<str>) {
        let (body, expected) = (body.as_ref(), expected.as_ref());
        let request = self.service.request("POST", target).header("accept", "application/json");
        let answer = request.header("content-type", self.media_type).body(body).send().await;
        self.checked += 1;
        let found = places(&answer.json());
        let status = if expected.starts_with("malformed-json") { 400 } else { 422 };
        if found != expected || answer.status != status {
            let shown: String = String::from_utf8_lossy(body).chars().take(200).collect();
            self.differences.push(format!(
                "POST {target} {shown:?}\nexpected {status} {expected}\nfound    {} {found}\n{}",
                answer.status,
                answer.text()
            ));
        }
    }

    #[track_caller]
    pub fn end(self) {
        assert!(
            self.differences.is_empty(),
            "{} of {} bodies differ:\n\n{}",
            self.differences.len(),
            self.checked,
            self.differences.join("\n\n")
        );
    }
}

/// Returns the locations of the eights in the hardest puzzle, on one line, with each replaced by this character.
pub fn eights(pointer: &str, found: char) -> String {
    let places: Vec<String> = HARDEST
        .char_indices()
        .filter(|&(_, cell)| cell == '8')
        .map(|(i, _)| format!("{pointer}r{}c{} line 1 char {} «{found}»", i / 9 + 1, i % 9 + 1, i + 1))
        .collect();
    places.join("; ")
}
