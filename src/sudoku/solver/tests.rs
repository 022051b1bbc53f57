//! Compares every backend with the oracle and with the others, on grids of every kind.

use std::collections::BTreeSet;

use super::*;
use crate::sudoku::rules;

/// Takes many guesses; under Miri, only three.
pub const HARD: &str = if cfg!(miri) {
    "13.48..9..2.9.5.3......2.65.6..13..2..9....818............5...6.78.........2....."
} else {
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
};

/// A deterministic stream of numbers (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A complete grid: a pattern with its digits, rows within bands and columns within stacks permuted.
    pub fn complete(&mut self) -> [u8; 81] {
        let mut order = |count: usize| {
            let mut order: Vec<usize> = (0..count).collect();
            for last in (1..count).rev() {
                order.swap(last, self.below(last + 1));
            }
            order
        };
        let digits = order(9);
        let lines = |bands: Vec<usize>, within: [Vec<usize>; 3]| -> Vec<usize> {
            bands
                .into_iter()
                .flat_map(|band| within[band].iter().map(move |line| 3 * band + line).collect::<Vec<_>>())
                .collect()
        };
        let rows = lines(order(3), [order(3), order(3), order(3)]);
        let columns = lines(order(3), [order(3), order(3), order(3)]);
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            digits[(row * 3 + row / 3 + column) % 9] as u8 + 1
        })
    }

    /// This many clues of a complete grid; if `spoiled`, the last of them is replaced by another digit.
    pub fn puzzle(&mut self, clues: usize, spoiled: bool) -> Grid {
        let complete = self.complete();
        let mut values = [0; 81];
        let mut left = clues;
        while left > 0 {
            let cell = self.below(81);
            if values[cell] == 0 {
                values[cell] = complete[cell];
                left -= 1;
                if left == 0 && spoiled {
                    values[cell] = values[cell] % 9 + 1;
                }
            }
        }
        Grid::from_values(values).expect("values of digits")
    }
}

pub fn grid(text: &str) -> Grid {
    text.parse().expect("a grid")
}

/// The solutions of an outcome, which must be valid and all different, and whether there are more.
#[track_caller]
fn solutions(puzzle: &Grid, outcome: &Outcome) -> (BTreeSet<[u8; 81]>, bool) {
    let (grids, more) = match &outcome.finding {
        Finding::None => (Vec::new(), false),
        Finding::One(solution) => (vec![*solution], false),
        Finding::Many(solutions) => (solutions.iter().copied().collect(), solutions.more()),
        Finding::Interrupted { cause, .. } => panic!("interrupted by {cause:?}"),
    };
    for solution in &grids {
        assert!(solution.is_complete() && solution.contains(puzzle) && !rules::has_conflict(solution), "{solution}");
    }
    let set: BTreeSet<_> = grids.iter().map(|grid| *grid.values()).collect();
    assert_eq!(set.len(), grids.len(), "a repeated solution");
    (set, more)
}

/// The backends under test: all of them; under Miri, only the fastest that the features of the target allow.
pub fn backends() -> impl Iterator<Item = Backend> {
    Backend::available().take(if cfg!(miri) { 1 } else { usize::MAX })
}

/// Checks that every backend finds what the oracle finds, with the same number of guesses, for one grid at a time and
/// for several together.
#[track_caller]
fn check(puzzles: &[Grid], keep: usize) {
    let budget = Budget::unlimited().keeping(keep);
    let mut expected: Option<Vec<Outcome>> = None;
    for backend in backends() {
        let mut many = Vec::new();
        backend.solve_many(puzzles, &budget, &mut many);
        let alone: Vec<_> = puzzles.iter().map(|puzzle| backend.solve(puzzle, &budget)).collect();
        assert_eq!(many, alone, "{backend:?}");
        assert_eq!(expected.get_or_insert_with(|| alone.clone()), &alone, "{backend:?}");
    }
    for (puzzle, outcome) in puzzles.iter().zip(expected.iter().flatten()) {
        let (found, more) = solutions(puzzle, outcome);
        let oracle = reference::solutions(puzzle.values(), keep + 1);
        assert_eq!((found.len(), more), (oracle.len().min(keep), oracle.len() > keep), "{puzzle}");
        if !more {
            assert_eq!(found, oracle.into_iter().collect(), "{puzzle}");
        }
    }
}

#[test]
fn the_backends_of_this_machine_are_known_by_name_and_end_with_the_portable_one() {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    assert_eq!(names.last(), Some(&"portable"));
    assert_eq!(names.first(), Some(&Backend::detect().name()));
    assert!(Backend::available().all(|backend| Backend::named(backend.name()) == Some(backend)));
    assert_eq!(Backend::named("abacus"), None);
    assert_eq!(names.contains(&"neon"), cfg!(target_arch = "aarch64"));
    #[cfg(target_arch = "x86_64")]
    assert_eq!(names == ["portable"], !is_x86_feature_detected!("avx2"), "{names:?}");
}

#[test]
fn puzzles_with_one_solution_are_solved_by_every_backend() {
    let complete = Numbers(1).complete();
    let mut almost = complete;
    almost[40] = 0;
    let grids = [grid(HARD), Grid::from_values(complete).expect("digits"), Grid::from_values(almost).expect("digits")];
    check(&grids, 1);
    assert!(grids.iter().all(|puzzle| matches!(solve(puzzle, &Budget::unlimited()).finding, Finding::One(_))));
}

#[test]
fn random_grids_with_none_one_and_several_solutions_match_the_oracle() {
    let mut numbers = Numbers(20_261_121);
    let mut kinds = [0; 3];
    let (cases, all_clues): (_, &[_]) = if cfg!(miri) { (2, &[40]) } else { (75, &[24, 26, 28, 32, 40, 60]) };
    for &clues in all_clues {
        let puzzles: Vec<_> = (0..cases).map(|case| numbers.puzzle(clues, case % 2 == 1)).collect();
        check(&puzzles, 1);
        for puzzle in &puzzles {
            kinds[count_solutions(puzzle, 2)] += 1;
        }
    }
    assert!(cfg!(miri) || kinds.iter().all(|&kind| kind > 50), "too few grids of some kind: {kinds:?}");
}

#[test]
fn grids_of_few_clues_have_as_many_different_solutions_as_requested() {
    let mut numbers = Numbers(16);
    // Under Miri, a grid with so few clues takes a minute.
    let all_clues: &[_] = if cfg!(miri) { &[] } else { &[4, 10, 13, 16] };
    for &clues in all_clues {
        let puzzles: Vec<_> = (0..8).map(|case| numbers.puzzle(clues, case % 4 == 3)).collect();
        check(&puzzles, 1);
        check(&puzzles, 100);
    }
    // A grid without a solution. The rules alone do not show that, and the oracle would take far too long.
    let none = grid("........1.......2...3.45........34.6.........21...8.......7.......1.....3.8...5..");
    for budget in [1, 2].map(|keep| Budget::unlimited().keeping(keep)) {
        for outcome in backends().map(|backend| backend.solve(&none, &budget)) {
            assert!(outcome.finding == Finding::None && (1..50).contains(&outcome.stats.guesses), "{outcome:?}");
        }
    }
}

#[test]
fn equal_digits_in_a_row_a_column_or_a_box_leave_no_solution_and_cost_no_guess() {
    for other in ["r1c9", "r9c1", "r3c3", "r1c2", "r2c1"] {
        let coordinates = other.as_bytes();
        let (row, column) = (usize::from(coordinates[1] - b'1'), usize::from(coordinates[3] - b'1'));
        let mut values = [0; 81];
        values[0] = 5;
        values[9 * row + column] = 5;
        let puzzle = Grid::from_values(values).expect("digits");
        for backend in backends() {
            let outcome = backend.solve(&puzzle, &Budget::unlimited());
            assert_eq!(outcome, Outcome { finding: Finding::None, stats: Stats::default() }, "{other} {backend:?}");
            assert_eq!(backend.count_solutions(&puzzle, 9), 0);
        }
    }
}

#[test]
fn solutions_found_before_the_limit_are_reported() {
    let puzzle = Numbers(7).puzzle(32, false);
    let needed = solve(&puzzle, &Budget::unlimited().keeping(1_000)).stats.guesses;
    let budget = Budget::unlimited().keeping(1_000).with_node_limit(needed - 1);
    let outcome = solve(&puzzle, &budget);
    let Finding::Interrupted { cause: Interruption::NodeLimit, found } = &outcome.finding else {
        panic!("{outcome:?}");
    };
    assert_eq!(outcome.stats.guesses, needed - 1);
    assert!(!found.is_empty() && found.iter().all(|grid| grid.is_complete() && !rules::has_conflict(grid)));
    for backend in backends() {
        assert_eq!(backend.solve(&puzzle, &budget), outcome, "{backend:?}");
    }
}

#[test]
fn a_raised_flag_stops_a_search_before_its_first_guess_but_not_a_search_without_guesses() {
    let flag = CancelFlag::new();
    let budget = Budget::unlimited().with_cancel(flag.clone());
    assert!(matches!(solve(&grid(HARD), &budget).finding, Finding::One(_)));
    flag.cancel();
    let complete = Grid::from_values(Numbers(1).complete()).expect("digits");
    for backend in backends() {
        assert_eq!(backend.solve(&complete, &budget).finding, Finding::One(complete), "{backend:?}");
        let outcome = backend.solve(&grid(HARD), &budget);
        let expected = Finding::Interrupted { cause: Interruption::Cancelled, found: Vec::new() };
        assert_eq!(outcome, Outcome { finding: expected, stats: Stats::default() }, "{backend:?}");
    }
}

#[test]
fn outcomes_are_appended() {
    let (hard, none) = (grid(HARD), grid(&format!("55{}", ".".repeat(79))));
    for count in if cfg!(miri) { 3..4 } else { 0..4 } {
        let mut outcomes = vec![solve(&none, &Budget::unlimited())];
        solve_many(&[hard, none, hard][..count], &Budget::unlimited(), &mut outcomes);
        let expected: Vec<_> =
            [none, hard, none, hard][..=count].iter().map(|puzzle| solve(puzzle, &Budget::unlimited())).collect();
        assert_eq!(outcomes, expected);
    }
}
