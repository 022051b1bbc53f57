//! The puzzles that were found so far, so that an interrupted or a sharded search is not repeated.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::sudoku::Grid;
use crate::sudoku::generate::VERSION;

/// The first line of a journal: what its puzzles depend on.
#[derive(PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Header {
    recipe: String,
    generator: u32,
}

/// A puzzle, or that none was found.
#[derive(Serialize, Deserialize, Debug)]
struct Line {
    band: usize,
    index: u64,
    puzzle: Option<String>,
}

/// The puzzles by band and index.
pub type Known = HashMap<(usize, u64), Option<Grid>>;

/// A journal that is continued.
pub struct Journal(File);

impl Journal {
    /// Reads every journal in this directory, and opens the one with this name. `recipe` is the sum of the recipe.
    ///
    /// # Errors
    /// A file cannot be read or written, or belongs to another recipe.
    pub fn open(directory: &Path, name: &str, recipe: &str) -> io::Result<(Self, Known)> {
        let header = Header { recipe: recipe.to_owned(), generator: VERSION };
        let mut known = Known::new();
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let other = entry.file_name();
            if other.to_str().is_some_and(|other| is_journal(other) && other != name) {
                read(&mut File::open(entry.path())?, &header, &mut known)?;
            }
        }
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(directory.join(name))?;
        let end = read(&mut file, &header, &mut known)?;
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        let mut journal = Self(file);
        if end == 0 {
            journal.write(&header)?;
        }
        Ok((journal, known))
    }

    /// Adds a puzzle, or that none was found.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, band: usize, index: u64, puzzle: Option<&Grid>) -> io::Result<()> {
        self.write(&Line { band, index, puzzle: puzzle.map(Grid::to_string) })
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.0.write_all(&text)
    }
}

/// Whether a file of this name is a journal.
pub fn is_journal(name: &str) -> bool {
    name.starts_with("found") && name.ends_with(".ndjson")
}

/// Reads the whole lines of a journal; returns where they end.
fn read(file: &mut File, header: &Header, known: &mut Known) -> io::Result<u64> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines();
    let is_other = |line: &str| serde_json::from_str::<Header>(line).ok().as_ref() != Some(header);
    if lines.next().is_some_and(is_other) {
        let why =
            "it has puzzles of another recipe or version in `found*.ndjson`; delete them, or name another directory";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    for line in lines {
        let Line { band, index, puzzle } = serde_json::from_str(line)?;
        known.insert((band, index), puzzle.and_then(|puzzle| puzzle.parse().ok()));
    }
    Ok(whole.len() as u64)
}
