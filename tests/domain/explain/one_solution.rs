//! Redundant givens, minimal puzzles, and the symmetry of patterns.

use sudoku_service::sudoku::explain::{Redundancy, minimal_puzzle};
use sudoku_service::sudoku::solver::count_solutions;
use sudoku_service::sudoku::{Cell, Grid, Symmetry};

use crate::explain::puzzles::{effort, ours};
use crate::support::random::{Random, grid};

fn redundant(grid: &Grid) -> Vec<Cell> {
    Cell::all().filter(|&cell| grid.get(cell).is_some() && count_solutions(&grid.with(cell, None), 2) == 1).collect()
}

#[test]
fn removing_a_redundant_given_leaves_one_solution() {
    let mut random = Random::new(31);
    let random = (0..40).map(|_| grid(random.puzzle(44))).filter(|grid| count_solutions(grid, 2) == 1);
    let puzzles: Vec<Grid> = random.chain(ours()).collect();
    assert!(puzzles.len() > 10, "only {} puzzles", puzzles.len());
    assert_eq!(Redundancy { redundant: Vec::new(), exact: false }.is_minimal(), None);
    for puzzle in puzzles {
        let found = Redundancy::of(&puzzle, &mut effort());
        assert_eq!(found.redundant, redundant(&puzzle), "{puzzle}");
        assert_eq!((found.exact, found.is_minimal()), (true, Some(found.redundant.is_empty())), "{puzzle}");
        let minimal = minimal_puzzle(&puzzle, &mut effort());
        assert!(minimal.minimal && puzzle.contains(&minimal.puzzle), "{puzzle}: {minimal:?}");
        assert_eq!((count_solutions(&minimal.puzzle, 2), redundant(&minimal.puzzle)), (1, vec![]), "{puzzle}");
    }
}

/// Maps a row and a column to their image under a symmetry.
type Move = fn(usize, usize) -> (usize, usize);

/// Returns a grid with clues in a few cells and in all their images under these moves.
fn pattern(moves: &[Move]) -> Grid {
    let mut cells = vec![(0, 1), (2, 4), (1, 3)];
    loop {
        let new: Vec<_> = cells
            .iter()
            .flat_map(|&(row, column)| moves.iter().map(move |image| image(row, column)))
            .filter(|cell| !cells.contains(cell))
            .collect();
        if new.is_empty() {
            break;
        }
        cells.extend(new);
    }
    let mut values = [0; 81];
    for (row, column) in cells {
        values[9 * row + column] = 5;
    }
    grid(values)
}

#[track_caller]
fn check(moves: &[Move], expected: &[&str]) {
    let names: Vec<&str> = Symmetry::of(&pattern(moves)).into_iter().map(Symmetry::name).collect();
    assert_eq!(names, expected);
}

#[test]
fn patterns_have_the_symmetries_that_generate_them() {
    check(&[], &["none"]);
    check(&[|row, column| (row, 8 - column)], &["vertical"]);
    check(&[|row, column| (8 - row, column)], &["horizontal"]);
    check(&[|row, column| (column, row)], &["diagonal"]);
    check(&[|row, column| (8 - column, 8 - row)], &["antidiagonal"]);
    check(&[|row, column| (8 - row, 8 - column)], &["rotational180"]);
    check(
        &[|row, column| (column, row), |row, column| (8 - column, 8 - row)],
        &["diagonal", "antidiagonal", "bidiagonal", "rotational180"],
    );
    check(
        &[|row, column| (8 - row, column), |row, column| (row, 8 - column)],
        &["vertical", "horizontal", "orthogonal", "rotational180"],
    );
    check(&[|row, column| (column, 8 - row)], &["rotational180", "rotational90"]);
    check(
        &[|row, column| (column, 8 - row), |row, column| (column, row)],
        &[
            "vertical",
            "horizontal",
            "diagonal",
            "antidiagonal",
            "bidiagonal",
            "orthogonal",
            "rotational180",
            "rotational90",
            "full",
        ],
    );
}
