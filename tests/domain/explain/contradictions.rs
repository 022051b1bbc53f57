//! Simple steps from a core to a contradiction.

use sudoku_service::sudoku::explain::{Contradiction, DeadEnd, Refutation};
use sudoku_service::sudoku::logic::{Board, Step, Technique, check};
use sudoku_service::sudoku::{Digit, Grid};

use crate::explain::puzzles::effort;
use crate::support::random::{Random, grid};

/// Applies steps to the givens of a grid; `None` if one of them does not follow.
fn replay(givens: &Grid, steps: &[Step]) -> Option<Board> {
    steps.iter().try_fold(Board::new(givens), |mut board, step| {
        check(&board, step).ok()?;
        board.apply(step);
        Some(board)
    })
}

fn is_dead_end(board: &Board, end: DeadEnd) -> bool {
    let grid = board.grid();
    match end {
        DeadEnd::Cell(cell) => grid.get(cell).is_none() && board.digits(cell).count() == 0,
        DeadEnd::Place(house, digit) => house.cells().into_iter().all(|cell| {
            let holds = grid.get(cell);
            holds != Some(digit) && (holds.is_some() || board.digits(cell).all(|other: Digit| other != digit))
        }),
    }
}

#[test]
fn a_contradiction_follows_from_the_core_step_by_step() {
    let mut random = Random::new(26);
    let (mut refuted, mut shown) = (0, 0);
    for _ in 0..200 {
        let wrong = grid(random.spoilt(50));
        let Some(refutation) = Refutation::of(&wrong, &mut effort()) else { continue };
        let givens = &refutation.core().givens;
        let core = givens.iter().fold(Grid::EMPTY, |part, &cell| part.with(cell, wrong.get(cell)));
        if givens.len() == 2 {
            assert_eq!(Contradiction::of(&core), None, "a conflict needs no steps");
            continue;
        }
        refuted += 1;
        let Some(Contradiction { steps, end }) = Contradiction::of(&core) else { continue };
        shown += 1;
        let simple = [Technique::HiddenSingle, Technique::NakedSingle, Technique::Pointing, Technique::Claiming];
        assert!(steps.iter().all(|step| simple.contains(&step.technique)), "{core}: {steps:?}");
        let board = replay(&core, &steps).unwrap_or_else(|| panic!("{core}: a step of {steps:?} does not follow"));
        assert!(is_dead_end(&board, end), "{core}: {end:?} is no dead end after {steps:?}");
        for left_out in 0..steps.len() {
            let mut fewer = steps.clone();
            fewer.remove(left_out);
            let board = replay(&core, &fewer);
            assert!(board.is_none_or(|board| !is_dead_end(&board, end)), "{core}: {:?} is redundant", steps[left_out]);
        }
    }
    assert!(refuted > 30 && shown > refuted / 2, "{shown} of {refuted} cores");
}

#[test]
fn a_grid_with_a_solution_has_no_contradiction() {
    let mut random = Random::new(27);
    for blanks in [30, 45, 55, 81] {
        for _ in 0..50 {
            let puzzle = grid(random.puzzle(blanks));
            assert_eq!(Contradiction::of(&puzzle), None, "{puzzle}");
        }
    }
}
