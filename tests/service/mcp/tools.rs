//! The list of tools, as a model reads it.

use serde_json::{Value, json};
use sudoku_service::mcp::{self, Received};

/// The list, and its length in bytes.
fn list() -> (Vec<Value>, usize) {
    let message = super::current("tools/list", json!({})).to_string();
    let Received::Answer(answer) = mcp::read(message.as_bytes(), None) else { panic!("expected an answer") };
    let document: Value = serde_json::from_slice(&answer.text).expect("JSON");
    (document["result"]["tools"].as_array().expect("tools").clone(), answer.text.len())
}

#[test]
fn the_list_is_short() {
    let (tools, length) = list();
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
    let (tools, _) = list();
    let text = json!(tools).to_string();
    assert!(!text.contains("\"$ref\"") && !text.contains("#/components"), "{text}");
}

#[test]
fn every_tool_tells_when_to_use_it() {
    for tool in list().0 {
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
