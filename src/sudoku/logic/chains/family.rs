//! The families of chain searches, with their rules, techniques and ratings.

use super::super::board::Board;
use super::super::search::{Flow, Search};
use super::super::{Technique, Tenths};
use super::closure::Rules;
use super::multiple_chains;
use super::ranking::{Hint, Kind};
use super::workspace::Depth;

/// A family of chain searches.
pub struct Family {
    /// The first of its techniques in the table.
    first: Technique,
    /// Whether its chains begin with several assumptions, or with one whose consequences join.
    pub has_branches: bool,
    /// The difficulty of its shortest chains with branches.
    base: f64,
    /// What its closures may use.
    pub rules: Rules,
}

/// Cycles, and chains from one assumption.
const STATIC: Family = Family {
    first: Technique::GeneralizedXWing,
    has_branches: false,
    base: 0.0,
    rules: Rules { nishio: false, dynamic: false, level: 0, explain: false },
};
/// Chains from all candidates of a cell or all places of a digit in a house.
const MULTIPLE: Family = Family { first: Technique::CellForcingChain, has_branches: true, base: 8.0, ..STATIC };
/// Chains that join.
const DYNAMIC: Family = Family {
    first: Technique::DynamicContradiction,
    base: 8.5,
    rules: Rules { dynamic: true, ..MULTIPLE.rules },
    ..MULTIPLE
};
/// Contradictions on one digit.
const NISHIO: Family = Family {
    first: Technique::NishioForcingChain,
    base: 7.5,
    rules: Rules { nishio: true, ..DYNAMIC.rules },
    ..DYNAMIC
};

/// Dynamic chains with inner rules of this level, 1 to 5.
const fn nested(level: u8, first: Technique) -> Family {
    Family { first, base: 8.5 + 0.5 * level as f64, rules: Rules { level, ..DYNAMIC.rules }, ..DYNAMIC }
}

/// Those whose closures search the static chains.
const OVER_STATIC: Family = nested(2, Technique::NestedForcingChain);

/// The families in the order of their techniques.
static FAMILIES: [Family; 9] = [
    STATIC,
    NISHIO,
    MULTIPLE,
    DYNAMIC,
    nested(1, Technique::DynamicPlus),
    OVER_STATIC,
    nested(3, Technique::NestedMultiple),
    nested(4, Technique::NestedDynamic),
    nested(5, Technique::NestedNested),
];

/// By level, the families that closures search after the patterns.
pub static INNER: [&[Family]; 6] = [&[], &[], &[STATIC], &[STATIC, MULTIPLE], &[DYNAMIC], &[DYNAMIC, OVER_STATIC]];

impl Family {
    /// The family whose search finds the steps of this technique of chains.
    pub fn of(technique: Technique) -> &'static Self {
        FAMILIES.iter().rfind(|family| family.first <= technique).expect("chains come after the first family")
    }

    /// Collects the hints of this family at the first of these depths.
    pub fn search(&self, depths: &mut [Depth], board: &Board, each: bool, search: &mut Search) -> Flow {
        if self.has_branches {
            multiple_chains::search(depths, board, (self.rules, self.base), each, search)
        } else {
            let depth = &mut depths[0];
            depth.paths.search(&mut depth.hints, board, each, search)
        }
    }

    /// The technique that a hint of this family uses.
    pub fn technique(&self, depth: &Depth, hint: &Hint) -> Technique {
        match hint.kind {
            Kind::Path(number) => {
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
            _ if self.rules.nishio || self.rules.level > 0 => self.first,
            Kind::Contradiction(..) => Technique::DynamicContradiction,
            Kind::Double(_) => Technique::DynamicDouble,
            Kind::Cell(_) if self.rules.dynamic => Technique::DynamicCell,
            Kind::Cell(_) => Technique::CellForcingChain,
            Kind::Place(..) if self.rules.dynamic => Technique::DynamicRegion,
            Kind::Place(..) => Technique::RegionForcingChain,
        }
    }
}

/// The printed rating of a difficulty: truncated, not rounded, after adding 0.05.
pub fn tenths(difficulty: f64) -> Tenths {
    Tenths(((difficulty + 0.05) * 10.0) as u8)
}
