//! Unique rectangles and loops: two digits could be exchanged in some cells unless one of these cells holds another digit.

use super::family::{Family, Look, group};
use super::house_tables::{HOUSE_CELLS, HOUSE_SETS, HOUSES_OF, PEER_SETS, POSITIONS, bits, cells, seen_by_all, two};
use super::search::{Flow, Offers, Search};
use super::tuples::each_choice;
use super::{Board, Proof, Technique, Tenths, Truth};

/// What relies on the puzzle having one solution.
pub const UNIQUE: Family = Family {
    needs_uniqueness: true,
    ..Family::new(group::UNIQUENESS, "Remember that the puzzle has only one solution.", Look::Truths)
};

/// Rectangles and loops of all types, the easiest first.
///
/// - Type 1: one cell has extra candidates.
/// - Type 2: the cells with extra candidates have the same one.
/// - Type 3: two cells have extra candidates, which complete a subset of a house.
/// - Type 4: two cells have extra candidates, and one of the loop's digits has no other place in a house of the two.
pub fn unique_loops(board: &Board, search: &mut Search, _: Technique) -> Flow {
    let mut found: Vec<LoopStep> = Vec::new();
    for start in 0..81 {
        if board.candidates(start).count_ones() != 2 {
            continue;
        }
        let pair = board.candidates(start);
        let both = bits(pair).fold(u128::MAX, |both, d| both & board.cells_with(d));
        let Some(eligible) = eligible(both, start) else { continue };
        let mut walk = Walk { board, pair, both, eligible, cells: vec![start], on_path: 1 << start, loops: Vec::new() };
        walk.extend(2, 0, None, Visited::default().with(0, start));
        for cells in walk.loops {
            Finder { board, pair, cells: &cells, found: &mut found }.find();
        }
    }
    found.sort_by(|a, b| a.rating.total_cmp(&b.rating).then(a.kind.cmp(&b.kind)));
    for found in found {
        for &(c, digits) in &found.eliminate {
            search.eliminate(c, digits);
        }
        search.offer_rated(found.technique, Tenths(((found.rating + 0.05) * 10.0) as u8), || found.proof)?;
    }
    Flow::Continue(())
}

/// Whether the cells of even index and those of odd index visit the same houses, each once. The two digits can then be
/// exchanged.
pub fn is_unique_loop(cells: &[u8]) -> bool {
    let mut visited = Visited::default();
    for (i, &c) in cells.iter().enumerate() {
        if visited.cells[i % 2] >> c & 1 != 0 {
            return false;
        }
        visited = visited.with(i % 2, c);
    }
    visited.are_equal()
}

/// The houses visited by cells of even and of odd index, and the cells of these houses.
#[derive(Clone, Copy, Default)]
struct Visited {
    houses: [u32; 2],
    cells: [u128; 2],
}

impl Visited {
    /// With this cell, too.
    fn with(mut self, parity: usize, c: u8) -> Self {
        HOUSES_OF[usize::from(c)].iter().for_each(|h| self.houses[parity] |= 1 << h);
        self.cells[parity] |= PEER_SETS[usize::from(c)] | 1 << c;
        self
    }

    /// Whether both visit the same houses.
    fn are_equal(&self) -> bool {
        self.houses[0] == self.houses[1]
    }

    /// Whether each house that only one of the two visits has one of these cells for the other.
    fn can_become_equal(&self, left: u128) -> bool {
        [(0, 1), (1, 0)].into_iter().all(|(by, other)| {
            let fit = left & !self.cells[other];
            bits(u64::from(self.houses[by] & !self.houses[other])).all(|h| HOUSE_SETS[usize::from(h)] & fit != 0)
        })
    }
}

/// The cells of a set that can be part of a loop, if this one can: the houses of each are visited by another cell too.
fn eligible(mut cells: u128, start: u8) -> Option<u128> {
    loop {
        let alone = |set: &u128| (set & cells).is_power_of_two();
        let lost = HOUSE_SETS.iter().filter(|set| alone(set)).fold(0, |lost, set| lost | set & cells);
        if lost == 0 {
            return (cells >> start & 1 != 0).then_some(cells);
        }
        cells &= !lost;
    }
}

/// The search for loops through cells that have both digits of a pair.
struct Walk<'a> {
    board: &'a Board,
    pair: u16,
    /// The cells that have both digits, and those of them that can be part of a loop.
    both: u128,
    eligible: u128,
    cells: Vec<u8>,
    /// The same cells, as a set.
    on_path: u128,
    loops: Vec<Vec<u8>>,
}

impl Walk<'_> {
    /// Continues from the last cell. Up to `allowed` more cells may have several different extra candidates. As in
    /// Sudoku Explainer, `extra` also keeps the extra candidates of cells tried earlier on the same level, so that an
    /// earlier cell may exclude a later one.
    fn extend(&mut self, allowed: i8, mut extra: u16, last_kind: Option<usize>, visited: Visited) {
        let (start, from) = (self.cells[0], usize::from(self.cells[self.cells.len() - 1]));
        let parity = self.cells.len() % 2;
        // The first cell ends a loop of four cells or more.
        let behind = self.on_path & !(u128::from(self.cells.len() >= 4) << start);
        // A loop that visits a house again is invalid.
        let open = self.eligible & !self.on_path & !visited.cells[parity];
        for kind in (0..3).filter(|&kind| Some(kind) != last_kind) {
            for next in cells(self.both & HOUSE_SETS[usize::from(HOUSES_OF[from][kind])] & !behind) {
                if next == start {
                    if visited.are_equal() {
                        self.loops.push(self.cells.clone());
                    }
                    continue;
                }
                let candidates = self.board.candidates(next);
                extra |= candidates & !self.pair;
                let bivalue = candidates == self.pair;
                if open >> next & 1 == 0 || !bivalue && !extra.is_power_of_two() && allowed == 0 {
                    continue;
                }
                let visited = visited.with(parity, next);
                self.cells.push(next);
                self.on_path |= 1 << next;
                if visited.can_become_equal(self.eligible & !self.on_path) {
                    self.extend(allowed - i8::from(!bivalue), extra, Some(kind), visited);
                }
                self.on_path &= !(1 << next);
                self.cells.pop();
            }
        }
    }
}

/// A step that a loop allows.
struct LoopStep {
    technique: Technique,
    /// The type, 1 to 4. Both naked and hidden subsets are type 3.
    kind: u8,
    /// Summed as in Sudoku Explainer, because the order of equal ratings depends on rounding.
    rating: f64,
    eliminate: Vec<(u8, u16)>,
    proof: Proof,
}

/// Finds the steps that one loop allows.
struct Finder<'a> {
    board: &'a Board,
    pair: u16,
    cells: &'a [u8],
    found: &'a mut Vec<LoopStep>,
}

impl Finder<'_> {
    fn find(&mut self) {
        let extra_cells: Vec<u8> =
            self.cells.iter().copied().filter(|&c| self.board.candidates(c) != self.pair).collect();
        let extra = extra_cells.iter().fold(0, |set, &c| set | self.board.candidates(c)) & !self.pair;
        match extra_cells[..] {
            [] => {}
            [c] => self.add(1, 0, vec![(c, self.pair)], [], None),
            [a, b] => {
                if extra.is_power_of_two() {
                    self.add_common(&extra_cells);
                } else {
                    self.add_subsets(a, b, extra);
                }
                self.add_locked(a, b);
            }
            _ => self.add_common(&extra_cells),
        }
    }

    /// Adds a step, unless it has no effect. `rest` are the truths besides the loop, and `cover` the house of a naked subset.
    fn add(
        &mut self,
        kind: u8,
        raise: u32,
        eliminate: Vec<(u8, u16)>,
        rest: impl IntoIterator<Item = Truth>,
        cover: Option<u8>,
    ) {
        if eliminate.is_empty() {
            return;
        }
        let mut rating = 4.5;
        if self.cells.len() >= 10 {
            rating += 0.3;
        }
        match self.cells.len() {
            8.. => rating += 0.2,
            6.. => rating += 0.1,
            _ => {}
        }
        rating += f64::from(raise) * 0.1;
        let technique = if self.cells.len() == 4 { Technique::UniqueRectangle } else { Technique::UniqueLoop };
        let around = Truth::around(self.cells.iter().copied(), two(self.pair));
        let proof = Proof::of([around].into_iter().chain(rest), cover);
        self.found.push(LoopStep { technique, kind, rating, eliminate, proof });
    }

    /// Type 2, on the lowest extra candidate of the first cell that has one.
    fn add_common(&mut self, extra_cells: &[u8]) {
        let digits = self.board.candidates(extra_cells[0]) & !self.pair;
        let d = digits.trailing_zeros() as u8;
        let seen = seen_by_all(extra_cells.iter().copied());
        let victims = cells(self.board.cells_with(d) & seen);
        self.add(2, 0, victims.map(|c| (c, 1 << d)).collect(), [], None);
    }

    /// Type 3, with the subsets of each common house, the smallest first. A house has at most nine open cells, so a subset has
    /// at most four digits and raises the rating by 0.3 at most: to 4.8 for a rectangle, to 5.3 for a loop.
    fn add_subsets(&mut self, a: u8, b: u8, extra: u16) {
        for degree in extra.count_ones()..=7 {
            for kind in 0..3 {
                let h = HOUSES_OF[usize::from(a)][kind];
                if h != HOUSES_OF[usize::from(b)][kind] {
                    continue;
                }
                let positions = (POSITIONS[usize::from(a)][kind], POSITIONS[usize::from(b)][kind]);
                let open = self.board.open(h).count_ones();
                if 2 * degree <= open {
                    self.add_naked((a, b), (h, positions), extra, degree);
                }
                if 2 * degree < open {
                    self.add_hidden((h, positions), extra, degree);
                }
            }
        }
    }

    /// Naked subsets: `degree - 1` other cells of the house share `degree` candidates, including all extra candidates
    /// of the two cells.
    fn add_naked(&mut self, (a, b): (u8, u8), (h, (first, second)): (u8, (u8, u8)), extra: u16, degree: u32) {
        let board = self.board;
        let common = extra & board.candidates(a) & board.candidates(b);
        let has_several = |i: &usize| board.candidates(HOUSE_CELLS[usize::from(h)][*i]).count_ones() > 1;
        let eligible = (0..9).filter(has_several).fold(0_u16, |set, i| set | 1 << i) & !(1 << second);
        let _ = each_choice(9, degree, |chosen| {
            let chosen = chosen as u16;
            if chosen >> first & 1 == 0 || chosen & !eligible != 0 {
                return Flow::Continue(());
            }
            let others = chosen & !(1 << first);
            let union = Board::at(h, others).fold(0, |union, c| union | board.candidates(c));
            let digits = union | extra;
            if (union | common).count_ones() == degree && digits.count_ones() == degree {
                let rest = board.open(h) & !chosen & !(1 << second);
                let eliminate =
                    Board::at(h, rest).map(|c| (c, board.candidates(c) & digits)).filter(|&(_, set)| set != 0);
                self.add(3, degree - 1, eliminate.collect(), Board::at(h, others).map(Truth::cell), Some(h));
            }
            Flow::Continue(())
        });
    }

    /// Hidden subsets: the two digits of the loop and others have as many places in the house as there are digits, if
    /// the two cells count as one.
    fn add_hidden(&mut self, (h, (first, second)): (u8, (u8, u8)), extra: u16, degree: u32) {
        let board = self.board;
        let rest: Vec<u8> = bits(super::board::ALL & !self.pair & !extra).collect();
        let _ = each_choice(rest.len() as u32, degree - 2, |chosen| {
            let digits = bits(chosen as u16).fold(self.pair, |digits, i| digits | 1 << rest[usize::from(i)]);
            let mut union = 0;
            for d in bits(digits) {
                let places = board.places(h, d) & !(1 << second);
                if places == 0 {
                    return Flow::Continue(());
                }
                union |= places;
            }
            if union.count_ones() == degree {
                let others: Vec<u8> = Board::at(h, union & !(1 << first)).collect();
                let raise = others.len() as u32 - 1;
                let eliminate =
                    others.iter().map(|&c| (c, board.candidates(c) & !digits)).filter(|&(_, set)| set != 0).collect();
                self.add(3, raise, eliminate, bits(digits).map(|d| Truth::place(h, d)), None);
            }
            Flow::Continue(())
        });
    }

    /// Type 4: if one digit of the pair is locked in the two cells, they lose the other. The lower digit takes
    /// precedence, then the last common house.
    fn add_locked(&mut self, a: u8, b: u8) {
        for locked in bits(self.pair) {
            let both = 1_u128 << a | 1 << b;
            let h = (0..3).rev().map(|kind| HOUSES_OF[usize::from(a)][kind]).find(|&h| {
                let in_house = HOUSE_SETS[usize::from(h)];
                in_house & both == both && self.board.cells_with(locked) & in_house == both
            });
            if let Some(h) = h {
                let other = self.pair & !(1 << locked);
                self.add(4, 0, vec![(a, other), (b, other)], [Truth::place(h, locked)], None);
                return;
            }
        }
    }
}
