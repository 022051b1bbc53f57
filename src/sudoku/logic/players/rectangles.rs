//! Unique, hidden and avoidable rectangles: four cells in two boxes that must not hold only two digits.

use super::super::layout::{HOUSE_SETS, HOUSES_OF, bits, cells, seen_by_all, sees, shared_houses, two};
use super::super::search::{Flow, Offers, Search};
use super::super::tuples::each_choice;
use super::super::{Board, Proof, Technique, Truth};

/// A rectangle whose corners, in the order of a loop, all have a digit of a pair, which is all that one of them has.
struct Rectangle<'a> {
    board: &'a Board,
    corners: [u8; 4],
    pair: u16,
    /// The corners with extra candidates, and these candidates.
    large: Vec<u8>,
    extra: u16,
}

/// The rectangles of a type, 1 to 6.
pub fn rectangles<const TYPE: u8>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_rectangle(board, search, |search, rectangle| rectangle.offer(TYPE, search, technique))
}

/// Hidden rectangles, whose digits have other candidates beside them in three corners, or in two opposite ones.
pub fn hidden_rectangles(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    each_rectangle(board, search, |search, rectangle| match rectangle.large[..] {
        [a, b] if !sees(a, b) => rectangle.hidden(search, technique),
        [_, _, _] => rectangle.hidden(search, technique),
        _ => Flow::Continue(()),
    })
}

/// Visits the rectangles of a board.
fn each_rectangle(board: &Board, search: &mut Search, mut visit: impl FnMut(&mut Search, &Rectangle) -> Flow) -> Flow {
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
fn all_corners(set: u128) -> impl Iterator<Item = [u8; 4]> {
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
    fn prove(&self, search: &mut Search, technique: Technique, rest: Vec<Truth>) -> Flow {
        search.offer(technique, || Proof::of([Truth::around(self.corners, two(self.pair))].into_iter().chain(rest), []))
    }

    /// Records that the step removes these digits from a cell, as far as it has them.
    fn eliminate(&self, search: &mut Search, c: u8, digits: u16) {
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

    /// Whether all places of a digit in a house are in the rectangle.
    fn is_locked(&self, h: u8, d: u8) -> bool {
        let rectangle = self.corners.iter().fold(0_u128, |set, &c| set | 1 << c);
        let places = self.board.cells_with(d) & HOUSE_SETS[usize::from(h)];
        places != 0 && places & !rectangle == 0
    }

    /// Type 4: one of the two digits is locked in the large corners of a house.
    fn locked(&self, search: &mut Search, technique: Technique, [a, b]: [u8; 2]) -> Flow {
        for h in shared_houses(a, b) {
            for d in bits(self.pair).filter(|&d| self.is_locked(h, d)) {
                for c in [a, b] {
                    self.eliminate(search, c, self.pair & !(1 << d));
                }
                self.prove(search, technique, vec![Truth::place(h, d)])?;
            }
        }
        Flow::Continue(())
    }

    /// Type 6: a digit has no other place in the two rows and the two columns. If it has others in one of these, an X-wing
    /// removes them.
    fn crossed(&self, search: &mut Search, technique: Technique, corners: [u8; 2]) -> Flow {
        let [rows, columns] = [1, 2].map(|kind| corners.map(|c| HOUSES_OF[usize::from(c)][kind]));
        for (d, places) in self.locked_in(rows).filter(|(d, _)| columns.iter().all(|&line| self.is_locked(line, *d))) {
            for c in corners {
                self.eliminate(search, c, 1 << d);
            }
            self.prove(search, technique, places)?;
        }
        Flow::Continue(())
    }

    /// Hidden rectangle: opposite a corner without extra candidates, a digit has no other place in both lines.
    fn hidden(&self, search: &mut Search, technique: Technique) -> Flow {
        for (i, c) in self.corners.into_iter().enumerate() {
            if self.board.candidates(self.corners[(i + 2) % 4]) == self.pair {
                for (d, places) in self.locked_in([1, 2].map(|kind| HOUSES_OF[usize::from(c)][kind])) {
                    self.eliminate(search, c, self.pair & !(1 << d));
                    self.prove(search, technique, places)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The digits that are locked in both lines, each with its places there.
    fn locked_in(&self, lines: [u8; 2]) -> impl Iterator<Item = (u8, Vec<Truth>)> {
        let locked = bits(self.pair).filter(move |&d| lines.iter().all(|&line| self.is_locked(line, d)));
        locked.map(move |d| (d, lines.map(|line| Truth::place(line, d)).into()))
    }
}

/// Unique rectangles some of whose corners a player has filled.
///
/// Type 1 has one open corner, and type 2 has two, with the same extra candidate. If a corner were a given, its digit could not be
/// swapped.
pub fn avoidable_rectangles<const TYPE: u8>(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    let marks = board.marks();
    let possible = |c: u8| marks[usize::from(c)];
    for corners in all_corners(board.placed() | board.open_cells()) {
        let open: Vec<u8> = corners.into_iter().filter(|&c| board.value(c) == 0).collect();
        let [one, next, opposite, last] = corners.map(possible);
        for pair in bits(one & opposite).flat_map(|d| bits(next & last & !(1 << d)).map(move |e| [d, e])) {
            let both = 1 << pair[0] | 1 << pair[1];
            match open[..] {
                [c] if TYPE == 1 => search.eliminate(c, possible(c) & both),
                [a, b] if TYPE == 2 => {
                    let extra = possible(a) & !both;
                    if extra.is_power_of_two() && extra == possible(b) & !both {
                        let d = extra.trailing_zeros() as u8;
                        search.eliminate_from(board.cells_with(d) & seen_by_all([a, b]), d);
                    }
                }
                _ => {}
            }
            search.offer(technique, || Proof::of([Truth::around(corners, pair)], []))?;
        }
    }
    Flow::Continue(())
}
