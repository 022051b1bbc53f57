//! Sukakus: puzzles of which only the pencil marks leave one solution.

use sudoku_service::sudoku::logic::{
    Board, Hint, StepLimits, Technique, TechniqueSet, hint, path, rate, relies_on_marks, steps,
};
use sudoku_service::sudoku::solver::{Budget, Finding, solve_position};
use sudoku_service::sudoku::{Grid, Position, notation};

use crate::logic::proofs::check_effects;
use crate::support::puzzle_sets;

/// The positions of the file with their ratings ER/EP/ED.
fn sukakus() -> Vec<(Position, String)> {
    let text = puzzle_sets::text("ratings/sukaku.tsv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (marks, ratings) = line.split_once('\t').expect("columns");
        let read = notation::parse(marks).expect("a sukaku");
        (Position::new(read.grid, &read.candidates.expect("pencil marks")), ratings.replace('\t', "/"))
    });
    rows.collect()
}

fn only_solution(position: &Position) -> Grid {
    match solve_position(position, &Budget::unlimited()).finding {
        Finding::One(solution) => solution,
        finding => panic!("{position:?}: {finding:?}"),
    }
}

#[test]
fn sukakus_have_the_ratings_of_sudoku_explainer() {
    let sukakus = sukakus();
    for (position, expected) in &sukakus {
        let rating = rate(position, &StepLimits::default());
        assert_eq!(format!("{}/{}/{}", rating.er, rating.ep, rating.ed), *expected, "{position:?}");
    }
    println!("{} ratings of sukakus compared", sukakus.len());
    assert!(sukakus.len() > 10);
}

/// Steps that assume one solution, too, of puzzles that have one only because of their marks.
#[test]
fn steps_and_hints_of_sukakus_lead_to_their_solution() {
    let (mut listed, mut several) = (0, 0);
    for (position, _) in sukakus() {
        let solution = only_solution(&position);
        let by_marks = relies_on_marks(&position, &Budget::unlimited());
        several += usize::from(by_marks);
        let limits = StepLimits::within(TechniqueSet::up_to(Technique::Aic)).for_position(true);
        let limits = StepLimits { by_marks, ..limits };
        let mut board = Board::from(&position);
        for (number, step) in path(&position, &StepLimits::default()).1.iter().enumerate() {
            check_effects(&board, step, &solution);
            if number % 8 == 0 {
                let now = Position::new(board.grid(), &board.marks());
                for step in steps(&board, &limits, 200).0 {
                    check_effects(&board, &step, &solution);
                    listed += 1;
                }
                match hint(None, &now, 0, &Budget::unlimited(), &StepLimits::default()).expect("a solution").hint {
                    Some(Hint::Step(_, step)) => check_effects(&board, &step, &solution),
                    hint => panic!("{now:?}: {hint:?}"),
                }
            }
            board.apply(step);
        }
        assert_eq!(board.grid(), solution, "{position:?}");
    }
    assert!(listed > 100 && several > 2, "{listed} steps, {several} puzzles with several solutions without marks");
}
