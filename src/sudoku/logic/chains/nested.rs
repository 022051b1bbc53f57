//! The nodes that inner rules add to a closure once nothing else follows.
//!
//! Sudoku Explainer 1.2.1.3 applies the rules of a level in order and stops at the first that removes
//! something because of the closure. Level 1 has the patterns. Level 2 adds static chains, and level 3 also multiple
//! chains. Level 4 instead adds dynamic chains to the patterns, and level 5 also dynamic chains of level 2.
//!
//! The hints of an inner search come best first, one for each effect. A hint counts only if one of its nodes follows
//! because of candidates that the closure removed. For an on node, these are the removed candidates of its cell, or of
//! its digit in its house, depending on the cause of the node. They are the parents of what the hint removes. A hint
//! without parents still hides later hints with the same effect.
//!
//! A cycle is read in both directions. The backward direction keeps the cause of each node although its state is
//! flipped, so there the weak links matter.

use std::ops::ControlFlow;

use super::super::board::Board;
use super::super::house_tables::{HOUSES_OF, bits};
use super::super::search::{Flow, Search};
use super::candidate_set::{Set, candidate, split};
use super::closure::{Cause, Draft, Inner, InnerRules, Nested, Rules};
use super::family::{Family, INNER};
use super::multiple_chains::each_target;
use super::patterns::Patterns;
use super::proof;
use super::ranking::{Hint, Kind};
use super::workspace::Depth;

impl InnerRules for [Depth] {
    fn extend(
        &mut self,
        closure: &mut Draft,
        current: &Board,
        source: &Board,
        rules: Rules,
        tried: u8,
        search: &mut Search,
    ) -> Flow {
        search.spend(100)?;
        if tried == 0 && Patterns::new(closure, current, source, rules.explain).extend() {
            return Flow::Continue(());
        }
        for (number, family) in INNER[usize::from(rules.level)].iter().enumerate() {
            let is_excluded = !family.has_branches && !self[0].influence.may_have_static(source, current);
            if is_excluded || number < INNER[usize::from(tried)].len() {
                continue;
            }
            family.search(self, current, true, search)?;
            if take(closure, current, source, rules, family, self, search)? {
                break;
            }
        }
        Flow::Continue(())
    }
}

/// Adds what the hints of an inner search remove. Returns whether any hint counts.
fn take(
    closure: &mut Draft,
    current: &Board,
    source: &Board,
    rules: Rules,
    family: &Family,
    deeper: &mut [Depth],
    search: &mut Search,
) -> ControlFlow<(), bool> {
    let mut found = false;
    let mut parents = Vec::new();
    for hint in deeper[0].hints.sorted() {
        parents.clear();
        let mut gone = Gone { current, source, seen: Set::EMPTY, list: &mut parents };
        gone.by_hint(&deeper[0], &hint);
        if gone.list.is_empty() {
            continue;
        }
        found = true;
        let nested = Nested { identity: identity(&deeper[0], current, &hint), complexity: hint.rank.complexity };
        let mut step = None;
        if rules.explain {
            if family.rules.level > 0 {
                // Sudoku Explainer ignores what the inner rules of the inner chain rely on. A proof must not.
                gone.all();
            }
            step = Some(Box::new(proof::step(deeper, current, family, &hint, search)?));
        }
        let number = closure.apply(Inner { nested, step });
        for removed in deeper[0].hints.removed(current, hint.effect) {
            closure.turn_off_by_rule(removed, &parents, number);
        }
    }
    ControlFlow::Continue(found)
}

/// Collects the removed candidates that a hint relies on.
struct Gone<'a> {
    current: &'a Board,
    source: &'a Board,
    seen: Set,
    list: &'a mut Vec<u16>,
}

impl Gone<'_> {
    fn by_hint(&mut self, depth: &Depth, hint: &Hint) {
        let assumed = match hint.kind {
            Kind::Path(number) => {
                let path = &depth.paths.found[number as usize];
                for node in path.nodes.iter().rev().filter(|node| node.on) {
                    self.by_node(node.candidate, node.cause);
                }
                if path.cycle {
                    for node in path.nodes.iter().filter(|node| !node.on) {
                        self.by_node(node.candidate, node.cause);
                    }
                }
                return;
            }
            Kind::Contradiction(..) | Kind::Double(_) => Cause::Assumed,
            Kind::Cell(_) => Cause::Cell,
            Kind::Place(house, _) => Cause::House(house / 9),
        };
        each_target(depth, self.current, hint, |closure, target| {
            for number in closure.chain(target) {
                let node = closure.nodes()[usize::from(number)];
                if node.on {
                    self.by_node(node.candidate, if node.cause == Cause::Assumed { assumed } else { node.cause });
                }
            }
        });
    }

    fn by_node(&mut self, node: u16, cause: Cause) {
        let (cell, digit) = split(node);
        match cause {
            Cause::Assumed | Cause::Rule => {}
            Cause::Cell => {
                for gone in bits(self.source.candidates(cell) & !self.current.candidates(cell)) {
                    self.add(candidate(cell, gone));
                }
            }
            Cause::House(kind) => {
                let house = HOUSES_OF[usize::from(cell)][usize::from(kind)];
                for cell in Board::at(house, self.source.places(house, digit) & !self.current.places(house, digit)) {
                    self.add(candidate(cell, digit));
                }
            }
        }
    }

    fn all(&mut self) {
        for cell in 0..81 {
            self.by_node(candidate(cell, 0), Cause::Cell);
        }
    }

    fn add(&mut self, gone: u16) {
        if !self.seen.has(gone) {
            self.seen.add(gone);
            self.list.push(gone);
        }
    }
}

/// A hash that is equal for hints with the same conclusions and the same nodes in the same order. Such hints count once
/// in the complexity of a chain.
fn identity(depth: &Depth, board: &Board, hint: &Hint) -> u64 {
    let mut hash = 0_u64;
    let mut add = |value: u64| {
        hash = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    };
    let mut add_all = |nodes: &mut dyn Iterator<Item = (u16, bool)>| {
        add(u64::MAX);
        nodes.for_each(|(candidate, on)| add(u64::from(candidate) << 1 | u64::from(on)));
    };
    if let Kind::Path(number) = hint.kind {
        add_all(&mut depth.paths.found[number as usize].nodes.iter().map(|node| (node.candidate, node.on)));
    } else {
        each_target(depth, board, hint, |closure, target| {
            let nodes = closure.chain(target).into_iter().map(|number| closure.nodes()[usize::from(number)]);
            add_all(&mut nodes.map(|node| (node.candidate, node.on)));
        });
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::super::super::search::Selection;
    use super::super::super::{StepLimits, Technique, path};
    use super::super::closure::Node;
    use super::super::closure_cache::Closure;
    use super::super::influence::Influence;
    use super::super::workspace::Memory;
    use super::*;
    use crate::sudoku::Grid;

    /// Inner rules that look everywhere.
    struct Everywhere<'a>(&'a mut [Depth]);

    impl InnerRules for Everywhere<'_> {
        fn extend(
            &mut self,
            closure: &mut Draft,
            current: &Board,
            source: &Board,
            rules: Rules,
            _tried: u8,
            search: &mut Search,
        ) -> Flow {
            if Patterns::new(closure, current, source, rules.explain).everywhere().extend() {
                return Flow::Continue(());
            }
            for family in INNER[usize::from(rules.level)] {
                self.0[0].influence = Influence::default();
                family.search(self.0, current, true, search)?;
                if take(closure, current, source, rules, family, self.0, search)? {
                    break;
                }
            }
            Flow::Continue(())
        }
    }

    /// The nodes of a closure, with their parents and their inner chains.
    fn found(closure: Closure<'_>) -> Vec<(Node, &[u16], Option<Nested>)> {
        let found = |(number, &node)| (node, closure.parents(number), closure.inner(node).map(|inner| inner.nested));
        (0..).zip(closure.nodes()).map(found).collect()
    }

    #[test]
    fn closures_are_those_of_inner_rules_that_look_everywhere_and_begin_anew() {
        let puzzle = "......7....71.9...68..7......1.6.8...6.....42.....2.....6.9.1..54......3.1.3...5.";
        let puzzle: Grid = puzzle.parse().expect("a grid");
        let mut board = Board::new(&puzzle);
        let mut search = Search::new(Selection::One, u64::MAX, None, None);
        let mut memories = [Memory::default(), Memory::default()];
        let [(ours, deeper), (all, all_deeper)] =
            memories.each_mut().map(|memory| memory.depths().split_first_mut().expect("three depths"));
        let nested = [
            Technique::DynamicPlus,
            Technique::NestedForcingChain,
            Technique::NestedMultiple,
            Technique::NestedDynamic,
        ];
        let mut chains = [0; 5];
        for (number, step) in path(&puzzle, &StepLimits::default()).1.into_iter().enumerate().take(4) {
            // The first board has static chains, the last has none.
            for (level, technique) in (1..).zip(nested).filter(|_| matches!(number, 0 | 3)) {
                let rules = Family::of(technique).rules;
                ours.closures.begin(&board, rules);
                all.closures.begin(&board, Family::of(Technique::DynamicCell).rules);
                all.closures.begin(&board, rules);
                for root in (0..729).flat_map(|candidate| [(candidate, true), (candidate, false)]) {
                    let (cell, digit) = split(root.0);
                    if !board.has(cell, digit) {
                        continue;
                    }
                    let mut everywhere = Everywhere(all_deeper);
                    assert!(ours.closures.find(root, &board, rules, deeper, &mut search).is_continue());
                    assert!(all.closures.find(root, &board, rules, &mut everywhere, &mut search).is_continue());
                    let (ours, all) = (ours.closures.known.get(root), all.closures.known.get(root));
                    assert_eq!(found(ours), found(all), "{root:?} {level}");
                    assert_eq!(ours.contradiction(), all.contradiction(), "{root:?} {level}");
                    let by_chain = ours.nodes().iter().filter(|node| ours.inner(**node).is_some());
                    chains[level] += by_chain.count();
                }
            }
            board.apply(&step);
        }
        assert!(chains[2..].iter().all(|&chains| chains > 100), "{chains:?}");
    }
}
