//! The parts of the contract that several operations share.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::PartialSchema;
use utoipa::openapi::{RefOr, Schema};

use super::{examples, problem_schemas};
use crate::operations::operation::AnswerSchema;
use crate::operations::options::Declared;
use crate::operations::problem::{Code, GridError, Members, RequestError};
use crate::operations::schemas::{CellName, Grid, PencilMarks, not_null, to_value};

/// The shared parts, by name.
#[derive(Default)]
pub struct Components {
    schemas: BTreeMap<String, Value>,
    parameters: BTreeMap<String, Value>,
    responses: BTreeMap<String, Value>,
    examples: BTreeMap<String, Value>,
}

impl Components {
    /// The reference to a schema.
    pub fn schema(&mut self, name: String, schema: Value) -> Value {
        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
        self.schemas.insert(name, not_null(schema));
        reference
    }

    /// The reference to the schema of a type.
    pub fn schema_of(&mut self, AnswerSchema { name, schema, parts }: AnswerSchema) -> Value {
        self.parts(parts);
        self.schema(name, to_value(&schema))
    }

    /// Adds the schemas that other schemas refer to.
    fn parts(&mut self, parts: Vec<(String, RefOr<Schema>)>) {
        for (name, part) in parts {
            self.schema(name, to_value(&part));
        }
    }

    /// The reference to an option of the operation `of` as a parameter of the query.
    pub fn parameter(&mut self, of: &str, option: &Declared) -> Value {
        let mut parameter = json!({
            "name": option.name,
            "in": "query",
            "description": option.described(),
            "schema": option.parameter,
        });
        // The reference would send every example of a parameter, but not those of its schema.
        parameter["schema"]["examples"] = json!([option.example_parameter()]);
        // Operations with the same option share it.
        let is_shared = self.parameters.get(option.name).is_none_or(|known| *known == parameter);
        let name = if is_shared { option.name.to_owned() } else { format!("{of}.{}", option.name) };
        let reference = json!({"$ref": format!("#/components/parameters/{name}")});
        self.parameters.insert(name, parameter);
        reference
    }

    /// The reference to an example.
    pub fn example(&mut self, name: &str, value: &Value) -> Value {
        self.examples.insert(name.to_owned(), json!({"value": value}));
        json!({"$ref": format!("#/components/examples/{name}")})
    }

    /// A response for each status of these problems: the references by status.
    pub fn problems(&mut self, codes: &[Code]) -> Map<String, Value> {
        let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
        for &code in codes {
            by_status.entry(code.status()).or_default().push(code);
        }
        let response = |(status, mut codes): (u16, Vec<Code>)| {
            codes.sort_by_key(|code| Code::ALL.iter().position(|other| other == code));
            codes.dedup();
            let names: Vec<String> = codes.iter().map(|code| format!("{code:?}")).collect();
            let name = names.join("Or");
            let reference = json!({"$ref": format!("#/components/responses/{name}")});
            let example =
                |code: &Code| (code.name().to_owned(), self.example(code.name(), &examples::problem_json(*code)));
            let examples: Map<String, Value> = codes.iter().map(example).collect();
            self.responses.entry(name).or_insert_with(|| problem_schemas::response(&codes, &examples));
            (status.to_string(), reference)
        };
        by_status.into_iter().map(response).collect()
    }

    /// All of them, with the schemas that every contract has.
    pub fn finish(mut self) -> Value {
        self.schema_of(AnswerSchema::of::<RequestError>());
        self.schema_of(AnswerSchema::of::<GridError>());
        self.schema("Grid".to_owned(), to_value(&Grid::schema()));
        self.schema("CellName".to_owned(), to_value(&CellName::schema()));
        self.schema("PencilMarks".to_owned(), to_value(&PencilMarks::schema()));
        for (name, schema) in problem_schemas::schemas() {
            self.schema(name, schema);
        }
        self.parts(AnswerSchema::of::<Members>().parts);
        json!({
            "examples": self.examples,
            "headers": {"RequestId": {"schema": {"type": "string"}, "description": "The id of the request."}},
            "parameters": self.parameters,
            "responses": self.responses,
            "schemas": self.schemas,
        })
    }
}
