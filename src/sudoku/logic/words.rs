//! Words and lists of words for the texts of steps.

use super::{Candidate, Step};
use crate::sudoku::{Cell, House, HouseKind};

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `row 1`, `rows 1 and 4`, or `box 1 and row 4`.
pub fn house_list(houses: &[House]) -> String {
    match houses {
        [first, _, ..] if houses.iter().all(|house| house.kind() == first.kind()) => {
            let plural = if first.kind() == HouseKind::Box { "boxes" } else { &format!("{}s", first.kind().name()) };
            format!("{plural} {}", listed(houses.iter().map(|house| house.number()), "and"))
        }
        _ => listed(houses, "and"),
    }
}

/// `r1c1 is 5`, or `r1c2 cannot be 3 or 4 and r1c5 cannot be 3`.
pub fn effect(step: &Step) -> String {
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

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
