//! The parts of a step that a front end draws: cells, houses, candidates and links, with their roles.

use super::family::Look;
use super::{Because, Board, Branch, Candidate, Chains, Group, Pattern, Proof, Reasoning, Source, Step, Truth};
use crate::sudoku::named::named;
use crate::sudoku::{Cell, House};

named! {
    /// The role of a cell or a candidate in a step.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Role {
        /// It belongs to the pattern.
        Pattern = "pattern",
        /// It is the cell on which the pattern turns.
        Pivot = "pivot",
        /// It is outside the pattern and decides what follows: extra candidates of a uniqueness pattern, or excluders.
        Extra = "extra",
        /// It is assumed or inferred to be true.
        On = "on",
        /// It is assumed or inferred to be false.
        Off = "off",
        /// It is placed.
        Place = "place",
        /// It is removed.
        Eliminate = "eliminate",
        /// It was removed earlier in the chain, and a later inference relies on this.
        GivenUp = "given-up",
    }
}

/// An inference between two candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The premise.
    pub from: Candidate,
    /// The inferred candidate.
    pub to: Candidate,
    /// Whether `from` off turns `to` on. Otherwise `from` on turns `to` off, or a nested step removes `to`.
    pub strong: bool,
    /// Its position in the reading order, starting from 1; the links of one inference share it.
    pub step: usize,
    /// `cell`, `row`, `column`, `box`, or the id of the technique of a nested step.
    pub because: &'static str,
    /// The views of the nested step, on the first link that uses it.
    pub nested: Vec<View>,
}

/// One view of a step, to be drawn as a picture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct View {
    /// What it shows.
    pub title: String,
    /// Cells with a role.
    pub cells: Vec<(Cell, Role)>,
    /// The houses involved.
    pub houses: Vec<House>,
    /// Candidates with a role, each once.
    pub candidates: Vec<(Candidate, Role)>,
    /// The links of a chain.
    pub links: Vec<Link>,
}

/// The views of a step on the board to which it applies: one for a pattern, one per branch for chains.
pub fn views(board: &Board, step: &Step) -> Vec<View> {
    let mut views = match &step.proof {
        Proof::Pattern(pattern) => vec![draw_pattern(board, step, pattern)],
        Proof::Chains(chains) => draw_chains(board, chains),
    };
    for view in &mut views {
        let effects = step.place.map(|c| (c, Role::Place)).into_iter();
        for (candidate, role) in effects.chain(step.eliminate.iter().map(|&c| (c, Role::Eliminate))) {
            view.candidates.retain(|(other, _)| *other != candidate);
            view.candidates.push((candidate, role));
        }
        view.candidates.sort_by_key(|&(candidate, _)| candidate);
    }
    views
}

/// The views without the effects of the step and the links that touch them.
pub fn views_without_effects(board: &Board, step: &Step) -> Vec<View> {
    let is_effect = |c: &Candidate| step.place == Some(*c) || step.eliminate.contains(c);
    let mut views = views(board, step);
    for view in &mut views {
        view.candidates.retain(|(candidate, _)| !is_effect(candidate));
        view.links.retain(|link| !is_effect(&link.from) && !is_effect(&link.to));
        view.title.clear();
    }
    views.retain(|view| *view != View::default());
    views
}

/// Adds what is not known yet, with its role.
fn add<T: PartialEq>(list: &mut Vec<(T, Role)>, part: T, role: Role) {
    if !list.iter().any(|(known, _)| *known == part) {
        list.push((part, role));
    }
}

fn draw_pattern(board: &Board, step: &Step, Pattern { truths, covers }: &Pattern) -> View {
    let mut view = View { title: step.technique.info().name.into(), ..View::default() };
    let (base, has_pivot) = match step.technique.info().family.look {
        Look::First(1) => (truths.len(), true),
        Look::First(base) => (base, false),
        _ => (truths.len(), false),
    };
    for (i, truth) in truths.iter().enumerate() {
        match truth {
            Truth::Cell(cell) => {
                let role = if i < base { Role::Pattern } else { Role::Extra };
                add(&mut view.cells, *cell, if i == 0 && has_pivot { Role::Pivot } else { role });
                for digit in board.digits(*cell) {
                    add(&mut view.candidates, Candidate { cell: *cell, digit }, role);
                }
            }
            Truth::Place(house, digit) => {
                view.houses.extend((!view.houses.contains(house)).then_some(*house));
                // The places of a fish that none of its crossing lines covers are its fins.
                let has_fins = covers.len() > 1 && step.technique.info().family.tell.is_none();
                for cell in board.cells_for(*digit, *house) {
                    let is_fin = has_fins && !covers.iter().any(|cover| cover.cells().contains(&cell));
                    let role = if is_fin { Role::Extra } else { Role::Pattern };
                    add(&mut view.candidates, Candidate { cell, digit: *digit }, role);
                }
            }
            Truth::Loop(cells, pair) => {
                for &cell in cells {
                    add(&mut view.cells, cell, Role::Pattern);
                    for digit in board.digits(cell) {
                        let role = if pair.contains(&digit) { Role::Pattern } else { Role::Extra };
                        add(&mut view.candidates, Candidate { cell, digit }, role);
                    }
                }
            }
            Truth::Strong(source, groups) => {
                match source {
                    Source::House(house) => view.houses.extend((!view.houses.contains(house)).then_some(*house)),
                    Source::Cells(cells) => cells.iter().for_each(|&cell| add(&mut view.cells, cell, Role::Pattern)),
                }
                for (group, role) in groups.iter().zip([Role::Off, Role::On]) {
                    group.candidates().for_each(|candidate| add(&mut view.candidates, candidate, role));
                }
                view.links.extend(links_to(&truths[..i], source, groups));
            }
            Truth::Bug(extra) => {
                for &candidate in extra {
                    add(&mut view.cells, candidate.cell, Role::Pattern);
                    add(&mut view.candidates, candidate, Role::Extra);
                }
            }
        }
    }
    view.houses.extend(covers);
    view
}

/// The strong link between two groups, after the weak link to the first from a pivot or from the link before.
fn links_to(before: &[Truth], source: &Source, groups: &[Group; 2]) -> Vec<Link> {
    let [from, to] = groups.each_ref().map(|group| Candidate { cell: group.cells[0], digit: group.digit });
    let because = if let Source::House(house) = source { house.kind().name() } else { "cell" };
    let link = |from, to, strong, step, because| Link { from, to, strong, step, because, nested: Vec::new() };
    let step = 2 * before.len();
    let weak = match (before.first(), before.last()) {
        (Some(Truth::Cell(pivot)), _) => Some(Candidate { cell: *pivot, digit: from.digit }),
        (_, Some(Truth::Strong(_, [_, last]))) => last.candidates().next(),
        _ => None,
    };
    let weak = weak.map(|last| {
        let shared = House::ALL.into_iter().find(|house| [last, from].iter().all(|c| house.cells().contains(&c.cell)));
        let because = shared.filter(|_| last.cell != from.cell).map_or("cell", |house| house.kind().name());
        link(last, from, false, step, because)
    });
    weak.into_iter().chain([link(from, to, true, step + 1, because)]).collect()
}

fn draw_chains(board: &Board, Chains { reasoning, branches }: &Chains) -> Vec<View> {
    let mut views: Vec<View> = branches.iter().map(|branch| draw_branch(board, branch)).collect();
    for view in &mut views {
        match reasoning {
            Reasoning::Cell(cell) => add(&mut view.cells, *cell, Role::Pivot),
            Reasoning::Place(house, _) => view.houses.push(*house),
            _ => {}
        }
    }
    views
}

fn draw_branch(board: &Board, branch: &Branch) -> View {
    let mut view = View::default();
    if let Some(first) = branch.inferences.first() {
        view.title = format!("If {}", first.node);
    }
    for (step, inference) in branch.inferences.iter().enumerate() {
        let because = match &inference.because {
            Because::Assumed | Because::Cell => "cell",
            Because::House(house) => house.kind().name(),
            Because::Step(step) => step.technique.info().id,
        };
        for (i, from) in inference.from.iter().enumerate() {
            let (strong, to) = (inference.node.on, inference.node.candidate);
            let nested = match &inference.because {
                Because::Step(step) if i == 0 => views(board, step),
                _ => Vec::new(),
            };
            view.links.push(Link { from: from.candidate, to, strong, step, because, nested });
            if i > 0
                && let Some(known) = view.candidates.iter_mut().find(|(known, _)| *known == from.candidate)
            {
                known.1 = Role::GivenUp;
            }
        }
        let role = if inference.node.on { Role::On } else { Role::Off };
        add(&mut view.candidates, inference.node.candidate, role);
    }
    view
}
