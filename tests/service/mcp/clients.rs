//! The list of tools as models, their providers and adapters of agents read it.

use serde_json::{Map, Value, json};
use sudoku_service::operations::ALL;

use super::called;
use crate::faces::tools;
use crate::support::puzzles::EASY;
use crate::support::service::Service;

/// The keywords that the providers of models document for the schemas of arguments.
const KEYWORDS: &str =
    "type description enum properties required items anyOf additionalProperties default minimum maximum const";

/// Checks a schema of an argument: every list says what its items are, every object what its members are.
#[track_caller]
fn check_schema(schema: &Value, at: &str) {
    let members = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
    for (keyword, value) in members {
        assert!(KEYWORDS.split(' ').any(|known| known == keyword), "{at}: the keyword {keyword}");
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

#[test]
fn the_list_is_short_and_has_all_operations_but_annotate_and_variants() {
    let tools = tools();
    let operations = ALL.iter().map(|operation| operation.about.name);
    let expected = operations.filter(|name| !["annotate", "variants"].contains(name));
    assert!(tools.iter().filter_map(|tool| tool["name"].as_str()).eq(expected), "{tools:?}");
    let length = json!(tools).to_string().len();
    assert!(length < 51_500, "{length} bytes");
    let read = |tool: &Value| {
        let members = ["name", "title", "description", "inputSchema"];
        members.map(|member| (member.to_owned(), tool[member].clone())).into_iter().collect::<Value>()
    };
    let read = tools.iter().map(read).collect::<Value>().to_string();
    // `tests/external/mcp/run` counts the tokens.
    assert!(read.len() < 15_500, "a model reads {} bytes, more than four for each token", read.len());
}

#[test]
fn no_schema_has_a_reference() {
    let text = json!(tools()).to_string();
    assert!(!text.contains("\"$ref\"") && !text.contains("#/components"), "{text}");
}

#[test]
fn every_tool_tells_when_to_use_it() {
    for tool in tools() {
        let description = tool["description"].as_str().expect("a description");
        assert!((100..600).contains(&description.len()), "{tool}");
        let hints =
            json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false});
        assert_eq!(tool["annotations"], hints, "{tool}");
        assert!(tool["title"].is_string(), "{tool}");
        assert_eq!((&tool["inputSchema"]["type"], &tool["outputSchema"]["type"]), (&json!("object"), &json!("object")));
        if tool["name"] == "solve" {
            assert!(description.contains("gives the game away"), "{description}");
        }
    }
}
