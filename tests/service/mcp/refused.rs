//! Messages and requests that are refused.

use serde_json::{Value, json};

use super::{call, check_fault, current, legacy, request, result, send, settings};
use crate::support::puzzles::EASY;
use crate::support::service::Service;

#[tokio::test]
async fn a_body_that_is_no_request_is_a_protocol_error() {
    let service = Service::start().await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}}"#,
        "[".repeat(8000) + &"]".repeat(8000)
    );
    let ids = format!(r#"{{"jsonrpc":"2.0","method":"ping"{}}}"#, r#","id":1"#.repeat(1000));
    let batch = Value::from(vec![legacy("ping", &json!({})); 100]).to_string();
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        ("{\"id\": \"\u{7}\"}", -32700),
        (&batch, -32600),
        ("[]", -32600),
        ("5", -32600),
        (&deep, -32600),
        (&ids, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32600),
    ] {
        let answer = service.request("POST", "/mcp").header("content-type", "application/json").body(body).send().await;
        check_fault(&answer, 400, code);
    }
    let send =
        |body: Vec<u8>| service.request("POST", "/mcp").header("content-type", "application/json").body(body).send();
    check_fault(&send(b"{\xff}".to_vec()).await, 400, -32700);
    let too_long = send(vec![b'['; 17_000]).await;
    assert_eq!((too_long.status, &too_long.json()["code"]), (413, &json!("payload-too-large")));
}

#[tokio::test]
async fn the_id_of_a_request_is_repeated_as_it_was_sent() {
    let service = Service::start().await;
    for id in [r#""a\u00e9\"""#, "-1", "12345678901234567890123", r#""""#] {
        for (method, member) in [("ping", r#""result""#), ("nothing", r#""error""#)] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#);
            let answer =
                service.request("POST", "/mcp").header("content-type", "application/json").body(&body).send().await;
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},{member}:"#);
            assert!(answer.text().starts_with(&start), "{body}: {answer}");
        }
    }
}

#[tokio::test]
async fn unknown_methods_tools_and_pages_are_protocol_errors() {
    let service = Service::start().await;
    for method in ["initialize", "ping", "resources/list", "subscriptions/listen"] {
        check_fault(&send(&service, &current(method, json!({}))).await, 404, -32601);
    }
    for method in ["server/discover", "resources/list"] {
        check_fault(&send(&service, &legacy(method, &json!({}))).await, 200, -32601);
    }
    for parameters in [call("solver", &json!({})), call("solve", &json!([1])), json!({})] {
        check_fault(&send(&service, &legacy("tools/call", &parameters)).await, 200, -32602);
    }
    check_fault(&send(&service, &current("tools/call", call("solver", &json!({})))).await, 200, -32602);
    check_fault(&send(&service, &current("tools/list", json!({"cursor": "2"}))).await, 400, -32602);
    for method in ["GET", "DELETE", "PUT"] {
        let answer = service.request(method, "/mcp").send().await;
        assert_eq!((answer.status, answer.header("allow").as_deref()), (405, Some("POST, OPTIONS")), "{method}");
    }
}

#[tokio::test]
async fn headers_must_repeat_the_message() {
    let service = Service::start().await;
    let message = current("tools/call", call("solve", &json!({"grid": EASY})));
    let with = |version: &str, method: &str, name: &str| {
        let headers = [("MCP-Protocol-Version", version), ("Mcp-Method", method), ("Mcp-Name", name)];
        let sent: Vec<_> = headers.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        service.request("POST", "/mcp").json(&message).headers(&sent).send()
    };
    for (version, method, name) in [
        ("", "tools/call", "solve"),
        ("2026-07-28", "", "solve"),
        ("2026-07-28", "tools/call", ""),
        ("2025-11-25", "tools/call", "solve"),
        ("2026-07-28", "TOOLS/CALL", "solve"),
        ("2026-07-28", "tools/call", "rate"),
        ("2026-07-28", "tools/call", "=?base64?cmF0ZQ==?="),
    ] {
        check_fault(&with(version, method, name).await, 400, -32020);
    }
    for name in ["solve", "  solve ", "=?base64?c29sdmU=?="] {
        result(&with("2026-07-28", "tools/call", name).await);
    }
}

#[tokio::test]
async fn a_message_of_the_current_revision_must_say_what_it_is() {
    let service = Service::start().await;
    for member in ["protocolVersion", "clientCapabilities"] {
        let mut message = current("tools/list", json!({}));
        let meta = message["params"]["_meta"].as_object_mut().expect("an object");
        meta.shift_remove(&format!("io.modelcontextprotocol/{member}"));
        check_fault(&request(&service, &message).send().await, 400, -32602);
    }
    let mut message = current("tools/list", json!({}));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01".into();
    let headers = [("MCP-Protocol-Version", "2030-01-01"), ("Mcp-Method", "tools/list")];
    let answer = service.request("POST", "/mcp").json(&message).headers(&headers).send().await;
    check_fault(&answer, 400, -32022);
    assert_eq!(answer.json()["error"]["data"], json!({"supported": ["2026-07-28"], "requested": "2030-01-01"}));
}

/// The status of a request to /mcp with this host and origin.
async fn status(service: &Service, host: &str, origin: &str) -> u16 {
    let origin = if origin.is_empty() { String::new() } else { format!("origin: {origin}\r\n") };
    let body = legacy("ping", &json!({})).to_string();
    let head = format!("POST /mcp HTTP/1.1\r\nhost: {host}\r\n{origin}content-type: application/json\r\n");
    let request = format!("{head}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    service.exchange(request.as_bytes()).await.status
}

#[tokio::test]
async fn a_service_on_a_loopback_address_answers_only_under_its_own_names() {
    let local = Service::with(settings(&[])).await;
    let named = ["--public-url", "https://sudoku.example/api", "--allow-origins", "https://pages.example"];
    let named = Service::with(settings(&named)).await;
    let public = Service::with(settings(&["--listen", ":8080"])).await;
    for (host, origin, expected) in [
        ("127.0.0.1:8080", "", [200, 200, 200]),
        ("localhost", "http://localhost:3000", [200, 200, 200]),
        ("[::1]:8080", "http://127.0.0.2", [200, 200, 200]),
        ("evil.example", "", [403, 403, 200]),
        ("localhost", "http://evil.example", [403, 403, 200]),
        ("localhost.evil.example", "", [403, 403, 200]),
        ("localhost", "null", [403, 403, 200]),
        ("sudoku.example", "https://SUDOKU.example:8443", [403, 200, 200]),
        ("localhost", "https://pages.example", [403, 200, 200]),
    ] {
        let found = [&local, &named, &public].map(|service| status(service, host, origin));
        let [local, named, public] = found;
        assert_eq!([local.await, named.await, public.await], expected, "{host} {origin}");
    }
}
