//! Small parts of the contract: references, and schemas of the code as JSON.

use serde_json::{Value, json};

/// The header with the id of the request.
pub fn request_id() -> Value {
    json!({"$ref": "#/components/headers/RequestId"})
}

/// A schema of the code as JSON.
pub fn to_value(schema: &impl serde::Serialize) -> Value {
    serde_json::to_value(schema).expect("a schema is JSON")
}

/// The same schema, in which no optional member of an object may be null: our answers omit what does not apply.
pub fn not_null(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            let required = required.as_array().cloned().unwrap_or_default();
            if let Some(properties) = members.get_mut("properties").and_then(Value::as_object_mut) {
                for (name, property) in properties.iter_mut() {
                    if !required.iter().any(|required| required == name) {
                        *property = without_null(property.take());
                    }
                }
            }
            members.values_mut().for_each(|value| *value = not_null(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = not_null(item.take())),
        _ => {}
    }
    schema
}

fn without_null(mut schema: Value) -> Value {
    if let Some(types) = schema["type"].as_array() {
        let others: Vec<Value> = types.iter().filter(|name| *name != "null").cloned().collect();
        schema["type"] = if let [only] = &others[..] { only.clone() } else { others.into() };
    } else if let Some(branches) = schema["oneOf"].as_array() {
        let others: Vec<Value> = branches.iter().filter(|branch| branch["type"] != "null").cloned().collect();
        match &others[..] {
            [only] if others.len() < branches.len() => return only.clone(),
            _ => schema["oneOf"] = others.into(),
        }
    }
    // Looking a member up by its index has added it.
    let members = schema.as_object_mut().expect("a schema is an object");
    members.retain(|_, value| !value.is_null());
    schema
}
