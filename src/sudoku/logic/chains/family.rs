//! The families of chain searches, with their techniques and ratings.

use super::super::board::Board;
use super::super::search::{Flow, Search};
use super::super::{TABLE, Technique, Tenths};
use super::branches;
use super::closure::Rules;
use super::hint::{Hint, Kind};
use super::workspace::Depth;

/// The families of chain searches, in the order of their techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Cycles, and chains from one assumption.
    Static,
    /// Contradictions on one digit.
    Nishio,
    /// Chains from all candidates of a cell or all places of a digit in a house.
    Multiple,
    /// Chains that join.
    Dynamic,
    /// Dynamic chains with inner rules of this level, 1 to 5.
    Nested(u8),
}

impl Family {
    /// The family whose search finds the steps of this technique.
    pub fn of(technique: Technique) -> Self {
        match technique {
            Technique::NishioForcingChain => Self::Nishio,
            Technique::CellForcingChain | Technique::RegionForcingChain => Self::Multiple,
            Technique::DynamicContradiction
            | Technique::DynamicDouble
            | Technique::DynamicCell
            | Technique::DynamicRegion => Self::Dynamic,
            // The techniques with inner rules follow each other in the table, by level.
            _ if (Technique::DynamicPlus..=Technique::NestedNested).contains(&technique) => {
                Self::Nested(1 + technique as u8 - Technique::DynamicPlus as u8)
            }
            _ => Self::Static,
        }
    }

    /// The rules that closures of this family may use.
    pub const fn rules(self) -> Rules {
        let (nishio, dynamic, level) = match self {
            Self::Static | Self::Multiple => (false, false, 0),
            Self::Nishio => (true, true, 0),
            Self::Dynamic => (false, true, 0),
            Self::Nested(level) => (false, true, level),
        };
        Rules { nishio, dynamic, level, explain: false }
    }

    /// The families that closures of this level search after the patterns.
    pub const fn inner(level: u8) -> &'static [Self] {
        match level {
            2 => &[Self::Static],
            3 => &[Self::Static, Self::Multiple],
            4 => &[Self::Dynamic],
            5 => &[Self::Dynamic, Self::Nested(2)],
            _ => &[],
        }
    }

    /// Collects the hints of this family at the first of these depths.
    ///
    /// # Errors
    ///
    /// Breaks when the search must stop.
    pub fn search(self, depths: &mut [Depth], board: &Board, rules: Rules, each: bool, search: &mut Search) -> Flow {
        if self == Self::Static {
            let depth = &mut depths[0];
            depth.paths.search(&mut depth.hints, board, each, search)
        } else {
            branches::search(depths, board, rules, each, search)
        }
    }

    /// The technique that a hint of this family uses.
    pub fn technique(self, depth: &Depth, hint: &Hint) -> Technique {
        match (self, hint.kind) {
            (_, Kind::Path(number)) => {
                let path = &depth.paths.found[number as usize];
                match (path.cycle, path.kinds.y, path.kinds.x) {
                    (true, true, true) => Technique::Cycle,
                    (true, true, _) => Technique::YCycle,
                    (true, ..) if hint.rank.complexity == 4 => Technique::GeneralizedXWing,
                    (true, ..) => Technique::XCycle,
                    (false, true, _) => Technique::ForcingChain,
                    _ if hint.rank.complexity == 6 => Technique::TurbotFish,
                    _ => Technique::ForcingXChain,
                }
            }
            (Self::Nishio, _) => Technique::NishioForcingChain,
            (Self::Nested(level), _) => TABLE[Technique::DynamicPlus as usize + usize::from(level) - 1].technique,
            (Self::Dynamic, Kind::Contradiction(..)) => Technique::DynamicContradiction,
            (Self::Dynamic, Kind::Double(_)) => Technique::DynamicDouble,
            (Self::Dynamic, Kind::Cell(_)) => Technique::DynamicCell,
            (Self::Dynamic, _) => Technique::DynamicRegion,
            (_, Kind::Cell(_)) => Technique::CellForcingChain,
            _ => Technique::RegionForcingChain,
        }
    }
}

/// The printed rating of a difficulty: truncated, not rounded, after adding 0.05.
pub fn tenths(difficulty: f64) -> Tenths {
    Tenths(((difficulty + 0.05) * 10.0) as u8)
}
