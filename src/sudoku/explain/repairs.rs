//! Givens that may be wrong, and digits that may be right instead.

use super::effort::Effort;
use super::hitting_sets::{self, Test};
use super::refutation::{Refutation, solvable};
use super::typing_mistakes;
use crate::sudoku::solver::Finding;
use crate::sudoku::{Cell, Digit, Grid};

/// Number of nodes reserved for the fallback, which always finds a repair, in case the search for the smallest ones
/// fails.
const HELD_BACK: u64 = 1_000;

/// Maximum number of pairs of digits of a repair of two givens.
const MOST_PAIRS: usize = 16;

/// Givens whose removal leaves a grid with a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Their cells, ordered by index.
    pub remove: Vec<Cell>,
    /// Whether the removal leaves exactly one solution, rather than several; `None` if unknown.
    pub unique: Option<bool>,
    /// The digits that leave exactly one solution in their places, the most likely first: of a single given one by one, of two
    /// givens in pairs, at most 16. Empty for more.
    pub changes: Vec<Digit>,
}

/// The smallest repairs of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repairs {
    /// The repairs, the most likely first. All remove the same number of givens.
    pub list: Vec<Repair>,
    /// Whether it is proven that there is no smaller repair, that the list has all repairs of this size (or the
    /// requested number), and that their `changes` are complete.
    pub exact: bool,
    /// Whether the list was cut at the requested number of repairs, so that there may be more.
    pub more: bool,
    /// Pairs of neighbouring cells whose exchange leaves exactly one solution. They hold different digits, or one of
    /// them is blank.
    pub exchanges: Vec<[Cell; 2]>,
}

impl Refutation {
    /// Finds up to `at_most` smallest sets of givens whose removal leaves a solution, ordered by how likely they are
    /// mistakes:
    ///
    /// 1. The removal leaves exactly one solution.
    /// 2. The given and a neighbour were swapped: their exchange leaves exactly one solution.
    /// 3. Another digit in the given's place leaves exactly one solution, and is easily mistaken for it (1 and 7, 3 and
    ///    8, 5 and 6, 6 and 8, 6 and 9, or next to it on a keyboard).
    /// 4. The given belongs in a blank neighbour: moving it there leaves exactly one solution. Or a neighbour holds the
    ///    same digit.
    /// 5. Fewer digits in the given's place leave exactly one solution, but at least one does.
    /// 6. The order of the cells.
    ///
    /// `changes` are ordered by the third point, then by digit. (Membership in every core found is not a criterion:
    /// every given whose removal alone suffices is in all of them.)
    pub fn repairs(&self, at_most: usize, effort: &mut Effort) -> Repairs {
        let grid = &self.grid;
        let (mut cores, mut misfits) = (self.cores.clone(), self.misfits.clone());
        // First, because they are few and a search for the smallest repairs may take all effort.
        let exchanges = effort.holding_back(effort.left() / 2, |effort| self.exchanges(effort));
        let found = effort.holding_back(HELD_BACK, |effort| {
            let sizes = 1..grid.clues() + 1;
            hitting_sets::smallest(sizes, at_most.max(1), &mut cores, effort, |removed, effort| {
                let rest = grid.only(!removed);
                match effort.find_any(&rest) {
                    Ok(Some(_)) => Test::Meets,
                    Ok(None) => Test::Misses(misfits.shrink(grid, rest.filled(), 1, effort).0),
                    // A digit in its place may make the grid easy to decide.
                    Err(_) if Cell::of(removed).any(|cell| !self.changes(cell, effort).0.is_empty()) => Test::Meets,
                    Err(_) => Test::Unknown,
                }
            })
        });
        let mut sets = found.sets;
        let mut exact = found.proven;
        if sets.is_empty() {
            let kept = match effort.find_any(&Grid::EMPTY) {
                Ok(Some(any)) => solvable(grid, 0, &any, effort),
                // The pencil marks alone have no solution.
                Ok(None) => return Repairs { list: Vec::new(), exact: true, more: false, exchanges },
                Err(_) => 0,
            };
            sets.push(grid.filled() & !kept);
            exact = false;
        }
        let mut list = Vec::with_capacity(sets.len());
        for removed in sets {
            let (repair, is_exact) = self.repair(removed, effort);
            exact &= is_exact;
            list.push(repair);
        }
        list.sort_by_cached_key(|repair| self.unlikelihood(repair, &exchanges));
        Repairs { list, exact, more: found.proven && !found.complete, exchanges }
    }

    /// The repair with this removal, and whether it is exact.
    fn repair(&self, removed: u128, effort: &mut Effort) -> (Repair, bool) {
        let (unique, only) = match effort.solve(&self.grid.only(!removed), 1) {
            Finding::One(only) => (Some(true), Some(only)),
            Finding::Many(_) => (Some(false), None),
            Finding::None | Finding::Interrupted { .. } => (None, None),
        };
        let remove: Vec<Cell> = Cell::of(removed).collect();
        let (changes, exact) = match (remove.as_slice(), only) {
            (&[_] | &[_, _], Some(only)) => (remove.iter().filter_map(|&cell| only.get(cell)).collect(), true),
            (&[cell], None) => self.changes(cell, effort),
            (&[a, b], None) => self.pairs([a, b], effort),
            _ => (Vec::new(), true),
        };
        (Repair { remove, unique, changes }, exact && unique.is_some())
    }

    /// The digits that leave exactly one solution in this cell, and whether the list is complete.
    fn changes(&self, cell: Cell, effort: &mut Effort) -> (Vec<Digit>, bool) {
        let given = self.grid.get(cell);
        let others = Digit::ALL.into_iter().filter(|&digit| Some(digit) != given);
        let (mut changes, exact) = effort.unique(others, |&digit| self.grid.with(cell, digit));
        changes.sort_by_key(|&digit| !given.is_some_and(|given| typing_mistakes::are_easily_mistaken(given, digit)));
        (changes, exact)
    }

    /// The pairs of digits that leave exactly one solution in these cells, one after the other, and whether the list is complete.
    /// Neither is the given: with one of them, the other alone would be a repair.
    fn pairs(&self, cells: [Cell; 2], effort: &mut Effort) -> (Vec<Digit>, bool) {
        let [a, b] = cells;
        let others = |cell| Digit::ALL.into_iter().filter(move |&digit| Some(digit) != self.grid.get(cell));
        let pairs = others(a).flat_map(|one| others(b).map(move |other| [one, other]));
        let (mut pairs, exact) = effort.unique(pairs, |&[one, other]| self.grid.with(a, one).with(b, other));
        let is_odd = |(cell, digit): (Cell, Digit)| {
            !self.grid.get(cell).is_some_and(|given| typing_mistakes::are_easily_mistaken(given, digit))
        };
        pairs.sort_by_key(|&pair| cells.into_iter().zip(pair).filter(|&one| is_odd(one)).count());
        let is_whole = pairs.len() <= MOST_PAIRS;
        pairs.truncate(MOST_PAIRS);
        (pairs.concat(), exact && is_whole)
    }

    /// The neighbouring cells whose exchange leaves exactly one solution.
    fn exchanges(&self, effort: &mut Effort) -> Vec<[Cell; 2]> {
        let grid = &self.grid;
        let pairs = Cell::all().flat_map(|cell| typing_mistakes::neighbours(cell).map(move |other| [cell, other]));
        let pairs = pairs
            .filter(|[a, b]| a < b && grid.get(*a) != grid.get(*b))
            // An exchange that leaves a core intact does not help.
            .filter(|&pair| self.cores.iter().all(|core| pair.iter().any(|cell| core & cell.bit() != 0)));
        effort.unique(pairs, |&[a, b]| grid.with(a, grid.get(b)).with(b, grid.get(a))).0
    }

    /// A sort key that is smaller for more likely repairs; see [`Self::repairs`].
    fn unlikelihood(&self, repair: &Repair, exchanges: &[[Cell; 2]]) -> impl Ord + use<> {
        let grid = &self.grid;
        let removes = |cell: &Cell| repair.remove.contains(cell);
        let given = |cell: &Cell| grid.get(*cell).is_some();
        let swapped =
            exchanges.iter().any(|pair| pair.iter().all(given) && repair.remove.iter().all(|cell| pair.contains(cell)));
        let moved = exchanges.iter().any(|pair| !pair.iter().all(given) && pair.iter().any(removes));
        let (mut mistaken, mut beside) = (false, false);
        if let (&[cell], Some(&change)) = (repair.remove.as_slice(), repair.changes.first()) {
            mistaken = grid.get(cell).is_some_and(|given| typing_mistakes::are_easily_mistaken(given, change));
            beside = typing_mistakes::neighbours(cell).any(|other| grid.get(other) == grid.get(cell));
        }
        let changes = if repair.changes.is_empty() { usize::MAX } else { repair.changes.len() };
        (repair.unique != Some(true), !swapped, !mistaken, !(moved || beside), changes, repair.remove.clone())
    }
}
