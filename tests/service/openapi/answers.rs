//! Requests and answers against what the contract defines for their operation.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sudoku_service::operations::problem::Code;

use crate::openapi::{check_valid, contents, document, examples, operations, validator};
use crate::support::puzzles::{HARDEST, rows};
use crate::support::service::{Answer, Service};

/// An example as the body of a request.
fn sent(media_type: &str, example: &Value) -> String {
    match example {
        Value::Object(fields) if media_type != "application/json" => {
            let field = |(name, text): (&String, &Value)| format!("{name}={}", text.as_str().expect("a text"));
            fields.iter().map(field).collect::<Vec<_>>().join("&")
        }
        Value::String(text) if media_type != "application/json" => text.clone(),
        json => json.to_string(),
    }
}

/// Each example of a body, alone and with the examples of all parameters.
#[tokio::test]
async fn every_request_example_gets_a_response_from_the_contract() {
    let (document, service) = (document(), Service::start().await);
    for (name, operation) in operations(&document) {
        let (method, path) = name.split_once(' ').expect("a method and a path");
        let (mut target, mut query) = (path.to_owned(), Vec::new());
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let Some(example) = parameter.get("example").or(parameter["schema"]["examples"].get(0)) else { continue };
            let example = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
            let name = parameter["name"].as_str().expect("a name");
            if parameter["in"] == "path" {
                target = target.replace(&format!("{{{name}}}"), &example);
            } else {
                let encoded: String = form_urlencoded::byte_serialize(example.as_bytes()).collect();
                query.push(format!("{name}={encoded}"));
            }
        }
        let with_options = format!("{target}?{}", query.join("&"));
        let mut sent_forms = vec![(&with_options, "", String::new())];
        if let Some(body) = operation.get("requestBody") {
            let examples = contents(body).flat_map(|(kind, content)| {
                examples(&document, content).into_iter().map(move |example| (&**kind, sent(kind, example)))
            });
            let both = |(kind, body): (_, String)| [(&target, kind, body.clone()), (&with_options, kind, body)];
            sent_forms = examples.flat_map(both).collect();
        }
        for (target, media_type, body) in sent_forms {
            let request = service.request(method, target).header("content-type", media_type);
            let answer = request.body(body).send().await;
            let expected = if operation["responses"].get("200").is_some() { 200 } else { 307 };
            assert_eq!(answer.status, expected, "{method} {target}, {media_type}: {answer}");
            if !path.ends_with("/batch") && expected == 200 {
                check_answer(&document, operation, &answer, &format!("{method} {target}, {media_type}"));
            }
        }
    }
}

/// Checks that an answer has a status, a media type and a document that its operation defines.
#[track_caller]
fn check_answer(document: &Value, operation: &Value, answer: &Answer, what: &str) {
    let responses = &operation["responses"];
    let response = responses.get(answer.status.to_string()).unwrap_or(&responses["default"]);
    let media_type = answer.header("content-type").unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default();
    let content = &response["content"][essence];
    assert!(content.is_object(), "{what}: {} {essence} is not in the contract: {answer}", answer.status);
    let instance = match essence {
        // The only YAML response is the contract itself; another test compares its text.
        "application/yaml" => document.clone(),
        json if json.ends_with("json") => answer.json(),
        _ => json!(answer.text()),
    };
    check_valid(document, &content["schema"], &instance, what);
}

#[tokio::test]
async fn real_responses_match_the_contract() {
    let (document, service) = (document(), Service::start().await);
    for path in ["/solve", "/validate"] {
        let operation = &document["paths"][path]["post"];
        for target in [format!("{path}?x=1"), format!("{path}?{}", "a".repeat(9000))] {
            let answer = service.request("POST", &target).body(HARDEST).send().await;
            check_answer(&document, operation, &answer, &target);
        }
        for (name, value) in [("content-type", "image/png"), ("host", "b.example"), ("cookie", &"a".repeat(17_000))] {
            let answer = service.request("POST", path).header(name, value).body("{").send().await;
            check_answer(&document, operation, &answer, &format!("{path} with {name}"));
        }
    }
    for path in ["/", "/livez", "/readyz", "/openapi.yaml", "/openapi.json"] {
        let operation = &document["paths"][path]["get"];
        check_answer(&document, operation, &service.get(path).await, path);
        let two_hosts = service.request("GET", path).header("host", "b.example").send().await;
        check_answer(&document, operation, &two_hosts, &format!("{path} for two hosts"));
    }
    for code in ["invalid-grid", "internal", "no-such-problem"] {
        let operation = &document["paths"]["/problems/{code}"]["get"];
        for accept in ["application/json", "text/html"] {
            let request = service.request("GET", &format!("/problems/{code}")).header("accept", accept);
            check_answer(&document, operation, &request.send().await, code);
        }
    }
}

#[tokio::test]
async fn request_schemas_accept_what_the_service_accepts() {
    let (document, service) = (document(), Service::start().await);
    let grid = json!(HARDEST).to_string();
    for (path, option, values) in [
        ("/solve", "max_solutions", r#"[1, 1000, 3.0, 0, 1001, -1, 2.5, "3"]"#.to_owned()),
        (
            "/solve",
            "cells",
            format!(r#"[["r1c3", 80], ["r1c3", "40"], [81], ["r0c1"], "r1c3", {:?}, {:?}]"#, [0; 81], [0; 82]),
        ),
        ("/explain", "notation", r#"["line", "cells", "same", ["line"]]"#.to_owned()),
        ("/validate", "puzzle", format!("[{grid}, {}, 5, {{}}]", json!(rows(HARDEST)))),
    ] {
        let values: Vec<Value> = serde_json::from_str(&values).expect("a list");
        let schema = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
        let validator = validator(&document, schema);
        let mut bodies: Vec<Value> = values.into_iter().map(|value| json!({"grid": HARDEST, option: value})).collect();
        bodies.extend([json!({}), json!({"grid": HARDEST, "x": 1}), json!({"grid": null}), json!({"grid": 5})]);
        for body in bodies {
            let answer = service.post_json(path, &body).await;
            assert_eq!(validator.is_valid(&body), answer.status == 200, "{path} {body}: {answer}");
        }
    }
}

/// Collects the codes that the schema of a problem defines.
fn codes_of(document: &Value, schema: &Value, codes: &mut BTreeSet<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').expect("a reference within the contract");
        codes_of(document, document.pointer(pointer).unwrap_or_else(|| panic!("no {reference}")), codes);
    }
    for alternative in ["oneOf", "allOf"].iter().flat_map(|of| schema[of].as_array().into_iter().flatten()) {
        codes_of(document, alternative, codes);
    }
    codes.extend(schema["properties"]["code"]["const"].as_str().map(str::to_owned));
}

#[test]
fn every_problem_has_the_status_under_which_it_is_listed() {
    let document = document();
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let mut codes = BTreeSet::new();
            codes_of(&document, &response["content"]["application/problem+json"]["schema"], &mut codes);
            for code in codes {
                let known = Code::from_name(&code).unwrap_or_else(|| panic!("{name} lists unknown code {code}"));
                assert!(status == "default" || known.status().to_string() == *status, "{name} lists {code}");
            }
        }
    }
}
