//! Multiple, dynamic and nested forcing chains: common consequences of several assumptions.
//!
//! For each open cell, row by row, with more than two candidates (dynamic: more than one), and each of its digits in
//! ascending order, Sudoku Explainer 1.2.1.3 looks in this order for:
//! 1. A contradiction from on, which removes the candidate, and one from off, which proves it (dynamic only).
//! 2. Nodes that follow both from on and from off (dynamic only, three or more candidates).
//! 3. Nodes that follow from every place of the digit in a house, for the box, the row and the column in which this is
//!    the first place. A static search never finds these if the first place is in a cell with two candidates.
//!
//! Then it looks for nodes that follow from every candidate of the cell. On nodes come before off nodes, each in the
//! order of the first closure. A closure that ended with a contradiction counts with the nodes found until then.

use super::super::board::Board;
use super::super::house_tables::{HOUSES_OF, POSITIONS, bits};
use super::super::search::{Flow, Search};
use super::candidate_set::candidate;
use super::closure::{Nested, Rules};
use super::closure_cache::Closure;
use super::influence::Influence;
use super::ranking::{Effect, Hint, Hints, Kind, Rank};
use super::workspace::{Closures, Depth};

/// Collects the hints of a board at the first depth; its closures use the others. The difficulty of the shortest chains under
/// these rules is `base`.
pub fn search(
    depths: &mut [Depth],
    board: &Board,
    (rules, base): (Rules, f64),
    each: bool,
    search: &mut Search,
) -> Flow {
    let (depth, deeper) = depths.split_first_mut().expect("a depth for each level of nesting");
    let Depth { closures, hints, influence, .. } = depth;
    hints.clear(each);
    closures.begin(board, rules);
    let influence = if rules.dynamic { None } else { influence.on(board) };
    let mut scan = Scan { board, rules, base, hints, influence, nested: Vec::new() };
    for cell in 0..81 {
        let digits = board.candidates(cell);
        let count = digits.count_ones();
        if count < 2 || count == 2 && !rules.dynamic {
            continue;
        }
        for digit in bits(digits) {
            let root = candidate(cell, digit);
            if rules.dynamic {
                closures.find((root, true), board, rules, deeper, search)?;
                closures.find((root, false), board, rules, deeper, search)?;
                scan.contradictions(closures, root);
                if count > 2 && !rules.nishio {
                    scan.common(closures, Kind::Double(root), deeper, search)?;
                }
            }
            if rules.nishio {
                continue;
            }
            for kind in 0..3 {
                let house = HOUSES_OF[usize::from(cell)][kind];
                let places = board.places(house, digit);
                if places.count_ones() < 2 || places.trailing_zeros() != u32::from(POSITIONS[usize::from(cell)][kind]) {
                    continue;
                }
                scan.common(closures, Kind::Place(house, digit), deeper, search)?;
            }
        }
        if !rules.nishio {
            scan.common(closures, Kind::Cell(cell), deeper, search)?;
        }
    }
    Flow::Continue(())
}

/// The assumptions of a hint, in order, and their number.
pub fn roots(board: &Board, kind: Kind) -> ([(u16, bool); 9], usize) {
    let (mut roots, mut count) = ([(0, true); 9], 0);
    let mut push = |candidate, on| {
        roots[count] = (candidate, on);
        count += 1;
    };
    match kind {
        Kind::Path(_) => {}
        Kind::Contradiction(root, on) => push(root, on),
        Kind::Double(root) => [true, false].into_iter().for_each(|on| push(root, on)),
        Kind::Cell(cell) => bits(board.candidates(cell)).for_each(|digit| push(candidate(cell, digit), true)),
        Kind::Place(house, digit) => {
            Board::at(house, board.places(house, digit)).for_each(|cell| push(candidate(cell, digit), true));
        }
    }
    (roots, count)
}

struct Scan<'a> {
    board: &'a Board,
    rules: Rules,
    base: f64,
    hints: &'a mut Hints,
    /// What candidates exclude without branches, if it is known.
    influence: Option<&'a Influence>,
    /// The inner chains of the current hint.
    nested: Vec<Nested>,
}

impl Scan<'_> {
    fn contradictions(&mut self, closures: &Closures, root: u16) {
        for on in [true, false] {
            let closure = closures.known.get((root, on));
            let Some((is_on, is_off)) = closure.contradiction() else { continue };
            let Some(effect) = Hints::effect(self.board, root, !on) else { continue };
            let ends = [(closure, is_on), (closure, is_off)];
            self.offer(effect, 7, &ends, Kind::Contradiction(root, on));
        }
    }

    /// Offers the common nodes of the closures of a hint.
    fn common(&mut self, closures: &mut Closures, kind: Kind, deeper: &mut [Depth], search: &mut Search) -> Flow {
        let (roots, count) = roots(self.board, kind);
        let roots = &roots[..count];
        // Nodes that are on exclude the others of their cells.
        if self.influence.is_some_and(|influence| !influence.meet(roots)) {
            return Flow::Continue(());
        }
        for &root in roots {
            closures.find(root, self.board, self.rules, deeper, search)?;
        }
        let key = match kind {
            Kind::Double(_) => 1,
            Kind::Cell(_) => 5,
            _ => 6,
        };
        let Some((&first, others)) = roots.split_first() else { return Flow::Continue(()) };
        for on in [true, false] {
            let mut common = *closures.known.get(first).set(on);
            let is_left = |&root: &(u16, bool)| {
                common = common.and(closures.known.get(root).set(on));
                !common.is_empty()
            };
            if !others.iter().all(is_left) {
                continue;
            }
            for &root in roots {
                closures.find_nodes(root, self.board, self.rules, search)?;
            }
            let mut ends = [(closures.known.get(first), 0); 9];
            for (end, &root) in ends.iter_mut().zip(roots) {
                end.0 = closures.known.get(root);
            }
            let ends = &mut ends[..roots.len()];
            for node in closures.known.get(first).nodes().iter().filter(|node| node.on == on) {
                let target = node.candidate;
                if common.has(target)
                    && let Some(effect) = Hints::effect(self.board, target, on)
                {
                    for (closure, number) in &mut *ends {
                        *number = closure.node(target, on);
                    }
                    self.offer(effect, key, ends, kind);
                }
            }
        }
        Flow::Continue(())
    }

    /// Offers the hint that follows from these nodes of these closures.
    fn offer(&mut self, effect: Effect, key: u8, ends: &[(Closure<'_>, u16)], kind: Kind) {
        let depths = ends.iter().map(|&(closure, node)| u32::from(closure.nodes()[usize::from(node)].depth));
        if self.hints.is_late(self.board, effect, Rank::new(self.base, depths.sum(), key)) {
            return;
        }
        self.nested.clear();
        let mut complexity = 0;
        for &(closure, node) in ends {
            complexity += closure.ancestors(node, &mut self.nested);
        }
        complexity += self.nested.iter().map(|chain| chain.complexity).sum::<u32>();
        self.hints.offer(self.board, effect, Rank::new(self.base, complexity, key), || kind);
    }
}

/// Visits the conclusion of each branch of a hint, with its closure.
pub fn each_target(depth: &Depth, board: &Board, hint: &Hint, mut visit: impl FnMut(Closure<'_>, u16)) {
    let (roots, count) = roots(board, hint.kind);
    for &root in &roots[..count] {
        let closure = depth.closures.known.get(root);
        if let Kind::Contradiction(..) = hint.kind {
            let (on, off) = closure.contradiction().expect("the hint is a contradiction");
            visit(closure, on);
            visit(closure, off);
        } else {
            let (target, on) = match hint.effect {
                Effect::Off(target) => (target, false),
                Effect::On(target) => (target, true),
                Effect::Cycle(_) => unreachable!("cycles have no branches"),
            };
            visit(closure, closure.node(target, on));
        }
    }
}
