//! Bodies that are no request, each with the code and the place that its sender wants to know.
//!
//! A place is written in one line: `1:5` is line and column of malformed JSON; an error is its pointer (`""` for the
//! whole document) or `?parameter`, then `r4c5`, `line 2`, `char 7` and what was found, each only if it was told.

use serde_json::{Value, json};

use crate::support::puzzles::{EMPTY, HARDEST, joined, nested, number, rows};
use crate::support::service::{Answer, Service};

/// What a problem says of places, in one line.
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

/// Sends every body of a table and collects the differences.
struct Table {
    service: Service,
    path: &'static str,
    media_type: &'static str,
    checked: usize,
    differences: Vec<String>,
}

impl Table {
    async fn of(path: &'static str, media_type: &'static str) -> Self {
        Self { service: Service::start().await, path, media_type, checked: 0, differences: Vec::new() }
    }

    async fn row(&mut self, body: impl AsRef<[u8]>, expected: impl AsRef<str>) {
        self.row_at(self.path, body, expected).await;
    }

    async fn row_at(&mut self, target: &str, body: impl AsRef<[u8]>, expected: impl AsRef<str>) {
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
    fn end(self) {
        assert!(
            self.differences.is_empty(),
            "{} of {} bodies differ:\n\n{}",
            self.differences.len(),
            self.checked,
            self.differences.join("\n\n")
        );
    }
}

fn solve_document(options: &str) -> String {
    format!(r#"{{"grid":"{HARDEST}",{options}}}"#)
}

#[tokio::test]
async fn what_is_no_json_is_told_with_the_place_where_it_ceases_to_be() {
    let mut table = Table::of("/solve", "application/json").await;
    table.row("", "malformed-json 1:1").await;
    table.row(" \n\t ", "malformed-json 1:1").await;
    table.row("\u{feff}", "malformed-json 1:1").await;
    table.row("{", "malformed-json 1:2").await;
    table.row("[[5,3", "malformed-json 1:6").await;
    table.row(r#"{"grid":"53"#, "malformed-json 1:12").await;
    table.row("{\n  \"grid\": [\n", "malformed-json 3:1").await;
    table.row(r#"{"grid":}"#, "malformed-json 1:9").await;
    table.row(r#"{"grid" 5}"#, "malformed-json 1:9").await;
    table.row(r#"{"grid":[1,2,]}"#, "malformed-json 1:14").await;
    table.row(r#"{"grid":[1 2]}"#, "malformed-json 1:12").await;
    table.row(r#"{"grid":5,}"#, "malformed-json 1:11").await;
    table.row("{'grid':5}", "malformed-json 1:2").await;
    table.row("{grid:5}", "malformed-json 1:2").await;
    table.row("// a puzzle\n{}", "malformed-json 1:1").await;
    table.row("<html>", "malformed-json 1:1").await;
    table.row("undefined", "malformed-json 1:1").await;
    table.row("nul", "malformed-json 1:4").await;
    table.row(r#"{"grid":[NaN]}"#, "malformed-json 1:10").await;
    table.row(r#"{"grid":[+5]}"#, "malformed-json 1:10").await;
    table.row(r#"{"grid":[.5]}"#, "malformed-json 1:10").await;
    table.row(r#"{"grid":[05]}"#, "malformed-json 1:11").await;
    table.row(r#"{"grid":[5.]}"#, "malformed-json 1:12").await;
    table.row(r#"{"grid":[1e]}"#, "malformed-json 1:12").await;
    table.row("{}{}", "malformed-json 1:3").await;
    table.row("[] x", "malformed-json 1:4").await;
    table.row("{\"grid\":\n  [1,\n  2,, 3]}", "malformed-json 3:5").await;
    table.row("{\"é\":\"é\", x}", "malformed-json 1:11").await;
    table.row("\u{feff}[x]", "malformed-json 1:2").await;
    table.row("\u{feff}\u{feff}[]", "malformed-json 1:1").await;
    table.row("\0", "malformed-json 1:1").await;
    table.row("{}\0", "malformed-json 1:3").await;
    table.row("{\"grid\":\"53\n7\"}", "malformed-json 1:12").await;
    table.row("{\"grid\":\"53\0\"}", "malformed-json 1:12").await;
    table.row(r#"{"grid":"\x41"}"#, "malformed-json 1:11").await;
    table.row(r#"{"grid":"\u12g4"}"#, "malformed-json 1:15").await;
    table.row(r#"{"grid":"\ud800"}"#, "malformed-json 1:16").await;
    table.row(r#"{"grid":["\udc00"]}"#, "malformed-json 1:16").await;
    table.row("{\"max_solutions\":2,\n\"grid\":[[\"\\ud800\"]]}", "malformed-json 2:17").await;
    table.row(b"{\"grid\":\"5\xE2\x82\"}", "malformed-json 1:11").await;
    table.row(b"{\"grid\":\"5\xE2\x82", "malformed-json 1:11").await;
    table.row(b"{\"caf\xE9\":1}", "malformed-json 1:6").await;
    table.row(b"{\n\"\xC0\x80\":1}", "malformed-json 2:2").await;
    table.row(b"\xFF\xFE{\0}\0", "malformed-json 1:1").await;
    table.row(b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "malformed-json 1:2").await;
    table.row("[".repeat(16 * 1024), "malformed-json 1:16385").await;
    table.row(r#"{"a":"#.repeat(3000), "malformed-json 1:15001").await;
    table.row(HARDEST, "malformed-json 1:3").await;
    table.end();
}

#[tokio::test]
async fn a_request_of_another_shape_is_told_by_the_names_of_its_members() {
    let mut table = Table::of("/solve", "application/json").await;
    for scalar in ["5", "-1", "1e999", "true", "false", "null", " 81 "] {
        table.row(scalar, r#"invalid-request """#).await;
    }
    table.row("{}", "invalid-request /grid").await;
    table.row(r#"{"max_solutions":3}"#, "invalid-request /grid").await;
    table.row(format!(r#"{{"gird":"{HARDEST}"}}"#), "invalid-request /gird; /grid").await;
    table.row(format!(r#"{{"Grid":"{HARDEST}"}}"#), "invalid-request /Grid; /grid").await;
    table.row(solve_document(r#""board":[]"#), "invalid-request /board").await;
    table.row(format!(r#"{{"board":5,"grid":"{HARDEST}"}}"#), "invalid-request /grid").await;
    table.row(solve_document(r#""grid":[]"#), "invalid-request /grid").await;
    table.row(solve_document(r#""gr\u0069d":[]"#), "invalid-request /grid").await;
    table.row(r#"{"board":[],"board":[]}"#, "invalid-request /board").await;
    table.row(solve_document(r#""max_solution":3"#), "invalid-request /max_solution").await;
    table.row(solve_document(r#""puzzle":[]"#), "invalid-request /puzzle").await;
    table.row(solve_document(r#""x":{"grid":1},"":[],"a/b~c":0"#), "invalid-request /x; /; /a~1b~0c").await;
    table.row(solve_document(r#""x":1,"x":2"#), "invalid-request /x; /x").await;
    table.row(solve_document(r#""__proto__":{}"#), "invalid-request /__proto__").await;
    table.row(solve_document(r#""max_solutions":1,"max_solutions":1"#), "invalid-request /max_solutions").await;
    for wrong in [
        "0",
        "-1",
        "1001",
        "3.5",
        "1e999",
        "-1e999",
        "1e-9",
        "99999999999999999999",
        "\"3\"",
        "\"\"",
        "null",
        "true",
        "[3]",
        "[]",
        "{}",
        "{\"a\":1}",
    ] {
        table.row(solve_document(&format!(r#""max_solutions":{wrong}"#)), "invalid-request /max_solutions").await;
    }
    // A request of the wrong shape comes before a grid that is none, and before conflicts.
    table.row(r#"{"grid":[],"x":1}"#, "invalid-request /x").await;
    table.row(r#"{"grid":null,"max_solutions":0}"#, "invalid-request /max_solutions").await;
    let conflicting = format!(r#"{{"grid":"55{}","max_solutions":0}}"#, &EMPTY[2..]);
    table.row(conflicting, "invalid-request /max_solutions").await;
    table.end();
}

#[tokio::test]
async fn an_option_in_the_query_is_as_strict_as_a_member() {
    let mut table = Table::of("/solve", "text/plain").await;
    for wrong in ["0", "1001", "-1", "3.5", "abc", "", "3%20", "%203", "+3", "1e2", "0x3", "3;4"] {
        table.row_at(&format!("/solve?max_solutions={wrong}"), HARDEST, "invalid-request ?max_solutions").await;
    }
    table.row_at("/solve?max_solutions", HARDEST, "invalid-request ?max_solutions").await;
    table.row_at("/solve?max_solution=3", HARDEST, "invalid-request ?max_solution").await;
    table.row_at("/solve?MAX_SOLUTIONS=3", HARDEST, "invalid-request ?MAX_SOLUTIONS").await;
    table.row_at("/solve?grid=1", HARDEST, "invalid-request ?grid").await;
    table.row_at("/solve?a&b", HARDEST, "invalid-request ?a; ?b").await;
    table.row_at("/solve?max_solutions=2&max_solutions=2", HARDEST, "invalid-request ?max_solutions").await;
    table.row_at("/solve?max_solutions=0&x=1", "5", "invalid-request ?x; ?max_solutions").await;
    table.row_at("/solve?puzzle=1", HARDEST, "invalid-request ?puzzle").await;
    table.row_at("/validate?max_solutions=1", HARDEST, "invalid-request ?max_solutions").await;
    let both = solve_document(r#""max_solutions":2"#);
    table.row_at("/solve?max_solutions=2", both, "invalid-request ?max_solutions").await;
    table.row_at("/solve?x=1", solve_document(r#""y":2"#), "invalid-request /y; ?x").await;
    table.row_at("/validate?puzzle=5", HARDEST, "invalid-grid ?puzzle line 1").await;
    let with_letter = format!("{}z{}", &HARDEST[..40], &HARDEST[41..]);
    let target = format!("/validate?puzzle={with_letter}");
    table.row_at(&target, HARDEST, "invalid-grid ?puzzle r5c5 line 1 char 41 «z»").await;
    table.row_at("/validate?puzzle=", "", "invalid-grid line 1; ?puzzle line 1").await;
    table.end();
}

/// The hardest puzzle as nine arrays, with this text in the place of r4c5.
fn with_cell(cell: &str) -> String {
    let mut grid = nested(HARDEST, number);
    grid[3][4] = json!("here");
    json!({ "grid": grid }).to_string().replace("\"here\"", cell)
}

#[tokio::test]
async fn a_cell_that_is_none_is_told_by_row_and_column() {
    let mut table = Table::of("/solve", "application/json").await;
    for cell in [
        "10",
        "-1",
        "1.5",
        "0.5",
        "1e999",
        "-1e999",
        "99999999999999999999",
        "\"10\"",
        "\"-1\"",
        "\"a\"",
        "\"5.0\"",
        "\"00\"",
        "\"  \"",
        "\" 5\"",
        "\"５\"",
        "\"٣\"",
        "\"²\"",
        "\"\\u0000\"",
        "\"é\"",
        "\"\\ud83d\\ude00\"",
        "true",
        "false",
        "{}",
        "[]",
        "[5]",
        "[[5]]",
    ] {
        table.row(with_cell(cell), format!("invalid-grid /grid/3/4 r4c5 «{cell}»")).await;
    }
    let long = "9".repeat(100);
    table.row(with_cell(&long), format!("invalid-grid /grid/3/4 r4c5 «{}…»", &long[..40])).await;
    let long = "é".repeat(100);
    let shown = format!("\"{}…", "é".repeat(39));
    table.row(with_cell(&format!("\"{long}\"")), format!("invalid-grid /grid/3/4 r4c5 «{shown}»")).await;
    let mut grid = nested(HARDEST, number);
    (grid[0][0], grid[8][8]) = (json!(10), json!("y"));
    table.row(grid.to_string(), "invalid-grid /0/0 r1c1 «10»; /8/8 r9c9 «\"y\"»").await;
    let bad = nested(EMPTY, |_| json!(10));
    let all: Vec<String> = (0..81).map(|i| format!("/{}/{} r{}c{} «10»", i / 9, i % 9, i / 9 + 1, i % 9 + 1)).collect();
    table.row(bad.to_string(), &format!("invalid-grid {}", all.join("; "))).await;
    let mut flat: Vec<Value> = HARDEST.chars().map(number).collect();
    flat[40] = json!("10");
    table.row(json!({"board": flat}).to_string(), "invalid-grid /board/40 r5c5 «\"10\"»").await;
    table.end();
}

/// The places of the eights of the hardest puzzle on one line, where this character stands instead.
fn eights(pointer: &str, found: char) -> String {
    let places: Vec<String> = HARDEST
        .char_indices()
        .filter(|&(_, cell)| cell == '8')
        .map(|(i, _)| format!("{pointer}r{}c{} line 1 char {} «{found}»", i / 9 + 1, i % 9 + 1, i + 1))
        .collect();
    places.join("; ")
}

#[tokio::test]
async fn a_grid_of_the_wrong_shape_is_told_by_what_is_wrong() {
    let mut table = Table::of("/solve", "application/json").await;
    for value in ["null", "true", "5", "-1", "1e999", "{}", "{\"rows\":[]}"] {
        table.row(format!(r#"{{"grid":{value}}}"#), &format!("invalid-grid /grid «{value}»")).await;
    }
    table.row("[]", r#"invalid-grid """#).await;
    table.row(r#"{"grid":[]}"#, "invalid-grid /grid").await;
    table.row("[[]]", r#"invalid-grid ""; /0 r1"#).await;
    table.row(r#"{"grid":[[[[]]]]}"#, "invalid-grid /grid; /grid/0 r1; /grid/0/0 r1c1 «[[]]»").await;
    let arrays = |row: usize, cells: usize| -> String {
        let mut grid: Vec<Vec<u8>> = vec![vec![0; 9]; 9];
        grid[row] = vec![0; cells];
        json!(grid).to_string()
    };
    table.row(arrays(0, 8), "invalid-grid /0 r1").await;
    table.row(arrays(8, 10), "invalid-grid /8 r9").await;
    table.row(arrays(4, 0), "invalid-grid /4 r5").await;
    table.row(json!(vec![vec![0; 9]; 8]).to_string(), r#"invalid-grid """#).await;
    table.row(json!({"grid": vec![vec![0; 9]; 10]}).to_string(), "invalid-grid /grid").await;
    let mut ten = vec![vec![0; 9]; 10];
    (ten[9][0], ten[2][3]) = (10, 11);
    table.row(json!(ten).to_string(), r#"invalid-grid ""; /2/3 r3c4 «11»; /9/0 «10»"#).await;
    for count in [1, 8, 9, 10, 80, 82] {
        table.row(json!(vec![0; count]).to_string(), r#"invalid-grid """#).await;
    }
    let mut mixed: Vec<Value> = rows(HARDEST).iter().map(|row| row.chars().map(number).collect()).collect();
    mixed[3] = json!("...57...");
    table.row(json!(mixed).to_string(), r#"invalid-grid /3 r4 «"...57..."»"#).await;
    mixed[3] = json!(null);
    table.row(json!(mixed).to_string(), "invalid-grid /3 r4 «null»").await;
    let mut strings: Vec<Value> = rows(HARDEST).into_iter().map(Value::from).collect();
    strings[3] = json!(5);
    table.row(json!(strings).to_string(), "invalid-grid /3 r4 «5»").await;
    strings[3] = json!(".5...7..");
    table.row(json!(strings).to_string(), "invalid-grid /3 r4").await;
    strings[3] = json!(".5...7...0");
    strings[8] = json!("");
    table.row(json!({"grid": strings}).to_string(), "invalid-grid /grid/3 r4; /grid/8 r9").await;
    strings[3] = json!(".5..z7...");
    strings[8] = json!(".9....4..");
    table.row(json!(strings).to_string(), "invalid-grid /3 r4c5 char 5 «z»").await;
    table.row(json!(strings[..8]).to_string(), r#"invalid-grid """#).await;
    table.row(json!([strings.clone(), strings].concat()).to_string(), r#"invalid-grid """#).await;
    table.row(json!([HARDEST]).to_string(), r#"invalid-grid """#).await;
    table.row(r#""""#, r#"invalid-grid "" line 1"#).await;
    table.row(r#"{"grid":""}"#, "invalid-grid /grid line 1").await;
    table.row(r#"{"grid":"5"}"#, "invalid-grid /grid line 1").await;
    let places = format!("invalid-grid {}", eights("/grid ", 'B'));
    table.row(json!({"grid": HARDEST.replace('8', "B")}).to_string(), places).await;
    // More faults than are told one by one: 9 rows of 20 cells that are none.
    let many = json!(vec![vec!["z"; 20]; 9]).to_string();
    let mut told: Vec<String> = Vec::new();
    for row in 0..9 {
        told.push(format!("/{row} r{}", row + 1));
        told.extend((0..20).map(|i| {
            let cell = if i < 9 { format!("r{}c{}", row + 1, i + 1) } else { format!("r{}", row + 1) };
            format!("/{row}/{i} {cell} «\"z\"»")
        }));
    }
    let (first, rest) = told.split_at(100);
    table.row(many, &format!("invalid-grid {}; and {} more", first.join("; "), rest.len())).await;
    table.end();
}

#[tokio::test]
async fn a_text_that_is_no_grid_is_told_by_line_and_character() {
    let mut table = Table::of("/solve", "text/plain").await;
    let lines = |number: usize, text: &str| -> String {
        let mut lines = rows(HARDEST);
        lines[number - 1] = text;
        lines.join("\n")
    };
    table.row("", "invalid-grid line 1").await;
    table.row(" \r\n \u{a0}\n", "invalid-grid line 1").await;
    table.row("------+-------+------", "invalid-grid line 1").await;
    table.row("# one\n# two", "invalid-grid line 1").await;
    table.row(&HARDEST[..80], "invalid-grid line 1").await;
    table.row(format!("{HARDEST}."), "invalid-grid line 1").await;
    table.row(format!("# name\n\n{}", &HARDEST[..80]), "invalid-grid line 3").await;
    table.row(HARDEST.repeat(2), "invalid-grid line 1").await;
    table.row(format!("{HARDEST}\n{HARDEST}"), "invalid-grid line 1; line 1; line 2").await;
    table.row(format!("{}\n{}", &HARDEST[..40], &HARDEST[40..]), "invalid-grid line 1; line 1; line 2").await;
    table.row(lines(4, ".5...7.."), "invalid-grid line 4").await;
    table.row(lines(4, ".5...7...."), "invalid-grid line 4").await;
    table.row(lines(4, ".5..z7..."), "invalid-grid r4c5 line 4 char 5 «z»").await;
    table.row(lines(4, ".5..z7.."), "invalid-grid line 4; line 4 char 5 «z»").await;
    table.row(lines(9, ""), "invalid-grid line 1").await;
    table.row(format!("{}\n.........", joined(HARDEST, "\n")), "invalid-grid line 1").await;
    table.row(joined(HARDEST, "\n").replace("36", "3é"), "invalid-grid r2c4 line 2 char 4 «é»").await;
    table.row(HARDEST.replace('8', "８"), format!("invalid-grid {}", eights("", '８'))).await;
    table.row(format!("{}\0{}", &HARDEST[..2], &HARDEST[3..]), "invalid-grid r1c3 line 1 char 3 «\0»").await;
    table.row(format!("{HARDEST}\0"), "invalid-grid line 1 char 82 «\0»").await;
    table.row(format!("{}\u{feff}{}", &HARDEST[..1], &HARDEST[1..]), "invalid-grid line 1 char 2 «\u{feff}»").await;
    table.row("x".repeat(80), "invalid-grid line 1").await;
    table.row("hello", {
        "invalid-grid line 1; line 1 char 1 «h»; line 1 char 2 «e»; line 1 char 3 «l»; line 1 char 4 «l»; line 1 char 5 «o»"
    })
    .await;
    // The reading of `*` and `-` that comes nearest to 81 cells says what is missing.
    table.row("*".repeat(80), "invalid-grid line 1").await;
    table.row("-".repeat(82), "invalid-grid line 1").await;
    table.row(lines(4, "-5---7--"), "invalid-grid line 4").await;
    table.row(b"53..\xE9....", "invalid-grid line 1 char 5 «0xE9»").await;
    table.row(b".........\n..\xE2\x82", "invalid-grid line 2 char 3 «0xE2»").await;
    table.row(b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "invalid-grid line 1 char 2 «0x8B»").await;
    let strays: Vec<String> = (1..=100).map(|i| format!("line 1 char {i} «z»")).collect();
    table.row("z".repeat(300), &format!("invalid-grid line 1; {}; and 201 more", strays[..99].join("; "))).await;
    table.end();
}

#[tokio::test]
async fn a_body_that_begins_like_json_is_read_as_json_whatever_its_type() {
    let mut table = Table::of("/solve", "text/plain").await;
    table.row(" {", "malformed-json 1:3").await;
    table.row("\u{feff}\n[5,", "malformed-json 2:4").await;
    table.row("\"53", "malformed-json 1:4").await;
    table.row("[[10]]", r#"invalid-grid ""; /0 r1; /0/0 r1c1 «10»"#).await;
    table.row("{\"grid\":5}", "invalid-grid /grid «5»").await;
    table.end();
}

#[track_caller]
fn check_unsupported(answer: &Answer, mentions: &[&str]) {
    let problem = answer.json();
    let detail = problem["detail"].as_str().unwrap_or_default();
    let missing: Vec<_> = mentions.iter().filter(|mention| !detail.contains(**mention)).collect();
    assert!(
        answer.status == 415 && problem["code"] == "unsupported-media-type" && missing.is_empty(),
        "expected 415 and {missing:?}, found {answer}"
    );
}

#[tokio::test]
async fn another_type_encoding_or_character_set_is_refused_with_the_header_to_send() {
    let service = Service::start().await;
    let sent = ["Content-Type: application/json", "Content-Type: text/plain"];
    for media_type in
        ["text/csv", "application/xml", "multipart/form-data; boundary=x", "application/octet-stream", "json", "text/*"]
    {
        let request = service.request("POST", "/solve").header("content-type", media_type).body(HARDEST);
        check_unsupported(&request.send().await, &[&sent[..], &[media_type]].concat());
    }
    for charset in ["utf-16", "windows-1252", "\"koi8-r\""] {
        for media_type in ["text/plain", "application/json"] {
            let value = format!("{media_type}; charset={charset}");
            let request = service.request("POST", "/solve").header("content-type", &value).body(HARDEST);
            let wanted = format!("Content-Type: {media_type}; charset=utf-8");
            check_unsupported(&request.send().await, &[charset.trim_matches('"'), &wanted]);
        }
    }
    for encoding in ["gzip", "br", "deflate", "identity, gzip", "zstd"] {
        let request = service.request("POST", "/solve").header("content-encoding", encoding).body(HARDEST);
        check_unsupported(&request.send().await, &["Content-Encoding", encoding]);
    }
}

async fn detail_of(service: &Service, media_type: &str, body: &str) -> String {
    let request = service.request("POST", "/solve").header("content-type", media_type);
    let answer = request.header("accept", "application/json").body(body).send().await;
    answer.json()["detail"].as_str().expect("a detail").to_owned()
}

#[tokio::test]
async fn lost_line_breaks_are_explained_by_the_curl_option_that_loses_them() {
    let service = Service::start().await;
    let form = "application/x-www-form-urlencoded";
    for body in [
        HARDEST.repeat(2),
        HARDEST.repeat(50),
        HARDEST.replace('.', "-").repeat(3),
        HARDEST.replace('.', "*").repeat(3),
        joined(HARDEST, "-").repeat(2),
        format!("# a comment {HARDEST}"),
        "#".to_owned(),
    ] {
        let detail = detail_of(&service, form, &body).await;
        assert!(
            detail.contains("`curl -d @file` removes line breaks") && detail.contains("--data-binary"),
            "{body:?}: {detail}"
        );
    }
    for body in ["", &HARDEST[..80], "5"] {
        let detail = detail_of(&service, form, body).await;
        assert!(!detail.contains("curl"), "{body:?}: {detail}");
    }
}

#[tokio::test]
async fn the_detail_of_a_problem_is_one_line_of_text_whatever_was_sent() {
    let service = Service::start().await;
    for (target, body) in [
        ("/solve", solve_document(r#""a\nb\r\u0000\u2028":1"#)),
        ("/solve", solve_document("\"max_solutions\":[\n\n1]")),
        ("/solve?a%0Ab%0D%00=1", HARDEST.to_owned()),
        ("/solve?max_solutions=%0A", HARDEST.to_owned()),
        ("/solve", HARDEST.replace('8', "\u{1}")),
        ("/solve", HARDEST.replace('8', "\u{2028}a")),
    ] {
        let answer = service.request("POST", target).header("accept", "text/plain").body(&body).send().await;
        let text = answer.text();
        let line = text.strip_suffix('\n').unwrap_or_else(|| panic!("no line break at the end: {answer}"));
        let code = line.split(": ").next().unwrap_or_default();
        assert!(
            answer.status == 422
                && ["invalid-request", "invalid-grid"].contains(&code)
                && !line.contains(char::is_control),
            "{target} {body:?}: {answer}"
        );
    }
}

#[tokio::test]
async fn the_faults_of_a_request_are_told_up_to_a_hundred() {
    let service = Service::start().await;
    let members: Vec<String> = (0..1000).map(|i| format!("\"m{i}\":0")).collect();
    let answer = service.request("POST", "/solve").body(solve_document(&members.join(","))).send().await;
    let problem = answer.json();
    assert_eq!(
        (answer.status, problem["errors"].as_array().map(Vec::len), problem["more_errors"].as_u64()),
        (422, Some(100), Some(900)),
        "{answer}"
    );
}
