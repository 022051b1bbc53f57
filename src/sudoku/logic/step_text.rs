//! Describes steps in plain English from their data, in four levels of detail.

use std::fmt::Display;

use super::family::Look;
use super::pattern_text::tell_pattern;
use super::singles::{self, is_full_house};
use super::words::{effect, house_list, listed, written};
use super::{
    Because, Board, Branch, Chains, Inference, Node, Pattern, Proof, Reasoning, Source, Step, TechniqueInfo, Truth,
};
use crate::sudoku::{Cell, House};

/// The texts of a step for a hint, from a nudge to the full reasoning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepText {
    /// The kind of idea; names no cell, house or digit.
    pub nudge: &'static str,
    name: &'static str,
    /// The cells that [`place`](Self::place) names.
    pub cells: Vec<Cell>,
    /// The houses that it names.
    pub houses: Vec<House>,
    /// The pattern, without its effects.
    pub what: String,
    /// What follows, and why.
    pub how: String,
    /// Of chains, the same as a list: one line for each link, and one for the conclusion. Joined by spaces, they are `how`.
    pub lines: Vec<String>,
}

impl StepText {
    /// Where to look; names no digit or effect.
    pub fn place(&self) -> String {
        let named = (!self.houses.is_empty()).then(|| house_list(&self.houses));
        let names: Vec<String> = named.into_iter().chain(self.cells.iter().map(Cell::to_string)).collect();
        format!("{}: look at {}.", self.name, listed(names, "and"))
    }
}

/// Describes a step on the board to which it applies.
pub fn tell(board: &Board, step: &Step) -> StepText {
    let (cells, houses) = look_at(step);
    let (what, how, lines) = match &step.proof {
        Proof::Pattern(pattern) => {
            let (what, how) = tell_pattern(board, step, pattern);
            (what, how, Vec::new())
        }
        Proof::Chains(chains) => {
            let lines = tell_lines(step, chains);
            (tell_chains(step, chains), lines.join(" "), lines)
        }
    };
    let TechniqueInfo { name, family, .. } = step.technique.info();
    let nudge = if is_full_house(step) { singles::FULL_HOUSE.nudge } else { family.nudge };
    StepText { nudge, name, cells, houses, what, how, lines }
}

/// The reasoning of a step as a text that can be read alone and, of chains, as the list of its lines. Makes no other text, because
/// a list of steps has many.
pub fn tell_whole(board: &Board, step: &Step) -> (String, Vec<String>) {
    match &step.proof {
        Proof::Pattern(pattern @ Pattern { truths, covers }) => {
            let (what, how) = tell_pattern(board, step, pattern);
            // The reason of a single, and of a chain, names the whole pattern.
            let is_single = covers.is_empty() && matches!(truths[..], [Truth::Cell(_) | Truth::Place(..)]);
            (if is_single { how } else { what + " " + &how }, Vec::new())
        }
        Proof::Chains(chains) => {
            let lines = tell_lines(step, chains);
            (lines.join(" "), lines)
        }
    }
}

/// The cells and the houses that show where a step is, without its effects.
fn look_at(step: &Step) -> (Vec<Cell>, Vec<House>) {
    let mut cells = Vec::new();
    let mut houses = Vec::new();
    match &step.proof {
        Proof::Pattern(Pattern { truths, covers }) => {
            let look = step.technique.info().family.look;
            // The house in which a direct technique places a digit is its effect.
            let direct = look == Look::All && step.place.is_some();
            for truth in &truths[..truths.len() - usize::from(direct)] {
                match truth {
                    Truth::Place(house, _) | Truth::Strong(Source::House(house), _) => {
                        if !houses.contains(house) {
                            houses.push(*house);
                        }
                    }
                    Truth::Cell(cell) => cells.push(*cell),
                    Truth::Loop(list, _) | Truth::Strong(Source::Cells(list), _) => cells.extend(list),
                    Truth::Bug(extra) => cells.extend(extra.iter().map(|candidate| candidate.cell)),
                }
            }
            match look {
                Look::Truths => {}
                Look::All => houses.extend(covers),
                Look::Covers => {
                    cells.clear();
                    houses.clone_from(covers);
                    houses.dedup();
                }
                Look::First(number) => cells.truncate(number),
            }
        }
        Proof::Chains(Chains { reasoning, branches }) => match reasoning {
            Reasoning::Cell(cell) => cells.push(*cell),
            Reasoning::Place(house, _) => houses.push(*house),
            _ => cells.extend(ways_in(step, branches)),
        },
    }
    cells.sort_unstable();
    cells.dedup();
    (cells, houses)
}

/// For each branch, the first cell that the step does not change. If it changes all of them, the first cell.
fn ways_in(step: &Step, branches: &[Branch]) -> Vec<Cell> {
    let changes = |cell: Cell| step.place.iter().chain(&step.eliminate).any(|effect| effect.cell == cell);
    let ways = branches.iter().map(|branch| branch.inferences.iter().map(|inference| inference.node.candidate.cell));
    let unchanged: Vec<Cell> = ways.clone().filter_map(|mut cells| cells.find(|&cell| !changes(cell))).collect();
    if unchanged.is_empty() { ways.flatten().take(1).collect() } else { unchanged }
}

/// What is said of chains.
fn tell_chains(step: &Step, Chains { reasoning, branches }: &Chains) -> String {
    let cell = ways_in(step, branches).first().map(Cell::to_string).unwrap_or_default();
    let links: usize = branches.iter().map(|branch| branch.inferences.len().saturating_sub(1)).sum();
    let chain = format!("A chain of {links} links through {cell}");
    match reasoning {
        Reasoning::Cycle => format!("{chain} returns to its start."),
        Reasoning::Either if branches.len() == 1 => format!("{chain} shows that one of its ends is true."),
        Reasoning::Either => {
            format!("Two chains of {} links through {cell} each show that one of their ends is true.", links / 2)
        }
        Reasoning::Contradiction if branches.len() == 1 => format!("{chain} contradicts its own assumption."),
        Reasoning::Contradiction => format!("{chain} leads to two opposite conclusions."),
        Reasoning::Double => format!("{chain} leads to the same conclusion whether its start is true or false."),
        Reasoning::Cell(cell) => format!("Every candidate of {cell} leads to the same conclusion."),
        Reasoning::Place(house, digit) => format!("Every place of {digit} in {house} leads to the same conclusion."),
    }
}

/// How chains conclude.
fn tell_lines(step: &Step, Chains { reasoning, branches }: &Chains) -> Vec<String> {
    let end = match (reasoning, &branches[..]) {
        (Reasoning::Cycle, _) => "Either all of this is true or all of it is false",
        (Reasoning::Either, [Branch { inferences }]) => {
            let ends = [inferences.first(), inferences.last()].into_iter().flatten().map(|one| one.node);
            &format!("Either way, {}", listed(ends.map(|node| Node { on: true, ..node }), "or"))
        }
        (Reasoning::Either, _) => "Of each chain, one of the two ends is true",
        (Reasoning::Contradiction, _) => "That is a contradiction",
        _ => "One of these must be true",
    };
    let conclusion = format!("{end}, so {}.", effect(step));
    branches.iter().flat_map(tell_branch).chain([conclusion]).collect()
}

/// `If r1c1 is 5,` `then r1c4 is not 5,` `so r2c4 is 5;` `because r1c1 is 5 and r2c4 is 5, r3c3 is not 5.`
fn tell_branch(Branch { inferences }: &Branch) -> impl Iterator<Item = String> {
    let is_next = |i: usize| i == 1 || inferences[i].from == [inferences[i - 1].node];
    inferences.iter().enumerate().map(move |(i, Inference { node, from, because })| {
        let (start, from) = match i {
            0 => ("If ", &[][..]),
            1 => ("then ", &[][..]),
            _ if is_next(i) => ("so ", &[][..]),
            _ => ("because ", &from[..]),
        };
        let comma = if from.is_empty() { "" } else { ", " };
        let (open, reason, close): (_, &dyn Display, _) = match because {
            Because::House(house) if node.on => (" (", house, ")"),
            Because::Step(step) => (" (", &step.technique.info().name, ")"),
            _ => ("", &"", ""),
        };
        let end = match i + 1 {
            next if next == inferences.len() => ".",
            next if is_next(next) => ",",
            _ => ";",
        };
        let from = listed(from, "and");
        written(64, format_args!("{start}{from}{comma}{node}{open}{reason}{close}{end}"))
    })
}
