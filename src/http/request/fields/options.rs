//! The options of a request, by type. An invalid option is recorded as an error of the request.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::{Fields, Place, Source, quoted};
use crate::http::answer::grid::Notation;
use crate::http::problem::{GridError, Pointer, RequestError};
use crate::http::request::grid::{self, Posed};
use crate::http::request::json::{self, Kind, Value};
use crate::http::request::pencil_marks;
use crate::sudoku::Cell;
use crate::sudoku::logic::Tenths;
use crate::sudoku::notation::Candidates;

impl<'a> Fields<'a> {
    /// The option with this name as written in the document.
    pub fn written(&mut self, name: &'static str) -> Option<&'a str> {
        match self.take(name)? {
            Source::Document(value) => Some(value.written()),
            Source::Query(_) => None,
        }
    }

    /// The option with this name as an integer in this range.
    pub fn integer(&mut self, name: &'static str, range: RangeInclusive<u16>) -> Option<u16> {
        let expected = || format!("expected an integer from {} to {}", range.start(), range.end());
        self.option(name, expected, |fields, source| match source {
            Source::Document(value) => match fields.read(*value)? {
                Kind::Number(number) => json::integer(number, range.clone()),
                Kind::Object(_) | Kind::Array(_) | Kind::String(_) | Kind::Bool | Kind::Null => None,
            },
            Source::Query(text) => text.parse().ok().filter(|number| range.contains(number)),
        })
    }

    /// The option with this name as `true` or `false`.
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.option(
            name,
            || "expected true or false",
            |fields, source| match source {
                Source::Document(value) => {
                    matches!(fields.read(*value)?, Kind::Bool).then(|| value.written() == "true")
                }
                Source::Query(text) => text.parse().ok(),
            },
        )
    }

    /// The option with this name as the index of one of these words.
    pub fn choice(&mut self, name: &'static str, words: &[&str]) -> Option<usize> {
        let expected = || format!("expected one of {}", quoted(words));
        self.option(name, expected, |fields, source| {
            let text = fields.text(source)?;
            words.iter().position(|word| *word == text)
        })
    }

    /// The option with this name as a list of these words: for each, whether it is listed. A query separates them by
    /// commas.
    pub fn choices<const N: usize>(&mut self, name: &'static str, words: &[&str; N]) -> [bool; N] {
        let expected = || format!("expected a list of {}", quoted(words));
        let chosen = self.option(name, expected, |fields, source| {
            let listed: Vec<Cow<'_, str>> = match source {
                Source::Document(value) => match fields.read(*value)? {
                    Kind::Array(items) => items.iter().map(|&item| fields.string(item)).collect::<Option<_>>()?,
                    Kind::Object(_) | Kind::String(_) | Kind::Number(_) | Kind::Bool | Kind::Null => return None,
                },
                Source::Query(text) => text.split(',').map(Cow::Borrowed).collect(),
            };
            let mut chosen = [false; N];
            for listed in listed {
                chosen[words.iter().position(|word| *word == listed)?] = true;
            }
            Some(chosen)
        });
        chosen.unwrap_or([false; N])
    }

    /// The option with this name, a string that this function parses.
    pub fn parsed<T>(
        &mut self,
        name: &'static str,
        expected: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        self.option(name, || expected, |fields, source| parse(&fields.text(source)?))
    }

    /// The option with this name as a rating with at most one decimal, in this range of tenths.
    pub fn tenths(&mut self, name: &'static str, range: RangeInclusive<u8>) -> Option<Tenths> {
        let [least, most] = [*range.start(), *range.end()].map(Tenths);
        let expected = || format!("expected a rating from {least} to {most} with one decimal");
        self.option(name, expected, |fields, source| {
            let number: f64 = match source {
                Source::Document(value) => match fields.read(*value)? {
                    Kind::Number(number) => number.parse().ok()?,
                    Kind::Object(_) | Kind::Array(_) | Kind::String(_) | Kind::Bool | Kind::Null => return None,
                },
                Source::Query(text) => text.parse().ok()?,
            };
            range.map(Tenths).find(|tenths| number.total_cmp(&(f64::from(tenths.0) / 10.0)).is_eq())
        })
    }

    /// Reads the option with this name. If it is invalid, records what was expected.
    fn option<T, E: Display>(
        &mut self,
        name: &'static str,
        expected: impl FnOnce() -> E,
        read: impl FnOnce(&mut Self, &Source<'a>) -> Option<T>,
    ) -> Option<T> {
        let source = self.take(name)?;
        let value = read(self, &source);
        if value.is_none() {
            self.reject(name, &source, expected());
        }
        value
    }

    fn text(&mut self, source: &Source<'a>) -> Option<Cow<'a, str>> {
        match source {
            Source::Document(value) => self.string(*value),
            Source::Query(text) => Some(text.clone()),
        }
    }

    fn string(&mut self, value: Value<'a>) -> Option<Cow<'a, str>> {
        match self.read(value)? {
            Kind::String(text) => Some(text),
            Kind::Object(_) | Kind::Array(_) | Kind::Number(_) | Kind::Bool | Kind::Null => None,
        }
    }

    /// The option with this name as pencil marks: a bit for each digit of each cell, bit 0 for 1.
    pub fn pencil_marks(&mut self, name: &'static str) -> Option<Candidates> {
        self.option(
            name,
            || pencil_marks::EXPECTED,
            |fields, source| match source {
                Source::Document(value) => {
                    let marks = pencil_marks::read(&fields.document?, *value);
                    fields.well_formed(marks)?
                }
                Source::Query(text) => pencil_marks::of_text(text),
            },
        )
    }

    /// The option with this name as a grid.
    pub fn grid(&mut self, name: &'static str) -> Option<(Posed, Place)> {
        match self.take(name)? {
            Source::Document(value) => {
                let posed = self.read_grid(value, &Pointer::root().member(name))?;
                Some((posed, Place::Document))
            }
            Source::Query(text) => match grid::of_text(&text) {
                Ok(posed) => Some((posed, Place::Query)),
                Err(error) => {
                    let parameter = || Some(name.to_owned());
                    self.grid_errors.push_text(&error, |_, error| GridError { parameter: parameter(), ..error });
                    None
                }
            },
        }
    }

    /// The option with this name as the notation of the grids in the answer.
    pub fn notation(&mut self, name: &'static str) -> Option<Notation> {
        let names = Notation::NAMED.map(|(name, _)| name);
        self.choice(name, &names).map(|index| Notation::NAMED[index].1)
    }

    /// The option with this name as the notation of the grids in the answer, or `None` for that of the request, which is
    /// also named `same`.
    pub fn notation_or_same(&mut self, name: &'static str) -> Option<Notation> {
        let index = self.choice(name, &Notation::NAMES_OR_SAME)?;
        Notation::NAMED.get(index).map(|(_, notation)| *notation)
    }

    /// The option with this name as a list of cells, each a name such as `r1c3` or an index from 0 to 80. A query
    /// separates them by commas.
    pub fn cells(&mut self, name: &'static str) -> Option<Vec<Cell>> {
        let source = self.take(name)?;
        let items: Vec<(Option<Cell>, String)> = match &source {
            Source::Document(value) => {
                let items = if let Kind::Array(items) = self.read(*value)? { items } else { Vec::new() };
                let read = |item: Value<'a>| {
                    let cell = match self.read(item)? {
                        Kind::Number(number) => json::integer(number, 0..=80).and_then(|i| Cell::from_index(i.into())),
                        Kind::String(name) => Cell::from_name(&name),
                        Kind::Object(_) | Kind::Array(_) | Kind::Bool | Kind::Null => None,
                    };
                    Some((cell, item.excerpt()))
                };
                items.into_iter().map(read).collect::<Option<_>>()?
            }
            Source::Query(text) => {
                let read = |text: &str| Cell::from_name(text).or_else(|| Cell::from_index(text.parse().ok()?));
                text.split(',').map(|text| (read(text), format!("{text:?}"))).collect()
            }
        };
        if !(1..=Cell::COUNT).contains(&items.len()) {
            self.reject(name, &source, "expected a list of 1 to 81 cells");
            return None;
        }
        for (i, (_, found)) in items.iter().enumerate().filter(|(_, (cell, _))| cell.is_none()) {
            self.request_errors.push(|| {
                let detail = format!("expected a cell such as r1c3, or an index from 0 to 80, found {found}");
                match source {
                    Source::Document(_) => RequestError::at(&Pointer::root().member(name).item(i), detail),
                    Source::Query(_) => RequestError::in_parameter(name, detail),
                }
            });
        }
        items.into_iter().map(|(cell, _)| cell).collect()
    }

    /// Rejects the option with this name, if it was sent, for this reason.
    pub fn forbid(&mut self, name: &'static str, reason: &'static str) {
        if let Some(source) = self.take(name) {
            self.request_errors.push(|| source.error(name, reason));
        }
    }
}
