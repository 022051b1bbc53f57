//! The fields of a request: its grid and its options, from the document, the text or the query.
//!
//! Every field is read before the request is rejected, so that the caller gets every error at once. If there are errors
//! of several kinds, the most basic kind is reported: invalid JSON, then an invalid request, then an invalid grid.

mod options;

use std::borrow::Cow;
use std::fmt::Display;

use super::fast_path::{self, Plain};
use super::grid::{self, Posed};
use super::json::{Document, Kind, Malformed, Value};
use crate::http::negotiation::Form;
use crate::http::problem::{ErrorList, GridError, Pointer, Problem, RequestError};
use crate::sudoku::notation::{FaultKind, NotationError};

/// The name of the grid's field.
const GRID: &str = "grid";

/// The members that hold a grid in our answers, in order of preference.
const ANSWER_GRIDS: [&str; 3] = [GRID, "puzzle", "solution"];

const REPEATED: &str = "the member is repeated";

/// The fields of a request, and their errors.
#[derive(Default)]
pub struct Fields<'a> {
    document: Option<Document<'a>>,
    grid: Option<Posed>,
    options: Vec<(&'static str, Source<'a>)>,
    malformed: Option<Malformed>,
    request_errors: ErrorList<RequestError>,
    grid_errors: ErrorList<GridError>,
    hint: &'static str,
}

/// The value of an option, by where it was found.
enum Source<'a> {
    Document(Value<'a>),
    Query(Cow<'a, str>),
}

impl Source<'_> {
    /// An error of the option with this name.
    fn error(&self, name: &str, detail: impl Into<Cow<'static, str>>) -> RequestError {
        match self {
            Self::Document(_) => RequestError::at(&Pointer::root().member(name), detail),
            Self::Query(_) => RequestError::in_parameter(name, detail),
        }
    }
}

/// Where an option was found, for problems that are detected later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the document.
    Document,
    /// In the query.
    Query,
}

impl Place {
    /// A problem with the option of this name.
    pub fn locate(self, problem: Problem, name: &'static str) -> Problem {
        match self {
            Self::Document => problem.at_pointer(format!("/{name}")),
            Self::Query => problem.at_parameter(name),
        }
    }
}

impl<'a> Fields<'a> {
    /// Reads a JSON body in one of the forms of [`fast_path`], without an `id`; `None` for any other.
    pub fn of_plain(body: &[u8]) -> Option<Self> {
        let Plain { grid, notation, id: None } = fast_path::read(body)? else { return None };
        Some(Self { grid: Some(Posed::new(grid, notation)), ..Self::default() })
    }

    /// Reads the grid of a document that was declared to have this form, and finds the options with these names.
    pub fn of_document(document: Document<'a>, declared: Form, names: &[&'static str]) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        let root = document.root();
        match fields.read(root) {
            Some(Kind::Object(members)) => fields.add_members(members, declared, names),
            Some(Kind::Array(_) | Kind::String(_)) => fields.grid = fields.read_grid(root, &Pointer::root()),
            Some(Kind::Number(_) | Kind::Bool | Kind::Null) => fields.request_errors.push(|| {
                let detail = "expected an object with the member `grid`, or a grid: an array or a string";
                RequestError::at(&Pointer::root(), detail)
            }),
            None => {}
        }
        fields
    }

    /// Reads the grid of a text body.
    pub fn of_text(body: &str) -> Self {
        let mut fields = Self::default();
        fields.grid = grid::of_text(body)
            .map_err(|error| {
                fields.hint = hint(&error);
                fields.grid_errors.push_text(&error, |_, error| error);
            })
            .ok();
        fields
    }

    /// Reads the grid of a query, and finds the options with these names.
    pub fn of_query(query: &'a str, names: &[&'static str]) -> Self {
        let mut fields = Self::default();
        fields.add_query(query, &[&[GRID], names].concat());
        if fields.options.iter().any(|&(name, _)| name == GRID) {
            fields.grid = fields.grid(GRID).map(|(posed, _)| posed);
        } else {
            let missing = || RequestError::in_parameter(GRID, "the parameter is missing; it holds the grid");
            fields.request_errors.push(missing);
        }
        fields
    }

    /// Also finds the options with these names in a query.
    pub fn add_query(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let Some(&known) = names.iter().find(|&&known| known == name) else {
                self.request_errors.push(|| RequestError::in_parameter(&name, unknown_parameter(names)));
                continue;
            };
            if self.options.iter().any(|&(before, _)| before == known) {
                self.request_errors.push(|| RequestError::in_parameter(known, "the option is repeated"));
            } else {
                self.options.push((known, Source::Query(value)));
            }
        }
    }

    /// Takes from a valid query each option with one of these names that was not sent.
    pub fn add_defaults(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let known = names.iter().find(|&&known| known == name);
            if let Some(&name) = known.filter(|&&known| self.options.iter().all(|&(sent, _)| sent != known)) {
                self.options.push((name, Source::Query(value)));
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
        if self.request_errors.is_empty() { Ok(()) } else { Err(Problem::invalid_request(self.request_errors)) }
    }

    fn add_members(&mut self, members: Vec<(Cow<'a, str>, Value<'a>)>, declared: Form, names: &[&'static str]) {
        let has = |wanted: &&str| members.iter().any(|(name, _)| name == wanted);
        // JSON that is sent as text may be one of our own answers, which has a verdict or no member `grid`. Otherwise it is
        // a request, and all its members are checked, so that a misspelt option is noticed.
        let is_answer = declared == Form::Text && (has(&"verdict") || !has(&GRID));
        let grid_name = ANSWER_GRIDS.into_iter().find(|name| is_answer && has(name)).unwrap_or(GRID);
        let mut grid: Option<Value<'a>> = None;
        for (name, value) in members {
            let known = names.iter().find(|&&known| known == name);
            let error = match known {
                _ if name == grid_name => grid.replace(value).is_some().then_some(REPEATED.into()),
                Some(&known) if self.options.iter().all(|&(before, _)| before != known) => {
                    self.options.push((known, Source::Document(value)));
                    None
                }
                Some(_) => Some(REPEATED.into()),
                None if is_answer => None,
                None => {
                    let members = quoted(&[&[GRID], names].concat());
                    Some(Cow::Owned(format!("unknown member; the members are {members}")))
                }
            };
            if let Some(detail) = error {
                self.request_errors.push(|| RequestError::at(&Pointer::root().member(&name), detail));
            }
        }
        let at = Pointer::root().member(grid_name);
        match grid {
            Some(value) => self.grid = self.read_grid(value, &at),
            None => {
                self.request_errors.push(|| RequestError::at(&at, "the member is missing; it must contain the grid"));
            }
        }
    }

    fn take(&mut self, name: &str) -> Option<Source<'a>> {
        let index = self.options.iter().position(|&(option, _)| option == name)?;
        Some(self.options.swap_remove(index).1)
    }

    fn reject(&mut self, name: &str, source: &Source<'_>, expected: impl Display) {
        self.request_errors.push(|| {
            let found = match source {
                Source::Document(value) => value.excerpt(),
                Source::Query(text) => format!("{text:?}"),
            };
            source.error(name, format!("{expected}, found {found}"))
        });
    }

    /// Reads one level of a value. `None` if the document turns out to be invalid JSON, which is recorded.
    fn read(&mut self, value: Value<'a>) -> Option<Kind<'a>> {
        let read = self.document?.read(value);
        self.well_formed(read)
    }

    fn read_grid(&mut self, value: Value<'a>, at: &Pointer) -> Option<Posed> {
        let read = grid::read(&self.document?, value, at, &mut self.grid_errors);
        self.well_formed(read)?
    }

    /// What was read, unless the document turned out to be invalid JSON, which is recorded.
    fn well_formed<T>(&mut self, read: Result<T, Malformed>) -> Option<T> {
        read.map_err(|malformed| self.malformed = Some(malformed)).ok()
    }
}

fn unknown_parameter(names: &[&str]) -> String {
    if names.is_empty() {
        "unknown parameter; this operation has no parameters".to_owned()
    } else {
        format!("unknown parameter; the parameters are {}", quoted(names))
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// A hint at the most likely cause of this error, or an empty string.
pub fn hint(error: &NotationError) -> &'static str {
    let lost_lines = error
        .faults()
        .iter()
        .any(|fault| matches!(fault.kind, FaultKind::SeveralPuzzles { .. } | FaultKind::OnlyComments));
    if lost_lines {
        "`curl -d @file` removes line breaks; `curl --data-binary @file` sends the file unchanged"
    } else {
        ""
    }
}
