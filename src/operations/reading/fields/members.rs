//! The fields of a request that is a JSON document.

use std::borrow::Cow;

use super::{Fields, REPEATED};
use crate::operations::answer::format::Format;
use crate::operations::problem::{ErrorList, Place, RequestError};
use crate::operations::reading::arguments::Source;
use crate::operations::reading::grid::{self, SentGrid};
use crate::operations::reading::json::{Document, Value, ValueKind};
use crate::operations::reading::names::{CALLED_PUZZLE, GRID, PROBLEM, PUZZLE, answer_grid, quoted};
use crate::sudoku::notation::{PUZZLE_NAMES, named_cell};

impl<'a> Fields<'a> {
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
                fields.request_errors.push(|| RequestError::at(&Place::root().member(name), detail));
            }
            let member = |wanted: &str| members.iter().find(|(name, _)| name == wanted).map(|&(_, value)| value);
            match grids.iter().find_map(|name| Some((name, member(name)?))) {
                Some((name, value)) => fields.grid = fields.read_grid(value, &Place::root().member(name)),
                None => fields.request_errors.push(|| {
                    let one_of = if grids.len() > 1 { "one of " } else { "" };
                    let detail = format!("expected a member with the grid: {one_of}{}", quoted(&grids));
                    RequestError::at(&Place::root(), detail)
                }),
            }
            for &name in kept {
                if let Some(value) = member(name) {
                    fields.options.push((name, Source::Member(value)));
                }
            }
        })
    }

    /// Reads the grid of a document, if it is one; otherwise, lets `read` read its members.
    fn of_root(document: Document<'a>, read: impl FnOnce(&mut Self, Vec<(Cow<'a, str>, Value<'a>)>)) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        let root = document.root();
        match fields.read(root) {
            Some(ValueKind::Object(members)) if members.first().is_none_or(|(name, _)| named_cell(name).is_none()) => {
                read(&mut fields, members);
            }
            Some(ValueKind::Array(_) | ValueKind::String(_) | ValueKind::Object(_)) => {
                fields.grid = fields.read_grid(root, &Place::root());
            }
            Some(ValueKind::Number(_) | ValueKind::Bool(_) | ValueKind::Null) => fields.request_errors.push(|| {
                let detail = "expected an object with the member `grid`, or a grid: an array or a string";
                RequestError::at(&Place::root(), detail)
            }),
            None => {}
        }
        fields
    }

    /// Finds the options with these names in a document without a grid.
    pub(super) fn of_options(document: Document<'a>, names: &[&'static str]) -> Self {
        let mut fields = Self { document: Some(document), ..Self::default() };
        match fields.read(document.root()) {
            Some(ValueKind::Object(members)) => {
                for (name, value) in members {
                    fields.add(&name, Source::Member(value), names, &[]);
                }
            }
            Some(_) => fields.push_error(|| RequestError::at(&Place::root(), "expected an object")),
            None => {}
        }
        fields
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
                    self.push_error(|| RequestError::at(&Place::root().member(&name), REPEATED));
                }
            } else if answer.is_none() && is_alone && !is_known && self.is_grid(value) {
                let detail = "unknown member; did you mean `grid`? it holds one";
                self.push_error(|| RequestError::at(&Place::root().member(&name), detail));
            } else if answer.is_none() || is_known {
                self.add(&name, Source::Member(value), names, &[GRID]);
            }
        }
        let at = Place::root().member(grid_name);
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
        let read = |document| grid::read(document, value, &Place::root(), &mut ErrorList::default());
        self.document.as_ref().is_some_and(|document| matches!(read(document), Ok(Some(_))))
    }

    pub(super) fn read_grid(&mut self, value: Value<'a>, at: &Place) -> Option<SentGrid> {
        let read = grid::read(&self.document?, value, at, &mut self.grid_errors);
        self.well_formed(read)?
    }
}
