//! Cores and repairs.

use std::collections::BTreeSet;

use sudoku_service::sudoku::explain::{Core, Effort, EffortLimits, Refutation, Repairs};
use sudoku_service::sudoku::solver::{Budget, count_solutions, find_any};
use sudoku_service::sudoku::{Cell, Digit, Grid, rules};

use crate::explain::oracle;
use crate::explain::puzzles::{effort, ours, public};
use crate::explain::slips::{Slip, beside};
use crate::support::random::{Random, grid};

fn givens(grid: &Grid) -> Vec<Cell> {
    Cell::all().filter(|&cell| grid.get(cell).is_some()).collect()
}

fn only(grid: &Grid, cells: &[Cell]) -> Grid {
    cells.iter().fold(Grid::EMPTY, |part, &cell| part.with(cell, grid.get(cell)))
}

pub fn without(grid: &Grid, cells: &[Cell]) -> Grid {
    cells.iter().fold(*grid, |rest, &cell| rest.with(cell, None))
}

/// Returns whether a grid has a solution, after checking the solution.
#[track_caller]
fn is_solvable(grid: &Grid) -> bool {
    let solution = find_any(grid, &Budget::unlimited()).0.expect("nothing interrupts the search");
    if let Some(solution) = solution {
        assert!(rules::is_solved(&solution) && solution.contains(grid), "{solution} does not solve {grid}");
    }
    solution.is_some()
}

#[track_caller]
fn check_core(grid: &Grid, core: &Core) {
    assert!(core.givens.is_sorted() && core.givens.iter().all(|&cell| grid.get(cell).is_some()), "{grid}: {core:?}");
    assert!(!is_solvable(&only(grid, &core.givens)), "{grid}: {core:?} has a solution");
    if core.minimal {
        for &cell in &core.givens {
            let rest = only(grid, &core.givens).with(cell, None);
            assert!(is_solvable(&rest), "{grid}: {core:?} is not minimal: {cell} is redundant");
        }
    }
}

fn is_unique(grid: &Grid) -> bool {
    count_solutions(grid, 2) == 1
}

/// Checks what holds within any limit.
#[track_caller]
fn check_listed(grid: &Grid, repairs: &Repairs) {
    assert!(!repairs.list.is_empty(), "{grid}");
    for repair in &repairs.list {
        let rest = without(grid, &repair.remove);
        assert!(is_solvable(&rest), "{grid}: {repair:?} leaves no solution");
        assert!(repair.unique.is_none_or(|unique| unique == is_unique(&rest)), "{grid}: {repair:?}");
        if let [cell] = repair.remove[..] {
            assert!(repair.changes.iter().all(|digit| is_unique(&grid.with(cell, *digit))), "{grid}: {repair:?}");
        }
    }
}

/// Compares repairs with an exhaustive search: every given, and every pair of givens if no single one suffices.
#[track_caller]
fn check_repairs(grid: &Grid, repairs: &Repairs) {
    check_listed(grid, repairs);
    let listed: BTreeSet<Vec<Cell>> = repairs.list.iter().map(|repair| repair.remove.clone()).collect();
    assert_eq!(listed.len(), repairs.list.len(), "{grid}: duplicate repair in {repairs:?}");
    for repair in &repairs.list {
        if let [cell] = repair.remove[..] {
            let changes = Digit::ALL.into_iter().filter(|digit| is_unique(&grid.with(cell, *digit))).count();
            assert_eq!(repair.changes.iter().collect::<BTreeSet<_>>().len(), changes, "{grid}: {repair:?}");
            assert_eq!(repair.changes.len(), changes, "{grid}: duplicate change in {repair:?}");
        }
    }
    let expected: Vec<[Cell; 2]> = Cell::all()
        .flat_map(|cell| beside(cell).map(move |other| [cell, other]))
        .filter(|[a, b]| a < b && grid.get(*a) != grid.get(*b))
        .filter(|&[a, b]| is_unique(&grid.with(a, grid.get(b)).with(b, grid.get(a))))
        .collect();
    assert_eq!(repairs.exchanges.iter().collect::<BTreeSet<_>>(), expected.iter().collect(), "{grid}");
    if !repairs.exact {
        return;
    }
    let all = givens(grid);
    let single: BTreeSet<Vec<Cell>> =
        all.iter().map(|&cell| vec![cell]).filter(|remove| is_solvable(&without(grid, remove))).collect();
    let size = repairs.list[0].remove.len();
    if size == 1 || !single.is_empty() {
        assert_eq!(listed, single, "{grid}");
        return;
    }
    let pairs = all.iter().enumerate().flat_map(|(i, &a)| all[i + 1..].iter().map(move |&b| vec![a, b]));
    let double: BTreeSet<Vec<Cell>> = pairs.filter(|remove| is_solvable(&without(grid, remove))).collect();
    if repairs.more {
        assert!(listed.is_subset(&double) || size > 2, "{grid}");
    } else if size == 2 {
        assert_eq!(listed, double, "{grid}");
    } else {
        assert!(double.is_empty(), "{grid}: two givens suffice: {double:?}");
    }
}

#[track_caller]
fn check(grid: &Grid) -> (Core, Repairs) {
    let mut effort = effort();
    let refutation = Refutation::of(grid, &mut effort).unwrap_or_else(|| panic!("{grid} has no core"));
    check_core(grid, refutation.core());
    let repairs = refutation.repairs(50, &mut effort);
    check_repairs(grid, &repairs);
    let smallest = refutation.smallest_core(&mut effort);
    check_core(grid, &smallest);
    assert!(smallest.givens.len() <= refutation.core().givens.len());
    (smallest, repairs)
}

/// Returns grids without a solution: with each kind of slip, and with several wrong givens.
fn broken(puzzles: &[Grid], seed: u64, of_each: usize) -> Vec<Grid> {
    let mut random = Random::new(seed);
    let mut broken = Vec::new();
    for puzzle in puzzles {
        for slip in Slip::ALL {
            let typed = (0..100).filter_map(|_| slip.typed(puzzle, &mut random)).take(of_each);
            broken.extend(typed.map(|(grid, _)| grid).collect::<Vec<_>>());
        }
        for wrong in 2..5 {
            broken.extend((0..100).find_map(|_| {
                let grid = (0..wrong).fold(*puzzle, |grid, _| {
                    let cell = Cell::from_index(random.below(81)).expect("a cell");
                    grid.with(cell, Digit::ALL[random.below(9)])
                });
                (!is_solvable(&grid)).then_some(grid)
            }));
        }
    }
    broken
}

#[test]
fn cores_and_repairs_of_mistyped_puzzles_match_an_exhaustive_search() {
    let grids = broken(&[ours()[0], ours()[5]], 1, 1);
    assert!(grids.len() > 14, "only {} grids", grids.len());
    let (mut minimal, mut smallest, mut exact, mut sizes) = (0, 0, 0, BTreeSet::new());
    for grid in &grids {
        let (core, repairs) = check(grid);
        minimal += usize::from(core.minimal);
        smallest += usize::from(core.smallest);
        exact += usize::from(repairs.exact);
        sizes.insert(repairs.list[0].remove.len());
    }
    assert_eq!([minimal, smallest, exact], [grids.len(); 3]);
    assert!(sizes.contains(&1) && sizes.contains(&2), "{sizes:?}");
}

#[test]
fn a_grid_with_a_solution_has_no_core() {
    for puzzle in ours().iter().chain([&Grid::EMPTY]) {
        assert!(Refutation::of(puzzle, &mut effort()).is_none(), "{puzzle}");
    }
}

#[test]
fn results_within_any_limit_are_correct_and_state_what_is_unknown() {
    for grid in broken(&ours()[5..], 3, 1) {
        for (search_nodes, nodes) in [(0, 60_000), (5, 60_000), (2_000, 40), (2_000, 400), (20, 1_000)] {
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            let Some(refutation) = Refutation::of(&grid, &mut effort) else { continue };
            check_core(&grid, refutation.core());
            check_core(&grid, &refutation.smallest_core(&mut effort));
            let repairs = refutation.repairs(50, &mut effort);
            check_listed(&grid, &repairs);
            if repairs.exact {
                check_repairs(&grid, &repairs);
            }
        }
    }
}

#[test]
fn a_grid_full_of_conflicts_has_a_repair_within_the_limits() {
    let mut random = Random::new(4);
    let noise = (0..5).map(|_| grid(std::array::from_fn(|_| random.below(10) as u8))).collect::<Vec<_>>();
    for grid in noise.into_iter().chain([Grid::from_values([7; 81]).expect("a grid")]) {
        let mut effort = effort();
        let refutation = Refutation::of(&grid, &mut effort).expect("conflicts");
        let repairs = refutation.repairs(50, &mut effort);
        check_listed(&grid, &repairs);
    }
}

/// Returns a nearly full grid with an added wrong digit that causes no conflict but leaves no solution.
fn nearly_full(random: &mut Random) -> Grid {
    loop {
        let blanks = 18 + random.below(16);
        let right = grid(random.puzzle(blanks));
        let (cell, digit) = (Cell::from_index(random.below(81)).expect("a cell"), Digit::ALL[random.below(9)]);
        let wrong = right.with(cell, digit);
        if right.get(cell).is_none() && !rules::has_conflict(&wrong) && !is_solvable(&wrong) {
            return wrong;
        }
    }
}

/// Returns whether every set of fewer than `size` givens has a solution.
///
/// Each of `corrections` is a set of givens whose removal leaves a solution, so every set without a solution contains a
/// given of each. The search tries all such sets. If one has a solution, the givens that contradict this solution are
/// another correction.
fn is_smallest(grid: &Grid, size: usize) -> bool {
    fn try_sets(grid: &Grid, corrections: &mut Vec<Vec<Cell>>, chosen: &mut Vec<Cell>, left: usize) -> bool {
        let open = corrections.iter().find(|cells| !cells.iter().any(|cell| chosen.contains(cell)));
        let open = open.cloned().or_else(|| {
            let correction = correction(grid, chosen)?;
            corrections.push(correction.clone());
            Some(correction)
        });
        let Some(open) = open else { return false };
        left == 0
            || open.into_iter().all(|cell| {
                chosen.push(cell);
                let all_solvable = try_sets(grid, corrections, chosen, left - 1);
                chosen.pop();
                all_solvable
            })
    }
    try_sets(grid, &mut Vec::new(), &mut Vec::new(), size - 1)
}

/// Returns givens whose removal leaves a solution that contains the chosen ones, or `None` if there is no such
/// solution.
fn correction(grid: &Grid, chosen: &[Cell]) -> Option<Vec<Cell>> {
    is_solvable(&only(grid, chosen)).then(|| {
        let mut kept = chosen.to_vec();
        let mut rest = Vec::new();
        for cell in givens(grid).into_iter().filter(|cell| !chosen.contains(cell)) {
            kept.push(cell);
            if !is_solvable(&only(grid, &kept)) {
                kept.pop();
                rest.push(cell);
            }
        }
        rest
    })
}

#[track_caller]
fn check_smallest(grids: usize, seed: u64) {
    let mut random = Random::new(seed);
    let (mut sizes, mut unproven) = ([0; 9], 0);
    while sizes.iter().sum::<usize>() < grids {
        let grid = nearly_full(&mut random);
        let core = Refutation::of(&grid, &mut effort()).expect("no solution").smallest_core(&mut effort());
        check_core(&grid, &core);
        if !core.smallest {
            unproven += 1;
        } else if core.givens.len() <= 8 {
            assert_eq!(oracle::solutions(&only(&grid, &core.givens), 1), [], "{grid}: {core:?}");
            assert!(is_smallest(&grid, core.givens.len()), "{grid}: {core:?} is not the smallest");
            sizes[core.givens.len()] += 1;
        }
    }
    assert!(unproven <= grids / 20, "{unproven} cores were not proven to be the smallest");
    assert!(grids < 100 || sizes[5..].iter().all(|&grids| grids > 0), "a size is missing: {sizes:?}");
}

#[test]
fn the_smallest_core_matches_an_exhaustive_search() {
    check_smallest(3, 8);
}

#[test]
#[ignore = "searches 500 grids exhaustively"]
fn the_smallest_cores_of_500_grids_match_an_exhaustive_search() {
    check_smallest(500, 9);
}

#[test]
#[ignore = "checks thousands of public puzzles"]
fn cores_and_repairs_of_mistyped_public_puzzles_match_an_exhaustive_search() {
    for (_, puzzles) in public(60) {
        for grid in broken(&puzzles, 10, 1) {
            check(&grid);
        }
    }
}
