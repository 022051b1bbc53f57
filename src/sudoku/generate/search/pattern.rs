//! Puzzles whose clues are in given cells.
//!
//! A pattern says which cells are clues, so nothing is left to remove or to add: what is searched for is their digits. A climb
//! begins with those of a random solution. It changes one to three of them at a time, and keeps a change that leaves no more
//! solutions than before, until one is left. A walk then goes on with changes that leave one solution. Setters of the
//! "Patterns Game" (Player's Forum, since 2009) search their patterns in this way.

use super::{Draft, GenerateError, Met, Random, Search, solution};
use crate::sudoku::logic::Tenths;
use crate::sudoku::solver::{self, Budget, Finding};
use crate::sudoku::{Cell, Digit, Grid, House};

/// The maximum number of solutions that are counted, and of guesses while they are. Digits that leave more are all alike to
/// the climb.
const MOST: usize = 10_000;

/// The number of changes in a row that may fail before a climb or a walk ends.
const PATIENCE: u32 = 2_000;

/// The work of a change, and of each guess while its solutions are counted: it takes about as long as this many candidates that
/// chains visit.
const CHANGE: u64 = 256;
const GUESS: u64 = 16;

impl Search<'_> {
    /// Fills the pattern, then walks on from the puzzle.
    pub(super) fn filled(&mut self, pattern: u128, sets: &[u128]) -> Result<Option<Met>, GenerateError> {
        let Some(draft) = self.fill(pattern)? else { return Ok(None) };
        match self.judge(&draft, Tenths(0))? {
            Ok(met) => Ok(Some(met)),
            Err(stage) => self.walk(sets, stage),
        }
    }

    /// Fills the pattern so that there is one solution. `None` if the climb ends before.
    fn fill(&mut self, pattern: u128) -> Result<Option<Draft>, GenerateError> {
        let start = solution::solution(&mut self.random).only(pattern);
        // Nearly any digits do in a pattern with few blanks, and hardly any change of them is valid.
        if let Some(draft) = Draft::of(&start) {
            return Ok(Some(draft));
        }
        let (mut puzzle, mut left, mut idle) = (start, MOST, 0);
        while left > 1 && idle < PATIENCE && !self.is_done() {
            self.check_cancelled()?;
            let Some((changed, count)) = self.change(&puzzle, left) else {
                idle += 1;
                continue;
            };
            idle = if count < left { 0 } else { idle + 1 };
            (puzzle, left) = (changed, count);
        }
        Ok(if left == 1 { Draft::of(&puzzle) } else { None })
    }

    /// The same clues with one to three other digits that leave one solution. `None` if none are found.
    pub(super) fn refill(&mut self, draft: &Draft) -> Option<Draft> {
        let puzzle = draft.puzzle();
        let changed = (0..PATIENCE).find_map(|_| if self.is_done() { None } else { self.change(&puzzle, 1) });
        changed.and_then(|(changed, _)| Draft::of(&changed))
    }

    /// Changes the digits of one to three clues, and counts the solutions. `None` if there are none or more than `most`; with
    /// [`MOST`], more count as that many.
    fn change(&mut self, puzzle: &Grid, most: usize) -> Option<(Grid, usize)> {
        let changed = changed(puzzle, &mut self.random);
        self.work += CHANGE;
        let changed = changed?;
        let mut budget = Budget::unlimited().with_node_limit(MOST as u64).counting(most);
        if let Some(flag) = &self.limits.cancel {
            budget = budget.with_cancel(flag.clone());
        }
        let outcome = solver::solve(&changed, &budget);
        self.work += GUESS * outcome.stats.guesses;
        match outcome.finding {
            Finding::One(_) => Some((changed, 1)),
            Finding::Many(solutions) if !solutions.more() => Some((changed, outcome.stats.solutions as usize)),
            Finding::Many(_) if most == MOST => Some((changed, MOST)),
            _ => None,
        }
    }
}

/// The puzzle with other digits in one to three of its clues. `None` if there are none at random.
fn changed(puzzle: &Grid, random: &mut Random) -> Option<Grid> {
    let mut clues: Vec<Cell> = Cell::all().filter(|&cell| puzzle.get(cell).is_some()).collect();
    random.shuffle(&mut clues);
    clues.truncate(1 + random.below(3) as usize);
    let cleared = clues.iter().fold(*puzzle, |grid, &cell| grid.with(cell, None));
    let filled = clues.iter().try_fold(cleared, |grid, &cell| {
        let seen = |digit: &Digit| {
            House::of(cell).iter().any(|house| house.cells().iter().any(|&one| grid.get(one) == Some(*digit)))
        };
        let free: Vec<Digit> = (1..=9).filter_map(Digit::new).filter(|digit| !seen(digit)).collect();
        random.choose(&free).map(|digit| grid.with(cell, digit))
    });
    filled.filter(|filled| filled != puzzle)
}
