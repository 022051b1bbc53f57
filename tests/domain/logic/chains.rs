//! Chains: ratings and steps by Sudoku Explainer 1.2.1.3, and how limits and the cancel flag stop them.

use sudoku_service::sudoku::logic::{Board, End, Proof, StepLimits, Technique, check, path, rate};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::logic::oracle::{effects, grid};

/// The index of a step on a path, and the step's technique id, rating and effects.
pub type Known = (usize, &'static str, &'static str, &'static str);

/// Puzzles with their ratings and some of their steps, from runs of the original. For the last puzzle, only the rating and
/// the technique of the last step are from the original.
pub const RATED: [(&str, &str, &[Known]); 6] = [
    (
        "...5.........7.1.3...1.3.74..2.6...95....4....74....1..5.8..6.......9.25...3...9.",
        "7.2/2.3/2.3",
        &[(29, "cycle", "7.0", "r8c3<>7 r9c2<>1")],
    ),
    (
        ".6...13...9.5.........4...52...549.........7....9..5147.14..8..3...6.1.......8.3.",
        "8.7/1.2/1.2",
        &[
            (9, "turbot-fish", "6.6", "r2c3<>4"),
            (11, "forcing-chain", "7.1", "r5c1<>4"),
            (14, "nishio-forcing-chain", "7.6", "r6c5<>3"),
            (20, "cell-forcing-chain", "8.3", "r3c6<>3"),
            (34, "aligned-triplet-exclusion", "7.5", "r1c3<>7"),
            (44, "forcing-x-chain", "6.7", "r4c4<>7"),
        ],
    ),
    (
        ".2.....3....1..7...83.6......6.2857...9..7.........46.5...7....4....1..2.....4...",
        "8.9/1.2/1.2",
        &[
            (11, "dynamic-contradiction", "8.8", "r1c3<>7"),
            (13, "region-forcing-chain", "8.2", "r1c9<>1"),
            (14, "dynamic-cell", "8.8", "r6c1<>3"),
            (18, "dynamic-region", "8.9", "r5c1<>1"),
        ],
    ),
    (
        "......5.88..651...9..2..3...4.7..9.5....2....5.1.4.....1.56.8.9..3............61.",
        "8.9/1.2/1.2",
        &[(60, "y-cycle", "6.7", "r1c3<>7 r5c3<>7")],
    ),
    (
        "9..7...6..12.4.......3..29...6....58.7...........5.43..2753........64...1..9....5",
        "9.1/1.2/1.2",
        &[(10, "dynamic-double", "9.0", "r9c5<>8")],
    ),
    (
        "......7....71.9...68..7......1.6.8...6.....42.....2.....6.9.1..54......3.1.3...5.",
        "10.9/1.2/1.2",
        &[
            (3, "nested-forcing-chain", "10.6", "r1c9<>4"),
            (4, "dynamic-plus", "10.1", "r4c6<>7"),
            (8, "nested-multiple", "10.9", "r1c8<>3"),
        ],
    ),
];

#[test]
fn ratings_and_steps_are_those_of_the_original() {
    for (puzzle, expected, known) in RATED {
        let puzzle = grid(puzzle);
        let (rating, steps) = path(&puzzle, &StepLimits::default());
        assert_eq!(format!("{}/{}/{}", rating.er, rating.ep, rating.ed), expected);
        assert_eq!(rating, rate(&puzzle, &StepLimits::default()), "{puzzle}: the rating without proofs differs");
        for &(index, id, rating, effect) in known {
            let step = &steps[index];
            let found = (step.technique.info().id, step.rating.to_string(), effects(step));
            assert_eq!(found, (id, rating.to_owned(), effect.to_owned()), "{puzzle}");
        }
        let mut board = Board::new(&puzzle);
        for step in steps {
            check(&board, &step).unwrap_or_else(|flaw| panic!("{flaw}: {step:?}"));
            let by_chains = matches!(step.proof, Proof::Chains(_));
            assert_eq!(by_chains, step.rating.0 > 62 && step.technique != Technique::AlignedTripletExclusion);
            board.apply(&step);
        }
        assert!(board.is_solved());
    }
}

#[test]
fn a_node_limit_or_a_raised_flag_stops_chains() {
    let puzzle = grid(RATED[1].0);
    let few = StepLimits { nodes: 1_000, ..StepLimits::default() };
    assert_eq!(rate(&puzzle, &few).end, End::OutOfNodes);
    let cancel = CancelFlag::new();
    cancel.cancel();
    let cancelled = StepLimits { cancel: Some(cancel), ..StepLimits::default() };
    assert_eq!(rate(&puzzle, &cancelled).end, End::Cancelled);
}
