//! The fields of a request: its grid and its options, from the document, the text and the query alike.
//!
//! Every field is read before the request is rejected, so that a caller gets every error at once. If there are errors of
//! several kinds, the most basic kind is reported: invalid JSON, then an invalid request, then an invalid grid.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::fast_path::{self, Plain};
use super::grid::{self, Posed};
use super::json::{self, Document, Kind, Malformed, Value};
use super::pencil_marks;
use crate::http::problem::{ErrorList, GridError, Pointer, Problem, RequestError};
use crate::sudoku::logic::Tenths;
use crate::sudoku::notation::{self, FaultKind, NotationError};

/// The field that holds the grid.
const GRID: &str = "grid";

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

/// Where an option was found.
enum Source<'a> {
    Document(Value<'a>),
    Query(Cow<'a, str>),
}

/// Where an option was found, for a problem with it that shows only later.
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
    /// Reads the grid of a JSON body, and finds the options with these names.
    ///
    /// # Errors
    /// The body is not valid JSON.
    pub fn of_json(body: &'a str, names: &[&'static str]) -> Result<Self, Malformed> {
        match fast_path::read(body.as_bytes()) {
            Some(Plain { grid, notation, id: None }) => {
                Ok(Self { grid: Some(Posed { grid, notation }), ..Self::default() })
            }
            _ => Document::parse(body).map(|document| Self::of_document(document, names)),
        }
    }

    /// Reads the grid of a document, and finds the options with these names.
    pub fn of_document(document: Document<'a>, names: &[&'static str]) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        let root = document.root();
        match fields.read(root) {
            Some(Kind::Object(members)) => fields.add_members(members, names),
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
        fields.grid = notation::parse(body)
            .map_err(|error| {
                fields.hint = hint(&error);
                fields.grid_errors.push_text(&error, |_, error| error);
            })
            .ok()
            .map(Posed::from);
        fields
    }

    /// Finds the options with these names in a query, too.
    pub fn add_query(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let Some(&known) = names.iter().find(|&&known| known == name) else {
                self.request_errors.push(|| RequestError::in_parameter(&name, unknown_parameter(names)));
                continue;
            };
            if self.options.iter().any(|&(before, _)| before == known) {
                self.request_errors.push(|| RequestError::in_parameter(known, "the option is sent more than once"));
            } else {
                self.options.push((known, Source::Query(value)));
            }
        }
    }

    /// Takes the options with these names that were not sent from a valid query.
    pub fn add_defaults(&mut self, query: &'a str, names: &[&'static str]) {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let known = names.iter().find(|&&known| known == name);
            if let Some(&name) = known.filter(|&&known| self.options.iter().all(|&(sent, _)| sent != known)) {
                self.options.push((name, Source::Query(value)));
            }
        }
    }

    /// The option with this name as written in the document.
    pub fn written(&mut self, name: &'static str) -> Option<&'a str> {
        match self.take(name)? {
            Source::Document(value) => Some(value.written()),
            Source::Query(_) => None,
        }
    }

    /// The option with this name as an integer in this range.
    pub fn integer(&mut self, name: &'static str, range: RangeInclusive<u16>) -> Option<u16> {
        let source = self.take(name)?;
        let number = match &source {
            Source::Document(value) => match self.read(*value)? {
                Kind::Number(number) => json::integer(number, range.clone()),
                Kind::Object(_) | Kind::Array(_) | Kind::String(_) | Kind::Bool | Kind::Null => None,
            },
            Source::Query(text) => text.parse().ok().filter(|number| range.contains(number)),
        };
        if number.is_none() {
            self.reject(name, &source, &format!("expected an integer from {} to {}", range.start(), range.end()));
        }
        number
    }

    /// The option with this name as `true` or `false`.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        let source = self.take(name)?;
        let flag = match &source {
            Source::Document(value) => matches!(self.read(*value)?, Kind::Bool).then(|| value.written() == "true"),
            Source::Query(text) => text.parse().ok(),
        };
        if flag.is_none() {
            self.reject(name, &source, "expected true or false");
        }
        flag
    }

    /// The option with this name as the index of one of these words.
    pub fn choice(&mut self, name: &'static str, words: &[&str]) -> Option<usize> {
        self.parsed(name, &format!("expected one of {}", quoted(words)), |text| {
            words.iter().position(|word| *word == text)
        })
    }

    /// The option with this name as a list of these words: for each, whether it is listed. A query separates them by
    /// commas.
    pub fn choices<const N: usize>(&mut self, name: &'static str, words: &[&str; N]) -> [bool; N] {
        let mut chosen = [false; N];
        let Some(source) = self.take(name) else { return chosen };
        let listed: Option<Vec<Cow<'_, str>>> = match &source {
            Source::Document(value) => match self.read(*value) {
                Some(Kind::Array(items)) => items.iter().map(|&item| self.string(item)).collect(),
                Some(_) | None => None,
            },
            Source::Query(text) => Some(text.split(',').map(Cow::Borrowed).collect()),
        };
        let known = listed.is_some_and(|listed| {
            listed.iter().all(|listed| {
                let index = words.iter().position(|word| word == listed);
                index.map(|index| chosen[index] = true).is_some()
            })
        });
        if !known {
            self.reject(name, &source, &format!("expected a list of {}", quoted(words)));
        }
        chosen
    }

    fn string(&mut self, value: Value<'a>) -> Option<Cow<'a, str>> {
        match self.read(value)? {
            Kind::String(text) => Some(text),
            Kind::Object(_) | Kind::Array(_) | Kind::Number(_) | Kind::Bool | Kind::Null => None,
        }
    }

    /// The option with this name, a text, as what it is parsed to.
    pub fn parsed<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let source = self.take(name)?;
        let text = match &source {
            Source::Document(value) => self.string(*value),
            Source::Query(text) => Some(text.clone()),
        };
        let parsed = text.and_then(|text| parse(&text));
        if parsed.is_none() {
            self.reject(name, &source, expected);
        }
        parsed
    }

    /// The option with this name as a rating with at most one decimal, in this range of tenths.
    pub fn tenths(&mut self, name: &'static str, range: RangeInclusive<u8>) -> Option<Tenths> {
        let source = self.take(name)?;
        let number: Option<f64> = match &source {
            Source::Document(value) => match self.read(*value)? {
                Kind::Number(number) => number.parse().ok(),
                _ => None,
            },
            Source::Query(text) => text.parse().ok(),
        };
        let tenths = number.map(|number| number * 10.0).filter(|tenths| (tenths - tenths.round()).abs() < 1e-6);
        let tenths = tenths.map(|tenths| tenths.round() as u8).filter(|tenths| range.contains(tenths));
        if tenths.is_none() {
            let [least, most] = [*range.start(), *range.end()].map(Tenths);
            self.reject(name, &source, &format!("expected a rating from {least} to {most} with one decimal"));
        }
        tenths.map(Tenths)
    }

    /// The option with this name as pencil marks: a bit for each digit of each cell, bit 0 for 1.
    pub fn pencil_marks(&mut self, name: &'static str) -> Option<[u16; 81]> {
        let source = self.take(name)?;
        let marks = match &source {
            Source::Document(value) => pencil_marks::read(&self.document?, *value),
            Source::Query(text) => Ok(pencil_marks::of_text(text)),
        };
        match marks {
            Ok(Some(marks)) => Some(marks),
            Ok(None) => {
                self.reject(name, &source, pencil_marks::EXPECTED);
                None
            }
            Err(malformed) => {
                self.malformed = Some(malformed);
                None
            }
        }
    }

    /// The option with this name as a grid.
    pub fn grid(&mut self, name: &'static str) -> Option<(Posed, Place)> {
        match self.take(name)? {
            Source::Document(value) => {
                let posed = self.read_grid(value, &Pointer::root().member(name))?;
                Some((posed, Place::Document))
            }
            Source::Query(text) => match notation::parse(&text) {
                Ok(text) => Some((text.into(), Place::Query)),
                Err(error) => {
                    let parameter = || Some(name.to_owned());
                    self.grid_errors.push_text(&error, |_, error| GridError { parameter: parameter(), ..error });
                    None
                }
            },
        }
    }

    /// The grid, once every option has been read.
    ///
    /// # Errors
    /// Every error of the request, of the most basic kind that occurred.
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

    /// Ends the reading of a request that has no grid.
    ///
    /// # Errors
    /// Every error of its options.
    pub fn finish_options(self) -> Result<(), Problem> {
        if self.request_errors.is_empty() { Ok(()) } else { Err(Problem::invalid_request(self.request_errors)) }
    }

    fn add_members(&mut self, members: Vec<(Cow<'a, str>, Value<'a>)>, names: &[&'static str]) {
        let mut grid: Option<Value<'a>> = None;
        for (name, value) in members {
            let known = names.iter().find(|&&known| known == name);
            let error = match known {
                _ if name == GRID => grid.replace(value).is_some().then_some(REPEATED.into()),
                Some(&known) if self.options.iter().all(|&(before, _)| before != known) => {
                    self.options.push((known, Source::Document(value)));
                    None
                }
                Some(_) => Some(REPEATED.into()),
                None => Some(Cow::Owned(format!("unknown member; the members are `grid`{}", list(names)))),
            };
            if let Some(detail) = error {
                self.request_errors.push(|| RequestError::at(&Pointer::root().member(&name), detail));
            }
        }
        let at = Pointer::root().member(GRID);
        match grid {
            Some(value) => self.grid = self.read_grid(value, &at),
            None => self.request_errors.push(|| RequestError::at(&at, "the member is missing; it holds the grid")),
        }
    }

    fn take(&mut self, name: &str) -> Option<Source<'a>> {
        let index = self.options.iter().position(|&(option, _)| option == name)?;
        Some(self.options.swap_remove(index).1)
    }

    fn reject(&mut self, name: &str, source: &Source<'_>, expected: &str) {
        self.request_errors.push(|| match source {
            Source::Document(value) => {
                let detail = format!("{expected}, found {}", value.excerpt());
                RequestError::at(&Pointer::root().member(name), detail)
            }
            Source::Query(text) => RequestError::in_parameter(name, format!("{expected}, found {text:?}")),
        });
    }

    /// Reads one level of a value. `None` if the document turns out not to be JSON, which is recorded.
    fn read(&mut self, value: Value<'a>) -> Option<Kind<'a>> {
        self.document?.read(value).map_err(|malformed| self.malformed = Some(malformed)).ok()
    }

    fn read_grid(&mut self, value: Value<'a>, at: &Pointer) -> Option<Posed> {
        grid::read(&self.document?, value, at, &mut self.grid_errors)
            .map_err(|malformed| self.malformed = Some(malformed))
            .ok()?
    }
}

fn unknown_parameter(names: &[&str]) -> String {
    if names.is_empty() {
        "unknown parameter; there are none here".to_owned()
    } else {
        format!("unknown parameter; the parameters are{}", list(names).trim_start_matches(','))
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!(", `{name}`")).collect()
}

/// What most likely happened to such a text before it was sent.
pub fn hint(error: &NotationError) -> &'static str {
    let lost_lines = error
        .faults()
        .iter()
        .any(|fault| matches!(fault.kind, FaultKind::SeveralPuzzles { .. } | FaultKind::OnlyComments));
    if lost_lines {
        "`curl -d @file` removes line breaks; `curl --data-binary @file` sends the file as it is"
    } else {
        ""
    }
}
