//! Compares the faces of the service with each other, and the contract with what the service sends.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::program::run;
use crate::support::puzzles::{CONFLICTING, NO_SOLUTION};
use crate::support::service::{Answer, Service};
use serde_json::{Value, json};
use sudoku_service::http;
use sudoku_service::mcp::{self, Received};
use sudoku_service::operations::operation::FoundBy;
use sudoku_service::operations::tool_schemas::lists;
use sudoku_service::operations::{ALL, AnyOperation};

/// What a face says about an option: its words, its bounds and its default.
#[derive(PartialEq, Eq, Debug)]
struct Said {
    words: BTreeSet<String>,
    bounds: Option<(u64, u64)>,
    default: Option<String>,
}

impl Said {
    /// What a schema and the sentence beside it say.
    fn of_schema(schema: &Value, sentence: &str) -> Self {
        let words = schema["enum"].as_array().or(schema["items"]["enum"].as_array());
        let words = words.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let bounds = schema["minimum"].as_u64().zip(schema["maximum"].as_u64());
        Self { words, bounds, default: between(sentence, "Default: `", "`.") }
    }

    /// What the help of a flag says.
    fn of_help(help: &str) -> Self {
        let words = between(help, "One of: ", ".").unwrap_or_default();
        let words = words.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let bound = |text: &str| text.parse().ok();
        let bounds = help.rsplit_once("From ").and_then(|(_, bounds)| {
            let (least, most) = bounds.split_once('.')?.0.split_once(" to ")?;
            bound(least).zip(bound(most))
        });
        Self { words, bounds, default: between(help, "Default: `", "`.") }
    }
}

fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0.to_owned())
}

/// What a parameter says: the pattern of a list has the words that its member has.
fn of_parameter(parameter: &Value) -> Said {
    let schema = &parameter["schema"];
    let mut said = Said::of_schema(schema, parameter["description"].as_str().expect("a sentence"));
    if let Some(list) = schema["pattern"].as_str().and_then(|pattern| between(pattern, "^((", ")("))
        && list.chars().all(|character| character.is_ascii_lowercase() || "-_|".contains(character))
    {
        said.words = list.split('|').map(str::to_owned).collect();
    }
    said
}

/// The help of each flag of a command, on one line.
fn help_of(command: &str) -> Vec<(String, String)> {
    let text = String::from_utf8(run(&[command, "--help"]).stdout).expect("text");
    let mut flags: Vec<(String, String)> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(flag) = line.strip_prefix("--") {
            flags.push((flag.split(' ').next().unwrap_or_default().to_owned(), String::new()));
        } else if let Some((_, help)) = flags.last_mut() {
            help.push_str(if help.is_empty() { "" } else { " " });
            help.push_str(line);
        }
    }
    flags
}

/// Parameters without an example, because they exclude others that have one, or depend on the grid of the body.
const EXCLUDED: [&str; 3] = ["level", "max_solutions", "puzzle"];

#[test]
fn an_option_is_the_same_in_every_face() {
    let contract = http::openapi("");
    let tools = tools();
    let mut compared = 0;
    for operation in &ALL {
        let tool = tools.iter().find(|tool| tool["name"] == operation.about.name);
        assert_eq!(tool.is_some(), operation.is_tool(), "{}", operation.about.name);
        let name = operation.about.name;
        let flags = help_of(name);
        let path = path_of(operation);
        let request = contract["components"]["schemas"].as_object().expect("schemas");
        let request = request.iter().find(|(schema, _)| schema.to_lowercase() == format!("{name}request"));
        for option in (operation.options)() {
            let what = format!("`{}` of {name}", option.name);
            let wanted = Said::of_schema(&option.member, &option.described());
            if let Some(tool) = tool.filter(|_| !lists(name, option.name)) {
                assert_eq!(tool["inputSchema"]["properties"].get(option.name), None, "the argument {what}");
            } else if let Some(tool) = tool {
                let argument = &tool["inputSchema"]["properties"][option.name];
                // A model asks for the ids of the techniques when it needs one.
                let (are_techniques, mut described) = (wanted.words.contains("x-wing"), option.sentence.clone());
                if are_techniques {
                    described += " The tool `techniques` lists their ids.";
                }
                assert_eq!(argument["description"], described, "the argument {what}");
                let default = option.tool_default.as_ref().or(option.default.as_ref());
                let default = default.filter(|default| **default != json!([]));
                assert_eq!(argument.get("default"), default, "the argument {what}");
                let mut said = Said { default: wanted.default.clone(), ..Said::of_schema(argument, "") };
                if are_techniques {
                    assert!(said.words.is_empty(), "the argument {what}");
                    said.words.clone_from(&wanted.words);
                }
                assert_eq!(said, wanted, "the argument {what}");
            }
            if let Some((_, schema)) = request {
                let member = &schema["properties"][option.name];
                let shared = member["$ref"].as_str().and_then(|at| contract.pointer(&at[1..]));
                let member = shared.unwrap_or(member);
                let sentence = member["description"].as_str().expect("a sentence");
                assert_eq!(Said::of_schema(member, sentence), wanted, "the member {what}");
                assert_eq!(member["examples"], json!([option.example]), "the member {what}");
            }
            for method in ["get", "post"].into_iter().filter(|method| contract["paths"][&path].get(method).is_some()) {
                let parameters = contract["paths"][&path][method]["parameters"].as_array().expect("parameters");
                let resolved = |parameter: &Value| match parameter["$ref"].as_str() {
                    Some(reference) => contract.pointer(&reference[1..]).expect("a component").clone(),
                    None => parameter.clone(),
                };
                let parameter = parameters.iter().map(resolved).find(|parameter| parameter["name"] == option.name);
                let parameter = parameter.unwrap_or_else(|| panic!("{method} {path} has no parameter {what}"));
                let mut said = of_parameter(&parameter);
                // The words of a long list are in the schema of its member.
                if parameter["schema"]["pattern"] == "^[a-z0-9_-]+(,[a-z0-9_-]+)*$" {
                    said.words.clone_from(&wanted.words);
                }
                assert_eq!(said, wanted, "the parameter {what}");
                let example = parameter.get("example").unwrap_or(&parameter["schema"]["examples"][0]);
                if !EXCLUDED.contains(&option.name) {
                    assert_eq!(*example, option.example_parameter(), "the parameter {what}");
                }
            }
            // The command writes any number of puzzles, each on a line.
            if name == "generate" && ["count", "notation"].contains(&option.name) {
                continue;
            }
            let flag = option.name.replace('_', "-");
            let found = flags.iter().find(|(name, _)| *name == flag || *name == format!("no-{flag}"));
            let (_, help) = found.unwrap_or_else(|| panic!("no flag for {what}"));
            assert_eq!(Said::of_help(help), wanted, "the flag {what}: {help}");
            compared += 1;
        }
        if let Some((schema, request)) = request {
            for (member, described) in request["properties"].as_object().expect("members") {
                let referred = described["$ref"].as_str().and_then(|at| contract.pointer(&at[1..]));
                let shown =
                    [Some(described), referred].into_iter().flatten().any(|part| part["examples"][0] != Value::Null);
                assert!(shown, "`{member}` of {schema} has no example");
            }
        }
    }
    assert!(compared > 40, "{compared} flags");
    assert!(!http::openapi_yaml("").contains("Like the member"));
}

/// The tools as a language model sees them.
pub fn tools() -> Vec<Value> {
    let message = br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#;
    let Received::Answer(answer) = mcp::read(message, None) else { panic!("expected an answer") };
    let document: Value = serde_json::from_slice(&answer.text).expect("JSON");
    document["result"]["tools"].as_array().expect("tools").clone()
}

/// The headers that do not depend on the operation, which the contract names once.
const OF_EVERY_ANSWER: &str = "access-control-allow-origin access-control-expose-headers cache-control connection \
    content-length content-type date etag server-timing timing-allow-origin x-content-type-options x-request-id vary";

/// The headers of an answer that the contract should name.
fn headers_of(answer: &Answer) -> BTreeSet<String> {
    let is_named = |name: &&String| !OF_EVERY_ANSWER.split(' ').any(|other| other == **name);
    answer.headers.iter().map(|(name, _)| name).filter(is_named).cloned().collect()
}

/// The query of a document, if its grid is text.
fn query_of(document: &Value) -> Option<String> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in document.as_object()? {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match value.as_array() {
            Some(_) if name == "grid" => return None,
            Some(items) => query.append_pair(name, &items.iter().map(text).collect::<Vec<_>>().join(",")),
            None => query.append_pair(name, &text(value)),
        };
    }
    Some(query.finish())
}

#[tokio::test]
async fn every_header_in_the_contract_is_sent_and_no_other() {
    let (contract, service) = (http::openapi(""), Service::start().await);
    // The headers that were sent with each response of the contract, which operations may share.
    let mut sent: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for operation in &ALL {
        let name = operation.about.name;
        let mut documents: Vec<Value> = (operation.about.examples)();
        if operation.takes_grid {
            documents.extend([CONFLICTING, NO_SOLUTION].map(|grid| json!({"grid": grid})));
        } else {
            documents.push(json!({}));
        }
        let path = path_of(operation);
        for (method, described) in contract["paths"][&path].as_object().expect("methods") {
            for document in &documents {
                let answer = match (method.as_str(), query_of(document)) {
                    ("post", _) => service.post_json(&path, document).await,
                    (_, None) => continue,
                    (_, Some(_)) if name == "daily" => service.get("/daily/2026-11-21?notation=line").await,
                    (_, Some(query)) => service.get(&format!("{path}?{query}")).await,
                };
                let at = format!("/paths/{}/{method}/responses/{}", path.replace('/', "~1"), answer.status);
                let response = &described["responses"][answer.status.to_string()];
                let at = response["$ref"].as_str().map_or(at, |reference| reference[1..].to_owned());
                sent.entry(at).or_default().extend(headers_of(&answer));
            }
        }
    }
    for (at, headers) in sent {
        let response = contract.pointer(&at).unwrap_or_else(|| panic!("no {at}"));
        let promised = response["headers"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
        assert_eq!(headers, promised.collect(), "{at}");
    }
}

/// The path of an operation in the contract.
pub fn path_of(operation: &AnyOperation) -> String {
    if operation.found_by == FoundBy::Date { operation.dated_path() } else { operation.path() }
}

#[tokio::test]
async fn the_page_for_language_models_names_every_operation_and_only_paths_that_exist() {
    let service = Service::start().await;
    let page = service.get("/llms.txt").await;
    assert_eq!(page.header("content-type").as_deref(), Some("text/plain; charset=utf-8"), "{page}");
    let (operations, contract) = page.text().split_once("## Contract").expect("two parts");
    assert!(operations.starts_with("# sudoku-service\n\n> "), "{page}");
    let lines: Vec<&str> = operations.lines().filter(|line| line.starts_with("- [")).collect();
    let expected = ALL.iter().map(|operation| {
        let first = operation.about.description.split(". ").next().expect("a sentence").trim_end_matches('.');
        format!("- [{}](/{}): {first}.", operation.about.title, operation.about.name)
    });
    let expected: Vec<String> = expected.collect();
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(&expected) {
        assert!(line.starts_with(expected.as_str()), "{line}\n{expected}");
        let batch = line.split("POST ").nth(1).map(|path| path.trim_end_matches('.'));
        let name = line.split_once("](/").expect("a path").1.split(')').next().expect("a name");
        let has_batch = http::openapi("")["paths"].get(format!("/{name}/batch")).is_some();
        assert_eq!(batch.is_some(), has_batch, "{line}");
    }
    let paths: Vec<&str> = contract.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(paths, ["/openapi.json", "/problems", "/mcp"], "{contract}");
    for (path, status) in paths.into_iter().zip([200, 200, 405]) {
        assert_eq!(service.get(path).await.status, status, "{path}");
    }
}

#[test]
fn the_gateway_examples_name_every_batch_and_no_other() {
    let contract = http::openapi("");
    let paths = contract["paths"].as_object().expect("paths").keys();
    let batches: BTreeSet<&str> = paths.filter_map(|path| path.strip_prefix('/')?.strip_suffix("/batch")).collect();
    let read = |file: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(file);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let haproxy = read("haproxy.cfg");
    let line = haproxy.lines().find(|line| line.trim().starts_with("acl batch path ")).expect("an acl");
    let named = line.split_whitespace().filter_map(|path| path.strip_prefix('/')?.strip_suffix("/batch"));
    assert_eq!(named.collect::<BTreeSet<_>>(), batches, "haproxy.cfg");
    let named = between(&read("nginx.conf"), "(?<batch>(?:", ")/batch)$").expect("a location");
    assert_eq!(named.split('|').collect::<BTreeSet<_>>(), batches, "nginx.conf");
}
