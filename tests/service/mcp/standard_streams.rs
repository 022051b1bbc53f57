//! Conversations over standard input and output.

use serde_json::{Value, json};

use super::{call, current, legacy};
use crate::batch::command::run;
use crate::support::puzzles::{EASY, EASY_SOLUTION};

/// Sends these messages, and returns the answers. The process must end with 0 and log nothing.
#[track_caller]
fn answers(arguments: &[&str], messages: &[Value]) -> Vec<Value> {
    answers_to(arguments, &messages.iter().map(|message| format!("{message}\n")).collect::<String>())
}

/// The same for messages as they are written.
#[track_caller]
fn answers_to(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = run(&[&["mcp"], arguments].concat(), input.as_bytes());
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("one message a line")).collect()
}

fn with_id(mut message: Value, id: impl Into<Value>) -> Value {
    message["id"] = id.into();
    message
}

/// The answer to the request with this id.
#[track_caller]
fn answer_to<'a>(answers: &'a [Value], id: &Value) -> &'a Value {
    let mut found = answers.iter().filter(|answer| answer["id"] == *id);
    let first = found.next().unwrap_or_else(|| panic!("no answer to {id} in {answers:?}"));
    assert!(found.next().is_none(), "several answers to {id}");
    first
}

#[test]
fn clients_of_both_eras_list_and_call() {
    let solve = call("solve", &json!({"grid": EASY}));
    let answers = answers(
        &[],
        &[
            with_id(legacy("initialize", &json!({"protocolVersion": "2025-06-18"})), "begin"),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            with_id(legacy("tools/list", &json!({})), "list"),
            with_id(legacy("tools/call", &solve), "legacy"),
            with_id(current("server/discover", json!({})), "discover"),
            with_id(current("tools/call", solve), "current"),
            with_id(legacy("tools/call", &call("solve", &json!({"grid": "5"}))), "problem"),
            with_id(legacy("tools/call", &call("solver", &json!({}))), "unknown"),
        ],
    );
    assert_eq!(answers.len(), 7);
    assert_eq!(answer_to(&answers, &json!("begin"))["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer_to(&answers, &json!("list"))["result"]["tools"][0]["name"], "solve");
    assert_eq!(answer_to(&answers, &json!("discover"))["result"]["supportedVersions"], json!(["2026-07-28"]));
    for (id, kind) in [("legacy", Value::Null), ("current", json!("complete"))] {
        let result = &answer_to(&answers, &json!(id))["result"];
        assert_eq!((&result["structuredContent"]["solution"], &result["resultType"]), (&json!(EASY_SOLUTION), &kind));
    }
    assert_eq!(answer_to(&answers, &json!("problem"))["result"]["structuredContent"]["code"], "invalid-grid");
    assert_eq!(answer_to(&answers, &json!("unknown"))["error"]["code"], -32602);
}

#[test]
fn calls_that_were_read_before_the_input_ended_are_answered() {
    let call = |id: usize| with_id(legacy("tools/call", &call("rate", &json!({"grid": EASY}))), id);
    let answers = answers(&["--threads", "1"], &(0..200).map(call).collect::<Vec<_>>());
    for id in 0..200 {
        assert_eq!(answer_to(&answers, &json!(id))["result"]["structuredContent"]["rating"]["er"], 1.2);
    }
}

#[test]
fn a_withdrawn_call_gets_no_answer() {
    // Takes many times as long as anything else here, unless it is withdrawn.
    let slow = call("generate", &json!({"rating": "9.5-12.0", "count": 100}));
    let slow = |id: &str| format!("{}\n", legacy("tools/call", &slow)).replace("\"id\":1", &format!("\"id\":{id}"));
    let withdrawn = |id: &str| {
        format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#) + "\n"
    };
    let last = with_id(legacy("tools/call", &call("solve", &json!({"grid": EASY}))), "last");
    let calls = [slow("\"text\""), slow("7"), slow("8.0"), format!("{last}\n")];
    // An id may be written in another way; one that is not known is ignored.
    let withdrawals = [r#""\u0074ext""#, "7.0", "8", r#""nothing""#, "9"].map(withdrawn);
    let answers = answers_to(&["--threads", "1"], &(calls.concat() + &withdrawals.concat()));
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["id"], "last");
}
