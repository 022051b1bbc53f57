//! How claims about a position are judged.

use sudoku_service::sudoku::logic::{Board, Candidate, Claim};
use sudoku_service::sudoku::{Cell, Digit, Grid, House};

use crate::logic::hints::{EASY, SOLVED};

fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
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
