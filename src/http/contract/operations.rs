//! The paths of an operation: a POST, a GET, and a POST of a batch.

use serde_json::{Map, Value, json};

use super::components::Components;
use super::examples::{self, Example};
use super::lines;
use super::shortened::type_name;
use crate::http::paths::has_course;
use crate::operations::AnyOperation;
use crate::operations::answer::format::{FORMAT, PictureFormat};
use crate::operations::answer::picture::PictureOptions;
use crate::operations::any_operation::Batches;
use crate::operations::daily::DATE;
use crate::operations::example_grids::LINE;
use crate::operations::lines::{BatchOptions, LineFormat, Separator};
use crate::operations::operation::{FoundBy, Group};
use crate::operations::options::{Declaration, Options};
use crate::operations::problem::{Code, Property};
use crate::operations::reading::names::quoted;

/// How the lines of a batch are read and answered, in the description of each batch.
const EACH_LINE: &str = "One grid per line in, one answer per line out, in order; for an invalid line, `error CODE line N: \
    detail`, or in JSON `problem`.";

/// What every batch has in common.
pub const LINES: &str = "As `text/plain`, a line is a puzzle in any text notation that fits on one line (`.sdm`); empty lines, \
    lines that begin with `#` and headers such as `puzzle,solution` are skipped. In `error CODE line N: detail`, N counts \
    every line from 1. Blocks of lines with a puzzle each, the games of an OpenSudoku file and an array of puzzles are read, too; \
    N is then the line where a puzzle begins.\n\nAs `application/x-ndjson`, as an array in `application/json`, or if the first \
    line of a text that is not a comment begins like JSON, a line is a grid in any JSON form, or an object with the member `grid` and, optionally, the \
    options as members, which take precedence over the query, `id` and `meta`, which the answer repeats byte for byte. \
    `x-itemSchema` is the schema of each line, as `itemSchema` is in OpenAPI 3.2.\n\nA body with a Content-Length of at most 1 MiB (about 12,000 puzzles) is read \
    whole before the answer begins. A larger or chunked body is answered while it is sent, so the client must read while it \
    sends. A line has at most 4096 bytes.\n\nWhile the service waits for the client, a line must move at least every 30 \
    seconds, in either direction, and 64 bytes a second must move on average. If there is no room for a further batch, the \
    slowest one that moves less than 4 KiB a second ends. When the answers end early, for one of these reasons or because the \
    service shuts down, the last line is `error CODE line N: …` or `{\"line\": N, \"problem\": …}`. CODE is `shutting-down` or \
    `overloaded`, and N is the first line without an answer. The final chunk is missing, too.\n\nThe command line also reads and \
    writes columns, separated by tabs (TSV, with `\\N` for null) or by commas (CSV): after the header `id,puzzle`, `solve` writes \
    `id,puzzle,verdict,solution,problem`, for a good line `7,53..7…,unique,534678…,`, and for an invalid one \
    `8,53..7,,,\"invalid-grid: found 5 cells instead of 81\"`.";

/// The paths of this operation.
pub fn paths(operation: &AnyOperation, components: &mut Components) -> Map<String, Value> {
    let of = PathEntry {
        operation,
        options: (operation.options)(),
        example: examples::of(operation),
        answer: (operation.answer_schema)(&mut components.schemas),
    };
    let mut paths = Map::new();
    let get = of.get(components);
    if operation.found_by == FoundBy::Date {
        paths.insert(operation.path(), json!({"get": of.redirect(components)}));
        paths.insert(operation.dated_path(), json!({"get": get}));
    } else if operation.takes_grid {
        paths.insert(operation.path(), json!({"get": get, "post": of.post(components)}));
    } else {
        paths.insert(operation.path(), json!({"get": get}));
    }
    if let Some(batches) = operation.batches {
        paths.insert(operation.batch_path(), json!({"post": of.batch(batches, components)}));
    }
    paths
}

/// An operation, and what its paths have in common.
struct PathEntry<'a> {
    operation: &'a AnyOperation,
    options: Vec<Declaration>,
    example: Example,
    /// The reference to the schema of the answer.
    answer: Value,
}

impl PathEntry<'_> {
    /// The members that begin the description of every path.
    fn begin(&self, id: &str, summary: &str, description: &str) -> Value {
        let tag = match self.operation.about.group {
            _ if id.ends_with("_batch") => "batch",
            Group::Sudoku => "sudoku",
            Group::Insight => "insight",
        };
        json!({"tags": [tag], "summary": summary, "description": description, "operationId": id})
    }

    fn post(&self, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let mut described = self.begin(about.name, about.title, about.description);
        described["parameters"] = [self.parameters(components), self.of_form(components)].concat().into();
        let schema = components.schema(type_name(about.name, "Request"), request_schema(self.operation));
        described["requestBody"] = json!({
            "required": true,
            "content": {
                "application/json": {"schema": schema, "example": self.example.request},
                "text/plain": {"schema": components.text_grid()},
            },
        });
        let answered = self.shared_answer(components);
        let any = [Code::with(Property::AnyJob), Code::with(Property::AnyBody)].concat();
        let codes = [about.problems, &[Code::InvalidRequest, Code::InvalidGrid], &any];
        described["responses"] = components.responses(about.name, &codes, ("200", answered));
        described
    }

    fn get(&self, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let (id, summary, description) = if self.operation.takes_grid {
            (format!("{}_get", about.name), format!("{} (cacheable)", about.title), first_sentence(about.description))
        } else {
            (about.name.to_owned(), about.title.to_owned(), about.description)
        };
        let caching = match self.operation.found_by {
            FoundBy::Seed => {
                "Without `seed`, the answer must not be kept, and `Content-Location` names the address of the same puzzles."
            }
            FoundBy::Date => "Caches may keep the answer for ever.",
            FoundBy::Request => "Caches may keep the answer for a day.",
        };
        let mut described = self.begin(&id, &summary, &format!("{description} {caching}"));
        let mut parameters = self.parameters(components);
        if self.operation.takes_grid {
            let grid = json!({"name": "grid", "in": "query", "required": true, "description": "The grid, in a text notation.",
                "schema": {"type": "string"}, "example": LINE});
            parameters.insert(0, components.part("parameters", about.name, "grid", grid));
        }
        parameters.extend(self.of_form(components));
        described["parameters"] = parameters.into();
        let mut answered = if self.operation.takes_grid { self.shared_answer(components) } else { self.answered() };
        if self.operation.found_by == FoundBy::Seed {
            let description = "The address of the same puzzles, if the request has no `seed`.";
            answered["headers"]["content-location"] = json!({"schema": {"type": "string"}, "description": description});
        }
        let own: &[Code] = match self.operation.found_by {
            FoundBy::Date => &[Code::InvalidRequest, Code::NotFound],
            _ if self.operation.takes_grid => &[Code::InvalidRequest, Code::InvalidGrid],
            _ => &[Code::InvalidRequest],
        };
        let codes = [about.problems, own, &Code::with(Property::AnyJob)];
        described["responses"] = components.responses(&id, &codes, ("200", answered));
        let known = json!({"description": "The client already has the answer: `If-None-Match` lists its tag."});
        described["responses"]["304"] = components.part("responses", &id, "NotModified", known);
        described
    }

    fn redirect(&self, components: &mut Components) -> Value {
        let description = "Redirects to the puzzle of the current date (UTC), with the same parameters.";
        let mut described = self.begin("today", "The puzzle of today", description);
        let mut parameters = [self.parameters(components), self.of_form(components)].concat();
        parameters.retain(|parameter| parameter["name"] != DATE);
        described["parameters"] = parameters.into();
        let location = json!({"schema": {"type": "string"}, "description": "The address."});
        let moved = json!({"description": "The address of today's puzzle.", "headers": {"location": location}});
        let codes: [&[Code]; 2] = [&[Code::InvalidRequest], &Code::with(Property::AnyJob)];
        described["responses"] = components.responses("today", &codes, ("307", moved));
        described
    }

    fn batch(&self, batches: Batches, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let columns = match batches.columns {
            [] => "the requested columns".to_owned(),
            columns => quoted(columns),
        };
        let readers = if self.operation.extends { "with a header" } else { "on the command line only" };
        let description = format!(
            "{} {EACH_LINE} {} As columns (TSV or CSV, {readers}), an answer adds {columns} and `problem`.",
            first_sentence(about.description),
            about.line
        );
        let id = format!("{}_batch", about.name);
        let mut described = self.begin(&id, &format!("{} (many, one per line)", about.title), &description);
        let of_batch = BatchOptions::declared();
        let of_batch = of_batch.iter().map(|option| components.parameter("batch", option)).collect();
        described["parameters"] = [self.parameters(components), of_batch].concat().into();
        let [text, ndjson] = [json!({"type": "string"}), json!({"type": "string", "format": "binary"})];
        described["requestBody"] = lines::request_body(components);
        let answer = (batches.answer_schema)(&mut components.schemas);
        let [text_lines, [ndjson_line, ndjson_problem]] = examples::of_batch(self.operation);
        let problem: Value = serde_json::from_str(&ndjson_problem).expect("an answer is JSON");
        let item = if self.operation.extends {
            lines::extended(&problem)
        } else {
            lines::answer(components, &answer, &problem)
        };
        let mut answered = json!({
            "description": "One line per puzzle.",
            "content": {
                "text/plain": {"schema": text, "example": text_lines.join("\n")},
                "application/x-ndjson": {"schema": ndjson, "x-itemSchema": item, "example": ndjson_line},
            },
        });
        for separator in [Separator::Comma, Separator::Tab].into_iter().filter(|_| self.operation.extends) {
            let essence = LineFormat::Columns(separator).media_type().split(';').next().unwrap_or_default();
            answered["content"][essence] = json!({"schema": {"type": "string"}});
        }
        described["responses"] = components.responses(&id, &[&Code::with(Property::AnyBatch)], ("200", answered));
        described
    }

    /// The options as parameters. The date of a puzzle is in its path.
    fn parameters(&self, components: &mut Components) -> Vec<Value> {
        let parameter = |option: &Declaration| match option.name {
            DATE => json!({"name": DATE, "in": "path", "required": true, "description": option.sentence,
                "schema": option.parameter, "example": option.example}),
            _ => components.parameter(self.operation.about.name, option),
        };
        self.options.iter().map(parameter).collect()
    }

    /// The reference to the response with the answer, which a GET and a POST share.
    fn shared_answer(&self, components: &mut Components) -> Value {
        let answered = self.answered();
        components.part("responses", "", &format!("{}.200", self.operation.about.name), answered)
    }

    /// The response with the answer, and the headers that the answer to the example has.
    fn answered(&self) -> Value {
        let mut content = json!({
            "application/json": {"schema": self.answer, "example": self.example.answer},
            "text/plain": {"schema": {"type": "string"}, "example": self.example.text},
        });
        if self.example.call.picture().is_some() {
            for format in [PictureFormat::Svg, PictureFormat::Png] {
                content[format.media_type()] = json!({"schema": {"type": "string", "format": "binary"}});
            }
        }
        if has_course(self.operation) {
            content["text/html"] = json!({"schema": {"type": "string"}, "example": "<!DOCTYPE html>"});
        }
        let mut answered = json!({"description": "The answer.", "content": content});
        for (name, description, applies) in [
            ("sudoku-verdict", "The verdict.", self.example.call.verdict().is_some()),
            ("sudoku-rating", "The rating, if there is one.", self.example.call.rating().is_some()),
        ] {
            if applies {
                answered["headers"][name] = json!({"schema": {"type": "string"}, "description": description});
            }
        }
        answered
    }

    /// The options of the form of an answer as parameters: without those of pictures if there is no picture of the answer.
    fn of_form(&self, components: &mut Components) -> Vec<Value> {
        let options = PictureOptions::declared();
        let has_picture = self.example.call.picture().is_some();
        let options = options.iter().filter(|option| has_picture || option.name == FORMAT);
        options.map(|option| components.parameter("form", option)).collect()
    }
}

/// The first sentence of a description, which says what an operation does.
fn first_sentence(description: &str) -> &str {
    description.find(". ").map_or(description, |end| &description[..=end])
}

/// The schema of the document of a request.
pub fn request_schema(operation: &AnyOperation) -> Value {
    let mut properties = Map::new();
    if operation.takes_grid {
        let grid = json!({"$ref": "#/components/schemas/Grid", "description": operation.about.grid});
        properties.insert("grid".to_owned(), grid);
    }
    properties.extend((operation.options)().iter().map(|option| (option.name.to_owned(), option.member_schema())));
    json!({
        "type": "object",
        "required": ["grid"],
        "properties": properties,
        "additionalProperties": false,
    })
}
