//! Makes other grids of a puzzle: equivalent ones, ones with several solutions, and ones with a wrong digit.
//!
//! A variant depends only on the puzzle, its kind, the seed and its number. It is drawn at random and then confirmed by
//! [`Explanation`]; a draw that fails is repeated, at most [`DRAWS`] times.

use std::ops::RangeInclusive;

use super::canonical::Transformation;
use super::explain::{Explanation, Parts};
use super::generate::random::Random;
use super::generate::rare_puzzles::transformation;
use super::named::named;
use super::solver::{self, Budget, CancelFlag, Finding};
use super::{Cell, Digit, Grid};

/// Maximum number of draws for a variant.
pub const DRAWS: u32 = 200;

named! {
    /// A kind of variant.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Kind {
        /// An equivalent puzzle.
        Isomorph = "isomorph",
        /// The puzzle without some givens, so that it has several solutions.
        Ambiguous = "ambiguous",
        /// The puzzle with a wrong digit in place of a given, so that it has no solution.
        Broken = "broken",
    }
}

/// A variant of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The grid.
    pub grid: Grid,
    /// How it differs from the puzzle.
    pub change: Change,
}

/// How a variant differs from its puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is the result of this transformation, and has this solution.
    Isomorph(Transformation, Grid),
    /// It has exactly these solutions.
    Ambiguous(Vec<Grid>),
    /// A cell has a wrong digit.
    Broken {
        /// The cell.
        cell: Cell,
        /// The wrong digit.
        wrong: Digit,
        /// The digit of the solution.
        right: Digit,
        /// Whether it occurs twice in a house.
        conflicts: bool,
    },
}

/// Makes the variant with this number of a puzzle with this only solution. An ambiguous one has a number of solutions in
/// this range. `None` if no draw was confirmed, or the flag was raised.
pub fn variant(
    (puzzle, solution): (&Grid, &Grid),
    kind: Kind,
    solutions: &RangeInclusive<usize>,
    (seed, number): (&str, u64),
    cancel: &CancelFlag,
) -> Option<Variant> {
    let mut random = Random::new(&format!("{seed}/{}/{puzzle}", kind.name()), number);
    let draws = (0..DRAWS).take_while(|_| !cancel.is_cancelled());
    draws.into_iter().find_map(|_| {
        let drawn = match kind {
            Kind::Isomorph => isomorph(puzzle, solution, &mut random),
            Kind::Ambiguous => ambiguous(puzzle, solutions, &mut random),
            Kind::Broken => broken(puzzle, solution, &mut random),
        };
        drawn.and_then(|drawn| confirmed(drawn, cancel))
    })
}

fn isomorph(puzzle: &Grid, solution: &Grid, random: &mut Random) -> Option<Variant> {
    let transformation = transformation(random)?;
    let grid = transformation.apply(puzzle);
    let change = Change::Isomorph(transformation, transformation.apply(solution));
    (grid != *puzzle).then_some(Variant { grid, change })
}

/// Removes givens in random order, except those whose removal would allow too many solutions.
fn ambiguous(puzzle: &Grid, solutions: &RangeInclusive<usize>, random: &mut Random) -> Option<Variant> {
    let mut givens: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
    random.shuffle(&mut givens);
    let wanted = solutions.start() + random.below((solutions.end() - solutions.start()) as u32 + 1) as usize;
    let mut grid = *puzzle;
    for cell in givens {
        let less = grid.with(cell, None);
        let Finding::Many(found) = solver::solve(&less, &Budget::unlimited().keeping(wanted)).finding else {
            grid = less;
            continue;
        };
        let found: Option<Vec<Grid>> = (!found.more()).then(|| found.iter().copied().collect());
        let Some(found) = found else { continue };
        grid = less;
        if found.len() == wanted {
            return Some(Variant { grid, change: Change::Ambiguous(found) });
        }
    }
    None
}

fn broken(puzzle: &Grid, solution: &Grid, random: &mut Random) -> Option<Variant> {
    let givens: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
    let cell = givens[random.below(givens.len() as u32) as usize];
    let right = solution.get(cell)?;
    let wrong = Digit::ALL[random.below(9) as usize];
    let change = Change::Broken { cell, wrong, right, conflicts: false };
    (wrong != right).then(|| Variant { grid: puzzle.with(cell, Some(wrong)), change })
}

/// The variant, if its explanation says what it should.
fn confirmed(variant: Variant, cancel: &CancelFlag) -> Option<Variant> {
    let Variant { grid, change } = variant;
    let explained = Explanation::of(&grid, Parts::default(), &Budget::unlimited(), cancel.clone()).ok()?;
    let change = match (change, explained) {
        (change @ Change::Isomorph(..), Explanation::Unique(_)) => change,
        (Change::Ambiguous(found), Explanation::Multiple(multiple))
            if multiple.solutions.is_exact() && multiple.solutions.count() == found.len() =>
        {
            Change::Ambiguous(found)
        }
        (Change::Broken { cell, wrong, right, .. }, Explanation::Refuted(refuted)) => {
            Change::Broken { cell, wrong, right, conflicts: !refuted.conflicts.is_empty() }
        }
        _ => return None,
    };
    Some(Variant { grid, change })
}
