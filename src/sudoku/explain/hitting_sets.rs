//! The smallest sets of cells that meet a requirement, by implicit hitting sets.
//!
//! All searches for a smallest set have the same form. A set meets the requirement if and only if it hits (has a cell
//! of) every member of a family of sets. The family is too large to list, but a few searches find a member that a given
//! set misses:
//!
//! | wanted | requirement | family |
//! | --- | --- | --- |
//! | core | no solution with these givens alone | complements of solvable sets of givens |
//! | repair | a solution without these givens | cores |
//! | addition | one solution with these cells filled | cells in which another solution differs |
//!
//! The search tries the sizes in ascending order, and the hitting sets of each size depth first. It branches over the
//! cells of a known set that is not hit yet. Once all known sets are hit, the requirement decides whether it is met or
//! names a set that was missed (after Reiter 1987; Ignatiev, Previti, Liffiton and Marques-Silva 2015).

use std::ops::{ControlFlow, Range};

use super::effort::Effort;
use crate::sudoku::Cell;

/// The result of testing a set of cells against a requirement.
pub(super) enum Test {
    /// It meets the requirement.
    Meets,
    /// It fails the requirement: it has none of these cells, and every set that meets the requirement has one.
    Misses(u128),
    /// The effort did not suffice to decide.
    Unknown,
}

/// The smallest sets that meet a requirement.
pub(super) struct Smallest {
    /// The sets found, all of the same size.
    pub(super) sets: Vec<u128>,
    /// Whether it is proven that no smaller set exists or, if `sets` is empty, that none of the requested sizes does.
    pub(super) proven: bool,
    /// Whether all sets of this size were found. Otherwise there may be more.
    pub(super) complete: bool,
}

/// Finds up to `at_most` smallest sets that meet a requirement and whose size is in this range.
///
/// `known` holds members of the family, and receives those that the search finds. The requirement is never called with
/// a set that misses a known member.
pub(super) fn smallest(
    sizes: Range<usize>,
    at_most: usize,
    known: &mut Vec<u128>,
    effort: &mut Effort,
    requirement: impl FnMut(u128, &mut Effort) -> Test,
) -> Smallest {
    known.sort_by_key(|set| set.count_ones());
    let mut search = Search { requirement, known, effort, at_most, found: Vec::new(), undecided: Vec::new() };
    for size in sizes {
        let flow = search.extend(0, 0, size);
        if flow.is_break() || !search.found.is_empty() {
            let is_full = search.found.len() == at_most;
            let proven = search.undecided.is_empty() && (flow.is_continue() || is_full);
            return Smallest { sets: search.found, proven, complete: proven && !is_full };
        }
    }
    let proven = search.undecided.is_empty();
    Smallest { sets: Vec::new(), proven, complete: proven }
}

struct Search<'a, R> {
    requirement: R,
    /// Ordered by size, so that the search branches over small sets and bounds with them first.
    known: &'a mut Vec<u128>,
    effort: &'a mut Effort,
    at_most: usize,
    found: Vec<u128>,
    /// Sets for which the requirement could not be decided.
    undecided: Vec<u128>,
}

/// The state of a position of the search with respect to the known sets.
enum Position {
    /// Hitting all sets needs more cells than are left.
    Hopeless,
    /// This set is not hit.
    Open(u128),
    /// All sets are hit.
    Hit,
}

impl<R: FnMut(u128, &mut Effort) -> Test> Search<'_, R> {
    /// Finds the sets that consist of the chosen cells and at most `left` others that are not excluded.
    fn extend(&mut self, chosen: u128, mut excluded: u128, left: usize) -> ControlFlow<()> {
        // Scanning the known sets takes as long as a node or more.
        if !self.effort.spend(1 + self.known.len() as u64 / 64) {
            return ControlFlow::Break(());
        }
        let open = loop {
            match self.position(chosen, excluded, left) {
                Position::Hopeless => return ControlFlow::Continue(()),
                Position::Open(set) => break set,
                Position::Hit if self.undecided.contains(&chosen) => return ControlFlow::Continue(()),
                Position::Hit => match (self.requirement)(chosen, self.effort) {
                    Test::Meets => {
                        self.found.push(chosen);
                        let is_full = self.found.len() == self.at_most;
                        return if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                    }
                    Test::Misses(set) => self.learn(set),
                    Test::Unknown => {
                        self.undecided.push(chosen);
                        return ControlFlow::Continue(());
                    }
                },
            }
        };
        for cell in Cell::of(open) {
            self.extend(chosen | cell.bit(), excluded, left - 1)?;
            // Later sets with this cell have already been found.
            excluded |= cell.bit();
        }
        ControlFlow::Continue(())
    }

    fn learn(&mut self, set: u128) {
        let at = self.known.partition_point(|known| known.count_ones() <= set.count_ones());
        self.known.insert(at, set);
    }

    /// Looks for the set that is not hit and has the fewest cells to choose from. The position is hopeless if more such
    /// sets are disjoint than there are cells left.
    fn position(&self, chosen: u128, excluded: u128, left: usize) -> Position {
        let mut open: Option<u128> = None;
        let (mut disjoint, mut covered) = (0, 0);
        for &set in self.known.iter().filter(|&set| set & chosen == 0) {
            let rest = set & !excluded;
            if rest & covered == 0 {
                covered |= rest;
                disjoint += 1;
                if disjoint > left || rest == 0 {
                    return Position::Hopeless;
                }
            }
            if open.is_none_or(|open| rest.count_ones() < open.count_ones()) {
                open = Some(rest);
            }
        }
        open.map_or(Position::Hit, Position::Open)
    }
}
