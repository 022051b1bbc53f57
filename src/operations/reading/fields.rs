//! The fields of a request: its grid and its options, from a document, a text, a query or flags.
//!
//! Every field is read before the request is rejected, so that the caller gets every error at once. If there are errors
//! of several kinds, the most basic kind is reported: invalid JSON, then an invalid request, then an invalid grid.

mod members;

use std::borrow::Cow;
use std::fmt::Display;

use super::fast_path::{self, Plain};
use super::grid::{self, Posed};
use super::json::{Document, Malformed, Value, ValueKind};
use super::names::{ALLOW, CALLED_PUZZLE, CAPTION, GRID, PUZZLE, unknown, unnumbered};
use super::source::{Arguments, Place, Source};
use crate::operations::problem::{ErrorList, GridError, Parameter, Pointer, Problem, RequestError};
use crate::sudoku::notation::{FaultKind, Lookalike};

/// The fields of a request, and their errors.
#[derive(Default)]
pub struct Fields<'a> {
    document: Option<Document<'a>>,
    grid: Option<Posed>,
    /// The options that were sent, in order.
    sent: Vec<(&'static str, Source<'a>)>,
    /// Whether a model sent them, which may have to send every option.
    is_of_model: bool,
    malformed: Option<Malformed>,
    request_errors: ErrorList<RequestError>,
    grid_errors: ErrorList<GridError>,
    hint: &'static str,
    /// Whether the text is JSON, or begins like it, rather than a grid.
    looks_like_json: bool,
}

impl<'a> Fields<'a> {
    /// Reads a JSON body in one of the forms of [`fast_path`], without an `id`; `None` for any other.
    pub fn of_plain(body: &[u8]) -> Option<Self> {
        let Plain { grid, notation, id: None } = fast_path::read(body)? else { return None };
        Some(Self { grid: Some(Posed::new(grid, notation)), ..Self::default() })
    }

    /// Reads the grid of a text.
    pub fn of_text(text: &str) -> Self {
        let mut fields = Self::default();
        fields.grid = grid::of_text(text)
            .map_err(|error| {
                fields.hint = grid::hint(&error);
                fields.looks_like_json = error.faults()[0].kind == FaultKind::LooksLike(Lookalike::Json);
                fields.grid_errors.push_text(&error, |_, error| error);
            })
            .ok();
        fields
    }

    /// Reads the grid of a query, and finds the options with these names.
    pub fn of_query(query: &'a str, names: &[&'static str]) -> Self {
        let mut fields = Self::default();
        fields.add_query(query, &[&[GRID], names].concat());
        // Its rows or its cells.
        fields.join(GRID, 9);
        if fields.has(GRID) {
            fields.grid = fields.grid(GRID).map(|(posed, _)| posed);
        } else {
            let usual = "the parameter is missing; it holds the grid, which a POST may send as its body instead";
            let missing = if fields.has(PUZZLE) { CALLED_PUZZLE } else { usual };
            fields.request_errors.push(|| RequestError::in_parameter(Parameter::Query(GRID.into()), missing));
        }
        fields
    }

    /// The same fields, sent by a model.
    #[must_use]
    pub fn of_model(mut self) -> Self {
        self.is_of_model = true;
        self
    }

    /// Finds the options with these names among arguments.
    pub fn of_arguments(arguments: &'a Arguments, names: &[&'static str]) -> Self {
        let mut fields = Self::default();
        for (name, source) in arguments.sources() {
            fields.add(name, source, names);
        }
        fields
    }

    /// Also finds the options with these names in a query.
    pub fn add_query(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            self.add(&name, Source::Query(text), names);
        }
    }

    /// Takes from valid arguments each option with one of these names that was not sent.
    pub fn add_defaults(&mut self, arguments: &'a Arguments, names: &[&'static str]) {
        for (name, source) in arguments.sources() {
            let known = names.iter().find(|&&known| known == name);
            if let Some(&name) = known.filter(|&&known| !self.has(known)) {
                self.sent.push((name, source));
            }
        }
    }

    /// The grid, once every option has been read.
    ///
    /// # Errors
    /// Every error of the most basic kind that occurred.
    pub fn finish(self) -> Result<Posed, Problem> {
        if let Some(malformed) = self.malformed {
            Err(malformed.into())
        } else if !self.request_errors.is_empty() {
            Err(Problem::invalid_request(self.request_errors))
        } else {
            self.grid
                .filter(|_| self.grid_errors.is_empty())
                .ok_or_else(|| Problem::invalid_grid(self.grid_errors).with_hint(self.hint))
        }
    }

    /// Finishes reading a request that has no grid.
    ///
    /// # Errors
    /// Every error of its options.
    pub fn finish_options(self) -> Result<(), Problem> {
        if !self.request_errors.is_empty() {
            Err(Problem::invalid_request(self.request_errors))
        } else if !self.grid_errors.is_empty() {
            Err(Problem::invalid_grid(self.grid_errors))
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
        read: impl FnOnce(&mut Self, &Source<'a>) -> Option<T>,
    ) -> Option<T> {
        let source = self.source(name)?;
        let value = read(self, &source);
        if value.is_none() {
            self.reject(name, &source, expected());
        }
        value
    }

    /// Reads the option with this name as a grid.
    pub fn grid(&mut self, name: &'static str) -> Option<(Posed, Place)> {
        let source = self.source(name)?;
        let place = source.place(name);
        let posed = match (source, &place) {
            (Source::Member(value), _) => self.read_grid(value, &Pointer::root().member(name))?,
            (Source::Query(text) | Source::Flag(text), place) => grid::of_text(grid::unquoted(&text))
                .map_err(|error| {
                    let parameter =
                        || if let Place::Parameter(parameter) = place { Some(parameter.clone()) } else { None };
                    self.grid_errors.push_text(&error, |_, error| GridError { parameter: parameter(), ..error });
                })
                .ok()?,
        };
        Some((posed, place))
    }

    /// What was sent for the option with this name, an empty value, too.
    fn all(&self, name: &str) -> impl Iterator<Item = &Source<'a>> + Clone {
        self.sent.iter().filter(move |&&(sent, _)| sent == name).map(|(_, source)| source)
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
        let texts: Vec<&str> = self.all(name).filter_map(Source::query_text).collect();
        if texts.len() < count || count < list {
            let again = self.values(name).nth(1).map(|source| source.place(name));
            if let Some(place) = again {
                self.push_error(|| place.error("the option is repeated"));
            }
            return;
        }
        let list = Source::Query(texts.join(",").into());
        self.sent.retain(|&(other, _)| other != name);
        self.sent.push((name, list));
    }

    /// Records that the option with this name is not what was expected.
    pub fn reject(&mut self, name: &'static str, source: &Source<'_>, expected: impl Display) {
        self.request_errors.push(|| {
            let found = match source {
                Source::Member(value) => value.excerpt(),
                Source::Query(text) | Source::Flag(text) => format!("{text:?}"),
            };
            source.place(name).error(format!("{expected}, found {found}"))
        });
    }

    /// Records why the option with this name cannot have the value that was sent, or its default beside the others.
    pub fn forbid(&mut self, name: &'static str, reason: impl Into<Cow<'static, str>>) {
        let source = self.values(name).next().or(self.sent.first().map(|(_, source)| source));
        let place = source.map_or_else(|| Place::Member(name), |source| source.place(name));
        self.push_error(|| place.error(reason));
    }

    /// Records an error.
    pub fn push_error(&mut self, error: impl FnOnce() -> RequestError) {
        self.request_errors.push(error);
    }

    /// Reads one level of a value. `None` if the document turns out to be invalid JSON, which is recorded.
    pub fn read(&mut self, value: Value<'a>) -> Option<ValueKind<'a>> {
        let read = self.document?.read(value);
        self.well_formed(read)
    }

    /// The text of an option; `None` for a member that is not a string.
    pub fn text(&mut self, source: &Source<'a>) -> Option<Cow<'a, str>> {
        match source {
            Source::Member(value) => match self.read(*value)? {
                ValueKind::String(text) => Some(text),
                _ => None,
            },
            Source::Query(text) | Source::Flag(text) => Some(text.clone()),
        }
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

    /// Adds an option that was sent as text.
    fn add(&mut self, name: &str, source: Source<'a>, names: &[&'static str]) {
        let parameter = |name: String| match source {
            Source::Flag(_) => Parameter::Flag(name.into()),
            Source::Query(_) | Source::Member(_) => Parameter::Query(name.into()),
        };
        match names.iter().find(|&&known| known == unnumbered(name)) {
            None => self
                .request_errors
                .push(|| RequestError::in_parameter(parameter(name.to_owned()), unknown("parameter", name, names))),
            Some(&known) => self.sent.push((known, source)),
        }
    }

    /// What was read, unless the document turned out to be invalid JSON, which is recorded.
    fn well_formed<T>(&mut self, read: Result<T, Malformed>) -> Option<T> {
        read.map_err(|malformed| self.malformed = Some(malformed)).ok()
    }
}
