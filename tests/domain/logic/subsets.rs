//! Naked and hidden subsets, compared with a plain search.

use std::collections::BTreeSet;

use sudoku_service::sudoku::logic::{Board, Candidate, StepLimits, Technique, TechniqueSet, steps};
use sudoku_service::sudoku::{Cell, Digit};

use crate::logic::finds::random_positions;
use crate::logic::texts::every_house;

type Effect = BTreeSet<Candidate>;
type Finder = fn(&Board, usize) -> BTreeSet<Effect>;

/// Every choice of some of these items, by mask.
fn choices<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    let masks = (0_u32..1 << items.len()).filter(|mask| mask.count_ones() as usize == size);
    masks.map(|mask| (0..items.len()).filter(|i| mask >> i & 1 != 0).map(|i| items[i]).collect()).collect()
}

/// What cells of each house that share as many candidates remove from its others, if they remove anything.
fn naked(board: &Board, size: usize) -> BTreeSet<Effect> {
    let mut found = BTreeSet::new();
    for house in every_house() {
        let open: Vec<Cell> = house.into_iter().filter(|cell| board.digits(*cell).count() > 1).collect();
        for cells in choices(&open, size) {
            let shared: BTreeSet<Digit> = cells.iter().flat_map(|cell| board.digits(*cell)).collect();
            let others = open.iter().filter(|cell| !cells.contains(cell));
            let removed = others.flat_map(|&cell| board.digits(cell).map(move |digit| Candidate { cell, digit }));
            if shared.len() == size {
                found.insert(removed.filter(|one| shared.contains(&one.digit)).collect());
            }
        }
    }
    found.remove(&Effect::new());
    found
}

/// What digits of each house that share as many places remove from these.
fn hidden(board: &Board, size: usize) -> BTreeSet<Effect> {
    let mut found = BTreeSet::new();
    for house in every_house() {
        let places = |digit: Digit| house.iter().copied().filter(move |&cell| board.digits(cell).any(|d| d == digit));
        let missing: Vec<Digit> = Digit::ALL.into_iter().filter(|&digit| places(digit).count() > 1).collect();
        for digits in choices(&missing, size) {
            let shared: BTreeSet<Cell> = digits.iter().flat_map(|digit| places(*digit)).collect();
            let own = shared.iter().flat_map(|&cell| board.digits(cell).map(move |digit| Candidate { cell, digit }));
            if shared.len() == size {
                found.insert(own.filter(|one| !digits.contains(&one.digit)).collect());
            }
        }
    }
    found.remove(&Effect::new());
    found
}

#[test]
fn a_player_gets_every_subset() {
    let techniques: [(Technique, Finder, usize); 6] = [
        (Technique::NakedPair, naked, 2),
        (Technique::NakedTriplet, naked, 3),
        (Technique::NakedQuad, naked, 4),
        (Technique::HiddenPair, hidden, 2),
        (Technique::HiddenTriplet, hidden, 3),
        (Technique::HiddenQuad, hidden, 4),
    ];
    let mut numbers = [0; 6];
    for (board, _) in (0..40).flat_map(random_positions) {
        for (number, (technique, search, size)) in numbers.iter_mut().zip(techniques) {
            let limits = StepLimits::within(TechniqueSet::only(technique));
            let found = steps(&board, &limits, usize::MAX).0;
            let found: BTreeSet<Effect> = found.into_iter().map(|step| step.eliminate.into_iter().collect()).collect();
            assert_eq!(found, search(&board, size), "{} in {}", technique.info().id, board.grid());
            *number += found.len();
        }
    }
    println!("{numbers:?} subsets compared");
    assert!(numbers.iter().all(|number| *number > 20));
}
