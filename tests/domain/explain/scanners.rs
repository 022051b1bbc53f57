//! Scanned puzzles, of which several digits were exchanged as recognition does.

use sudoku_service::sudoku::explain::{Doubt, Effort, EffortLimits, Reading, Refutation, readings};
use sudoku_service::sudoku::{Cell, Digit, Grid};

use crate::explain::puzzles::effort;
use crate::support::puzzle_sets;
use crate::support::random::Random;
use crate::support::reference;

/// The digit that recognition takes for this one, or this one for it.
fn alike(digit: Digit) -> Option<Digit> {
    let pairs = [(1, 7), (3, 8), (4, 9), (5, 6)];
    let other = pairs.iter().find_map(|&(a, b)| match digit.get() {
        digit if digit == a => Some(b),
        digit if digit == b => Some(a),
        _ => None,
    });
    other.and_then(Digit::new)
}

fn is_unique(grid: &Grid) -> bool {
    reference::solutions(grid.values(), 2).len() == 1
}

/// The readings within the default limits, which are enough.
#[track_caller]
fn all(scanned: &Grid, doubts: &[Doubt]) -> Vec<Reading> {
    let (list, exact) = readings(scanned, doubts, &mut effort()).expect("few readings");
    assert!(exact, "{scanned} takes too much work");
    list
}

/// Reads the doubtful cells of a scanned puzzle, and checks the list against every reading with as few changes.
#[track_caller]
fn check(puzzle: &Grid, scanned: &Grid, doubts: &[Doubt], wrong: usize) {
    let list = all(scanned, doubts);
    assert!(list.iter().any(|reading| reading.grid == *puzzle), "{scanned} is not read as {puzzle}");
    let counts: Vec<usize> = list.iter().map(|reading| reading.changes.len()).collect();
    assert!(counts.is_sorted(), "{counts:?}");
    for chosen in (0..1_u32 << doubts.len()).filter(|chosen| chosen.count_ones() as usize <= wrong) {
        let taken = doubts.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        let read = taken.fold(*scanned, |grid, (_, (cell, digits))| grid.with(*cell, digits[0]));
        let found = list.iter().find(|reading| reading.grid == read);
        assert_eq!(found.is_some(), is_unique(&read), "{read} of {scanned}");
        if let Some(found) = found {
            assert_eq!(reference::solutions(read.values(), 2), vec![*found.solution.values()]);
            let changed = Cell::all().filter(|cell| read.get(*cell) != scanned.get(*cell));
            assert_eq!(found.changes, changed.collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_true_reading_of_60_scans_is_listed_and_none_with_fewer_changes_is_missing() {
    let mut random = Random::new(58);
    let text = puzzle_sets::text("random-minimal.txt");
    let puzzles = text.lines().map(|line| line.parse::<Grid>().expect("a puzzle"));
    for (i, puzzle) in puzzles.take(60).enumerate() {
        let wrong = 1 + i % 3;
        let mut givens: Vec<Cell> = Cell::all().filter(|cell| puzzle.get(*cell).and_then(alike).is_some()).collect();
        for last in (1..givens.len()).rev() {
            givens.swap(last, random.below(last + 1));
        }
        givens.truncate(8);
        let misread = |grid: Grid, cell: &Cell| grid.with(*cell, grid.get(*cell).and_then(alike));
        let scanned = givens[..wrong].iter().fold(puzzle, misread);
        let doubts: Vec<Doubt> = givens.iter().map(|&cell| (cell, vec![scanned.get(cell).and_then(alike)])).collect();
        check(&puzzle, &scanned, &doubts[..wrong], wrong);
        check(&puzzle, &scanned, &doubts, wrong);
    }
}

#[test]
fn readings_are_ordered_by_changes_then_by_cell_and_digit_and_may_invent_or_lose_one() {
    let text = puzzle_sets::text("random-minimal.txt");
    let puzzle: Grid = text.lines().next().expect("a line").parse().expect("a puzzle");
    let given = |cell: &Cell| puzzle.get(*cell).is_some();
    let blank = Cell::all().find(|cell| !given(cell)).expect("a blank cell");
    let cells: Vec<Cell> = [blank].into_iter().chain(Cell::all().filter(given).take(2)).collect();
    // Each digit from 9 down, and none; some twice. What was sent is no change.
    let digits: Vec<Option<Digit>> = (0..=9).rev().map(Digit::new).collect();
    let sent = || digits.iter().chain(&digits[3..6]).copied().collect();
    let doubts: Vec<Doubt> = cells.iter().map(|cell| (*cell, sent())).collect();
    let mut expected: Vec<(Vec<(usize, usize)>, Grid)> = Vec::new();
    for choice in 0..1000 {
        let chosen = [choice / 100, choice / 10 % 10, choice % 10].into_iter().zip(&cells);
        let mut changes: Vec<(usize, usize)> =
            chosen.filter(|(i, cell)| digits[*i] != puzzle.get(**cell)).map(|(i, cell)| (cell.index(), i)).collect();
        changes.sort_unstable();
        let change =
            |grid: Grid, &(cell, i): &(usize, usize)| grid.with(Cell::from_index(cell).expect("a cell"), digits[i]);
        let grid = changes.iter().fold(puzzle, change);
        if is_unique(&grid) {
            expected.push((changes, grid));
        }
    }
    expected.sort_by_key(|(changes, _)| (changes.len(), changes.clone()));
    let found: Vec<Grid> = all(&puzzle, &doubts).into_iter().map(|reading| reading.grid).collect();
    assert_eq!(found, expected.into_iter().map(|(_, grid)| grid).collect::<Vec<_>>());
    assert!(found.len() > 3, "{found:?}");
    let mut little = Effort::new(EffortLimits { search_nodes: 1, nodes: 1 });
    assert_eq!(readings(&puzzle, &doubts, &mut little), Ok((Vec::new(), false)));
    let four: Vec<Doubt> = Cell::all().take(4).map(|cell| (cell, digits.clone())).collect();
    assert_eq!(readings(&puzzle, &four, &mut little), Err(10_000));
}

#[test]
fn repairs_of_two_cells_name_the_pairs_of_digits() {
    let mut random = Random::new(5);
    let text = puzzle_sets::text("random-minimal.txt");
    let puzzles = text.lines().map(|line| line.parse::<Grid>().expect("a puzzle"));
    let (mut seen, mut several) = (0, 0);
    for puzzle in puzzles.take(40) {
        let givens: Vec<Cell> = Cell::all().filter(|cell| puzzle.get(*cell).is_some()).collect();
        let wrong = random.permutation(givens.len()).into_iter().map(|i| givens[i]).take(2);
        let other = |grid: Grid, cell: Cell| grid.with(cell, Digit::new(grid.get(cell).map_or(1, Digit::get) % 9 + 1));
        let typed = wrong.fold(puzzle, other);
        let mut effort = effort();
        let Some(refutation) = Refutation::of(&typed, &mut effort) else { continue };
        let repairs = refutation.repairs(50, &mut effort);
        for repair in repairs.list.iter().filter(|repair| repair.remove.len() == 2) {
            let [a, b] = repair.remove[..] else { panic!("two cells") };
            let all = Digit::ALL.into_iter().flat_map(|one| Digit::ALL.map(|other| [one, other]));
            let unique: Vec<[Digit; 2]> =
                all.filter(|&[one, other]| is_unique(&typed.with(a, one).with(b, other))).collect();
            let mut listed: Vec<[Digit; 2]> = repair.changes.as_chunks::<2>().0.to_vec();
            listed.sort_unstable();
            let is_whole = listed.len() < 16 && repairs.exact;
            assert!(listed.iter().all(|pair| unique.contains(pair)), "{typed} {repair:?}");
            assert!(!is_whole || listed == unique, "{typed} {repair:?}: {unique:?}");
            seen += 1;
            several += usize::from(listed.len() > 1);
        }
        if seen > 30 {
            break;
        }
    }
    assert!(seen > 20 && several > 5, "{seen} repairs, {several} with several pairs");
}
