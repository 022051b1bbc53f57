//! X-wing, swordfish and jellyfish.

use super::family::{Family, Look, group};
use super::house_tables::{bits, cells_of};
use super::search::{Flow, Offers};
use super::tuples::each_tuple;
use super::{Board, Proof, Technique};

pub const FISH: Family = Family::new(
    group::FISH,
    "Look for a few lines in which the places of a digit all lie in the same few crossing lines.",
    Look::Truths,
);

/// Lines in which a digit has places in as many crossing lines as there are lines: the crossing lines lose the digit
/// elsewhere. Base columns come before base rows; sets of lines ascend; for the same lines, digits ascend.
pub fn fish<const DEGREE: u32>(board: &Board, search: &mut impl Offers, technique: Technique) -> Flow {
    for (bases, covers) in [(18_u8, 9), (9, 18)] {
        let mut found = Vec::new();
        for d in bits((bases..bases + 9).fold(0, |digits, line| digits | search.digits(line))) {
            let places: [u16; 9] = std::array::from_fn(|line| board.places(bases + line as u8, d));
            // The digit must be missing from at least `2 * DEGREE` lines.
            if places.iter().filter(|&&places| places != 0).count() < 2 * DEGREE as usize {
                continue;
            }
            let _ = each_tuple(&places, DEGREE, |lines, crossing| {
                found.push((lines, d, crossing));
                Flow::Continue(())
            });
        }
        found.sort_unstable();
        for (lines, d, crossing) in found {
            let houses @ [bases, covers] = [u32::from(lines) << bases, u32::from(crossing) << covers];
            search.eliminate_from(board.cells_with(d) & cells_of(covers) & !cells_of(bases), d);
            search.offer(technique, || Proof::fish(d, houses))?;
        }
    }
    Flow::Continue(())
}
