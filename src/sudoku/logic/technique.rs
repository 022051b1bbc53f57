//! The table of techniques, in the order in which they are tried.

use super::search::{Flow, Search, Wanted};
use super::{Board, Step, Tenths, bug, chains, exclusion, fish, locking, loops, singles, subsets, wings};

/// A technique of the human solver, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "TABLE has a sentence on each")]
pub enum Technique {
    HiddenSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    XyWing,
    XyzWing,
    UniqueRectangle,
    UniqueLoop,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    Bug,
    AlignedPairExclusion,
    GeneralizedXWing,
    XCycle,
    YCycle,
    Cycle,
    TurbotFish,
    ForcingXChain,
    ForcingChain,
    AlignedTripletExclusion,
    NishioForcingChain,
    CellForcingChain,
    RegionForcingChain,
    DynamicContradiction,
    DynamicDouble,
    DynamicCell,
    DynamicRegion,
    DynamicPlus,
    NestedForcingChain,
    NestedMultiple,
    NestedDynamic,
    NestedNested,
}

/// Looks for steps of this technique, and of those that share its search, and offers each until the search breaks.
pub type Find = fn(&Board, &mut Search, Technique) -> Flow;

/// Information about a technique.
pub struct TechniqueInfo {
    /// The technique.
    pub technique: Technique,
    /// Its name in the API, which never changes.
    pub id: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// The lowest rating of its steps.
    pub lowest: Tenths,
    /// The highest known rating of its steps.
    pub highest: Tenths,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// Whether it relies on the puzzle having exactly one solution.
    pub needs_uniqueness: bool,
    /// Finds its steps together with those of the rows directly below that have `None`.
    pub(super) find: Option<Find>,
}

impl TechniqueInfo {
    /// Whether a step of this technique may have this rating, as far as is known.
    #[must_use]
    pub fn may_be_rated(&self, rating: Tenths) -> bool {
        match self.technique {
            Technique::HiddenSingle => singles::HIDDEN_RATINGS.contains(&rating),
            _ => (self.lowest..=self.highest).contains(&rating),
        }
    }
}

impl Technique {
    /// Information about this technique.
    #[must_use]
    pub fn info(self) -> &'static TechniqueInfo {
        &TABLE[self as usize]
    }

    /// The first step on a board by this technique, or by those that are searched for together with it.
    #[must_use]
    pub fn first_step(self, board: &Board) -> Option<Step> {
        let mut search = Search::new(Wanted::Proven(1), u64::MAX, None);
        let _ = self.info().find?(board, &mut search, self);
        search.steps().pop()
    }
}

const fn row(
    technique: Technique,
    (id, name): (&'static str, &'static str),
    (lowest, highest): (u8, u8),
    find: Option<Find>,
    sentence: &'static str,
) -> TechniqueInfo {
    let needs_uniqueness = matches!(technique, Technique::UniqueRectangle | Technique::UniqueLoop | Technique::Bug);
    TechniqueInfo {
        technique,
        id,
        name,
        lowest: Tenths(lowest),
        highest: Tenths(highest),
        sentence,
        needs_uniqueness,
        find,
    }
}

/// The techniques in the order in which they are tried: the first step found is the next one.
#[rustfmt::skip]
pub static TABLE: [TechniqueInfo; 43] = [
    row(Technique::HiddenSingle, ("hidden-single", "Hidden Single"), (10, 15), Some(singles::hidden_single),
        "A digit has one place left in a house."),
    row(Technique::DirectPointing, ("direct-pointing", "Direct Pointing"), (17, 17), Some(locking::direct_pointing),
        "Locked candidates of a box leave one place for their digit in another box."),
    row(Technique::DirectClaiming, ("direct-claiming", "Direct Claiming"), (19, 19), Some(locking::direct_claiming),
        "Locked candidates of a line leave one place for their digit in another line."),
    row(Technique::DirectHiddenPair, ("direct-hidden-pair", "Direct Hidden Pair"), (20, 20), Some(subsets::direct_hidden::<2>),
        "A hidden pair leaves one place for another digit in its house."),
    row(Technique::NakedSingle, ("naked-single", "Naked Single"), (23, 23), Some(singles::naked_single),
        "A cell has one candidate left."),
    row(Technique::DirectHiddenTriplet, ("direct-hidden-triplet", "Direct Hidden Triplet"), (25, 25), Some(subsets::direct_hidden::<3>),
        "A hidden triplet leaves one place for another digit in its house."),
    row(Technique::Pointing, ("pointing", "Pointing"), (26, 26), Some(locking::pointing),
        "The places of a digit in a box are all in one line, so the rest of the line loses the digit."),
    row(Technique::Claiming, ("claiming", "Claiming"), (28, 28), Some(locking::claiming),
        "The places of a digit in a line are all in one box, so the rest of the box loses the digit."),
    row(Technique::NakedPair, ("naked-pair", "Naked Pair"), (30, 30), Some(subsets::naked::<2>),
        "Two cells of a house share the same two candidates, so the rest of the house loses both."),
    row(Technique::XWing, ("x-wing", "X-Wing"), (32, 32), Some(fish::fish::<2>),
        "The places of a digit in two lines are in two crossing lines, which lose the digit elsewhere."),
    row(Technique::HiddenPair, ("hidden-pair", "Hidden Pair"), (34, 34), Some(subsets::hidden::<2>),
        "Two digits of a house share the same two places, so those cells lose all other digits."),
    row(Technique::NakedTriplet, ("naked-triplet", "Naked Triplet"), (36, 36), Some(subsets::naked::<3>),
        "Three cells of a house share three candidates, so the rest of the house loses them."),
    row(Technique::Swordfish, ("swordfish", "Swordfish"), (38, 38), Some(fish::fish::<3>),
        "The places of a digit in three lines are in three crossing lines, which lose the digit elsewhere."),
    row(Technique::HiddenTriplet, ("hidden-triplet", "Hidden Triplet"), (40, 40), Some(subsets::hidden::<3>),
        "Three digits of a house share three places, so those cells lose all other digits."),
    row(Technique::XyWing, ("xy-wing", "XY-Wing"), (42, 42), Some(wings::wing::<2>),
        "Whichever of its two candidates a pivot holds, one of two wings holds their common digit."),
    row(Technique::XyzWing, ("xyz-wing", "XYZ-Wing"), (44, 44), Some(wings::wing::<3>),
        "Whichever of its three candidates a pivot holds, it or one of two wings holds their common digit."),
    row(Technique::UniqueRectangle, ("unique-rectangle", "Unique Rectangle"), (45, 50), Some(loops::unique_loops),
        "Four cells in two boxes must not hold only two digits, or the puzzle would have two solutions."),
    row(Technique::UniqueLoop, ("unique-loop", "Unique Loop"), (46, 55), None,
        "A loop of six or more cells must not hold only two digits, or the puzzle would have two solutions."),
    row(Technique::NakedQuad, ("naked-quad", "Naked Quad"), (50, 50), Some(subsets::naked::<4>),
        "Four cells of a house share four candidates, so the rest of the house loses them."),
    row(Technique::Jellyfish, ("jellyfish", "Jellyfish"), (52, 52), Some(fish::fish::<4>),
        "The places of a digit in four lines are in four crossing lines, which lose the digit elsewhere."),
    row(Technique::HiddenQuad, ("hidden-quad", "Hidden Quad"), (54, 54), Some(subsets::hidden::<4>),
        "Four digits of a house share four places, so those cells lose all other digits."),
    row(Technique::Bug, ("bug", "Bivalue Universal Grave"), (56, 62), Some(bug::bug),
        "If every open cell had two candidates, each twice per house, the puzzle would not have exactly one solution."),
    row(Technique::AlignedPairExclusion, ("aligned-pair-exclusion", "Aligned Pair Exclusion"), (62, 62), Some(exclusion::aligned_pair),
        "Every combination of two cells that uses a candidate leaves a cell that sees both without a candidate."),
    row(Technique::GeneralizedXWing, ("generalized-x-wing", "Generalized X-Wing"), (65, 65), Some(chains::find),
        "A cycle of four places of a digit, joined by houses with two places, fixes two of them as a pair."),
    row(Technique::XCycle, ("x-cycle", "Bidirectional X-Cycle"), (65, 69), None,
        "A cycle of places of one digit can only be filled in two ways, and both exclude a candidate."),
    row(Technique::YCycle, ("y-cycle", "Bidirectional Y-Cycle"), (65, 70), None,
        "A cycle of cells with two candidates can only be filled in two ways, and both exclude a candidate."),
    row(Technique::Cycle, ("cycle", "Bidirectional Cycle"), (70, 80), None,
        "A cycle of places and cells can only be filled in two ways, and both exclude a candidate."),
    row(Technique::TurbotFish, ("turbot-fish", "Turbot Fish"), (66, 66), None,
        "A short chain of places of one digit shows that a candidate contradicts itself."),
    row(Technique::ForcingXChain, ("forcing-x-chain", "Forcing X-Chain"), (66, 69), None,
        "A chain of places of one digit shows that a candidate, or its absence, contradicts itself."),
    row(Technique::ForcingChain, ("forcing-chain", "Forcing Chain"), (70, 80), None,
        "A chain of places and cells shows that a candidate, or its absence, contradicts itself."),
    row(Technique::AlignedTripletExclusion, ("aligned-triplet-exclusion", "Aligned Triplet Exclusion"), (75, 75), Some(exclusion::aligned_triplet),
        "Every combination of three cells that uses a candidate leaves a cell that sees them without a candidate."),
    row(Technique::NishioForcingChain, ("nishio-forcing-chain", "Nishio Forcing Chains"), (75, 81), Some(chains::find),
        "A candidate leads to two opposite conclusions about one digit."),
    row(Technique::CellForcingChain, ("cell-forcing-chain", "Cell Forcing Chains"), (80, 87), Some(chains::find),
        "Every candidate of a cell leads to the same conclusion."),
    row(Technique::RegionForcingChain, ("region-forcing-chain", "Region Forcing Chains"), (80, 87), None,
        "Every place of a digit in a house leads to the same conclusion."),
    row(Technique::DynamicContradiction, ("dynamic-contradiction", "Dynamic Contradiction Forcing Chains"), (85, 96), Some(chains::find),
        "A candidate, or its absence, leads to two opposite conclusions, with chains that join."),
    row(Technique::DynamicDouble, ("dynamic-double", "Dynamic Double Forcing Chains"), (85, 96), None,
        "A candidate and its absence lead to the same conclusion, with chains that join."),
    row(Technique::DynamicCell, ("dynamic-cell", "Dynamic Cell Forcing Chains"), (85, 96), None,
        "Every candidate of a cell leads to the same conclusion, with chains that join."),
    row(Technique::DynamicRegion, ("dynamic-region", "Dynamic Region Forcing Chains"), (85, 96), None,
        "Every place of a digit in a house leads to the same conclusion, with chains that join."),
    row(Technique::DynamicPlus, ("dynamic-plus", "Dynamic Forcing Chains (+)"), (90, 102), Some(chains::find),
        "Dynamic chains that use locked candidates, pairs and X-wings on the way."),
    row(Technique::NestedForcingChain, ("nested-forcing-chain", "Dynamic Forcing Chains (+ Forcing Chains)"), (95, 110), Some(chains::find),
        "Dynamic chains that use forcing chains on the way."),
    row(Technique::NestedMultiple, ("nested-multiple", "Dynamic Forcing Chains (+ Multiple Forcing Chains)"), (100, 115), Some(chains::find),
        "Dynamic chains that use cell and region forcing chains on the way."),
    row(Technique::NestedDynamic, ("nested-dynamic", "Dynamic Forcing Chains (+ Dynamic Forcing Chains)"), (105, 119), Some(chains::find),
        "Dynamic chains that use dynamic chains on the way."),
    row(Technique::NestedNested, ("nested-nested", "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"), (110, 120), Some(chains::find),
        "Dynamic chains that use nested dynamic chains on the way."),
];
