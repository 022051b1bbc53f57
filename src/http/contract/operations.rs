//! The paths of an operation: a POST, a GET, and a POST of a batch.

use serde_json::{Map, Value, json};

use super::components::Components;
use super::examples::{self, Example};
use super::parts::request_id;
use crate::operations::AnyOperation;
use crate::operations::daily::DATE;
use crate::operations::operation::{FoundBy, Group};
use crate::operations::options::Declared;
use crate::operations::problem::Code;
use crate::operations::puzzles::{LINE, batch_json, batch_text};

/// The problems of every operation: those found before the request reaches its route, and bugs.
pub const OF_ANY_REQUEST: [Code; 4] = [Code::InvalidHost, Code::UriTooLong, Code::HeaderTooLarge, Code::Internal];

/// The additional problems of every operation that runs in the pool.
pub const OF_ANY_JOB: [Code; 3] = [Code::Overloaded, Code::DeadlineExceeded, Code::ShuttingDown];

/// The additional problems of every operation with a grid in its body.
const OF_ANY_BODY: [Code; 5] = [
    Code::MalformedJson,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::PayloadTooLarge,
    Code::UnsupportedMediaType,
];

/// The additional problems of a batch before its answers begin.
const OF_ANY_BATCH: [Code; 6] = [
    Code::InvalidRequest,
    Code::RequestTimeout,
    Code::IncompleteBody,
    Code::UnsupportedMediaType,
    Code::Overloaded,
    Code::ShuttingDown,
];

/// What every batch has in common.
pub const LINES: &str = "As `text/plain`, a line is a puzzle in any text notation that fits on one line (`.sdm`); empty lines, \
    lines that begin with `#` and headers such as `puzzle,solution` are skipped. An invalid line is answered with \
    `error CODE line N: detail`, where N counts every line from 1, and does not affect the others.\n\nAs \
    `application/x-ndjson`, or if the first line of a text that is not a comment begins like JSON, a line is a grid in any \
    JSON form, or an object with the member `grid` and, optionally, the options as members, which take precedence over the \
    query, `id` and `meta`. Its answer is an object with `line`, `id` and `meta` byte for byte if they were sent, and either \
    the members above or `problem`: the problem document without `request_id`, which lists at most 10 errors or \
    conflicts.\n\nA body with a Content-Length of at most 1 MiB (about 12,000 puzzles) is read whole before the answer \
    begins. A larger or chunked body is answered while it is sent, so the client must read while it sends. A line has at most \
    4096 bytes.\n\nWhile the service waits for the client, a line must move at least every 30 seconds, in either direction, \
    and 64 bytes a second must move on average. If there is no room for a further batch, the slowest one that moves less than \
    4 KiB a second ends. When the answers end early, for one of these reasons or because the service shuts down, the last \
    line is `error CODE line N: …` or `{\"line\": N, \"problem\": …}`. CODE is `shutting-down` or `overloaded`, and N is the \
    first line without an answer. The final chunk is missing, too.";

/// The paths of this operation.
pub fn paths(operation: &AnyOperation, components: &mut Components) -> Map<String, Value> {
    let of = Described::new(operation, components);
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
    if operation.lines.is_some() {
        paths.insert(operation.batch_path(), json!({"post": of.batch(components)}));
    }
    paths
}

/// An operation, and what its paths have in common.
struct Described<'a> {
    operation: &'a AnyOperation,
    options: Vec<Declared>,
    examples: Vec<Example>,
    /// The reference to the schema of the answer.
    answer: Value,
}

impl<'a> Described<'a> {
    fn new(operation: &'a AnyOperation, components: &mut Components) -> Self {
        Self {
            operation,
            options: (operation.options)(),
            examples: examples::of(operation),
            answer: components.schema_of((operation.answer_schema)()),
        }
    }

    /// The members that begin the description of every path.
    fn begin(&self, id: &str, summary: &str, description: &str) -> Value {
        let tag = match self.operation.about.group {
            Group::Sudoku => "sudoku",
            Group::Insight => "insight",
        };
        let id = format!("{}{id}", self.operation.about.name);
        json!({"tags": [tag], "summary": summary, "description": description, "operationId": id})
    }

    fn post(&self, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let mut described = self.begin("", about.title, about.description);
        let parameters = self.parameters(components);
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        let schema = components.schema(request_name(about.name), request_schema(self.operation));
        described["requestBody"] = json!({
            "required": true,
            "content": {
                "application/json": {"schema": schema, "examples": of(&self.examples, |example| example.request.clone())},
                "text/plain": {"schema": {"type": "string"}, "example": LINE},
            },
        });
        let answered = self.answered(components, |example| &example.answer, &[("server-timing", SERVER_TIMING)]);
        let further = [&[Code::InvalidRequest, Code::InvalidGrid], &OF_ANY_JOB[..], &OF_ANY_BODY];
        described["responses"] = self.responses(components, &further, answered);
        described
    }

    fn get(&self, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let (id, summary) = if self.operation.takes_grid {
            ("_get", format!("{} (cacheable)", about.title))
        } else {
            ("", about.title.to_owned())
        };
        let mut described = self.begin(id, &summary, &format!("{} {}", about.description, self.caching()));
        let mut parameters = self.parameters(components);
        if self.operation.takes_grid {
            let description = format!("{} In a text notation.", about.grid);
            let grid = json!({"name": "grid", "in": "query", "required": true, "description": description,
                "schema": {"type": "string"}, "example": LINE});
            parameters.insert(0, grid);
        }
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        let caching = [("etag", "The tag of the answer."), ("cache-control", "How long the answer may be kept.")];
        let mut answered = self.answered(components, |example| &example.cacheable, &caching);
        if self.operation.found_by == FoundBy::Seed {
            let description = "The address of the same puzzles, if the request has no `seed`.";
            answered["headers"]["content-location"] = json!({"schema": {"type": "string"}, "description": description});
        }
        let further: &[&[Code]] = match self.operation.found_by {
            FoundBy::Date => &[&[Code::InvalidRequest, Code::NotFound], &OF_ANY_JOB],
            _ if self.operation.takes_grid => &[&[Code::InvalidRequest, Code::InvalidGrid], &OF_ANY_JOB],
            _ => &[&[Code::InvalidRequest], &OF_ANY_JOB],
        };
        described["responses"] = self.responses(components, further, answered);
        let known = json!({"description": "The client already has the answer: `If-None-Match` lists its tag."});
        described["responses"]["304"] = known;
        described
    }

    fn redirect(&self, components: &mut Components) -> Value {
        let description = "Redirects to the puzzle of the current date (UTC), with the same parameters.";
        let mut described = self.begin("", "The puzzle of today", description);
        described["operationId"] = "today".into();
        let query = self.options.iter().filter(|option| option.name != DATE);
        let parameters: Vec<Value> =
            query.map(|option| components.parameter(self.operation.about.name, option)).collect();
        described["parameters"] = parameters.into();
        let location = json!({"schema": {"type": "string"}, "description": "The address."});
        let mut responses = components.problems(&[&OF_ANY_REQUEST[..], &OF_ANY_JOB, &[Code::InvalidRequest]].concat());
        let moved = json!({"description": "The address of today's puzzle.", "headers": {"location": location}});
        responses.insert("307".to_owned(), moved);
        described["responses"] = responses.into();
        described
    }

    fn batch(&self, components: &mut Components) -> Value {
        let about = &self.operation.about;
        let description = format!(
            "One grid per line in, one answer per line out, in order, as the tag `batch` says. {} {}",
            about.description, about.line
        );
        let mut described = self.begin("_batch", &format!("{} (many, one per line)", about.title), &description);
        described["tags"] = json!([described["tags"][0], "batch"]);
        let parameters = self.parameters(components);
        if !parameters.is_empty() {
            described["parameters"] = parameters.into();
        }
        let [text, ndjson] = [json!({"type": "string"}), json!({"type": "string", "format": "binary"})];
        // A batch may be empty and have no body.
        described["requestBody"] = json!({"content": {
            "text/plain": {"schema": text, "examples": {"lines": components.example("batch.text", &batch_text().into())}},
            "application/x-ndjson": {"schema": ndjson, "examples": {"lines": components.example("batch.json", &batch_json().into())}},
        }});
        let [text_answer, ndjson_answer] = examples::of_batch(self.operation);
        let answered = json!({
            "description": "One line per puzzle.",
            "headers": {"x-request-id": request_id()},
            "content": {
                "text/plain": {"schema": text, "example": text_answer},
                "application/x-ndjson": {"schema": ndjson, "example": ndjson_answer},
            },
        });
        // An option may be a grid or pencil marks.
        let reads_grid = self.options.iter().any(|option| option.member.get("$ref").is_some());
        let further: &[Code] = if reads_grid { &[Code::InvalidGrid] } else { &[] };
        let mut responses = components.problems(&[&OF_ANY_REQUEST[..], &OF_ANY_BATCH, further].concat());
        responses.insert("200".to_owned(), answered);
        described["responses"] = responses.into();
        described
    }

    /// The options as parameters. The date of a puzzle is in its path.
    fn parameters(&self, components: &mut Components) -> Vec<Value> {
        let parameter = |option: &Declared| match option.name {
            DATE => json!({"name": DATE, "in": "path", "required": true, "description": option.sentence,
                "schema": option.parameter, "example": option.example}),
            _ => components.parameter(self.operation.about.name, option),
        };
        self.options.iter().map(parameter).collect()
    }

    /// The answer of each example, and the headers that these answers have.
    fn answered(
        &self,
        components: &mut Components,
        answer: impl Fn(&Example) -> &Value,
        further: &[(&str, &str)],
    ) -> Value {
        let mut headers = json!({"x-request-id": request_id()});
        let of_answers = [
            ("sudoku-verdict", "The verdict.", self.examples.iter().any(|example| example.has_verdict)),
            ("sudoku-rating", "The rating, if there is one.", self.examples.iter().any(|example| example.has_rating)),
        ];
        let of_answers = of_answers.into_iter().filter(|(.., applies)| *applies).map(|(name, text, _)| (name, text));
        for (name, text) in of_answers.chain(further.iter().copied()) {
            headers[name] = json!({"schema": {"type": "string"}, "description": text});
        }
        let mut content = json!({
            "application/json": {"schema": self.answer},
            "text/plain": {"schema": {"type": "string"}},
        });
        let mut shared = |example: &Example| {
            let name = format!("{}.{}", self.operation.about.name, example.name.replace(' ', "-"));
            // An answer that says how long it took differs from the same one to a GET.
            let timed = if *answer(example) == example.cacheable { "" } else { ".timed" };
            (example.name.to_owned(), components.example(&format!("{name}{timed}"), answer(example)))
        };
        if let Some(first) = self.examples.first() {
            content["application/json"]["examples"] = self.examples.iter().map(&mut shared).collect();
            content["text/plain"]["example"] = first.text.clone().into();
        }
        json!({"description": "The answer.", "headers": headers, "content": content})
    }

    fn responses(&self, components: &mut Components, further: &[&[Code]], answered: Value) -> Value {
        let codes = [&OF_ANY_REQUEST[..], self.operation.about.problems, &further.concat()].concat();
        let mut responses = components.problems(&codes);
        responses.insert("200".to_owned(), answered);
        responses.sort_keys();
        responses.into()
    }

    fn caching(&self) -> &'static str {
        match self.operation.found_by {
            FoundBy::Seed => {
                "Without `seed`, the answer must not be kept, and `Content-Location` names the address of the same puzzles."
            }
            FoundBy::Date => "Caches may keep the answer for ever.",
            FoundBy::Request => "Caches may keep the answer for a day.",
        }
    }
}

/// Examples by name.
fn of(examples: &[Example], value: impl Fn(&Example) -> Value) -> Value {
    examples.iter().map(|example| (example.name.to_owned(), json!({"value": value(example)}))).collect()
}

const SERVER_TIMING: &str = "Milliseconds in the queue and in the solver.";

fn request_name(operation: &str) -> String {
    let (first, rest) = operation.split_at(1);
    format!("{}{rest}Request", first.to_uppercase())
}

/// The schema of the document of a request.
pub fn request_schema(operation: &AnyOperation) -> Value {
    let mut properties = Map::new();
    if operation.takes_grid {
        let grid =
            json!({"$ref": "#/components/schemas/Grid", "description": operation.about.grid, "examples": [LINE]});
        properties.insert("grid".to_owned(), grid);
    }
    properties.extend((operation.options)().iter().map(|option| (option.name.to_owned(), option.member_schema())));
    json!({
        "type": "object",
        "description": operation.about.title,
        "required": ["grid"],
        "properties": properties,
        "additionalProperties": false,
    })
}
