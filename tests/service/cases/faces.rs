//! The faces of an operation, and what follows for each from the answers of two of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::{Value, json};
use sudoku_service::operations::AnyOperation;
use sudoku_service::operations::operation::FoundBy;

use super::plain::Plain;
use super::{Case, words};
use crate::batch::command::run;
use crate::faces::path_of;
use crate::support::service::{Answer, Request, Service};
use crate::{mcp, openapi};

/// The faces of an operation of a service.
pub struct Faces<'a> {
    service: &'a Service,
    operation: &'static AnyOperation,
    contract: Value,
    /// The schema of the answers of its tool, if it has one.
    tool: Option<Validator>,
    /// The validators of the schemas of the contract that were needed.
    validators: RefCell<BTreeMap<String, Validator>>,
    asked: RefCell<BTreeSet<String>>,
}

/// What the faces say to a case, as its file has it.
struct Said {
    sent: Value,
    lines: Vec<String>,
    /// The faces that were asked, and what else was compared.
    asked: BTreeSet<String>,
}

impl Said {
    fn document(&self, value: &Value) -> String {
        words::layout(&words::short(value, &self.sent), 0)
    }

    /// Adds what a face says if it is not what follows from the others.
    fn expect(&mut self, is_expected: bool, face: &str, said: &str) {
        self.asked.insert(face.to_owned());
        if !is_expected {
            self.lines.push(format!("{face}: {}", words::named(said.trim_end())));
        }
    }

    fn expect_document(&mut self, is_expected: bool, face: &str, said: &Value) {
        let problem = said["code"].as_str().zip(said["detail"].as_str());
        self.expect(
            is_expected,
            face,
            &problem.map_or_else(|| self.document(said), |(code, detail)| format!("{code}: {detail}")),
        );
    }
}

impl<'a> Faces<'a> {
    pub fn of(service: &'a Service, operation: &'static AnyOperation) -> Self {
        let tool = crate::faces::tools().into_iter().find(|tool| tool["name"] == operation.about.name);
        let tool = tool.map(|tool| jsonschema::validator_for(&tool["outputSchema"]).expect("a schema"));
        Self {
            service,
            operation,
            contract: openapi::document(),
            tool,
            validators: RefCell::default(),
            asked: RefCell::default(),
        }
    }

    /// What the faces say to a case.
    pub async fn ask(&self, case: &Case) -> String {
        let plain = Plain::of(&case.document);
        let sent = case.document.get("grid").cloned().unwrap_or_default();
        let mut said = Said { sent, lines: Vec::new(), asked: BTreeSet::new() };
        let text = self.text(case, plain.as_ref()).await;
        said.lines.extend(text.text().lines().map(|line| format!("> {}", words::named(line)).trim_end().to_owned()));
        let answer = self.json(case, plain.as_ref()).await;
        let is_problem = answer.status != 200;
        let whole = answer.json();
        let document = compared(whole.clone());
        said.lines.push(said.document(&document));
        self.check_head(&mut said, &answer, &whole);
        said.expect(text.status == answer.status, "text status", &text.status.to_string());
        said.expect(
            text.header("content-type").as_deref() == Some("text/plain; charset=utf-8"),
            "text",
            "another type",
        );
        let code = document["code"].as_str().filter(|_| is_problem);
        if let Some(plain) = &plain {
            self.query(&mut said, plain, &document).await;
        }
        if self.operation.batches.is_some() {
            let line = self.json_line(&mut said, case, plain.as_ref()).await;
            said.expect_document(same(&line, &document), "batch", &line);
        }
        if let Some(plain) = plain.as_ref().filter(|plain| !plain.grid.contains('\n')) {
            let mut expected = text.text().trim_end().replace('\n', " | ");
            if self.operation.batches.is_some() {
                let line = self.line(plain).await;
                let line = line.text().trim_end();
                said.expect(code.map_or(line == expected, |code| is_about(line, code)), "line", line);
                said.expect(is_problem, "columns", &self.columns(plain));
                line.clone_into(&mut expected);
            }
            let expected = if is_problem { format!("exit 1: {expected}") } else { expected };
            let printed = self.command(plain);
            said.expect(printed == expected, "command", &printed);
        }
        if let Some(schema) = &self.tool {
            let called = self.call(case).await;
            said.expect(schema.is_valid(&called["structuredContent"]), "tool", "another schema");
            let data = compared(called["structuredContent"].clone());
            // The data of a tool is an object.
            let list = document.is_array().then(|| json!({self.operation.about.name: document}));
            said.expect_document(same(&data, list.as_ref().unwrap_or(&document)), "tool", &data);
            let content = called["content"][0]["text"].as_str().expect("a text");
            let code = data["code"].as_str().filter(|_| is_problem);
            said.expect(code.map_or(content == text.text(), |code| is_about(content, code)), "tool text", content);
            said.expect(called["isError"] == true || !is_problem, "tool", "no error");
        }
        self.asked.borrow_mut().append(&mut said.asked);
        said.lines.join("\n")
    }

    /// Checks that the cases have asked every face that the operation has.
    pub fn check_asked(&self) {
        let of_batches = ["batch", "line", "columns"].into_iter().filter(|_| self.operation.batches.is_some());
        let tool = Some("tool").filter(|_| self.operation.is_tool());
        for face in ["text", "contract", "query", "command"].into_iter().chain(of_batches).chain(tool) {
            assert!(self.asked.borrow().contains(face), "{}: no case asks the face {face}", self.operation.about.name);
        }
    }

    /// The document of the answer to a document, or, if there is no grid to send, to a query.
    async fn json(&self, case: &Case, plain: Option<&Plain>) -> Answer {
        self.request(case, plain).header("accept", "application/json").send().await
    }

    fn request(&self, case: &Case, plain: Option<&Plain>) -> Request {
        match plain.filter(|_| !self.operation.takes_grid) {
            Some(plain) => self.service.request("GET", &plain.target(&self.operation.path())),
            None => self.service.request("POST", &self.operation.path()).json(&Value::Object(case.document.clone())),
        }
    }

    /// The text of the answer to a grid as text, with the options in the query.
    async fn text(&self, case: &Case, plain: Option<&Plain>) -> Answer {
        let request = match plain.filter(|_| self.operation.takes_grid) {
            Some(plain) => self.service.request("POST", &plain.target(&self.operation.path())).body(&plain.grid),
            None => self.request(case, plain),
        };
        request.header("accept", "text/plain").send().await
    }

    /// Checks that a head says what its document says, and that the contract has them.
    fn check_head(&self, said: &mut Said, answer: &Answer, document: &Value) {
        let method = if self.operation.takes_grid { "post" } else { "get" };
        let media_type = answer.header("content-type").unwrap_or_default();
        let responses = &self.contract["paths"][path_of(self.operation)][method]["responses"];
        let content = &responses[answer.status.to_string()]["content"][&media_type];
        said.expect(content.is_object(), "contract", &format!("no {} of {media_type}", answer.status));
        self.check_schema(said, &format!("{} {media_type}", answer.status), &content["schema"], document);
        let (verdict, said_first) = (document["verdict"].as_str(), answer.header("sudoku-verdict"));
        said.expect(said_first.as_deref() == verdict, "sudoku-verdict", &said_first.unwrap_or_default());
        let rating = answer.header("sudoku-rating");
        said.expect(rating.is_none(), "sudoku-rating", &rating.unwrap_or_default());
    }

    fn check_schema(&self, said: &mut Said, name: &str, schema: &Value, document: &Value) {
        let mut validators = self.validators.borrow_mut();
        let validator = validators.entry(name.to_owned()).or_insert_with(|| openapi::validator(&self.contract, schema));
        for error in validator.iter_errors(document) {
            said.expect(false, "schema", &format!("{name}: {error}"));
        }
    }

    /// Asks by a query. The answer can be kept if the same one is found again.
    async fn query(&self, said: &mut Said, plain: &Plain, document: &Value) {
        let path = self.operation.path();
        let target = if self.operation.takes_grid { plain.with_grid(&path) } else { plain.target(&path) };
        let request = || self.service.request("GET", &target).header("accept", "application/json");
        let answer = request().send().await;
        let found = compared(answer.json());
        said.expect_document(same(&found, document), "query", &found);
        let caching = match self.operation.found_by {
            _ if answer.status != 200 => "no-store",
            FoundBy::Seed if !plain.has("seed") => "no-store",
            FoundBy::Request => "public, max-age=86400",
            FoundBy::Seed | FoundBy::Date => "public, max-age=31536000, immutable",
        };
        let (tag, kept) = (answer.header("etag"), answer.header("cache-control"));
        said.expect(kept.as_deref() == Some(caching), "cache-control", &kept.unwrap_or_default());
        said.expect(tag.is_some() == (caching != "no-store"), "etag", &format!("{tag:?}"));
        if let Some(tag) = tag {
            said.expect(answer.header("vary").as_deref() == Some("accept"), "query", "another `vary`");
            let again = request().header("if-none-match", &tag).send().await;
            said.expect(again.status == 304 && again.body.is_empty(), "etag", &again.to_string());
            let (stats, timing) = (answer.json().get("stats").cloned(), answer.header("server-timing"));
            said.expect(stats.is_none() && timing.is_none(), "query", "how long the work took");
        }
    }

    /// Sends a batch of one line of JSON with an id. If the answer extends the line, the options are those of the batch.
    async fn json_line(&self, said: &mut Said, case: &Case, plain: Option<&Plain>) -> Value {
        let (mut target, mut line) = (self.operation.batch_path(), case.document.clone());
        if let Some(plain) = plain.filter(|_| self.operation.extends) {
            target = plain.target(&target);
            line.retain(|name, _| name == "grid");
        }
        line.insert("id".to_owned(), json!("x"));
        let request = self.service.request("POST", &target).header("content-type", "application/x-ndjson");
        let answer = request.body(Value::Object(line.clone()).to_string()).send().await;
        if answer.status != 200 {
            return compared(answer.json());
        }
        let content = &self.contract["paths"][self.operation.batch_path()]["post"]["responses"]["200"]["content"];
        let mut lines = Vec::new();
        for answer in answer.text().lines() {
            let mut answer: Value = serde_json::from_str(answer).expect("a line is JSON");
            self.check_schema(said, "line", &content["application/x-ndjson"]["x-itemSchema"], &answer);
            let members = answer.as_object_mut().expect("an object");
            said.expect(members.shift_remove("id") == Some(json!("x")), "batch", "another id");
            members.shift_remove("line");
            if self.operation.extends {
                said.expect(members.shift_remove("grid").as_ref() == line.get("grid"), "batch", "another grid");
            }
            lines.push(compared(members.shift_remove("problem").unwrap_or(answer)));
        }
        if lines.len() == 1 { lines.remove(0) } else { Value::Array(lines) }
    }

    /// Sends a batch of one line of text, with the options in the query.
    async fn line(&self, plain: &Plain) -> Answer {
        let request = self.service.request("POST", &plain.target(&self.operation.batch_path()));
        request.header("content-type", "text/plain").body(&plain.grid).send().await
    }

    /// The columns that the command adds to a table and that are not null, each with its name.
    fn columns(&self, plain: &Plain) -> String {
        let table = format!("number\tpuzzle\n1\t{}\n", plain.grid);
        let (_, printed, error) = self.run(plain, &["--format=tsv"], &table);
        let rows: Vec<Vec<&str>> = printed.lines().map(|row| row.split('\t').collect()).collect();
        let [names, values] = &rows[..] else { return error };
        let columns = names.iter().zip(values).skip(2).filter(|(_, value)| **value != "\\N");
        columns.map(|(name, value)| format!("{name}={}", words::brief(value))).collect::<Vec<_>>().join("; ")
    }

    /// What the command prints, on one line: its answer, or what is wrong.
    fn command(&self, plain: &Plain) -> String {
        let (status, printed, error) = self.run(plain, &[], &plain.grid);
        format!("{status}{}{error}", printed.trim_end().replace('\n', " | "))
    }

    /// Runs the command: its exit status unless it is 0, what it prints, and the first line of what is wrong.
    fn run(&self, plain: &Plain, flags: &[&str], input: &str) -> (String, String, String) {
        let options: Vec<String> = plain.flags().collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let output = run(&[&[self.operation.about.name], &options[..], flags].concat(), input.as_bytes());
        let status = output.status.code().filter(|code| *code != 0).map(|code| format!("exit {code}: "));
        let [printed, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        let error = error.lines().next().unwrap_or_default().trim_start_matches("sudoku-service: ");
        (status.unwrap_or_default(), printed, error.to_owned())
    }

    /// Calls the tool, which gives as much as the other faces if it is asked to.
    async fn call(&self, case: &Case) -> Value {
        let mut arguments = case.document.clone();
        for option in (self.operation.options)().into_iter().filter(|option| option.tool_default.is_some()) {
            if let Some(default) = option.default.filter(|_| !case.document.contains_key(option.name)) {
                arguments.insert(option.name.to_owned(), default);
            }
        }
        mcp::called(self.service, self.operation.about.name, &Value::Object(arguments)).await
    }
}

/// A document without how long the work took, what identifies a request, and what all problems with a code share.
fn compared(mut document: Value) -> Value {
    if let Some(members) = document.as_object_mut() {
        members.shift_remove("stats");
        if members.contains_key("code") {
            members.retain(|name, _| !["type", "title", "request_id"].contains(&name.as_str()));
        }
    }
    document
}

/// The code of a problem, and the members or parameters that it concerns.
fn code_and_places(problem: &Value) -> String {
    let errors = problem["errors"].as_array().into_iter().flatten();
    let place = |error: &Value| {
        let pointer = error["pointer"].as_str().or(error["parameter"].as_str())?;
        Some(format!(" {}", pointer.trim_start_matches('/').split('/').next()?))
    };
    let mut places: Vec<String> = [problem].into_iter().chain(errors).filter_map(place).collect();
    places.dedup();
    format!("{}{}", problem["code"], places.concat())
}

/// Whether two documents are the same, or problems with the same code and at the same places.
fn same(one: &Value, other: &Value) -> bool {
    one == other || other["code"].is_string() && code_and_places(one) == code_and_places(other)
}

/// Whether a text or the line of a batch is about a problem with this code.
fn is_about(text: &str, code: &str) -> bool {
    text.strip_prefix("error ").unwrap_or(text).starts_with(code)
}
