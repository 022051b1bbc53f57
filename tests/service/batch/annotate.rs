//! The command `annotate`, and its batch over HTTP.

use std::collections::HashMap;
use std::process::Output;

use serde::Deserialize;
use sudoku_service::sudoku::generate::minimal_puzzle;

use crate::batch::command::{lines, run};

fn annotate(arguments: &[&str], input: &str) -> Output {
    run(&[&["annotate"], arguments].concat(), input.as_bytes())
}

#[derive(Deserialize)]
struct Step {
    id: usize,
    number: usize,
    board: String,
    candidates: String,
    eliminate: Vec<Candidate>,
    place: Vec<Candidate>,
}

#[derive(Deserialize)]
struct Candidate {
    row: usize,
    column: usize,
    digit: usize,
}

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
    let input: String = puzzles
        .iter()
        .enumerate()
        .map(|(id, (puzzle, _))| format!("{{\"id\": {id}, \"grid\": \"{puzzle}\"}}\n"))
        .collect();
    let output = annotate(&["--fields", "trace", "--explode"], &input);
    let mut replayed: HashMap<usize, (Replayed, usize)> = HashMap::new();
    for line in lines(&output) {
        let step: Step = serde_json::from_str(line).expect("a step");
        let start = || (Replayed::new(&puzzles[step.id].0.to_string()), 0);
        let (position, number) = replayed.entry(step.id).or_insert_with(start);
        *number += 1;
        assert_eq!(step.number, *number);
        assert_eq!(step.board.as_bytes(), position.board, "step {number} of {}", step.id);
        assert_eq!(step.candidates.as_bytes(), position.candidates, "step {number} of {}", step.id);
        for Candidate { row, column, digit } in step.eliminate {
            let mark = &mut position.candidates[9 * (9 * row + column - 10) + digit - 1];
            assert_ne!(*mark, b'.', "step {number} of {} removes a candidate that is not there", step.id);
            *mark = b'.';
        }
        for Candidate { row, column, digit } in step.place {
            assert_ne!(position.candidates[9 * (9 * row + column - 10) + digit - 1], b'.', "it was a candidate");
            position.place(row - 1, column - 1, digit);
        }
    }
    assert_eq!(replayed.len(), puzzles.len());
    for (id, (position, _)) in replayed {
        assert_eq!(position.board, puzzles[id].1.to_string().into_bytes(), "{id}");
    }
}
