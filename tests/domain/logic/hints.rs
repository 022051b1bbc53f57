//! What hints disclose about a position, and what they withhold; and how claims about it are judged.

use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Advice, Board, Candidate, Claim, Hint, NoHint, StepLimits, Technique, Tenths, hint, path, tell_whole,
};
use sudoku_service::sudoku::rules::Conflict;
use sudoku_service::sudoku::solver::Budget;
use sudoku_service::sudoku::{Cell, Digit, Grid, House, Mistake, Position};

use crate::logic::oracle::{after, effects, grid, positions};
use crate::support::approval::Many;
use crate::support::puzzles::{EASY, EASY_SOLUTION};

#[test]
fn applying_hints_from_the_start_gives_the_path() {
    for (puzzle, ..) in positions().step_by(5) {
        let puzzle = grid(puzzle);
        let mut board = Board::new(&puzzle);
        for expected in path(&puzzle, &StepLimits::default()).1 {
            let position = Position::new(board.grid(), &board.marks());
            let advice = hint(Some(&puzzle), &position, 0, &Budget::unlimited(), &StepLimits::default());
            let Some(Hint::Step(_, step)) = advice.expect("a solvable position").hint else { panic!("no step") };
            assert_eq!(*step, expected);
            board.apply(&step);
        }
    }
}

#[test]
fn later_hints_have_other_effects_and_no_lower_rating() {
    let puzzle = grid(EASY);
    let mut seen: Vec<(Tenths, String)> = Vec::new();
    for skip in 0.. {
        let answer = hint(None, &(&puzzle).into(), skip, &Budget::unlimited(), &StepLimits::default());
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
fn marks_that_the_rules_exclude_and_missing_ones_change_no_hint() {
    let puzzle = grid(EASY);
    let of = |position: &Position| {
        hint(Some(&puzzle), position, 0, &Budget::unlimited(), &StepLimits::default()).expect("a solvable position")
    };
    for marks in [0x1FF, 0] {
        assert_eq!(of(&Position::new(puzzle, &[marks; 81])), of(&(&puzzle).into()), "{marks}");
    }
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

fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

#[test]
fn claims_are_judged_by_the_rules_the_givens_and_the_solution() {
    let puzzle: Grid = EASY.parse().expect("a grid");
    let solution: Grid = EASY_SOLUTION.parse().expect("a grid");
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
