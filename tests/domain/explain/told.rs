//! What explanations of mistyped puzzles say, as it was read and approved in `told.txt`: the core, the smallest core, and
//! the repairs, likely ones first. Of the explanations of many grids, hashes.

use std::fmt::Write as _;

use sudoku_service::sudoku::explain::{
    self, Additions, Contradiction, Core, DeadEnd, Effort, EffortLimits, Explanation, MinimalPuzzle, Multiple, Parts,
    Proof, Redundancy, Refutation, Refuted, Repair, Repairs, Solutions, TrueCandidates, Unique, Witnesses, additions,
};
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{Candidate, Step};
use sudoku_service::sudoku::solver::{Budget, CancelFlag};
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::explain::no_solution::without;
use crate::explain::puzzles::{effort, ours};
use crate::explain::slips::Slip;
use crate::support::approval::{Many, check_approved};
use crate::support::random::Random;

#[test]
fn the_cores_and_repairs_of_mistyped_puzzles_are_as_approved() {
    let mut random = Random::new(43);
    let mut text = String::new();
    for (puzzle, slip) in ours().iter().flat_map(|puzzle| Slip::ALL.map(|slip| (*puzzle, slip))) {
        let Some((typed, wrong)) = (0..200).find_map(|_| slip.typed(&puzzle, &mut random)) else { continue };
        let mut effort = effort();
        let refutation = Refutation::of(&typed, &mut effort).expect("there is no solution");
        let (core, smallest) = (refutation.core().clone(), refutation.smallest_core(&mut effort));
        let repairs = refutation.repairs(5, &mut effort);
        let _ = writeln!(text, "{typed} {slip:?} at {wrong:?}");
        let _ =
            writeln!(text, "core: {}\nsmallest: {}\n{}\n", of_core(&core), of_core(&smallest), of_repairs(&repairs));
    }
    check_approved("explain/told.txt", &text);
}

fn of_core(core: &Core) -> String {
    format!("{:?} minimal {} smallest {}", core.givens, core.minimal, core.smallest)
}

/// A line for each repair, and one for the rest.
fn of_repairs(repairs: &Repairs) -> String {
    let repair = |Repair { remove, unique, changes }: &Repair| {
        format!("remove {remove:?} unique {unique:?} or write {changes:?}\n")
    };
    let list: String = repairs.list.iter().map(repair).collect();
    format!("{list}exchange {:?}, exact {}, more {}", repairs.exchanges, repairs.exact, repairs.more)
}

fn of_candidates(candidates: &TrueCandidates) -> String {
    let of_cells: Vec<String> =
        Cell::all().map(|cell| candidates.at(cell).map(|digit| digit.to_string()).collect()).collect();
    let backbone: Vec<_> = candidates.backbone().collect();
    format!("{} exact {} backbone {backbone:?}", of_cells.join(" "), candidates.is_exact())
}

fn of_witnesses(witnesses: Option<&Witnesses>) -> String {
    witnesses.map_or_else(
        || "no witnesses".to_owned(),
        |Witnesses { solutions, differing, unavoidable }| {
            format!("{solutions:?} differ at {differing:?}, unavoidable {unavoidable}")
        },
    )
}

fn of_additions(Additions { list, smallest, more }: &Additions) -> String {
    format!("add {list:?} smallest {smallest} more {more}")
}

fn of_redundancy(Redundancy { redundant, exact }: &Redundancy) -> String {
    format!("redundant {redundant:?} exact {exact}")
}

fn of_minimal(MinimalPuzzle { puzzle, minimal }: &MinimalPuzzle) -> String {
    format!("{puzzle} minimal {minimal}")
}

fn of_contradiction(Contradiction { steps, end }: &Contradiction) -> String {
    let candidate = |c: &Candidate| format!(" {}={}", c.cell, c.digit);
    let step = |step: &Step| {
        let candidates: String = step.place.iter().chain(&step.eliminate).map(candidate).collect();
        format!("{}{candidates}, ", step.technique.info().id)
    };
    let end = match end {
        DeadEnd::Cell(cell) => format!("{cell} has no candidate"),
        DeadEnd::Place(house, digit) => format!("{house} has no place for {digit}"),
    };
    steps.iter().map(step).collect::<String>() + &end
}

/// The parts of an explanation, in words.
fn words(explanation: &Explanation) -> String {
    let parts: Vec<String> = match explanation {
        Explanation::Refuted(Refuted { missing_marks, .. }) if !missing_marks.is_empty() => {
            missing_marks.iter().map(|c| format!("the marks lack {}={}", c.cell, c.digit)).collect()
        }
        Explanation::Refuted(Refuted { conflicts, proof, complete, .. }) => {
            let conflicts = conflicts.iter().map(|c| format!("{}: {} at {:?}", c.house, c.digit, c.cells));
            let proof = proof.iter().flat_map(|Proof { core, givens, contradiction, repairs }| {
                let steps = contradiction.iter().map(of_contradiction);
                [of_core(core), givens.to_string(), of_repairs(repairs)].into_iter().chain(steps)
            });
            conflicts.chain(proof).chain([format!("complete {complete}")]).collect()
        }
        Explanation::Multiple(multiple) => {
            let Multiple { solutions, candidates, witnesses, additions, complete } = &**multiple;
            let count = format!("{} solutions, exact {}", solutions.count(), solutions.is_exact());
            let all =
                [count, of_candidates(candidates), of_witnesses(witnesses.as_ref()), format!("complete {complete}")];
            all.into_iter().chain(additions.as_ref().map(of_additions)).collect()
        }
        Explanation::Unique(Unique { redundancy, minimal_puzzle, complete }) => {
            let all = [of_redundancy(redundancy), format!("complete {complete}")];
            all.into_iter().chain(minimal_puzzle.as_ref().map(of_minimal)).collect()
        }
    };
    parts.join("\n")
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
        let _ = write!(text, "\n{}", words(&explanation));
    }
    text
}

#[test]
fn explanations_of_many_grids_are_as_approved() {
    let mut random = Random::new(47);
    let mut many = Many::of("explain/explained.txt");
    for index in 0..80 {
        let (puzzle, solution) = minimal_puzzle("explained", index);
        for (slip, _) in Slip::ALL.into_iter().filter_map(|slip| slip.typed(&puzzle, &mut random)) {
            many.add("refuted", index as usize / 5, &explained(&slip));
        }
        let cells: Vec<Cell> = random.permutation(81).into_iter().filter_map(Cell::from_index).collect();
        let givens: Vec<Cell> = cells.iter().copied().filter(|&cell| puzzle.get(cell).is_some()).collect();
        let group = index as usize / 5;
        many.add("multiple", group, &explained(&without(&puzzle, &givens[..=index as usize % 5])));
        // Two lines of a band or stack, and two digits, each of which can be exchanged.
        let line = (index % 18) as u8;
        let is_on = |cell: Cell, line: u8| if line < 9 { cell.row() == line + 1 } else { cell.column() == line - 8 };
        let is_in_lines = |cell: Cell| is_on(cell, line) || is_on(cell, line / 3 * 3 + (line + 1) % 3);
        let digits = [line % 9, (line + 4) % 9].map(|digit| Digit::new(digit + 1));
        let is_of_digits = |cell: Cell| digits.contains(&solution.get(cell));
        let lines: Vec<Cell> = Cell::all().filter(|&cell| is_in_lines(cell)).collect();
        let of_digits: Vec<Cell> = Cell::all().filter(|&cell| is_of_digits(cell)).collect();
        for blank in [&lines, &of_digits, &[&lines[..], &of_digits].concat()] {
            many.add("multiple", group, &explained(&without(&solution, blank)));
        }
        let more = cells[..10].iter().fold(puzzle, |more, cell| more.with(*cell, solution.get(*cell)));
        many.add("unique", group, &explained(&more));
    }
    // Too many solutions, or too hard, to say everything.
    let few = Cell::all().take(9).fold(Grid::EMPTY, |few, cell| few.with(cell, Digit::new(cell.column())));
    for grid in [Grid::EMPTY, few] {
        many.add("multiple", 32, &explained(&grid));
    }
    for puzzle in ours() {
        let slips = Slip::ALL.into_iter().filter_map(|slip| slip.typed(&puzzle, &mut random));
        slips.for_each(|(typed, _)| many.add("refuted", 32, &explained(&typed)));
    }
    many.check();
}

#[test]
fn what_is_unknown_after_a_limited_effort_is_as_approved() {
    let mut random = Random::new(59);
    let mut many = Many::of("explain/limited.txt");
    for index in 0..60 {
        let (puzzle, solution) = minimal_puzzle("explained", index);
        let typed = Slip::ALL.into_iter().find_map(|slip| slip.typed(&puzzle, &mut random)).map(|(typed, _)| typed);
        let fifth: Vec<Cell> = Cell::all().filter(|c| (c.index() + index as usize).is_multiple_of(5)).collect();
        let fewer = without(&puzzle, &fifth);
        for (search_nodes, nodes) in [(0, 40), (10, 100), (1, 400), (100, 700), (2_000, 1_500), (3, 10_000)] {
            let mut add = |name: &str, text: &str| {
                many.add(name, index as usize / 4, &format!("{puzzle} with {search_nodes} and {nodes} nodes: {text}"));
            };
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            if let Some(refutation) = typed.and_then(|typed| Refutation::of(&typed, &mut effort)) {
                add("core", &of_core(refutation.core()));
                add("smallest", &of_core(&refutation.smallest_core(&mut effort)));
                add("repairs", &of_repairs(&refutation.repairs(3, &mut effort)));
            }
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            add("additions", &of_additions(&additions(&fewer, &solution, 4, &mut effort)));
            let solutions = Solutions::of(&fewer, 100, &mut effort);
            add("witnesses", &of_witnesses(solutions.witnesses(&mut effort).as_ref()));
            add("candidates", &of_candidates(&TrueCandidates::of(&fewer, &mut effort)));
            let mut effort = Effort::new(EffortLimits { search_nodes, nodes });
            add("redundancy", &of_redundancy(&Redundancy::of(&solution, &mut effort)));
            add("minimal", &of_minimal(&explain::minimal_puzzle(&solution, &mut effort)));
        }
    }
    many.check();
}
