//! Conversations over HTTP.

use serde_json::{Value, json};
use sudoku_service::server::Stage;
use tokio::sync::watch;

use super::{call, called, current, legacy, result, send};
use crate::support::program::Program;
use crate::support::puzzles::{EASY, EASY_SOLUTION};
use crate::support::service::Service;

#[tokio::test]
async fn a_client_of_the_current_revision_discovers_lists_and_calls() {
    let service = Service::start().await;
    let found = result(&send(&service, &current("server/discover", json!({}))).await);
    assert_eq!(found["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(found["capabilities"], json!({"tools": {}}));
    let list = result(&send(&service, &current("tools/list", json!({}))).await);
    for cached in [&found, &list] {
        assert_eq!((&cached["cacheScope"], cached["ttlMs"].is_u64()), (&json!("public"), true), "{cached}");
    }
    let older = result(&send(&service, &legacy("tools/list", &json!({}))).await);
    assert_eq!((&older["tools"], older.get("ttlMs")), (&list["tools"], None));
    let called = result(&send(&service, &current("tools/call", call("solve", &json!({"grid": EASY})))).await);
    assert_eq!(called["structuredContent"]["solution"], EASY_SOLUTION);
    for result in [found, list, called] {
        assert_eq!(result["resultType"], "complete");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "sudoku-service");
    }
}

#[test]
fn the_examples_of_an_operation_match_the_schema_of_its_tool() {
    for tool in crate::faces::tools() {
        let name = tool["name"].as_str().expect("a name");
        let input = jsonschema::validator_for(&tool["inputSchema"]).expect("a schema");
        let operation = sudoku_service::operations::find(name).expect("an operation");
        for arguments in (operation.about.examples)() {
            // Rarely used options are not listed, and a list of rows is said to be one of numbers.
            let is_listed = |option: &String| tool["inputSchema"]["properties"].get(option).is_some();
            let is_said = arguments.as_object().expect("arguments").keys().all(is_listed);
            assert!(input.is_valid(&arguments) || !is_said || arguments["grid"][0].is_string(), "{name} {arguments}");
        }
    }
}

#[tokio::test]
async fn calls_and_their_problems_are_counted_and_logged() {
    let mut program = Program::start(&["--admin-listen", "127.0.0.1:0", "--log", "debug"]);
    let at = |address| Service { address, shutdown: watch::channel(Stage::Running).0 };
    let service = at(program.address);
    for grid in [EASY, "5", "5"] {
        called(&service, "solve", &json!({"grid": grid})).await;
    }
    let codes: Vec<Value> = (0..3).map(|_| program.log_line()["code"].clone()).collect();
    assert_eq!(codes, ["", "invalid-grid", "invalid-grid"]);
    let metrics = at(program.admin.expect("an address")).get("/metrics").await;
    for line in [
        r#"sudoku_tool_calls_total{tool="solve",problem="none"} 1"#,
        r#"sudoku_tool_calls_total{tool="solve",problem="invalid-grid"} 2"#,
        r#"sudoku_problems_total{code="invalid-grid"} 2"#,
        r#"http_server_request_duration_seconds_count{http_request_method="POST",http_route="/mcp",http_response_status_code="200"} 3"#,
        r#"sudoku_verdicts_total{verdict="unique"} "#,
    ] {
        assert!(metrics.text().lines().any(|other| other.starts_with(line)), "{line} is missing from {metrics}");
    }
}
