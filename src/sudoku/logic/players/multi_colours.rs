//! Multi-colours: two clusters of places of a digit that strong links join, each in two colours.

use super::super::layout::{PEER_SETS, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::{Board, Reasoning, Technique};
use super::colours::{Cluster, spots};
use super::links::{offer, proof, way};

/// If a colour sees one of another cluster, one of the two is false, so one of their opposites is true: what sees both opposites
/// loses the digit. A colour that sees both of another cluster is false.
pub fn multi_colours(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for d in 0..9 {
        let (linked, clusters) = Cluster::all(board, d);
        let way = |from, to| way(from, to, |c| linked[usize::from(c)]);
        // The first cells of two colours that see each other.
        let meet = |one: u128, other: u128| {
            cells(one).find_map(|a| Some((a, cells(other & PEER_SETS[usize::from(a)]).next()?)))
        };
        for (i, first) in clusters.iter().enumerate() {
            for (j, second) in clusters.iter().enumerate().filter(|(j, _)| *j != i) {
                let mut chains: Vec<Vec<u8>> = Vec::new();
                for [own, opposite] in first.colours() {
                    let [one, other] = second.0.map(|colour| meet(own, colour));
                    if let (Some((a, b)), Some((c, e))) = (one, other) {
                        search.eliminate_from(own, d);
                        search.offer(technique, || {
                            let back = |partner| spots(&[way(partner, a), way(b, e), way(c, partner)].concat(), d);
                            proof(board, Reasoning::Either, cells(Cluster::partners(own, &linked)).map(back))
                        })?;
                    }
                    // In this order, each two colours are met once.
                    let meeting = second.colours().into_iter().filter(|_| i < j);
                    for (unmet, (a, b)) in meeting.filter_map(|[met, unmet]| Some((unmet, meet(own, met)?))) {
                        let inside = first.0[0] | first.0[1] | second.0[0] | second.0[1];
                        for victim in cells(board.cells_with(d) & !inside) {
                            let [ones, others] =
                                [opposite, unmet].map(|colour| colour & PEER_SETS[usize::from(victim)]);
                            let all = cells(ones).flat_map(|x| cells(others).map(move |y| (x, y)));
                            let all = all.map(|(x, y)| [way(x, a), way(b, y)].concat());
                            chains.extend(all.min_by_key(Vec::len));
                        }
                    }
                }
                chains.dedup();
                let chains: Vec<_> = chains.iter().map(|chain| spots(chain, d)).collect();
                offer(board, search, technique, &chains)?;
            }
        }
    }
    Flow::Continue(())
}
