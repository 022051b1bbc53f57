//! Checks the OpenAPI contract against the code and against real responses.
#![cfg(feature = "service")]

#[path = "support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::{Value, json};
use sudoku_service::http;
use sudoku_service::operations::problem::Code;
use support::puzzles::{
    CONFLICTING, HARDEST, HARDEST_SOLUTION, NO_SOLUTION, TWO_SOLUTIONS, flat, joined, nested, number, rows,
};
use support::service::{Answer, Service};

fn yaml() -> String {
    http::openapi_yaml()
}

/// The contract, in which every reference to a parameter, a response or a header is replaced by what it refers to.
fn document() -> Value {
    let document = http::openapi();
    let mut paths = document["paths"].clone();
    resolve(&document, &mut paths);
    let mut resolved = document;
    resolved["paths"] = paths;
    resolved
}

fn resolve(document: &Value, value: &mut Value) {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')).map(str::to_owned);
    if let Some(pointer) = pointer.filter(|pointer| !pointer.starts_with("/components/schemas/")) {
        *value = document.pointer(&pointer).unwrap_or_else(|| panic!("no {pointer}")).clone();
    }
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| resolve(document, member)),
        Value::Array(items) => items.iter_mut().for_each(|item| resolve(document, item)),
        _ => {}
    }
}

/// Compiles a schema of the contract with the components that it refers to. It allows no member that it does not name.
fn validator(document: &Value, schema: &Value) -> Validator {
    let whole = json!({"allOf": [schema], "unevaluatedProperties": false, "components": document["components"]});
    jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

#[track_caller]
fn check_valid(document: &Value, schema: &Value, instance: &Value, what: &str) {
    let errors: Vec<String> = validator(document, schema)
        .iter_errors(instance)
        .map(|error| format!("{} at {:?}", error, error.instance_path().to_string()))
        .collect();
    assert!(errors.is_empty(), "{what} does not match its schema:\n{}\n{instance:#}", errors.join("\n"));
}

/// Returns each operation with its method and path.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            operations.push((format!("{} {path}", method.to_uppercase()), operation));
        }
    }
    operations
}

/// Returns the examples of a content, by name, or else that of the schema that it refers to.
fn examples<'a>(document: &'a Value, content: &'a Value) -> Vec<(String, &'a Value)> {
    let one = content.get("example").map(|example| ("example".to_owned(), example));
    let several = content.get("examples").and_then(Value::as_object).into_iter().flatten();
    let mut found: Vec<_> =
        one.into_iter().chain(several.map(|(name, example)| (name.clone(), &example["value"]))).collect();
    if found.is_empty() {
        let pointer = content["schema"]["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        let of_schema = pointer.and_then(|pointer| document.pointer(pointer)?["examples"].get(0));
        found.extend(of_schema.map(|example| ("of the schema".to_owned(), example)));
    }
    found
}

/// Returns the contents of a request body or of a response, by media type.
fn contents(part: &Value) -> impl Iterator<Item = (&String, &Value)> {
    part.get("content").and_then(Value::as_object).into_iter().flatten()
}

#[test]
fn the_committed_contract_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let made = yaml();
    let difference = committed.lines().zip(made.lines()).position(|(committed, made)| committed != made);
    assert!(
        committed == made,
        "openapi.yaml is out of date (first difference at line {:?}); regenerate it with\n    cargo run -- openapi > openapi.yaml",
        difference.unwrap_or_else(|| committed.lines().count().min(made.lines().count())) + 1
    );
}

#[test]
fn yaml_1_1_reads_the_same_contract() {
    let yaml = yaml();
    let read: Value = yaml_serde::from_str(&yaml).expect("the contract is YAML");
    assert_eq!(read, http::openapi());
    // Older parsers, such as PyYAML, take plain scalars like these for truth values and dates.
    for line in yaml.lines() {
        let value = line.rsplit([' ']).next().unwrap_or_default();
        let is_truth = ["y", "n", "yes", "no", "on", "off"].contains(&value.to_lowercase().as_str());
        let is_plain = line.trim_start() == format!("- {value}") || line.ends_with(&format!(": {value}"));
        let is_date = value.len() == 10 && value.starts_with("20") && value.replace('-', "").parse::<u32>().is_ok();
        assert!(!is_plain || !is_truth && !is_date, "{line:?} needs quotes");
    }
    assert!(yaml.contains("- 'on'\n") && yaml.contains("example: '2026-11-21'\n"), "strings that need quotes");
}

#[tokio::test]
async fn the_service_serves_the_same_contract() {
    let service = Service::start().await;
    assert_eq!(service.get("/openapi.yaml").await.text(), yaml());
    let json = service.get("/openapi.json").await;
    assert_eq!(json.json(), http::openapi());
    assert_eq!(json.text(), http::openapi().to_string(), "no white space");
}

#[test]
fn every_example_matches_its_schema() {
    let document = document();
    let mut checked = 0;
    for (name, operation) in operations(&document) {
        let responses = operation["responses"].as_object().expect("responses");
        let parts = operation.get("requestBody").into_iter().map(|body| ("request".to_owned(), body));
        for (part, body) in parts.chain(responses.iter().map(|(status, response)| (status.clone(), response))) {
            for (media_type, content) in contents(body) {
                for (example, value) in examples(&document, content) {
                    check_valid(
                        &document,
                        &content["schema"],
                        value,
                        &format!("{name}, {part}, {media_type}, {example}"),
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 60, "{checked} examples");
}

#[test]
fn every_request_and_every_problem_has_an_example() {
    let document = document();
    for (name, operation) in operations(&document) {
        let problems = operation["responses"]
            .as_object()
            .expect("responses")
            .iter()
            .filter(|(status, _)| *status >= &"400".to_owned());
        let bodies = problems.map(|(_, response)| response).chain(operation.get("requestBody"));
        for (media_type, content) in bodies.flat_map(contents) {
            assert!(!examples(&document, content).is_empty(), "{name} has no example of {media_type}");
        }
    }
}

#[tokio::test]
async fn every_request_example_gets_a_response_from_the_contract() {
    let (document, service) = (document(), Service::start().await);
    for (name, operation) in operations(&document) {
        let Some(body) = operation.get("requestBody") else { continue };
        let (method, path) = name.split_once(' ').expect("a method and a path");
        for (media_type, content) in contents(body) {
            for (example, value) in examples(&document, content) {
                let sent = if media_type == "application/json" {
                    value.to_string()
                } else {
                    value.as_str().expect("a text").to_owned()
                };
                let request = service.request(method, path).header("content-type", media_type);
                let answer = request.body(sent).send().await;
                assert_eq!(answer.status, 200, "{name}, {media_type}, {example}: {answer}");
                if !path.ends_with("/batch") {
                    check_answer(&document, operation, &answer, &format!("{name}, {example}"));
                }
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
    let bodies = [
        json!(HARDEST),
        json!({"grid": HARDEST}),
        json!({"grid": nested(HARDEST, number)}),
        json!({"grid": nested(HARDEST, |cell| json!(cell.to_string()))}),
        json!({"grid": rows(HARDEST)}),
        json!({"grid": joined(HARDEST, "-")}),
        json!({"grid": joined(HARDEST, "\n")}),
        json!({"grid": flat(HARDEST, number)}),
        json!({"grid": TWO_SOLUTIONS, "max_solutions": 3}),
        json!({"grid": HARDEST, "puzzle": HARDEST}),
        json!({"grid": NO_SOLUTION, "puzzle": HARDEST}),
        json!({"grid": HARDEST, "puzzle": TWO_SOLUTIONS}),
        json!({"grid": HARDEST, "puzzle": CONFLICTING}),
        json!({"grid": CONFLICTING}),
        json!({"grid": NO_SOLUTION}),
        json!({"grid": [1, 2, "x", {}, "10"]}),
        json!({"grid": vec![vec!["z"; 9]; 20]}),
        json!({"grid": "5"}),
        json!({}),
        json!(5),
        json!({"grid": HARDEST, "x": 1, "max_solutions": 0}),
    ];
    for path in ["/solve", "/validate"] {
        let operation = &document["paths"][path]["post"];
        for body in &bodies {
            for accept in ["application/json", "text/plain"] {
                let answer = service.request("POST", path).header("accept", accept).json(body).send().await;
                check_answer(&document, operation, &answer, &format!("{path} {body} for {accept}"));
            }
        }
        for target in [format!("{path}?x=1"), format!("{path}?{}", "a".repeat(9000))] {
            let answer = service.request("POST", &target).body(HARDEST).send().await;
            check_answer(&document, operation, &answer, &target);
        }
        for (name, value) in [("content-type", "image/png"), ("host", "b.example"), ("cookie", &"a".repeat(17_000))] {
            let answer = service.request("POST", path).header(name, value).body("{").send().await;
            check_answer(&document, operation, &answer, &format!("{path} with {name}"));
        }
    }
    for path in ["/solve", "/validate", "/rate", "/hint", "/explain"] {
        let operation = &document["paths"][path]["get"];
        // The hardest puzzle would take the rater seconds.
        for grid in [HARDEST_SOLUTION, TWO_SOLUTIONS, NO_SOLUTION, CONFLICTING, "5"] {
            for accept in ["application/json", "text/plain"] {
                let request = service.request("GET", &format!("{path}?grid={grid}")).header("accept", accept);
                check_answer(&document, operation, &request.send().await, &format!("{path} {grid} for {accept}"));
            }
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
    for (path, option, values) in [
        (
            "/solve",
            "max_solutions",
            vec![
                json!(1),
                json!(1000),
                json!(3.0),
                json!(0),
                json!(1001),
                json!(-1),
                json!(2.5),
                json!("3"),
                json!(null),
                json!([]),
            ],
        ),
        (
            "/solve",
            "cells",
            vec![
                json!(["r1c3", 80]),
                json!([]),
                json!(["r1c3", "40"]),
                json!([81]),
                json!(["r0c1"]),
                json!("r1c3"),
                json!(vec![0; 81]),
                json!(vec![0; 82]),
            ],
        ),
        ("/explain", "notation", vec![json!("line"), json!("cells"), json!("same"), json!(null), json!(["line"])]),
        ("/validate", "puzzle", vec![json!(HARDEST), json!(rows(HARDEST)), json!(null), json!(5), json!({})]),
    ] {
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
fn every_operation_lists_the_problems_that_it_can_return() {
    const OF_ALL: [&str; 4] = ["header-too-large", "internal", "invalid-host", "uri-too-long"];
    const OF_GRIDS: [&str; 13] = [
        "conflicting-givens",
        "deadline-exceeded",
        "incomplete-body",
        "invalid-grid",
        "invalid-request",
        "malformed-json",
        "no-solution",
        "overloaded",
        "payload-too-large",
        "request-timeout",
        "search-limit",
        "shutting-down",
        "unsupported-media-type",
    ];
    const OF_BATCHES: [&str; 6] = [
        "incomplete-body",
        "invalid-request",
        "overloaded",
        "request-timeout",
        "shutting-down",
        "unsupported-media-type",
    ];
    const OF_JOBS: [&str; 3] = ["deadline-exceeded", "overloaded", "shutting-down"];
    const EXPLAINED: [&str; 2] = ["conflicting-givens", "no-solution"];
    const OF_GENERATION: [&str; 5] =
        ["deadline-exceeded", "invalid-request", "overloaded", "search-limit", "shutting-down"];
    const OF_BODIES: [&str; 5] =
        ["incomplete-body", "malformed-json", "payload-too-large", "request-timeout", "unsupported-media-type"];
    let of_query = |codes: &[&'static str]| codes.iter().copied().filter(|code| !OF_BODIES.contains(code)).collect();
    let of_explanations: Vec<&str> = OF_GRIDS.into_iter().filter(|code| !EXPLAINED.contains(code)).collect();
    let of_forms: Vec<&str> = of_explanations.iter().copied().filter(|code| *code != "search-limit").collect();
    let expected: BTreeMap<&str, Vec<&str>> = [
        ("POST /solve", OF_GRIDS.to_vec()),
        ("POST /validate", [&OF_GRIDS[..], &["not-unique"]].concat()),
        ("GET /solve", of_query(&OF_GRIDS)),
        ("GET /validate", of_query(&[&OF_GRIDS[..], &["not-unique"]].concat())),
        ("GET /rate", of_query(&[&OF_GRIDS[..], &["not-unique"]].concat())),
        ("GET /hint", of_query(&OF_GRIDS)),
        ("GET /steps", of_query(&OF_GRIDS)),
        ("GET /explain", of_query(&of_explanations)),
        ("POST /solve/batch", OF_BATCHES.to_vec()),
        ("POST /validate/batch", [&OF_BATCHES[..], &["invalid-grid"]].concat()),
        ("POST /hint/batch", [&OF_BATCHES[..], &["invalid-grid"]].concat()),
        ("POST /steps/batch", [&OF_BATCHES[..], &["invalid-grid"]].concat()),
        ("POST /canonical/batch", OF_BATCHES.to_vec()),
        ("POST /rate/batch", OF_BATCHES.to_vec()),
        ("POST /explain/batch", OF_BATCHES.to_vec()),
        ("POST /rate", [&OF_GRIDS[..], &["not-unique"]].concat()),
        ("POST /hint", OF_GRIDS.to_vec()),
        ("POST /steps", OF_GRIDS.to_vec()),
        ("GET /canonical", of_query(&of_forms)),
        ("POST /canonical", of_forms),
        ("GET /annotate", of_query(&of_explanations)),
        ("POST /annotate", of_explanations.clone()),
        ("POST /annotate/batch", OF_BATCHES.to_vec()),
        ("GET /variants", of_query(&[&OF_GRIDS[..], &["not-unique"]].concat())),
        ("POST /variants", [&OF_GRIDS[..], &["not-unique"]].concat()),
        ("POST /variants/batch", OF_BATCHES.to_vec()),
        ("POST /explain", of_explanations),
        ("GET /generate", OF_GENERATION.to_vec()),
        ("GET /daily", [&["invalid-request"][..], &OF_JOBS].concat()),
        ("GET /daily/{date}", [&OF_GENERATION[..], &["not-found"]].concat()),
        ("GET /techniques", [&["invalid-request"][..], &OF_JOBS].concat()),
        ("GET /", OF_JOBS.to_vec()),
        ("GET /worksheet", OF_GENERATION.to_vec()),
        ("GET /livez", vec![]),
        ("GET /readyz", vec!["shutting-down"]),
        ("GET /openapi.json", OF_JOBS.to_vec()),
        ("GET /openapi.yaml", OF_JOBS.to_vec()),
        ("GET /llms.txt", OF_JOBS.to_vec()),
        ("GET /problems", OF_JOBS.to_vec()),
        ("GET /problems/{code}", [&["not-found"][..], &OF_JOBS].concat()),
    ]
    .into();
    let document = document();
    let mut differences = Vec::new();
    for (name, operation) in operations(&document) {
        let mut codes = BTreeSet::new();
        for (status, response) in operation["responses"].as_object().expect("responses") {
            let mut of_status = BTreeSet::new();
            codes_of(&document, &response["content"]["application/problem+json"]["schema"], &mut of_status);
            for code in &of_status {
                let known = Code::from_name(code).unwrap_or_else(|| panic!("{name} lists unknown code {code}"));
                assert!(status == "default" || known.status().to_string() == *status, "{name} lists {code}");
            }
            codes.extend(of_status);
        }
        let wanted: BTreeSet<String> = OF_ALL
            .iter()
            .chain(expected.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not expected")))
            .map(|&code| code.to_owned())
            .collect();
        if codes != wanted {
            differences.push(format!("{name}\nlists    {codes:?}\nexpected {wanted:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    assert_eq!(operations(&document).len(), expected.len());
}

/// The lines of an example of JSON lines.
fn json_lines(example: &Value) -> Vec<Value> {
    let lines = example.as_str().expect("a text").lines();
    lines.map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn each_line_of_a_batch_matches_the_schema_of_its_lines() {
    let document = document();
    let mut checked = 0;
    for (name, operation) in operations(&document).into_iter().filter(|(name, _)| name.ends_with("/batch")) {
        for part in [&operation["requestBody"], &operation["responses"]["200"]] {
            let content = &part["content"]["application/x-ndjson"];
            let lines: Vec<Value> =
                examples(&document, content).into_iter().flat_map(|(_, example)| json_lines(example)).collect();
            assert_eq!(lines.len(), 2, "a good line and a bad one: {name}");
            for line in &lines {
                check_valid(&document, &content["x-itemSchema"], line, &name);
                checked += 1;
            }
            let is_answer = lines[0].get("line").is_some();
            assert!(!is_answer || lines[0].get("problem").is_none() && lines[1].get("problem").is_some(), "{name}");
        }
        let description = operation["description"].as_str().expect("a description");
        assert!(description.contains("As columns (TSV or CSV"), "{name} has no columns: {description}");
        assert!(description.contains("and `problem`"), "{name} names its columns: {description}");
    }
    assert!(checked >= 24, "{checked} lines");
}

/// Adds every component that a value refers to, and those that they refer to.
fn add_referred(document: &Value, value: &Value, components: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                let pointer = reference.strip_prefix('#').expect("a reference within the contract");
                let found = document.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
                if components.insert(pointer.to_owned(), found.clone()).is_none() {
                    add_referred(document, found, components);
                }
            }
            members.values().for_each(|member| add_referred(document, member, components));
        }
        Value::Array(items) => items.iter().for_each(|item| add_referred(document, item, components)),
        _ => {}
    }
}

/// A document of one operation and only what it refers to.
fn alone(document: &Value, path: &str, method: &str) -> Value {
    let operation = &document["paths"][path][method];
    let mut referred = BTreeMap::new();
    add_referred(document, operation, &mut referred);
    let mut components = json!({});
    for (pointer, value) in referred {
        let mut parts = pointer.trim_start_matches("/components/").split('/');
        let (kind, name) = (parts.next().expect("a kind"), parts.next().expect("a name"));
        components[kind][name] = value;
    }
    let mut paths = json!({path: {method: operation}});
    resolve(&json!({"components": components}), &mut paths);
    json!({"paths": paths, "components": components})
}

#[track_caller]
fn check_sentence(text: &Value, what: &str) {
    let text = text.as_str().unwrap_or_else(|| panic!("{what} has no description"));
    assert!(text.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit()), "{what}: {text:?}");
    assert!(text.trim_end().ends_with(['.', ':', '|']), "{what}: {text:?}");
    for elsewhere in ["Like the", "The same as", "as the tag", "See ", "see above"] {
        assert!(!text.contains(elsewhere), "{what} refers to another part: {text:?}");
    }
}

#[test]
fn every_operation_stands_alone() {
    let whole = http::openapi();
    for (path, item) in whole["paths"].as_object().expect("paths") {
        for method in item.as_object().expect("methods").keys() {
            let document = alone(&whole, path, method);
            let operation = &document["paths"][path][method];
            let name = format!("{method} {path}");
            assert!(operation["summary"].as_str().is_some_and(|summary| summary.len() >= 6), "{name} has no summary");
            check_sentence(&operation["description"], &name);
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let what = format!("{name}, {}", parameter["name"]);
                check_sentence(&parameter["description"], &what);
                let example = parameter.get("example").or_else(|| parameter["schema"]["examples"].get(0));
                let example = example.unwrap_or_else(|| panic!("{what} has no example"));
                check_valid(&document, &parameter["schema"], example, &what);
            }
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let what = format!("{name}, {status}");
                assert!(response["description"].is_string(), "{what} has no description");
                let mut found = 0;
                for (_, content) in contents(response) {
                    for (_, example) in examples(&document, content) {
                        check_valid(&document, &content["schema"], example, &what);
                        found += 1;
                    }
                }
                assert!(response.get("content").is_none() || found > 0, "{what} has no example");
            }
        }
    }
}
