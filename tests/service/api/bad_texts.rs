//! Invalid text grids.

use crate::api::places::{Table, eights};
use crate::support::puzzles::{HARDEST, HARDEST_SOLUTION, joined, rows};
use crate::support::service::Service;

#[tokio::test]
async fn invalid_texts_are_reported_by_line_and_character() {
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
    // Of a lost puzzle, a word for a missing value is left.
    for missing in ["NaN", "NA", "N/A", "n/a", "nil", "null"] {
        table.row(format!("{missing},{HARDEST_SOLUTION}"), "invalid-grid line 1").await;
        table.row(format!("{HARDEST_SOLUTION} {missing}"), "invalid-grid line 1").await;
    }
    table.row(format!("# name\n\n{}", &HARDEST[..80]), "invalid-grid line 3").await;
    table.row(HARDEST.repeat(2), "invalid-grid line 1").await;
    table.row(format!("{HARDEST}\n{HARDEST}"), "invalid-grid line 1; line 1; line 2").await;
    table.row(format!("{}\n{}", &HARDEST[..40], &HARDEST[40..]), "invalid-grid line 1; line 1; line 2").await;
    table.row(lines(4, ".5...7.."), "invalid-grid r4 line 4").await;
    table.row(lines(4, ".5...7...."), "invalid-grid r4 line 4").await;
    table.row(lines(4, ".5..z7..."), "invalid-grid r4c5 line 4 char 5 «z»").await;
    table.row(lines(4, ".5..z7.."), "invalid-grid r4 line 4; line 4 char 5 «z»").await;
    table.row(lines(9, ""), "invalid-grid line 1").await;
    table.row(format!("{}\n.........", joined(HARDEST, "\n")), "invalid-grid line 1").await;
    table.row(joined(HARDEST, "\n").replace("36", "3é"), "invalid-grid r2c4 line 2 char 4 «é»").await;
    table.row(HARDEST.replace('8', "⑧"), format!("invalid-grid {}", eights("", '⑧'))).await;
    table.row(format!("{}\0{}", &HARDEST[..2], &HARDEST[3..]), "invalid-grid r1c3 line 1 char 3 «\0»").await;
    let groups = joined(HARDEST, " ");
    table.row(groups.replace(" .7", ". 7"), "invalid-grid r2 line 1; r3 line 1").await;
    table.row(&groups[..88], "invalid-grid r9 line 1").await;
    table.row("x".repeat(80), "invalid-grid line 1").await;
    table.row("hello", {
        "invalid-grid line 1; line 1 char 1 «h»; line 1 char 2 «e»; line 1 char 3 «l»; line 1 char 4 «l»; line 1 char 5 «o»"
    })
    .await;
    // The error describes the reading of `*` and `-` that is closest to 81 cells.
    table.row("*".repeat(80), "invalid-grid line 1").await;
    table.row("-".repeat(82), "invalid-grid line 1").await;
    table.row(lines(4, "-5---7--"), "invalid-grid r4 line 4").await;
    table.row(b"53..\xE9....", "invalid-grid line 1; line 1 char 5 «é»").await;
    table.row(b".........\n..\xE2.", "invalid-grid line 1; line 2; line 2 char 3 «â»").await;
    table.row(b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "invalid-grid line 1 char 2 «0x8B»").await;
    let strays: Vec<String> = (1..=100).map(|i| format!("line 1 char {i} «z»")).collect();
    table.row("z".repeat(300), &format!("invalid-grid line 1; {}; and 201 more", strays[..99].join("; "))).await;
    table.end();
}

#[tokio::test]
async fn bodies_that_start_like_json_are_parsed_as_json_regardless_of_type() {
    let mut table = Table::of("/solve", "text/plain").await;
    table.row(" {", "malformed-json 1:3").await;
    table.row("\u{feff}\n[5,", "malformed-json 2:4").await;
    table.row("\"53", "malformed-json 1:4").await;
    table.row("[[10]]", r#"invalid-grid ""; /0 r1; /0/0 r1c1 «10»"#).await;
    table.row("{\"grid\":5}", "invalid-grid /grid «5»").await;
    table.end();
}

async fn detail_of(service: &Service, media_type: &str, body: &str) -> String {
    let request = service.request("POST", "/solve").header("content-type", media_type);
    let answer = request.header("accept", "application/json").body(body).send().await;
    answer.json()["detail"].as_str().expect("a detail").to_owned()
}

#[tokio::test]
async fn errors_name_the_curl_option_that_removes_line_breaks() {
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
