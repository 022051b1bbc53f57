//! Simple colours and multi-colours: places of a digit that strong links join are coloured in turn, and all of one colour are true.

use super::super::house_tables::{PEER_SETS, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::{Board, Reasoning, Technique};
use super::links::{Pair, Spot, offer, proof, way};

/// Places of a digit that strong links join, in two colours. One colour is true, and the other is false.
type Cluster = [u128; 2];

/// The strong links of a digit, and its clusters.
struct Colours<'a> {
    board: &'a Board,
    digit: u8,
    /// By cell, those to which strong links join it.
    linked: [u128; 81],
    clusters: Vec<Cluster>,
}

/// Two colours of a digit. Places that see both lose the digit; so do all of a colour two of which see each other.
pub fn simple_colours(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for colours in (0..9).map(|d| Colours::of(board, d)) {
        for &cluster in &colours.clusters {
            let mut ways = colours.traps(cluster, cluster[0] | cluster[1], |a, b| colours.way(a, b));
            ways.dedup();
            offer(board, search, technique, &ways)?;
            for own in cluster {
                if let Some((a, b)) = meet(own, own) {
                    colours.wrap(search, technique, own, |partner| {
                        [colours.way(partner, a), colours.way(b, partner)].concat()
                    })?;
                }
            }
        }
    }
    Flow::Continue(())
}

/// If a colour sees one of another cluster, one of the two is false, so one of their opposites is true: what sees both opposites
/// loses the digit. A colour that sees both of another cluster is false.
pub fn multi_colours(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for colours in (0..9).map(|d| Colours::of(board, d)) {
        let way = |from, to| colours.way(from, to);
        for (i, &first) in colours.clusters.iter().enumerate() {
            for (j, &second) in colours.clusters.iter().enumerate().filter(|(j, _)| *j != i) {
                let mut chains = Vec::new();
                for [own, opposite] in both(first) {
                    if let [Some((a, b)), Some((c, e))] = second.map(|colour| meet(own, colour)) {
                        colours.wrap(search, technique, own, |partner| {
                            [way(partner, a), way(b, e), way(c, partner)].concat()
                        })?;
                    }
                    // In this order, each two colours are met once.
                    let meeting = both(second).into_iter().filter(|_| i < j);
                    for (unmet, (a, b)) in meeting.filter_map(|[met, unmet]| Some((unmet, meet(own, met)?))) {
                        let inside = first[0] | first[1] | second[0] | second[1];
                        let chain = |x, y| [way(x, a), way(b, y)].concat();
                        chains.extend(colours.traps([opposite, unmet], inside, chain));
                    }
                }
                chains.dedup();
                offer(board, search, technique, &chains)?;
            }
        }
    }
    Flow::Continue(())
}

/// Each colour, with the opposite one.
const fn both([a, b]: Cluster) -> [Cluster; 2] {
    [[a, b], [b, a]]
}

/// The first cells of two colours that see each other.
fn meet(one: u128, other: u128) -> Option<(u8, u8)> {
    cells(one).find_map(|a| Some((a, cells(other & PEER_SETS[usize::from(a)]).next()?)))
}

impl<'a> Colours<'a> {
    /// A cluster in which a place has both colours is left out.
    fn of(board: &'a Board, digit: u8) -> Self {
        let mut colours = Self { board, digit, linked: [0; 81], clusters: Vec::new() };
        let mut uncoloured = 0;
        for [a, b] in Pair::all(board, digit).iter().map(|pair| pair.cells) {
            colours.linked[usize::from(a)] |= 1 << b;
            colours.linked[usize::from(b)] |= 1 << a;
            uncoloured |= 1 << a | 1 << b;
        }
        while let Some(start) = cells(uncoloured).next() {
            let cluster = colours.around(start);
            uncoloured &= !(cluster[0] | cluster[1]);
            colours.clusters.extend((cluster[0] & cluster[1] == 0).then_some(cluster));
        }
        colours
    }

    /// The places that strong links join to this one: those of its colour and those of the other.
    fn around(&self, start: u8) -> Cluster {
        let mut cluster = [1 << start, 0];
        let (mut fresh, mut other) = (cluster[0], 1);
        while fresh != 0 {
            fresh = cells(fresh).fold(0, |set, c| set | self.linked[usize::from(c)]) & !cluster[other];
            cluster[other] |= fresh;
            other = 1 - other;
        }
        cluster
    }

    fn way(&self, from: u8, to: u8) -> Vec<u8> {
        way(from, to, |c| self.linked[usize::from(c)])
    }

    fn spots(&self, cells: &[u8]) -> Vec<Spot> {
        cells.iter().map(|&cell| (cell, self.digit)).collect()
    }

    /// For each place outside some clusters that sees two colours, one of which is true, the shortest chain between these.
    fn traps(&self, colours: Cluster, inside: u128, chain: impl Fn(u8, u8) -> Vec<u8>) -> Vec<Vec<Spot>> {
        let victims = cells(self.board.cells_with(self.digit) & !inside);
        let shortest = victims.filter_map(|victim| {
            let [ones, others] = colours.map(|colour| colour & PEER_SETS[usize::from(victim)]);
            let all = cells(ones).flat_map(|a| cells(others).map(move |b| (a, b)));
            all.map(|(a, b)| chain(a, b)).filter(|chain| chain.len() > 2).min_by_key(Vec::len)
        });
        shortest.map(|cells| self.spots(&cells)).collect()
    }

    /// All of a colour go: to each, a strong link joins a partner that leads back to itself if it is off.
    fn wrap(&self, search: &mut Search, technique: Technique, own: u128, back: impl Fn(u8) -> Vec<u8>) -> Flow {
        search.eliminate_from(own, self.digit);
        search.offer(technique, || {
            let partners = cells(own).filter_map(|c| cells(self.linked[usize::from(c)]).next());
            let partners = cells(partners.fold(0, |set, partner| set | 1 << partner));
            proof(self.board, Reasoning::Either, partners.map(|partner| self.spots(&back(partner))))
        })
    }
}
