//! What players call a step that was found.
//!
//! Sudoku Explainer's chains are proofs: players tell them apart by their shape, and each shape has a name. A chain from
//! `t` on to `t` off passes strong links `a1=b1 - a2=b2 - ... - am=bm`; `a1` and `bm` are its ends. Whether a cell or a
//! house gives a link is decided on the board.

use super::family::group;
use super::players::{is_conjugate, shape};
use super::singles::is_full_house;
use super::{Because, Board, Branch, Candidate, Chains, Pattern, Proof, Reasoning, Step, Technique, Truth};
use crate::sudoku::{Cell, Digit};

/// A cell and a digit, as numbers.
type Spot = (u8, u8);

/// The players' names of a step on the board to which it applies, the most specific first. There are none if players have
/// none for it.
pub fn names(board: &Board, step: &Step) -> Vec<Technique> {
    match &step.proof {
        Proof::Pattern(pattern) => of_pattern(board, step, pattern),
        Proof::Chains(Chains { reasoning: Reasoning::Either | Reasoning::Contradiction, branches }) => {
            match (&branches[..], step.technique.info().is_rated()) {
                ([branch], true) => of_chain(board, step, branch),
                ([branch], false) => {
                    let others = of_chain(board, step, branch).into_iter().filter(|name| *name != step.technique);
                    [step.technique].into_iter().chain(others).collect()
                }
                (_, true) => Vec::new(),
                (_, false) => vec![step.technique],
            }
        }
        Proof::Chains(_) => Vec::new(),
    }
}

/// The name of every step of a technique, if players have one: they tell the chains of the scale apart by their shape.
pub fn common_name(technique: Technique) -> Option<Technique> {
    (technique.info().group != group::FORCING).then_some(technique)
}

fn of_pattern(board: &Board, step: &Step, pattern: &Pattern) -> Vec<Technique> {
    let special = match &pattern.truths[..] {
        // A name that players use already.
        _ if !step.technique.info().is_rated() => None,
        [Truth::Place(..)] if is_full_house(step) => Some(Technique::FullHouse),
        [Truth::Bug(extra), ..] if extra.iter().all(|one| one.cell == extra[0].cell) => Some(Technique::BugPlusOne),
        [Truth::Loop(cells, pair), ..] if cells.len() == 4 => Some(type_of_rectangle(board, step, cells, *pair)),
        _ => None,
    };
    special.into_iter().chain([step.technique]).collect()
}

/// The type of a unique rectangle with these corners, in the order of a loop.
fn type_of_rectangle(board: &Board, step: &Step, corners: &[Cell], pair: [Digit; 2]) -> Technique {
    let extra = |cell: Cell| board.digits(cell).filter(|digit| !pair.contains(digit)).collect::<Vec<_>>();
    let extras = corners.iter().enumerate().map(|(i, &cell)| (i, cell, extra(cell)));
    let large: Vec<(usize, Cell, Vec<Digit>)> = extras.filter(|(.., extra)| !extra.is_empty()).collect();
    let of_pair = |c: &Candidate| pair.contains(&c.digit) && large.iter().any(|(_, corner, _)| *corner == c.cell);
    let one_extra = large.iter().all(|(.., extra)| extra.len() == 1 && *extra == large[0].2);
    match large[..] {
        [_] => Technique::UniqueRectangle1,
        _ if step.eliminate.iter().all(of_pair) => Technique::UniqueRectangle4,
        [(i, ..), (j, ..)] if one_extra && (j - i) % 2 == 1 => Technique::UniqueRectangle2,
        _ if one_extra => Technique::UniqueRectangle5,
        _ => Technique::UniqueRectangle3,
    }
}

/// The strong links of a chain from one assumption, of which each inference has one premise.
fn links(branch: &Branch) -> Option<Vec<[Spot; 2]>> {
    let simple = |from: usize, because: &Because| from <= 1 && !matches!(because, Because::Step(_));
    if !branch.inferences.iter().all(|one| simple(one.from.len(), &one.because)) {
        return None;
    }
    let mut nodes = branch.inferences.iter().map(|one| one.node).collect::<Vec<_>>();
    if nodes.first()?.on {
        // The candidate that the chain removes.
        nodes.pop();
        nodes.remove(0);
    }
    let (pairs, rest) = nodes.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|pair| pair.map(|node| node.candidate.numbers())).collect())
}

/// Whether there are two strong links or more, and no cell is visited twice, except that the last may be the first one. Two
/// nodes in a row in one cell are one visit.
fn is_proper(links: &[[Spot; 2]]) -> bool {
    let mut cells: Vec<u8> = links.iter().flatten().map(|&(cell, _)| cell).collect();
    cells.dedup();
    if cells.first() == cells.last() {
        cells.pop();
    }
    let visited = cells.iter().fold(0_u128, |set, &cell| set | 1 << cell);
    links.len() >= 2 && visited.count_ones() as usize == cells.len()
}

fn of_chain(board: &Board, step: &Step, branch: &Branch) -> Vec<Technique> {
    let Some(links) = links(branch).filter(|links| is_proper(links)) else { return Vec::new() };
    if let Some(placed) = step.place {
        let proves = branch.inferences.last().is_some_and(|last| last.node.on && last.node.candidate == placed);
        return if proves { vec![Technique::DiscontinuousNiceLoop] } else { Vec::new() };
    }
    let ([first, ..], [.., last]) = (&links[..], &links[..]) else { return Vec::new() };
    let (start, end) = (first[0], last[1]);
    if start == end {
        return Vec::new();
    }
    let in_cell = |[a, b]: &[Spot; 2]| a.0 == b.0;
    let of_one_digit = links.iter().flatten().all(|spot| spot.1 == start.1);
    // The ends in the cell of what is removed.
    let own =
        step.eliminate.iter().map(|c| [start, end].iter().filter(|spot| usize::from(spot.0) == c.cell.index()).count());
    let own: Vec<usize> = own.collect();
    let mut names = Vec::new();
    if of_one_digit {
        names.extend(two_links(board, &links));
        let joined = |pair: &[[Spot; 2]]| is_conjugate(board, pair[0][1].0, pair[1][0].0, start.1).next().is_some();
        if links.windows(2).all(joined) {
            names.push(Technique::SimpleColours);
        }
        names.push(Technique::XChain);
        return names;
    }
    let same = |spot: &Spot| board.candidates(spot.0) == board.candidates(start.0);
    if links.iter().all(in_cell) && start.1 == end.1 {
        if links.len() >= 4 && links.len() % 2 == 0 && links.iter().all(|link| same(&link[0])) {
            names.push(Technique::RemotePair);
        }
        names.push(Technique::XyChain);
    }
    if let [a, b, c] = &links[..]
        && in_cell(a)
        && !in_cell(b)
        && in_cell(c)
        && same(&c[0])
        && start.1 == end.1
        && [a[0].0, c[0].0].iter().all(|cell| ![b[0].0, b[1].0].contains(cell))
    {
        names.push(Technique::WWing);
    }
    if own.iter().all(|&ends| ends < 2) {
        names.push(Technique::Aic);
    } else if own.iter().all(|&ends| ends == 2) {
        names.push(Technique::DiscontinuousNiceLoop);
    }
    names
}

/// The name of two strong links of one digit: as lines if they are, otherwise as boxes.
fn two_links(board: &Board, links: &[[Spot; 2]]) -> Option<Technique> {
    let [[far, near], [next, end]] = links else { return None };
    let houses = |a: &Spot, b: &Spot| is_conjugate(board, a.0, b.0, a.1).collect::<Vec<_>>();
    let (first, second) = (houses(far, near), houses(next, end));
    let pairs = first.iter().flat_map(|&one| second.iter().map(move |&other| (one, other)));
    pairs.filter_map(|(one, other)| shape(one, other, [far.0, near.0, next.0, end.0])).min()
}
