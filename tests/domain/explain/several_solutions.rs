//! Numbers of solutions, witnesses, candidates and additions.

use std::collections::BTreeSet;

use sudoku_service::sudoku::explain::{Additions, Effort, EffortLimits, Solutions, TrueCandidates, additions};
use sudoku_service::sudoku::solver::{Budget, Finding, count_solutions, solve};
use sudoku_service::sudoku::{Cell, Digit, Grid, rules};

use crate::explain::puzzles::{effort, public};
use crate::support::random::{Random, grid};
use crate::support::reference;

/// Returns at most `limit` solutions of a grid that has any.
fn all_solutions(grid: &Grid, limit: usize) -> Vec<Grid> {
    match solve(grid, &Budget::unlimited().keeping(limit)).finding {
        Finding::One(only) => vec![only],
        Finding::Many(solutions) => solutions.iter().copied().collect(),
        other => panic!("no solution of {grid}: {other:?}"),
    }
}

pub fn differing(a: &Grid, b: &Grid) -> Vec<Cell> {
    Cell::all().filter(|&cell| a.get(cell) != b.get(cell)).collect()
}

fn filled(grid: &Grid, target: &Grid, cells: &[Cell]) -> Grid {
    cells.iter().fold(*grid, |filled, &cell| filled.with(cell, target.get(cell)))
}

#[track_caller]
fn check_additions(grid: &Grid, target: &Grid, found: &Additions) {
    assert!(!found.list.is_empty(), "{grid}");
    let is_enough = |cells: &[Cell]| count_solutions(&filled(grid, target, cells), 2) == 1;
    for cells in &found.list {
        assert!(is_enough(cells), "{grid}: {cells:?} leave several solutions");
        for &cell in cells {
            let others: Vec<Cell> = cells.iter().copied().filter(|&other| other != cell).collect();
            assert!(!is_enough(&others), "{grid}: {cell} is redundant in {cells:?}");
        }
    }
    let size = found.list[0].len();
    if found.smallest {
        let blanks: Vec<Cell> = Cell::all().filter(|&cell| grid.get(cell).is_none()).collect();
        let single: BTreeSet<Vec<Cell>> =
            blanks.iter().map(|&cell| vec![cell]).filter(|cells| is_enough(cells)).collect();
        if size == 1 && !found.more {
            assert_eq!(found.list.iter().cloned().collect::<BTreeSet<_>>(), single, "{grid}");
        }
        assert!(size == 1 || single.is_empty(), "{grid}: {single:?}");
        if size > 2 {
            let mut pairs = blanks.iter().enumerate().flat_map(|(i, &a)| blanks[i + 1..].iter().map(move |&b| [a, b]));
            assert!(!pairs.any(|pair| is_enough(&pair)), "{grid}: two suffice");
        }
    }
}

/// Compares every result with all solutions of a grid.
#[track_caller]
fn check(grid: &Grid, solutions: &[Grid]) {
    let found = Solutions::of(grid, 1_000, &mut effort());
    assert_eq!((found.count(), found.is_exact()), (solutions.len(), true), "{grid}");

    let candidates = TrueCandidates::of(grid, &mut effort());
    assert!(candidates.is_exact(), "{grid}");
    let at = |cell: Cell| solutions.iter().filter_map(|solution| solution.get(cell)).collect::<BTreeSet<Digit>>();
    for cell in Cell::all() {
        assert_eq!(candidates.at(cell).collect::<Vec<_>>(), at(cell).into_iter().collect::<Vec<_>>(), "{grid} {cell}");
    }
    let backbone: Vec<Cell> = Cell::all().filter(|&cell| grid.get(cell).is_none() && at(cell).len() == 1).collect();
    assert_eq!(candidates.backbone().map(|(cell, _)| cell).collect::<Vec<_>>(), backbone, "{grid}");
    assert!(
        candidates.backbone().all(|(cell, digit)| solutions.iter().all(|solution| solution.get(cell) == Some(digit)))
    );

    let Some(witnesses) = found.witnesses(&mut effort()) else {
        assert!(solutions.len() < 2, "{grid} has no witnesses");
        return;
    };
    let [first, second] = &witnesses.solutions;
    assert!(solutions.contains(first) && solutions.contains(second) && first != second, "{grid}: {witnesses:?}");
    assert_eq!(witnesses.differing, differing(first, second), "{grid}");
    let nearer = solutions.iter().map(|other| differing(first, other)).find(|cells| {
        !cells.is_empty()
            && cells.len() < witnesses.differing.len()
            && cells.iter().all(|cell| witnesses.differing.contains(cell))
    });
    assert!(witnesses.unavoidable && nearer.is_none(), "{grid}: {witnesses:?}, but {nearer:?}");
    // Few enough to compare all pairs.
    if solutions.len() <= 24 {
        let pairs = solutions.iter().flat_map(|a| solutions.iter().map(|b| differing(a, b).len()));
        assert_eq!(pairs.filter(|&cells| cells > 0).min(), Some(witnesses.differing.len()), "{grid}");
    }
    for at_most in [1, 100] {
        check_additions(grid, first, &additions(grid, first, at_most, &mut effort()));
    }
}

#[test]
fn results_match_all_solutions() {
    let mut random = Random::new(21);
    let mut several = 0;
    for _ in 0..40 {
        let blanks = 34 + random.below(14);
        let values = random.puzzle(blanks);
        let solutions: Vec<Grid> = reference::solutions(&values, 1_001).into_iter().map(grid).collect();
        if (1..=1_000).contains(&solutions.len()) {
            check(&grid(values), &solutions);
            several += usize::from(solutions.len() > 1);
        }
    }
    assert!(several > 10, "only {several} grids had several solutions");
}

#[test]
fn results_within_any_limit_are_correct() {
    let mut random = Random::new(23);
    for _ in 0..4 {
        let grid = grid(random.puzzle(50));
        for (search_nodes, nodes) in
            [(0, 60_000), (1, 60_000), (20_000, 30), (20_000, 300), (5, 1_000), (20_000, 5_000)]
        {
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            let candidates = TrueCandidates::of(&grid, &mut effort);
            for cell in Cell::all() {
                for digit in candidates.at(cell) {
                    assert_eq!(count_solutions(&grid.with(cell, digit), 1), 1, "{grid}: {digit} at {cell}");
                }
            }
            for (cell, digit) in candidates.backbone() {
                let others = Digit::ALL.into_iter().filter(|&other| other != digit);
                assert!(
                    others.into_iter().all(|other| count_solutions(&grid.with(cell, other), 1) == 0),
                    "{grid} {cell}"
                );
            }
            let found = Solutions::of(&grid, 100, &mut effort);
            let count = count_solutions(&grid, 100);
            assert!(if found.is_exact() { found.count() == count } else { found.count() <= count }, "{grid}");
            if let Some(witnesses) = found.witnesses(&mut effort) {
                assert!(witnesses.solutions.iter().all(|one| rules::is_solved(one) && one.contains(&grid)), "{grid}");
                let found = additions(&grid, &witnesses.solutions[0], 1, &mut effort);
                for cells in &found.list {
                    assert_eq!(count_solutions(&filled(&grid, &witnesses.solutions[0], cells), 2), 1, "{grid}");
                }
            }
        }
    }
}

#[test]
#[ignore = "checks thousands of public puzzles"]
fn public_puzzles_with_missing_clues_are_explained() {
    let mut random = Random::new(24);
    for (_, puzzles) in public(200) {
        for puzzle in puzzles {
            let givens: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
            let grid =
                (0..=random.below(3)).fold(puzzle, |grid, _| grid.with(givens[random.below(givens.len())], None));
            let solutions = all_solutions(&grid, 100);
            if solutions.len() < 100 {
                check(&grid, &solutions);
            }
        }
    }
}
