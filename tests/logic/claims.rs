//! What gives a claim about a position: the first of its steps that does, as this shows by applying each step.

use std::collections::BTreeMap;

use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Board, Candidate, Claim, Step, StepLimits, Technique, TechniqueSet, Tenths, justify, path, steps,
};
use sudoku_service::sudoku::{Cell, Digit};

/// Whether a step places the digit, leaves the cell no other, or removes all of the candidates.
fn gives(board: &Board, step: &Step, claim: Claim) -> bool {
    let mut after = *board;
    after.apply(step);
    let left = |board: &Board, cell: Cell| board.marks()[cell.index()];
    match claim {
        Claim::Holds(one) => {
            let of_cell = step.eliminate.iter().any(|removed| removed.cell == one.cell);
            step.place == Some(one) || of_cell && left(&after, one.cell) == 1 << (one.digit.get() - 1)
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
        let mut board = Board::new(&puzzle);
        all[..all.len() * (index as usize % 5) / 5].iter().for_each(|step| board.apply(step));
        let digits = |cell| board.digits(cell).collect::<Vec<Digit>>();
        let pairs = |cell: Cell| {
            digits(cell)
                .windows(2)
                .map(|pair| pair.iter().fold(0, |set, d| set | 1 << (d.get() - 1)))
                .collect::<Vec<u16>>()
        };
        let mut claims: Vec<Claim> = Vec::new();
        for cell in Cell::all() {
            claims.extend(digits(cell).into_iter().map(|digit| Claim::Holds(Candidate { cell, digit })));
            claims.extend(digits(cell).into_iter().map(|digit| Claim::Lacks(cell, 1 << (digit.get() - 1))));
            claims.extend(pairs(cell).into_iter().map(|digits| Claim::Lacks(cell, digits)));
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
