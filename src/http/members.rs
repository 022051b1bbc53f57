//! The members of a request: its grid and its options, from the document, the text and the query alike.
//!
//! Every member is looked at before anything is refused, so that a caller is told of all faults at once, and of the
//! gravest kind: a document that is no JSON, then a request of the wrong shape, then a grid that is none.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::body::{Form, Received};
use super::grid::{self, Notation, Posed, Unreadable};
use super::json::{self, Document, Kind, Malformed, Pointer, Value};
use super::problem::Problem;
use super::scan::{self, Scanned};
use super::wire::{GridError, RequestError};
use crate::sudoku::notation::{self, FaultKind, NotationError};

/// The member that holds the grid.
const GRID: &str = "grid";
/// What some callers name it.
const BOARD: &str = "board";

const NO_PARAMETERS: &str = "there is no such parameter; there are none here";

/// The members of a request, and what is wrong with them.
pub struct Members<'a> {
    document: Option<Document<'a>>,
    grid: Option<Posed>,
    options: Vec<(&'static str, Source<'a>)>,
    malformed: Option<Malformed>,
    request_errors: Vec<RequestError>,
    grid_errors: Vec<GridError>,
    hint: &'static str,
}

/// Where an option stands.
enum Source<'a> {
    Document(Value<'a>),
    Query(Cow<'a, str>),
}

/// Where an option stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the document.
    Document,
    /// In the query.
    Query,
}

impl<'a> Members<'a> {
    /// Reads the grid, and finds the options of these names.
    ///
    /// # Errors
    /// The body is not JSON though it should be.
    pub fn of(received: &'a Received, names: &[&'static str]) -> Result<Self, Problem> {
        let mut members = Self::none();
        match received.form {
            Form::Json => match scan::plain(received.text.as_bytes()) {
                Some(Scanned { grid, notation, id: None }) => members.grid = Some(Posed { grid, notation }),
                _ => members.document(received.document()?, names),
            },
            Form::Text => members.text(&received.text),
        }
        if let Some(query) = &received.query {
            members.query(query, names);
        }
        Ok(members)
    }

    /// Reads the grid of a document, and finds the options of these names.
    pub fn of_document(document: Document<'a>, names: &[&'static str]) -> Self {
        let mut members = Self::none();
        members.document(document, names);
        members
    }

    fn none() -> Self {
        Self {
            document: None,
            grid: None,
            options: Vec::new(),
            malformed: None,
            request_errors: Vec::new(),
            grid_errors: Vec::new(),
            hint: "",
        }
    }

    /// The option of this name as it was written, if it was sent in the document.
    pub fn written(&mut self, name: &'static str) -> Option<&'a str> {
        match self.take(name)? {
            Source::Document(value) => Some(value.written()),
            Source::Query(_) => None,
        }
    }

    /// The option of this name as a whole number in this range, if it was sent.
    pub fn integer(&mut self, name: &'static str, range: RangeInclusive<u16>) -> Option<u16> {
        let source = self.take(name)?;
        let number = match &source {
            // A JSON integer may be written with a fraction of zero or an exponent.
            Source::Document(value) => match self.look(*value)? {
                Kind::Number(number) => json::integer(number, range.clone()),
                Kind::Object(_) | Kind::Array(_) | Kind::String(_) | Kind::Bool | Kind::Null => None,
            },
            Source::Query(text) => text.parse().ok().filter(|number| range.contains(number)),
        };
        if number.is_none() {
            let detail = format!("an integer from {} to {} is expected", range.start(), range.end());
            self.request_errors.push(match source {
                Source::Document(value) => {
                    RequestError::at(&Pointer::root().member(name), format!("{detail}, not {}", value.excerpt()))
                }
                Source::Query(text) => RequestError::of_parameter(name, format!("{detail}, not {text:?}")),
            });
        }
        number
    }

    /// The option of this name as a grid, if it was sent.
    pub fn grid_option(&mut self, name: &'static str) -> Option<(Posed, Place)> {
        match self.take(name)? {
            Source::Document(value) => {
                let posed = self.read_grid(value, &Pointer::root().member(name))?;
                Some((posed, Place::Document))
            }
            Source::Query(text) => match notation::parse(&text) {
                Ok(text) => Some((Posed { grid: text.grid, notation: Notation::Text(text.layout) }, Place::Query)),
                Err(error) => {
                    self.grid_errors.extend(
                        error
                            .faults()
                            .iter()
                            .map(|fault| GridError { parameter: Some(name.to_owned()), ..GridError::in_text(fault) }),
                    );
                    None
                }
            },
        }
    }

    /// The grid, once every option was looked at.
    ///
    /// # Errors
    /// Everything that is wrong with the request, of the gravest kind that there is.
    pub fn finish(self) -> Result<Posed, Problem> {
        if let Some(malformed) = self.malformed {
            Err(malformed.into())
        } else if !self.request_errors.is_empty() {
            Err(Problem::invalid_request(self.request_errors))
        } else {
            self.grid
                .filter(|_| self.grid_errors.is_empty())
                .ok_or_else(|| Problem::invalid_grid(self.grid_errors, self.hint))
        }
    }

    fn document(&mut self, document: Document<'a>, names: &[&'static str]) {
        self.document = Some(document);
        let root = document.root();
        match self.look(root) {
            Some(Kind::Object(members)) => self.members(members, names),
            Some(Kind::Array(_) | Kind::String(_)) => self.grid = self.read_grid(root, &Pointer::root()),
            Some(Kind::Number(_) | Kind::Bool | Kind::Null) => {
                let detail = "the document is an object with the member `grid`, or a grid itself: an array or a string";
                self.request_errors.push(RequestError::at(&Pointer::root(), detail));
            }
            None => {}
        }
    }

    fn members(&mut self, members: Vec<(Cow<'a, str>, Value<'a>)>, names: &[&'static str]) {
        let mut grid: Option<(&'static str, Value<'a>)> = None;
        for (name, value) in members {
            let pointer = Pointer::root().member(&name);
            if name == GRID || name == BOARD {
                let name = if name == GRID { GRID } else { BOARD };
                match grid {
                    None => grid = Some((name, value)),
                    Some((before, _)) if before == name => {
                        self.request_errors.push(RequestError::at(&pointer, "the member stands here more than once"));
                    }
                    Some((before, _)) => {
                        let detail = format!("`{before}` stands here too; send one of them");
                        self.request_errors.push(RequestError::at(&pointer, detail));
                    }
                }
            } else if let Some(&name) = names.iter().find(|&&known| known == name) {
                if self.options.iter().any(|&(before, _)| before == name) {
                    self.request_errors.push(RequestError::at(&pointer, "the member stands here more than once"));
                } else {
                    self.options.push((name, Source::Document(value)));
                }
            } else {
                let detail = format!("there is no such member; the members are `grid`{}", list(names));
                self.request_errors.push(RequestError::at(&pointer, detail));
            }
        }
        if let Some((name, value)) = grid {
            self.grid = self.read_grid(value, &Pointer::root().member(name));
        } else {
            let detail = "the member is missing; it holds the grid";
            self.request_errors.push(RequestError::at(&Pointer::root().member(GRID), detail));
        }
    }

    fn text(&mut self, text: &str) {
        match notation::parse(text) {
            Ok(text) => self.grid = Some(Posed { grid: text.grid, notation: Notation::Text(text.layout) }),
            Err(error) => {
                self.hint = hint(&error);
                self.grid_errors.extend(error.faults().iter().map(GridError::in_text));
            }
        }
    }

    fn query(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let Some(&known) = names.iter().find(|&&known| known == name) else {
                let detail = if names.is_empty() {
                    NO_PARAMETERS.to_owned()
                } else {
                    format!("there is no such parameter; the parameters are{}", list(names).trim_start_matches(','))
                };
                self.request_errors.push(RequestError::of_parameter(&name, detail));
                continue;
            };
            if self.options.iter().any(|&(before, _)| before == known) {
                self.request_errors.push(RequestError::of_parameter(known, "the option is sent more than once"));
            } else {
                self.options.push((known, Source::Query(value)));
            }
        }
    }

    fn take(&mut self, name: &str) -> Option<Source<'a>> {
        let index = self.options.iter().position(|&(option, _)| option == name)?;
        Some(self.options.swap_remove(index).1)
    }

    /// Looks into a value; `None`, and noted, if the document turns out to be no JSON.
    fn look(&mut self, value: Value<'a>) -> Option<Kind<'a>> {
        match self.document?.look(value) {
            Ok(kind) => Some(kind),
            Err(malformed) => {
                self.malformed.get_or_insert(malformed);
                None
            }
        }
    }

    fn read_grid(&mut self, value: Value<'a>, at: &Pointer) -> Option<Posed> {
        match grid::read(&self.document?, value, at) {
            Ok(posed) => Some(posed),
            Err(Unreadable::Malformed(malformed)) => {
                self.malformed.get_or_insert(malformed);
                None
            }
            Err(Unreadable::Faults(faults)) => {
                self.grid_errors.extend(faults);
                None
            }
        }
    }
}

/// Refuses the parameters of an operation that has none.
///
/// # Errors
/// There are some.
pub fn refuse_query(query: Option<&str>) -> Result<(), Problem> {
    let parameters = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let errors: Vec<RequestError> =
        parameters.map(|(name, _)| RequestError::of_parameter(&name, NO_PARAMETERS)).collect();
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid_request(errors)) }
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!(", `{name}`")).collect()
}

/// What most likely happened to a text of this shape on its way here.
pub fn hint(error: &NotationError) -> &'static str {
    let lines_lost = error
        .faults()
        .iter()
        .any(|fault| matches!(fault.kind, FaultKind::SeveralPuzzles { .. } | FaultKind::OnlyComments));
    if lines_lost {
        "`curl -d @file` removes line breaks; `curl --data-binary @file` sends the file as it is"
    } else {
        ""
    }
}
