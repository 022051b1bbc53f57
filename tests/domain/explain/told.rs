//! What explanations of mistyped puzzles say, as it was read and approved in `told.txt`: the core, the smallest core, and
//! the repairs, likely ones first. Of the explanations of many grids, hashes.

use std::fmt::Write as _;

use sudoku_service::sudoku::explain::{
    self, Effort, EffortLimits, Explanation, Parts, Redundancy, Refutation, Repair, Solutions, TrueCandidates,
    additions,
};
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::solver::{Budget, CancelFlag};
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::explain::no_solution::without;
use crate::explain::puzzles::ours;
use crate::explain::typing::Slip;
use crate::support::approval::{Hash, check_approved};
use crate::support::random::Random;

#[test]
fn the_cores_and_repairs_of_mistyped_puzzles_are_as_approved() {
    let mut random = Random::new(43);
    let mut text = String::new();
    for (puzzle, slip) in ours().iter().flat_map(|puzzle| Slip::ALL.map(|slip| (*puzzle, slip))) {
        let Some((typed, wrong)) = (0..200).find_map(|_| slip.typed(&puzzle, &mut random)) else { continue };
        let mut effort = Effort::new(EffortLimits::default());
        let refutation = Refutation::of(&typed, &mut effort).expect("there is no solution");
        let (core, smallest) = (refutation.core().clone(), refutation.smallest_core(&mut effort));
        let repairs = refutation.repairs(5, &mut effort);
        let _ = writeln!(text, "{typed} {slip:?} at {wrong:?}");
        for (name, core) in [("core", core), ("smallest", smallest)] {
            let _ = writeln!(text, "{name}: {:?} minimal {} smallest {}", core.givens, core.minimal, core.smallest);
        }
        for Repair { remove, unique, changes } in &repairs.list {
            let _ = writeln!(text, "remove {remove:?} unique {unique:?} or write {changes:?}");
        }
        let _ = writeln!(text, "exchange {:?}, exact {}, more {}\n", repairs.exchanges, repairs.exact, repairs.more);
    }
    check_approved("explain/told.txt", &text);
}

/// The whole explanation, that of its cheap parts, and both of a caller who has gone.
fn explained(grid: &Grid) -> String {
    let all = Parts { smallest_core: true, additions: true, minimal_puzzle: true };
    let mut text = grid.to_string();
    for (parts, is_cancelled) in [(all, false), (Parts::default(), false), (all, true), (Parts::default(), true)] {
        let cancel = CancelFlag::default();
        if is_cancelled {
            cancel.cancel();
        }
        let explanation = Explanation::of(grid, parts, &Budget::unlimited(), cancel).expect("no limit");
        let _ = write!(text, " {explanation:?}");
    }
    text
}

#[test]
fn explanations_of_many_grids_are_as_approved() {
    let mut random = Random::new(47);
    let mut hashes = [const { Hash::EMPTY }; 3];
    for index in 0..160 {
        let (puzzle, solution) = minimal_puzzle("explained", index);
        for (slip, _) in Slip::ALL.into_iter().filter_map(|slip| slip.typed(&puzzle, &mut random)) {
            hashes[0].add(&explained(&slip));
        }
        let cells: Vec<Cell> = random.permutation(81).into_iter().filter_map(Cell::from_index).collect();
        let givens: Vec<Cell> = cells.iter().copied().filter(|&cell| puzzle.get(cell).is_some()).collect();
        hashes[1].add(&explained(&without(&puzzle, &givens[..=index as usize % 5])));
        // Two lines of a band or stack, and two digits, each of which can be exchanged.
        let line = (index % 18) as u8;
        let is_on = |cell: Cell, line: u8| if line < 9 { cell.row() == line + 1 } else { cell.column() == line - 8 };
        let is_in_lines = |cell: Cell| is_on(cell, line) || is_on(cell, line / 3 * 3 + (line + 1) % 3);
        let digits = [line % 9, (line + 4) % 9].map(|digit| Digit::new(digit + 1));
        let is_of_digits = |cell: Cell| digits.contains(&solution.get(cell));
        let lines: Vec<Cell> = Cell::all().filter(|&cell| is_in_lines(cell)).collect();
        let of_digits: Vec<Cell> = Cell::all().filter(|&cell| is_of_digits(cell)).collect();
        for blank in [&lines, &of_digits, &[&lines[..], &of_digits].concat()] {
            hashes[1].add(&explained(&without(&solution, blank)));
        }
        let more = cells[..10].iter().fold(puzzle, |more, cell| more.with(*cell, solution.get(*cell)));
        hashes[2].add(&explained(&more));
    }
    // Too many solutions, or too hard, to say everything.
    let few = Cell::all().take(9).fold(Grid::EMPTY, |few, cell| few.with(cell, Digit::new(cell.column())));
    for grid in [Grid::EMPTY, few] {
        hashes[1].add(&explained(&grid));
    }
    for puzzle in ours() {
        let slips = Slip::ALL.into_iter().filter_map(|slip| slip.typed(&puzzle, &mut random));
        slips.for_each(|(typed, _)| hashes[0].add(&explained(&typed)));
    }
    let [refuted, multiple, unique] = hashes;
    check_approved("explain/explained.txt", &format!("refuted {refuted}\nmultiple {multiple}\nunique {unique}\n"));
}

#[test]
fn what_is_unknown_after_a_limited_effort_is_as_approved() {
    let mut random = Random::new(59);
    let mut hash = Hash::EMPTY;
    for index in 0..60 {
        let (puzzle, solution) = minimal_puzzle("explained", index);
        let typed = Slip::ALL.into_iter().find_map(|slip| slip.typed(&puzzle, &mut random)).map(|(typed, _)| typed);
        let fifth: Vec<Cell> = Cell::all().filter(|c| (c.index() + index as usize).is_multiple_of(5)).collect();
        let fewer = without(&puzzle, &fifth);
        for (search_nodes, nodes) in [(0, 40), (10, 100), (1, 400), (100, 700), (2_000, 1_500), (3, 10_000)] {
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            if let Some(refutation) = typed.and_then(|typed| Refutation::of(&typed, &mut effort)) {
                hash.add(&format!("{:?} {:?}", refutation.core(), refutation.smallest_core(&mut effort)));
                hash.add(&format!("{:?} {:?}", refutation.repairs(3, &mut effort), effort));
            }
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            hash.add(&format!("{:?} {:?}", additions(&fewer, &solution, 4, &mut effort), effort));
            let solutions = Solutions::of(&fewer, 100, &mut effort);
            hash.add(&format!("{:?} {:?}", solutions.witnesses(&mut effort), TrueCandidates::of(&fewer, &mut effort)));
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            hash.add(&format!("{:?} {:?}", Redundancy::of(&solution, &mut effort), effort));
            hash.add(&format!("{:?} {:?}", explain::minimal_puzzle(&solution, &mut effort), effort));
        }
    }
    check_approved("explain/limited.txt", &format!("{hash}\n"));
}
