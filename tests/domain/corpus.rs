//! Public puzzle sets: each puzzle gets the correct verdict and a solution that obeys the rules and
//! contains the clues.

use crate::support::puzzle_sets;
use sudoku_service::sudoku::canonical::canonical;
use sudoku_service::sudoku::solver::{Budget, Finding, solve};
use sudoku_service::sudoku::{Grid, rules};

/// Returns the lines of a file of the puzzle sets.
#[track_caller]
fn lines(file: &str) -> Vec<String> {
    let lines: Vec<String> = puzzle_sets::text(file).lines().map(String::from).collect();
    assert!(lines.len() > 30, "{file} has {} lines", lines.len());
    lines
}

/// Returns the puzzles of a set.
#[track_caller]
fn puzzles(set: &str) -> Vec<Grid> {
    lines(set).iter().map(|line| line.parse().expect("a puzzle per line")).collect()
}

#[track_caller]
fn check_solution(puzzle: &Grid, solution: &Grid) {
    assert!(rules::is_solved(solution), "{solution} does not solve {puzzle}");
    assert!(solution.contains(puzzle), "{solution} lacks a clue of {puzzle}");
}

/// Each puzzle has one solution, for which a few hundred guesses are enough.
#[test]
fn puzzles_of_the_sets_are_unique() {
    for puzzle in puzzle_sets::UNIQUE.iter().flat_map(|set| puzzles(&format!("{set}.txt"))) {
        let outcome = solve(&puzzle, &Budget::unlimited());
        match outcome.finding {
            Finding::One(solution) => check_solution(&puzzle, &solution),
            other => panic!("{puzzle} is unique, not {other:?}"),
        }
        assert!(outcome.stats.guesses < 1000, "{puzzle} takes {} guesses", outcome.stats.guesses);
    }
}

#[test]
fn puzzles_with_several_solutions_are_multiple() {
    for puzzle in puzzles("serg-multiple-solutions.txt") {
        match solve(&puzzle, &Budget::unlimited().keeping(2)).finding {
            Finding::Many(solutions) => {
                let kept: Vec<&Grid> = solutions.iter().collect();
                assert!(kept.len() == 2 && kept[0] != kept[1], "{puzzle}: {kept:?}");
                for solution in &kept {
                    check_solution(&puzzle, solution);
                }
            }
            other => panic!("{puzzle} has several solutions, not {other:?}"),
        }
    }
}

#[test]
fn canonical_forms_match_an_exhaustive_search_of_transformations() {
    for line in lines("canonical/minlex.tsv") {
        let fields: Vec<&str> = line.split('\t').collect();
        let [puzzle, form, automorphisms] = fields[..] else { panic!("three fields, not {line}") };
        let puzzle: Grid = puzzle.parse().expect("a grid");
        let found = canonical(&puzzle);
        assert_eq!(
            (found.grid, found.automorphisms),
            (form.parse().expect("a grid"), automorphisms.parse().expect("a number")),
            "{line}"
        );
        assert_eq!(found.transformation.apply(&puzzle), found.grid, "{line}");
    }
}
