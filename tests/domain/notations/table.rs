//! The corpus: one row per format of a program, with the file that contains a text in that format.
//!
//! We wrote the texts ourselves, in the formats of these programs. Every accepted text contains [`PUZZLE`] or its
//! solution.

use sudoku_service::sudoku::notation::{NotationError, Text};

/// The puzzle of the corpus. None of its cells has a single candidate.
pub const PUZZLE: &str = "......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....";
/// Its solution.
const SOLUTION: &str = "691745382243896715578213496186972543425631978739584261357169824814327659962458137";

/// A text in the format of a program.
pub struct Row {
    /// The name of the file under `corpus/`.
    pub file: &'static str,
    /// The program and the format.
    pub program: &'static str,
    /// What is read: the grid and its layout, and `marks` if pencil marks are kept; or the error.
    pub expected: &'static str,
}

/// Every row.
pub fn corpus() -> impl Iterator<Item = Row> {
    include_str!("table.txt").lines().map(|line| {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let [file, program, expected] = fields[..] else { panic!("three fields, not {line}") };
        Row { file, program, expected }
    })
}

/// The words of [`Row::expected`] for what was read.
pub fn words(read: &Result<Text, NotationError>) -> String {
    match read {
        Ok(read) => {
            let line = read.grid.to_string();
            let grid = match line.as_str() {
                PUZZLE => "puzzle",
                SOLUTION => "solution",
                other => other,
            };
            format!("{grid}, {:?}{}", read.layout, if read.candidates.is_some() { ", marks" } else { "" })
        }
        Err(error) => error.to_string(),
    }
}
