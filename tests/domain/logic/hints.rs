//! What hints disclose about a position, and what they withhold.

use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Advice, Board, Candidate, End, Hint, NoHint, StepLimits, Technique, Tenths, hint, path, tell_whole,
};
use sudoku_service::sudoku::rules::Conflict;
use sudoku_service::sudoku::solver::Budget;
use sudoku_service::sudoku::{Cell, Digit, Grid, Mistake, Position};

use crate::logic::oracle::{after, effects, grid};
use crate::logic::positions::positions;
use crate::support::approval::Many;

pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn cell(row: usize, column: usize) -> Cell {
    Cell::at(row, column).expect("a cell")
}

fn digit(value: u8) -> Digit {
    Digit::new(value).expect("a digit")
}

fn ask(puzzle: &Grid, at: &Grid, marks: Option<&[u16; 81]>) -> Option<Hint> {
    let position = marks.map_or_else(|| at.into(), |marks| Position::new(*at, marks));
    hint(Some(puzzle), &position, 0, &Budget::unlimited(), &StepLimits::default()).expect("a solvable position").hint
}

/// The answer to a player who has filled no cell yet.
fn at_start(puzzle: &Grid, skip: usize, limits: &StepLimits) -> Result<Advice, NoHint> {
    hint(None, &puzzle.into(), skip, &Budget::unlimited(), limits)
}

#[test]
fn a_conflict_comes_first_then_a_mistake_then_a_missing_mark_then_a_step() {
    let puzzle = grid(EASY);
    let conflict = puzzle.with(cell(1, 3), digit(5));
    assert!(matches!(ask(&puzzle, &conflict, None), Some(Hint::Conflict(_))));
    assert!(matches!(ask(&conflict, &conflict, None), Some(Hint::Conflict(_))));

    let mistake = puzzle.with(cell(1, 3), digit(1));
    let Some(Hint::Mistake(mistakes)) = ask(&puzzle, &mistake, None) else { panic!("no mistake") };
    assert_eq!((mistakes[0].cell, mistakes[0].holds, mistakes[0].right), (cell(1, 3), Some(digit(1)), digit(4)));

    let mut marks = [0; 81];
    marks[cell(1, 3).index()] = 0b11;
    let Some(Hint::MissingMark(missing)) = ask(&puzzle, &puzzle, Some(&marks)) else { panic!("no missing mark") };
    assert_eq!((missing[0].cell, missing[0].digit), (cell(1, 3), digit(4)));

    assert!(matches!(ask(&puzzle, &puzzle, None), Some(Hint::Step(..))));
    assert_eq!(ask(&puzzle, &grid(SOLVED), None), Some(Hint::Done));
}

#[test]
fn applying_hints_from_the_start_gives_the_path() {
    for (puzzle, ..) in positions().step_by(5) {
        let puzzle = grid(puzzle);
        let mut board = Board::new(&puzzle);
        for expected in path(&puzzle, &StepLimits::default()).1 {
            let marks = Cell::all().map(|cell| board.digits(cell).fold(0, |marks, d| marks | 1 << (d.get() - 1)));
            let marks: Vec<u16> = marks.collect();
            let marks = marks.try_into().expect("81 cells");
            let Some(Hint::Step(_, step)) = ask(&puzzle, &board.grid(), Some(&marks)) else { panic!("no step") };
            assert_eq!(*step, expected);
            board.apply(&step);
        }
    }
}

#[test]
fn invalid_marks_and_cells_without_marks_are_ignored() {
    let puzzle = grid(EASY);
    let all = [0x1ff; 81];
    assert_eq!(ask(&puzzle, &puzzle, Some(&all)), ask(&puzzle, &puzzle, None));
    assert_eq!(ask(&puzzle, &puzzle, Some(&[0; 81])), ask(&puzzle, &puzzle, None));
}

#[test]
fn later_hints_have_other_effects_and_no_lower_rating() {
    let puzzle = grid(EASY);
    let mut seen: Vec<(Tenths, String)> = Vec::new();
    for skip in 0.. {
        let answer = at_start(&puzzle, skip, &StepLimits::default());
        let answer = answer.expect("a solvable position");
        let Some(Hint::Step(_, step)) = answer.hint else { panic!("`more` promised a step") };
        let effect = format!("{:?} {:?}", step.place, step.eliminate);
        assert!(seen.iter().all(|(rating, other)| *rating <= step.rating && *other != effect), "{effect}");
        seen.push((step.rating, effect));
        if !answer.more || skip == 20 {
            break;
        }
    }
    assert!(seen.len() > 3);
}

#[test]
fn several_solutions_rule_out_uniqueness_and_no_solution_rules_out_hints() {
    let several = Grid::EMPTY.with(cell(1, 1), digit(1));
    let limits = StepLimits { max_rating: Tenths(60), ..StepLimits::default() };
    let answer = at_start(&several, 0, &limits).expect("solvable");
    assert!(!answer.unique && answer.hint.is_none() && answer.end == End::MaxRating);

    let none = grid(&format!("12345678.........9{}", ".".repeat(63)));
    let answer = at_start(&none, 0, &StepLimits::default());
    assert_eq!(answer, Err(NoHint::NoSolution));
}

#[test]
fn givens_that_were_erased_or_changed_are_mistakes_even_if_there_are_several_solutions() {
    let puzzle = Grid::EMPTY.with(cell(1, 1), digit(1)).with(cell(5, 5), digit(2));
    let at = Grid::EMPTY.with(cell(5, 5), digit(3)).with(cell(9, 9), digit(4));
    let Some(Hint::Mistake(mistakes)) = ask(&puzzle, &at, None) else { panic!("no mistake") };
    let told: Vec<_> = mistakes.iter().map(|mistake| (mistake.cell, mistake.holds, mistake.right)).collect();
    assert_eq!(told, [(cell(1, 1), None, digit(1)), (cell(5, 5), Some(digit(3)), digit(2))]);
}

#[test]
fn steps_above_the_highest_rating_are_the_reason_for_no_hint() {
    let puzzle = grid(EASY);
    let limits = StepLimits { max_rating: Tenths(10), ..StepLimits::default() };
    let answer = at_start(&puzzle, 0, &limits).expect("solvable");
    assert_eq!((answer.hint, answer.end, answer.at_least), (None, End::MaxRating, Tenths(12)));
}

#[test]
fn a_position_has_limits_of_its_own() {
    let limits = StepLimits { nodes: u64::MAX, last: Technique::NestedNested, ..StepLimits::default() };
    let of = |unique| {
        let StepLimits { nodes, uniqueness, last, .. } = limits.clone().for_position(unique);
        (nodes, uniqueness, last)
    };
    assert_eq!(of(true), (10_000_000, true, Technique::NestedNested));
    assert_eq!(of(false), (10_000_000, false, Technique::ForcingChain));
    assert_eq!(StepLimits { nodes: 5, ..limits.clone() }.for_position(true).nodes, 5);
}

/// What a hint says.
fn words(advice: Result<Advice, NoHint>) -> String {
    let Ok(Advice { unique, hint, more, at_least, .. }) = advice else { return "no solution".to_owned() };
    let hint = hint.map_or_else(
        || format!("none below {at_least}"),
        |hint| match hint {
            Hint::Conflict(conflicts) => {
                let conflict = |c: &Conflict| format!("{}: {} at {:?}", c.house, c.digit, c.cells);
                format!("conflict {}", conflicts.iter().map(conflict).collect::<Vec<_>>().join("; "))
            }
            Hint::Mistake(mistakes) => {
                let mistake = |m: &Mistake| format!("{} is {}", m.cell, m.right);
                format!("mistake {}", mistakes.iter().map(mistake).collect::<Vec<_>>().join("; "))
            }
            Hint::MissingMark(marks) => {
                let mark = |mark: &Candidate| format!("{}={}", mark.cell, mark.digit);
                format!("missing {}", marks.iter().map(mark).collect::<Vec<_>>().join("; "))
            }
            Hint::Step(board, step) => {
                let id = step.technique.info().id;
                format!("{id} {} {}: {}", step.rating, effects(&step), tell_whole(&board, &step).0)
            }
            Hint::Done => "done".to_owned(),
        },
    );
    format!("{hint}, unique {unique}, more {more}")
}

/// The answers to a player who erased or mistook some cells, or has marks of which some are missing.
#[test]
fn hints_for_many_positions_are_as_approved() {
    let mut many = Many::of("logic/hinted.txt");
    for index in 0..150 {
        let (puzzle, solution) = minimal_puzzle("hints", index);
        let steps = path(&puzzle, &StepLimits::default()).1;
        let board = after(&puzzle, &steps[..steps.len() * (index as usize % 4) / 5]);
        let cells = |part: usize| Cell::all().filter(move |cell| (cell.index() + index as usize) % 17 == part);
        let erased = cells(0).fold(board.grid(), |at, cell| at.with(cell, None));
        let wrong =
            cells(1).fold(board.grid(), |at, cell| at.with(cell, solution.get(cells(2).next().expect("a cell"))));
        let fewer = cells(3).fold(puzzle, |fewer, cell| fewer.with(cell, None));
        let mut missing = board.marks();
        cells(4).for_each(|cell| missing[cell.index()] &= 0x155);
        let at = board.grid();
        for (puzzle, at, marks) in [
            (puzzle, at, Some(board.marks())),
            (puzzle, at, Some(missing)),
            (puzzle, erased, None),
            (puzzle, wrong, None),
            (fewer, fewer, None),
            (wrong, wrong, None),
        ] {
            for (skip, uniqueness) in [(0, true), (1, true), (4, false)] {
                let limits = StepLimits { uniqueness, max_rating: Tenths(75), ..StepLimits::default() };
                let position = marks.as_ref().map_or_else(|| (&at).into(), |marks| Position::new(at, marks));
                let hinted = words(hint(Some(&puzzle), &position, skip, &Budget::unlimited(), &limits));
                many.add("hints", index as usize, &format!("{at} skipping {skip}: {hinted}"));
            }
        }
    }
    many.check();
}
