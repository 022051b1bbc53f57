//! The parts of the contract that several operations share.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{problem_schemas, shortened};
use crate::operations::answer::part::{AnswerPart, Schemas, reference};
use crate::operations::options::Declaration;
use crate::operations::problem::{Code, GridError, Property, RequestError};
use crate::operations::puzzles::LINE;
use crate::operations::schemas::{cell_name, grid, pencil_marks};

/// Parameters without an example, because importers send every example at once, and these exclude another option that has one, or
/// depend on the grid of the body.
const EXCLUDED: [&str; 3] = ["level", "max_solutions", "puzzle"];

/// The shared parts, by name.
#[derive(Default)]
pub struct Components {
    pub(super) schemas: Schemas,
    parameters: BTreeMap<String, Value>,
    request_bodies: BTreeMap<String, Value>,
    responses: BTreeMap<String, Value>,
}

impl Components {
    /// The reference to a schema.
    pub fn schema(&mut self, name: String, schema: Value) -> Value {
        let reference = reference(&name);
        self.schemas.insert(name, schema);
        reference
    }

    /// The reference to the schema of a body that is a grid as text, with the example of all of them.
    pub fn text_grid(&mut self) -> Value {
        let schema = json!({"type": "string", "description": "A grid in any text notation.", "examples": [LINE]});
        self.schema("TextGrid".to_owned(), schema)
    }

    /// The reference to an option of the operation `of` as a parameter of the query.
    pub fn parameter(&mut self, of: &str, option: &Declaration) -> Value {
        let mut parameter = json!({
            "name": option.name,
            "in": "query",
            "description": option.described(),
            "schema": option.parameter,
        });
        // The reference would send every example of a parameter, but not those of its schema.
        if !EXCLUDED.contains(&option.name) {
            parameter["schema"]["examples"] = json!([option.example_parameter()]);
        }
        self.shared_parameter(of, option.name, parameter)
    }

    /// The reference to a parameter. Operations with the same one share it.
    pub fn shared_parameter(&mut self, of: &str, name: &str, parameter: Value) -> Value {
        let known = self.parameters.iter().find(|(_, known)| **known == parameter).map(|(name, _)| name.clone());
        let name = known.unwrap_or_else(|| {
            if self.parameters.contains_key(name) { format!("{of}.{name}") } else { name.to_owned() }
        });
        let reference = json!({"$ref": format!("#/components/parameters/{name}")});
        self.parameters.insert(name, parameter);
        reference
    }

    /// The reference to the body of a request.
    pub fn request_body(&mut self, name: &str, body: Value) -> Value {
        self.request_bodies.insert(name.to_owned(), body);
        json!({"$ref": format!("#/components/requestBodies/{name}")})
    }

    /// The reference to a response.
    pub fn response(&mut self, name: &str, response: Value) -> Value {
        self.responses.insert(name.to_owned(), response);
        json!({"$ref": format!("#/components/responses/{name}")})
    }

    /// Responses for these problems and those of any request: the references by status. Each status of the problems with
    /// [`Property::Fixable`] has a response, and `default` has the others. `of` is the operation.
    pub fn problems(&mut self, of: &str, codes: &[Code]) -> Map<String, Value> {
        let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
        let mut fixable: Vec<u16> =
            codes.iter().filter(|code| code.has(Property::Fixable)).map(|code| code.status()).collect();
        if fixable.is_empty() {
            fixable.push(Code::InvalidHost.status());
        }
        for &code in codes.iter().chain(&Code::with(Property::AnyRequest)) {
            let status = code.status();
            let response = if fixable.contains(&status) { status.to_string() } else { "default".to_owned() };
            by_status.entry(response).or_default().push(code);
        }
        let response = |(status, mut codes): (String, Vec<Code>)| {
            codes.sort_by_key(|code| Code::ALL.iter().position(|other| other == code));
            codes.dedup();
            let response = problem_schemas::response(&codes);
            let known = self.responses.iter().find(|(_, known)| **known == response).map(|(name, _)| name.clone());
            let name = known.unwrap_or_else(|| match &codes[..] {
                [only] => format!("{only:?}"),
                _ => format!("{of}.{status}"),
            });
            (status, self.response(&name, response))
        };
        by_status.into_iter().map(response).collect()
    }

    /// All of them, with the schemas that every contract has. `paths` refer to them.
    pub fn finish(mut self, paths: &Value) -> Value {
        RequestError::schema(&mut self.schemas);
        GridError::schema(&mut self.schemas);
        let mut grid = grid();
        // Some generators drop an array without items, and all that refers to it.
        grid["oneOf"][0]["items"] = json!({"description": "A row, or one of 81 cells."});
        let handwritten = [("Grid", grid), ("CellName", cell_name()), ("PencilMarks", pencil_marks())];
        self.schemas.extend(handwritten.map(|(name, schema)| (name.to_owned(), schema)));
        problem_schemas::add(&mut self.schemas);
        shortened::shorten(&mut self.schemas, &[&self.parameters, &self.request_bodies, &self.responses], paths);
        json!({
            "parameters": self.parameters,
            "requestBodies": self.request_bodies,
            "responses": self.responses,
            "schemas": self.schemas,
        })
    }
}
