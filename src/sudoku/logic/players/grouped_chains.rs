//! Continuous nice loops, and X-chains and AIC some of whose places are groups.

use std::rc::Rc;

use super::super::family::{Family, Look};
use super::super::layout::{SHARED, bits, cells, two};
use super::super::search::{Flow, Search};
use super::super::words::{listed, named};
use super::super::{Board, Pattern, Source, Step, Technique, Truth, step};
use super::network::{Group, Network, Strong};
use super::strong_chains::Shape;

pub const LOOPS: Family = Family::new("Follow what each choice would lead to, back to the first.", Look::Truths).told(
    |board, _, pattern, effect| {
        tell(board, pattern, |_| format!("Either all of this is true or all of it is false, so {effect}"))
    },
);
pub const GROUPS: Family =
    Family::new("Look at houses whose places of a digit lie in two lines or boxes.", Look::Truths).told(tell_ends);

/// The network of cells with two candidates and of houses with two places or, with groups, with places in two lines or boxes.
struct Links<const GROUPED: bool>(Network);

impl<const GROUPED: bool> Links<GROUPED> {
    fn of(board: &Board, search: &mut Search) -> Rc<Self> {
        search.shared(board, |board| Self(Network::new(board, true, links(board, GROUPED))))
    }
}

/// Chains of two links or more with a group: X-chains if they have one digit.
pub fn grouped_chains(board: &Board, search: &mut Search, _: Technique) -> Flow {
    Links::<true>::of(board, search).0.chains(search, [2, usize::MAX], |shape| {
        let name = if shape.is_mixed { Technique::GroupedAic } else { Technique::GroupedXChain };
        shape.has_group.then_some(name)
    })
}

/// Loops of several digits, with or without groups. Those of two links are pairs.
pub fn nice_loops<const GROUPED: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let name = |shape: &Shape| (shape.is_mixed && shape.has_group == GROUPED).then_some(technique);
    Links::<GROUPED>::of(board, search).0.loops(search, [3, usize::MAX], name)
}

fn links(board: &Board, grouped: bool) -> Vec<(Strong, [Group; 2])> {
    let in_cell = |c| {
        let groups = two(board.candidates(c)).map(|digit| Group { digit, cells: 1 << c });
        (Strong { cells: 1 << c, house: None }, groups)
    };
    let mut links: Vec<_> = cells(board.cells_of_size(2)).map(in_cell).collect();
    for (h, d) in (0..27_u8).flat_map(|h| (0..9).map(move |d| (h, d))) {
        let places = board.places(h, d);
        if places == 0 || !grouped && places.count_ones() != 2 {
            continue;
        }
        let crossing = if h < 9 { &SHARED[usize::from(h)][9..] } else { &SHARED[usize::from(h)][..9] };
        let parts = crossing.iter().map(|line| places & line).chain(bits(places).map(|position| 1 << position));
        // Each division is met from both sides.
        for part in parts.filter(|part| part & places & places.wrapping_neg() != 0) {
            let rest = places & !part;
            if rest != 0 && crossing.iter().any(|line| rest & !line == 0) {
                let set = |positions| Board::at(h, positions).fold(0_u128, |set, c| set | 1 << c);
                let groups = [part, rest].map(|positions| Group { digit: d, cells: set(positions) });
                links.push((Strong { cells: set(places), house: Some(h) }, groups));
            }
        }
    }
    links
}

/// `r1c1 is 5`, or `none of r1c5 and r1c6 is 5`.
fn say(step::Group { digit, cells }: &step::Group, on: bool) -> String {
    match &cells[..] {
        [cell] => format!("{cell} is {}{digit}", if on { "" } else { "not " }),
        _ => format!("{} of {} is {digit}", if on { "one" } else { "none" }, listed(cells, "and")),
    }
}

/// A chain of strong links, one of whose ends is true.
pub fn tell_ends(board: &Board, _: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    tell(board, pattern, |[from, to]| format!("Either way, {} or {}, so {effect}", say(from, true), say(to, true)))
}

fn tell(
    board: &Board,
    Pattern { truths, .. }: &Pattern,
    end: impl Fn([&step::Group; 2]) -> String,
) -> (String, String) {
    let strong =
        |truth| if let &Truth::Strong(ref of, [ref from, ref to]) = truth { Some((of, from, to)) } else { None };
    let links: Vec<(&Source, &step::Group, &step::Group)> = truths.iter().filter_map(strong).collect();
    let ([(_, first, _), ..], [.., (_, _, last)]) = (&links[..], &links[..]) else { return Default::default() };
    let told = links.iter().map(|(source, from, to)| {
        let reason = match source {
            Source::House(house) => format!(" ({house})"),
            Source::Cells(cells) if cells.len() > 1 => format!(" ({})", named(board, cells)),
            Source::Cells(_) => String::new(),
        };
        format!("{}, then {}{reason}", say(from, false), say(to, true))
    });
    let what = format!("A chain of {} strong links begins with {}.", links.len(), listed(&first.cells, "and"));
    (what, format!("If {}. {}.", told.collect::<Vec<_>>().join(", so "), end([first, last])))
}
