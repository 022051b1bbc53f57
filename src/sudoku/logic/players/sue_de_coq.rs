//! Sue de Coq: cells where a box and a line cross, with others of each, that have as many digits as there are cells.

use super::super::family::{Family, Look, group};
use super::super::house_tables::{HOUSE_SETS, bits, cells};
use super::super::search::{Flow, Offers, Search};
use super::super::words::{cells_of, listed, named, union};
use super::super::{Board, Pattern, Proof, Step, Technique, Truth};
use crate::sudoku::Cell;

pub const SUE_DE_COQ: Family = Family::new(
    group::SETS,
    "Look for cells of a box and a line that have as many candidates as there are cells.",
    Look::Covers,
)
.told(tell);

/// Cells of one part of the pattern, and their candidates.
#[derive(Clone, Copy)]
struct Part {
    cells: u128,
    digits: u16,
}

/// The cells of the box and those of the line share no digit, so that each digit is in one of all the cells at most, and thus in
/// one: the rest of the box loses those of the box and of the crossing, and the rest of the line those of the line and of the
/// crossing.
pub fn sue_de_coq(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    // A naked single and a naked subset need no more cells.
    let open = board.open_cells() & !board.cells_of_size(1);
    for b in 0..9_u8 {
        for line in (9..27).filter(|&line| HOUSE_SETS[usize::from(line)] & HOUSE_SETS[usize::from(b)] != 0) {
            let (in_box, in_line) = (open & HOUSE_SETS[usize::from(b)], open & HOUSE_SETS[usize::from(line)]);
            for center in Part::all(board, in_box & in_line) {
                let spare = center.digits.count_ones().saturating_sub(center.cells.count_ones());
                if center.cells.count_ones() < 2 || spare < 2 {
                    continue;
                }
                let [of_box, of_line] =
                    [in_box & !in_line, in_line & !in_box].map(|rest| center.complements(Part::all(board, rest)));
                search.spend((of_box.len() * of_line.len()) as u64 / 16)?;
                for (one, gain) in &of_box {
                    for (other, _) in of_line.iter().filter(|(_, more)| gain + more == spare) {
                        if one.digits & other.digits != 0 {
                            continue;
                        }
                        let inside = center.cells | one.cells | other.cells;
                        let of_center = center.digits & !one.digits & !other.digits;
                        for (around, digits) in [(in_box, of_center | one.digits), (in_line, of_center | other.digits)]
                        {
                            bits(digits).for_each(|d| search.eliminate_from(board.cells_with(d) & around & !inside, d));
                        }
                        let members = [center.cells, one.cells, other.cells].into_iter().flat_map(cells);
                        search.offer(technique, || Proof::of(members.map(Truth::cell), [b, line]))?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

impl Part {
    /// All sets of some of these cells.
    fn all(board: &Board, of: u128) -> Vec<Self> {
        let mut parts = vec![Self { cells: 0, digits: 0 }];
        for c in cells(of) {
            let with = |part: &Self| Self { cells: part.cells | 1 << c, digits: part.digits | board.candidates(c) };
            parts.extend(parts.iter().map(with).collect::<Vec<_>>());
        }
        parts
    }

    /// Those of these parts, no naked subsets, that use up some digits of this one, each with their number.
    fn complements(self, parts: Vec<Self>) -> Vec<(Self, u32)> {
        let gain = |part: &Self| part.cells.count_ones().saturating_sub((part.digits & !self.digits).count_ones());
        let open = parts.into_iter().filter(|part| part.digits.count_ones() > part.cells.count_ones());
        open.map(|part| (part, gain(&part))).filter(|(_, gain)| *gain > 0).collect()
    }
}

/// The pattern, and what follows from it.
fn tell(board: &Board, _: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    let [of_box, line] = pattern.covers[..] else { return (String::new(), String::new()) };
    let all = cells_of(&pattern.truths);
    let part = |in_box: bool, in_line: bool| {
        let is_in = |c: &&Cell| (of_box.cells().contains(c), line.cells().contains(c)) == (in_box, in_line);
        named(board, &all.iter().filter(is_in).copied().collect::<Vec<_>>()).to_string()
    };
    let digits = union(board, &all);
    let what = format!(
        "{} in {of_box} and {line}, {} only in {of_box} and {} only in {line} are {} cells with {} digits.",
        part(true, true),
        part(true, false),
        part(false, true),
        all.len(),
        digits.len(),
    );
    let digits = listed(digits, "and");
    (what, format!("No two of these cells can hold the same digit, so they hold {digits}, and {effect}."))
}
