//! Each operation with only what it refers to, as tools import it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sudoku_service::http;

use crate::openapi::{check_valid, contents, examples, resolve};

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
    let whole = http::openapi("");
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
                let is_excluded = ["level", "max_solutions", "puzzle"].iter().any(|name| parameter["name"] == *name);
                assert!(example.is_some() || is_excluded, "{what} has no example");
                if let Some(example) = example {
                    check_valid(&document, &parameter["schema"], example, &what);
                }
            }
            for (media_type, content) in contents(&operation["requestBody"]) {
                assert!(!examples(&document, content).is_empty(), "{name} has no example of {media_type}");
                for example in examples(&document, content) {
                    check_valid(&document, &content["schema"], example, &format!("{name}, {media_type}"));
                }
            }
            for (status, response) in operation["responses"].as_object().expect("responses") {
                let what = format!("{name}, {status}");
                assert!(response["description"].is_string(), "{what} has no description");
                let mut found = 0;
                for (_, content) in contents(response) {
                    let examples = examples(&document, content);
                    assert!(**status < *"400" || !examples.is_empty(), "{what} has no example");
                    for example in &examples {
                        check_valid(&document, &content["schema"], example, &what);
                    }
                    found += examples.len();
                }
                assert!(response.get("content").is_none() || found > 0, "{what} has no example");
            }
        }
    }
}
