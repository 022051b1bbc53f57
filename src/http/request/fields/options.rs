//! The options of a request, by type. An option that is invalid is recorded as an error of the request.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{Fields, Place, Source};
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
        let source = self.take(name)?;
        let index = self.text(&source).and_then(|text| words.iter().position(|word| *word == text));
        if index.is_none() {
            self.reject(name, &source, &format!("expected one of {}", quoted(words)));
        }
        index
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

    /// The option with this name, a text, as what it is parsed to.
    pub fn parsed<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        let source = self.take(name)?;
        let parsed = self.text(&source).and_then(|text| parse(&text));
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
        let is = |tenths: u8| number.is_some_and(|number| number.total_cmp(&(f64::from(tenths) / 10.0)).is_eq());
        let tenths = range.clone().find(|&tenths| is(tenths));
        if tenths.is_none() {
            let [least, most] = [*range.start(), *range.end()].map(Tenths);
            self.reject(name, &source, &format!("expected a rating from {least} to {most} with one decimal"));
        }
        tenths.map(Tenths)
    }

    /// The option with this name as pencil marks: a bit for each digit of each cell, bit 0 for 1.
    pub fn pencil_marks(&mut self, name: &'static str) -> Option<Candidates> {
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
        match self.take(name) {
            Some(Source::Document(_)) => {
                self.request_errors.push(|| RequestError::at(&Pointer::root().member(name), reason));
            }
            Some(Source::Query(_)) => self.request_errors.push(|| RequestError::in_parameter(name, reason)),
            None => {}
        }
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
