//! Claims about a position: how they are judged, and what gives them: the first step that does, as applying each step shows.

use std::collections::BTreeMap;

use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Board, Candidate, Claim, Step, StepLimits, Technique, TechniqueSet, Tenths, justify, path, steps,
};
use sudoku_service::sudoku::{Cell, Digit, Grid, House};

use crate::hints::{EASY, SOLVED};
use crate::oracle::after;

fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

/// Whether a step places the digit, leaves the cell no other, or removes all of the candidates.
fn gives(board: &Board, step: &Step, claim: Claim) -> bool {
    let mut after = *board;
    after.apply(step);
    let left = |board: &Board, cell: Cell| board.marks()[cell.index()];
    match claim {
        Claim::Holds(one) => {
            let of_cell = step.eliminate.iter().any(|removed| removed.cell == one.cell);
            step.place == Some(one) || of_cell && left(&after, one.cell) == bit(one.digit)
        }
        Claim::Lacks(cell, digits) => left(board, cell) & digits != 0 && left(&after, cell) & digits == 0,
    }
}

#[test]
fn a_claim_is_justified_by_the_first_step_that_gives_it() {
    let mut allowed = TechniqueSet::default();
    allowed.add_up_to(Technique::FinnedXWing);
    let limits = StepLimits::within(allowed);
    let mut by_technique: BTreeMap<&str, usize> = BTreeMap::new();
    let mut without = 0;
    for index in 0..20 {
        let puzzle = minimal_puzzle("claims", index).0;
        let all = path(&puzzle, &StepLimits { max_rating: Tenths(50), ..StepLimits::default() }).1;
        let board = after(&puzzle, &all[..all.len() * (index as usize % 5) / 5]);
        let digits = |cell| board.digits(cell).collect::<Vec<Digit>>();
        let mut claims: Vec<Claim> = Vec::new();
        for cell in Cell::all() {
            claims.extend(digits(cell).into_iter().map(|digit| Claim::Holds(Candidate { cell, digit })));
            claims.extend(digits(cell).into_iter().map(|digit| Claim::Lacks(cell, bit(digit))));
            claims.extend(digits(cell).windows(2).map(|pair| Claim::Lacks(cell, bit(pair[0]) | bit(pair[1]))));
            // It changes nothing.
            claims.extend(board.grid().get(cell).map(|digit| Claim::Holds(Candidate { cell, digit })));
        }
        let listed = steps(&board, &limits, usize::MAX).0;
        for (claim, given) in claims.iter().zip(justify(&claims, &board, &limits)) {
            let is_held = matches!(claim, Claim::Holds(one) if board.grid().get(one.cell).is_some());
            let first = listed.iter().find(|step| !is_held && gives(&board, step, *claim));
            assert_eq!(
                given.as_ref().map(|step| (step.technique, step.place, &step.eliminate)),
                first.map(|step| (step.technique, step.place, &step.eliminate)),
                "{claim} in {}",
                board.grid()
            );
            match given {
                Some(step) => *by_technique.entry(step.technique.info().id).or_default() += 1,
                None => without += 1,
            }
        }
    }
    println!("{by_technique:?}, without: {without}");
    assert!(by_technique.len() > 8 && without > 100, "{by_technique:?} {without}");
}

#[test]
fn claims_are_judged_by_the_rules_the_givens_and_the_solution() {
    let puzzle: Grid = EASY.parse().expect("a grid");
    let solution: Grid = SOLVED.parse().expect("a grid");
    // A player's digit is no given, but takes its houses.
    let at = Cell::at(1, 3).expect("a cell");
    let board = Board::new(&puzzle.with(at, solution.get(at)));
    let peers = |cell: Cell| {
        let houses = House::ALL.into_iter().filter(move |house| house.cells().contains(&cell));
        houses.flat_map(House::cells).filter(move |&peer| peer != cell)
    };
    for (cell, digit) in Cell::all().flat_map(|cell| Digit::ALL.map(|digit| (cell, digit))) {
        let (given, right) = (puzzle.get(cell), solution.get(cell) == Some(digit));
        let free = peers(cell).all(|peer| board.grid().get(peer) != Some(digit));
        let holds = Claim::Holds(Candidate { cell, digit });
        assert_eq!(holds.is_legal(&board, &puzzle), free && given.is_none_or(|given| given == digit), "{holds}");
        assert_eq!(holds.is_true_in(&solution), right, "{holds}");
        assert_eq!(holds.is_noop(&board), board.grid().get(cell) == Some(digit), "{holds}");
        let lacks = Claim::Lacks(cell, bit(digit));
        assert_eq!(lacks.is_legal(&board, &puzzle), given != Some(digit), "{lacks}");
        assert_eq!(lacks.is_true_in(&solution), !right, "{lacks}");
        let is_left = board.grid().get(cell) == Some(digit) || board.digits(cell).any(|left| left == digit);
        assert_eq!(lacks.is_noop(&board), !is_left, "{lacks}");
        let both = Claim::Lacks(cell, bit(digit) | bit(Digit::ALL[3]));
        for claim in [holds, lacks, both] {
            assert_eq!(Claim::parse(&claim.to_string()), Some(claim));
        }
        assert_eq!(Claim::parse(&format!("{lacks}{digit}")), Some(lacks));
    }
}
