//! The fields of a request: its grid and its options, from a document, a text, a query or flags.
//!
//! Every field is read before the request is rejected, so that the caller gets every error at once. If there are errors
//! of several kinds, the most basic kind is reported: invalid JSON, then an invalid request, then an invalid grid.

use std::borrow::Cow;
use std::fmt::Display;

use super::grid::{self, Posed};
use super::json::{Document, Malformed, Value, ValueKind};
use super::names::{CALLED_PUZZLE, GRID, PROBLEM, PUZZLE, answer_grid, quoted, unknown, unnumbered};
use super::request::{Body, Request};
use super::source::{Arguments, Place, Sent, Source};
use super::values::Values;
use crate::operations::answer::format::Format;
use crate::operations::problem::{ErrorList, GridError, Parameter, Pointer, Problem, RequestError};
use crate::sudoku::notation::{FaultKind, Lookalike, PUZZLE_NAMES};

const REPEATED: &str = "the member is repeated";

/// The fields of a request, and their errors.
#[derive(Default)]
pub struct Fields<'a> {
    document: Option<Document<'a>>,
    grid: Option<Posed>,
    options: Values<'a>,
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
        fields.options.are_of_model = is_of_model;
        if !query.is_empty() {
            fields.add_query(query, &parameters());
        }
        if let Some(defaults) = defaults {
            fields.add_defaults(defaults, names);
        }
        fields
    }

    /// Reads the grid of a document that was declared to have this format, and finds the options with these names.
    pub fn of_document(document: Document<'a>, declared: Format, names: &[&'static str]) -> Self {
        Self::of_root(document, |fields, members| fields.add_members(members, declared, names))
    }

    /// Reads the grid of a document whose other members are not options: the member of this name or, without a name, of the first
    /// of the usual ones that it has. Also finds the members with the names in `kept`. If an answer adds members with the names in
    /// `added`, and perhaps a problem, none may have one of these, unless it is a problem that an earlier answer added.
    pub fn of_row(document: Document<'a>, grid: Option<&str>, kept: &[&'static str], added: &[&str]) -> Self {
        let usual = || [GRID].into_iter().chain(PUZZLE_NAMES).collect();
        let grids: Vec<&str> = grid.map_or_else(usual, |grid| vec![grid]);
        Self::of_root(document, |fields, members| {
            let is_of_ours = |value: Value<'a>| value.written().starts_with("{\"type\":");
            let is_taken = |(name, value): &&(Cow<'a, str>, Value<'a>)| {
                let is_problem = !added.is_empty() && name == PROBLEM && !is_of_ours(*value);
                is_problem || added.contains(&&**name)
            };
            for (name, _) in members.iter().filter(is_taken) {
                let detail = "the answer has a member of this name; rename this one, or leave that field out";
                fields.request_errors.push(|| RequestError::at(&Pointer::root().member(name), detail));
            }
            let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|&(_, value)| value);
            match grids.iter().find_map(|name| Some((name, member(name)?))) {
                Some((name, value)) => fields.grid = fields.read_grid(value, &Pointer::root().member(name)),
                None => fields.request_errors.push(|| {
                    let one_of = if grids.len() > 1 { "one of " } else { "" };
                    let detail = format!("expected a member with the grid: {one_of}{}", quoted(&grids));
                    RequestError::at(&Pointer::root(), detail)
                }),
            }
            for &name in kept {
                if let Some(value) = member(name) {
                    fields.options.push(name, Source::Member(value));
                }
            }
        })
    }

    /// Reads the grid of a document, if it is one; otherwise, lets `read` read its members.
    fn of_root(document: Document<'a>, read: impl FnOnce(&mut Self, Vec<(Cow<'a, str>, Value<'a>)>)) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        let root = document.root();
        match fields.read(root) {
            Some(ValueKind::Object(members))
                if members.first().is_none_or(|(name, _)| grid::named_cell(name).is_none()) =>
            {
                read(&mut fields, members);
            }
            Some(ValueKind::Array(_) | ValueKind::String(_) | ValueKind::Object(_)) => {
                fields.grid = fields.read_grid(root, &Pointer::root());
            }
            Some(ValueKind::Number(_) | ValueKind::Bool(_) | ValueKind::Null) => fields.request_errors.push(|| {
                let detail = "expected an object with the member `grid`, or a grid: an array or a string";
                RequestError::at(&Pointer::root(), detail)
            }),
            None => {}
        }
        fields
    }

    /// Finds the options with these names in a document without a grid.
    fn of_options(document: Document<'a>, names: &[&'static str]) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        match fields.read(document.root()) {
            Some(ValueKind::Object(members)) => {
                for (name, value) in members {
                    fields.add_member(&name, value, names, &[]);
                }
            }
            Some(_) => fields.push_error(|| RequestError::at(&Pointer::root(), "expected an object")),
            None => {}
        }
        fields
    }

    /// Reads the grid of a text.
    pub fn of_text(text: &str) -> Self {
        let mut fields = Self::default();
        fields.grid = grid::of_text(text)
            .map_err(|error| {
                fields.hint = grid::hint(&error);
                fields.grid_errors.push_text(&error, |_, error| error);
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
            fields.request_errors.push(|| RequestError::in_parameter(Parameter::Query(GRID.into()), missing));
        }
        fields
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
                self.options.push(name, source);
            }
        }
    }

    /// The grid, once every option has been read.
    ///
    /// # Errors
    /// Every error of the most basic kind that occurred.
    pub fn finish(mut self) -> Result<Posed, Problem> {
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
        if let Source::Member(value) = self.options.all(name).next()? { Some(value.written()) } else { None }
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

    /// The option with this name, if it was sent and is not empty.
    pub fn source(&self, name: &str) -> Option<Source<'a>> {
        self.options.find(name).cloned()
    }

    /// Makes one value of those that were sent for an option, as `Values::join` does. Too many are recorded as an error.
    pub fn join(&mut self, name: &'static str, list: usize) {
        if let Some(place) = self.options.join(name, list) {
            self.push_error(|| place.error("the option is repeated"));
        }
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
        let source = self.options.find(name).or(self.options.first());
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
        self.options.find(name).is_some()
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
            Some(&known) => self.options.push(known, source),
        }
    }

    fn add_members(&mut self, members: Vec<(Cow<'a, str>, Value<'a>)>, declared: Format, names: &[&'static str]) {
        let has = |wanted: &str| members.iter().any(|(name, _)| name == wanted);
        // JSON that is sent as text may be one of our own answers. Otherwise it is a request, and all its members are checked,
        // so that nothing is dropped because it is misspelt or unknown.
        let answer =
            (declared == Format::Text).then(|| answer_grid(&members.iter().map(|(name, _)| &**name))).flatten();
        let grid_name = answer.unwrap_or(GRID);
        let strangers = members.iter().filter(|(name, _)| !names.iter().any(|known| known == name)).count();
        let is_alone = !has(GRID) && strangers == 1;
        let mut grid: Option<Value<'a>> = None;
        for (name, value) in members {
            let is_known = names.iter().any(|&known| known == name);
            if name == grid_name {
                if grid.replace(value).is_some() {
                    self.push_error(|| RequestError::at(&Pointer::root().member(&name), REPEATED));
                }
            } else if answer.is_none() && is_alone && !is_known && self.is_grid(value) {
                let detail = "unknown member; did you mean `grid`? it holds one";
                self.push_error(|| RequestError::at(&Pointer::root().member(&name), detail));
            } else if answer.is_none() || is_known {
                self.add_member(&name, value, names, &[GRID]);
            }
        }
        let at = Pointer::root().member(grid_name);
        if let Some(value) = grid {
            self.grid = self.read_grid(value, &at);
        } else {
            let usual = "the member is missing; it must contain the grid";
            let missing = if self.has(PUZZLE) { CALLED_PUZZLE } else { usual };
            self.request_errors.push(|| RequestError::at(&at, missing));
        }
    }

    /// Whether a value is a grid.
    fn is_grid(&self, value: Value<'a>) -> bool {
        let read = |document| grid::read(document, value, &Pointer::root(), &mut ErrorList::default());
        self.document.as_ref().is_some_and(|document| matches!(read(document), Ok(Some(_))))
    }

    /// Adds an option that was sent as a member. `others` are names of members that are no options.
    fn add_member(&mut self, name: &str, value: Value<'a>, names: &[&'static str], others: &[&'static str]) {
        let known = names.iter().find(|&&known| known == name);
        match known {
            Some(&known) if self.options.all(known).next().is_none() => self.options.push(known, Source::Member(value)),
            // What was meant is not sought for errors beyond those listed.
            _ => self.push_error(|| {
                let unknown = || unknown("member", name, &[others, names].concat()).into();
                let error: Cow<'static, str> = known.map_or_else(unknown, |_| REPEATED.into());
                RequestError::at(&Pointer::root().member(name), error)
            }),
        }
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
