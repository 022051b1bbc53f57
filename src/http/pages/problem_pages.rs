//! The pages that explain problems.

use axum::extract::Request;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;

use super::asset::Asset;
use super::documents::Versions;
use super::frame::{escape, page};
use crate::http::app::App;
use crate::http::contract::examples;
use crate::http::contract::problem_schemas::ANY;
use crate::http::paths::last_segment;
use crate::http::settings::Settings;
use crate::operations::answer::declaration::{answer, parts, reference};
use crate::operations::answer::format::JSON;
use crate::operations::problem::{Code, Problem, type_of};

/// The schema of any problem.
struct AnyProblem;

parts! {
    [] AnyProblem => |_| reference(ANY);
}

answer! {
    /// The description of a problem.
    pub struct ProblemDescription {
        /// Its summary.
        #[serde(flatten)]
        summary: ProblemSummary,
        /// What it means, and how to fix it.
        detail: String,
        /// An example of the problem document.
        example: Value as AnyProblem,
    }
}

/// The description of a problem: a page for people, JSON for programs.
pub async fn problem(app: App, request: Request) -> Result<Response, Problem> {
    let descriptions = |settings: &Settings| {
        let described = |code| describe(code, &settings.public_url);
        let description = |&code: &Code| (code.name(), versions(problem_page(code), &described(code)));
        Code::ALL.iter().map(description).collect()
    };
    let described = app.made(|documents| &documents.problem, descriptions).await?;
    let name = last_segment(request.uri().path());
    let described = described.get(&*name);
    let unknown = || Problem::new(Code::NotFound, format!("no problem has the code {name:?}"));
    Ok(described.ok_or_else(unknown)?.answer(&request))
}

fn describe(code: Code, public_url: &str) -> ProblemDescription {
    ProblemDescription {
        summary: summarize(code, public_url),
        detail: format!("{} {}", code.meaning(), code.remedy()),
        example: examples::problem_json(code),
    }
}

answer! {
    /// The summary of a problem.
    pub struct ProblemSummary {
        /// The address of the description, as in the problem document.
        r#type: String {format: "uri-reference"},
        /// A short summary.
        title: &'static str,
        /// The status of the answer.
        status: u16 {minimum: 400, maximum: 599},
        /// The code of the problem, which never changes.
        code: &'static str,
    }
}

/// All problems: a page for people, JSON for programs.
pub fn list(public_url: &str) -> Versions {
    let row = |code: &Code| {
        let (name, status, title) = (code.name(), code.status(), escape(code.title()));
        format!("    <li><a href=\"problems/{name}\"><code>{name}</code></a> ({status}): {title}</li>")
    };
    let rows: Vec<String> = Code::ALL.iter().map(row).collect();
    let list = page("./", "Problems", &include_str!("problems.html").replace("{{problems}}", &rows.join("\n")));
    let summaries = Code::ALL.iter().map(|&code| summarize(code, public_url));
    versions(list, &summaries.collect::<Vec<_>>())
}

/// The summary of this problem.
pub fn summarize(code: Code, public_url: &str) -> ProblemSummary {
    ProblemSummary { r#type: type_of(code, public_url), title: code.title(), status: code.status(), code: code.name() }
}

fn versions(page: String, data: &impl Serialize) -> Versions {
    let json = serde_json::to_vec(data).expect("a description is JSON");
    Versions::new(Asset::page(page), Asset::new(JSON, json))
}

/// The page with a problem that a visitor met, whose relative path to the root is this.
pub fn occurrence(problem: &Problem, root: &str) -> String {
    let (code, detail) = (problem.code(), escape(problem.detail()));
    let main = format!(
        "  <p class=\"eyebrow\">HTTP {}</p>\n  <h1>{}</h1>\n  <p>{detail}</p>\n  <p class=\"quiet\"><a \
        href=\"{root}problems/{}\">What it means, and how to fix it</a></p>",
        code.status(),
        escape(code.title()),
        code.name()
    );
    page(root, &escape(code.title()), &main)
}

fn problem_page(code: Code) -> String {
    let example = serde_json::to_string_pretty(&examples::problem_json(code)).expect("a JSON value is JSON");
    let main = include_str!("problem.html")
        .replace("{{code}}", code.name())
        .replace("{{status}}", &code.status().to_string())
        .replace("{{title}}", &escape(code.title()))
        .replace("{{meaning}}", &prose(code.meaning()))
        .replace("{{remedy}}", &prose(code.remedy()))
        .replace("{{example}}", &escape(&example));
    page("../", &format!("{} ({})", escape(code.title()), code.name()), &main)
}

/// A text of the catalogue as HTML; text between backticks is code.
fn prose(text: &str) -> String {
    let escaped = escape(text);
    let pieces = escaped.split('`').enumerate();
    pieces.map(|(i, piece)| if i % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_owned() }).collect()
}
