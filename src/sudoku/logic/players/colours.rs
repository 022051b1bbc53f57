//! Simple colours: places of a digit that strong links join are coloured in turn, and all of one colour are true.

use super::super::layout::{PEER_SETS, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::{Board, Reasoning, Technique};
use super::links::{Pair, Spot, offer, proof, way};

/// Places of a digit that strong links join, in two colours. One colour is true, and the other is false.
pub struct Cluster(pub [u128; 2]);

/// By cell, those to which strong links of a digit join it.
pub type Linked = [u128; 81];

impl Cluster {
    /// The strong links of a digit, and its clusters. One in which a place has both colours is left out.
    pub fn all(board: &Board, d: u8) -> (Linked, Vec<Self>) {
        let (mut linked, mut uncoloured, mut clusters) = ([0; 81], 0, Vec::new());
        for [a, b] in Pair::all(board, d).iter().map(|pair| pair.cells) {
            linked[usize::from(a)] |= 1 << b;
            linked[usize::from(b)] |= 1 << a;
            uncoloured |= 1 << a | 1 << b;
        }
        while let Some(start) = cells(uncoloured).next() {
            let colours = colour(start, &linked);
            uncoloured &= !(colours[0] | colours[1]);
            if colours[0] & colours[1] == 0 {
                clusters.push(Self(colours));
            }
        }
        (linked, clusters)
    }

    /// For each place of a colour, the first of the other colour that a strong link joins to it; each of these once.
    pub fn partners(own: u128, linked: &Linked) -> u128 {
        cells(own).filter_map(|c| cells(linked[usize::from(c)]).next()).fold(0, |set, partner| set | 1 << partner)
    }

    /// Each colour, with the opposite one.
    pub const fn colours(&self) -> [[u128; 2]; 2] {
        let [a, b] = self.0;
        [[a, b], [b, a]]
    }
}

/// Two colours of a digit. Places that see both lose the digit; so do all of a colour two of which see each other.
pub fn simple_colours(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for d in 0..9 {
        let (linked, clusters) = Cluster::all(board, d);
        for Cluster(colours) in clusters {
            let way = |from, to| way(from, to, |c| linked[usize::from(c)]);
            // Trap: for each place that sees both colours, the shortest way between them.
            let mut ways: Vec<Vec<u8>> = Vec::new();
            for victim in cells(board.cells_with(d) & !(colours[0] | colours[1])) {
                let [ones, others] = colours.map(|colour| colour & PEER_SETS[usize::from(victim)]);
                let all = cells(ones).flat_map(|a| cells(others).map(move |b| (a, b)));
                ways.extend(all.map(|(a, b)| way(a, b)).filter(|way| way.len() > 2).min_by_key(Vec::len));
            }
            ways.dedup();
            let chains: Vec<Vec<Spot>> = ways.iter().map(|way| spots(way, d)).collect();
            offer(board, search, technique, &chains)?;
            // Wrap: each member of a false colour is linked to one that leads back to itself if it is off.
            for own in colours {
                let clash = cells(own).find_map(|a| Some((a, cells(own & PEER_SETS[usize::from(a)]).next()?)));
                let Some((a, b)) = clash else { continue };
                search.eliminate_from(own, d);
                search.offer(technique, || {
                    let back = |partner| spots(&[way(partner, a), way(b, partner)].concat(), d);
                    proof(board, Reasoning::Either, cells(Cluster::partners(own, &linked)).map(back))
                })?;
            }
        }
    }
    Flow::Continue(())
}

/// The places of a digit in these cells.
pub fn spots(cells: &[u8], digit: u8) -> Vec<Spot> {
    cells.iter().map(|&cell| (cell, digit)).collect()
}

/// The places that strong links join to this one: those of its colour and those of the other.
fn colour(start: u8, linked: &Linked) -> [u128; 2] {
    let mut colours = [1 << start, 0];
    let mut fresh = colours[0];
    let mut other = 1;
    while fresh != 0 {
        let next = cells(fresh).fold(0, |set, c| set | linked[usize::from(c)]);
        fresh = next & !colours[other];
        colours[other] |= fresh;
        other = 1 - other;
    }
    colours
}
