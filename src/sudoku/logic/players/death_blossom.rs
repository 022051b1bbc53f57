//! Death blossoms: a cell each of whose digits would lock a set of cells, and the digit that these sets share.

use super::super::family::{Family, Look, group};
use super::super::house_tables::{bits, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::words::{listed, named, with_candidates};
use super::super::{Board, Pattern, Proof, Source, Step, Technique, Truth};
use super::almost_locked_sets::{Almost, Sets, numbers};

pub const BLOSSOM: Family = Family::new(
    group::SETS,
    "Look for a cell each of whose candidates sees a set that has one candidate more than it has cells.",
    Look::First(1),
)
.told(tell);

/// For each candidate `z`, a stem of three or more digits. Each digit has a petal: an almost locked set whose places of `z` all see
/// the candidate, and those of the digit the stem. Whichever digit the stem holds, a petal holds `z`.
pub fn death_blossom(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let sets = Sets::of(board, search);
    let size = |set: &Almost| set.cells.count_ones();
    let wide = board.open_cells() & !board.cells_of_size(1) & !board.cells_of_size(2);
    for z in 0..9 {
        let mut known = 0_u128;
        for victim in cells(board.cells_with(z)) {
            if known >> victim & 1 != 0 {
                continue;
            }
            search.spend(1)?;
            let holding = sets.seen_by(victim, z);
            let mut reach = [0_u128; 9];
            for set in numbers(holding).map(|i| &sets.all[i]) {
                bits(set.digits & !(1 << z)).for_each(|d| reach[usize::from(d)] |= set.seen[usize::from(d)]);
            }
            let misses = (0..9).fold(0, |misses, d| misses | board.cells_with(d) & !reach[usize::from(d)]);
            let blossom = |stem: u8| -> Vec<(u8, &Almost)> {
                let petal = |d: u8| {
                    let both: Vec<u64> = holding.iter().zip(sets.seen_by(stem, d)).map(|(a, b)| a & b).collect();
                    numbers(&both).map(|i| &sets.all[i]).min_by_key(|set| size(set)).map(|set| (d, set))
                };
                bits(board.candidates(stem)).filter_map(petal).collect()
            };
            let total = |petals: &[(u8, &Almost)]| petals.iter().map(|(_, set)| size(set)).sum::<u32>();
            let all = cells(wide & !misses).map(|stem| (stem, blossom(stem)));
            let Some((stem, petals)) = all.min_by_key(|(_, petals)| total(petals)) else { continue };
            let seen = petals.iter().fold(board.cells_with(z), |seen, (_, set)| seen & set.seen[usize::from(z)]);
            known |= seen;
            search.eliminate_from(seen, z);
            search.offer(technique, || {
                let link = |(d, set): &(u8, &Almost)| set.strong().truth([set.group(*d), set.group(z)]);
                Proof::of([Truth::cell(stem)].into_iter().chain(petals.iter().map(link)), [])
            })?;
        }
    }
    Flow::Continue(())
}

/// The stem, its petals, and what follows.
fn tell(board: &Board, _: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    let [Truth::Cell(stem), petals @ ..] = &pattern.truths[..] else { return Default::default() };
    let petals = petals.iter().filter_map(|truth| match truth {
        Truth::Strong(Source::Cells(cells), [own, common]) => Some((cells, own.digit, common.digit)),
        _ => None,
    });
    let Some((_, _, common)) = petals.clone().next() else { return Default::default() };
    let what = format!(
        "{} is the stem; its petals are {}.",
        with_candidates(board, *stem),
        listed(petals.map(|(cells, own, _)| format!("{} for {own}", named(board, cells))), "and"),
    );
    (what, format!("The petal for the digit of {stem} loses this digit, so it holds {common}, and {effect}."))
}
