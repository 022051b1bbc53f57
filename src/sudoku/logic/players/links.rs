//! Strong links, and chains of them.

use super::super::family::{Family, Look, group};
use super::super::house_tables::{HOUSE_CELLS, PEER_SETS, house, sees, shared_houses};
use super::super::search::{Flow, Offers, Search};
use super::super::{Because, Board, Branch, Candidate, Chains, Inference, Node, Proof, Reasoning, Technique};

pub const PLACES: Family =
    Family::new(group::ONE_DIGIT, "Look at the houses in which a digit has two places.", Look::Truths);
pub const X_CHAIN: Family = Family { group: group::CHAINS, ..PLACES };
pub const PAIRS: Family = Family::new(group::CHAINS, "Look at the cells with two candidates.", Look::Truths);
pub const W_WING: Family = Family { group: group::WINGS, ..PAIRS };

/// A candidate: a cell and a digit.
pub type Spot = (u8, u8);

/// A house in which a digit has two places.
#[derive(Clone, Copy)]
pub struct Pair {
    pub house: u8,
    pub cells: [u8; 2],
}

impl Pair {
    /// The pairs of a digit: those of the boxes, the rows and the columns.
    pub fn all(board: &Board, digit: u8) -> Vec<Self> {
        let of = |house: u8| {
            let places = board.places(house, digit);
            let cell = |position: u32| HOUSE_CELLS[usize::from(house)][position as usize];
            (places.count_ones() == 2)
                .then(|| Self { house, cells: [cell(places.trailing_zeros()), cell(places.ilog2())] })
        };
        (0..27).filter_map(of).collect()
    }

    /// Its cells in both orders.
    pub fn directions(self) -> [[u8; 2]; 2] {
        let [a, b] = self.cells;
        [[a, b], [b, a]]
    }
}

/// Offers the step of some chains. Each is a list of candidates that are off and on in turn, each because of the one
/// before: if its first is off, its last is on.
pub fn offer<C: AsRef<[Spot]>>(board: &Board, search: &mut Search, technique: Technique, chains: &[C]) -> Flow {
    for chain in chains {
        let [first, .., last] = chain.as_ref() else { continue };
        exclude(board, search, *first, *last);
    }
    search.offer(technique, || {
        let turns_back = |chain: &C| chain.as_ref().first() == chain.as_ref().last();
        let reasoning = if chains.iter().all(turns_back) { Reasoning::Contradiction } else { Reasoning::Either };
        proof(board, reasoning, chains)
    })
}

/// The proof by these chains.
pub fn proof<C: AsRef<[Spot]>>(board: &Board, reasoning: Reasoning, chains: impl IntoIterator<Item = C>) -> Proof {
    let branches = chains.into_iter().map(|chain| branch(board, chain.as_ref())).collect();
    Proof::Chains(Chains { reasoning, branches })
}

/// Records what goes if one of two candidates is true.
fn exclude(board: &Board, search: &mut Search, a: Spot, b: Spot) {
    if a == b {
        search.place(a.0, a.1);
        search.eliminate(a.0, board.candidates(a.0) & !(1 << a.1));
    } else if a.1 == b.1 {
        search.eliminate_from(board.cells_with(a.1) & PEER_SETS[usize::from(a.0)] & PEER_SETS[usize::from(b.0)], a.1);
    } else if a.0 == b.0 {
        search.eliminate(a.0, board.candidates(a.0) & !(1 << a.1 | 1 << b.1));
    } else if sees(a.0, b.0) {
        search.eliminate(a.0, board.candidates(a.0) & 1 << b.1);
        search.eliminate(b.0, board.candidates(b.0) & 1 << a.1);
    }
}

fn branch(board: &Board, chain: &[Spot]) -> Branch {
    let mut from = Vec::new();
    let inferences = chain.iter().enumerate().map(|(i, &spot)| {
        let node = Node { candidate: Candidate::at(spot.0, spot.1), on: i % 2 == 1 };
        let because = if i == 0 { Because::Assumed } else { because(board, chain[i - 1], spot, node.on) };
        Inference { node, from: std::mem::replace(&mut from, vec![node]), because }
    });
    Branch { inferences: inferences.collect() }
}

fn because(board: &Board, from: Spot, to: Spot, strong: bool) -> Because {
    let holds = |h: &u8| !strong || board.places(*h, to.1).count_ones() == 2;
    let common = shared_houses(from.0, to.0).find(holds);
    if from.0 == to.0 { Because::Cell } else { Because::House(house(common.expect("linked cells share a house"))) }
}

/// The shortest way between two members of a graph, given by the neighbours of each; empty if there is none.
pub fn way(from: u8, to: u8, neighbours: impl Fn(u8) -> u128) -> Vec<u8> {
    let mut before = [u8::MAX; 81];
    let mut queue = vec![from];
    let mut seen = 1_u128 << from;
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        if cell == to {
            let back = |&cell: &u8| (cell != from).then(|| before[usize::from(cell)]);
            let mut way: Vec<u8> = std::iter::successors(Some(to), back).collect();
            way.reverse();
            return way;
        }
        for other in super::super::house_tables::cells(neighbours(cell) & !seen) {
            before[usize::from(other)] = cell;
            queue.push(other);
        }
        seen |= neighbours(cell);
        next += 1;
    }
    Vec::new()
}
