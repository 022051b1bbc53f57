//! What a set says about itself: the manifest for programs, and the data card for people and for hubs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::recipe::Plan;
use super::written::Written;
use crate::operations::annotate::TRACE;
use crate::operations::answer::form::FormOptions;
use crate::operations::answer::format::PictureFormat;
use crate::operations::answer::picture::{MOST_SCENES, Picture, Scene};
use crate::operations::options::Options;
use crate::operations::reading::Fields;
use crate::sudoku::Grid;
use crate::sudoku::generate::VERSION;
use crate::sudoku::solver::CancelFlag;

/// The name of the manifest, which is written last.
pub const MANIFEST: &str = "manifest.json";

/// The name of the picture.
const PICTURE: &str = "puzzles.png";

/// What became of a band.
#[derive(Debug)]
pub struct Band {
    /// The number of items wanted.
    pub wanted: u64,
    /// The number of items of each split.
    pub splits: Vec<u64>,
    /// The grid of the first item.
    pub first: Option<Grid>,
    /// Why it ran dry.
    pub dry: Option<String>,
}

impl Band {
    /// The number of items.
    pub fn found(&self) -> u64 {
        self.splits.iter().sum()
    }
}

/// The labels whose numbers are counted, each with what a bar of the card is.
const COUNTED: [(&str, &str); 2] = [("er", "Rating (ER)"), ("clues", "Clues")];

/// The width of the longest bar.
const WIDTH: u64 = 40;

/// How many items have each number, in tenths, for each of the counted labels.
#[derive(Default, Debug)]
pub struct Histograms([BTreeMap<u64, u64>; COUNTED.len()]);

impl Histograms {
    /// Counts an item.
    pub fn count(&mut self, members: &Map<String, Value>) {
        for ((name, _), counts) in COUNTED.iter().zip(&mut self.0) {
            if let Some(number) = members.get(*name).and_then(Value::as_f64) {
                *counts.entry((number * 10.0).round() as u64).or_default() += 1;
            }
        }
    }
}

/// The manifest: what the set was made of and by, what it has, and the sum of each file.
pub fn manifest(plan: &Plan, scale: f64, bands: &[Band], files: &Map<String, Value>) -> Value {
    let recipe = &plan.recipe;
    let band = |(band, of): (&Band, &super::recipe::Band)| {
        let splits: Map<String, Value> =
            recipe.shares().zip(&band.splits).map(|((name, _), count)| (name.to_owned(), (*count).into())).collect();
        json!({"name": of.name, "wanted": band.wanted, "found": band.found(), "splits": splits, "dry": band.dry})
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "generator": VERSION,
        "recipe": plan.document,
        "recipe_sha256": plan.sum,
        "scale": scale,
        "items": bands.iter().map(Band::found).sum::<u64>(),
        "bands": bands.iter().zip(&recipe.bands).map(band).collect::<Vec<_>>(),
        "files": files,
    })
}

/// Whether a manifest is that of the set that this plan would make at this scale; `None` if it is not. If it is, whether no
/// band ran dry.
pub fn is_whole(manifest: &str, plan: &Plan, scale: f64) -> Option<bool> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let is_same =
        manifest["recipe_sha256"] == plan.sum && manifest["scale"] == scale && manifest["generator"] == VERSION;
    let is_dry = |band: &Value| !band["dry"].is_null();
    (is_same && manifest["version"] == env!("CARGO_PKG_VERSION"))
        .then(|| !manifest["bands"].as_array().is_some_and(|bands| bands.iter().any(is_dry)))
}

/// Writes the picture: the first grid of each band.
///
/// # Errors
/// The file cannot be written.
pub fn draw(plan: &Plan, bands: &[Band], directory: &Path) -> io::Result<Option<(String, Value)>> {
    let scene = |(band, of): (&Band, &super::recipe::Band)| Some(Scene::of(&band.first?).titled(&of.name));
    let scenes: Vec<Scene> = bands.iter().zip(&plan.recipe.bands).filter_map(scene).take(MOST_SCENES).collect();
    if scenes.is_empty() {
        return Ok(None);
    }
    let (picture, options) = (Picture::new("Puzzles", scenes), FormOptions::read(&mut Fields::default()));
    let mut file = Written::create(directory, PICTURE.to_owned())?;
    file.bytes(&picture.write(PictureFormat::Png, &options, "", &CancelFlag::new()))?;
    file.finish().map(Some)
}

/// Writes the data card.
///
/// # Errors
/// The file cannot be written.
pub fn write(
    plan: &Plan,
    scale: f64,
    bands: &[Band],
    Histograms(counts): &Histograms,
    files: &Map<String, Value>,
    card: &mut Written,
) -> io::Result<()> {
    card.line(text(plan, scale, bands, counts, files).map_err(io::Error::other)?.trim_end().as_bytes())
}

fn text(
    plan: &Plan,
    scale: f64,
    bands: &[Band],
    counts: &[BTreeMap<u64, u64>],
    files: &Map<String, Value>,
) -> Result<String, std::fmt::Error> {
    let recipe = &plan.recipe;
    let mut card = format!("---\npretty_name: {}\n", json!(recipe.title));
    if let Some(license) = &recipe.license {
        writeln!(card, "license: {license}")?;
    }
    card += "tags: [sudoku]\nconfigs:\n";
    for part in ["items", "steps"] {
        let of_part: Vec<&String> = files.keys().filter(|name| name.starts_with(part)).collect();
        if !of_part.is_empty() {
            writeln!(card, "  - config_name: {part}\n    data_files:")?;
        }
        for (name, (split, _)) in of_part.iter().zip(recipe.shares()) {
            writeln!(card, "      - split: {split}\n        path: {name}")?;
        }
    }
    let (title, version, name, sum) = (&recipe.title, env!("CARGO_PKG_VERSION"), &recipe.name, &plan.sum);
    writeln!(
        card,
        "---\n\n# {title}\n\nMade by sudoku-service {version} (generator {VERSION}) from the recipe `{name}` at scale {scale}. The \
         SHA-256 of the recipe is `{sum}`. The same version, recipe and scale give the same bytes; `{MANIFEST}` has the recipe \
         and the sum of each file.\n"
    )?;
    if files.contains_key(PICTURE) {
        writeln!(card, "![The first grid of each band]({PICTURE})\n")?;
    }
    writeln!(card, "## Items\n")?;
    let splits: Vec<&str> = recipe.shares().map(|(name, _)| name).collect();
    writeln!(card, "| band | wanted | found | {} |", splits.join(" | "))?;
    writeln!(card, "| --- |{}", " ---: |".repeat(2 + splits.len()))?;
    for (band, of) in bands.iter().zip(&recipe.bands) {
        let splits: Vec<String> = band.splits.iter().map(u64::to_string).collect();
        writeln!(card, "| {} | {} | {} | {} |", of.name, band.wanted, band.found(), splits.join(" | "))?;
    }
    for (band, of) in bands.iter().zip(&recipe.bands) {
        if let Some(dry) = &band.dry {
            writeln!(card, "\nThe band {} ran dry: {dry}.", of.name)?;
        }
    }
    card += "\nNo two puzzles of the set have solutions of the same class: none becomes another by turning, mirroring, swapping rows, \
        columns or bands, or renaming digits. The class decides the split: the first 64 bits of the SHA-256 of \
        `solution_canonical`, as a part of 2^64, fall into the share of one split. Variants of a puzzle have its class.\n\n\
        ## Labels\n\n| label | what it is |\n| --- | --- |\n";
    let of_class =
        ("solution_canonical", "The class: the canonical form of the solution of the puzzle that it was made of.");
    for (name, sentence) in plan.labels.described().filter(|(name, _)| *name != TRACE).chain([of_class]) {
        writeln!(card, "| `{name}` | {sentence} |")?;
    }
    card += "\nRatings are those of Sudoku Explainer 1.2.1. A rating belongs to the puzzle and not to its class: an equivalent puzzle may \
        be rated up to 0.4 higher or lower.\n";
    if recipe.steps {
        card += "\n## Steps\n\nA line is a step, with the `id` of its item and its `number`. `board` and `candidates` (nine characters \
            for each cell) are the position before it. To replay it, first remove what it `eliminate`s. Then `place` its digit, \
            which removes the other candidates of its cell, and the digit from the cells of its row, column and box.\n";
    }
    for ((_, title), counts) in COUNTED.iter().zip(counts).filter(|(_, counts)| !counts.is_empty()) {
        let most = counts.values().copied().max().unwrap_or(1);
        let are_integers = counts.keys().all(|tenths| tenths % 10 == 0);
        writeln!(card, "\n## {title}\n\n```text")?;
        for (tenths, count) in counts {
            let bar = "#".repeat((count * WIDTH).div_ceil(most) as usize);
            let tenth = if are_integers { String::new() } else { format!(".{}", tenths % 10) };
            writeln!(card, "{:>4}{tenth} {count:>7} {bar}", tenths / 10)?;
        }
        card += "```\n";
    }
    Ok(card)
}
