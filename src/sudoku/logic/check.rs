//! Verifies a step from its proof alone, independently of the technique that found it.

use std::fmt;

use super::house_tables::sees;
use super::loops::is_unique_loop;
use super::{
    Because, Board, Branch, Candidate, Chains, Group, Inference, Node, Pattern, Proof, Reasoning, Source, Step, Truth,
};
use crate::sudoku::{Cell, Digit, House};

/// What is wrong with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flaw(&'static str);

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Flaw {}

/// Verifies that a step follows from its proof on this board.
///
/// For a pattern, it tries every way to choose one candidate of each truth. For chains, it verifies each inference and
/// then how the branches lead to the conclusion.
///
/// # Errors
///
/// Returns the first flaw found.
pub fn check(board: &Board, step: &Step) -> Result<(), Flaw> {
    let info = step.technique.info();
    require(info.lowest <= step.rating, "the rating is below that of the technique")?;
    require(step.place.is_some() || !step.eliminate.is_empty(), "the step has no effect")?;
    require(step.place.iter().chain(&step.eliminate).all(|c| has(board, *c)), "an effect is not on a candidate")?;
    match &step.proof {
        Proof::Pattern(pattern) => check_pattern(board, step, pattern),
        Proof::Chains(chains) => check_chains(board, step, chains),
    }
}

fn require(holds: bool, otherwise: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(otherwise)) }
}

/// Whether the two candidates cannot both be true.
fn excludes(a: Candidate, b: Candidate) -> bool {
    if a.cell == b.cell { a.digit != b.digit } else { a.digit == b.digit && sees(a.numbers().0, b.numbers().0) }
}

fn has(board: &Board, candidate: Candidate) -> bool {
    let (cell, digit) = candidate.numbers();
    board.has(cell, digit)
}

fn of_cell(board: &Board, cell: Cell) -> Vec<Candidate> {
    board.digits(cell).map(|digit| Candidate { cell, digit }).collect()
}

fn of_house(board: &Board, house: House, digit: Digit) -> Vec<Candidate> {
    board.cells_for(digit, house).map(|cell| Candidate { cell, digit }).collect()
}

fn check_pattern(board: &Board, step: &Step, pattern: &Pattern) -> Result<(), Flaw> {
    let truths = pattern.truths.iter().map(|truth| candidates_of(board, truth)).collect::<Result<Vec<_>, _>>()?;
    for &removed in &step.eliminate {
        require(!has_choice(&truths, &mut vec![removed], None), "a removed candidate is possible")?;
    }
    if let Some(placed) = step.place {
        require(!has_choice(&truths, &mut Vec::new(), Some(placed)), "the placed digit is not forced")?;
    }
    Ok(())
}

/// The candidates of a truth, one of which is true.
fn candidates_of(board: &Board, truth: &Truth) -> Result<Vec<Candidate>, Flaw> {
    match truth {
        Truth::Cell(cell) => Ok(of_cell(board, *cell)),
        Truth::Place(house, digit) => Ok(of_house(board, *house, *digit)),
        Truth::Loop(cells, pair) => {
            let indices: Vec<u8> = cells.iter().map(|cell| cell.index() as u8).collect();
            let linked = indices.iter().zip(indices.iter().cycle().skip(1)).all(|(&a, &b)| sees(a, b));
            // A corner that is filled is not a given.
            let holds =
                |cell: Cell, digit: Digit| board.grid().get(cell) == Some(digit) && board.givens().get(cell).is_none();
            let may_hold = |cell, digit| has(board, Candidate { cell, digit }) || holds(cell, digit);
            let complete = cells.iter().all(|&cell| pair.iter().any(|&digit| may_hold(cell, digit)));
            require(indices.len() >= 4 && linked && complete && is_unique_loop(&indices), "the loop is not unique")?;
            let extra = cells.iter().flat_map(|&cell| of_cell(board, cell));
            Ok(extra.filter(|candidate| !pair.contains(&candidate.digit)).collect())
        }
        Truth::Bug(extra) => {
            let mut rest = *board;
            for &candidate in extra {
                rest.remove(candidate);
            }
            require(rest.is_grave(), "the rest is not a universal grave")?;
            Ok(extra.clone())
        }
        Truth::Strong(source, groups) => of_strong(board, source, groups),
    }
}

/// The candidates of two groups, if one of them must be true.
fn of_strong(board: &Board, source: &Source, groups: &[Group; 2]) -> Result<Vec<Candidate>, Flaw> {
    let [a, b] = groups;
    let all: Vec<Candidate> = match source {
        Source::House(house) => of_house(board, *house, a.digit),
        Source::Cells(cells) => {
            let is_one_house = House::ALL.iter().any(|house| cells.iter().all(|cell| house.cells().contains(cell)));
            let of_cells: Vec<Candidate> = cells.iter().flat_map(|&cell| of_cell(board, cell)).collect();
            let digits = of_cells.iter().fold(0, |set, candidate| set | candidate.digit.bit());
            let is_almost_locked = is_one_house && digits.count_ones() as usize == cells.len() + 1;
            require(is_almost_locked && a.digit != b.digit, "the cells are not almost locked")?;
            of_cells.into_iter().filter(|candidate| [a.digit, b.digit].contains(&candidate.digit)).collect()
        }
    };
    let of_groups: Vec<Candidate> = groups.iter().flat_map(Group::candidates).collect();
    require(all.iter().all(|candidate| of_groups.contains(candidate)), "a strong link has another way")?;
    Ok(of_groups)
}

/// Whether one candidate of each truth can be chosen so that none is `left_out` and none excludes another or one in
/// `chosen`.
fn has_choice(truths: &[Vec<Candidate>], chosen: &mut Vec<Candidate>, left_out: Option<Candidate>) -> bool {
    let possible = |chosen: &[Candidate], truth: &[Candidate]| -> Vec<Candidate> {
        let free = |c: &Candidate| Some(*c) != left_out && !chosen.iter().any(|&other| excludes(other, *c));
        truth.iter().copied().filter(free).collect()
    };
    // Starts with the truth that has the fewest possibilities; the recursion handles the others.
    let open = truths.iter().filter(|truth| !truth.iter().any(|c| chosen.contains(c)));
    let Some(next) = open.map(|truth| possible(chosen, truth)).min_by_key(Vec::len) else { return true };
    next.into_iter().any(|candidate| {
        chosen.push(candidate);
        let found = has_choice(truths, chosen, left_out);
        chosen.pop();
        found
    })
}

fn check_chains(board: &Board, step: &Step, chains: &Chains) -> Result<(), Flaw> {
    let mut ends = Vec::new();
    for branch in &chains.branches {
        ends.push(check_branch(board, branch)?);
    }
    if chains.reasoning == Reasoning::Cycle {
        return check_cycle(step, chains);
    }
    if chains.reasoning == Reasoning::Either {
        let excluded = |&c: &Candidate| {
            let by = |(from, to): &(Node, Node)| {
                !from.on && to.on && excludes(from.candidate, c) && excludes(to.candidate, c)
            };
            ends.iter().any(by)
        };
        return require(step.place.is_none() && step.eliminate.iter().all(excluded), "a removed candidate is possible");
    }
    let conclusion = conclude(board, &chains.reasoning, &ends)?;
    let target = conclusion.candidate;
    if conclusion.on {
        require(step.place == Some(target), "the placed digit is not the conclusion")?;
        require(step.eliminate.iter().all(|&c| excludes(target, c)), "a removed candidate is not excluded")
    } else {
        require(step.place.is_none() && step.eliminate == [target], "the removed candidate is not the conclusion")
    }
}

/// Verifies each inference of a branch, and returns its assumption and its conclusion.
fn check_branch(board: &Board, branch: &Branch) -> Result<(Node, Node), Flaw> {
    let [first, ..] = &branch.inferences[..] else { return Err(Flaw("a branch is empty")) };
    require(first.because == Because::Assumed && first.from.is_empty(), "a branch has no assumption")?;
    for (i, inference) in branch.inferences.iter().enumerate().skip(1) {
        let known = &branch.inferences[..i];
        let all_known = inference.from.iter().all(|from| known.iter().any(|known| known.node == *from));
        require(all_known && !inference.from.is_empty(), "an inference lacks a premise")?;
        require(has(board, inference.node.candidate), "an inference is not on a candidate")?;
        check_inference(board, inference)?;
    }
    Ok((first.node, branch.inferences[branch.inferences.len() - 1].node))
}

fn check_inference(board: &Board, inference: &Inference) -> Result<(), Flaw> {
    let Node { candidate, on } = inference.node;
    let all = match &inference.because {
        Because::Assumed => return Err(Flaw("a branch has two assumptions")),
        Because::Cell => of_cell(board, candidate.cell),
        Because::House(house) => {
            require(house.cells().contains(&candidate.cell), "an inference is outside its house")?;
            of_house(board, *house, candidate.digit)
        }
        Because::Step(step) => return check_nested(board, inference, step),
    };
    let premises = &inference.from;
    if on {
        let is_off = |other: &Candidate| premises.contains(&Node { candidate: *other, on: false });
        require(all.iter().all(|other| *other == candidate || is_off(other)), "a strong link has another way")
    } else {
        let others = |premise: &Node| premise.on && premise.candidate != candidate && all.contains(&premise.candidate);
        require(premises.iter().any(others), "a weak link has no premise that excludes")
    }
}

/// Verifies that a nested step holds once its premises are off, and that it removes the inferred candidate.
fn check_nested(board: &Board, inference: &Inference, step: &Step) -> Result<(), Flaw> {
    let mut reduced = *board;
    for premise in &inference.from {
        require(!premise.on, "a nested step has a premise that is on")?;
        reduced.remove(premise.candidate);
    }
    check(&reduced, step)?;
    let target = inference.node.candidate;
    let removed = step.eliminate.contains(&target) || step.place.is_some_and(|placed| excludes(placed, target));
    require(!inference.node.on && removed, "a nested step does not remove the candidate")
}

/// Verifies a cycle. Every inference has one premise, the previous node, so the cycle also holds backwards: if the
/// first node is off, all nodes are the opposite. A candidate that excludes both an on node and an off node excludes
/// itself.
fn check_cycle(step: &Step, chains: &Chains) -> Result<(), Flaw> {
    let [Branch { inferences }] = &chains.branches[..] else { return Err(Flaw("a cycle has one branch")) };
    let single = inferences.windows(2).all(|pair| pair[1].from == [pair[0].node]);
    let nested = inferences.iter().any(|inference| matches!(inference.because, Because::Step(_)));
    let closed = inferences.len() > 4 && inferences[0].node == inferences[inferences.len() - 1].node;
    require(single && closed && !nested, "the cycle is not closed")?;
    let sees = |removed, on| inferences.iter().any(|i| i.node.on == on && excludes(i.node.candidate, removed));
    require(step.place.is_none(), "a cycle places nothing")?;
    require(step.eliminate.iter().all(|&c| sees(c, true) && sees(c, false)), "a removed candidate is possible")
}

/// The conclusion of branches with these assumptions and conclusions.
fn conclude(board: &Board, reasoning: &Reasoning, ends: &[(Node, Node)]) -> Result<Node, Flaw> {
    let opposite = |node: Node| Node { on: !node.on, ..node };
    let all_of = |alternatives: Vec<Candidate>| {
        let assumed = |c: &Candidate| ends.iter().any(|(from, _)| *from == Node { candidate: *c, on: true });
        require(!alternatives.is_empty() && alternatives.iter().all(assumed), "an alternative has no branch")?;
        require(ends.iter().all(|(_, to)| *to == ends[0].1), "the branches disagree")?;
        Ok(ends[0].1)
    };
    match (reasoning, ends) {
        (Reasoning::Contradiction, [(from, to)]) if *to == opposite(*from) => Ok(*to),
        (Reasoning::Contradiction, [(from, to), (same, other)]) if from == same && *to == opposite(*other) => {
            Ok(opposite(*from))
        }
        (Reasoning::Double, [(from, to), (other, same)]) if *from == opposite(*other) && to == same => Ok(*to),
        (Reasoning::Cell(cell), _) => all_of(of_cell(board, *cell)),
        (Reasoning::Place(house, digit), _) => all_of(of_house(board, *house, *digit)),
        _ => Err(Flaw("the branches do not prove the conclusion")),
    }
}
