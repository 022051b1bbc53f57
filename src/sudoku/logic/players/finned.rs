//! Finned and sashimi fish: fish but for a few places in one box.

use super::super::family::{Family, Look};
use super::super::layout::{bits, cells_of};
use super::super::search::{Flow, Offers, Search};
use super::super::tuples::each_choice;
use super::super::{Board, Proof, Technique, Truth};

pub const FINNED: Family = Family::new(
    "Look for a few lines in which the places of a digit, but for some in one box, all lie in the same few crossing lines.",
    Look::Truths,
);

/// The first houses of the base lines and of the crossing lines.
const DIRECTIONS: [(u8, u8); 2] = [(9, 18), (18, 9)];

/// A finned fish of one digit.
#[derive(Clone, Copy)]
struct Fish {
    digit: u8,
    bases: u8,
    covers: u8,
    /// The base lines and the crossing lines that cover all places but the fins.
    lines: u16,
    crossing: u16,
    removed: u128,
}

/// Fish of `SIZE` lines with fins: of the cells that the fish would empty, those that see all fins lose the digit. A fish is
/// sashimi if a line has one place besides its fins. One that removes the same as a smaller fish is left out, or as one of
/// its size that has no fins or, if it is sashimi, that is finned.
pub fn finned<const SIZE: u32, const SASHIMI: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for d in 0..9 {
        let mut found = Vec::new();
        let mut known: Vec<u128> = Vec::new();
        for size in 2..=SIZE {
            for directions in DIRECTIONS {
                each_fish(board, d, directions, size, |fish, sashimi| {
                    if size == SIZE && sashimi == Some(SASHIMI) {
                        found.push(fish);
                    }
                    if size < SIZE || sashimi < Some(SASHIMI) {
                        known.push(fish.removed);
                    }
                });
            }
        }
        for fish in found.into_iter().filter(|fish| !known.contains(&fish.removed)) {
            search.eliminate_from(fish.removed, d);
            search.offer(technique, || fish.proof())?;
        }
    }
    Flow::Continue(())
}

impl Fish {
    fn proof(&self) -> Proof {
        let bases = bits(self.lines).map(|i| Truth::place(self.bases + i, self.digit));
        Proof::of(bases, bits(self.crossing).map(|i| self.covers + i))
    }
}

/// Visits the fish of this size that remove something, with whether each is sashimi; `None` if it has no fins.
fn each_fish(board: &Board, d: u8, (bases, covers): (u8, u8), size: u32, mut visit: impl FnMut(Fish, Option<bool>)) {
    let open: Vec<(u8, u16)> =
        (0..9).map(|line| (line, board.places(bases + line, d))).filter(|(_, places)| *places != 0).collect();
    let set = |first: u8, lines: u16| cells_of(u32::from(lines) << first);
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
                let mut removed = board.cells_with(d) & set(covers, crossing) & !set(bases, lines);
                if extra > 0 {
                    removed &= set(covers, 0b111 << (3 * stack)) & set(bases, 0b111 << (3 * band));
                }
                if removed != 0 {
                    let fish = Fish { digit: d, bases, covers, lines, crossing, removed };
                    visit(fish, (extra > 0).then_some(fewest == 1));
                }
            }
        }
        Flow::Continue(())
    });
}
