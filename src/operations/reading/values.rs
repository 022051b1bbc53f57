//! The options that were sent, before each is read.

use super::names::{ALLOW, CAPTION};
use super::source::{Place, Source};

/// The options that were sent, in order.
#[derive(Default)]
pub struct Values<'a> {
    options: Vec<(&'static str, Source<'a>)>,
    /// Whether a model sent them, which may have to send every option.
    pub are_of_model: bool,
}

impl<'a> Values<'a> {
    /// Adds an option.
    pub fn push(&mut self, name: &'static str, source: Source<'a>) {
        self.options.push((name, source));
    }

    /// What was sent for the option with this name, an empty value, too.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Source<'a>> + Clone {
        self.options.iter().filter(move |&&(sent, _)| sent == name).map(|(_, source)| source)
    }

    /// The option with this name, unless its value says nothing.
    pub fn find(&self, name: &str) -> Option<&Source<'a>> {
        self.all(name).find(|source| !self.is_absent(name, source))
    }

    /// The first option.
    pub fn first(&self) -> Option<&Source<'a>> {
        self.options.first().map(|(_, source)| source)
    }

    /// Makes one value of those that were sent for an option. As text, at least so many are a list, as forms and many clients send
    /// one; of fewer than that, all but the first are errors, and this is the place of one.
    pub fn join(&mut self, name: &'static str, list: usize) -> Option<Place> {
        let count = self.all(name).count();
        if count < 2 {
            return None;
        }
        let texts: Vec<&str> = self.all(name).filter_map(Source::query_text).collect();
        if texts.len() < count || count < list {
            return self
                .all(name)
                .filter(|source| !self.is_absent(name, source))
                .nth(1)
                .map(|source| source.place(name));
        }
        let list = Source::Query(texts.join(",").into());
        self.options.retain(|&(other, _)| other != name);
        self.push(name, list);
        None
    }

    /// Whether the value of an option says nothing: what forms, and clients that write every field, send for one that is not set.
    fn is_absent(&self, name: &str, source: &Source<'_>) -> bool {
        let may_be_empty = self.are_of_model || ![ALLOW, CAPTION].contains(&name);
        match source {
            Source::Member(value) => value.is_null() || may_be_empty && value.is_empty(),
            Source::Query(text) => may_be_empty && text.is_empty(),
            Source::Flag(_) => false,
        }
    }
}
