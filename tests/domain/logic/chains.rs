//! Chains: ratings and steps by Sudoku Explainer 1.2.1.3, and how limits and the cancel flag stop them.

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::logic::{Board, End, Proof, StepLimits, Technique, check, path, rate};
use sudoku_service::sudoku::solver::CancelFlag;

use crate::logic::oracle::{effects, grid};

/// The index of a step on a path, and the step's technique id, rating and effects.
type Known = (usize, &'static str, &'static str, &'static str);

/// Puzzles with their ratings and some of their steps, from runs of the original. For the last puzzle, only the rating and
/// the technique of the last step are from the original.
pub fn rated() -> Vec<(Grid, &'static str, Vec<Known>)> {
    let mut rated: Vec<(Grid, &str, Vec<Known>)> = Vec::new();
    for line in include_str!("rated.txt").lines() {
        let fields: Vec<&str> = line.splitn(4, ' ').collect();
        match fields[..] {
            [puzzle, rating] => rated.push((grid(puzzle), rating, Vec::new())),
            [index, id, rating, effects] => {
                let known = (index.parse().expect("an index"), id, rating, effects);
                rated.last_mut().expect("a puzzle").2.push(known);
            }
            _ => panic!("a puzzle or a step, not {line}"),
        }
    }
    rated
}

#[test]
fn ratings_and_steps_are_those_of_the_original() {
    for (puzzle, expected, known) in rated() {
        let (rating, steps) = path(&puzzle, &StepLimits::default());
        assert_eq!(format!("{}/{}/{}", rating.er, rating.ep, rating.ed), expected);
        assert_eq!(rating, rate(&puzzle, &StepLimits::default()), "{puzzle}: the rating without proofs differs");
        for (index, id, rating, effect) in known {
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
    let (puzzle, ..) = rated().swap_remove(1);
    let few = StepLimits { nodes: 1_000, ..StepLimits::default() };
    assert_eq!(rate(&puzzle, &few).end, End::OutOfNodes);
    let cancel = CancelFlag::new();
    cancel.cancel();
    let cancelled = StepLimits { cancel: Some(cancel), ..StepLimits::default() };
    assert_eq!(rate(&puzzle, &cancelled).end, End::Cancelled);
}
