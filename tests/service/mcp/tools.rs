//! The list of tools, as a model reads it.

use serde_json::{Value, json};

use crate::faces::tools;

#[test]
fn the_list_is_short() {
    let tools = tools();
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
