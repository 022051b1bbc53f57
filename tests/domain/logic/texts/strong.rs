//! Tests what is said of chains of groups, and of death blossoms.

use std::collections::BTreeSet;

use sudoku_service::sudoku::Cell;

use super::patterns::Told;
use super::words::{Cells, candidates, candidates_of, cells, digits, every_house, fit, houses, only, places, see};

/// Some cells, a digit, and whether one of them is said to hold it.
type Group = (BTreeSet<Cell>, u8, bool);

/// `r1c1 is 5`, or `none of r1c5 and r1c6 is 5`.
fn group(text: &str) -> Option<Group> {
    let forms = [("none of {} is {}", false), ("one of {} is {}", true), ("{} is not {}", false), ("{} is {}", true)];
    let (parts, on) = forms.iter().find_map(|(form, on)| Some((fit(form, text)?, *on)))?;
    let of: BTreeSet<Cell> = cells(parts[0]).into_iter().collect();
    let is_several = text.starts_with("none of") || text.starts_with("one of");
    (of.len() > 1 || !is_several && !of.is_empty()).then(|| (of, only(&digits(parts[1])), on))
}

fn exclude(a: &Group, b: &Group) -> bool {
    a.0.iter().all(|x| b.0.iter().all(|y| if x == y { a.1 != b.1 } else { a.1 == b.1 && see(*x, *y) }))
}

impl Told<'_> {
    /// Tests the links of a chain, and how it ends.
    pub fn is_chain(&self, how: &str) -> bool {
        let Some(said) = fit("A chain of {} strong links begins with {}.", self.what) else { return false };
        let Some((links, end)) = how.strip_prefix("If ").and_then(|how| how.split_once(". ")) else { return false };
        let links: Option<Vec<[Group; 2]>> = links.split(", so ").map(|link| self.link(link)).collect();
        let Some(links) = links else { return false };
        let (first, last) = (&links[0][0], &links[links.len() - 1][1]);
        let is_linked = links.windows(2).all(|pair| exclude(&pair[0][1], &pair[1][0]));
        let is_said =
            said[0] == links.len().to_string() && cells(said[1]).into_iter().collect::<BTreeSet<_>>() == first.0;
        let ends = if let Some(p) = fit("Either all of this is true or all of it is false, so {}.", end) {
            exclude(last, first) && self.is_effect(p[0])
        } else if let Some(p) = fit("Either way, {} or {}, so {}.", end) {
            let first = (first.0.clone(), first.1, true);
            group(p[0]) == Some(first) && group(p[1]).as_ref() == Some(last) && self.is_effect(p[2])
        } else {
            false
        };
        is_linked && is_said && ends
    }

    /// `none of r1c5 and r1c6 is 5, then r1c1 is 5 (row 1)`: the two groups, if one of them holds its digit.
    fn link(&self, text: &str) -> Option<[Group; 2]> {
        let board = self.board;
        let (from, to) = text.split_once(", then ")?;
        let (to, reason) = to.split_once(" (").unwrap_or((to, ""));
        let (from, to) = (group(from)?, group(to)?);
        let of: BTreeSet<Cell> = from.0.union(&to.0).copied().collect();
        let is_house = ["row ", "column ", "box "].iter().any(|kind| reason.starts_with(kind));
        let is_strong = if is_house {
            let house = &houses(reason.trim_end_matches(')'))[0];
            from.1 == to.1 && places(board, from.1, house) == of
        } else if reason.is_empty() {
            of.len() == 1 && of.iter().all(|cell| candidates(board, *cell) == BTreeSet::from([from.1, to.1]))
        } else {
            let set = reason.strip_suffix(')')?;
            self.is_almost_locked(set)
                && [&from, &to].iter().all(|group| places(board, group.1, &cells(set)) == group.0)
                && from.1 != to.1
        };
        (is_strong && !from.2 && to.2).then_some([from, to])
    }

    /// `r1c1 (1,2) and r1c5 (2,3)`: cells of a house with one candidate more than there are cells.
    pub fn is_almost_locked(&self, set: &str) -> bool {
        let of: Cells = cells(set);
        let in_house = every_house().iter().any(|house| of.iter().all(|cell| house.contains(cell)));
        in_house && self.has_candidates(set) && candidates_of(self.board, &of).len() == of.len() + 1
    }

    /// Tests the stem and the petals of a death blossom, and what follows.
    pub fn is_blossom(&self, how: &str) -> bool {
        let Some(said) = fit("{} is the stem; its petals are {}.", self.what) else { return false };
        let Some(p) = fit("The petal for the digit of {} loses this digit, so it holds {}, and {}.", how) else {
            return false;
        };
        let (stem, common) = (cells(said[0])[0], only(&digits(p[1])));
        // Each piece but the first begins with the digit of the petal before.
        let pieces: Vec<&str> = said[1].split(" for ").collect();
        let mut of = BTreeSet::new();
        for pair in pieces.windows(2) {
            let petal = pair[0].split_once('r').map_or("", |(_, rest)| &pair[0][pair[0].len() - rest.len() - 1..]);
            let digit = pair[1].split([' ', ',']).next().and_then(|word| word.parse().ok()).unwrap_or(0);
            let own = cells(petal);
            let of_digit = |digit| places(self.board, digit, &own);
            let is_seen =
                |from: Cell, digit| !of_digit(digit).is_empty() && of_digit(digit).iter().all(|c| see(*c, from));
            let sees_all = self.step.eliminate.iter().all(|one| is_seen(one.cell, common));
            if !self.is_almost_locked(petal) || !is_seen(stem, digit) || !sees_all || !of.insert(digit) {
                return false;
            }
        }
        let is_stem = cells(p[0]) == [stem] && self.has_candidates(said[0]) && candidates(self.board, stem) == of;
        is_stem && pieces.len() == of.len() + 1 && self.is_effect(p[2])
    }
}
