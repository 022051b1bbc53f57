//! The documents that do not change while the process runs. Each part of them is made once, when it is first requested.

use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::Request;
use axum::response::Response;
use tokio::sync::Mutex;

use super::asset::Asset;
use crate::http::negotiation::prefers_html;
use crate::http::paths::Document;

/// The documents.
#[derive(Default, Debug)]
pub struct Documents {
    /// Those that have a path of their own, by their numbers.
    pub whole: [Memo<Versions>; Document::Reference as usize + 1],
    /// The playground.
    pub playground: Memo<Asset>,
    /// The course.
    pub course: Memo<Asset>,
    /// The scripts, styles and icons of all pages, by their paths.
    pub assets: Memo<HashMap<String, Asset>>,
    /// The description of each problem, by its code.
    pub problem: Memo<HashMap<&'static str, Versions>>,
}

/// A value that is made once.
#[derive(Debug)]
pub struct Memo<T> {
    /// The value.
    pub value: OnceLock<T>,
    /// Locked while the value is being made. Other requests for it wait for the lock, and occupy no thread.
    pub making: Mutex<()>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), making: Mutex::default() }
    }
}

/// A document, of which there may be a page for people.
#[derive(Debug)]
pub struct Versions {
    page: Option<Asset>,
    other: Asset,
}

impl From<Asset> for Versions {
    fn from(other: Asset) -> Self {
        Self { page: None, other }
    }
}

impl Versions {
    /// A document for programs, and a page for people.
    pub fn new(page: Asset, other: Asset) -> Self {
        Self { page: Some(page.varying()), other: other.varying() }
    }

    /// The answer to this request, in the version that it prefers.
    pub fn answer(&self, request: &Request) -> Response {
        let page = self.page.as_ref().filter(|_| prefers_html(request.extensions()));
        page.unwrap_or(&self.other).answer(request.headers())
    }
}
