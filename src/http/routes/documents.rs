//! The documents that do not change while the process runs.

use axum::extract::Request;
use axum::response::Response;

use crate::http::app::App;
use crate::http::contract;
use crate::http::headers::links_to_contract;
use crate::http::pages::asset::Asset;
use crate::http::pages::documents::Versions;
use crate::http::pages::{assets, llms, problem_pages, robots};
use crate::http::paths::Document;
use crate::http::settings::Settings;
use crate::operations::answer::format::{JSON, TEXT};
use crate::operations::problem::Problem;

/// Answers with a document, in the version that the request prefers.
///
/// # Errors
/// The document has not been made yet, and the pool is overloaded or failed.
pub async fn answer(app: App, document: Document, request: Request) -> Result<Response, Problem> {
    let made = app.made(move |documents| &documents.whole[document as usize], move |settings| make(document, settings));
    Ok(made.await?.answer(&request))
}

fn make(document: Document, settings: &Settings) -> Versions {
    let url = &settings.public_url;
    let (media_type, text) = match document {
        Document::Yaml => ("application/yaml", contract::yaml(url)),
        Document::Json => (JSON, contract::document(url).to_string()),
        Document::Llms => (TEXT, llms::text(settings)),
        Document::Robots => (TEXT, robots::text(url)),
        Document::Problems => return problem_pages::list(url),
        Document::Reference => {
            let page = Asset::page(assets::versioned(include_str!("../pages/reference/index.html")));
            return Versions::from(page.with(links_to_contract("../")));
        }
    };
    Versions::from(Asset::new(media_type, text))
}
