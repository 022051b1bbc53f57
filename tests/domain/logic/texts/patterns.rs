//! Tests what is said of a pattern.

use std::collections::BTreeSet;

use sudoku_service::sudoku::Cell;
use sudoku_service::sudoku::logic::{Board, Step};

use super::words::{
    Cells, candidates, candidates_of, cells, digits, every_house, fit, houses, only, places, places_in_all, see, seen,
};

/// What a step says, split into what it is and what follows.
pub struct Told<'a> {
    pub board: &'a Board,
    pub step: &'a Step,
    pub what: &'a str,
}

impl Told<'_> {
    /// The parts of what the step is, by the template that it must fit.
    fn what(&self, template: &str) -> Vec<&str> {
        fit(template, self.what).unwrap_or_else(|| panic!("{} is not {template}", self.what))
    }

    /// `r1c1 is 5`, or `r1c2 and r1c3 cannot be 3 or 4`: exactly the effect of the step.
    pub fn is_effect(&self, text: &str) -> bool {
        if let Some(placed) = self.step.place {
            return text == format!("{} is {}", placed.cell, placed.digit);
        }
        let (mut removed, mut cells) = (BTreeSet::new(), Vec::new());
        let mut is_cell = true;
        for word in text.split([' ', ',']) {
            if let Some(cell) = Cell::from_name(word) {
                if !is_cell {
                    cells.clear();
                }
                is_cell = true;
                cells.push(cell);
            } else if let Ok(digit) = word.parse::<u8>() {
                is_cell = false;
                removed.extend(cells.iter().map(|cell| (*cell, digit)));
            }
        }
        removed == self.step.eliminate.iter().map(|one| (one.cell, one.digit.get())).collect()
    }

    /// Tests what a pattern is.
    pub fn is_pattern(&self) -> bool {
        let board = self.board;
        let parts = |template: &str| fit(template, self.what);
        if let Some(p) = parts("{} is missing from {}.") {
            let of = &houses(p[1])[0];
            let grid = board.grid();
            return of.iter().all(|cell| grid.get(*cell).is_none_or(|digit| digit.get() != only(&digits(p[0]))));
        }
        if let Some(p) = parts("{} sees every digit but one.") {
            return seen(board, cells(p[0])[0]).len() == 8;
        }
        if let Some(p) = parts("{} has one candidate left.") {
            return candidates(board, cells(p[0])[0]).len() == 1;
        }
        if let Some(p) = parts("In {}, all places of {} are in {} and {}; in {}, {} is in {} or {}.") {
            let digit = only(&digits(p[1]));
            let ends = cells(p[6]).into_iter().chain(cells(p[7])).collect();
            let in_box = places(board, digit, &houses(p[0])[0]);
            let both = [houses(p[2]), houses(p[3])].concat().concat();
            return in_box.iter().all(|cell| both.contains(cell)) && places(board, digit, &houses(p[4])[0]) == ends;
        }
        if let Some(p) = parts("In {}, all places of {} but {} are in {}.") {
            let (digit, fins, covers) = (only(&digits(p[1])), cells(p[2]), houses(p[3]).concat());
            let outside = places_in_all(board, digit, &houses(p[0])).into_iter().filter(|cell| !covers.contains(cell));
            return outside.eq(fins.into_iter().collect::<BTreeSet<_>>());
        }
        if let Some(p) = parts("In {}, all places of {} are in {}.") {
            let (digit, covers) = (only(&digits(p[1])), houses(p[2]).concat());
            let is_in_covers = |house: &Cells| {
                let places = places(board, digit, house);
                !places.is_empty() && places.iter().all(|cell| covers.contains(cell))
            };
            return houses(p[0]).iter().all(is_in_covers);
        }
        if let Some(p) = parts("In {}, {} can only be in {}.") {
            let (house, shared) = (&houses(p[0])[0], cells(p[2]).into_iter().collect::<BTreeSet<_>>());
            let all: BTreeSet<Cell> = digits(p[1]).iter().flat_map(|digit| places(board, *digit, house)).collect();
            let has_place = |digit: &u8| !places(board, *digit, house).is_empty();
            return all == shared && digits(p[1]).len() == shared.len() && digits(p[1]).iter().all(has_place);
        }
        if let Some(p) = parts("In {}, {} have no candidates but {}.") {
            let (shared, house) = (cells(p[1]), &houses(p[0])[0]);
            return shared.iter().all(|cell| house.contains(cell) && !candidates(board, *cell).is_empty())
                && candidates_of(board, &shared) == digits(p[2])
                && digits(p[2]).len() == shared.iter().collect::<BTreeSet<_>>().len();
        }
        if let Some(p) = parts("{} is the pivot; {} are its wings.") {
            let (pivot, wings) = (cells(p[0])[0], cells(p[1]));
            return self.has_candidates(p[0])
                && self.has_candidates(p[1])
                && wings.iter().all(|wing| see(pivot, *wing));
        }
        if let Some(p) = parts("{} are all seen by {}.") {
            let (base, by) = (cells(p[0]), cells(p[1]));
            let all = by.iter().all(|other| base.iter().all(|cell| see(*cell, *other)));
            return all && self.has_candidates(p[0]) && self.has_candidates(p[1]);
        }
        for [one, other] in [["have", "have"], ["have", "has"], ["has", "have"], ["has", "has"]] {
            let template = format!("{{}} {one} one candidate more than there are cells; so {other} {{}}.");
            if let Some(p) = parts(&template) {
                return p.iter().all(|set| self.is_almost_locked(set)) && (cells(p[1]).len() == 1) == (other == "has");
            }
        }
        if let Some(p) = parts("{} in {} and {}, {} only in {} and {} only in {} are {} cells with {} digits.") {
            return self.is_sue_de_coq(&p);
        }
        if let Some(p) = parts("{} must not hold only {}, because these could be swapped.{}") {
            return self.is_deadly(&p);
        }
        if let Some(p) =
            parts("Without {}, every open cell would have two candidates, and every digit two places in each house.{}")
        {
            return self.is_grave(p[0]) && self.is_rest(p[1], &cells(p[0]));
        }
        false
    }

    /// The corners, the pair and what else is said of cells that must not hold only this pair.
    fn is_deadly(&self, p: &[&str]) -> bool {
        let board = self.board;
        let (corners, pair) = (cells(p[0]), digits(p[1]));
        let (grid, givens) = (board.grid(), board.givens());
        // Corners that a player filled are named, and are no givens.
        let filled = fit(" {} are no givens.", p[2]);
        let is_placed = |cell: &Cell| {
            givens.get(*cell).is_none() && grid.get(*cell).is_some_and(|digit| pair.contains(&digit.get()))
        };
        let said: Cells = filled.iter().flat_map(|p| cells(p[0])).collect();
        let others = || corners.iter().filter(|cell| !said.contains(cell));
        let open = others().all(|cell| grid.get(*cell).is_none())
            && said.iter().all(|cell| corners.contains(cell) && is_placed(cell));
        // Each house of a corner has as many of even as of odd place, so that the two digits can be swapped.
        let balanced = every_house().iter().all(|house| {
            let count = |odd: usize| corners.iter().skip(odd).step_by(2).filter(|c| house.contains(c)).count();
            count(0) == count(1)
        });
        open && balanced && pair.len() == 2 && (filled.is_some() || self.is_rest(p[2], &corners))
    }

    /// The cells where a box and a line cross, the box and the line, the other cells of each, and two numbers.
    fn is_sue_de_coq(&self, p: &[&str]) -> bool {
        let board = self.board;
        let [center, one, other] = [p[0], p[3], p[5]].map(cells);
        let (of_box, line) = (&houses(p[1])[0], &houses(p[2])[0]);
        let is_in = |part: &Cells, in_box, in_line| {
            part.iter().all(|cell| of_box.contains(cell) == in_box && line.contains(cell) == in_line)
        };
        let all = [&center[..], &one, &other].concat();
        [p[0], p[3], p[5]].iter().all(|part| self.has_candidates(part))
            && (p[4], p[6]) == (p[1], p[2])
            && is_in(&center, true, true)
            && is_in(&one, true, false)
            && is_in(&other, false, true)
            && candidates_of(board, &one).is_disjoint(&candidates_of(board, &other))
            && [all.len(), candidates_of(board, &all).len()].map(|number| number.to_string()) == [p[7], p[8]]
            && p[7] == p[8]
    }

    /// `r1c1 (1,2) and r5c1 (2,3)`: the cells have exactly these candidates.
    pub fn has_candidates(&self, text: &str) -> bool {
        let named = text.split(')').filter(|part| part.contains('('));
        let mut all = named.map(|part| part.split_once('(').expect("a list of candidates"));
        all.all(|(cell, list)| cells(cell).iter().all(|cell| candidates(self.board, *cell) == digits(list)))
            && text.matches('(').count() == cells(text).len()
    }

    /// What else is said of a pattern that assumes one solution, which has these cells.
    fn is_rest(&self, text: &str, around: &[Cell]) -> bool {
        if text.is_empty() {
            return true;
        }
        if let Some(p) = fit(" They form a subset with {}.", text) {
            return self.has_candidates(p[0]);
        }
        let need =
            |need| fit(&format!(" In {{}}, {{}} also {need} a place."), text).map(|p| (houses(p[0]), digits(p[1])));
        let Some((houses, digits)) = need("needs").or_else(|| need("need")) else { return false };
        let of_cells = |house: &Cells| house.iter().filter(|cell| around.contains(cell)).count() >= 2;
        let of_all = |digit| houses.iter().all(|house| of_cells(house) && !places(self.board, digit, house).is_empty());
        digits.into_iter().all(of_all)
    }

    /// `6 in r6c6 and 3 in r6c7`: without these, all open cells have two candidates, and digits two places in a house.
    fn is_grave(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and").collect();
        let extra: BTreeSet<(Cell, u8)> = words
            .chunks(3)
            .map(|one| (Cell::from_name(one[2]).expect("a cell"), one[0].parse().expect("a digit")))
            .collect();
        let left = |cell: Cell| -> BTreeSet<u8> {
            candidates(self.board, cell).into_iter().filter(|digit| !extra.contains(&(cell, *digit))).collect()
        };
        let left: Vec<BTreeSet<u8>> = Cell::all().map(left).collect();
        left.iter().all(|digits| [0, 2].contains(&digits.len()))
            && every_house().iter().all(|house| {
                (1..=9).all(|digit| [0, 2].contains(&house.iter().filter(|c| left[c.index()].contains(&digit)).count()))
            })
    }

    /// Tests the reason of a single.
    fn is_single(&self, how: &str) -> bool {
        let board = self.board;
        let parts = |template: &str| fit(template, how);
        if let Some(p) = parts("Full house: {} is the last digit in the {}, so {}.") {
            let of = &houses(self.what("{} is missing from {}.")[1])[0];
            let empty = of.iter().filter(|cell| board.grid().get(**cell).is_none()).count();
            return empty == 1 && self.what.contains(p[1]) && self.what.starts_with(p[0]) && self.is_effect(p[2]);
        }
        if let Some(p) = parts("Hidden single: {} has only one place left for {}, so {}.") {
            let is_said = self.what("{} is missing from {}.") == [p[1], p[0]];
            return is_said && places(board, only(&digits(p[1])), &houses(p[0])[0]).len() == 1 && self.is_effect(p[2]);
        }
        if let Some(p) = parts("Naked single: its row, column and box leave {} one digit: {}.") {
            return seen(board, cells(p[0])[0]).len() == 8 && self.is_effect(p[1]);
        }
        let removed = "earlier steps or pencil marks removed {} from it, so {}.";
        if let Some(p) = parts(&format!("Naked single: {{}} sees {{}}, and {removed}")) {
            let (cell, sees, removed) = (cells(p[0])[0], digits(p[1]), digits(p[2]));
            let all = sees.union(&removed).chain(&candidates(board, cell)).copied().collect::<BTreeSet<u8>>();
            return seen(board, cell) == sees && sees.is_disjoint(&removed) && all.len() == 9 && self.is_effect(p[3]);
        }
        if let Some(p) = parts(&format!("Naked single: {removed}")) {
            return digits(p[0]).len() == 8 && self.is_effect(p[1]);
        }
        false
    }

    /// Tests what follows from a pattern.
    pub fn is_conclusion(&self, how: &str) -> bool {
        if how.starts_with("Full house: ") || how.starts_with("Hidden single: ") || how.starts_with("Naked single: ") {
            return self.is_single(how);
        }
        let board = self.board;
        let parts = |template: &str| fit(template, how);
        if let Some(p) = parts("The {} of {} is therefore in {}, so {} has one place left for {}: {}.") {
            let (digit, locked, other) = (only(&digits(p[0])), &houses(p[2])[0], &houses(p[3])[0]);
            let cover = &houses(p[1])[0];
            let left = places(board, digit, other).into_iter().filter(|c| locked.contains(c) || !cover.contains(c));
            let said = self.what("In {}, all places of {} are in {}.");
            return left.count() == 1 && said == [p[2], p[0], p[1]] && p[4] == p[0] && self.is_effect(p[5]);
        }
        if let Some(p) = parts("{} must be in one of these places, so {}.") {
            let said = self.what("In {}, all places of {} are in {}.");
            let (locked, cover) = (&houses(said[0])[0], &houses(said[2])[0]);
            let outside = |cell: Cell| cover.contains(&cell) && !locked.contains(&cell);
            return p[0] == said[1] && self.step.eliminate.iter().all(|one| outside(one.cell)) && self.is_effect(p[1]);
        }
        for with in ["one of them is", "{} is"] {
            let without = if with == "{} is" { "If {} is not {}" } else { "If none of {} is {}" };
            let rest = "{} contain the {} of each of {}; otherwise";
            if let Some(p) = parts(&format!("{without}, {rest}, {with} {{}}. Either way, {{}}.")) {
                let said = self.what("In {}, all places of {} but {} are in {}.");
                let same = p[0] == said[2] && p[2] == said[0] && p[4] == said[3] && p[1] == said[1] && p[3] == said[1];
                let otherwise = if p.len() == 8 { p[5] == p[0] && p[6] == p[1] } else { p[5] == p[1] };
                return same && otherwise && self.is_effect(p[p.len() - 1]);
            }
        }
        if let Some(p) = parts("{} contain the {} of each of {}, so {}.") {
            let said = self.what("In {}, all places of {} are in {}.");
            return p[0].to_lowercase() == said[0]
                && p[1] == said[1]
                && p[2] == said[2]
                && houses(p[0]).len() == houses(p[2]).len()
                && self.is_effect(p[3]);
        }
        if let Some(p) = parts("If {} is not {}, {} is, so the {} of {} is in {}. Either way, {}.") {
            let said = self.what("In {}, all places of {} are in {} and {}; in {}, {} is in {} or {}.");
            // What is near lies in the arm of the box, and sees all its places there.
            let (near, arm) = (cells(p[2]), &houses(said[2])[0]);
            return (p[0], p[2], p[5], p[4]) == (said[7], said[6], said[3], said[0])
                && [p[1], p[3], said[5]] == [said[1]; 3]
                && near.iter().all(|cell| arm.contains(cell))
                && self.is_effect(p[6]);
        }
        if let Some(p) = parts("Only one of the two sets can hold {}, so the other holds {}, and {}.") {
            return self.is_restricted(&digits(p[0])) && p[0] != p[1] && self.is_effect(p[2]);
        }
        if let Some(p) = parts("Each set holds one of {}, so they hold {}, too, and {}.") {
            let rest: BTreeSet<u8> =
                candidates_of(board, &cells(self.what)).difference(&digits(p[0])).copied().collect();
            return self.is_restricted(&digits(p[0])) && rest == digits(p[1]) && self.is_effect(p[2]);
        }
        if let Some(p) = parts("No two of these cells can hold the same digit, so they hold {}, and {}.") {
            return candidates_of(board, &cells(self.what)) == digits(p[0]) && self.is_effect(p[1]);
        }
        if let Some(p) = parts("These cells hold no other digit, so {} has one place left for {}: {}.") {
            let shared = cells(self.what("In {}, {} can only be in {}.")[2]);
            let left = places(board, only(&digits(p[1])), &houses(p[0])[0]);
            return left.iter().filter(|cell| !shared.contains(cell)).count() == 1 && self.is_effect(p[2]);
        }
        if let Some(p) = parts("These cells hold no other digit, so {}.") {
            let shared = cells(self.what("In {}, {} can only be in {}.")[2]);
            return self.step.eliminate.iter().all(|one| shared.contains(&one.cell)) && self.is_effect(p[0]);
        }
        for any in ["it or one wing is", "one wing is"] {
            if let Some(p) = parts(&format!("Whether {{}} is {{}}, {any} {{}}, so {{}}.")) {
                let said = self.what("{} is the pivot; {} are its wings.");
                let (pivot, wings, z) = (cells(p[0])[0], cells(said[1]), only(&digits(p[2])));
                let forced = |digit: u8| {
                    let by_wing = |wing: &Cell| candidates(board, *wing) == BTreeSet::from([digit, z]);
                    digit == z && any.starts_with("it") || wings.iter().any(by_wing)
                };
                let choices = candidates(board, pivot);
                return choices == digits(p[1]) && choices.into_iter().all(forced) && self.is_effect(p[3]);
            }
        }
        if let Some(p) = parts("They use up {}, so {}.") {
            let said = self.what("In {}, {} have no candidates but {}.");
            let (house, own) = (&houses(said[0])[0], cells(said[1]));
            let outside = |cell: Cell| house.contains(&cell) && !own.contains(&cell);
            return p[0] == said[2] && self.step.eliminate.iter().all(|one| outside(one.cell)) && self.is_effect(p[1]);
        }
        if let Some(p) = parts("Any other combination breaks a rule or leaves one of {} without a candidate, so {}.") {
            return cells(p[0]) == cells(self.what("{} are all seen by {}.")[1]) && self.is_effect(p[1]);
        }
        if let Some(p) = parts("One of them holds a digit other than {}, so {}.") {
            return self.what.contains(&format!("must not hold only {}, because", p[0])) && self.is_effect(p[1]);
        }
        if let Some(p) = parts("Such a grid cannot have exactly one solution, so {}.") {
            return self.what.starts_with("Without ") && self.is_effect(p[0]);
        }
        false
    }

    /// Whether the places of each of these digits in one of two sets see all those in the other.
    fn is_restricted(&self, digits: &BTreeSet<u8>) -> bool {
        let Some((first, second)) = self.what.split_once("; so ") else { return false };
        digits.iter().all(|digit| {
            let [first, second] = [first, second].map(|text| places(self.board, *digit, &cells(text)));
            !first.is_empty() && !second.is_empty() && first.iter().all(|a| second.iter().all(|b| see(*a, *b)))
        })
    }
}
