//! Schemas that say each thing once: models and small clients read the whole contract.

use std::collections::BTreeMap;
use std::mem::replace;

use serde_json::{Value, json};

use crate::operations::answer::declaration::{Schemas, reference, referred};

/// How a reference to a schema begins.
const REFERENCE: &str = "\"$ref\":\"#/components/schemas/";

/// Shortens all schemas. `others` refer to them, too.
pub fn shorten(schemas: &mut Schemas, others: &Value) {
    share_options(schemas);
    let described =
        |(name, schema): (&String, &Value)| Some((name.clone(), schema["description"].as_str()?.to_owned()));
    let descriptions: BTreeMap<String, String> = schemas.iter().filter_map(described).collect();
    for schema in schemas.values_mut() {
        shorten_one(schema, &descriptions);
    }

    // How often each schema is referred to, and how often with a description.
    let (text, mut uses) = (json!([schemas, others]).to_string(), BTreeMap::<&str, [usize; 2]>::new());
    for (name, after) in text.split(REFERENCE).skip(1).filter_map(|part| part.split_once('"')) {
        let uses = uses.entry(name).or_default();
        *uses = [uses[0] + 1, uses[1] + usize::from(after.starts_with(",\"description\""))];
    }
    for (name, schema) in schemas {
        // A schema with one reference is described beside it.
        if let (Some([1, 1]), Some(members)) = (uses.get(&**name), schema.as_object_mut()) {
            members.shift_remove("description");
        }
    }
}

/// Makes a schema such as `MaxRatingOption` of each option that several requests have. Not of a choice of words: generated
/// clients name its type after the request.
fn share_options(schemas: &mut Schemas) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    options(schemas).for_each(|(_, option)| *uses.entry(option.to_string()).or_default() += 1);
    let mut shared = Schemas::new();
    for (name, option) in options(schemas).filter(|(_, option)| uses[&option.to_string()] > 1) {
        if option.get("$ref").is_none() && option.get("enum").is_none() {
            let name = type_name(name, "Option");
            let option = replace(option, reference(&name));
            let known = shared.insert(name, option.clone());
            assert!(known.is_none_or(|known| known == option), "two options with the name of {option}");
        }
    }
    schemas.extend(shared);
}

/// The name of the schema of this kind for a name in snake case.
pub fn type_name(name: &str, kind: &str) -> String {
    let words = name.split('_').map(|word| [&word[..1].to_uppercase(), &word[1..]].concat());
    words.chain([kind.to_owned()]).collect()
}

/// The members of all requests, with their names.
fn options(schemas: &mut Schemas) -> impl Iterator<Item = (&String, &mut Value)> {
    let requests = schemas.iter_mut().filter(|(name, _)| name.ends_with("Request"));
    requests.filter_map(|(_, schema)| schema.get_mut("properties")?.as_object_mut()).flatten()
}

fn shorten_one(schema: &mut Value, descriptions: &BTreeMap<String, String>) {
    match schema {
        Value::Object(members) => {
            if let Some(text) = members.get("description").and_then(Value::as_str) {
                let known = members.get("$ref").and_then(referred).and_then(|name| descriptions.get(name));
                if known.is_some_and(|known| known == text) || repeats_name(text) {
                    members.shift_remove("description");
                }
            }
            members.values_mut().for_each(|member| shorten_one(member, descriptions));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| shorten_one(item, descriptions)),
        _ => {}
    }
}

/// Whether a description is only a word, such as "The cell.": the name of the member says as much.
fn repeats_name(text: &str) -> bool {
    let word = text.strip_prefix("The ").or(text.strip_prefix("Its ")).and_then(|text| text.strip_suffix('.'));
    word.is_some_and(|word| !word.contains(' '))
}
