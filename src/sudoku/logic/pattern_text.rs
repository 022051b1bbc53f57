//! Describes patterns in plain English: what they are, and what follows from them.

use super::board::ALL;
use super::layout::{PEER_SETS, bits, cells, digit};
use super::technique::Look;
use super::words::{capital, effect, house_list, listed};
use super::{Board, Candidate, Pattern, Step, Technique, Truth};
use crate::sudoku::{Cell, Digit, House};

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
pub fn tell_pattern(board: &Board, step: &Step, Pattern { truths, covers }: &Pattern) -> (String, String) {
    let effect = &effect(step);
    match (&truths[..], &covers[..]) {
        _ if matches!(step.technique, Technique::WxyzWing | Technique::AlsXz) => {
            tell_almost_locked(board, step, &cells_of(truths), effect)
        }
        ([Truth::Place(house, digit), Truth::Place(link, _)], [arm, other])
            if step.technique == Technique::EmptyRectangle =>
        {
            tell_empty_rectangle(board, *digit, [*house, *link, *arm, *other], effect)
        }
        ([Truth::Cell(cell)], _) => tell_naked_single(board, *cell, effect),
        ([Truth::Place(house, digit)], []) => tell_hidden_single(step, *house, *digit, effect),
        ([Truth::Place(house, digit), rest @ ..], [cover]) => tell_locked(*house, *digit, *cover, rest, effect),
        ([Truth::Place(_, digit), ..], [_, _, ..]) => tell_fish(board, *digit, &houses_of(truths), covers, effect),
        ([Truth::Place(house, _), ..], []) => tell_hidden(board, step, *house, digits_of(truths), effect),
        ([Truth::Cell(pivot), wings @ ..], _) if step.technique.info().family.look == Look::First(1) => {
            tell_wings(board, step, *pivot, &cells_of(wings), effect)
        }
        ([Truth::Cell(_), ..], [house, ..]) => tell_naked(board, *house, &cells_of(truths), effect),
        ([Truth::Cell(_), ..], []) => tell_exclusion(board, step, &cells_of(truths), effect),
        ([Truth::Loop(cells, pair), rest @ ..], _) => tell_loop(board, cells, pair, rest, effect),
        ([Truth::Bug(extra), rest @ ..], _) => tell_bug(board, extra, rest, effect),
        ([], _) => (String::new(), capital(effect)),
    }
}

/// A cell that sees eight digits, or whose other candidates are gone: earlier steps and pencil marks look alike on a board.
fn tell_naked_single(board: &Board, cell: Cell, effect: &str) -> (String, String) {
    let seen = cells(PEER_SETS[cell.index()]).fold(0, |seen, peer| seen | 1 << board.value(peer) >> 1);
    let removed = ALL & !seen & !board.candidates(cell.index() as u8);
    if removed == 0 {
        let how = format!("Naked single: its row, column and box leave {cell} one digit: {effect}.");
        return (format!("{cell} sees every digit but one."), how);
    }
    let digits = |set: u16| listed(bits(set).map(digit), "and");
    let sees = if seen == 0 { String::new() } else { format!("{cell} sees {}, and ", digits(seen)) };
    let removed = digits(removed);
    let how = format!("Naked single: {sees}earlier steps or pencil marks removed {removed} from it, so {effect}.");
    (format!("{cell} has one candidate left."), how)
}

fn tell_hidden_single(step: &Step, house: House, digit: Digit, effect: &str) -> (String, String) {
    let how = if step.technique == Technique::FullHouse || step.rating.0 == 10 {
        format!("Full house: {digit} is the last digit in the {}, so {effect}.", house.kind().name())
    } else {
        format!("Hidden single: {house} has only one place left for {digit}, so {effect}.")
    };
    (format!("{digit} is missing from {house}."), how)
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

fn tell_fish(board: &Board, digit: Digit, bases: &[House], covers: &[House], effect: &str) -> (String, String) {
    let places = bases.iter().flat_map(|&house| board.cells_for(digit, house));
    let fins: Vec<Cell> = places.filter(|cell| !covers.iter().any(|cover| cover.cells().contains(cell))).collect();
    let (bases, covers) = (house_list(bases), house_list(covers));
    if fins.is_empty() {
        return (
            format!("In {bases}, all places of {digit} are in {covers}."),
            format!("{bases} contain the {digit} of each of {covers}, so {effect}.", bases = capital(&bases)),
        );
    }
    let (without, with) = match &fins[..] {
        [fin] => (format!("If {fin} is not {digit}"), format!("{fin} is {digit}")),
        _ => (format!("If none of {} is {digit}", listed(&fins, "and")), format!("one of them is {digit}")),
    };
    let how =
        format!("{without}, {bases} contain the {digit} of each of {covers}; otherwise, {with}. Either way, {effect}.");
    (format!("In {bases}, all places of {digit} but {} are in {covers}.", listed(&fins, "and")), how)
}

/// An empty rectangle: the box, the house of the strong link, the line that both meet, and the other line of the box.
fn tell_empty_rectangle(board: &Board, digit: Digit, houses: [House; 4], effect: &str) -> (String, String) {
    let [of_box, link, arm, other] = houses;
    let (near, far): (Vec<Cell>, Vec<Cell>) = board.cells_for(digit, link).partition(|cell| arm.cells().contains(cell));
    let (near, far) = (listed(near, "and"), listed(far, "and"));
    let what = format!(
        "In {of_box}, all places of {digit} are in {arm} and {other}; in {link}, {digit} is in {near} or {far}."
    );
    let how =
        format!("If {far} is not {digit}, {near} is, so the {digit} of {of_box} is in {other}. Either way, {effect}.");
    (what, how)
}

/// Two almost locked sets.
fn tell_almost_locked(board: &Board, step: &Step, cells: &[Cell], effect: &str) -> (String, String) {
    let removed = step.eliminate.iter().fold(0, |set, c| set | 1 << (c.digit.get() - 1));
    let Some((first, second, links)) = super::players::halves(board, cells, removed) else {
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
    } else if !digits.is_empty() {
        let (mut houses, mut digits) = (houses_of(rest), digits);
        houses.dedup();
        digits.dedup();
        let need = if digits.len() == 1 { "needs" } else { "need" };
        format!(" In {}, {} also {need} a place.", house_list(&houses), listed(&digits, "and"))
    } else {
        String::new()
    }
}

fn union(board: &Board, cells: &[Cell]) -> Vec<Digit> {
    let union = cells.iter().fold(0, |union, &cell| union | board.candidates(cell.index() as u8));
    bits(union).map(digit).collect()
}
