//! ALS-XZ and WXYZ-wings: two almost locked sets that share a restricted digit.

use super::super::family::{Family, Look};
use super::super::layout::{HOUSE_CELLS, HOUSE_SETS, HOUSES_OF, PEER_SETS, bits, cells, digit, seen_by_all};
use super::super::search::{Flow, Offers, Search};
use super::super::words::{capital, cells_of, listed, named, union};
use super::super::{Board, Pattern, Proof, Step, Technique, Truth};
use super::strong::{Group, Strong};
use crate::sudoku::{Cell, Digit};

pub const ALMOST_LOCKED: Family =
    Family::new("Look for two sets of cells that have one candidate more than they have cells.", Look::Covers)
        .told(tell);

/// Cells of a house with one candidate more than there are cells.
#[derive(Clone, Copy)]
pub struct Almost {
    house: u8,
    pub cells: u128,
    pub digits: u16,
    /// By digit, its cells in the set, and the cells that see all of them; none for a digit that the set does not have.
    with: [u128; 9],
    pub seen: [u128; 9],
}

/// A restricted digit is in one of the two sets at most, so the other is locked: what sees all places of another common
/// digit in both loses it. With two restricted digits both sets are locked but for these, whatever they hold.
pub fn als_xz<const WING: bool>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let sets = Almost::all(board, if WING { 3 } else { 8 });
    for (i, b) in sets.iter().enumerate() {
        search.spend(i as u64 / 8)?;
        for a in &sets[..i] {
            let common = a.digits & b.digits;
            if a.cells & b.cells != 0 || common.count_ones() < 2 {
                continue;
            }
            if WING && ((a.cells | b.cells).count_ones() != 4 || (a.digits | b.digits).count_ones() != 4) {
                continue;
            }
            let restricted = |d: &u8| b.with[usize::from(*d)] & !a.seen[usize::from(*d)] == 0;
            let links = bits(common).filter(restricted).fold(0_u16, |links, d| links | 1 << d);
            if links == 0 {
                continue;
            }
            let doubly = links.count_ones() > 1;
            for d in bits(a.digits | b.digits) {
                let [in_a, in_b] = [a, b].map(|set| board.cells_with(d) & set.seen[usize::from(d)]);
                let removed = match (doubly, links >> d & 1 != 0) {
                    (true, false) => in_a | in_b,
                    (false, true) => 0,
                    _ => in_a & in_b,
                };
                search.eliminate_from(removed, d);
            }
            let members = cells(a.cells).chain(cells(b.cells));
            search.offer(technique, || Proof::of(members.map(Truth::cell), [a.house, b.house]))?;
        }
    }
    Flow::Continue(())
}

impl Almost {
    /// All sets of at most this many cells. One in a box and a line is counted with the box.
    pub fn all(board: &Board, most: u32) -> Vec<Self> {
        let mut sets = Vec::new();
        for h in 0..27 {
            let members = HOUSE_CELLS[usize::from(h)];
            let open = board.open(h);
            let mut unions = [0_u16; 512];
            for mask in 1..=usize::from(open) {
                if mask & !usize::from(open) != 0 {
                    continue;
                }
                let first = members[mask.trailing_zeros() as usize];
                unions[mask] = unions[mask & (mask - 1)] | board.candidates(first);
                let size = mask.count_ones();
                let in_box = h >= 9
                    && Board::at(h, mask as u16)
                        .all(|c| HOUSES_OF[usize::from(c)][0] == HOUSES_OF[usize::from(first)][0]);
                if size <= most && unions[mask].count_ones() == size + 1 && !in_box {
                    sets.push(Self::new(board, h, mask as u16, unions[mask]));
                }
            }
        }
        sets
    }

    fn new(board: &Board, house: u8, positions: u16, digits: u16) -> Self {
        let own = Board::at(house, positions).fold(0_u128, |set, c| set | 1 << c);
        let mut set = Self { house, cells: own, digits, with: [0; 9], seen: [0; 9] };
        for d in bits(digits) {
            let with = board.cells_with(d) & own;
            set.with[usize::from(d)] = with;
            set.seen[usize::from(d)] = seen_by_all(cells(with));
        }
        set
    }

    /// Whether this cell sees all its places of a digit, of which there must be one.
    pub fn seen_by(&self, cell: u8, d: u8) -> bool {
        self.seen[usize::from(d)] >> cell & 1 != 0
    }

    /// Its places of a digit.
    pub const fn group(&self, digit: u8) -> Group {
        Group { digit, cells: self.with[digit as usize] }
    }

    /// The strong link between its places of each two digits.
    pub fn strong(&self) -> Strong {
        Strong { groups: bits(self.digits).map(|d| self.group(d)).collect(), cells: self.cells, house: None }
    }
}

/// The cells of a pair of almost locked sets, the first of which comes first, divided between the two, with their
/// restricted digits. The removed digits are others.
fn halves<'a>(board: &Board, all: &'a [Cell], removed: u16) -> Option<(&'a [Cell], &'a [Cell], u16)> {
    (1..all.len()).find_map(|size| {
        let (first, second) = all.split_at(size);
        let digits = |part: &[Cell]| part.iter().fold(0, |set, c| set | board.candidates(c.index() as u8));
        let in_house = |part: &[Cell]| HOUSE_SETS.iter().any(|set| part.iter().all(|c| set >> c.index() & 1 != 0));
        let almost = |part: &[Cell]| digits(part).count_ones() as usize == part.len() + 1 && in_house(part);
        let with = |part: &[Cell], d: u8| -> Vec<Cell> {
            part.iter().copied().filter(|c| board.has(c.index() as u8, d)).collect()
        };
        let restricted = |d: &u8| {
            let others = with(second, *d);
            with(first, *d).iter().all(|a| others.iter().all(|b| PEER_SETS[a.index()] >> b.index() & 1 != 0))
        };
        let common = digits(first) & digits(second);
        let links = bits(common).filter(restricted).fold(0_u16, |links, d| links | 1 << d);
        let follows = links.count_ones() > 1 || removed & !(common & !links) == 0;
        (almost(first) && almost(second) && links != 0 && follows).then_some((first, second, links))
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
