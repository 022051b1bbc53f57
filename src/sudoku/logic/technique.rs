//! The table of techniques, in the order in which they are tried.

use super::chains::{AIC, CHAINS};
use super::family::Family;
use super::players::{avoidable_rectangles, chain, rectangles};
use super::search::{Flow, Search, Selection};
use super::{Board, Step, Tenths, bug, chains, exclusion, fish, locking, loops, players, singles, subsets, wings};

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
    /// The group of techniques that it belongs to, in English.
    pub group: &'static str,
    /// Whether it relies on the puzzle having exactly one solution.
    pub needs_uniqueness: bool,
    /// The technique of the scale of whose steps it is a name, so that this stands for it in a list, too.
    pub(super) of: Option<Technique>,
    pub(super) family: &'static Family,
    /// Finds its steps together with those of the rows directly below that have `None`.
    pub(super) find: Option<Find>,
}

impl TechniqueInfo {
    /// Whether the technique has a place on Sudoku Explainer's scale. The others are names that players use for some of
    /// its steps.
    pub const fn is_rated(&self) -> bool {
        self.lowest.0 > 0
    }

    /// Whether a step of this technique may have this rating, as far as is known.
    pub fn may_be_rated(&self, rating: Tenths) -> bool {
        match self.technique {
            Technique::HiddenSingle => singles::HIDDEN_RATINGS.contains(&rating),
            _ => self.is_rated() && (self.lowest..=self.highest).contains(&rating),
        }
    }
}

impl Technique {
    /// The technique with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.id == id).map(|row| row.technique)
    }

    /// Information about this technique.
    pub fn info(self) -> &'static TechniqueInfo {
        &TABLE[self as usize]
    }

    /// The first step on a board by this technique, or by those that are searched for together with it.
    pub fn first_step(self, board: &Board) -> Option<Step> {
        let mut search = Search::new(Selection::Proven(1), u64::MAX, None, None);
        let _ = self.info().find?(board, &mut search, self);
        search.steps().pop()
    }
}

/// Makes the enumeration and the table of the techniques. A row has the name of the technique, its id and its name in
/// English, the lowest and the highest rating of its steps, the technique of the scale of whose steps it is a name, its family,
/// its search unless the row above has it, and what it does.
macro_rules! techniques {
    ($($technique:ident $id:literal $name:literal ($lowest:literal, $highest:literal $(, $of:ident)?) $family:path
        $(=> $find:expr)?, $sentence:literal;)*) => {
        /// A technique, in the order of the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique { $(#[doc = $sentence] $technique),* }

        /// The techniques: first those of the scale, in the order in which they are tried, so that the first step found is the
        /// next one; then the other names that players use, in the order of the course.
        pub static TABLE: [TechniqueInfo; [$($id),*].len()] = [$(TechniqueInfo {
            technique: Technique::$technique,
            id: $id,
            name: $name,
            lowest: Tenths($lowest),
            highest: Tenths($highest),
            sentence: $sentence,
            group: $family.group,
            needs_uniqueness: $family.needs_uniqueness,
            of: [$(Some(Technique::$of),)? None][0],
            family: &$family,
            find: [$(Some::<Find>(|board, search, technique| $find(board, search, technique)),)? None][0],
        }),*];
    };
}

techniques! {
    HiddenSingle "hidden-single" "Hidden Single" (10, 15) singles::HIDDEN_SINGLE => singles::hidden_single,
        "A digit has one place left in a house.";
    DirectPointing "direct-pointing" "Direct Pointing" (17, 17) locking::POINTING => locking::direct::<false>,
        "Locked candidates of a box leave one place for their digit in another box.";
    DirectClaiming "direct-claiming" "Direct Claiming" (19, 19) locking::CLAIMING => locking::direct::<true>,
        "Locked candidates of a line leave one place for their digit in another line.";
    DirectHiddenPair "direct-hidden-pair" "Direct Hidden Pair" (20, 20) subsets::HIDDEN => subsets::direct_hidden::<2>,
        "A hidden pair leaves one place for another digit in its house.";
    NakedSingle "naked-single" "Naked Single" (23, 23) singles::NAKED_SINGLE => singles::naked_single,
        "A cell has one candidate left.";
    DirectHiddenTriplet "direct-hidden-triplet" "Direct Hidden Triplet" (25, 25) subsets::HIDDEN => subsets::direct_hidden::<3>,
        "A hidden triplet leaves one place for another digit in its house.";
    Pointing "pointing" "Pointing" (26, 26) locking::POINTING => locking::locked::<false>,
        "The places of a digit in a box are all in one line, so the rest of the line loses the digit.";
    Claiming "claiming" "Claiming" (28, 28) locking::CLAIMING => locking::locked::<true>,
        "The places of a digit in a line are all in one box, so the rest of the box loses the digit.";
    NakedPair "naked-pair" "Naked Pair" (30, 30) subsets::NAKED => subsets::naked::<2>,
        "Two cells of a house share the same two candidates, so the rest of the house loses both.";
    XWing "x-wing" "X-Wing" (32, 32) fish::FISH => fish::fish::<2>,
        "The places of a digit in two lines are in two crossing lines, which lose the digit elsewhere.";
    HiddenPair "hidden-pair" "Hidden Pair" (34, 34) subsets::HIDDEN => subsets::hidden::<2>,
        "Two digits of a house share the same two places, so those cells lose all other digits.";
    NakedTriplet "naked-triplet" "Naked Triplet" (36, 36) subsets::NAKED => subsets::naked::<3>,
        "Three cells of a house share three candidates, so the rest of the house loses them.";
    Swordfish "swordfish" "Swordfish" (38, 38) fish::FISH => fish::fish::<3>,
        "The places of a digit in three lines are in three crossing lines, which lose the digit elsewhere.";
    HiddenTriplet "hidden-triplet" "Hidden Triplet" (40, 40) subsets::HIDDEN => subsets::hidden::<3>,
        "Three digits of a house share three places, so those cells lose all other digits.";
    XyWing "xy-wing" "XY-Wing" (42, 42) wings::WING => wings::wing::<2>,
        "Whichever of its two candidates a pivot holds, one of two wings holds their common digit.";
    XyzWing "xyz-wing" "XYZ-Wing" (44, 44) wings::WING => wings::wing::<3>,
        "Whichever of its three candidates a pivot holds, it or one of two wings holds their common digit.";
    UniqueRectangle "unique-rectangle" "Unique Rectangle" (45, 48) loops::UNIQUE => loops::unique_loops,
        "Four cells in two boxes must not hold only two digits, or the puzzle would have two solutions.";
    UniqueLoop "unique-loop" "Unique Loop" (46, 53) loops::UNIQUE,
        "A loop of six or more cells must not hold only two digits, or the puzzle would have two solutions.";
    NakedQuad "naked-quad" "Naked Quad" (50, 50) subsets::NAKED => subsets::naked::<4>,
        "Four cells of a house share four candidates, so the rest of the house loses them.";
    Jellyfish "jellyfish" "Jellyfish" (52, 52) fish::FISH => fish::fish::<4>,
        "The places of a digit in four lines are in four crossing lines, which lose the digit elsewhere.";
    HiddenQuad "hidden-quad" "Hidden Quad" (54, 54) subsets::HIDDEN => subsets::hidden::<4>,
        "Four digits of a house share four places, so those cells lose all other digits.";
    Bug "bug" "Bivalue Universal Grave" (56, 62) loops::UNIQUE => bug::bug,
        "If every open cell had two candidates, each twice per house, the puzzle would not have exactly one solution.";
    AlignedPairExclusion "aligned-pair-exclusion" "Aligned Pair Exclusion" (62, 62) exclusion::PAIR => exclusion::aligned_pair,
        "Every combination of two cells that uses a candidate leaves a cell that sees both without a candidate.";
    GeneralizedXWing "generalized-x-wing" "Generalized X-Wing" (65, 65) CHAINS => chains::find,
        "A cycle of four places of a digit, joined by houses with two places, fixes two of them as a pair.";
    XCycle "x-cycle" "Bidirectional X-Cycle" (65, 69) CHAINS,
        "A cycle of places of one digit can only be filled in two ways, and both exclude a candidate.";
    YCycle "y-cycle" "Bidirectional Y-Cycle" (65, 70) CHAINS,
        "A cycle of cells with two candidates can only be filled in two ways, and both exclude a candidate.";
    Cycle "cycle" "Bidirectional Cycle" (70, 80) CHAINS,
        "A cycle of places and cells can only be filled in two ways, and both exclude a candidate.";
    TurbotFish "turbot-fish" "Turbot Fish" (66, 66) CHAINS,
        "A short chain of places of one digit shows that a candidate contradicts itself.";
    ForcingXChain "forcing-x-chain" "Forcing X-Chain" (66, 69) CHAINS,
        "A chain of places of one digit shows that a candidate, or its absence, contradicts itself.";
    ForcingChain "forcing-chain" "Forcing Chain" (70, 80) CHAINS,
        "A chain of places and cells shows that a candidate, or its absence, contradicts itself.";
    AlignedTripletExclusion "aligned-triplet-exclusion" "Aligned Triplet Exclusion" (75, 75) exclusion::TRIPLET
        => exclusion::aligned_triplet,
        "Every combination of three cells that uses a candidate leaves a cell that sees them without a candidate.";
    NishioForcingChain "nishio-forcing-chain" "Nishio Forcing Chains" (75, 81) CHAINS => chains::find,
        "A candidate leads to two opposite conclusions about one digit.";
    CellForcingChain "cell-forcing-chain" "Cell Forcing Chains" (80, 87) CHAINS => chains::find,
        "Every candidate of a cell leads to the same conclusion.";
    RegionForcingChain "region-forcing-chain" "Region Forcing Chains" (80, 87) CHAINS,
        "Every place of a digit in a house leads to the same conclusion.";
    DynamicContradiction "dynamic-contradiction" "Dynamic Contradiction Forcing Chains" (85, 96) CHAINS => chains::find,
        "A candidate, or its absence, leads to two opposite conclusions, with chains that join.";
    DynamicDouble "dynamic-double" "Dynamic Double Forcing Chains" (85, 96) CHAINS,
        "A candidate and its absence lead to the same conclusion, with chains that join.";
    DynamicCell "dynamic-cell" "Dynamic Cell Forcing Chains" (85, 96) CHAINS,
        "Every candidate of a cell leads to the same conclusion, with chains that join.";
    DynamicRegion "dynamic-region" "Dynamic Region Forcing Chains" (85, 96) CHAINS,
        "Every place of a digit in a house leads to the same conclusion, with chains that join.";
    DynamicPlus "dynamic-plus" "Dynamic Forcing Chains (+)" (90, 102) CHAINS => chains::find,
        "Dynamic chains that use locked candidates, pairs and X-wings on the way.";
    NestedForcingChain "nested-forcing-chain" "Dynamic Forcing Chains (+ Forcing Chains)" (95, 110) CHAINS => chains::find,
        "Dynamic chains that use forcing chains on the way.";
    NestedMultiple "nested-multiple" "Dynamic Forcing Chains (+ Multiple Forcing Chains)" (100, 115) CHAINS => chains::find,
        "Dynamic chains that use cell and region forcing chains on the way.";
    NestedDynamic "nested-dynamic" "Dynamic Forcing Chains (+ Dynamic Forcing Chains)" (105, 119) CHAINS => chains::find,
        "Dynamic chains that use dynamic chains on the way.";
    NestedNested "nested-nested" "Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))" (110, 120) CHAINS
        => chains::find,
        "Dynamic chains that use nested dynamic chains on the way.";
    FullHouse "full-house" "Full House" (0, 0) singles::FULL_HOUSE => singles::full_house,
        "A house has one empty cell.";
    Skyscraper "skyscraper" "Skyscraper" (0, 0, TurbotFish) players::PLACES => players::turbot,
        "A digit has two places in each of two parallel lines, and one end of each is in the same crossing line.";
    TwoStringKite "two-string-kite" "Two-String Kite" (0, 0, TurbotFish) players::PLACES => players::turbot,
        "A digit has two places in a row and two in a column, and one end of each is in the same box.";
    Crane "crane" "Crane" (0, 0, TurbotFish) players::PLACES => players::turbot,
        "A digit has two places in each of two houses, those of one in a box, and one end of each sees the other.";
    WWing "w-wing" "W-Wing" (0, 0) players::W_WING => players::w_wing,
        "Two cells have the same two candidates, and a house whose two places of one of them see a cell each.";
    UniqueRectangle1 "unique-rectangle-1" "Unique Rectangle Type 1" (0, 0, UniqueRectangle) loops::UNIQUE => rectangles::<1>,
        "Three corners of a rectangle in two boxes have the same two candidates, so the fourth loses both.";
    UniqueRectangle2 "unique-rectangle-2" "Unique Rectangle Type 2" (0, 0, UniqueRectangle) loops::UNIQUE => rectangles::<2>,
        "Two corners in line have the same extra candidate, and one of them holds it.";
    UniqueRectangle3 "unique-rectangle-3" "Unique Rectangle Type 3" (0, 0, UniqueRectangle) loops::UNIQUE => rectangles::<3>,
        "The extra candidates of two corners in line form a naked subset with other cells of their house.";
    UniqueRectangle4 "unique-rectangle-4" "Unique Rectangle Type 4" (0, 0, UniqueRectangle) loops::UNIQUE => rectangles::<4>,
        "Two corners in line with extra candidates hold one digit of the rectangle, so they lose the other.";
    UniqueRectangle5 "unique-rectangle-5" "Unique Rectangle Type 5" (0, 0, UniqueRectangle) loops::UNIQUE => rectangles::<5>,
        "Two opposite corners, or three, have the same extra candidate, and one of them holds it.";
    UniqueRectangle6 "unique-rectangle-6" "Unique Rectangle Type 6" (0, 0) loops::UNIQUE => rectangles::<6>,
        "Two opposite corners have extra candidates, and a digit of the rectangle has no other place in its two lines.";
    HiddenRectangle "hidden-rectangle" "Hidden Rectangle" (0, 0) loops::UNIQUE => players::hidden_rectangles,
        "A corner has two candidates, and one of them has no other place in the two lines of the opposite corner.";
    BugPlusOne "bug-plus-one" "BUG+1" (0, 0, Bug) loops::UNIQUE => bug::plus_one,
        "One cell has an extra candidate, without which the puzzle would not have exactly one solution.";
    FinnedXWing "finned-x-wing" "Finned X-Wing" (0, 0) players::FINNED => players::finned::<2, false>,
        "An X-wing but for a few places in one box: what sees them and the X-wing would remove goes.";
    SashimiXWing "sashimi-x-wing" "Sashimi X-Wing" (0, 0) players::FINNED => players::finned::<2, true>,
        "A finned X-wing with a line that has only one place besides the fin.";
    FinnedSwordfish "finned-swordfish" "Finned Swordfish" (0, 0) players::FINNED => players::finned::<3, false>,
        "A swordfish but for a few places in one box: what sees them and the swordfish would remove goes.";
    SashimiSwordfish "sashimi-swordfish" "Sashimi Swordfish" (0, 0) players::FINNED => players::finned::<3, true>,
        "A finned swordfish with a line that has only one place besides the fin.";
    FinnedJellyfish "finned-jellyfish" "Finned Jellyfish" (0, 0) players::FINNED => players::finned::<4, false>,
        "A jellyfish but for a few places in one box: what sees them and the jellyfish would remove goes.";
    SashimiJellyfish "sashimi-jellyfish" "Sashimi Jellyfish" (0, 0) players::FINNED => players::finned::<4, true>,
        "A finned jellyfish with a line that has only one place besides the fin.";
    RemotePair "remote-pair" "Remote Pair" (0, 0) players::PAIRS => players::remote_pair,
        "A chain of an even number of cells with the same two candidates: its ends hold both digits.";
    SimpleColours "simple-colours" "Simple Colours" (0, 0) players::PLACES => players::simple_colours,
        "Places of a digit, joined by houses with two places, have two colours, and all of one colour hold the digit.";
    EmptyRectangle "empty-rectangle" "Empty Rectangle" (0, 0) players::EMPTY_RECTANGLE => players::empty_rectangle,
        "The places of a digit in a box are in one row and one column, and a line with two places meets one of them.";
    XyChain "xy-chain" "XY-Chain" (0, 0) players::PAIRS => chain::<false, true, false>,
        "A chain of cells with two candidates: one of its ends holds the digit that both ends have.";
    XChain "x-chain" "X-Chain" (0, 0) players::X_CHAIN => chain::<true, false, false>,
        "A chain of places of one digit: one of its ends holds the digit.";
    WxyzWing "wxyz-wing" "WXYZ-Wing" (0, 0) players::WXYZ_WING => players::als_xz::<true>,
        "Four cells with four digits, of which only one may occur twice: what sees all its places loses it.";
    Aic "aic" "Alternating Inference Chain" (0, 0) AIC => chain::<true, true, false>,
        "A chain of places and cells: one of its ends is true.";
    DiscontinuousNiceLoop "discontinuous-nice-loop" "Discontinuous Nice Loop" (0, 0) AIC => chain::<true, true, true>,
        "A chain of places and cells that begins and ends in the same cell.";
    AlsXz "als-xz" "ALS-XZ" (0, 0) players::ALMOST_LOCKED => players::als_xz::<false>,
        "Two sets of cells with one candidate too many each: only one of them can hold a digit that they share.";
    AvoidableRectangle1 "avoidable-rectangle-1" "Avoidable Rectangle Type 1" (0, 0) loops::UNIQUE => avoidable_rectangles::<1>,
        "Three corners of a rectangle in two boxes, none a given, hold two digits, so the fourth loses one of them.";
    AvoidableRectangle2 "avoidable-rectangle-2" "Avoidable Rectangle Type 2" (0, 0) loops::UNIQUE => avoidable_rectangles::<2>,
        "Two corners of a rectangle, no givens, are filled, and the others have the same extra candidate: one holds it.";
    SueDeCoq "sue-de-coq" "Sue de Coq" (0, 0) players::SUE_DE_COQ => players::sue_de_coq,
        "Cells where a box and a line cross have, with others of each that share no digit, as many digits as cells.";
    MultiColours "multi-colours" "Multi-Colours" (0, 0) players::PLACES => players::multi_colours,
        "Two groups of places of a digit have two colours each, and one colour of the one excludes one of the other.";
    ContinuousNiceLoop "continuous-nice-loop" "Continuous Nice Loop" (0, 0) players::LOOPS => players::nice_loops::<false>,
        "A loop of places and cells can only be filled in two ways: what two neighbours exclude goes.";
    GroupedNiceLoop "grouped-nice-loop" "Grouped Continuous Nice Loop" (0, 0) players::LOOPS => players::nice_loops::<true>,
        "A loop of places, groups of places and cells can only be filled in two ways: what two neighbours exclude goes.";
    GroupedXChain "grouped-x-chain" "Grouped X-Chain" (0, 0) players::GROUPS => players::grouped_chains,
        "A chain of places and groups of places of one digit: one of its ends holds the digit.";
    GroupedAic "grouped-aic" "Grouped AIC" (0, 0) players::GROUPS,
        "A chain of places, groups of places and cells: one of its ends is true.";
    AlsXyWing "als-xy-wing" "ALS-XY-Wing" (0, 0) players::SETS => players::als_chains,
        "Three sets of cells with one candidate too many each: one of the outer two holds a digit that both have.";
    AlsChain "als-chain" "ALS Chain" (0, 0) players::SETS,
        "Four or more sets of cells with one candidate too many each: one of the ends holds a digit that both have.";
    FinnedFrankenXWing "finned-franken-x-wing" "Finned Franken X-Wing" (0, 0) players::FRANKEN => players::franken,
        "An X-wing with a box as a line, but for a few places: what sees them and the X-wing would remove goes.";
    FrankenSwordfish "franken-swordfish" "Franken Swordfish" (0, 0) players::FRANKEN,
        "A swordfish some of whose lines are boxes.";
    FinnedFrankenSwordfish "finned-franken-swordfish" "Finned Franken Swordfish" (0, 0) players::FRANKEN,
        "A swordfish with boxes as lines, but for a few places: what sees them and the swordfish would remove goes.";
    DeathBlossom "death-blossom" "Death Blossom" (0, 0) players::BLOSSOM => players::death_blossom,
        "Each digit of a cell takes one from a set of cells with one candidate too many: one of the sets holds a digit of all.";
}
