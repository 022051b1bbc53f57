//! Finned and sashimi fish: fish but for a few places in one box.

use std::rc::Rc;

use super::super::family::{Family, Look, group};
use super::super::house_tables::cells_of;
use super::super::search::{Flow, Offers, Search};
use super::super::tuples::each_choice;
use super::super::{Board, Proof, Technique};
use super::arrangements::spare;

pub const FINNED: Family = Family::new(
    group::FISH,
    "Look for a few lines in which the places of a digit, but for some in one box, all lie in the same few crossing lines.",
    Look::Truths,
);

/// The first houses of the base lines and of the crossing lines.
const DIRECTIONS: [(u8, u8); 2] = [(9, 18), (18, 9)];

/// A fish of one digit, perhaps with fins.
struct Fish {
    digit: u8,
    /// The base lines, and the crossing lines that cover all places but the fins.
    houses: [u32; 2],
    removed: u128,
    /// How many lines it has, and whether it is sashimi; `None` if it has no fins.
    rank: (u32, Option<bool>),
}

/// Fish of `SIZE` lines with fins: of the cells that the fish would empty, those that see all fins lose the digit. A fish is
/// sashimi if a line has one place besides its fins. One that removes the same as a smaller fish is left out, or as one of
/// its size that has no fins or, if it is sashimi, that is finned. Fish of the same base lines with fins in several boxes, which
/// players call siamese, are a step for each box.
pub fn finned<const SIZE: u32, const SASHIMI: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let all: Rc<[Vec<Fish>; 9]> = search.shared(board, |board| std::array::from_fn(|d| Fish::all(board, d as u8)));
    for of_digit in all.iter() {
        let rank = (SIZE, Some(SASHIMI));
        let simpler = |fish: &Fish| of_digit.iter().any(|one| one.rank < rank && one.removed == fish.removed);
        for fish in of_digit.iter().filter(|fish| fish.rank == rank && !simpler(fish)) {
            search.eliminate_from(fish.removed, fish.digit);
            search.offer(technique, || Proof::fish(fish.digit, fish.houses))?;
        }
    }
    Flow::Continue(())
}

impl Fish {
    /// All fish of two to four lines that remove something, the small ones first.
    fn all(board: &Board, d: u8) -> Vec<Self> {
        let mut all = Vec::new();
        if spare(board, d) != 0 {
            for (size, directions) in (2..=4).flat_map(|size| DIRECTIONS.map(|directions| (size, directions))) {
                find(board, d, directions, size, &mut all);
            }
        }
        all
    }
}

/// Finds the fish of this size that remove something.
fn find(board: &Board, d: u8, (bases, covers): (u8, u8), size: u32, all: &mut Vec<Fish>) {
    let open: Vec<(u8, u16)> =
        (0..9).map(|line| (line, board.places(bases + line, d))).filter(|(_, places)| *places != 0).collect();
    let houses = |first: u8, lines: u16| u32::from(lines) << first;
    let _ = each_choice(open.len() as u32, size, |chosen| {
        let chosen = || open.iter().enumerate().filter(|(i, _)| chosen >> i & 1 != 0).map(|(_, line)| *line);
        let (lines, union) =
            chosen().fold((0, 0), |(lines, union), (line, places)| (lines | 1 << line, union | places));
        let Some(extra) = union.count_ones().checked_sub(size).filter(|&extra| extra <= 2) else {
            return Flow::Continue(());
        };
        for stack in if extra == 0 { 0..1 } else { 0..3 } {
            let possible = (0_u16..8).map(|columns| columns << (3 * stack));
            for fins in possible.filter(|fins| fins & !union == 0 && fins.count_ones() == extra) {
                let crossing = union & !fins;
                let mut with_fins = 0_u16;
                let mut fewest = u32::MAX;
                for (line, places) in chosen() {
                    with_fins |= u16::from(places & fins != 0) << line;
                    fewest = fewest.min((places & crossing).count_ones());
                }
                let band = (with_fins.trailing_zeros() / 3).min(2) as u8;
                if with_fins & !(0b111 << (3 * band)) != 0 || fewest == 0 {
                    continue;
                }
                let fish = [houses(bases, lines), houses(covers, crossing)];
                let mut removed = board.cells_with(d) & cells_of(fish[1]) & !cells_of(fish[0]);
                if extra > 0 {
                    let part = |first, part: u8| cells_of(houses(first, 0b111 << (3 * part)));
                    removed &= part(covers, stack) & part(bases, band);
                }
                if removed != 0 {
                    let rank = (size, (extra > 0).then_some(fewest == 1));
                    all.push(Fish { digit: d, houses: fish, removed, rank });
                }
            }
        }
        Flow::Continue(())
    });
}
