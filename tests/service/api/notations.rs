//! Sends one puzzle in every notation and request format, and expects a response in the same notation.

use serde_json::{Value, json};

use crate::support::puzzles::{
    EMPTY, HARDEST, HARDEST_SOLUTION, flat, joined, nested, number, number_or, rows, string_or, with_blanks,
};
use crate::support::service::{Answer, Service};

/// The shape and cell type of the response to an array.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Rows,
    TextRows,
    Strings,
    Flat,
    TextFlat,
}

impl Kind {
    fn of(self, line: &str) -> Value {
        let text = |character: char| json!(character.to_string());
        match self {
            Self::Rows => nested(line, number),
            Self::TextRows => nested(line, text),
            Self::Strings => json!(rows(line)),
            Self::Flat => flat(line, number),
            Self::TextFlat => flat(line, text),
        }
    }
}

/// The layout of the response to a text.
#[derive(Clone, Copy, Debug)]
enum Layout {
    Line,
    Lines,
    Dashed,
}

impl Layout {
    fn of(self, line: &str) -> String {
        match self {
            Self::Line => line.to_owned(),
            Self::Lines => joined(line, "\n"),
            Self::Dashed => joined(line, "-"),
        }
    }
}

/// Cells of alternating types; the first is a string.
fn mixed(line: &str) -> Value {
    line.chars()
        .enumerate()
        .map(|(i, character)| match (character, i % 3) {
            ('.', 0) => Value::Null,
            ('.', 1) => json!(0),
            ('.', _) => json!("."),
            (digit, 0) => json!(digit.to_string()),
            (digit, _) => json!(digit.to_digit(10)),
        })
        .collect()
}

fn chunked(flat: &Value) -> Value {
    flat.as_array().expect("an array").chunks(9).map(<[Value]>::to_vec).collect()
}

fn arrays() -> Vec<(String, Value, Kind)> {
    let mut arrays = Vec::new();
    let number_blanks = [json!(0), json!(null), json!(0.0), json!(-0.0), json!(-1)];
    for blank in number_blanks {
        let name = format!("numbers and {blank}");
        arrays.push((format!("rows of {name}"), nested(HARDEST, number_or(blank.clone())), Kind::Rows));
        arrays.push((format!("81 {name}"), flat(HARDEST, number_or(blank)), Kind::Flat));
    }
    let string_blanks = ["", " ", ".", "_", "x", "X", "*", "-", "0", "?", "\u{25A1}", "\u{2B1C}"];
    for blank in string_blanks.map(|blank| json!(blank)) {
        let name = format!("strings and {blank}");
        arrays.push((format!("rows of {name}"), nested(HARDEST, string_or(blank.clone())), Kind::TextRows));
        arrays.push((format!("81 {name}"), flat(HARDEST, string_or(blank.clone())), Kind::TextFlat));
        // The first given determines the cell type, not the first blank.
        arrays.push((format!("rows of numbers and {blank}"), nested(HARDEST, number_or(blank)), Kind::Rows));
    }
    arrays.push(("rows of strings and null".into(), nested(HARDEST, string_or(json!(null))), Kind::TextRows));
    arrays.push(("rows of strings and 0".into(), nested(HARDEST, string_or(json!(0))), Kind::TextRows));
    let floats = |character: char| json!(f64::from(character.to_digit(10).unwrap_or(0)));
    arrays.push(("rows of 8.0".into(), nested(HARDEST, floats), Kind::Rows));
    let mixed = mixed(HARDEST);
    arrays.push(("rows of everything, a string first".into(), chunked(&mixed), Kind::TextRows));
    arrays.push(("81 of everything, a string first".into(), mixed, Kind::TextFlat));
    let named = |cell: fn(char) -> Value| -> Value {
        let cells = HARDEST.chars().enumerate().filter(|(_, character)| *character != '.');
        let name = |i: usize| format!("{}{}", char::from(b'A' + i as u8 / 9), i % 9 + 1);
        Value::Object(cells.map(|(i, character)| (name(i), cell(character))).collect())
    };
    arrays.push(("numbers by cell".into(), named(number), Kind::Rows));
    arrays.push(("strings by cell".into(), named(|character| json!(character.to_string())), Kind::TextRows));
    let mut with_blanks_by_cell = named(number);
    for (name, blank) in [("A2", json!(null)), ("A3", json!(0)), ("B1", json!("")), ("B2", json!(-1))] {
        with_blanks_by_cell[name] = blank;
    }
    arrays.push(("numbers and blanks by cell".into(), with_blanks_by_cell, Kind::Rows));
    for blank in [".", "0", "_", "x", "X", "*", "-", "?", "\u{25A1}", "\u{2B1C}"] {
        let strings: Value = rows(HARDEST).into_iter().map(|row| row.replace('.', blank)).collect();
        arrays.push((format!("nine strings with {blank}"), strings, Kind::Strings));
    }
    let spaced: Vec<String> = rows(HARDEST).iter().map(|row| format!(" {}\u{a0}\t", joined_cells(row))).collect();
    arrays.push(("nine strings with spaces".into(), json!(spaced), Kind::Strings));
    let framed: Vec<String> =
        rows(HARDEST).iter().map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..])).collect();
    arrays.push(("nine strings with bars".into(), json!(framed), Kind::Strings));
    arrays
}

fn joined_cells(row: &str) -> String {
    row.chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

/// The grid with a frame: `edge` above and below, `middle` between the bands, `bar` between the boxes.
fn framed(line: &str, edge: &str, middle: &str, bar: &str, ends: &str) -> String {
    let mut text = String::new();
    for (i, row) in rows(line).into_iter().enumerate() {
        let divider = if i == 0 { edge } else { middle };
        if i % 3 == 0 && !divider.is_empty() {
            text.push_str(divider);
            text.push('\n');
        }
        let boxes = [&row[..3], &row[3..6], &row[6..]].map(joined_cells).join(bar);
        text.push_str(&format!("{ends}{boxes}{ends}\n"));
    }
    text.push_str(edge);
    text
}

fn texts() -> Vec<(String, String, Layout)> {
    let mut texts = Vec::new();
    for blank in [".", "0", "_", "x", "X", "*", "-"] {
        let line = with_blanks(HARDEST, blank);
        texts.push((format!("a line with {blank}"), line.clone(), Layout::Line));
        texts.push((format!("nine lines with {blank}"), joined(&line, "\n"), Layout::Lines));
        texts.push((format!("rows joined by slashes, with {blank}"), joined(&line, "/"), Layout::Line));
        texts.push((format!("rows joined by commas, with {blank}"), joined(&line, ","), Layout::Line));
        if blank != "-" {
            texts.push((format!("rows joined by dashes, with {blank}"), joined(&line, "-"), Layout::Dashed));
            let frame = "------+-------+------";
            texts.push((format!("a .sdk frame, with {blank}"), framed(&line, "", frame, " | ", ""), Layout::Lines));
        }
        if blank != "*" && blank != "-" {
            let text = framed(&line, "*-----------*", "|---+---+---|", "|", "|");
            texts.push((format!("a frame with stars, with {blank}"), text, Layout::Lines));
            let text = framed(&line, "+-------+-------+-------+", "+-------+-------+-------+", " | ", "|");
            texts.push((format!("a closed frame, with {blank}"), text, Layout::Lines));
        }
        let text = framed(&line, "╔═══╤═══╗", "╟───┼───╢", "│", "║");
        texts.push((format!("box-drawing characters, with {blank}"), text, Layout::Lines));
    }
    let mixed: String = HARDEST
        .chars()
        .enumerate()
        .map(|(i, cell)| if cell == '.' { ['.', '0', '_', 'x', 'X'][i % 5] } else { cell })
        .collect();
    texts.push(("a line with every blank".into(), mixed, Layout::Line));
    texts.push(("a line with a line break".into(), format!("{HARDEST}\n"), Layout::Line));
    texts.push(("a line with CRLF".into(), format!("{HARDEST}\r\n"), Layout::Line));
    texts.push(("nine lines with CRLF".into(), joined(HARDEST, "\r\n"), Layout::Lines));
    texts.push(("nine lines with empty lines".into(), joined(HARDEST, "\n\n"), Layout::Lines));
    texts.push(("rows joined by semicolons".into(), joined(HARDEST, ";"), Layout::Line));
    texts.push(("a line with spaces".into(), joined_cells(HARDEST), Layout::Line));
    texts.push(("a line with no-break spaces".into(), joined(HARDEST, "\u{a0}"), Layout::Line));
    texts.push(("a line with tabs".into(), joined(HARDEST, "\t"), Layout::Line));
    texts.push(("a line after comments".into(), format!("# Inkala 2012\n  # hard\n{HARDEST}\n# end"), Layout::Line));
    let commented = format!("#A author\n{}\n#end", joined(HARDEST, "\n# row\n"));
    texts.push(("nine lines with comments between".into(), commented, Layout::Lines));
    texts.push(("a bordered line".into(), format!("|{HARDEST}|"), Layout::Line));
    texts.push(("dash-joined rows with spaces".into(), joined(HARDEST, " - "), Layout::Dashed));
    texts
}

/// Describes an answer that differs from the expected one.
fn difference(name: &str, answer: &Answer, media_type: &str, expected: &str) -> Option<String> {
    let found_type = answer.header("content-type").unwrap_or_default();
    let verdict = answer.header("sudoku-verdict");
    let body = if media_type == "application/json" && answer.status == 200 {
        answer.json()["solution"].to_string()
    } else {
        answer.text().to_owned()
    };
    let right =
        answer.status == 200 && found_type == media_type && verdict.as_deref() == Some("unique") && body == expected;
    (!right).then(|| format!("{name}: expected {media_type}, {expected}\nfound {answer}"))
}

#[track_caller]
fn check_all(checked: usize, differences: &[String]) {
    assert!(differences.is_empty(), "{} of {checked} differ:\n\n{}", differences.len(), differences.join("\n\n"));
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

#[tokio::test]
async fn solutions_of_arrays_have_the_same_shape_and_cell_type() {
    let service = Service::start().await;
    let mut differences = Vec::new();
    let arrays = arrays();
    for (name, grid, kind) in &arrays {
        let expected = kind.of(HARDEST_SOLUTION).to_string();
        for (member, body) in [("grid", json!({"grid": grid})), ("bare", grid.clone())] {
            let answer = service.post_json("/solve", &body).await;
            differences.extend(difference(&format!("{name}, {member}"), &answer, JSON, &expected));
        }
        for media_type in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/vnd.sudoku+json",
            "application/vnd.sudoku+JSON; v=1",
            "",
        ] {
            let request = service.request("POST", "/solve").header("content-type", media_type);
            let answer = request.body(json!({"grid": grid}).to_string()).send().await;
            differences.extend(difference(&format!("{name} as {media_type:?}"), &answer, JSON, &expected));
        }
        let answer = service.post_text("/solve", &format!("\u{feff} \r\n\t{grid}")).await;
        differences.extend(difference(&format!("{name} without a type"), &answer, JSON, &expected));
        let request = service.request("POST", "/solve").header("accept", "text/plain").json(grid);
        let line = format!("{HARDEST_SOLUTION}\n");
        differences.extend(difference(&format!("{name} for text"), &request.send().await, TEXT, &line));
    }
    check_all(arrays.len(), &differences);
}

#[tokio::test]
async fn solutions_of_texts_have_the_same_layout() {
    let service = Service::start().await;
    let mut differences = Vec::new();
    let texts = texts();
    for (name, text, layout) in &texts {
        let solution = layout.of(HARDEST_SOLUTION);
        let line = format!("{solution}\n");
        let document = json!(solution).to_string();
        for media_type in ["text/plain", "Text/Plain; charset=UTF-8", "application/x-www-form-urlencoded", ""] {
            let request = service.request("POST", "/solve").header("content-type", media_type).body(text);
            differences.extend(difference(&format!("{name} as {media_type:?}"), &request.send().await, TEXT, &line));
        }
        let answer = service.post_text("/solve", &format!("\u{feff}{text}")).await;
        differences.extend(difference(&format!("{name} without a type"), &answer, TEXT, &line));
        for body in [json!({"grid": text}), json!(text)] {
            let answer = service.post_json("/solve", &body).await;
            differences.extend(difference(&format!("{name} in JSON"), &answer, JSON, &document));
        }
        let answer = service.post_text("/solve", &json!(text).to_string()).await;
        differences.extend(difference(&format!("{name} as a JSON string without a type"), &answer, JSON, &document));
        let request = service.request("POST", "/solve").header("accept", "application/json").body(text);
        differences.extend(difference(&format!("{name} for JSON"), &request.send().await, JSON, &document));
        let request = service.request("POST", "/solve").header("accept", "text/plain").json(&json!(text));
        differences.extend(difference(&format!("{name} in JSON for text"), &request.send().await, TEXT, &line));
    }
    check_all(texts.len(), &differences);
}

#[tokio::test]
async fn solutions_of_empty_grids_have_the_type_of_the_first_blank() {
    let service = Service::start().await;
    let mut differences = Vec::new();
    for (blank, is_number) in [
        (json!(0), true),
        (json!(null), true),
        (json!("."), false),
        (json!(""), false),
        (json!("0"), false),
        (json!("*"), false),
    ] {
        let mut cells = flat(EMPTY, number_or(blank.clone()));
        // A later blank of the other type does not matter.
        cells[80] = if is_number { json!(".") } else { json!(null) };
        let answer = service.post_json("/solve", &cells).await;
        let cell = &answer.json()["solution"][80];
        if cell.is_number() != is_number || cell.is_string() == is_number {
            differences.push(format!("{blank}: {cell}"));
        }
    }
    check_all(6, &differences);
}

#[tokio::test]
async fn accept_selects_the_format_which_defaults_to_that_of_the_request() {
    let service = Service::start().await;
    // Each with the response formats for a JSON request and for a text request.
    let cases = [
        ("", JSON, TEXT),
        ("*/*", JSON, TEXT),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", JSON, TEXT),
        ("image/gif", JSON, TEXT),
        ("application/json", JSON, JSON),
        ("APPLICATION/JSON", JSON, JSON),
        ("application/*", JSON, JSON),
        ("application/problem+json", JSON, JSON),
        ("application/vnd.sudoku+json; q=0.1", JSON, JSON),
        ("text/plain", TEXT, TEXT),
        ("text/*", TEXT, TEXT),
        ("text/plain;q=0.1", TEXT, TEXT),
        ("application/json, text/plain", JSON, JSON),
        ("text/plain, application/json", JSON, JSON),
        ("application/json, text/plain, */*", JSON, JSON),
        ("application/json;q=0.5, text/plain;q=0.6", TEXT, TEXT),
        ("application/json;q=0.6, text/plain;q=0.5", JSON, JSON),
        ("application/json;q=0.5,text/plain;q=0.5", JSON, JSON),
        ("application/json;q=0, text/plain;q=0.1", TEXT, TEXT),
        ("application/json;q=0", JSON, TEXT),
        ("text/plain;q=0", JSON, TEXT),
        ("application/json;q=0.000, text/plain;q=0", JSON, TEXT),
        ("application/json;q=0, application/*", JSON, TEXT),
        ("text/plain;q=0, text/*", JSON, TEXT),
        ("application/json;q=0, */*", TEXT, TEXT),
        ("text/plain;q=0, */*", JSON, JSON),
        ("*/*;q=0", JSON, TEXT),
        ("application/json;charset=utf-8;q=0.2, text/plain;q=0.3", TEXT, TEXT),
        ("application/json ; q=0.2 , text/plain ; q=0.3", TEXT, TEXT),
        ("application/json;Q=0.2, text/plain;q=0.3", TEXT, TEXT),
        ("nonsense", JSON, TEXT),
        (",,;;q=", JSON, TEXT),
    ];
    let mut differences = Vec::new();
    for (accept, for_json, for_text) in cases {
        let accepting = |request: crate::support::service::Request| {
            if accept.is_empty() { request } else { request.header("accept", accept) }
        };
        let line = format!("{HARDEST_SOLUTION}\n");
        let document = json!(HARDEST_SOLUTION).to_string();
        let body_of = |media_type: &str| if media_type == JSON { document.clone() } else { line.clone() };
        let answer = accepting(service.request("POST", "/solve")).json(&json!(HARDEST)).send().await;
        differences.extend(difference(&format!("JSON, {accept:?}"), &answer, for_json, &body_of(for_json)));
        let answer = accepting(service.request("POST", "/solve")).body(HARDEST).send().await;
        differences.extend(difference(&format!("text, {accept:?}"), &answer, for_text, &body_of(for_text)));
        // Problems use the same format, even for rejected bodies.
        for (body, own) in [("{", for_json), ("5", for_text)] {
            let answer = accepting(service.request("POST", "/solve")).body(body).send().await;
            let media_type = if own == JSON { "application/problem+json" } else { TEXT };
            if answer.header("content-type").as_deref() != Some(media_type) {
                differences.push(format!("problem of {body:?}, {accept:?}: expected {media_type}\nfound {answer}"));
            }
        }
    }
    check_all(cases.len(), &differences);
}

#[tokio::test]
async fn a_hundred_types_of_an_accept_header_are_read_and_no_more() {
    let service = Service::start().await;
    for (others, expected) in [(99, "text/plain; charset=utf-8"), (100, "application/json")] {
        let accept = format!("{}text/plain", "a/b,".repeat(others));
        let request = service.request("POST", "/solve").header("accept", &accept);
        let answer = request.json(&json!({"grid": HARDEST})).send().await;
        assert_eq!(answer.header("content-type").as_deref(), Some(expected), "{others}: {answer}");
    }
}

#[tokio::test]
async fn several_accept_headers_are_combined() {
    let service = Service::start().await;
    let request = service
        .request("POST", "/solve")
        .headers(&[("accept", "text/plain;q=0.3"), ("accept", "image/gif, application/json;q=0.4")]);
    let answer = request.body(HARDEST).send().await;
    check_all(
        1,
        &difference("two headers", &answer, JSON, &json!(HARDEST_SOLUTION).to_string()).into_iter().collect::<Vec<_>>(),
    );
}

#[tokio::test]
async fn utf_8_and_us_ascii_are_accepted() {
    let service = Service::start().await;
    let line = format!("{HARDEST_SOLUTION}\n");
    let mut differences = Vec::new();
    for charset in ["utf-8", "UTF-8", "\"utf-8\"", "us-ascii", "utf-8; x=\"; charset=latin1\""] {
        let media_type = format!("text/plain; charset={charset}");
        let request = service.request("POST", "/solve").header("content-type", &media_type);
        differences.extend(difference(&media_type, &request.body(HARDEST).send().await, TEXT, &line));
    }
    let request = service.request("POST", "/solve").header("content-encoding", "identity").body(HARDEST);
    differences.extend(difference("identity", &request.send().await, TEXT, &line));
    check_all(6, &differences);
}

#[tokio::test]
async fn a_multi_line_file_sent_by_curl_without_line_breaks_is_one_grid() {
    let service = Service::start().await;
    // What `curl -d @grid.sdk` sends: the file without its line breaks.
    let sent = joined(HARDEST, "\r\n").replace(['\r', '\n'], "");
    let request = service.request("POST", "/solve").header("content-type", "application/x-www-form-urlencoded");
    let answer = request.body(sent).send().await;
    let line = format!("{HARDEST_SOLUTION}\n");
    check_all(1, &difference("curl -d", &answer, TEXT, &line).into_iter().collect::<Vec<_>>());
}
