//! `sudoku-service dataset`: makes a data set from a recipe.
//!
//! The puzzles of a band are those of one seed, in the order of their indices. A puzzle counts unless the class of its
//! solution is in the set already, so no two are of one class, in any order of the work. Each becomes one item or
//! several variants. The class also decides the split.

mod card;
mod item;
mod journal;
mod recipe;
mod written;

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::RwLock;

use clap::Args;
use serde_json::{Map, Value};

use self::card::{Band, Histograms, MANIFEST};
use self::item::{Class, Item, items};
use self::journal::{Journal, Known, is_journal};
use self::recipe::{Plan, Source};
use self::written::Written;
use super::exit;
use super::progress::{self, Progress};
use super::shard::Shard;
use super::solver_flags::Threads;
use crate::batch::in_order;
use crate::operations::distinct::{Classed, Distinct};
use crate::operations::lines::Separator;
use crate::operations::operation::Work;
use crate::operations::problem::{Code, Problem};
use crate::operations::rate::NODE_LIMIT;
use crate::sudoku::Grid;
use crate::sudoku::logic::RatingSoFar;
use crate::sudoku::solver::CancelFlag;

/// How the names of the files of a set begin.
const PARTS: [&str; 5] = ["items-", "steps-", "puzzles.", "README.", "manifest."];

/// Number of puzzles in flight per thread.
const PUZZLES_PER_THREAD: usize = 8;

/// The flags of `dataset`.
#[derive(Args, Debug)]
pub struct DatasetFlags {
    /// The recipe, a JSON document: see deploy/datasets/README.md
    #[arg(long, value_name = "FILE")]
    recipe: PathBuf,

    /// The directory of the set. The puzzles found so far are kept in `found*.ndjson` there until the set is whole, so the
    /// same command goes on after an interruption. It does nothing if the set is whole, and refuses the set of another recipe
    #[arg(long, value_name = "DIRECTORY")]
    output: PathBuf,

    /// The part of each band to make: 0.01 for one item in a hundred
    #[arg(long, value_name = "PART", default_value_t = 1.0, value_parser = scale)]
    scale: f64,

    /// Only find every N-th puzzle, from puzzle I on, and write them to `found-I-of-N.ndjson`. The command without this flag
    /// then makes the set of the puzzles of all shards in its directory; it is the same as without shards
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    threads: Threads,
}

fn scale(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|scale| (1e-6..=1e6).contains(scale)).ok_or("expected a number such as 0.01")
}

/// Why there is no data set.
enum Failed {
    /// This file cannot be read or written.
    File(PathBuf, io::Error),
    /// The recipe is invalid.
    Recipe(Problem),
}

/// Makes the set. The exit code is 0 if it is whole, 1 if a band ran dry, and 2 if a flag or the recipe is invalid, or a
/// file cannot be read or written.
pub fn run(flags: &DatasetFlags) -> ExitCode {
    match flags.run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(exit::SOME_PROBLEM),
        Err(Failed::File(path, error)) => exit::failed(path.display(), &error),
        Err(Failed::Recipe(problem)) => exit::invalid(&problem),
    }
}

impl DatasetFlags {
    fn run(&self) -> Result<bool, Failed> {
        let text = fs::read_to_string(&self.recipe).map_err(|error| Failed::File(self.recipe.clone(), error))?;
        let plan = Plan::read(&text, self.scale).map_err(Failed::Recipe)?;
        let in_output = |error| Failed::File(self.output.clone(), error);
        fs::create_dir_all(&self.output).map_err(in_output)?;
        if let Ok(manifest) = fs::read_to_string(self.output.join(MANIFEST)) {
            let other = || io::Error::other("it has a set of another recipe, scale or version; name another directory");
            let whole = card::is_whole(&manifest, &plan, self.scale).ok_or_else(other).map_err(in_output)?;
            eprintln!("sudoku-service: {} has this data set, nothing to do", self.output.display());
            // It may have been interrupted just before.
            remove(&self.output, is_journal).map_err(in_output)?;
            return Ok(whole);
        }
        let name = self
            .shard
            .map_or("found.ndjson".to_owned(), |shard| format!("found-{}-of-{}.ndjson", shard.index(), shard.count()));
        let (journal, known) = Journal::open(&self.output, &name, &plan.sum).map_err(in_output)?;
        let wanted = |source: &Source| match self.shard {
            Some(shard) => indices(source, shard).count() as u64,
            None => source.count,
        };
        let bar = progress::bar(Some(plan.sources.iter().map(wanted).sum()), false, "{pos}/{len}");
        let mut set =
            Set { plan: &plan, known: &known, journal, classes: Distinct::new(true), threads: self.threads, bar };
        match self.shard {
            Some(shard) => set.find(shard).map(|()| true).map_err(in_output),
            None => set.make(&self.output, self.scale).map_err(in_output),
        }
    }
}

/// A set that is being made.
struct Set<'a> {
    plan: &'a Plan,
    known: &'a Known,
    journal: Journal,
    /// The classes in the set.
    classes: Distinct,
    threads: Threads,
    bar: Progress,
}

/// The puzzle with an index, if one was found, and what it becomes.
struct Made {
    index: u64,
    puzzle: Option<Grid>,
    found: Result<Found, Problem>,
}

/// The class of a puzzle, and its items, if they are wanted.
struct Found {
    class: Class,
    items: Vec<Item>,
}

impl Classed for Found {
    fn canonical(&self) -> &str {
        &self.class.form
    }
}

/// Why the puzzles of a band end early.
enum End {
    /// There are enough.
    Full,
    /// There are no more classes. Says why.
    Dry(String),
    /// A file cannot be written.
    Failed(io::Error),
}

impl Set<'_> {
    /// Finds the puzzles of a shard. Whether a band runs dry is seen when the set is made.
    fn find(&mut self, shard: Shard) -> io::Result<()> {
        let bar = self.bar.clone();
        for (band, source) in self.plan.sources.iter().enumerate() {
            self.each(band, indices(source, shard), false, |_| {
                bar.inc();
                Ok(false)
            })?;
        }
        bar.finish();
        Ok(())
    }

    /// Makes the set; returns whether no band ran dry.
    fn make(&mut self, directory: &Path, scale: f64) -> io::Result<bool> {
        let (plan, bar) = (self.plan, self.bar.clone());
        let recipe = &plan.recipe;
        let names: Vec<&str> = recipe.shares().map(|(name, _)| name).collect();
        // A process that was killed leaves its files. Only one at a time may make a set.
        let is_ours = |name: &str| PARTS.iter().any(|part| name.starts_with(part));
        remove(directory, |name| is_ours(name) && name.ends_with(".partial"))?;
        let create = |part: &str, extension: &str| -> io::Result<Vec<Written>> {
            names.iter().map(|name| Written::create(directory, format!("{part}-{name}.{extension}"))).collect()
        };
        let mut items = create("items", if recipe.columns.is_some() { "csv" } else { "ndjson" })?;
        let mut steps = if recipe.steps { create("steps", "ndjson")? } else { Vec::new() };
        if let Some(columns) = &recipe.columns {
            items.iter_mut().try_for_each(|file| file.line(&row(columns.keys().cloned())))?;
        }
        let (mut bands, mut histograms) = (Vec::new(), Histograms::default());
        for (number, source) in plan.sources.iter().enumerate() {
            let mut band = Band { wanted: source.count, splits: vec![0; names.len()], first: None, dry: None };
            band.dry = self.each(number, 0.., true, |found| {
                let split = recipe.split(&found.class.sum);
                let missing = usize::try_from(band.wanted - band.found()).unwrap_or(usize::MAX);
                for Item { members, steps: lines } in found.items.into_iter().take(missing) {
                    histograms.count(&members);
                    band.first = band.first.or_else(|| members["puzzle"].as_str()?.parse().ok());
                    items[split].line(&match &recipe.columns {
                        Some(columns) => row(columns.values().map(|name| text(&members, name))),
                        None => serde_json::to_vec(&members)?,
                    })?;
                    lines.iter().try_for_each(|line| steps[split].line(line.as_bytes()))?;
                    band.splits[split] += 1;
                    bar.inc();
                }
                Ok(band.found() == band.wanted)
            })?;
            if let Some(why) = &band.dry {
                let (name, found, wanted) = (&recipe.bands[number].name, band.found(), band.wanted);
                eprintln!("sudoku-service: band {name} ran dry with {found} of {wanted} items: {why}");
            }
            bands.push(band);
        }
        bar.finish();
        let mut files = Map::new();
        for file in items.into_iter().chain(steps) {
            files.extend([file.finish()?]);
        }
        files.extend(card::draw(plan, &bands, directory)?);
        let mut card = Written::create(directory, "README.md".to_owned())?;
        card::write(plan, scale, &bands, &histograms, &files, &mut card)?;
        files.extend([card.finish()?]);
        let mut manifest = Written::create(directory, MANIFEST.to_owned())?;
        manifest.line(serde_json::to_string_pretty(&card::manifest(plan, scale, &bands, &files))?.as_bytes())?;
        manifest.finish()?;
        remove(directory, is_journal)?;
        Ok(bands.iter().all(|band| band.dry.is_none()))
    }

    /// Examines the puzzles with these indices of a band, in their order. Passes each whose class is new to `take`, until that
    /// returns true. Returns why the band ran dry, if it did.
    fn each(
        &mut self,
        band: usize,
        mut indices: impl Iterator<Item = u64>,
        labelled: bool,
        mut take: impl FnMut(Found) -> io::Result<bool> + Send,
    ) -> io::Result<Option<String>> {
        let Self { plan, known, journal, classes, threads, .. } = self;
        let (threads, cancel) = (threads.number(), CancelFlag::new());
        // Nothing is made of a puzzle whose class is known to be in the set already.
        let taken = RwLock::new(HashSet::new());
        let wanted = |class: &Class| labelled && taken.read().is_ok_and(|taken| !taken.contains(&class.sum));
        classes.next_run();
        let mut examine = |Made { index, puzzle, found }: Made| -> Result<(), End> {
            if !known.contains_key(&(band, index)) {
                journal.add(band, index, puzzle.as_ref()).map_err(End::Failed)?;
            }
            match classes.take(found).map_err(|problem| End::Dry(problem.detail().to_owned()))? {
                Some(found) => {
                    taken.write().expect("no thread panics with it").insert(found.class.sum);
                    if take(found).map_err(End::Failed)? { Err(End::Full) } else { Ok(()) }
                }
                None => Ok(()),
            }
        };
        let (_, ended) = in_order(
            threads,
            threads.get() * PUZZLES_PER_THREAD,
            |intake| indices.all(|index| intake.put(index).is_ok()),
            |index| made(plan, known, (band, index), &wanted, &cancel),
            |made| {
                let made = made.ok_or_else(|| End::Failed(io::Error::other("a thread failed")))?;
                // Those after the last are not needed.
                examine(made).inspect_err(|_| cancel.cancel())
            },
        );
        match ended {
            Ok(()) | Err(End::Full) => Ok(None),
            Err(End::Dry(why)) => Ok(Some(why)),
            Err(End::Failed(error)) => Err(error),
        }
    }
}

/// The indices of the puzzles of a shard.
fn indices(source: &Source, shard: Shard) -> impl Iterator<Item = u64> {
    (u64::from(shard.index())..source.puzzles()).step_by(shard.count() as usize)
}

/// Removes the files with such names.
fn remove(directory: &Path, named: impl Fn(&str) -> bool) -> io::Result<()> {
    for file in fs::read_dir(directory)?.filter_map(Result::ok) {
        if file.file_name().to_str().is_some_and(&named) {
            fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

/// Finds the puzzle with this index of a band, unless it is known, and makes its items, if those of its class are wanted.
fn made(
    plan: &Plan,
    known: &Known,
    place: (usize, u64),
    wanted: &impl Fn(&Class) -> bool,
    cancel: &CancelFlag,
) -> Made {
    let (band, index) = place;
    let find = || {
        let seed = plan.recipe.seed(&plan.recipe.bands[band]);
        plan.sources[band].generate.puzzle(&seed, index, cancel).ok().map(|puzzle| puzzle.grid())
    };
    let puzzle = known.get(&place).copied().unwrap_or_else(find);
    let not_found = || Problem::new(Code::SearchLimit, "no puzzle was found");
    let work = Work::new(u64::MAX, NODE_LIMIT, cancel, RatingSoFar::default());
    let found = puzzle.as_ref().and_then(|puzzle| Some((puzzle, Class::of(puzzle)?))).ok_or_else(not_found);
    let found = found.and_then(|(puzzle, class)| {
        let items = if wanted(&class) { items(plan, place, (puzzle, &class), &work)? } else { Vec::new() };
        Ok(Found { class, items })
    });
    Made { index, puzzle, found }
}

/// A row of columns, separated by commas.
fn row(values: impl Iterator<Item = String>) -> Vec<u8> {
    let mut line = Vec::new();
    for value in values {
        Separator::Comma.write(value.as_bytes(), &mut line);
        line.push(b',');
    }
    line.pop();
    line
}

/// A member as the text of a column.
fn text(members: &Map<String, Value>, name: &Value) -> String {
    match name.as_str().and_then(|name| members.get(name)) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}
