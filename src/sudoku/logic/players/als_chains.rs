//! ALS-XZ, WXYZ-wings, ALS-XY-wings and ALS chains: almost locked sets, each of which shares a restricted digit with the next.

use super::super::family::{Family, Look, group};
use super::super::house_tables::{bits, digit};
use super::super::search::{Flow, Offers, Search};
use super::super::words::{capital, cells_of, listed, named, union};
use super::super::{Board, Pattern, Proof, Step, Technique};
use super::almost_locked_sets::{Almost, Sets};
use super::group_network::Network;
use super::grouped_chains::tell_ends;
use crate::sudoku::{Cell, Digit};

pub const ALMOST_LOCKED: Family = Family::new(
    group::SETS,
    "Look for two sets of cells that have one candidate more than they have cells.",
    Look::Covers,
)
.told(tell);
pub const WXYZ_WING: Family = Family { group: group::WINGS, ..ALMOST_LOCKED };
pub const SETS: Family = Family::new(
    group::SETS,
    "Look for several sets of cells that have one candidate more than they have cells.",
    Look::Truths,
)
.told(tell_ends);

/// A restricted digit is in one of the two sets at most, so the other is locked: what sees all places of another common
/// digit in both loses it. With two restricted digits both sets are locked but for these, whatever they hold.
pub fn als_xz<const WING: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let sets = Sets::of(board, search);
    for (i, b) in sets.all.iter().enumerate() {
        search.spend(i as u64 / 8)?;
        for a in sets.linked_before(i) {
            let common = a.digits & b.digits;
            if a.cells & b.cells != 0 || common.is_power_of_two() {
                continue;
            }
            if WING && ((a.cells | b.cells).count_ones() != 4 || (a.digits | b.digits).count_ones() != 4) {
                continue;
            }
            let links = a.restricted(b);
            let doubly = !links.is_power_of_two();
            for d in bits(if doubly { a.digits | b.digits } else { common & !links }) {
                let [in_a, in_b] = [a, b].map(|set| set.seen[usize::from(d)]);
                let seen = if doubly && links >> d & 1 == 0 { in_a | in_b } else { in_a & in_b };
                search.eliminate_from(board.cells_with(d) & seen, d);
            }
            search.offer(technique, || Proof::of(a.truths().chain(b.truths()), [a.house, b.house]))?;
        }
    }
    Flow::Continue(())
}

/// Chains of three to six sets. A set without one of its digits holds all others: if it lacks the digit that only one of it and
/// the set before can hold, it holds the one that it shares with the next. Each end has one digit: what the same sets remove of
/// another is another step.
///
/// Sets have at most five cells. In 420 positions, sets of six would take the place of smaller ones in 773 of 9,300 chains: these
/// would be shorter but harder to see, and take more time.
pub fn als_chains(board: &Board, search: &mut Search, _: Technique) -> Flow {
    let sets = Sets::of(board, search);
    let size = |set: &&Almost| set.cells.count_ones();
    let mut small: Vec<&Almost> = sets.all.iter().filter(|set| size(set) <= 5).collect();
    small.sort_by_key(size);
    let links = small.into_iter().map(|set| (set.strong(), bits(set.digits).map(move |d| set.group(d))));
    Network::new(board, false, links)
        .chains(search, [3, 6], |shape| Some(if shape.links == 3 { Technique::AlsXyWing } else { Technique::AlsChain }))
}

/// The cells of a pair of almost locked sets, the first of which comes first, divided between the two, with their
/// restricted digits. The removed digits are others.
fn halves<'a>(board: &Board, all: &'a [Cell], removed: u16) -> Option<(&'a [Cell], &'a [Cell], u16)> {
    (1..all.len()).find_map(|size| {
        let (first, second) = all.split_at(size);
        let (a, b) = (Almost::of(board, first)?, Almost::of(board, second)?);
        let links = a.restricted(&b);
        let follows = !links.is_power_of_two() || removed & !(a.digits & b.digits & !links) == 0;
        (links != 0 && follows).then_some((first, second, links))
    })
}

/// Two almost locked sets.
fn tell(board: &Board, step: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    let cells = &cells_of(&pattern.truths);
    let removed = step.eliminate.iter().fold(0, |set, c| set | c.digit.bit());
    let Some((first, second, links)) = halves(board, cells, removed) else {
        return (String::new(), capital(effect));
    };
    let have = |set: &[Cell]| if set.len() == 1 { "has" } else { "have" };
    let what = format!(
        "{} {} one candidate more than there are cells; so {} {}.",
        named(board, first),
        have(first),
        have(second),
        named(board, second)
    );
    let links: Vec<Digit> = bits(links).map(digit).collect();
    let how = if let [link] = links[..] {
        let lost = listed(bits(removed).map(digit), "and");
        format!("Only one of the two sets can hold {link}, so the other holds {lost}, and {effect}.")
    } else {
        let rest = listed(union(board, cells).into_iter().filter(|digit| !links.contains(digit)), "and");
        format!("Each set holds one of {}, so they hold {rest}, too, and {effect}.", listed(&links, "and"))
    };
    (what, how)
}
