//! The contract keeps the promises of the last release: what worked with its `openapi.yaml` works with today's, unless the
//! changelog has a section `### Breaking` under `## Unreleased`.
//!
//! Additions are no breaks: operations, options, members of answers, problems, and words in answers.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use sudoku_service::http;

/// The direction of a document: what clients send may only be widened, and what they receive only narrowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Sent,
    Received,
}

/// Two versions of the contract, and the breaks that were found between them.
struct Comparison<'a> {
    old: &'a Value,
    new: &'a Value,
    breaks: Vec<String>,
}

/// What breaks clients of the old contract.
fn breaks(old: &Value, new: &Value) -> Vec<String> {
    let mut comparison = Comparison { old, new, breaks: Vec::new() };
    for (path, item) in members(&old["paths"]) {
        for (method, operation) in members(item) {
            let at = format!("{} {path}", method.to_uppercase());
            match new["paths"][path].get(method) {
                Some(changed) => comparison.operation(&at, operation, changed),
                None => comparison.breaks.push(format!("{at} is gone")),
            }
        }
    }
    comparison.breaks
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The words of a list.
fn words(value: &Value) -> BTreeSet<&str> {
    items(value).filter_map(Value::as_str).collect()
}

/// What a reference in this document refers to; another value is itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let pointer = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer
        .map_or(value, |pointer| resolved(document, document.pointer(pointer).expect("the reference leads somewhere")))
}

/// A schema and, if it combines others with `allOf`, all of those.
fn parts<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    let schema = resolved(document, schema);
    let combined = items(&schema["allOf"]).flat_map(|part| parts(document, part));
    [schema].into_iter().chain(combined).collect()
}

/// The alternatives of a schema, each with the name of what it refers to.
fn alternatives(schema: &Value) -> Vec<(Option<&str>, &Value)> {
    let listed = ["oneOf", "anyOf"].iter().flat_map(|of| items(&schema[of]));
    listed.map(|alternative| (alternative["$ref"].as_str(), alternative)).collect()
}

impl Comparison<'_> {
    fn expect(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.breaks.push(message());
        }
    }

    fn operation(&mut self, at: &str, old: &Value, new: &Value) {
        let (old_document, new_document) = (self.old, self.new);
        let parameters = |document, operation: &Value| -> Vec<Value> {
            items(&operation["parameters"]).map(|parameter| resolved(document, parameter).clone()).collect()
        };
        let (known, changed) = (parameters(old_document, old), parameters(new_document, new));
        for parameter in &changed {
            let same = |other: &&Value| other["name"] == parameter["name"] && other["in"] == parameter["in"];
            let before = known.iter().find(same);
            let was_required = before.is_some_and(|before| before["required"] == true);
            self.expect(parameter["required"] != true || was_required, || {
                format!("{at}: the parameter {} is required", parameter["name"])
            });
            if let Some(before) = before {
                let at = format!("{at}: the parameter {}", parameter["name"]);
                self.schema(&at, Way::Sent, &before["schema"], &parameter["schema"], 0);
            }
        }
        for parameter in &known {
            let is_kept = changed.iter().any(|other| other["name"] == parameter["name"]);
            self.expect(is_kept, || format!("{at}: the parameter {} is gone", parameter["name"]));
        }
        let (body, changed) =
            (resolved(old_document, &old["requestBody"]), resolved(new_document, &new["requestBody"]));
        self.content(&format!("{at}: the body"), Way::Sent, body, changed);
        for (status, response) in members(&old["responses"]).filter(|(status, _)| status.starts_with('2')) {
            let response = resolved(old_document, response);
            match new["responses"].get(status) {
                Some(changed) => {
                    let changed = resolved(new_document, changed);
                    self.content(&format!("{at}: the response {status}"), Way::Received, response, changed);
                }
                None => self.breaks.push(format!("{at}: the response {status} is gone")),
            }
        }
    }

    fn content(&mut self, at: &str, way: Way, old: &Value, new: &Value) {
        self.expect(new["required"] != true || old["required"] == true, || format!("{at} is required"));
        for (media_type, content) in members(&old["content"]) {
            match new["content"].get(media_type) {
                Some(changed) => {
                    self.schema(at, way, &content["schema"], &changed["schema"], 0);
                    self.schema(at, way, &content["x-itemSchema"], &changed["x-itemSchema"], 0);
                }
                None => self.breaks.push(format!("{at} is no longer {media_type}")),
            }
        }
    }

    /// Compares two schemas. No schema of the contract is nested deeper.
    fn schema(&mut self, at: &str, way: Way, old: &Value, new: &Value, depth: usize) {
        const DEEPEST: usize = 12;
        if depth > DEEPEST {
            return;
        }
        let (old, new) = (parts(self.old, old), parts(self.new, new));
        let all = |parts: &[&Value], keyword: &str| -> Value {
            parts.iter().flat_map(|part| items(&part[keyword])).cloned().collect()
        };
        let (was_required, is_required) = (all(&old, "required"), all(&new, "required"));
        let (fewer, more) = match way {
            Way::Sent => (words(&was_required), words(&is_required)),
            Way::Received => (words(&is_required), words(&was_required)),
        };
        let change = if way == Way::Sent { "required" } else { "no longer certain" };
        for name in more.difference(&fewer) {
            self.breaks.push(format!("{at}: the member {name} is {change}"));
        }
        for (name, property) in old.iter().flat_map(|part| members(&part["properties"])) {
            let changed = new.iter().find_map(|part| part["properties"].get(name));
            match changed {
                Some(changed) => self.schema(&format!("{at}/{name}"), way, property, changed, depth + 1),
                None => self.breaks.push(format!("{at}: the member {name} is gone")),
            }
        }
        let (old, new) = (old[0], new[0]);
        if way == Way::Sent {
            for word in words(&old["enum"]).difference(&words(&new["enum"])) {
                self.expect(new["enum"].is_null(), || format!("{at}: {word} is no longer accepted"));
            }
            self.expect(new["enum"].is_null() || !old["enum"].is_null(), || {
                format!("{at}: only some words are accepted")
            });
            self.expect(new["pattern"].is_null() || !old["pattern"].is_null(), || format!("{at}: it has a pattern"));
            for (bound, is_narrower) in [("minimum", 1.0), ("minItems", 1.0), ("maximum", -1.0), ("maxItems", -1.0)] {
                let [before, now] = [old, new].map(|schema| schema[bound].as_f64());
                let narrowed = now.is_some_and(|now| before.is_none_or(|before| (now - before) * is_narrower > 0.0));
                self.expect(!narrowed, || format!("{at}: the {bound} is narrower"));
            }
        }
        self.expect(old["type"].is_null() || old["type"] == new["type"], || {
            format!("{at}: {} became {}", old["type"], new["type"])
        });
        if !old["items"].is_null() {
            self.schema(&format!("{at}/items"), way, &old["items"], &new["items"], depth + 1);
        }
        let (before, now) = (alternatives(old), alternatives(new));
        for (i, (name, alternative)) in before.iter().enumerate() {
            let same = match name {
                Some(name) => now.iter().find(|(other, _)| other.as_ref() == Some(name)),
                None => now.get(i),
            };
            match same {
                Some((_, changed)) => self.schema(at, way, alternative, changed, depth + 1),
                None => {
                    self.expect(way == Way::Received && !now.is_empty(), || format!("{at}: an alternative is gone"));
                }
            }
        }
    }
}

/// The contract with a change.
fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut contract = http::openapi("");
    change(&mut contract);
    contract
}

#[track_caller]
fn check(what: &str, change: impl FnOnce(&mut Value)) {
    let found = breaks(&http::openapi(""), &changed(change));
    assert!(found.iter().any(|found| found == what), "expected {what:?} among {found:#?}");
}

#[test]
fn a_break_is_found() {
    check("POST /solve: the response 200: the member verdict is gone", |contract| {
        let schema = &mut contract["components"]["schemas"]["SolveAnswer"];
        schema["properties"].as_object_mut().expect("members").remove("verdict");
    });
    check("POST /solve: the response 200: the member verdict is no longer certain", |contract| {
        contract["components"]["schemas"]["SolveAnswer"]["required"] = json!(["clues"]);
    });
    check("GET /generate: the parameter \"symmetry\": rotational90 is no longer accepted", |contract| {
        let words = &mut contract["components"]["parameters"]["symmetry"]["schema"]["enum"];
        words.as_array_mut().expect("words").retain(|word| word != "rotational90");
    });
    check("GET /solve: the parameter \"max_solutions\" is required", |contract| {
        contract["components"]["parameters"]["max_solutions"]["required"] = true.into();
    });
    check("GET /solve: the parameter \"max_solutions\": the maximum is narrower", |contract| {
        contract["components"]["parameters"]["max_solutions"]["schema"]["maximum"] = 10.into();
    });
    check("POST /rate is gone", |contract| {
        contract["paths"]["/rate"].as_object_mut().expect("methods").remove("post");
    });
    check("POST /solve: the body is no longer text/plain", |contract| {
        let body = &mut contract["paths"]["/solve"]["post"]["requestBody"];
        body["content"].as_object_mut().expect("media types").remove("text/plain");
    });
    check("POST /solve: the body/max_solutions: \"integer\" became \"string\"", |contract| {
        let request = &mut contract["components"]["schemas"]["SolveRequest"];
        request["properties"]["max_solutions"]["type"] = "string".into();
    });
}

#[test]
fn an_addition_is_no_break() {
    let grown = changed(|contract| {
        contract["paths"]["/new"] = json!({"get": {"responses": {"200": {"description": "New."}}}});
        contract["components"]["parameters"]["max_solutions"]["schema"]["maximum"] = 10_000.into();
        let schemas = &mut contract["components"]["schemas"];
        schemas["SolveAnswer"]["properties"]["new"] = json!({"type": "string"});
        schemas["SolveAnswer"]["required"].as_array_mut().expect("names").push("new".into());
        schemas["SolveRequest"]["properties"]["new"] = json!({"type": "string"});
        schemas["SolveVerdict"]["enum"].as_array_mut().expect("words").push("many".into());
    });
    assert_eq!(breaks(&http::openapi(""), &grown), Vec::<String>::new());
}

#[test]
fn the_contract_keeps_the_promises_of_the_last_release() {
    let root = env!("CARGO_MANIFEST_DIR");
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").args(arguments).current_dir(root).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // Before the first release, or outside the repository, there is nothing to compare with.
    let Some(tag) = git(&["describe", "--tags", "--abbrev=0", "--match", "v*"]) else { return };
    let Some(released) = git(&["show", &format!("{tag}:openapi.yaml")]) else { return };
    let released: Value = yaml_serde::from_str(&released).expect("a contract");
    let changelog = fs::read_to_string(format!("{root}/.github/CHANGELOG.md")).expect("the changelog");
    let unreleased = changelog.split("\n## ").find(|section| section.starts_with("Unreleased")).unwrap_or_default();
    let found = breaks(&released, &http::openapi(""));
    assert!(
        found.is_empty() || unreleased.contains("\n### Breaking\n"),
        "clients of {tag} would break; undo it, or tell it under `### Breaking` in the changelog:\n{}",
        found.join("\n")
    );
}
