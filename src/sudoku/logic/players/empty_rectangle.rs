//! Empty rectangles: the places of a digit in a box form a cross, and a strong link meets one of its arms.

use super::super::family::Family;
use super::super::house_tables::{HOUSE_CELLS, HOUSE_SETS, HOUSES_OF};
use super::super::search::{Flow, Offers, Search};
use super::super::words::listed;
use super::super::{Board, Pattern, Proof, Step, Technique, Truth};
use super::links::{PLACES, Pair};
use crate::sudoku::Cell;

pub const EMPTY_RECTANGLE: Family = PLACES.told(tell);

/// If the far end of the link is off, the near end is on and empties one arm of the cross, so the digit is on the other:
/// the cell that sees the far end and the other arm loses it.
pub fn empty_rectangle(board: &Board, search: &mut Search, technique: Technique) -> Flow {
    for d in 0..9 {
        let pairs = Pair::all(board, d);
        for b in 0..9 {
            let in_box = board.cells_with(d) & HOUSE_SETS[usize::from(b)];
            // Two places are a strong link, and the pattern a crane.
            if in_box.count_ones() < 3 {
                continue;
            }
            for center in HOUSE_CELLS[usize::from(b)] {
                let [_, row, column] = HOUSES_OF[usize::from(center)];
                let [of_row, of_column] = [row, column].map(|line| in_box & HOUSE_SETS[usize::from(line)]);
                if in_box & !(of_row | of_column) != 0 || of_row & !of_column == 0 || of_column & !of_row == 0 {
                    continue;
                }
                for (arm, other) in [(row, column), (column, row)] {
                    for pair in pairs.iter().filter(|pair| pair.house / 9 == other / 9) {
                        for [near, far] in pair.directions() {
                            let of = |c: u8, line: u8| HOUSES_OF[usize::from(c)][usize::from(line / 9)];
                            let outside = HOUSES_OF[usize::from(near)][0] != b;
                            if !outside || of(near, arm) != arm {
                                continue;
                            }
                            // The cell in the far end's line and the other arm.
                            let crossing = HOUSE_SETS[usize::from(of(far, arm))] & HOUSE_SETS[usize::from(other)];
                            search.eliminate_from(board.cells_with(d) & crossing & !HOUSE_SETS[usize::from(b)], d);
                            let proof = || Proof::of([b, pair.house].map(|h| Truth::place(h, d)), [arm, other]);
                            search.offer(technique, proof)?;
                        }
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The pattern, and what follows from it.
fn tell(board: &Board, _: &Step, pattern: &Pattern, effect: &str) -> (String, String) {
    let ([Truth::Place(of_box, digit), Truth::Place(link, _)], [arm, other]) =
        (&pattern.truths[..], &pattern.covers[..])
    else {
        return (String::new(), String::new());
    };
    let (near, far): (Vec<Cell>, Vec<Cell>) =
        board.cells_for(*digit, *link).partition(|cell| arm.cells().contains(cell));
    let (near, far) = (listed(near, "and"), listed(far, "and"));
    let what = format!(
        "In {of_box}, all places of {digit} are in {arm} and {other}; in {link}, {digit} is in {near} or {far}."
    );
    let how =
        format!("If {far} is not {digit}, {near} is, so the {digit} of {of_box} is in {other}. Either way, {effect}.");
    (what, how)
}
