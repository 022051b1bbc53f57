//! Continuous nice loops, and X-chains and AIC some of whose places are groups.

use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

use super::super::family::{Family, Look, group};
use super::super::house_tables::{SHARED, bits, cells, two};
use super::super::search::{Flow, Search};
use super::super::words::{joined, listed, named, written};
use super::super::{Board, Pattern, Source, Step, Technique, Truth, step};
use super::group_network::{Group, Network, Strong};
use super::strong_chains::Shape;

pub const LOOPS: Family =
    Family::new(group::CHAINS, "Follow what each choice would lead to, back to the first.", Look::Truths).told(
        |board, _, pattern, effect| {
            tell(board, pattern, |_| format!("Either all of this is true or all of it is false, so {effect}"))
        },
    );
pub const GROUPS: Family =
    Family::new(group::CHAINS, "Look at houses whose places of a digit lie in two lines or boxes.", Look::Truths)
        .told(tell_ends);

/// The network of cells with two candidates and of houses with two places or, with groups, with places in two lines or boxes.
struct Links<const GROUPED: bool>(Network);

impl<const GROUPED: bool> Links<GROUPED> {
    fn of(board: &Board, search: &mut Search) -> Rc<Self> {
        search.shared(board, |board| Self(Network::new(board, true, links(board, GROUPED))))
    }
}

/// Chains of two links or more with a group: X-chains if they have one digit.
///
/// Almost locked sets of several cells are no links of these chains or of grouped loops. In 420 positions, even those of two cells
/// would take the place of places and groups in 3,380 of 5,200 steps, and more time. Chains of sets alone are ALS chains; together
/// with the other patterns, they remove most of what mixed chains do.
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

/// `r1c1 is 5`, or `none of r1c5 and r1c6 is 5`: whether a group is on.
struct Said<'a>(&'a step::Group, bool);

impl Display for Said<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(step::Group { digit, cells }, on) = self;
        match &cells[..] {
            [cell] => write!(f, "{cell} is {}{digit}", if *on { "" } else { "not " }),
            _ => write!(f, "{} of {} is {digit}", if *on { "one" } else { "none" }, listed(cells, "and")),
        }
    }
}

/// A strong link of a chain.
struct Link<'a>(&'a Board, &'a Source, &'a [step::Group; 2]);

impl Display for Link<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(board, source, [from, to]) = self;
        write!(f, "{}, then {}", Said(from, false), Said(to, true))?;
        match source {
            Source::House(house) => write!(f, " ({house})"),
            Source::Cells(cells) if cells.len() > 1 => write!(f, " ({})", named(board, cells)),
            Source::Cells(_) => Ok(()),
        }
    }
}

/// A chain of strong links, one of whose ends is true.
pub fn tell_ends(board: &Board, _: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    let end = |[from, to]: [&step::Group; 2]| {
        written(128, format_args!("Either way, {} or {}, so {effect}", Said(from, true), Said(to, true)))
    };
    tell(board, pattern, end)
}

fn tell(
    board: &Board,
    Pattern { truths, .. }: &Pattern,
    end: impl Fn([&step::Group; 2]) -> String,
) -> (String, String) {
    let links = truths.iter().filter_map(|truth| match truth {
        Truth::Strong(source, ends) => Some(Link(board, source, ends)),
        _ => None,
    });
    let ([Truth::Strong(_, [first, _]), ..], [.., Truth::Strong(_, [_, last])]) = (&truths[..], &truths[..]) else {
        return Default::default();
    };
    let what = format!("A chain of {} strong links begins with {}.", truths.len(), listed(&first.cells, "and"));
    let (links, end) = (joined(links, ", so "), end([first, last]));
    (what, written(64 * truths.len() + 128, format_args!("If {links}. {end}.")))
}
