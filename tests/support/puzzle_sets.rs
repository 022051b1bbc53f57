//! The public puzzle sets next to the checkout: `../shared/puzzles`, or the directory in `PUZZLE_SETS`.

use std::path::PathBuf;

/// Returns the text of a file of the puzzle sets, or reports that it is missing and returns `None`.
#[expect(clippy::print_stderr, reason = "reports skipped tests to whoever runs them")]
pub fn text(file: &str) -> Option<String> {
    let directory = std::env::var_os("PUZZLE_SETS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/puzzles")), PathBuf::from);
    let path = directory.join(file);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("SKIPPED: {} is missing; set PUZZLE_SETS to the directory of the puzzle sets", path.display());
    }
    text
}
