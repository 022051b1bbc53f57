//! Public puzzle sets: the samples in `tests/sets`, or the whole sets in the directory that `PUZZLE_SETS` names.

use std::path::PathBuf;

/// The sets whose puzzles have one solution.
pub const UNIQUE: [&str; 5] =
    ["random-minimal", "17-clue", "magictour-top1465", "forum-hardest-1905-11plus", "forum-hardest-1106"];

/// Returns the text of a file of the puzzle sets.
#[track_caller]
pub fn text(file: &str) -> String {
    let directory = std::env::var_os("PUZZLE_SETS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sets")), PathBuf::from);
    let path = directory.join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}
