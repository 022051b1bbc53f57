//! Checks the OpenAPI contract against the code and against real responses.

mod alone;
mod answers;

use crate::support::service::Service;
use jsonschema::Validator;
use serde_json::{Value, json};
use sudoku_service::http;

/// The contract, in which every reference to a parameter, a response or a header is replaced by what it refers to.
pub fn document() -> Value {
    let document = http::openapi("");
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
pub fn validator(document: &Value, schema: &Value) -> Validator {
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

/// Returns the examples of a content, or else those of the schemas that it refers to.
fn examples<'a>(document: &'a Value, content: &'a Value) -> Vec<&'a Value> {
    let alternatives = content["schema"]["oneOf"].as_array().into_iter().flatten();
    let references = [&content["schema"]].into_iter().chain(alternatives).filter_map(|schema| schema["$ref"].as_str());
    let schemas = references.filter_map(|reference| document.pointer(reference.strip_prefix('#')?));
    let of_schemas = schemas.filter_map(|schema| schema["examples"].get(0));
    content.get("example").map_or_else(|| of_schemas.collect(), |example| vec![example])
}

/// Returns the contents of a request body or of a response, by media type.
fn contents(part: &Value) -> impl Iterator<Item = (&String, &Value)> {
    part.get("content").and_then(Value::as_object).into_iter().flatten()
}

#[test]
fn the_committed_contract_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    let made = http::openapi_yaml("");
    let difference = committed.lines().zip(made.lines()).position(|(committed, made)| committed != made);
    assert!(
        committed == made,
        "openapi.yaml is out of date (first difference at line {:?}); regenerate it with\n    cargo run -- openapi > openapi.yaml",
        difference.unwrap_or_else(|| committed.lines().count().min(made.lines().count())) + 1
    );
}

#[test]
fn yaml_1_1_reads_the_same_contract() {
    let yaml = http::openapi_yaml("");
    let read: Value = yaml_serde::from_str(&yaml).expect("the contract is YAML");
    assert_eq!(read, http::openapi(""));
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
    assert_eq!(service.get("/openapi.yaml").await.text(), http::openapi_yaml(""));
    let json = service.get("/openapi.json").await;
    assert_eq!(json.json(), http::openapi(""));
    assert_eq!(json.text(), http::openapi("").to_string(), "no white space");
}

/// The lines of the example of JSON lines, and those of the schema of a line that has no answer.
fn json_lines(document: &Value, content: &Value) -> Vec<Value> {
    let lines = content["example"].as_str().expect("a text").lines();
    let mut lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let item = &content["x-itemSchema"];
    let without_answer = item["anyOf"][1]["$ref"]
        .as_str()
        .map_or(item, |reference| document.pointer(&reference[1..]).expect("a schema"));
    lines.extend(without_answer["examples"].as_array().into_iter().flatten().cloned());
    lines
}

#[test]
fn each_line_of_a_batch_matches_the_schema_of_its_lines() {
    let document = document();
    let mut checked = 0;
    for (name, operation) in operations(&document).into_iter().filter(|(name, _)| name.ends_with("/batch")) {
        for part in [&operation["requestBody"], &operation["responses"]["200"]] {
            let content = &part["content"]["application/x-ndjson"];
            let lines = json_lines(&document, content);
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
