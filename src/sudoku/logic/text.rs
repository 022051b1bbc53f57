//! Describes steps in plain English from their data, in four levels of detail.

use super::layout::{bits, digit};
use super::{Because, Board, Branch, Candidate, Chains, Node, Pattern, Proof, Reasoning, Step, Technique, Truth};
use crate::sudoku::{Cell, Digit, House, HouseKind};

/// The texts of a step, from a nudge to the full reasoning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepText {
    /// The kind of idea; names no cell, house or digit.
    pub nudge: String,
    /// Where to look; names no digit or effect.
    pub place: String,
    /// The cells that `place` names.
    pub cells: Vec<Cell>,
    /// The houses that `place` names.
    pub houses: Vec<House>,
    /// The pattern, without its effects.
    pub what: String,
    /// What follows, and why.
    pub how: String,
}

/// Describes a step on the board to which it applies.
#[must_use]
pub fn tell(board: &Board, step: &Step) -> StepText {
    let (cells, houses) = look_at(step);
    let named = (!houses.is_empty()).then(|| house_list(&houses));
    let names: Vec<String> = named.into_iter().chain(cells.iter().map(Cell::to_string)).collect();
    let (what, how) = match &step.proof {
        Proof::Pattern(pattern) => tell_pattern(board, step, pattern),
        Proof::Chains(chains) => tell_chains(step, chains),
    };
    let name = step.technique.info().name;
    StepText {
        nudge: nudge(step).into(),
        place: format!("{name}: look at {}.", list(&names, "and")),
        cells,
        houses,
        what,
        how,
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn listed<T: ToString>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    list(&items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>(), word)
}

/// `row 1`, `rows 1 and 4`, or `box 1 and row 4`.
fn house_list(houses: &[House]) -> String {
    match houses {
        [first, _, ..] if houses.iter().all(|house| house.kind() == first.kind()) => {
            let plural = if first.kind() == HouseKind::Box { "boxes" } else { &format!("{}s", first.kind().name()) };
            format!("{plural} {}", listed(houses.iter().map(|house| house.number()), "and"))
        }
        _ => listed(houses, "and"),
    }
}

fn nudge(step: &Step) -> &'static str {
    match step.technique {
        Technique::HiddenSingle if step.rating.0 == 10 => "Look for a house with one empty cell.",
        Technique::HiddenSingle => "Look for a digit with one place left in a house.",
        Technique::NakedSingle => "Look for a cell with one candidate left.",
        Technique::DirectPointing | Technique::Pointing => {
            "Look for a digit whose places in a box all lie in one line."
        }
        Technique::DirectClaiming | Technique::Claiming => {
            "Look for a digit whose places in a line all lie in one box."
        }
        Technique::DirectHiddenPair
        | Technique::DirectHiddenTriplet
        | Technique::HiddenPair
        | Technique::HiddenTriplet
        | Technique::HiddenQuad => "Look for a few digits of a house that share the same few places.",
        Technique::NakedPair | Technique::NakedTriplet | Technique::NakedQuad => {
            "Look for a few cells of a house that share the same few candidates."
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
            "Look for a few lines in which the places of a digit all lie in the same few crossing lines."
        }
        Technique::XyWing | Technique::XyzWing => "Look for cells with few candidates that see each other.",
        Technique::UniqueRectangle | Technique::UniqueLoop | Technique::Bug => {
            "Remember that the puzzle has only one solution."
        }
        Technique::AlignedPairExclusion | Technique::AlignedTripletExclusion => {
            "Try the combinations of a few cells that see the same cells."
        }
        _ => "Follow what each choice would lead to.",
    }
}

/// The cells and the houses that show where a step is, without its effects.
fn look_at(step: &Step) -> (Vec<Cell>, Vec<House>) {
    let mut cells = Vec::new();
    let mut houses = Vec::new();
    match &step.proof {
        Proof::Pattern(Pattern { truths, covers }) => {
            // The house in which a direct technique places a digit is its effect.
            let direct = matches!(step.technique, Technique::DirectPointing | Technique::DirectClaiming);
            for truth in &truths[..truths.len() - usize::from(direct)] {
                match truth {
                    Truth::Place(house, _) if !houses.contains(house) => houses.push(*house),
                    Truth::Cell(cell) => cells.push(*cell),
                    Truth::Loop(list, _) => cells.extend(list),
                    Truth::Bug(extra) => cells.extend(extra.iter().map(|candidate| candidate.cell)),
                    Truth::Place(..) => {}
                }
            }
            match step.technique {
                Technique::NakedPair | Technique::NakedTriplet | Technique::NakedQuad => {
                    cells.clear();
                    houses.clone_from(covers);
                }
                Technique::Pointing | Technique::Claiming | Technique::DirectPointing | Technique::DirectClaiming => {
                    houses.extend(covers);
                }
                Technique::XyWing | Technique::XyzWing => cells.truncate(1),
                Technique::AlignedPairExclusion => cells.truncate(2),
                Technique::AlignedTripletExclusion => cells.truncate(3),
                _ => {}
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

/// `r1c1 is 5`, or `r1c2 cannot be 3 or 4 and r1c5 cannot be 3`.
fn effect(step: &Step) -> String {
    if let Some(Candidate { cell, digit }) = step.place {
        return format!("{cell} is {digit}");
    }
    // Groups cells that lose the same digits.
    let mut groups: Vec<(String, Vec<Cell>)> = Vec::new();
    for same in step.eliminate.chunk_by(|a, b| a.cell == b.cell) {
        let digits = listed(same.iter().map(|candidate| candidate.digit), "or");
        match groups.iter_mut().find(|(known, _)| *known == digits) {
            Some((_, cells)) => cells.push(same[0].cell),
            None => groups.push((digits, vec![same[0].cell])),
        }
    }
    let told = groups.iter().map(|(digits, cells)| format!("{} cannot be {digits}", listed(cells, "and")));
    listed(told, "and")
}

fn cells_of(truths: &[Truth]) -> Vec<Cell> {
    truths.iter().filter_map(|truth| if let Truth::Cell(cell) = truth { Some(*cell) } else { None }).collect()
}

fn digits_of(truths: &[Truth]) -> Vec<Digit> {
    truths.iter().filter_map(|truth| if let Truth::Place(_, digit) = truth { Some(*digit) } else { None }).collect()
}

fn houses_of(truths: &[Truth]) -> Vec<House> {
    truths.iter().filter_map(|truth| if let Truth::Place(house, _) = truth { Some(*house) } else { None }).collect()
}

/// `r1c1 (1,2)`.
fn with_candidates(board: &Board, cell: Cell) -> String {
    let digits: Vec<String> = board.digits(cell).map(|digit| digit.to_string()).collect();
    format!("{cell} ({})", digits.join(","))
}

/// `r1c1 (1,2) and r5c1 (2,3)`.
fn named(board: &Board, cells: &[Cell]) -> String {
    listed(cells.iter().map(|&cell| with_candidates(board, cell)), "and")
}

/// The pattern and what follows from it.
fn tell_pattern(board: &Board, step: &Step, Pattern { truths, covers }: &Pattern) -> (String, String) {
    let effect = &effect(step);
    match (&truths[..], &covers[..]) {
        ([Truth::Cell(cell)], _) => tell_naked_single(*cell, effect),
        ([Truth::Place(house, digit)], []) => tell_hidden_single(step, *house, *digit, effect),
        ([Truth::Place(house, digit), rest @ ..], [cover]) => tell_locked(*house, *digit, *cover, rest, effect),
        ([Truth::Place(_, digit), ..], [_, _, ..]) => tell_fish(*digit, &houses_of(truths), covers, effect),
        ([Truth::Place(house, _), ..], []) => tell_hidden(board, step, *house, digits_of(truths), effect),
        ([Truth::Cell(pivot), wings @ ..], _) if matches!(step.technique, Technique::XyWing | Technique::XyzWing) => {
            tell_wings(board, step, *pivot, &cells_of(wings), effect)
        }
        ([Truth::Cell(_), ..], [house, ..]) => tell_naked(board, *house, &cells_of(truths), effect),
        ([Truth::Cell(_), ..], []) => tell_exclusion(board, step, &cells_of(truths), effect),
        ([Truth::Loop(cells, pair), rest @ ..], _) => tell_loop(board, cells, pair, rest, effect),
        ([Truth::Bug(extra), rest @ ..], _) => tell_bug(board, extra, rest, effect),
        ([], _) => (String::new(), capital(effect)),
    }
}

fn tell_naked_single(cell: Cell, effect: &str) -> (String, String) {
    (format!("{cell} sees every digit but one."), format!("Its row, column and box leave {cell} one digit: {effect}."))
}

fn tell_hidden_single(step: &Step, house: House, digit: Digit, effect: &str) -> (String, String) {
    let left = if step.rating.0 == 10 { "empty cell".to_owned() } else { format!("place left for {digit}") };
    (
        format!("{digit} is missing from {house}."),
        format!("{} has only one {left}, so {effect}.", capital(&house.to_string())),
    )
}

/// Locked candidates. `rest` has the house in which a direct technique places the digit.
fn tell_locked(house: House, digit: Digit, cover: House, rest: &[Truth], effect: &str) -> (String, String) {
    let what = format!("In {house}, all places of {digit} are in {cover}.");
    let how = match rest {
        [Truth::Place(other, _)] => format!(
            "The {digit} of {cover} is therefore in {house}, so {other} has one place left for {digit}: {effect}."
        ),
        _ => format!("{digit} must be in one of these places, so {effect}."),
    };
    (what, how)
}

fn tell_fish(digit: Digit, bases: &[House], covers: &[House], effect: &str) -> (String, String) {
    let (bases, covers) = (house_list(bases), house_list(covers));
    (
        format!("In {bases}, all places of {digit} are in {covers}."),
        format!("{bases} contain the {digit} of each of {covers}, so {effect}.", bases = capital(&bases)),
    )
}

fn tell_hidden(board: &Board, step: &Step, house: House, mut digits: Vec<Digit>, effect: &str) -> (String, String) {
    let single = step.place.map(|placed| placed.digit);
    digits.retain(|&digit| Some(digit) != single);
    let mut cells: Vec<Cell> = digits.iter().flat_map(|&digit| board.cells_for(digit, house)).collect();
    cells.sort_unstable();
    cells.dedup();
    let what = format!("In {house}, {} can only be in {}.", listed(&digits, "and"), listed(&cells, "and"));
    let how = match single {
        Some(digit) => format!("These cells hold no other digit, so {house} has one place left for {digit}: {effect}."),
        None => format!("These cells hold no other digit, so {effect}."),
    };
    (what, how)
}

fn tell_wings(board: &Board, step: &Step, pivot: Cell, wings: &[Cell], effect: &str) -> (String, String) {
    let z = step.eliminate[0].digit;
    let any = if step.technique == Technique::XyWing { "one wing is" } else { "it or one wing is" };
    (
        format!("{} is the pivot; {} are its wings.", with_candidates(board, pivot), named(board, wings)),
        format!("Whether {pivot} is {}, {any} {z}, so {effect}.", listed(board.digits(pivot), "or")),
    )
}

fn tell_naked(board: &Board, house: House, cells: &[Cell], effect: &str) -> (String, String) {
    let (digits, cells) = (listed(union(board, cells), "and"), listed(cells, "and"));
    (format!("In {house}, {cells} have no candidates but {digits}."), format!("They use up {digits}, so {effect}."))
}

fn tell_exclusion(board: &Board, step: &Step, cells: &[Cell], effect: &str) -> (String, String) {
    let base = if step.technique == Technique::AlignedPairExclusion { 2 } else { 3 };
    let (base, seen_by) = cells.split_at(base);
    let how = format!(
        "Any other combination breaks a rule or leaves one of {} without a candidate, so {effect}.",
        listed(seen_by, "and")
    );
    (format!("{} are all seen by {}.", named(board, base), named(board, seen_by)), how)
}

fn tell_loop(board: &Board, cells: &[Cell], pair: &[Digit], rest: &[Truth], effect: &str) -> (String, String) {
    let (cells, pair, rest) = (listed(cells, "and"), listed(pair, "and"), tell_rest(board, rest));
    (
        format!("{cells} must not hold only {pair}, because these could be swapped.{rest}"),
        format!("One of them holds a digit other than {pair}, so {effect}."),
    )
}

fn tell_bug(board: &Board, extra: &[Candidate], rest: &[Truth], effect: &str) -> (String, String) {
    let extra = listed(extra.iter().map(|c| format!("{} in {}", c.digit, c.cell)), "and");
    let rest = tell_rest(board, rest);
    let what = format!(
        "Without {extra}, every open cell would have two candidates, and every digit two places in each house.{rest}"
    );
    (what, format!("Such a grid cannot have exactly one solution, so {effect}."))
}

/// The other truths of a uniqueness step, as an additional sentence.
fn tell_rest(board: &Board, rest: &[Truth]) -> String {
    let (cells, digits) = (cells_of(rest), digits_of(rest));
    if !cells.is_empty() {
        format!(" They form a subset with {}.", named(board, &cells))
    } else if let Some(house) = houses_of(rest).first() {
        let need = if digits.len() == 1 { "needs" } else { "need" };
        format!(" In {house}, {} also {need} a place.", listed(&digits, "and"))
    } else {
        String::new()
    }
}

fn union(board: &Board, cells: &[Cell]) -> Vec<Digit> {
    let union = cells.iter().fold(0, |union, &cell| union | board.candidates(cell.index() as u8));
    bits(union).map(digit).collect()
}

fn tell_chains(step: &Step, Chains { reasoning, branches }: &Chains) -> (String, String) {
    let cell = ways_in(step, branches).first().map(Cell::to_string).unwrap_or_default();
    let links: usize = branches.iter().map(|branch| branch.inferences.len().saturating_sub(1)).sum();
    let chain = format!("A chain of {links} links through {cell}");
    let what = match reasoning {
        Reasoning::Cycle => format!("{chain} returns to its start."),
        Reasoning::Contradiction if branches.len() == 1 => format!("{chain} contradicts its own assumption."),
        Reasoning::Contradiction => format!("{chain} leads to two opposite conclusions."),
        Reasoning::Double => format!("{chain} leads to the same conclusion whether its start is true or false."),
        Reasoning::Cell(cell) => format!("Every candidate of {cell} leads to the same conclusion."),
        Reasoning::Place(house, digit) => format!("Every place of {digit} in {house} leads to the same conclusion."),
    };
    let told: Vec<String> = branches.iter().map(tell_branch).collect();
    let end = match reasoning {
        Reasoning::Cycle => "Either all of this is true or all of it is false",
        Reasoning::Contradiction => "That is a contradiction",
        _ => "One of these must be true",
    };
    (what, format!("{} {end}, so {}.", told.join(" "), effect(step)))
}

/// `If r1c1 is 5, then r1c4 is not 5, so r2c4 is 5; because r1c1 is 5 and r2c4 is 5, r3c3 is not 5.`
fn tell_branch(branch: &Branch) -> String {
    let say = |node: Node| {
        let Candidate { cell, digit } = node.candidate;
        format!("{cell} is {}{digit}", if node.on { "" } else { "not " })
    };
    let mut sentence = String::new();
    for (i, inference) in branch.inferences.iter().enumerate() {
        let reason = match &inference.because {
            Because::House(house) if inference.node.on => format!(" ({house})"),
            Because::Step(step) => format!(" ({})", step.technique.info().name),
            _ => String::new(),
        };
        let word = match i {
            0 => "If ".to_owned(),
            1 => ", then ".to_owned(),
            _ if inference.from == [branch.inferences[i - 1].node] => ", so ".to_owned(),
            _ => format!("; because {}, ", listed(inference.from.iter().copied().map(say), "and")),
        };
        sentence += &format!("{word}{}{reason}", say(inference.node));
    }
    sentence + "."
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
