//! Bivalue universal grave: extra candidates without which every open cell would have two candidates, and every digit
//! two places in each house where it is missing. One of them is true.

use super::house_tables::{HOUSE_CELLS, HOUSES_OF, PEER_SETS, as_peers, bits};
use super::search::{Flow, Offers, Search};
use super::tuples::each_choice;
use super::{Board, Candidate, Proof, Technique, Tenths, Truth};

/// All types: one cell (1), one extra digit (2), a naked subset with the cells (3), a digit locked in two cells (4).
pub fn bug(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let Some(grave) = Grave::find(board) else { return Flow::Continue(()) };
    if let [(c, extra)] = grave.extras[..] {
        search.eliminate(c, board.candidates(c) & !extra);
        return search.offer(technique, || grave.proof([], []));
    }
    if grave.digits.is_power_of_two() {
        let d = grave.digits.trailing_zeros() as u8;
        search.eliminate_from(board.cells_with(d) & grave.common, d);
        search.offer_rated(technique, Tenths(57), || grave.proof([], []))?;
        grave.locked(board, search, technique)
    } else if grave.common != 0 {
        grave.locked(board, search, technique)?;
        grave.subsets(board, search, technique)
    } else {
        Flow::Continue(())
    }
}

/// A grave but for one cell, which holds its extra candidate.
pub fn plus_one(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let Some(grave) = Grave::find(board) else { return Flow::Continue(()) };
    let [(c, extra)] = grave.extras[..] else { return Flow::Continue(()) };
    if extra.is_power_of_two() {
        search.place(c, extra.trailing_zeros() as u8);
    } else {
        search.eliminate(c, board.candidates(c) & !extra);
    }
    search.offer(technique, || grave.proof([], []))
}

struct Grave {
    /// The cells with extra candidates, and those candidates, in the order of discovery.
    extras: Vec<(u8, u16)>,
    /// The extra digits of all cells.
    digits: u16,
    /// The common peers of the cells, none of which is among them.
    common: u128,
}

impl Grave {
    fn find(board: &Board) -> Option<Self> {
        let mut grave = Self { extras: Vec::new(), digits: 0, common: u128::MAX };
        let mut rest = *board;
        for h in 0..27 {
            for d in 0..9 {
                let places = board.places(h, d);
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let mut large = Board::at(h, places).filter(|&c| board.candidates(c).count_ones() >= 3);
                let c = large.next()?;
                if large.next().is_some() {
                    // Another house decides which cell it is.
                    continue;
                }
                match grave.extras.iter_mut().find(|(known, _)| *known == c) {
                    Some((_, extra)) => *extra |= 1 << d,
                    None => grave.extras.push((c, 1 << d)),
                }
                grave.digits |= 1 << d;
                grave.common &= PEER_SETS[usize::from(c)];
                rest.eliminate(c, d);
                if grave.common == 0 {
                    return None;
                }
            }
        }
        (!grave.extras.is_empty() && rest.is_grave()).then_some(grave)
    }

    /// The houses that all cells share.
    fn houses(&self) -> Vec<u8> {
        let (first, rest) = self.extras.split_first().expect("a grave has an extra candidate");
        let of = HOUSES_OF[usize::from(first.0)];
        let is_shared = |&kind: &usize| rest.iter().all(|&(c, _)| HOUSES_OF[usize::from(c)][kind] == of[kind]);
        (0..3).filter(is_shared).map(|kind| of[kind]).collect()
    }

    /// Type 4: one of two cells holds a digit that they share and that is not extra. They lose the candidates that are
    /// neither this digit nor extra.
    fn locked(&self, board: &Board, search: &mut Search, technique: Technique) -> Flow {
        let [(a, a_extra), (b, b_extra)] = self.extras[..] else { return Flow::Continue(()) };
        let shared = board.candidates(a) & board.candidates(b) & !self.digits;
        if !shared.is_power_of_two() {
            return Flow::Continue(());
        }
        for h in self.houses() {
            search.eliminate(a, board.candidates(a) & !a_extra & !shared);
            search.eliminate(b, board.candidates(b) & !b_extra & !shared);
            let d = shared.trailing_zeros() as u8;
            search.offer_rated(technique, Tenths(57), || self.proof([Truth::place(h, d)], []))?;
        }
        Flow::Continue(())
    }

    /// Type 3: `n` other cells of a common house share `n + 1` candidates, including the extra ones.
    fn subsets(&self, board: &Board, search: &mut Search, technique: Technique) -> Flow {
        for h in self.houses() {
            let in_house: Vec<u8> =
                as_peers(self.extras[0].0, self.common).filter(|c| HOUSE_CELLS[usize::from(h)].contains(c)).collect();
            for degree in 2..=6.min(in_house.len() as u32) {
                each_choice(in_house.len() as u32, degree - 1, |chosen| {
                    let others = || bits(chosen as u16).map(|i| in_house[usize::from(i)]);
                    let union = others().fold(0, |union, c| union | board.candidates(c));
                    if union.count_ones() != degree
                        || self.digits & !union != 0
                        || others().any(|c| board.candidates(c).count_ones() < 2)
                    {
                        return Flow::Continue(());
                    }
                    for &c in in_house.iter().filter(|&&c| !others().any(|other| other == c)) {
                        search.eliminate(c, board.candidates(c) & union);
                    }
                    let rating = Tenths(57 + degree as u8 - 1);
                    search.offer_rated(technique, rating, || self.proof(others().map(Truth::cell), [h]))
                })?;
            }
        }
        Flow::Continue(())
    }

    fn proof(&self, others: impl IntoIterator<Item = Truth>, covers: impl IntoIterator<Item = u8>) -> Proof {
        let extras = self.extras.iter().flat_map(|&(c, extra)| bits(extra).map(move |d| Candidate::at(c, d)));
        Proof::of([Truth::Bug(extras.collect())].into_iter().chain(others), covers)
    }
}

impl Board {
    /// Whether every open cell has two candidates, and every digit zero or two places in each house.
    pub(super) fn is_grave(&self) -> bool {
        (0..81).all(|c| self.value(c) != 0 || self.candidates(c).count_ones() == 2)
            && (0..27).all(|h| self.places_of(h).iter().all(|places| matches!(places.count_ones(), 0 | 2)))
    }
}
