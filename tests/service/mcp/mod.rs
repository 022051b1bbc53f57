//! Tests the tools for language models, over HTTP and over standard input and output.

mod clients;
mod http;
mod problems;
mod standard_streams;

use crate::support::service::{Answer, Service};
use serde_json::{Value, json};

/// A request of an older revision.
fn legacy(method: &str, parameters: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})
}

/// A request of the current revision.
fn current(method: &str, mut parameters: Value) -> Value {
    parameters["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    legacy(method, &parameters)
}

/// What a tool answers to these arguments.
pub async fn called(service: &Service, tool: &str, arguments: &Value) -> Value {
    result(&send(service, &legacy("tools/call", &call(tool, arguments))).await)
}

/// The parameters of a call.
fn call(tool: &str, arguments: &Value) -> Value {
    json!({"name": tool, "arguments": arguments})
}

/// Sends a message, and the headers that repeat it.
async fn send(service: &Service, message: &Value) -> Answer {
    let mut request = service.request("POST", "/mcp").json(message);
    if message["params"]["_meta"].is_object() {
        let method = message["method"].as_str().expect("a method");
        request = request.header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
        if let Some(name) = message["params"]["name"].as_str() {
            request = request.header("Mcp-Name", name);
        }
    }
    request.send().await
}

/// The result in an answer with the status 200.
#[track_caller]
fn result(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer}");
    let document = answer.json();
    assert_eq!(document["id"], 1, "{answer}");
    assert!(document["result"].is_object(), "{answer}");
    document["result"].clone()
}
