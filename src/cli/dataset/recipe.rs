//! The recipe of a data set: a document of JSON.

use std::collections::HashSet;
use std::fmt::Display;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::written::{hexadecimal, sum_of};
use crate::operations::annotate::{Annotate, AnnotateOptions, TRACE};
use crate::operations::generate::{Generate, GenerateOptions};
use crate::operations::operation::Operation;
use crate::operations::options::Options;
use crate::operations::problem::{Code, Problem};
use crate::operations::reading::Fields;
use crate::operations::reading::json::Document;
use crate::operations::reading::names::quoted;
use crate::operations::variants::{Variants, VariantsOptions};

/// Longest name of a recipe and of a band, which are parts of a seed of at most 64 characters.
const LONGEST_NAME: usize = 30;

/// The members of every item; `solution` is a label.
const OF_EVERY_ITEM: [&str; 7] = ["id", "split", "band", "kind", "puzzle", "solution", "solution_canonical"];

/// The members that only variants have, null in other items of the same set.
pub const OF_VARIANTS: [&str; 5] = ["transformation", "solutions", "cell", "wrong", "right"];

/// The options of the generator that a set decides itself.
const OF_A_SET: [&str; 5] = ["seed", "count", "first", "distinct", "notation"];

/// What a data set is made of.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Recipe {
    /// The name: a part of every seed.
    pub name: String,
    /// What the set is, in a sentence.
    pub title: String,
    /// The licence that the data card names.
    pub license: Option<String>,
    /// The splits, each with its share.
    pub splits: Map<String, Value>,
    /// The labels of an item, as `annotate` names them, besides `solution` and `solution_canonical`.
    pub labels: Vec<String>,
    /// Whether every step of every puzzle is written.
    #[serde(default)]
    pub steps: bool,
    /// The columns of the items, each with the member that it holds; without them, the items are JSON.
    pub columns: Option<Map<String, Value>>,
    /// The bands.
    pub bands: Vec<Band>,
}

/// A band of items.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Band {
    /// The name: a part of the seed of its puzzles.
    pub name: String,
    /// The number of items.
    pub count: Value,
    /// The options of the puzzles, as for `generate`.
    pub generate: Map<String, Value>,
    /// If the items are variants of these puzzles: the options, as for `variants`.
    pub variants: Option<Map<String, Value>>,
}

/// A band whose options have been read.
#[derive(Clone, Debug)]
pub struct Source {
    /// How its puzzles are found.
    pub generate: GenerateOptions,
    /// How items are made of a puzzle; `None` if it is the item.
    pub variants: Option<VariantsOptions>,
    /// The number of items.
    pub count: u64,
}

/// A recipe whose options have been read.
pub struct Plan {
    /// The recipe.
    pub recipe: Recipe,
    /// The same as it was written.
    pub document: Value,
    /// The sum of its text.
    pub sum: String,
    /// The bands.
    pub sources: Vec<Source>,
    /// The labels of an item, the solution among them, and the steps if they are written.
    pub labels: AnnotateOptions,
}

impl Plan {
    /// Reads a recipe, for this part of its items.
    ///
    /// # Errors
    /// What is invalid, and where.
    pub fn read(text: &str, scale: f64) -> Result<Self, Problem> {
        let document: Value = serde_json::from_str(text).map_err(|error| invalid(&error))?;
        let recipe: Recipe = serde_json::from_str(text).map_err(|error| invalid(&error))?;
        let names = recipe.bands.iter().map(|band| &band.name);
        if let Some(name) = names.clone().chain([&recipe.name]).chain(recipe.splits.keys()).find(|name| !is_name(name))
        {
            return Err(invalid(format!(
                "expected 1 to {LONGEST_NAME} characters of A-Za-z0-9._~- as a name, found {name:?}"
            )));
        }
        if recipe.bands.is_empty() || names.collect::<HashSet<_>>().len() < recipe.bands.len() {
            return Err(invalid("`bands`: expected at least one, each with a name of its own"));
        }
        if recipe.splits.is_empty() || recipe.shares().any(|(_, share)| share <= 0.0) {
            return Err(invalid("`splits`: expected a share above 0 for each name"));
        }
        if recipe.labels.iter().any(|label| label == TRACE) {
            return Err(invalid(format!("`labels`: `{TRACE}` has files of its own; write `\"steps\": true` instead")));
        }
        if recipe.columns.as_ref().is_some_and(Map::is_empty) {
            return Err(invalid("`columns`: expected at least one"));
        }
        let fixed = ["solution"].into_iter().chain(recipe.steps.then_some(TRACE));
        let fields: Vec<&str> = fixed.chain(recipe.labels.iter().map(String::as_str)).collect();
        let labels = options::<Annotate>(&json!({"fields": fields}), AnnotateOptions::NAMES, "`labels`")?;
        let sources = recipe.bands.iter().map(|band| Source::read(band, scale)).collect::<Result<_, _>>()?;
        let plan = Self { recipe, document, sum: hexadecimal(&sum_of(text.as_bytes())), sources, labels };
        let members = plan.members();
        let is_unknown = |member: &&Value| !member.as_str().is_some_and(|name| members.contains(&name));
        match plan.recipe.columns.as_ref().and_then(|columns| columns.values().find(is_unknown)) {
            Some(unknown) => Err(invalid(format!("`columns`: expected one of {}, found {unknown}", quoted(&members)))),
            None => Ok(plan),
        }
    }

    /// The names of the members of an item, in their order.
    pub fn members(&self) -> Vec<&'static str> {
        let labels = self
            .labels
            .described()
            .map(|(name, _)| name)
            .filter(|name| !OF_EVERY_ITEM.contains(name) && *name != TRACE);
        let has_variants = self.sources.iter().any(|source| source.variants.is_some());
        OF_EVERY_ITEM.into_iter().chain(labels).chain(OF_VARIANTS.into_iter().filter(|_| has_variants)).collect()
    }
}

/// The problem of a recipe.
fn invalid(why: impl Display) -> Problem {
    Problem::new(Code::InvalidRequest, format!("the recipe: {why}"))
}

impl Source {
    fn read(band: &Band, scale: f64) -> Result<Self, Problem> {
        let Band { name, count, generate, variants } = band;
        let of = |part: &str| format!("band {name:?}, `{part}`");
        let expected = || invalid(format!("{}: expected an integer from 1, found {count}", of("count")));
        let wished: Vec<&'static str> =
            GenerateOptions::NAMES.iter().copied().filter(|name| !OF_A_SET.contains(name)).collect();
        let read = |variants: &Map<String, Value>| {
            options::<Variants>(&variants.clone().into(), VariantsOptions::NAMES, &of("variants"))
        };
        Ok(Self {
            generate: options::<Generate>(&generate.clone().into(), &wished, &of("generate"))?,
            variants: variants.as_ref().map(read).transpose()?,
            count: scaled(count.as_u64().filter(|count| *count > 0).ok_or_else(expected)?, scale),
        })
    }

    /// The number of puzzles that are needed, if none is of a known class.
    pub fn puzzles(&self) -> u64 {
        self.count.div_ceil(self.variants.as_ref().map_or(1, |variants| variants.per.into()))
    }
}

impl Recipe {
    /// The seed of the puzzles of a band.
    pub fn seed(&self, band: &Band) -> String {
        format!("{}.{}", self.name, band.name)
    }

    /// The splits with their shares.
    pub fn shares(&self) -> impl Iterator<Item = (&str, f64)> {
        self.splits.iter().map(|(name, share)| (name.as_str(), share.as_f64().unwrap_or_default()))
    }

    /// The split to which everything with a class belongs, given the sum of its class: the first 64 bits of the sum, as a
    /// part of 2^64, fall into the share of one split.
    #[expect(clippy::cast_precision_loss, reason = "a split has far fewer digits")]
    pub fn split(&self, sum: &[u8; 32]) -> usize {
        let part = u64::from_be_bytes(sum[..8].try_into().expect("eight bytes")) as f64 / 2_f64.powi(64);
        let total: f64 = self.shares().map(|(_, share)| share).sum();
        let ends = self.shares().scan(0.0, |end, (_, share)| {
            *end += share / total;
            Some(*end)
        });
        ends.take(self.splits.len() - 1).take_while(|end| part >= *end).count()
    }
}

/// A share of a number of items, at least one.
#[expect(clippy::cast_precision_loss, reason = "a set has far fewer items")]
fn scaled(count: u64, scale: f64) -> u64 {
    ((count as f64 * scale).round() as u64).max(1)
}

fn is_name(name: &str) -> bool {
    let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(valid)
}

/// Reads the options of an operation, those with these names.
fn options<O: Operation>(document: &Value, names: &[&'static str], part: &str) -> Result<O::Options, Problem> {
    let text = document.to_string();
    let mut fields = Fields::of_options(Document::parse(&text)?, names);
    let options = O::Options::read(&mut fields);
    O::check(&options, &mut fields);
    let without_member = |detail: &str| detail.strip_prefix("/fields: ").unwrap_or(detail).to_owned();
    fields.finish_options().map_err(|problem| invalid(format!("{part}: {}", without_member(problem.detail()))))?;
    Ok(options)
}
