//! Unique rectangles: four cells in two boxes that must not hold only two digits.

use super::super::house_tables::{HOUSE_SETS, cells, seen_by_all, sees, shared_houses, two};
use super::super::search::{Flow, Offers, Search};
use super::super::tuples::each_choice;
use super::super::{Board, Proof, Technique, Truth};

/// A rectangle whose corners, in the order of a loop, all have a digit of a pair, which is all that one of them has.
pub struct Rectangle<'a> {
    pub board: &'a Board,
    pub corners: [u8; 4],
    pub pair: u16,
    /// The corners with extra candidates, and these candidates.
    pub large: Vec<u8>,
    extra: u16,
}

/// The rectangles of a type, 1 to 6.
pub fn rectangles<const TYPE: u8>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_rectangle(board, search, |search, rectangle| rectangle.offer(TYPE, search, technique))
}

/// Visits the rectangles of a board.
pub fn each_rectangle(
    board: &Board,
    search: &mut Search,
    mut visit: impl FnMut(&mut Search, &Rectangle) -> Flow,
) -> Flow {
    for &(corners, pair) in search.shared(board, find).iter() {
        let large: Vec<u8> = corners.into_iter().filter(|&c| board.candidates(c) & !pair != 0).collect();
        let extra = large.iter().fold(0, |extra, &c| extra | board.candidates(c) & !pair);
        visit(search, &Rectangle { board, corners, pair, large, extra })?;
    }
    Flow::Continue(())
}

/// The corners and the pair of each rectangle.
fn find(board: &Board) -> Vec<([u8; 4], u16)> {
    let mut found = Vec::new();
    for corners in all_corners(board.open_cells()) {
        let mut pairs = corners.map(|c| board.candidates(c));
        pairs.sort_unstable();
        let same = pairs.chunk_by(|one, other| one == other).map(|same| same[0]);
        let pairs = same.filter(|&pair| pair.count_ones() == 2 && pairs.iter().all(|digits| digits & pair != 0));
        found.extend(pairs.map(|pair| (corners, pair)));
    }
    found
}

/// The corners of all rectangles in two boxes that have theirs in this set, each in the order of a loop.
pub fn all_corners(set: u128) -> impl Iterator<Item = [u8; 4]> {
    let opposite = cells(set).flat_map(move |a| cells(set & (u128::MAX << a << 1)).map(move |c| [a, c]));
    let corners = opposite.filter_map(|[a, c]| {
        let [row, column, other_row, other_column] = [a / 9, a % 9, c / 9, c % 9];
        let boxes = u8::from(row / 3 != other_row / 3) + u8::from(column / 3 != other_column / 3);
        let is_in_two = row != other_row && column != other_column && boxes == 1;
        is_in_two.then_some([a, row * 9 + other_column, c, other_row * 9 + column])
    });
    corners.filter(move |corners| corners.iter().all(|&c| set >> c & 1 != 0))
}

impl Rectangle<'_> {
    fn offer(&self, kind: u8, search: &mut Search, technique: Technique) -> Flow {
        let in_line = matches!(self.large[..], [a, b] if sees(a, b));
        let same_extra = self.extra.is_power_of_two();
        match (kind, &self.large[..]) {
            (1, &[corner]) => {
                self.eliminate(search, corner, self.pair);
                self.prove(search, technique, Vec::new())
            }
            (2, _) if in_line && same_extra && !self.is_naked(0, 0) => self.one_extra(search, technique),
            (3, &[a, b]) if in_line => self.subsets(search, technique, [a, b]),
            (4, &[a, b]) if in_line => self.locked(search, technique, [a, b]),
            (5, [_, _, ..]) if !in_line && same_extra => self.one_extra(search, technique),
            (6, &[a, b]) if !in_line => self.crossed(search, technique, [a, b]),
            _ => Flow::Continue(()),
        }
    }

    /// Offers the step that follows from the rectangle and these truths.
    pub fn prove(&self, search: &mut Search, technique: Technique, rest: Vec<Truth>) -> Flow {
        search.offer(technique, || Proof::of([Truth::around(self.corners, two(self.pair))].into_iter().chain(rest), []))
    }

    /// Records that the step removes these digits from a cell, as far as it has them.
    pub fn eliminate(&self, search: &mut Search, c: u8, digits: u16) {
        search.eliminate(c, self.board.candidates(c) & digits);
    }

    /// Types 2 and 5: what sees all large corners loses their extra candidate.
    fn one_extra(&self, search: &mut Search, technique: Technique) -> Flow {
        let d = self.extra.trailing_zeros() as u8;
        let seen = self.board.cells_with(d) & seen_by_all(self.large.iter().copied());
        search.eliminate_from(seen, d);
        self.prove(search, technique, Vec::new())
    }

    /// Type 3: the extra candidates and other cells of a house form a naked subset.
    fn subsets(&self, search: &mut Search, technique: Technique, [a, b]: [u8; 2]) -> Flow {
        for h in shared_houses(a, b) {
            let open = self.board.open_cells() & HOUSE_SETS[usize::from(h)] & !(1 << a | 1 << b);
            let others: Vec<u8> = cells(open).collect();
            for size in 1..others.len() as u32 {
                each_choice(others.len() as u32, size, |chosen| {
                    let members = others.iter().enumerate().filter(|(i, _)| chosen >> i & 1 != 0).map(|(_, &c)| c);
                    let union = members.clone().fold(self.extra, |union, c| union | self.board.candidates(c));
                    if union.count_ones() != size + 1 || self.is_naked(size, union) {
                        return Flow::Continue(());
                    }
                    let inside = members.clone().fold(1_u128 << a | 1 << b, |set, c| set | 1 << c);
                    // A subset in a box and a line excludes its digits in both.
                    let around =
                        shared_houses(a, b).map(|h| HOUSE_SETS[usize::from(h)]).filter(|set| inside & !set == 0);
                    let seen = around.fold(0, |seen, set| seen | set) & self.board.open_cells() & !inside;
                    for c in cells(seen) {
                        search.eliminate(c, self.board.candidates(c) & union);
                    }
                    self.prove(search, technique, members.map(Truth::cell).collect())
                })?;
            }
        }
        Flow::Continue(())
    }

    /// Whether the large corners and this number of cells with these candidates are a naked subset of up to four cells, which
    /// excludes the same without the rectangle. They are if both corners lack the same digit of the pair.
    fn is_naked(&self, others: u32, candidates: u16) -> bool {
        let union = self.large.iter().fold(candidates, |union, &c| union | self.board.candidates(c));
        others <= 2 && union.count_ones() == others + 2
    }
}
