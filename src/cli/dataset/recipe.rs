//! The recipe of a data set: a document of JSON.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::sha256::{Sha256, hexadecimal};
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

/// The options of the generator that a set decides itself.
const OF_A_SET: [&str; 5] = ["seed", "count", "first", "distinct", "notation"];

/// What a data set is made of.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The name: a part of the seed of its puzzles.
    pub name: String,
    /// The number of items.
    pub count: u64,
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
        let invalid = |why: String| Problem::new(Code::InvalidRequest, why);
        let recipe: Recipe = serde_json::from_str(text).map_err(|error| invalid(format!("the recipe: {error}")))?;
        let names = recipe.bands.iter().map(|band| &band.name);
        if let Some(name) = names.clone().chain([&recipe.name]).find(|name| !is_name(name)) {
            let rule = format!("expected 1 to {LONGEST_NAME} characters of A-Za-z0-9._~-");
            return Err(invalid(format!("the recipe: {rule} as a name, found {name:?}")));
        }
        if names.clone().collect::<HashSet<_>>().len() < recipe.bands.len() {
            return Err(invalid("the recipe: two bands have the same name".to_owned()));
        }
        if recipe.shares().any(|(name, share)| !is_name(name) || (share.is_nan() || share <= 0.0))
            || recipe.splits.is_empty()
        {
            return Err(invalid("the recipe: expected `splits` with a share above 0 for each name".to_owned()));
        }
        let fixed = ["solution"].into_iter().chain(recipe.steps.then_some(TRACE));
        let fields: Vec<&str> = fixed.chain(recipe.labels.iter().map(String::as_str)).collect();
        let labels = options::<Annotate>(&json!({"fields": fields}), "labels")?;
        let source = |band: &Band| -> Result<Source, Problem> {
            let of = |part: &str| format!("band {:?}, {part}", band.name);
            let (generate, variants) = (Value::from(band.generate.clone()), band.variants.clone().map(Value::from));
            Ok(Source {
                generate: options::<Generate>(&generate, &of("generate"))?,
                variants: variants.map(|variants| options::<Variants>(&variants, &of("variants"))).transpose()?,
                count: scaled(band.count, scale),
            })
        };
        let fixed = |band: &&Band| OF_A_SET.iter().any(|name| band.generate.contains_key(*name));
        if let Some(Band { name, .. }) = recipe.bands.iter().find(fixed) {
            return Err(invalid(format!("the recipe, band {name:?}: the set decides {}", quoted(&OF_A_SET))));
        }
        let sources = recipe.bands.iter().map(source).collect::<Result<_, _>>()?;
        Ok(Self { recipe, sum: hexadecimal(&Sha256::of(text.as_bytes())), sources, labels })
    }
}

impl Source {
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

/// Reads the options of an operation.
fn options<O: Operation>(document: &Value, part: &str) -> Result<O::Options, Problem> {
    let text = document.to_string();
    let document = Document::parse(&text)?;
    let mut fields = Fields::of_options(document, O::Options::NAMES);
    let options = O::Options::read(&mut fields);
    O::check(&options, &mut fields);
    fields
        .finish_options()
        .map_err(|problem| Problem::new(problem.code(), format!("the recipe, {part}: {}", problem.detail())))?;
    Ok(options)
}
