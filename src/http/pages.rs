//! The pages for people, what they load, and the contract.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::body;
use super::document::{Document, PAGE_POLICY};
use super::problem::{self, Code, Problem};
use super::problem_schema::{AnyProblem, PageProblems, ResourceProblems};
use super::segment::Segment;
use super::{openapi, samples};

/// The playground
///
/// A page to type, paste, check and solve grids on.
#[utoipa::path(
    get,
    path = super::paths::ROOT,
    operation_id = "playground",
    tag = "service",
    responses((status = 200, description = "A page.", body = String, content_type = "text/html"), PageProblems),
)]
pub async fn playground(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Document> = LazyLock::new(|| {
        Document::new("text/html; charset=utf-8", include_str!("pages/index.html")).with_policy(PAGE_POLICY)
    });
    PAGE.answer(&headers)
}

/// The style of the pages.
pub async fn style(headers: HeaderMap) -> Response {
    static STYLE: LazyLock<Document> =
        LazyLock::new(|| Document::new("text/css; charset=utf-8", include_str!("pages/style.css")));
    STYLE.answer(&headers)
}

/// The playground's script.
pub async fn script(headers: HeaderMap) -> Response {
    static SCRIPT: LazyLock<Document> =
        LazyLock::new(|| Document::new("text/javascript; charset=utf-8", include_str!("pages/playground.js")));
    SCRIPT.answer(&headers)
}

/// The pages' icon. Chromium asks for it whenever the fragment changes, which in the playground is at every digit.
pub async fn icon(headers: HeaderMap) -> Response {
    static ICON: LazyLock<Document> =
        LazyLock::new(|| Document::new("image/svg+xml", include_str!("pages/favicon.svg")).kept_for_a_day());
    ICON.answer(&headers)
}

/// The contract as YAML
#[utoipa::path(
    get,
    path = super::paths::OPENAPI_YAML,
    operation_id = "openapi_yaml",
    tag = "service",
    responses((status = 200, description = "This document.", body = HashMap<String, serde_json::Value>, content_type = "application/yaml"), PageProblems),
)]
pub async fn openapi_yaml(headers: HeaderMap) -> Response {
    static YAML: LazyLock<Document> = LazyLock::new(|| Document::new("application/yaml", openapi::yaml()));
    YAML.answer(&headers)
}

/// The contract as JSON
#[utoipa::path(
    get,
    path = super::paths::OPENAPI_JSON,
    operation_id = "openapi_json",
    tag = "service",
    responses((status = 200, description = "This document.", body = HashMap<String, serde_json::Value>, content_type = "application/json"), PageProblems),
)]
pub async fn openapi_json(headers: HeaderMap) -> Response {
    static JSON: LazyLock<Document> = LazyLock::new(|| Document::new("application/json", openapi::json()));
    JSON.answer(&headers)
}

/// What a problem is.
#[derive(Serialize, ToSchema)]
pub struct ProblemDescription {
    /// The address of this description, as problems name it.
    #[schema(format = "uri-reference")]
    r#type: String,
    /// What it is, in a few words.
    title: &'static str,
    /// The status that it is sent with.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What it means, and how to mend it.
    detail: String,
    /// The stable name to switch on.
    code: &'static str,
    /// Such a problem as it is sent.
    #[schema(value_type = AnyProblem)]
    example: serde_json::Value,
}

/// What a problem means
///
/// A page for people, JSON for programs.
#[utoipa::path(
    get,
    path = super::paths::PROBLEM,
    operation_id = "problem",
    tag = "service",
    params(("code" = String, Path, description = "The problem's code.", example = "invalid-grid", pattern = "^[a-z-]+$")),
    responses(
        (status = 200, description = "What the problem means and how to mend it.", content(
            (ProblemDescription = "application/json"), (String = "text/html"),
        )),
        ResourceProblems,
    ),
)]
pub async fn problem(State(app): State<App>, Segment(name): Segment, headers: HeaderMap) -> Result<Response, Problem> {
    let code = Code::from_name(&name)
        .ok_or_else(|| Problem::new(Code::NotFound, format!("there is no problem with the code {name:?}")))?;
    let document = if asks_for_html(&headers) {
        Document::new("text/html; charset=utf-8", problem_page(code)).with_policy(PAGE_POLICY)
    } else {
        let description = ProblemDescription {
            r#type: problem::type_of(code, &app.settings.public_url),
            title: code.title(),
            status: code.status().as_u16(),
            detail: format!("{} {}", code.meaning(), code.remedy()),
            code: code.name(),
            example: samples::of(code).json(),
        };
        Document::new("application/json", serde_json::to_vec(&description).expect("a description is JSON"))
    };
    let mut response = document.answer(&headers);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept, accept-encoding"));
    Ok(response)
}

/// Whether a page is rather wanted than JSON.
fn asks_for_html(headers: &HeaderMap) -> bool {
    let quality_of = |wanted: &str| {
        let named = body::accepted(headers).filter(|(range, _)| range.eq_ignore_ascii_case(wanted));
        named.map(|(_, quality)| quality).fold(0.0, f32::max)
    };
    quality_of("text/html") > quality_of("application/json")
}

fn problem_page(code: Code) -> String {
    let example = serde_json::to_string_pretty(&samples::of(code).json()).expect("a JSON value is JSON");
    include_str!("pages/problem.html")
        .replace("{{code}}", code.name())
        .replace("{{status}}", code.status().as_str())
        .replace("{{title}}", &escape(code.title()))
        .replace("{{meaning}}", &prose(code.meaning()))
        .replace("{{mend}}", &prose(code.remedy()))
        .replace("{{example}}", &escape(&example))
}

/// A text of the catalogue as HTML: what stands between backticks is code.
fn prose(text: &str) -> String {
    let pieces = escape(text);
    let pieces = pieces.split('`').enumerate();
    pieces.map(|(i, piece)| if i % 2 == 1 { format!("<code>{piece}</code>") } else { piece.to_owned() }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
