//! Groups of candidates, and the strong links between them.

use super::super::layout::{cell, cells, digit, house};
use super::super::{Source, Truth, step};

/// Places of a digit. The group is on if one of them is true, and off if none is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    pub digit: u8,
    pub cells: u128,
}

/// Groups at most one of which is off: all places of a digit in a house as two groups, or the places of each digit in cells of a
/// house that have one candidate more than there are cells.
pub struct Strong {
    pub groups: Vec<Group>,
    pub cells: u128,
    pub house: Option<u8>,
}

impl Strong {
    /// This link as a truth, from one of its groups to another.
    pub fn truth(&self, groups: [Group; 2]) -> Truth {
        let all = |set: u128| cells(set).map(cell).collect();
        let source = self.house.map_or_else(|| Source::Cells(all(self.cells)), |h| Source::House(house(h)));
        Truth::Strong(source, groups.map(|group| step::Group { digit: digit(group.digit), cells: all(group.cells) }))
    }
}
