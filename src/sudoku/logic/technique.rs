//! The table of techniques, in the order in which they are tried.

use super::search::{Flow, Search, Wanted};
use super::{Board, Step, Tenths, bug, chains, exclusion, fish, locking, loops, players, singles, subsets, wings};

/// A technique, in the order of the table.
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
    FullHouse,
    Skyscraper,
    TwoStringKite,
    Crane,
    WWing,
    UniqueRectangle1,
    UniqueRectangle2,
    UniqueRectangle3,
    UniqueRectangle4,
    UniqueRectangle5,
    UniqueRectangle6,
    HiddenRectangle,
    BugPlusOne,
    FinnedXWing,
    SashimiXWing,
    FinnedSwordfish,
    SashimiSwordfish,
    FinnedJellyfish,
    SashimiJellyfish,
    RemotePair,
    SimpleColours,
    EmptyRectangle,
    XyChain,
    XChain,
    WxyzWing,
    Aic,
    DiscontinuousNiceLoop,
    AlsXz,
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
    /// The lowest rating of its steps; 0.0 if the scale does not know the technique.
    pub lowest: Tenths,
    /// The highest known rating of its steps; 0.0 if the scale does not know the technique.
    pub highest: Tenths,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// Whether it relies on the puzzle having exactly one solution.
    pub needs_uniqueness: bool,
    /// Finds its steps together with those of the rows directly below that have `None`.
    pub(super) find: Option<Find>,
}

impl TechniqueInfo {
    /// Whether the technique has a place on Sudoku Explainer's scale. The others are names that players use for some of
    /// its steps.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.lowest.0 > 0
    }

    /// Whether a step of this technique may have this rating, as far as is known.
    #[must_use]
    pub fn may_be_rated(&self, rating: Tenths) -> bool {
        match self.technique {
            Technique::HiddenSingle => singles::HIDDEN_RATINGS.contains(&rating),
            _ => self.is_rated() && (self.lowest..=self.highest).contains(&rating),
        }
    }
}

impl Technique {
    /// The technique with this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.id == id).map(|row| row.technique)
    }

    /// Information about this technique.
    #[must_use]
    pub fn info(self) -> &'static TechniqueInfo {
        &TABLE[self as usize]
    }

    /// The first step on a board by this technique, or by those that are searched for together with it.
    #[must_use]
    pub fn first_step(self, board: &Board) -> Option<Step> {
        let mut search = Search::new(Wanted::Proven(1), u64::MAX, None, None);
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
    let needs_uniqueness = matches!(
        technique,
        Technique::UniqueRectangle
            | Technique::UniqueLoop
            | Technique::Bug
            | Technique::UniqueRectangle1
            | Technique::UniqueRectangle2
            | Technique::UniqueRectangle3
            | Technique::UniqueRectangle4
            | Technique::UniqueRectangle5
            | Technique::UniqueRectangle6
            | Technique::HiddenRectangle
            | Technique::BugPlusOne
    );
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

/// A technique that players know under this name, and the scale does not.
const fn named(
    technique: Technique,
    names: (&'static str, &'static str),
    find: Find,
    sentence: &'static str,
) -> TechniqueInfo {
    row(technique, names, (0, 0), Some(find), sentence)
}

/// The techniques: first those of the scale, in the order in which they are tried, so that the first step found is the
/// next one; then the other names that players use, in the order of the course.
#[rustfmt::skip]
pub static TABLE: [TechniqueInfo; 71] = [
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
    named(Technique::FullHouse, ("full-house", "Full House"), singles::full_house,
        "A house has one empty cell."),
    named(Technique::Skyscraper, ("skyscraper", "Skyscraper"), players::turbot,
        "A digit has two places in each of two parallel lines, and one end of each is in the same crossing line."),
    named(Technique::TwoStringKite, ("two-string-kite", "Two-String Kite"), players::turbot,
        "A digit has two places in a row and two in a column, and one end of each is in the same box."),
    named(Technique::Crane, ("crane", "Crane"), players::turbot,
        "A digit has two places in each of two houses, those of one in a box, and one end of each sees the other."),
    named(Technique::WWing, ("w-wing", "W-Wing"), players::w_wing,
        "Two cells have the same two candidates, and a house whose two places of one of them see a cell each."),
    named(Technique::UniqueRectangle1, ("unique-rectangle-1", "Unique Rectangle Type 1"), players::rectangles,
        "Three corners of a rectangle in two boxes have the same two candidates, so the fourth loses both."),
    named(Technique::UniqueRectangle2, ("unique-rectangle-2", "Unique Rectangle Type 2"), players::rectangles,
        "Two corners in line have the same extra candidate, and one of them holds it."),
    named(Technique::UniqueRectangle3, ("unique-rectangle-3", "Unique Rectangle Type 3"), players::rectangles,
        "The extra candidates of two corners in line form a naked subset with other cells of their house."),
    named(Technique::UniqueRectangle4, ("unique-rectangle-4", "Unique Rectangle Type 4"), players::rectangles,
        "Two corners in line with extra candidates hold one digit of the rectangle, so they lose the other."),
    named(Technique::UniqueRectangle5, ("unique-rectangle-5", "Unique Rectangle Type 5"), players::rectangles,
        "Two opposite corners, or three, have the same extra candidate, and one of them holds it."),
    named(Technique::UniqueRectangle6, ("unique-rectangle-6", "Unique Rectangle Type 6"), players::rectangles,
        "Two opposite corners have extra candidates, and a digit of the rectangle has no other place in its two lines."),
    named(Technique::HiddenRectangle, ("hidden-rectangle", "Hidden Rectangle"), players::rectangles,
        "A corner has two candidates, and one of them has no other place in the two lines of the opposite corner."),
    named(Technique::BugPlusOne, ("bug-plus-one", "BUG+1"), bug::plus_one,
        "One cell has an extra candidate, without which the puzzle would not have exactly one solution."),
    named(Technique::FinnedXWing, ("finned-x-wing", "Finned X-Wing"), players::finned::<2, false>,
        "An X-wing but for a few places in one box: what sees them and the X-wing would remove goes."),
    named(Technique::SashimiXWing, ("sashimi-x-wing", "Sashimi X-Wing"), players::finned::<2, true>,
        "A finned X-wing with a line that has only one place besides the fin."),
    named(Technique::FinnedSwordfish, ("finned-swordfish", "Finned Swordfish"), players::finned::<3, false>,
        "A swordfish but for a few places in one box: what sees them and the swordfish would remove goes."),
    named(Technique::SashimiSwordfish, ("sashimi-swordfish", "Sashimi Swordfish"), players::finned::<3, true>,
        "A finned swordfish with a line that has only one place besides the fin."),
    named(Technique::FinnedJellyfish, ("finned-jellyfish", "Finned Jellyfish"), players::finned::<4, false>,
        "A jellyfish but for a few places in one box: what sees them and the jellyfish would remove goes."),
    named(Technique::SashimiJellyfish, ("sashimi-jellyfish", "Sashimi Jellyfish"), players::finned::<4, true>,
        "A finned jellyfish with a line that has only one place besides the fin."),
    named(Technique::RemotePair, ("remote-pair", "Remote Pair"), players::remote_pair,
        "A chain of an even number of cells with the same two candidates: its ends hold both digits."),
    named(Technique::SimpleColours, ("simple-colours", "Simple Colours"), players::simple_colours,
        "Places of a digit, joined by houses with two places, have two colours, and all of one colour hold the digit."),
    named(Technique::EmptyRectangle, ("empty-rectangle", "Empty Rectangle"), players::empty_rectangle,
        "The places of a digit in a box are in one row and one column, and a line with two places meets one of them."),
    named(Technique::XyChain, ("xy-chain", "XY-Chain"), players::chain,
        "A chain of cells with two candidates: one of its ends holds the digit that both ends have."),
    named(Technique::XChain, ("x-chain", "X-Chain"), players::chain,
        "A chain of places of one digit: one of its ends holds the digit."),
    named(Technique::WxyzWing, ("wxyz-wing", "WXYZ-Wing"), players::als_xz,
        "Four cells with four digits, of which only one may occur twice: what sees all its places loses it."),
    named(Technique::Aic, ("aic", "Alternating Inference Chain"), players::chain,
        "A chain of places and cells: one of its ends is true."),
    named(Technique::DiscontinuousNiceLoop, ("discontinuous-nice-loop", "Discontinuous Nice Loop"), players::chain,
        "A chain of places and cells that begins and ends in the same cell."),
    named(Technique::AlsXz, ("als-xz", "ALS-XZ"), players::als_xz,
        "Two sets of cells with one candidate too many each: only one of them can hold a digit that they share."),
];
