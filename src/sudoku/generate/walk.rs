//! Steps from a puzzle to one near it.
//!
//! A step removes one of the clues, lists the solutions of the rest, chooses one of them, and adds clues of it, as
//! few as possible, until it is the only one. Then it removes the clues that are no longer needed. A puzzle and its
//! neighbour have most clues and often their difficulty in common, so a walk finds what random puzzles hardly ever are.
//!
//! A walk does not make all puzzles equally likely, not even all neighbours of one.

use super::minimal;
use super::random::Random;
use crate::sudoku::Grid;
use crate::sudoku::bits::cells;
use crate::sudoku::solver::{self, Budget, Finding};

/// The number of solutions of the rest to choose from. If it has more, others are found once clues are added.
const KEPT: usize = 200;

/// A puzzle: the cells of a solution that are clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    pub(super) solution: Grid,
    pub(super) clues: u128,
}

impl Draft {
    /// The draft of a puzzle. `None` unless it has one solution.
    pub(super) fn of(puzzle: &Grid) -> Option<Self> {
        let Finding::One(solution) = solver::solve(puzzle, &Budget::unlimited()).finding else { return None };
        Some(Self { solution, clues: puzzle.filled() })
    }

    /// The number of clues.
    pub(super) const fn count(&self) -> u8 {
        self.clues.count_ones() as u8
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> Grid {
        self.solution.only(self.clues)
    }

    /// Whether every clue is needed.
    pub(super) fn is_minimal(&self) -> bool {
        minimal::is_minimal(&self.solution, self.clues)
    }

    /// Removes the clues that are not needed, in random order. The cells of a set are removed or kept together.
    pub(super) fn minimize(&mut self, sets: &[u128], random: &mut Random) {
        let mut order: Vec<u128> = sets.iter().copied().filter(|set| self.clues & set != 0).collect();
        random.shuffle(&mut order);
        // The blanks are removed first, which the only solution allows.
        order.insert(0, minimal::ALL & !self.clues);
        self.clues = minimal::minimal(&self.solution, &order);
    }

    /// A neighbour without one of the sets of clues. Some of its clues may not be needed.
    pub(super) fn neighbour(&self, sets: &[u128], random: &mut Random) -> Self {
        let (kept, mut absent): (Vec<u128>, Vec<u128>) = sets.iter().copied().partition(|set| self.clues & set != 0);
        let removed = random.choose(&kept).unwrap_or(0);
        absent.push(removed);
        random.shuffle(&mut absent);
        let mut near = Self { solution: self.solution, clues: self.clues & !removed };
        let mut others = match solver::solve(&near.puzzle(), &Budget::unlimited().keeping(KEPT)).finding {
            Finding::Many(found) => found.iter().copied().collect(),
            _ => Vec::new(),
        };
        if !others.is_empty() {
            near.solution = others.swap_remove(random.below(others.len() as u32) as usize);
        }
        loop {
            // The set that excludes the most of the other solutions.
            while !others.is_empty() {
                let agrees = |other: &Grid, set| {
                    cells(set)
                        .all(|cell| near.solution.values()[usize::from(cell)] == other.values()[usize::from(cell)])
                };
                let left = |set: u128| others.iter().filter(|other| agrees(other, set)).count();
                let Some(&set) = absent.iter().min_by_key(|&&set| left(set)) else { break };
                near.clues |= set;
                others.retain(|other| agrees(other, set));
            }
            match minimal::other_solution(&near.solution, near.clues) {
                Some(other) => others.push(other),
                None => return near,
            }
        }
    }
}
