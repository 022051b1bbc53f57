//! Puzzles with typing mistakes, which are found: 10,000 puzzles, by kind of mistake.

use sudoku_service::sudoku::explain::Refutation;
use sudoku_service::sudoku::solver::count_solutions;
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::explain::puzzles::{effort, ours, public};
use crate::support::random::Random;

/// A kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// Any other digit.
    Random,
    /// A digit that looks similar.
    Misread,
    /// An adjacent digit on a keyboard.
    Keyboard,
    /// The digit of a neighbouring cell.
    Beside,
    /// Two neighbouring digits exchanged.
    Swapped,
    /// A digit moved to a neighbouring blank cell.
    Moved,
}

impl Slip {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Random, Self::Misread, Self::Keyboard, Self::Beside, Self::Swapped, Self::Moved];

    /// Returns the puzzle with this mistake, and the wrong cells, a given first. Returns `None` if the result equals
    /// the puzzle or has a solution.
    pub fn typed(self, puzzle: &Grid, random: &mut Random) -> Option<(Grid, Vec<Cell>)> {
        let given = |cell: &Cell| puzzle.get(*cell).is_some();
        let givens: Vec<Cell> = Cell::all().filter(given).collect();
        let cell = givens[random.below(givens.len())];
        let digit = puzzle.get(cell).expect("a given");
        let beside: Vec<Cell> = beside(cell).collect();
        let other = beside[random.below(beside.len())];
        let typed = match self {
            Self::Random => (puzzle.with(cell, Digit::ALL[random.below(9)]), vec![cell]),
            Self::Misread => {
                let alike: &[u8] =
                    [&[7][..], &[], &[8], &[], &[6], &[5, 8, 9], &[1], &[3, 6], &[6]][usize::from(digit.get()) - 1];
                let wrong = *alike.get(random.below(alike.len().max(1)))?;
                (puzzle.with(cell, Digit::new(wrong)), vec![cell])
            }
            Self::Keyboard => {
                let wrong = digit.get() + 1 - 2 * (random.below(2) as u8);
                (puzzle.with(cell, Digit::new(wrong)?), vec![cell])
            }
            Self::Beside => (puzzle.with(cell, puzzle.get(other)?), vec![cell]),
            Self::Swapped => (puzzle.with(cell, puzzle.get(other)?).with(other, digit), vec![cell, other]),
            Self::Moved if given(&other) => return None,
            Self::Moved => (puzzle.with(cell, None).with(other, digit), vec![other, cell]),
        };
        (count_solutions(&typed.0, 1) == 0).then_some(typed)
    }
}

/// The cells beside, above and below a cell.
pub fn beside(cell: Cell) -> impl Iterator<Item = Cell> {
    Cell::all().filter(move |other| cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) == 1)
}

/// Types a puzzle with a slip, and checks that the true correction is among those listed. Returns whether a slip of this kind
/// breaks the puzzle.
#[track_caller]
fn check(puzzle: &Grid, slip: Slip, random: &mut Random) -> bool {
    let Some((typed, wrong)) = (0..200).find_map(|_| slip.typed(puzzle, random)) else { return false };
    let mut effort = effort();
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
