//! A position for each technique.

use super::{Board, Claim, Technique};
use crate::sudoku::{Position, notation};

/// A line for each technique: its id, a grid with a plus sign before each digit that is no given, if that matters, and the
/// candidates that are removed beyond the rules, separated by tabs.
/// `cargo bench --bench generate -- examples` prints most of them; the others are on the paths of other puzzles.
const EXAMPLES: &str = include_str!("examples.tsv");

/// A position in which the technique is the next step for somebody who knows those before it or, if no puzzle is known that
/// needs it, in which it is possible.
pub fn example(technique: Technique) -> Option<Board> {
    let line = EXAMPLES.lines().find(|line| line.split('\t').next() == Some(technique.info().id))?;
    let mut fields = line.split('\t').skip(1);
    let text = fields.next()?;
    let grid = text.replace('+', "").parse().ok()?;
    let mut board = Board::from(&Position::from(&grid).with_placed(notation::placed(text, &grid)));
    for removed in fields.next()?.split_whitespace() {
        let Some(Claim::Lacks(cell, digits)) = Claim::parse(removed) else { return None };
        for digit in super::house_tables::bits(digits & board.candidates(cell.index() as u8)) {
            board.eliminate(cell.index() as u8, digit);
        }
    }
    Some(board)
}
