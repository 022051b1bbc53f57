//! Invalid request bodies: invalid JSON and unsupported headers.

use serde_json::{Value, json};

use crate::api::places::{Table, eights};
use crate::support::puzzles::{EMPTY, HARDEST, nested, number, number_or, rows};
use crate::support::service::{Answer, Service};

fn solve_document(options: &str) -> String {
    format!(r#"{{"grid":"{HARDEST}",{options}}}"#)
}

#[tokio::test]
async fn malformed_json_is_reported_with_line_and_column() {
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
    table.row("[\"ab\tc\"]", "malformed-json 1:5").await;
    table.row("[1,\n \"é\u{1}\"]", "malformed-json 2:4").await;
    table.row("[\"\t\t\"", "malformed-json 1:3").await;
    table.row("[\"\\n\u{1f}\", x]", "malformed-json 1:5").await;
    // An error before a control character is not reported at that character.
    table.row("[\"\\q\t\"]", "malformed-json 1:4").await;
    table.row("[1 2\t]", "malformed-json 1:4").await;
    table.row("[x\n]", "malformed-json 1:2").await;
    table.row("[\u{1}\t]", "malformed-json 1:2").await;
    table.row("[01\n]", "malformed-json 1:3").await;
    table.row(r#"{"grid":"\x41"}"#, "malformed-json 1:11").await;
    table.row(r#"{"grid":"\u12g4"}"#, "malformed-json 1:15").await;
    table.row(r#"{"grid":"\ud800"}"#, "malformed-json 1:16").await;
    table.row(r#"{"grid":["\udc00"]}"#, "malformed-json 1:16").await;
    table.row("{\"max_solutions\":2,\n\"grid\":[[\"\\ud800\"]]}", "malformed-json 2:17").await;
    table.row(b"{\"grid\":\"5\xE2\x82\"}", "malformed-json 1:11").await;
    table.row(b"{\"grid\":\"5\xE2\x82", "malformed-json 1:11").await;
    table.row(b"{\"caf\xE9\":1}", "malformed-json 1:6").await;
    table.row(b"{\n\"\xC0\x80\":1}", "malformed-json 2:2").await;
    table.row(b"\xFF\xFE{\0}\0", "invalid-request /grid").await;
    table.row(b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "malformed-json 1:2").await;
    table.row("[".repeat(16 * 1024), "malformed-json 1:16385").await;
    table.row(r#"{"a":"#.repeat(3000), "malformed-json 1:15001").await;
    table.row(HARDEST, "malformed-json 1:3").await;
    table.end();
}

#[tokio::test]
async fn invalid_requests_are_reported_by_member() {
    let mut table = Table::of("/solve", "application/json").await;
    for scalar in ["5", "-1", "1e999", "true", "false", "null", " 81 "] {
        table.row(scalar, r#"invalid-request """#).await;
    }
    table.row("{}", "invalid-request /grid").await;
    table.row(r#"{"max_solutions":3}"#, "invalid-request /grid").await;
    table.row(format!(r#"{{"gird":"{HARDEST}"}}"#), "invalid-request /gird; /grid").await;
    table.row(format!(r#"{{"Grid":"{HARDEST}"}}"#), "invalid-request /Grid; /grid").await;
    table.row(solve_document(r#""board":[]"#), "invalid-request /board").await;
    table.row(solve_document(r#""grid":[]"#), "invalid-request /grid").await;
    table.row(solve_document(r#""gr\u0069d":[]"#), "invalid-request /grid").await;
    table.row(r#"{"grid":[],"grid":[]}"#, "invalid-request /grid").await;
    table.row(solve_document(r#""max_solution":3"#), "invalid-request /max_solution").await;
    table.row(solve_document(r#""puzzle":[1]"#), "invalid-grid /puzzle").await;
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
        "\" \"",
        "true",
        "[3]",
        "[null]",
        "{}",
        "{\"a\":1}",
    ] {
        table.row(solve_document(&format!(r#""max_solutions":{wrong}"#)), "invalid-request /max_solutions").await;
    }
    // An invalid request takes precedence over an invalid grid and over conflicts.
    table.row(r#"{"grid":[],"x":1}"#, "invalid-request /x").await;
    table.row(r#"{"grid":null,"max_solutions":0}"#, "invalid-request /max_solutions").await;
    let conflicting = format!(r#"{{"grid":"55{}","max_solutions":0}}"#, &EMPTY[2..]);
    table.row(conflicting, "invalid-request /max_solutions").await;
    table.end();
}

#[tokio::test]
async fn query_options_are_as_strict_as_members() {
    let mut table = Table::of("/solve", "text/plain").await;
    for wrong in ["0", "1001", "-1", "3.5", "abc", "3%20", "%203", "+3", "1e2", "0x3", "3;4"] {
        table.row_at(&format!("/solve?max_solutions={wrong}"), HARDEST, "invalid-request ?max_solutions").await;
    }
    table.row_at("/solve?max_solution=3", HARDEST, "invalid-request ?max_solution").await;
    table.row_at("/solve?MAX_SOLUTIONS=3", HARDEST, "invalid-request ?MAX_SOLUTIONS").await;
    table.row_at("/solve?grid=1", HARDEST, "invalid-request ?grid").await;
    table.row_at("/solve?a&b", HARDEST, "invalid-request ?a; ?b").await;
    table.row_at("/solve?max_solutions=2&max_solutions=2", HARDEST, "invalid-request ?max_solutions").await;
    table.row_at("/solve?max_solutions=0&x=1", "5", "invalid-request ?x; ?max_solutions").await;
    table.row_at("/solve?puzzle=1", HARDEST, "invalid-grid ?puzzle line 1").await;
    table.row_at("/validate?max_solutions=1", HARDEST, "invalid-request ?max_solutions").await;
    let both = solve_document(r#""max_solutions":2"#);
    table.row_at("/solve?max_solutions=2", both, "invalid-request ?max_solutions").await;
    table.row_at("/solve?x=1", solve_document(r#""y":2"#), "invalid-request /y; ?x").await;
    table.row_at("/validate?puzzle=5", HARDEST, "invalid-grid ?puzzle line 1").await;
    let with_letter = format!("{}z{}", &HARDEST[..40], &HARDEST[41..]);
    let target = format!("/validate?puzzle={with_letter}");
    table.row_at(&target, HARDEST, "invalid-grid ?puzzle r5c5 line 1 char 41 «z»").await;
    table.row_at("/validate?puzzle=%20", "", "invalid-grid line 1; ?puzzle line 1").await;
    table.end();
}

/// Returns the hardest puzzle as nine arrays, with r4c5 replaced by this text.
fn with_cell(cell: &str) -> String {
    let mut grid = nested(HARDEST, number);
    grid[3][4] = json!("here");
    json!({ "grid": grid }).to_string().replace("\"here\"", cell)
}

#[tokio::test]
async fn invalid_cells_are_reported_by_row_and_column() {
    let mut table = Table::of("/solve", "application/json").await;
    for cell in [
        "10",
        "-2",
        "-1.5",
        "1.5",
        "0.5",
        "1e999",
        "-1e999",
        "99999999999999999999",
        "\"10\"",
        "\"a\"",
        "\"00\"",
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
    table.row(json!({"grid": flat}).to_string(), "invalid-grid /grid/40 r5c5 «\"10\"»").await;
    table.end();
}

#[tokio::test]
async fn a_cell_as_a_string_is_read_as_in_a_text() {
    let service = Service::start().await;
    let grid_with = async |cell: &str| {
        let body = with_cell(cell).replace("\"grid\"", "\"notation\":\"line\",\"grid\"");
        let answer =
            service.request("POST", "/validate").header("content-type", "application/json").body(body).send().await;
        assert_eq!(answer.status, 200, "{cell}: {answer}");
        answer.json()["grid"].as_str().expect("a line").chars().nth(31).expect("r4c5")
    };
    for blank in ["\"\"", "\"  \"", "\"-1\"", "\"None\"", "\"NaN\"", "\"NA\"", "\"\u{a0}\"", "\"0.0\""] {
        assert_eq!(grid_with(blank).await, '.', "{blank}");
    }
    for five in ["\"5\"", "\" 5\"", "\"5\\n\\f\"", "\"5.0\"", "\"5,0\"", "\"５\"", "\"٥\""] {
        assert_eq!(grid_with(five).await, '5', "{five}");
    }
}

#[tokio::test]
async fn digits_that_may_count_from_0_are_refused() {
    let mut table = Table::of("/solve", "application/json").await;
    let mut grid = nested(&HARDEST.replace('9', "."), number_or(json!(-1)));
    grid[0][1] = json!(0);
    table.row(json!({"grid": grid}).to_string(), "invalid-grid /grid").await;
    table
        .row(json!({"grid": grid.to_string().replace("-1", "None")}).to_string(), "invalid-grid /grid line 1 char 1")
        .await;
    table.end();
}

#[tokio::test]
async fn grids_of_the_wrong_shape_are_reported_with_the_cause() {
    let mut table = Table::of("/solve", "application/json").await;
    for value in ["null", "true", "5", "-1", "1e999", "{}"] {
        table.row(format!(r#"{{"grid":{value}}}"#), &format!("invalid-grid /grid «{value}»")).await;
    }
    table.row(r#"{"grid":{"rows":[]}}"#, "invalid-grid /grid/rows «[]»").await;
    let by_cell = r#"{"A1":5,"J1":5,"a1":5,"A0":5,"B2":10,"A1":6,"C3":[]}"#;
    let errors = "/J1 «5»; {at}/a1 «5»; {at}/A0 «5»; {at}/B2 r2c2 «10»; {at}/A1 r1c1 «6»; {at}/C3 r3c3 «[]»";
    table.row(by_cell, &format!("invalid-grid {}", errors.replace("{at}", ""))).await;
    let document = format!(r#"{{"grid":{by_cell}}}"#);
    table.row(document, &format!("invalid-grid /grid{}", errors.replace("{at}", "/grid"))).await;
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
    // More errors than are listed: 9 rows of 20 invalid cells.
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
async fn unsupported_types_encodings_and_charsets_are_rejected_with_the_header_to_send() {
    let service = Service::start().await;
    let sent = ["Content-Type: application/json", "Content-Type: text/plain"];
    for media_type in [
        "image/png",
        "application/xml",
        "multipart/mixed; boundary=x",
        "application/pdf",
        "json",
        "text/*",
        "text/plain; charset= utf-8",
    ] {
        let request = service.request("POST", "/solve").header("content-type", media_type).body(HARDEST);
        check_unsupported(&request.send().await, &[&sent[..], &[media_type]].concat());
    }
    for charset in ["utf-32", "windows-1251", "\"koi8-r\""] {
        for media_type in ["text/plain", "application/json"] {
            let value = format!("{media_type}; charset={charset}");
            let request = service.request("POST", "/solve").header("content-type", &value).body(HARDEST);
            let wanted = format!("Content-Type: {media_type}; charset=utf-8");
            check_unsupported(&request.send().await, &[charset.trim_matches('"'), &wanted]);
        }
    }
    for parameters in ["charset=utf-8; charset=latin2", "x=\"; charset=utf-8\"; charset=latin2"] {
        let value = format!("text/plain; {parameters}");
        let request = service.request("POST", "/solve").header("content-type", &value).body(HARDEST);
        check_unsupported(&request.send().await, &["\"latin2\" is not supported"]);
    }
    for encoding in ["GZIP", "br", "deflate", "identity, gzip", "zstd"] {
        let request = service.request("POST", "/solve").header("content-encoding", encoding).body(HARDEST);
        check_unsupported(&request.send().await, &["Content-Encoding", encoding]);
    }
}

#[tokio::test]
async fn problem_details_are_always_a_single_line() {
    let service = Service::start().await;
    for (target, body) in [
        ("/solve", solve_document(r#""a\nb\r\u0000\u2028\u202e":1"#)),
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
                && !line.contains(char::is_control)
                && !line.contains(['\u{2028}', '\u{202e}']),
            "{target} {body:?}: {answer}"
        );
    }
}

#[tokio::test]
async fn at_most_a_hundred_errors_are_listed() {
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
