//! The order in which players usually learn the techniques, and the techniques that a player knows.

use super::technique::TABLE;
use super::{Technique, Technique as T, TechniqueInfo};

/// The techniques in the order in which players usually learn them. The chains that hardly anybody follows come last. A technique
/// that is added comes before these and after all others, so that what `up-to` stands for, and thus a puzzle with a seed, stays.
#[rustfmt::skip]
pub static COURSE: [Technique; TABLE.len()] = [
    T::FullHouse, T::HiddenSingle, T::NakedSingle, T::DirectPointing, T::DirectClaiming, T::Pointing, T::Claiming,
    T::DirectHiddenPair, T::NakedPair, T::HiddenPair, T::DirectHiddenTriplet, T::NakedTriplet, T::HiddenTriplet,
    T::NakedQuad, T::HiddenQuad, T::XWing, T::Skyscraper, T::TwoStringKite, T::Crane, T::Swordfish, T::XyWing,
    T::WWing, T::XyzWing, T::UniqueRectangle1, T::UniqueRectangle2, T::UniqueRectangle3, T::UniqueRectangle4,
    T::UniqueRectangle5, T::UniqueRectangle6, T::HiddenRectangle, T::UniqueRectangle, T::UniqueLoop, T::BugPlusOne,
    T::Bug, T::FinnedXWing, T::SashimiXWing, T::FinnedSwordfish, T::SashimiSwordfish, T::Jellyfish,
    T::FinnedJellyfish, T::SashimiJellyfish, T::RemotePair, T::SimpleColours, T::EmptyRectangle, T::XyChain,
    T::XChain, T::WxyzWing, T::Aic, T::DiscontinuousNiceLoop, T::AlsXz, T::AvoidableRectangle1, T::AvoidableRectangle2,
    T::SueDeCoq, T::MultiColours, T::ContinuousNiceLoop, T::GroupedNiceLoop, T::GroupedXChain, T::GroupedAic,
    T::AlsXyWing, T::AlsChain, T::FinnedFrankenXWing, T::FrankenSwordfish, T::FinnedFrankenSwordfish, T::DeathBlossom,
    T::AlignedPairExclusion, T::GeneralizedXWing, T::XCycle, T::YCycle, T::Cycle, T::TurbotFish,
    T::ForcingXChain, T::ForcingChain, T::AlignedTripletExclusion, T::NishioForcingChain, T::CellForcingChain,
    T::RegionForcingChain, T::DynamicContradiction, T::DynamicDouble, T::DynamicCell, T::DynamicRegion, T::DynamicPlus,
    T::NestedForcingChain, T::NestedMultiple, T::NestedDynamic, T::NestedNested,
];

impl Technique {
    /// Its place in the course, starting from 1.
    pub fn place_in_course(self) -> usize {
        COURSE.iter().position(|&other| other == self).expect("the course has every technique") + 1
    }

    /// The technique with whose search it is found.
    fn search(self) -> Self {
        let row = TABLE[..=self as usize].iter().rfind(|row| row.find.is_some());
        row.expect("the first technique has a search").technique
    }

    /// The techniques that it stands for in a list: itself and, for some of the scale, the names of its steps.
    fn stands_for(self) -> TechniqueSet {
        TABLE.iter().filter(|row| row.technique == self || row.of == Some(self)).map(|row| row.technique).collect()
    }
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TechniqueSet(u128);

impl TechniqueSet {
    /// Every technique.
    pub const ALL: Self = Self((1 << TABLE.len()) - 1);

    /// Whether a technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }

    /// A technique alone, with those that it stands for.
    pub fn only(technique: Technique) -> Self {
        technique.stands_for()
    }

    /// A technique, and all that come before it in the course.
    pub fn up_to(technique: Technique) -> Self {
        let mut all = Self::default();
        all.add_up_to(technique);
        all
    }

    /// Adds a technique, and those that it stands for.
    pub fn add(&mut self, technique: Technique) {
        self.0 |= technique.stands_for().0;
    }

    /// Removes a technique, and those that it stands for.
    pub fn remove(&mut self, technique: Technique) {
        self.0 &= !technique.stands_for().0;
    }

    /// What somebody knows who practises this technique: those that players learn before it, at most up to the X-wing, so that
    /// no other advanced technique does the same. Of one that only the scale knows: all of the scale that are searched for
    /// before it.
    pub fn before(technique: Technique) -> Self {
        let of_scale = (Technique::AlignedPairExclusion..=Technique::NestedNested).contains(&technique);
        let mut all = Self::default();
        if of_scale {
            TABLE[..technique.search() as usize].iter().for_each(|row| all.add(row.technique));
        } else {
            let before = (technique.place_in_course() - 1).min(Technique::XWing.place_in_course());
            COURSE[..before].iter().for_each(|&one| all.add(one));
        }
        all
    }

    /// Adds the techniques that are found by the search of this one.
    pub(super) fn add_found_with(&mut self, technique: Technique) {
        let below = TABLE[technique as usize + 1..].iter().take_while(|row| row.find.is_none());
        self.0 |= 1 << technique as u32;
        below.for_each(|row| self.0 |= 1 << row.technique as u32);
    }

    /// The techniques that are in both sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The techniques in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        TABLE.iter().map(|row| row.technique).filter(move |&technique| self.has(technique))
    }

    /// Adds a technique, and all that come before it in the course.
    pub fn add_up_to(&mut self, technique: Technique) {
        COURSE[..technique.place_in_course()].iter().for_each(|&one| self.add(one));
    }
}

impl FromIterator<Technique> for TechniqueSet {
    /// The techniques alone.
    fn from_iter<T: IntoIterator<Item = Technique>>(techniques: T) -> Self {
        Self(techniques.into_iter().fold(0, |set, technique| set | 1 << technique as u32))
    }
}

/// The order in which techniques are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By rating; those without a rating follow, in the order of the course.
    Rating,
    /// In the order of the course.
    Course,
}

/// The techniques of both vocabularies that may be used, and in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repertoire {
    /// The order.
    pub order: Order,
    /// The techniques.
    pub allowed: TechniqueSet,
}

impl Repertoire {
    /// The techniques with a search of their own that find those of the repertoire, in its order. They are found as they are taken:
    /// most steps need few of them.
    pub(super) fn searches(self) -> impl Iterator<Item = &'static TechniqueInfo> {
        let mut taken = TechniqueSet::default();
        (0..TABLE.len()).filter_map(move |i| {
            let technique = match self.order {
                Order::Rating => TABLE[i].technique,
                Order::Course => COURSE[i],
            };
            let row = technique.search().info();
            let is_next = self.allowed.has(technique) && !taken.has(row.technique);
            taken.0 |= u128::from(is_next) << row.technique as u32;
            is_next.then_some(row)
        })
    }
}
