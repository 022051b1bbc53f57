//! The fields of a request: its grid and its options, from a document, a text, a query or flags.
//!
//! Every field is read before the request is rejected, so that the caller gets every error at once. If there are errors
//! of several kinds, the most basic kind is reported: invalid JSON, then an invalid request, then an invalid grid.

mod members;

use std::borrow::Cow;
use std::fmt::Display;

use super::arguments::{Arguments, Sent, Source};
use super::grid::{self, SentGrid};
use super::json::{Document, Malformed, Value, ValueKind, excerpt};
use super::names::{ALLOW, CALLED_PUZZLE, CAPTION, GRID, PUZZLE, unknown, unnumbered};
use super::request::{Body, Request};
use crate::operations::problem::{ErrorList, GridError, Place, Problem, RequestError, SEVERAL};

const REPEATED: &str = "the member is repeated";

/// The fields of a request, and their errors.
#[derive(Default)]
pub struct Fields<'a> {
    document: Option<Document<'a>>,
    grid: Option<SentGrid>,
    /// The options that were sent, in order.
    options: Vec<(&'static str, Source<'a>)>,
    /// Whether a language model sent them, which may have to send every option.
    is_of_model: bool,
    malformed: Option<Malformed>,
    request_errors: ErrorList<RequestError>,
    grid_errors: ErrorList<GridError>,
    hint: &'static str,
}

impl<'a> Fields<'a> {
    /// Reads the grid of a request, if the operation takes one, and finds the options with these names. In the query, the options
    /// have other names.
    pub fn of(
        request: Request<'a>,
        takes_grid: bool,
        names: &[&'static str],
        parameters: impl Fn() -> Vec<&'static str>,
    ) -> Self {
        let Request { body, mut query, defaults, is_of_model } = request;
        let mut fields = match body {
            Body::None if takes_grid => Self::of_query(std::mem::take(&mut query), &parameters()),
            Body::None => Self::default(),
            Body::Plain(posed) => Self { grid: Some(posed), ..Self::default() },
            Body::Document(document, declared) if takes_grid => Self::of_document(document, declared, names),
            Body::Document(document, _) => Self::of_options(document, names),
            Body::Text(text) => Self::of_text(text),
            Body::Form(form) => Self::of_query(form, names),
        };
        fields.is_of_model = is_of_model;
        if !query.is_empty() {
            fields.add_query(query, &parameters());
        }
        if let Some(defaults) = defaults {
            fields.add_defaults(defaults, names);
        }
        fields
    }

    /// Reads the grid of a text.
    pub fn of_text(text: &str) -> Self {
        let mut fields = Self::default();
        fields.grid = grid::of_text(text)
            .map_err(|error| {
                fields.hint = grid::hint(&error, SEVERAL);
                fields.grid_errors.push_text(&error, |error| error);
            })
            .ok();
        fields
    }

    /// Reads the grid of a query, and finds the options with these names.
    fn of_query(query: &'a str, names: &[&'static str]) -> Self {
        let mut fields = Self::default();
        fields.add_query(query, &[&[GRID], names].concat());
        // Its rows or its cells.
        fields.join(GRID, 9);
        if fields.has(GRID) {
            fields.grid = fields.grid(GRID).map(|(posed, _)| posed);
        } else {
            let usual = "the parameter is missing; it holds the grid, which a POST may send as its body instead";
            let missing = if fields.has(PUZZLE) { CALLED_PUZZLE } else { usual };
            fields.request_errors.push(|| RequestError::at(&Place::Query(GRID.into()), missing));
        }
        fields
    }

    /// Finds the options with these names among arguments.
    pub fn of_arguments(arguments: &'a Arguments, names: &[&'static str]) -> Self {
        let mut fields = Self::default();
        for (name, source) in arguments.sources() {
            fields.add(name, source, names, &[]);
        }
        fields
    }

    /// Also finds the options with these names in a query.
    pub fn add_query(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            self.add(&name, Source::Query(text), names, &[]);
        }
    }

    /// Takes from valid arguments each option with one of these names that was not sent.
    pub fn add_defaults(&mut self, arguments: &'a Arguments, names: &[&'static str]) {
        for (name, source) in arguments.sources() {
            let known = names.iter().find(|&&known| known == name);
            if let Some(&name) = known.filter(|&&known| !self.has(known)) {
                self.options.push((name, source));
            }
        }
    }

    /// The grid, once every option has been read.
    ///
    /// # Errors
    /// Every error of the most basic kind that occurred.
    pub fn finish(mut self) -> Result<SentGrid, Problem> {
        let grid = self.grid.take();
        self.finish_options().and_then(|()| grid.ok_or_else(|| Problem::invalid_grid(ErrorList::default())))
    }

    /// Finishes reading a request that has no grid.
    ///
    /// # Errors
    /// Every error of the most basic kind that occurred.
    pub fn finish_options(self) -> Result<(), Problem> {
        if let Some(malformed) = self.malformed {
            Err(malformed.into())
        } else if !self.request_errors.is_empty() {
            Err(Problem::invalid_request(self.request_errors))
        } else if !self.grid_errors.is_empty() {
            Err(Problem::invalid_grid(self.grid_errors).with_hint(self.hint))
        } else {
            Ok(())
        }
    }

    /// The member with this name as written, an empty one, too.
    pub fn written(&self, name: &str) -> Option<&'a str> {
        if let Source::Member(value) = self.all(name).next()? { Some(value.written()) } else { None }
    }

    /// Reads the option with this name. If it is invalid, records what was expected.
    pub fn option<T, E: Display>(
        &mut self,
        name: &'static str,
        expected: impl FnOnce() -> E,
        read: impl FnOnce(&mut Self, Sent<'a>) -> Option<T>,
    ) -> Option<T> {
        let source = self.source(name)?;
        let value = self.sent(&source).and_then(|sent| read(self, sent));
        if value.is_none() {
            self.reject(name, &source, expected());
        }
        value
    }

    /// Reads the option with this name as a grid.
    pub fn grid(&mut self, name: &'static str) -> Option<(SentGrid, Place)> {
        let source = self.source(name)?;
        let place = source.place(name);
        let posed = match source {
            Source::Member(value) => self.read_grid(value, &place)?,
            Source::Query(text) | Source::Flag(text) => {
                let located = |error| GridError { at: Some(place.clone()), ..error };
                grid::of_text(grid::unquoted(&text))
                    .map_err(|error| self.grid_errors.push_text(&error, located))
                    .ok()?
            }
        };
        Some((posed, place))
    }

    /// What was sent for the option with this name, an empty value, too.
    fn all(&self, name: &str) -> impl Iterator<Item = &Source<'a>> {
        self.options.iter().filter(move |&&(sent, _)| sent == name).map(|(_, source)| source)
    }

    /// The same without values that say nothing: what forms, and clients that write every field, send for an option that is not
    /// set.
    fn values(&self, name: &str) -> impl Iterator<Item = &Source<'a>> {
        let may_be_empty = self.is_of_model || ![ALLOW, CAPTION].contains(&name);
        self.all(name).filter(move |source| match source {
            Source::Member(value) => !(value.is_null() || may_be_empty && value.is_empty()),
            Source::Query(text) => !(may_be_empty && text.is_empty()),
            Source::Flag(_) => true,
        })
    }

    /// The option with this name, if it was sent and is not empty.
    pub fn source(&self, name: &str) -> Option<Source<'a>> {
        self.values(name).next().cloned()
    }

    /// Makes one value of those that were sent for an option. As text, at least so many are a list, as forms and many clients send
    /// one; of fewer than that, all but the first are errors.
    pub fn join(&mut self, name: &'static str, list: usize) {
        let count = self.all(name).count();
        if count < 2 {
            return;
        }
        let texts = self.all(name).filter_map(|sent| if let Source::Query(text) = sent { Some(&**text) } else { None });
        let texts: Vec<&str> = texts.collect();
        if texts.len() < count || count < list {
            let again = self.values(name).nth(1).map(|source| source.place(name));
            if let Some(place) = again {
                self.push_error(|| RequestError::at(&place, "the option is repeated"));
            }
            return;
        }
        let list = Source::Query(texts.join(",").into());
        self.options.retain(|&(other, _)| other != name);
        self.options.push((name, list));
    }

    /// Records that the option with this name is not what was expected.
    pub fn reject(&mut self, name: &'static str, source: &Source<'_>, expected: impl Display) {
        self.request_errors.push(|| {
            let found = match source {
                Source::Member(value) => excerpt(value.written()),
                Source::Query(text) | Source::Flag(text) => format!("{text:?}"),
            };
            RequestError::at(&source.place(name), format!("{expected}, found {found}"))
        });
    }

    /// Records why the option with this name cannot have the value that was sent, or its default beside the others.
    pub fn forbid(&mut self, name: &'static str, reason: impl Into<Cow<'static, str>>) {
        let source = self.values(name).next().or(self.options.first().map(|(_, source)| source));
        let place = source.map_or_else(|| Place::root().member(name), |source| source.place(name));
        self.push_error(|| RequestError::at(&place, reason));
    }

    /// Records an error.
    pub fn push_error(&mut self, error: impl FnOnce() -> RequestError) {
        self.request_errors.push(error);
    }

    /// Reads one level of a value. `None` if the document turns out to be invalid JSON, which is recorded.
    pub fn read(&mut self, value: Value<'a>) -> Option<ValueKind<'a>> {
        self.read_document(|document| document.read(value))
    }

    /// What was sent for an option. `None` if the document turns out to be invalid JSON, which is recorded.
    pub fn sent(&mut self, source: &Source<'a>) -> Option<Sent<'a>> {
        Some(match source {
            Source::Member(value) => Sent::Json(self.read(*value)?),
            Source::Query(text) | Source::Flag(text) => Sent::Text(text.clone()),
        })
    }

    /// What this function reads from the document, unless that turns out to be invalid JSON, which is recorded.
    pub fn read_document<T>(&mut self, read: impl FnOnce(&Document<'a>) -> Result<T, Malformed>) -> Option<T> {
        let read = read(&self.document?);
        self.well_formed(read)
    }

    /// Whether the option with this name was sent and is not empty.
    pub fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    /// Adds an option that was sent. `others` are names that are no options. Only texts may be repeated: they may be a list.
    fn add(&mut self, name: &str, source: Source<'a>, names: &[&'static str], others: &[&'static str]) {
        let (noun, sought) = match source {
            Source::Member(_) => ("member", name),
            Source::Query(_) | Source::Flag(_) => ("parameter", unnumbered(name)),
        };
        match names.iter().find(|&&known| known == sought) {
            Some(&known) if noun != "member" || self.all(known).next().is_none() => self.options.push((known, source)),
            // What was meant is not sought for errors beyond those listed.
            known => self.push_error(|| {
                let unknown = || unknown(noun, name, &[others, names].concat()).into();
                let error: Cow<'static, str> = known.map_or_else(unknown, |_| REPEATED.into());
                RequestError::at(&source.place(name.to_owned()), error)
            }),
        }
    }

    /// What was read, unless the document turned out to be invalid JSON, which is recorded.
    fn well_formed<T>(&mut self, read: Result<T, Malformed>) -> Option<T> {
        read.map_err(|malformed| self.malformed = Some(malformed)).ok()
    }
}
