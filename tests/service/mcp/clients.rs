//! What adapters of agents, providers of models and older clients write by themselves.

use serde_json::{Map, Value, json};

use super::{call, called, check_fault, legacy, result, send};
use crate::faces::tools;
use crate::support::puzzles::{EASY, EASY_SOLUTION};
use crate::support::service::{Answer, Service};

/// The keywords that the providers of models document for the schemas of arguments.
const KEYWORDS: [&str; 12] = [
    "type",
    "description",
    "enum",
    "properties",
    "required",
    "items",
    "anyOf",
    "additionalProperties",
    "default",
    "minimum",
    "maximum",
    "const",
];

/// Checks a schema of an argument: every list says what its items are, every object what its members are.
#[track_caller]
fn check_schema(schema: &Value, at: &str) {
    let members = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
    for (keyword, value) in members {
        assert!(KEYWORDS.contains(&keyword.as_str()), "{at}: the keyword {keyword}");
        match keyword.as_str() {
            "properties" => value
                .as_object()
                .expect("schemas")
                .iter()
                .for_each(|(name, part)| check_schema(part, &format!("{at}/{name}"))),
            "anyOf" => value.as_array().expect("schemas").iter().for_each(|part| check_schema(part, at)),
            "items" => check_schema(value, &format!("{at}/items")),
            _ => {}
        }
    }
    assert!(schema["type"].is_string() || schema["anyOf"].is_array(), "{at} has no type: {schema}");
    assert!(schema["type"] != "array" || schema["items"].is_object(), "{at} has no items");
    assert!(schema["type"] != "object" || schema["properties"].is_object(), "{at} has no properties");
}

#[test]
fn providers_of_models_take_every_schema() {
    for tool in tools() {
        check_schema(&tool["inputSchema"], tool["name"].as_str().expect("a name"));
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
}

/// What a mode in which every argument must be sent gives for one that is not set: `null`, or what is empty of its type.
fn unset(schema: &Value, is_null: bool) -> Value {
    let kind = schema["anyOf"][0]["type"].as_str().or(schema["type"].as_str());
    match kind {
        Some("array") if !is_null => json!([]),
        Some("string") if !is_null => json!(""),
        _ => Value::Null,
    }
}

#[tokio::test]
async fn every_tool_can_be_called_with_every_argument() {
    let service = Service::start().await;
    for tool in tools() {
        let name = tool["name"].as_str().expect("a name");
        for is_null in [true, false] {
            let schemas = tool["inputSchema"]["properties"].as_object().expect("arguments");
            let mut arguments: Map<String, Value> =
                schemas.iter().map(|(name, schema)| (name.clone(), unset(schema, is_null))).collect();
            if arguments.contains_key("grid") {
                arguments["grid"] = json!(EASY);
            }
            if arguments.contains_key("date") {
                arguments["date"] = json!("2026-11-21");
            }
            let called = called(&service, name, &Value::from(arguments.clone())).await;
            assert_ne!(called["isError"], true, "{name} {arguments:?}: {called}");
        }
    }
    let known = json!({"grid": EASY, "allow": ["none"]});
    assert_eq!(called(&service, "hint", &known).await["isError"], true);
}

#[tokio::test]
async fn members_that_are_not_set_are_absent() {
    let service = Service::start().await;
    for parameters in [json!([]), Value::Null, json!({"cursor": ""}), json!({"cursor": null}), json!({"_meta": null})] {
        let listed = result(&send(&service, &legacy("tools/list", &parameters)).await);
        assert!(listed["tools"].is_array(), "{parameters}");
    }
    for arguments in [json!([]), Value::Null] {
        let called = called(&service, "generate", &arguments).await;
        assert_ne!(called["isError"], true, "{called}");
    }
    let marked = [b"\xEF\xBB\xBF", legacy("ping", &json!({})).to_string().as_bytes()].concat();
    let answer = service.request("POST", "/mcp").header("content-type", "application/json").body(marked).send().await;
    assert_eq!(result(&answer), json!({}));
}

fn with_id(id: u32, mut message: Value) -> Value {
    message["id"] = id.into();
    message
}

/// Sends a batch of messages, as a client of this revision.
async fn send_batch(service: &Service, messages: &[Value], version: Option<&str>) -> Answer {
    let request = service.request("POST", "/mcp").json(&Value::from(messages));
    match version {
        Some(version) => request.header("mcp-protocol-version", version).send().await,
        None => request.send().await,
    }
}

#[tokio::test]
async fn a_batch_of_an_older_revision_is_answered_in_order() {
    let service = Service::start().await;
    let solve = legacy("tools/call", &call("solve", &json!({"grid": EASY})));
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let messages = [
        with_id(3, solve.clone()),
        notification.clone(),
        with_id(1, legacy("ping", &json!({}))),
        json!({"x": 1}),
        with_id(2, solve.clone()),
    ];
    for version in [None, Some("2025-03-26")] {
        let answer = send_batch(&service, &messages, version).await;
        let answers = answer.json();
        let ids: Vec<&Value> = answers.as_array().expect("a batch").iter().map(|answer| &answer["id"]).collect();
        assert_eq!((answer.status, ids), (200, vec![&json!(3), &json!(1), &Value::Null, &json!(2)]), "{answer}");
        assert_eq!(answers[0]["result"]["structuredContent"]["solution"], EASY_SOLUTION);
        assert_eq!(answers[2]["error"]["code"], -32600);
    }
    assert_eq!(send_batch(&service, &[notification], None).await.status, 202);
    assert_eq!(send_batch(&service, &vec![solve.clone(); 16], None).await.json().as_array().map(Vec::len), Some(16));
    for (messages, version) in [(vec![solve.clone(); 17], None), (vec![], None), (vec![solve], Some("2025-06-18"))] {
        check_fault(&send_batch(&service, &messages, version).await, 400, -32600);
    }
}
