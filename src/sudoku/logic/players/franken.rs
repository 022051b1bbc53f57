//! Franken fish: fish some of whose base houses or cover houses are boxes, perhaps with fins.

use super::super::family::{Family, Look, group};
use super::super::house_tables::{HOUSE_SETS, PEER_SETS, bits, cells, cells_of, seen_by_all};
use super::super::search::{Flow, Offers, Search};
use super::super::{Board, Proof, Technique};
use super::arrangements::spare;

pub const FRANKEN: Family = Family::new(
    group::FISH,
    "Look for a few lines and boxes in which the places of a digit, but for some, all lie in as many other lines and boxes.",
    Look::Truths,
);

/// The boxes and lines of the bases, and those of the covers.
const DIRECTIONS: [[u32; 2]; 2] = [[0x3_ffff, 0x7fc_01ff], [0x7fc_01ff, 0x3_ffff]];

/// A fish of one digit: its base houses, which share no place, its cover houses, and the places that these leave out.
struct Fish {
    bases: u32,
    covers: u32,
    fins: u128,
}

/// For each candidate, the fish of two or three bases with the fewest fins that removes it, if no smaller fish and none of lines
/// does. One of two bases without fins is locked candidates.
pub fn franken(board: &Board, search: &mut Search, _: Technique) -> Flow {
    for d in 0..9 {
        let places = board.cells_with(d);
        let mut known = 0_u128;
        for victim in cells(spare(board, d)) {
            if known >> victim & 1 != 0 {
                continue;
            }
            search.spend(4)?;
            let fish = (1..=3).find_map(|size| Fish::best(places, victim, size));
            let Some(fish) = fish.filter(Fish::has_box) else { continue };
            let technique = match (fish.bases.count_ones(), fish.fins) {
                (3, 0) => Technique::FrankenSwordfish,
                (3, _) => Technique::FinnedFrankenSwordfish,
                (2, 1..) => Technique::FinnedFrankenXWing,
                _ => continue,
            };
            let see_fins = places & seen_by_all(cells(fish.fins));
            let removed = see_fins & cells_of(fish.covers) & !cells_of(fish.bases);
            known |= removed;
            search.eliminate_from(removed, d);
            search.offer(technique, || Proof::fish(d, [fish.bases, fish.covers]))?;
        }
    }
    Flow::Continue(())
}

/// Visits the subsets of a set of houses with this number of elements.
fn each_subset(houses: u32, size: u32, visit: &mut dyn FnMut(u32)) {
    if size == 0 {
        return visit(0);
    }
    for h in bits(u64::from(houses)) {
        each_subset(houses & (u32::MAX << h << 1), size - 1, &mut |rest| visit(rest | 1 << h));
    }
}

impl Fish {
    fn has_box(&self) -> bool {
        (self.bases | self.covers) & 0x1ff != 0
    }

    /// The fish that removes a place: without it and the places that it sees, as many bases as the fish has lie in all covers but
    /// one, which has the place. One of lines comes first, then the one with the fewest fins.
    fn best(places: u128, victim: u8, size: u32) -> Option<Self> {
        let rest = places & !PEER_SETS[usize::from(victim)] & !(1 << victim);
        let mut best: Option<Self> = None;
        let (mut own, mut others) = (0_u32, 0);
        for (h, set) in HOUSE_SETS.iter().enumerate().filter(|(_, set)| places & **set != 0) {
            *(if set >> victim & 1 != 0 { &mut own } else { &mut others }) |= 1 << h;
        }
        for [bases, covers] in DIRECTIONS.map(|[bases, covers]| [bases & others, covers]) {
            each_subset(covers & others, size - 1, &mut |chosen| {
                let left = rest & !cells_of(chosen);
                let is_inside = |h: &u8| left & HOUSE_SETS[usize::from(*h)] == 0;
                let inside = bits(u64::from(bases)).filter(is_inside).fold(0_u32, |set, h| set | 1 << h);
                each_subset(inside, size, &mut |bases| {
                    let of_each = bits(u64::from(bases)).map(|h| (places & HOUSE_SETS[usize::from(h)]).count_ones());
                    let all = places & cells_of(bases);
                    if of_each.sum::<u32>() != all.count_ones() {
                        return;
                    }
                    for cover in bits(u64::from(own & covers)) {
                        let covers = chosen | 1 << cover;
                        let fish = Self { bases, covers, fins: all & !cells_of(covers) };
                        if best.as_ref().is_none_or(|best| fish.rank() < best.rank()) {
                            best = Some(fish);
                        }
                    }
                });
            });
        }
        best
    }

    fn rank(&self) -> (bool, u32) {
        (self.has_box(), self.fins.count_ones())
    }
}
