//! Variants of puzzles are what they say, by the rules and the solver, and the same for the same seed.

use std::collections::{BTreeSet, HashSet};

use crate::explain::several_solutions::differing;
use crate::support::puzzles::{EASY, EASY_SOLUTION};
use sudoku_service::sudoku::canonical::canonical;
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::solver::{Budget, CancelFlag, Finding, count_solutions, solve};
use sudoku_service::sudoku::variants::{Change, Kind, Variant, variant};
use sudoku_service::sudoku::{Grid, rules};

/// Without any one of its givens, it has six solutions or more.
const RIGID: &str = "...85....7.2....8......3..1.6....39.1.....2...4...7......7...29.3...96.5......7..";

/// Variants of a kind, ten of each of some puzzles.
fn variants(kind: Kind) -> Vec<(Grid, Grid, Variant)> {
    let easy = [EASY, EASY_SOLUTION].map(|line| line.parse().expect("a grid"));
    let puzzles = (0..4).map(|index| minimal_puzzle("variants", index)).chain([easy.into()]);
    let of = |(puzzle, solution): (Grid, Grid)| {
        (0..10).map(move |number| {
            let made = variant((&puzzle, &solution), kind, &(2..=10), ("seed", number), &CancelFlag::default());
            (puzzle, solution, made.unwrap_or_else(|| panic!("no {kind:?} variant {number} of {puzzle}")))
        })
    };
    puzzles.flat_map(of).collect()
}

#[test]
fn isomorphs_are_other_grids_of_the_same_class_with_their_solution() {
    let mut grids = HashSet::new();
    for (puzzle, solution, Variant { grid, change }) in variants(Kind::Isomorph) {
        let Change::Isomorph(transformation, solved) = change else { panic!("{change:?}") };
        assert_eq!((transformation.apply(&puzzle), transformation.apply(&solution)), (grid, solved));
        assert_eq!(solve(&grid, &Budget::unlimited()).finding, Finding::One(solved));
        assert_eq!(canonical(&grid).grid, canonical(&puzzle).grid);
        assert!(grid != puzzle && grids.insert(grid), "{grid} again");
    }
}

#[test]
fn ambiguous_variants_lack_givens_and_have_the_listed_solutions() {
    let mut counts = BTreeSet::new();
    for (puzzle, solution, Variant { grid, change }) in variants(Kind::Ambiguous) {
        let Change::Ambiguous(listed) = change else { panic!("{change:?}") };
        assert!(differing(&grid, &puzzle).iter().all(|&cell| grid.get(cell).is_none()), "{grid} of {puzzle}");
        assert!(listed.contains(&solution));
        counts.insert(listed.len());
        assert!(listed.iter().all(|solved| rules::is_solved(solved) && solved.contains(&grid)), "{grid}");
        let unlike: HashSet<Grid> = listed.iter().copied().collect();
        assert_eq!((unlike.len(), count_solutions(&grid, 11)), (listed.len(), listed.len()), "{grid}");
    }
    assert!(counts.len() > 5 && counts.iter().all(|count| (2..=10).contains(count)), "{counts:?}");
    let puzzle: Grid = RIGID.parse().expect("a grid");
    let Finding::One(solution) = solve(&puzzle, &Budget::unlimited()).finding else { panic!("not one solution") };
    let of =
        |solutions| variant((&puzzle, &solution), Kind::Ambiguous, &solutions, ("seed", 0), &CancelFlag::default());
    assert_eq!((of(2..=5), of(6..=6).is_some()), (None, true));
}

#[test]
fn broken_variants_have_one_wrong_digit_and_no_solution() {
    let mut with_conflict = HashSet::new();
    for (puzzle, solution, Variant { grid, change }) in variants(Kind::Broken) {
        let Change::Broken { cell, wrong, right, conflicts } = change else { panic!("{change:?}") };
        assert_eq!(differing(&grid, &puzzle), [cell]);
        assert_eq!((grid.get(cell), solution.get(cell)), (Some(wrong), Some(right)));
        assert_eq!((count_solutions(&grid, 1), rules::has_conflict(&grid)), (0, conflicts), "{grid}");
        with_conflict.insert(conflicts);
    }
    assert_eq!(with_conflict, [false, true].into());
}

#[test]
fn variants_depend_on_the_seed_and_their_number_alone() {
    let lines = |kind| variants(kind).into_iter().map(|(_, _, made)| made.grid).collect::<Vec<Grid>>();
    for kind in [Kind::Isomorph, Kind::Ambiguous, Kind::Broken] {
        assert_eq!(lines(kind), lines(kind));
    }
    // Data sets that were made from a seed can be made again.
    let first = |kind| lines(kind)[40].to_string();
    let of = [Kind::Isomorph, Kind::Ambiguous, Kind::Broken].map(first);
    assert_eq!(
        of,
        [
            "28.147.....1......6.3.....873.8.915..2..6..3..5..1..4....65832...8...7.1........9",
            "53..7.......195....98......8.......34..8.3..17...2..........28....419..5.......7.",
            "53..7....6..595....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ]
    );
}

#[test]
fn a_raised_flag_ends_the_draws() {
    let [puzzle, solution] = [EASY, EASY_SOLUTION].map(|line| line.parse().expect("a grid"));
    let raised = CancelFlag::default();
    raised.cancel();
    assert_eq!(variant((&puzzle, &solution), Kind::Isomorph, &(2..=2), ("seed", 0), &raised), None);
}
