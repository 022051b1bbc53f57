//! What adapters of agents, providers of models and older clients write by themselves.

use serde_json::{Map, Value, json};

use super::called;
use crate::faces::tools;
use crate::support::puzzles::EASY;
use crate::support::service::Service;

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
