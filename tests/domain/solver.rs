//! Tests the public interface of the solver against the simple reference solver.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::approval::Many;
use crate::support::puzzles::{
    CONFLICTING, EMPTY, HARDEST, HARDEST_SOLUTION, MOST_GUESSES, NO_SOLUTION, TWO_SOLUTIONS,
};
use crate::support::random::{Random, grid};
use crate::support::reference;
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::solver::{
    Backend, Budget, CancelFlag, Finding, Interruption, Outcome, count_solutions, find_any, solve,
};
use sudoku_service::sudoku::{Grid, Position, rules};

fn parse(line: &str) -> Grid {
    line.parse().expect("a grid")
}

/// Returns the solutions of an outcome after checking that they are distinct and solved and contain the clues.
#[track_caller]
fn solutions_of(puzzle: &Grid, outcome: &Outcome) -> Vec<Grid> {
    let solutions: Vec<Grid> = match &outcome.finding {
        Finding::None => Vec::new(),
        Finding::One(solution) => vec![*solution],
        Finding::Many(solutions) => {
            assert_eq!(Some(solutions.first()), solutions.iter().next(), "{puzzle}");
            solutions.iter().copied().collect()
        }
        Finding::Interrupted { found, .. } => found.clone(),
    };
    for solution in &solutions {
        assert!(rules::is_solved(solution) && solution.contains(puzzle), "{solution} does not solve {puzzle}");
    }
    assert_eq!(solutions.iter().collect::<HashSet<_>>().len(), solutions.len(), "duplicate solution for {puzzle}");
    solutions
}

/// Compares all results of the solver for a grid with those of the reference, up to `most` solutions.
#[track_caller]
fn check(values: [u8; 81], most: usize) -> usize {
    let puzzle = grid(values);
    let expected: HashSet<Grid> = reference::solutions(&values, most + 1).into_iter().map(grid).collect();
    let exact = expected.len();
    for limit in [0, 1, 2, exact.saturating_sub(1), exact, most + 1] {
        assert_eq!(count_solutions(&puzzle, limit), exact.min(limit), "{puzzle} up to {limit}");
    }
    if exact <= most {
        assert_eq!(count_solutions(&puzzle, usize::MAX), exact, "{puzzle}");
    }
    for keep in [0, 1, 2, exact.saturating_sub(1), exact, most].into_iter().filter(|&keep| keep <= most) {
        let outcome = solve(&puzzle, &Budget::unlimited().keeping(keep));
        let solutions = solutions_of(&puzzle, &outcome);
        let kept = keep.max(1);
        assert_eq!(solutions.len(), exact.min(kept), "{puzzle} keeping {keep}: {outcome:?}");
        match &outcome.finding {
            Finding::None => assert_eq!(exact, 0, "{puzzle}"),
            Finding::One(_) => assert_eq!(exact, 1, "{puzzle}"),
            Finding::Many(many) => {
                assert_eq!((exact > 1, many.more()), (true, exact > kept), "{puzzle} keeping {keep}");
            }
            Finding::Interrupted { .. } => panic!("{puzzle} was interrupted: {outcome:?}"),
        }
        if exact <= most {
            assert!(solutions.iter().all(|solution| expected.contains(solution)), "{puzzle}: {outcome:?}");
        }
    }
    exact
}

#[test]
fn random_grids_have_the_solutions_of_the_reference() {
    let mut random = Random::new(2026);
    // Number of grids with no, one, two, and more solutions.
    let mut seen = [0; 4];
    for round in 0..600 {
        let blanks = 20 + random.below(36);
        let values = if round % 4 == 0 { random.spoilt(blanks) } else { random.puzzle(blanks) };
        seen[check(values, 20).min(3)] += 1;
    }
    assert!(seen.iter().all(|&grids| grids > 5), "too few of a kind: {seen:?}");
}

#[test]
fn known_grids_have_their_known_solutions() {
    assert_eq!(check(*parse(HARDEST).values(), 3), 1);
    assert_eq!(check(*parse(HARDEST_SOLUTION).values(), 3), 1);
    assert_eq!(check(*parse(&format!("{}3", &HARDEST_SOLUTION[..80])).values(), 3), 0);
    assert_eq!(check(*parse(TWO_SOLUTIONS).values(), 3), 2);
    assert_eq!(check(*parse(CONFLICTING).values(), 3), 0);
    assert_eq!(check(*parse(NO_SOLUTION).values(), 3), 0);
    assert_eq!(check(*parse(EMPTY).values(), 30), 31);
    let outcome = solve(&parse(HARDEST), &Budget::unlimited());
    assert_eq!(outcome.finding, Finding::One(parse(HARDEST_SOLUTION)));
}

#[test]
fn thousands_of_solutions_are_counted_and_kept() {
    assert_eq!(count_solutions(&Grid::EMPTY, 5000), 5000);
    let outcome = solve(&Grid::EMPTY, &Budget::unlimited().keeping(1000));
    assert_eq!(solutions_of(&Grid::EMPTY, &outcome).len(), 1000);
    assert!(matches!(outcome.finding, Finding::Many(many) if many.more()));
}

#[test]
fn the_node_limit_is_exact_on_every_backend() {
    let mut random = Random::new(11);
    // Grids with 23 clues, and grids with 41 and with 16, which probably have several solutions.
    let random = (0..80).map(|round| grid(random.puzzle([58, 58, 40, 65][round % 4])));
    let puzzles: Vec<_> = random.chain([parse(HARDEST), parse(TWO_SOLUTIONS)]).collect();
    let mut cuts = 0;
    for puzzle in puzzles {
        let whole = solve(&puzzle, &Budget::unlimited());
        let needed = whole.stats.guesses;
        for limit in BTreeSet::from([0, 1, needed / 2, needed.saturating_sub(1), needed, needed + 1, u64::MAX]) {
            let budget = Budget::unlimited().with_node_limit(limit);
            let outcome = solve(&puzzle, &budget);
            for backend in Backend::available() {
                assert_eq!(backend.solve(&puzzle, &budget), outcome, "{puzzle} within {limit}: {}", backend.name());
                let mut outcomes = Vec::new();
                backend.solve_many(&[puzzle, puzzle], &budget, &mut outcomes);
                assert!(outcomes.iter().all(|each| *each == outcome), "{puzzle} within {limit}: {outcomes:?}");
            }
            if limit >= needed {
                assert_eq!(outcome, whole, "{puzzle} within {limit} of {needed} guesses");
                continue;
            }
            let Finding::Interrupted { cause, found } = &outcome.finding else {
                panic!("{puzzle} within {limit} of {needed} guesses: {outcome:?}");
            };
            assert_eq!((*cause, outcome.stats.guesses), (Interruption::NodeLimit, limit), "{puzzle}");
            assert!(found.len() <= 1, "{puzzle}: {outcome:?}");
            solutions_of(&puzzle, &outcome);
            cuts += 1;
        }
    }
    assert!(cuts > 40, "only {cuts} searches were interrupted");
}

#[test]
fn a_search_pauses_whenever_it_looks_at_its_flag() {
    let pauses = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&pauses);
    let flag = CancelFlag::with_pause(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    });
    let outcome = solve(&parse(MOST_GUESSES), &Budget::unlimited().with_cancel(flag.clone()));
    assert!(matches!(outcome.finding, Finding::One(_)));
    assert!(pauses.load(Ordering::Relaxed) > 0 && !flag.is_cancelled());
}

#[test]
fn a_search_whose_pause_says_so_is_interrupted() {
    let looks = AtomicUsize::new(0);
    let flag = CancelFlag::with_pause(move || looks.fetch_add(1, Ordering::Relaxed) == 1);
    let outcome = solve(&parse(MOST_GUESSES), &Budget::unlimited().with_cancel(flag.clone()));
    let expected = Finding::Interrupted { cause: Interruption::Cancelled, found: Vec::new() };
    assert_eq!(outcome.finding, expected);
    assert!(outcome.stats.guesses > 0 && flag.is_cancelled(), "it stays raised");
}

/// The number of solutions that hold an allowed digit in each cell, up to `limit`: plain backtracking, on the cell with the
/// fewest digits.
fn count_allowed(values: &mut [u8; 81], allowed: &[u16; 81], limit: usize) -> usize {
    let possible = |cell: usize| {
        let is_peer = |other: usize| {
            other / 9 == cell / 9 || other % 9 == cell % 9 || other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3
        };
        let used = (0..81).filter(|&other| is_peer(other)).fold(0, |used, other| used | 1 << values[other] >> 1);
        allowed[cell] & !used
    };
    let blanks = (0..81).filter(|&cell| values[cell] == 0);
    let Some(cell) = blanks.min_by_key(|&cell| possible(cell).count_ones()) else { return 1 };
    let (digits, mut count) = (possible(cell), 0);
    for digit in (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1) {
        if count < limit {
            values[cell] = digit;
            count += count_allowed(values, allowed, limit - count);
        }
    }
    values[cell] = 0;
    count
}

/// The nightly run sets the number of positions.
#[test]
fn positions_have_as_many_solutions_as_a_plain_search_counts() {
    const MOST: usize = 50;
    let positions = std::env::var("MARKED_POSITIONS").map_or(500, |number| number.parse().expect("a number"));
    let mut random = Random::new(56);
    let mut seen = [0; MOST + 1];
    for position in 0..positions {
        let solution = random.solved();
        let mut values = solution;
        let givens = 12 + random.below(35);
        random.permutation(81).into_iter().skip(givens).for_each(|cell| values[cell] = 0);
        // Each cell has the mark of its digit, unless that is forgotten, and some others. Some cells are not noted.
        let mut marks = [0; 81];
        for (mark, digit) in marks.iter_mut().zip(solution) {
            let dense = if position % 2 == 0 { 0 } else { random.next() as u16 };
            let others = random.next() as u16 & (random.next() as u16 | dense);
            *mark = if random.below(5) == 0 { 0 } else { others & 0x1FF | 1 << (digit - 1) };
        }
        if position % 4 == 3 {
            let cell = random.below(81);
            marks[cell] &= !(1 << (solution[cell] - 1));
        }
        let allowed = marks.map(|mark| if mark == 0 { 0x1FF } else { mark });
        let expected = count_allowed(&mut values, &allowed, MOST);
        let position = Position::new(grid(values), &marks);
        for backend in Backend::available() {
            let outcome = backend.solve_position(&position, &Budget::unlimited().keeping(MOST));
            let found = solutions_of(position.grid(), &outcome);
            assert_eq!(found.len(), expected, "{position:?} {backend:?}");
            assert!(found.iter().all(|solution| position.lacks(solution).next().is_none()), "{position:?} {backend:?}");
            let any = backend.find_any(position, &Budget::unlimited()).0.expect("nothing interrupts it");
            assert_eq!(any.is_some(), expected > 0, "{position:?} {backend:?}");
        }
        seen[expected] += 1;
    }
    assert!(seen[0] > 20 && seen[1] > 20 && seen[2..MOST].iter().sum::<usize>() > 20, "of all kinds: {seen:?}");
}

/// The order of the guesses is nobody's business; that it gets no worse is.
#[test]
fn searches_find_the_same_solutions_after_as_many_guesses_as_approved() {
    let mut random = Random::new(53);
    let minimal = (0..300).map(|index| minimal_puzzle("guesses", index).0);
    let known = [HARDEST, MOST_GUESSES, TWO_SOLUTIONS, EMPTY].map(parse);
    let few = (0..200).map(|index| grid(random.puzzle(45 + index % 30)));
    let mut many = Many::of("solver/guesses.txt");
    for (index, puzzle) in minimal.chain(known).chain(few).enumerate() {
        for kept in [1, 2, 50] {
            let outcome = solve(&puzzle, &Budget::unlimited().keeping(kept));
            let (solutions, guesses) = (solutions_of(&puzzle, &outcome), outcome.stats.guesses);
            many.add("kept", index / 20, &format!("{puzzle} keeping {kept}: {solutions:?} after {guesses} guesses"));
        }
        let (found, stats) = find_any(&puzzle, &Budget::unlimited());
        let found = found.expect("no limit");
        many.add("any", index / 20, &format!("{puzzle}: {found:?} after {} guesses", stats.guesses));
    }
    many.check();
}
