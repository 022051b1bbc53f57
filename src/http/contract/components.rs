//! The parts of the contract that several operations share.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{problem_schemas, shortened};
use crate::operations::answer::declaration::{AnswerPart, Schemas, reference};
use crate::operations::example_grids::LINE;
use crate::operations::options::Declaration;
use crate::operations::problem::{Code, GridError, Property, RequestError};
use crate::operations::schemas::{cell_name, grid, pencil_marks};

/// Parameters without an example, because importers send every example at once, and these exclude another option that has one, or
/// depend on the grid of the body.
const EXCLUDED: [&str; 3] = ["level", "max_solutions", "puzzle"];

/// The shared parts, by name.
#[derive(Default)]
pub struct Components {
    pub(super) schemas: Schemas,
    /// The others, by their kinds.
    others: BTreeMap<&'static str, Schemas>,
}

impl Components {
    /// The reference to a schema.
    pub fn schema(&mut self, name: String, schema: Value) -> Value {
        let reference = reference(&name);
        self.schemas.insert(name, schema);
        reference
    }

    /// The reference to a part of another kind. Operations with the same one share it; if they share only its name, it begins with
    /// that of the operation `of`.
    pub fn part(&mut self, kind: &'static str, of: &str, name: &str, part: Value) -> Value {
        let parts = self.others.entry(kind).or_default();
        let known = parts.iter().find(|(_, known)| **known == part).map(|(name, _)| name.clone());
        let name =
            known.unwrap_or_else(|| if parts.contains_key(name) { format!("{of}.{name}") } else { name.to_owned() });
        let reference = json!({"$ref": format!("#/components/{kind}/{name}")});
        parts.insert(name, part);
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
        self.part("parameters", of, option.name, parameter)
    }

    /// The responses of a path by status: its answer, and references to those for these problems and those of any request. Each
    /// status of the problems with [`Property::Fixable`] has a response, and `default` has the others. `of` is the operation.
    pub fn responses(&mut self, of: &str, codes: &[&[Code]], (status, answered): (&str, Value)) -> Value {
        let codes = codes.concat();
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
        let mut responses = Map::from_iter([(status.to_owned(), answered)]);
        for (status, mut codes) in by_status {
            codes.sort_by_key(|code| Code::ALL.iter().position(|other| other == code));
            codes.dedup();
            let name = if let [only] = codes[..] { format!("{only:?}") } else { format!("{of}.{status}") };
            responses.insert(status, self.part("responses", of, &name, problem_schemas::response(&codes)));
        }
        responses.sort_keys();
        responses.into()
    }

    /// All of them, with the schemas that every contract has. `paths` refer to them.
    pub fn finish(mut self, paths: &Value) -> Value {
        RequestError::schema(&mut self.schemas);
        GridError::schema(&mut self.schemas);
        let handwritten = [("Grid", grid()), ("CellName", cell_name()), ("PencilMarks", pencil_marks())];
        self.schemas.extend(handwritten.map(|(name, schema)| (name.to_owned(), schema)));
        problem_schemas::add(&mut self.schemas);
        let mut all = json!(self.others);
        shortened::shorten(&mut self.schemas, &json!([all, paths]));
        all["schemas"] = json!(self.schemas);
        all
    }
}
