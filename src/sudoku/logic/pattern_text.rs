//! Describes patterns in plain English: what they are, and what follows from them.

use super::board::ALL;
use super::family::Look;
use super::house_tables::{PEER_SETS, bits, cells, digit};
use super::singles::is_full_house;
use super::words::{capital, cells_of, effect, house_list, listed, named, union, with_candidates};
use super::{Board, Candidate, Pattern, Step, Truth};
use crate::sudoku::{Cell, Digit, House};

fn digits_of(truths: &[Truth]) -> Vec<Digit> {
    truths.iter().filter_map(|truth| if let Truth::Place(_, digit) = truth { Some(*digit) } else { None }).collect()
}

fn houses_of(truths: &[Truth]) -> Vec<House> {
    truths.iter().filter_map(|truth| if let Truth::Place(house, _) = truth { Some(*house) } else { None }).collect()
}

/// The pattern and what follows from it.
pub fn tell_pattern(board: &Board, step: &Step, pattern: &Pattern) -> (String, String) {
    let effect = &effect(step);
    let family = step.technique.info().family;
    if let Some(tell) = family.tell {
        return tell(board, step, pattern, effect);
    }
    let Pattern { truths, covers } = pattern;
    match (&truths[..], &covers[..]) {
        ([Truth::Cell(cell)], _) => tell_naked_single(board, *cell, effect),
        ([Truth::Place(house, digit)], []) => tell_hidden_single(step, *house, *digit, effect),
        ([Truth::Place(house, digit), rest @ ..], [cover]) => tell_locked(*house, *digit, *cover, rest, effect),
        ([Truth::Place(_, digit), ..], [_, _, ..]) => tell_fish(board, *digit, &houses_of(truths), covers, effect),
        ([Truth::Place(house, _), ..], []) => tell_hidden(board, step, *house, digits_of(truths), effect),
        ([Truth::Cell(_), ..], [house, ..]) => tell_naked(board, *house, &cells_of(truths), effect),
        ([Truth::Cell(pivot), others @ ..], []) => match family.look {
            Look::First(base @ 2..) => tell_exclusion(board, cells_of(truths).split_at(base), effect),
            _ => tell_wings(board, step, *pivot, &cells_of(others), effect),
        },
        ([Truth::Loop(cells, pair), rest @ ..], _) => tell_loop(board, cells, pair, rest, effect),
        ([Truth::Bug(extra), rest @ ..], _) => tell_bug(board, extra, rest, effect),
        ([] | [Truth::Strong(..), ..], _) => (String::new(), capital(effect)),
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
    let how = if is_full_house(step) {
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
    let any = if board.digits(pivot).count() == 2 { "one wing is" } else { "it or one wing is" };
    (
        format!("{} is the pivot; {} are its wings.", with_candidates(board, pivot), named(board, wings)),
        format!("Whether {pivot} is {}, {any} {z}, so {effect}.", listed(board.digits(pivot), "or")),
    )
}

fn tell_naked(board: &Board, house: House, cells: &[Cell], effect: &str) -> (String, String) {
    let (digits, cells) = (listed(union(board, cells), "and"), listed(cells, "and"));
    (format!("In {house}, {cells} have no candidates but {digits}."), format!("They use up {digits}, so {effect}."))
}

fn tell_exclusion(board: &Board, (base, seen_by): (&[Cell], &[Cell]), effect: &str) -> (String, String) {
    let how = format!(
        "Any other combination breaks a rule or leaves one of {} without a candidate, so {effect}.",
        listed(seen_by, "and")
    );
    (format!("{} are all seen by {}.", named(board, base), named(board, seen_by)), how)
}

fn tell_loop(board: &Board, cells: &[Cell], pair: &[Digit], rest: &[Truth], effect: &str) -> (String, String) {
    let mut rest = tell_rest(board, rest);
    let filled: Vec<&Cell> = cells.iter().filter(|cell| board.value(cell.index() as u8) != 0).collect();
    if !filled.is_empty() {
        rest += &format!(" {} are no givens.", listed(filled, "and"));
    }
    let (cells, pair) = (listed(cells, "and"), listed(pair, "and"));
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
