//! Tests what is said of chains, link by link.

use sudoku_service::sudoku::Cell;
use sudoku_service::sudoku::logic::Board;

use super::patterns::Told;
use super::words::{candidates, cells, digits, fit, houses, only, places, see};

/// A cell, a digit, and whether the cell is said to hold it.
type Node = (Cell, u8, bool);

/// `r1c1 is 5` or `r1c1 is not 5`.
fn node(text: &str) -> Node {
    let parts = fit("{} is not {}", text).map(|p| (p, false)).or_else(|| fit("{} is {}", text).map(|p| (p, true)));
    let (parts, on) = parts.unwrap_or_else(|| panic!("{text} says nothing of a cell"));
    (cells(parts[0])[0], only(&digits(parts[1])), on)
}

fn nodes(text: &str) -> Vec<Node> {
    text.split(" and ").flat_map(|part| part.split(", ")).flat_map(|part| part.split(" or ")).map(node).collect()
}

fn exclude(a: Node, b: Node) -> bool {
    if a.0 == b.0 { a.1 != b.1 } else { a.1 == b.1 && see(a.0, b.0) }
}

/// Tests each link of chains on their board, and returns the first and the last node of each.
fn ends_of_chains(board: &Board, lines: &[String]) -> Result<Vec<(Node, Node)>, String> {
    let mut branches: Vec<Vec<Node>> = Vec::new();
    for line in lines {
        let text = line.trim_end_matches([',', ';', '.']);
        if let Some(assumed) = text.strip_prefix("If ") {
            branches.push(vec![node(assumed)]);
            continue;
        }
        let branch = branches.last_mut().ok_or("a chain without an assumption")?;
        let (text, reason) = text.split_once(" (").map_or((text, ""), |(text, why)| (text, why.trim_end_matches(')')));
        let (premises, said) = match text.strip_prefix("because ") {
            Some(rest) => {
                let (premises, said) = rest.rsplit_once(", ").ok_or("a reason without a conclusion")?;
                (nodes(premises), said)
            }
            None => (branch[branch.len() - 1..].to_vec(), text.trim_start_matches("then ").trim_start_matches("so ")),
        };
        let concluded = node(said);
        let (cell, digit, on) = concluded;
        let is_off = |cell: Cell, digit: u8| premises.contains(&(cell, digit, false));
        let is_known = premises.iter().all(|premise| branch.contains(premise));
        let house = ["row ", "column ", "box "].iter().any(|kind| reason.starts_with(kind)).then(|| houses(reason));
        let follows = match (on, &house) {
            (true, Some(house)) => {
                house[0].contains(&cell)
                    && places(board, digit, &house[0]).iter().all(|c| *c == cell || is_off(*c, digit))
            }
            (true, None) => candidates(board, cell).into_iter().all(|other| other == digit || is_off(cell, other)),
            // A nested step has a proof of its own.
            (false, _) if !reason.is_empty() => premises.iter().all(|(_, _, on)| !on),
            (false, _) => premises.iter().any(|premise| premise.2 && exclude(*premise, concluded)),
        };
        if !is_known || !follows || !candidates(board, cell).contains(&digit) {
            return Err(line.clone());
        }
        branch.push(concluded);
    }
    Ok(branches.iter().map(|branch| (branch[0], branch[branch.len() - 1])).collect())
}

/// Tests what is said of chains, their links, and how they end.
pub fn check_chains(told: &Told<'_>, lines: &[String]) -> Result<(), String> {
    let (last, links) = lines.split_last().ok_or("no line")?;
    let ends = ends_of_chains(told.board, links)?;
    let opposite = |(cell, digit, on): Node| (cell, digit, !on);
    let (first, target) = ends[0];
    let is_true = if let Some(p) = fit("Either all of this is true or all of it is false, so {}.", last) {
        ends.len() == 1 && first == target && told.is_effect(p[0])
    } else if let Some(p) = fit("Either way, {}, so {}.", last) {
        nodes(p[0]) == [opposite(first), target] && told.is_effect(p[1])
    } else if let Some(p) = fit("Of each chain, one of the two ends is true, so {}.", last) {
        ends.iter().all(|(from, to)| !from.2 && to.2) && told.is_effect(p[0])
    } else if let Some(p) = fit("That is a contradiction, so {}.", last) {
        let contradicts = match ends[..] {
            [(from, to)] => to == opposite(from),
            [(from, to), (same, other)] => from == same && to == opposite(other),
            _ => false,
        };
        contradicts && told.is_effect(p[0])
    } else if let Some(p) = fit("One of these must be true, so {}.", last) {
        let assumed: Vec<Node> = ends.iter().map(|(from, _)| *from).collect();
        let every = |all: Vec<(Cell, u8)>| all.iter().all(|(cell, digit)| assumed.contains(&(*cell, *digit, true)));
        let cell = fit("Every candidate of {} leads to the same conclusion.", told.what)
            .map(|p| every(candidates(told.board, cells(p[0])[0]).into_iter().map(|d| (cells(p[0])[0], d)).collect()));
        let place = fit("Every place of {} in {} leads to the same conclusion.", told.what).map(|p| {
            let digit = only(&digits(p[0]));
            every(places(told.board, digit, &houses(p[1])[0]).into_iter().map(|cell| (cell, digit)).collect())
        });
        let both = assumed.len() == 2 && assumed[0] == opposite(assumed[1]);
        cell.or(place).unwrap_or(both) && ends.iter().all(|(_, to)| *to == target) && told.is_effect(p[0])
    } else {
        false
    };
    let is_counted = fit("A chain of {} links through {} {}", told.what).is_none_or(|p| {
        let number: usize = p[0].parse().expect("a number");
        number == links.len() - ends.len() && links.join(" ").contains(p[1])
    });
    if is_true && is_counted { Ok(()) } else { Err(format!("{} {last}", told.what)) }
}
