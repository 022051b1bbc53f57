//! XY-wing and XYZ-wing.

use super::family::{Family, Look, group};
use super::house_tables::{PEER_SETS, as_peers};
use super::search::{Flow, Offers, Search};
use super::{Board, Proof, Technique, Truth};

pub const WING: Family =
    Family::new(group::WINGS, "Look for cells with few candidates that see each other.", Look::First(1));

/// XY-wings have a pivot of two candidates x and y, and wings with x, z and y, z: cells that see both wings lose z. The
/// pivot of an XYZ-wing has three candidates, x, y and z: cells that see all three cells lose z.
pub fn wing<const SIZE: u32>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for pivot in 0..81 {
        let digits = board.candidates(pivot);
        if digits.count_ones() != SIZE {
            continue;
        }
        // The possible wings, in the order of the scan.
        let mut wings = [(0, 0); 20];
        let mut count = 0;
        for peer in as_peers(pivot, u128::MAX) {
            let wing = board.candidates(peer);
            if wing.count_ones() == 2 && (digits & !wing).is_power_of_two() {
                wings[count] = (peer, wing);
                count += 1;
            }
        }
        for &(first, a) in &wings[..count] {
            for &(second, b) in &wings[..count] {
                // The pivot has the digits that the wings do not share and, of three, also the one that they do.
                let z = a & b;
                if !z.is_power_of_two() || (digits & z != 0) != (SIZE == 3) {
                    continue;
                }
                let mut victims = PEER_SETS[usize::from(first)] & PEER_SETS[usize::from(second)];
                if SIZE == 3 {
                    victims &= PEER_SETS[usize::from(pivot)];
                }
                let z = z.trailing_zeros() as u8;
                search.eliminate_from(board.cells_with(z) & victims, z);
                search.offer(technique, || Proof::of([pivot, first, second].map(Truth::cell), []))?;
            }
        }
    }
    Flow::Continue(())
}
