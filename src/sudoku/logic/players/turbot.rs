//! Skyscrapers, two-string kites and cranes: two strong links of one digit, joined by a weak one.

use super::super::house_tables::{HOUSES_OF, sees, shared_houses};
use super::super::search::{Flow, Search};
use super::super::{Board, Technique};
use super::links::{Pair, offer};

/// Two houses with two places each, one end of each of which sees the other: a cell that sees both far ends loses the
/// digit. The houses and how the ends see each other decide the name.
pub fn turbot(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for d in 0..9 {
        let pairs = Pair::all(board, d);
        for (i, second) in pairs.iter().enumerate() {
            for first in &pairs[..i] {
                for [far, near] in first.directions() {
                    for [next, end] in second.directions() {
                        let cells = [far, near, next, end];
                        if shape(first.house, second.house, cells) == Some(technique) {
                            offer(board, search, technique, &[cells.map(|c| (c, d))])?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The name of two strong links in these houses, the second and the third of whose cells see each other; `None` if it has
/// none.
pub fn shape(first: u8, second: u8, [far, near, next, end]: [u8; 4]) -> Option<Technique> {
    // The kind of the lines that cross lines of this kind.
    let aligned = |kind: u8, a: u8, b: u8| {
        let crossing = usize::from(3 - kind);
        HOUSES_OF[usize::from(a)][crossing] == HOUSES_OF[usize::from(b)][crossing]
    };
    if far == next || far == end || near == end || !sees(near, next) {
        return None;
    }
    match (first / 9, second / 9) {
        (0, _) | (_, 0) => Some(Technique::Crane),
        (one, other) if one == other => {
            (aligned(one, near, next) && !aligned(one, far, end)).then_some(Technique::Skyscraper)
        }
        // The ends that see each other share a box. A line whose other end is there, too, is no string of a kite.
        _ if [far, end].iter().any(|&c| HOUSES_OF[usize::from(c)][0] == HOUSES_OF[usize::from(near)][0]) => {
            Some(Technique::Crane)
        }
        _ => Some(Technique::TwoStringKite),
    }
}

/// The houses in which these two cells are the only places of a digit.
pub fn is_conjugate(board: &Board, a: u8, b: u8, digit: u8) -> impl Iterator<Item = u8> {
    shared_houses(a, b).filter(move |&h| board.places(h, digit).count_ones() == 2)
}
