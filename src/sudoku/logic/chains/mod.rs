//! Chains of implications, as Sudoku Explainer 1.2.1.3 finds, rates and chooses them.

mod branches;
mod closure;
mod hint;
mod links;
mod nested;
mod paths;
mod patterns;
mod reach;
mod workspace;

use super::Technique;
use super::board::Board;
use super::search::{Flow, Search};
use super::step::Tenths;
use closure::{Rules, split};
use hint::{Effect, Hint, Kind};
use workspace::Depth;

/// The searches by chains, in their order among the techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Cycles, and chains from one assumption.
    Static,
    /// Contradictions on one digit.
    Nishio,
    /// Cells and houses.
    Multiple,
    /// Chains that join.
    Dynamic,
    /// Dynamic chains with inner rules of this level, 1 to 5.
    Nested(u8),
}

/// The memory of the searches, kept from step to step.
pub struct Workspace {
    depths: Vec<Depth>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self { depths: (0..3).map(|_| Depth::default()).collect() }
    }
}

/// Looks for the best step of a family, and offers it.
///
/// # Errors
/// Breaks when the step is taken, or when the search is to stop.
pub fn find(family: Family, board: &Board, workspace: &mut Workspace, search: &mut Search) -> Flow {
    if family == Family::Static {
        let depth = &mut workspace.depths[0];
        depth.paths.search(&mut depth.hints, board, false, search)?;
    } else {
        let rules = rules(family, board);
        branches::search(&mut workspace.depths, board, &rules, false, search)?;
    }
    let Some(hint) = workspace.depths[0].hints.best() else { return Flow::Continue(()) };
    for removed in workspace.depths[0].hints.removed(board, hint.effect) {
        let (cell, digit) = split(removed);
        search.eliminate(cell, 1 << digit);
    }
    if let Effect::On(target) = hint.effect {
        let (cell, digit) = split(target);
        search.place(cell, digit);
    }
    let rating = Tenths(((hint.difficulty + 0.05) * 10.0) as u8);
    let technique = technique(family, &workspace.depths[0], &hint);
    search.offer(technique, rating, || todo!())
}

fn rules(family: Family, board: &Board) -> Rules {
    let mut placed = [0; 9];
    for cell in 0..81 {
        if let Some(digit) = board.value(cell).checked_sub(1) {
            placed[usize::from(digit)] += 1;
        }
    }
    let (nishio, dynamic, level) = match family {
        Family::Static | Family::Multiple => (false, false, 0),
        Family::Nishio => (true, true, 0),
        Family::Dynamic => (false, true, 0),
        Family::Nested(level) => (false, true, level),
    };
    Rules { nishio, dynamic, level, placed }
}

fn technique(family: Family, depth: &Depth, hint: &Hint) -> Technique {
    match (family, hint.kind) {
        (_, Kind::Path(number)) => {
            let path = &depth.paths.found[number as usize];
            match (path.cycle, path.y, path.x) {
                (true, true, true) => Technique::Cycle,
                (true, true, _) => Technique::YCycle,
                (true, ..) if hint.complexity == 4 => Technique::GeneralizedXWing,
                (true, ..) => Technique::XCycle,
                (false, true, _) => Technique::ForcingChain,
                _ if hint.complexity == 6 => Technique::TurbotFish,
                _ => Technique::ForcingXChain,
            }
        }
        (Family::Nishio, _) => Technique::NishioForcingChain,
        (Family::Nested(1), _) => Technique::DynamicPlus,
        (Family::Nested(2), _) => Technique::NestedForcingChain,
        (Family::Nested(3), _) => Technique::NestedMultiple,
        (Family::Nested(4), _) => Technique::NestedDynamic,
        (Family::Nested(_), _) => Technique::NestedNested,
        (Family::Dynamic, Kind::Contradiction(..)) => Technique::DynamicContradiction,
        (Family::Dynamic, Kind::Double(_)) => Technique::DynamicDouble,
        (Family::Dynamic, Kind::Cell(_)) => Technique::DynamicCell,
        (Family::Dynamic, _) => Technique::DynamicRegion,
        (_, Kind::Cell(_)) => Technique::CellForcingChain,
        _ => Technique::RegionForcingChain,
    }
}
