//! The traces of the command `annotate`.

use std::collections::HashMap;

use serde_json::Value;
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::generate::minimal_puzzle;

use crate::batch::command::{lines, run};

/// A position that is replayed by the documented order alone.
struct Replayed {
    board: Vec<u8>,
    candidates: Vec<u8>,
}

impl Replayed {
    /// Nine characters for each cell, each a digit or a dot.
    fn new(puzzle: &str) -> Self {
        let mut replayed = Self { board: vec![b'.'; 81], candidates: b"123456789".repeat(81) };
        for (cell, digit) in puzzle.bytes().enumerate().filter(|(_, digit)| *digit != b'.') {
            replayed.place(cell / 9, cell % 9, usize::from(digit - b'0'));
        }
        replayed
    }

    fn place(&mut self, row: usize, column: usize, digit: usize) {
        for cell in 0..81 {
            let (r, c) = (cell / 9, cell % 9);
            let sees = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
            if sees && (r, c) != (row, column) {
                self.candidates[9 * cell + digit - 1] = b'.';
            }
        }
        let cell = 9 * row + column;
        self.board[cell] = b'0' + digit as u8;
        for other in (1..=9).filter(|other| *other != digit) {
            self.candidates[9 * cell + other - 1] = b'.';
        }
    }
}

#[test]
fn two_hundred_traces_reach_the_solution_when_they_are_replayed() {
    let puzzles: Vec<_> = (0..200).map(|index| minimal_puzzle("traces", index)).collect();
    let line = |(id, (puzzle, _)): (usize, &(Grid, Grid))| format!("{{\"id\": {id}, \"grid\": \"{puzzle}\"}}\n");
    let input: String = puzzles.iter().enumerate().map(line).collect();
    let output = run(&["annotate", "--fields", "trace", "--explode"], input.as_bytes());
    let mut replayed: HashMap<usize, (Replayed, usize)> = HashMap::new();
    for line in lines(&output) {
        let step: Value = serde_json::from_str(line).expect("a step");
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let candidates = |name: &str| {
            let of = |one: &Value| ["row", "column", "digit"].map(|part| number(&one[part]));
            step[name].as_array().expect("candidates").iter().map(of).collect::<Vec<_>>()
        };
        let id = number(&step["id"]);
        let start = || (Replayed::new(&puzzles[id].0.to_string()), 0);
        let (position, steps) = replayed.entry(id).or_insert_with(start);
        *steps += 1;
        assert_eq!(number(&step["number"]), *steps);
        for (name, replayed) in [("board", &position.board), ("candidates", &position.candidates)] {
            assert_eq!(step[name].as_str().map(str::as_bytes), Some(&replayed[..]), "step {steps} of {id}");
        }
        for [row, column, digit] in candidates("eliminate") {
            let mark = &mut position.candidates[9 * (9 * row + column - 10) + digit - 1];
            assert_ne!(*mark, b'.', "step {steps} of {id} removes a candidate that is not there");
            *mark = b'.';
        }
        for [row, column, digit] in candidates("place") {
            assert_ne!(position.candidates[9 * (9 * row + column - 10) + digit - 1], b'.', "it was a candidate");
            position.place(row - 1, column - 1, digit);
        }
    }
    assert_eq!(replayed.len(), puzzles.len());
    for (id, (position, _)) in replayed {
        assert_eq!(position.board, puzzles[id].1.to_string().into_bytes(), "{id}");
    }
}
