//! Schemas of arguments and answers for tools, without references: many of their clients do not follow any. A language model
//! reads every byte of a list of tools.

use serde_json::{Map, Value, json};

use super::answer::declaration::{Schemas, referred as name_of};
use super::any_operation::AnyOperation;
use super::options::Declaration;
use super::schemas::{cell_name, grid, pencil_marks};

/// How deep references are replaced by what they refer to. A deeper part is only said to be an object, a list or a string.
const DEPTH: usize = 2;

/// Keywords that tell a model nothing, or that OpenAPI adds to JSON Schema.
const LEFT_OUT: [&str; 7] = ["example", "examples", "format", "maxItems", "minItems", "pattern", "title"];

/// Keywords that an argument does without.
const UNSAID: [&str; 7] =
    ["additionalProperties", "description", "maxProperties", "minLength", "minProperties", "pattern", "propertyNames"];

/// The longest list of words in an argument. Longer ones list techniques, which a tool of their own lists.
const MOST_WORDS: usize = 20;

/// What every grid in an argument may be.
const GRID: &str = "81 characters, or any notation.";

/// Options that serve programs.
const UNLISTED: [&str; 10] =
    ["distinct", "doubtful", "first", "generator", "marks", "notation", "order", "uniqueness", "until", "views"];

/// Options that most operations share, so that all take the same document, but that matter to a model only in these.
const LISTED_IN: [(&str, &[&str]); 3] = [
    ("puzzle", &["hint", "reveal", "validate"]),
    ("allow", &["generate", "hint", "rate", "steps"]),
    ("max_rating", &["hint", "rate", "steps"]),
];

/// Whether the tool of an operation lists an option. It takes those that it does not list, too.
pub fn lists(operation: &str, option: &str) -> bool {
    let elsewhere = LISTED_IN.iter().any(|(name, operations)| *name == option && !operations.contains(&operation));
    !UNLISTED.contains(&option) && !elsewhere
}

/// The schema of the arguments of an operation.
pub fn of_arguments(operation: &AnyOperation) -> Value {
    let parts = [("Grid", grid()), ("PencilMarks", pencil_marks()), ("CellName", cell_name())];
    let parts: Schemas = parts.into_iter().map(|(name, schema)| (name.to_owned(), brief(schema))).collect();
    let mut properties = Map::new();
    if operation.takes_grid {
        let mut grid = inlined(&parts["Grid"], &parts, 0);
        grid["description"] = format!("{} {GRID}", operation.about.grid).into();
        properties.insert("grid".to_owned(), grid);
    }
    for option in (operation.options)().iter().filter(|option| lists(operation.about.name, option.name)) {
        properties.insert(option.name.to_owned(), argument(option, &parts));
    }
    let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    if operation.takes_grid {
        schema["required"] = json!(["grid"]);
    }
    schema
}

fn argument(option: &Declaration, parts: &Schemas) -> Value {
    let mut schema = inlined(&brief(option.member.clone()), parts, 0);
    schema["description"] = option.sentence.clone().into();
    if option.words().len() > MOST_WORDS {
        schema["description"] = format!("{} The tool `techniques` lists their ids.", option.sentence).into();
    }
    let default = option.tool_default.as_ref().or(option.default.as_ref());
    if let Some(default) = default.filter(|default| **default != json!([])) {
        schema["default"] = default.clone();
    }
    schema
}

/// The schema of the data of an answer, which may be a problem instead: some clients check the data of problems, too.
pub fn of_answer(operation: &AnyOperation) -> Value {
    let mut parts = Schemas::new();
    let reference = (operation.answer_schema)(&mut parts);
    let mut answer = inlined(part_of(&reference["$ref"], &parts), &parts, 0);
    if answer["type"] == "array" {
        let name = operation.about.name;
        answer = json!({"required": [name], "properties": {name: answer}});
    }
    answer.as_object_mut().expect("a schema is an object").shift_remove("type");
    let problem = json!({"description": "A problem.", "required": ["code", "detail"],
        "properties": {"code": {"type": "string"}, "detail": {"type": "string"}}});
    json!({"type": "object", "anyOf": [answer, problem]})
}

/// A schema whose references are replaced; `depth` is the number of references around it.
fn inlined(schema: &Value, parts: &Schemas, depth: usize) -> Value {
    match schema {
        Value::Object(members) => {
            let mut inline = Map::new();
            for (keyword, value) in members {
                match keyword.as_str() {
                    "$ref" => inline.extend(referred(value, parts, depth)),
                    // Of one schema: a reference with keywords beside it.
                    "allOf" => value.as_array().into_iter().flatten().for_each(|part| {
                        inline.extend(inlined(part, parts, depth).as_object().cloned().unwrap_or_default());
                    }),
                    // The names of properties are no keywords.
                    "properties" => {
                        let properties = value.as_object().into_iter().flatten();
                        let properties: Map<String, Value> =
                            properties.map(|(name, schema)| (name.clone(), inlined(schema, parts, depth))).collect();
                        inline.insert(keyword.clone(), properties.into());
                    }
                    // Branches of which only the type is left may match together.
                    "oneOf" => drop(inline.insert("anyOf".to_owned(), inlined(value, parts, depth))),
                    "description" if depth == DEPTH => {}
                    keyword if LEFT_OUT.contains(&keyword) => {}
                    _ => drop(inline.insert(keyword.clone(), inlined(value, parts, depth))),
                }
            }
            // A description beside a reference is the better one.
            if let Some(own) = members.get("description").filter(|_| depth < DEPTH) {
                inline.insert("description".to_owned(), own.clone());
            }
            inline.into()
        }
        Value::Array(items) => items.iter().map(|item| inlined(item, parts, depth)).collect(),
        other => other.clone(),
    }
}

/// The schema that a reference refers to.
fn part_of<'a>(reference: &Value, parts: &'a Schemas) -> &'a Value {
    &parts[name_of(reference).expect("a reference")]
}

fn referred(reference: &Value, parts: &Schemas, depth: usize) -> Map<String, Value> {
    let part = part_of(reference, parts);
    let schema = match (depth < DEPTH, part.get("type")) {
        (true, _) => inlined(part, parts, depth + 1),
        (false, Some(kind)) => json!({"type": kind}),
        (false, None) => json!({}),
    };
    schema.as_object().cloned().unwrap_or_default()
}

/// A schema without [`UNSAID`] keywords, long lists of words and objects of any members. Of several kinds of items only the
/// first is left: providers of models refuse a list that does not say what its items are, and models do well with a sentence
/// and the errors, and read every byte of a schema.
fn brief(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            members.retain(|keyword, value| match keyword.as_str() {
                "enum" => value.as_array().is_none_or(|words| words.len() <= MOST_WORDS),
                keyword => !UNSAID.contains(&keyword),
            });
            members.iter_mut().for_each(|(keyword, value)| {
                let first = value.pointer_mut("/oneOf/0").filter(|_| keyword == "items").map(Value::take);
                *value = brief(first.unwrap_or_else(|| value.take()));
            });
            // Of a grid, rows of numbers are the likeliest.
            if let Some(items) = members.get_mut("items").filter(|items| **items == json!({})) {
                *items = json!({"type": "array", "items": {"type": "integer"}});
            }
        }
        Value::Array(items) => {
            items.retain(|item| item["type"] != "object" || item.get("properties").is_some());
            for item in items {
                *item = brief(item.take());
            }
        }
        _ => {}
    }
    schema
}
