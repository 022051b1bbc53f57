//! The documents that do not change while the process runs. Each part of them is made once, when it is first requested.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::Request;
use axum::response::Response;
use tokio::sync::Mutex;

use super::asset::Asset;
use crate::http::negotiation::prefers_html;

/// The documents.
#[derive(Default, Debug)]
pub struct Documents {
    /// The playground.
    pub playground: Made<Asset>,
    /// The course.
    pub course: Made<Asset>,
    /// The reference.
    pub reference: Made<Asset>,
    /// The scripts, styles and icons of all pages, by their paths.
    pub assets: Made<HashMap<String, Asset>>,
    /// The list of problems.
    pub problems: Made<Versions>,
    /// The description of each problem, by its code.
    pub problem: Made<HashMap<&'static str, Versions>>,
    /// The description for language models.
    pub llms: Made<Asset>,
    /// The rules for crawlers.
    pub robots: Made<Asset>,
    /// The contract as YAML.
    pub yaml: Made<Asset>,
    /// The contract as JSON.
    pub json: Made<Asset>,
}

/// A value that is made once.
#[derive(Debug)]
pub struct Made<T> {
    /// The value.
    pub value: OnceLock<T>,
    /// Locked while the value is being made. Other requests for it wait for the lock, and occupy no thread.
    pub making: Mutex<()>,
}

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), making: Mutex::default() }
    }
}

/// The two versions of a document.
#[derive(Debug)]
pub struct Versions {
    /// For people.
    pub page: Asset,
    /// For programs.
    pub json: Asset,
}

impl Versions {
    /// The answer to this request, in the version that it prefers.
    pub fn answer(&self, request: &Request) -> Response {
        let version = if prefers_html(request.extensions()) { &self.page } else { &self.json };
        version.answer_as_accepted(request.headers())
    }
}
