//! Finding typing mistakes: 10,000 puzzles, by kind of mistake.

use sudoku_service::sudoku::explain::{Effort, EffortLimits, Refutation};
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::explain::puzzles::{ours, public};
use crate::explain::typing::Slip;
use crate::support::random::Random;

/// Types a puzzle with a slip, and checks that the true correction is among those listed. Returns whether a slip of this kind
/// breaks the puzzle.
#[track_caller]
fn check(puzzle: &Grid, slip: Slip, random: &mut Random) -> bool {
    let Some((typed, wrong)) = (0..200).find_map(|_| slip.typed(puzzle, random)) else { return false };
    let mut effort = Effort::new(EffortLimits::default());
    let refutation = Refutation::of(&typed, &mut effort).unwrap_or_else(|| panic!("{typed} has no core"));
    let repairs = refutation.repairs(50, &mut effort);
    if let [a, b] = wrong[..] {
        let pair = [a.min(b), a.max(b)];
        assert!(repairs.exchanges.contains(&pair), "{typed}: the exchange of {pair:?} is not in {repairs:?}");
        return true;
    }
    let mut changes =
        repairs.list.iter().flat_map(|repair| repair.changes.iter().map(|&digit| (repair.remove[0], digit)));
    let truth: (Cell, Digit) = (wrong[0], puzzle.get(wrong[0]).expect("a given"));
    assert!(changes.any(|change| change == truth), "{typed}: {truth:?} is not in {repairs:?}");
    true
}

#[test]
fn the_true_change_is_listed() {
    let mut random = Random::new(41);
    let slips = ours().into_iter().flat_map(|puzzle| Slip::ALL.map(|slip| (puzzle, slip)));
    let seen = slips.filter(|(puzzle, slip)| check(puzzle, *slip, &mut random)).count();
    assert!(seen > 25, "only {seen} slips");
}

#[test]
#[ignore = "checks thousands of public puzzles"]
fn the_true_change_of_10_000_public_puzzles_is_listed() {
    let mut random = Random::new(42);
    let (mut seen, mut typed) = (0, 0);
    for (i, puzzle) in public(3_200).into_iter().flat_map(|(_, puzzles)| puzzles.into_iter().enumerate()) {
        // Each puzzle gets one slip that changes a given and one that moves givens.
        let kinds = [Slip::Random, Slip::Misread, Slip::Keyboard, Slip::Beside];
        seen += usize::from(check(&puzzle, kinds[i % 4], &mut random));
        check(&puzzle, [Slip::Swapped, Slip::Moved][i % 2], &mut random);
        typed += 1;
    }
    assert!(seen * 10 >= typed * 9, "only {seen} slips in {typed} puzzles");
}
