//! The groups of cells that a line shows, by white space, frames and other separators.
//!
//! A text that shows groups shows where its cells belong. A line whose groups are not those of a grid has lost or gained a
//! cell somewhere, even if it still has as many cells as a grid.

use super::character_counts::Reading;
use super::error::{Fault, FaultKind, NotationError};
use super::symbol::{Symbol, is_invisible};

/// The weight of a comma: more than that of any white space, less than that of a frame.
const COMMA: u32 = 1 << 8;
const FRAME: u32 = 1 << 16;

/// The weight that a character adds to the border between two cells: the wider border separates the larger groups.
fn weight(character: char) -> u32 {
    match character {
        ',' => COMMA,
        _ if character.is_whitespace() => 1,
        _ if is_invisible(character) => 0,
        _ => FRAME,
    }
}

/// The borders between the cells of a line.
pub(super) struct Borders {
    /// The weight of the border before each cell, 0 without a border; for the first cell 0.
    weights: [u32; Self::MOST],
    cells: usize,
}

impl Borders {
    /// Maximum number of cells: a grid with nine more.
    const MOST: usize = 90;

    /// The borders of a line under a reading.
    pub(super) fn of(line: &str, reading: Reading) -> Self {
        let (mut borders, mut border) = (Self { weights: [0; Self::MOST], cells: 0 }, 0);
        for character in line.chars() {
            if !reading.is_cell(Symbol::of(character)) {
                border += weight(character);
            } else if let Some(place) = borders.weights.get_mut(borders.cells) {
                // Spaces around a separator mean nothing.
                let found = if border >= COMMA { border & !(COMMA - 1) } else { border };
                *place = if borders.cells == 0 { 0 } else { found };
                (border, borders.cells) = (0, borders.cells + 1);
            }
        }
        borders
    }

    /// The sizes of the groups between borders of at least this weight.
    fn sizes(&self, weight: u32) -> impl DoubleEndedIterator<Item = usize> {
        self.weights[..self.cells].chunk_by(move |_, &next| next < weight).map(<[u32]>::len)
    }

    /// The weights that occur, from the least.
    fn levels(&self) -> impl Iterator<Item = u32> {
        let after = |level: u32| self.weights.iter().copied().filter(|&weight| weight > level).min();
        std::iter::successors(after(0), move |&level| after(level))
    }

    /// Whether the groups are those of a row or, of 81 cells, of a whole grid. Once the groups show the rows, or the cells of a
    /// row, white space may be of any width between them.
    pub(super) fn are_even(&self, last_is_given: bool) -> bool {
        let is_row = self.cells == 9;
        let mut is_settled = false;
        self.levels().all(|level| {
            // The last group may be a smaller rest.
            let is_of = |size: usize| {
                let mut sizes = self.sizes(level).rev();
                sizes.next().is_some_and(|last| last <= size) && sizes.all(|other| other == size)
            };
            let is_every = |sizes: &[usize]| sizes.iter().any(|&size| is_of(size));
            // White space may also be where lines of a fixed length were joined. One digit behind 80 cells may be a number.
            let is_wrapped = || is_every(&[5, 10, 20]) || is_every(&[80]) && !last_is_given;
            let is_even = level < COMMA && (is_settled || !is_row && is_wrapped())
                || is_every(if is_row { &[1, 3] } else { &[1, 3, 9, 27] });
            is_settled |= is_of(if is_row { 1 } else { 9 });
            is_even
        })
    }

    /// Adds the faults of the groups of this line: for nine groups of a whole grid, of each row; otherwise of the first group
    /// that differs.
    pub(super) fn diagnose(&self, line: usize, row: Option<u8>, error: &mut NotationError) {
        let mut levels: Vec<Vec<usize>> = self.levels().map(|level| self.sizes(level).collect()).collect();
        // The largest groups first.
        levels.reverse();
        if let Some(rows) = levels.iter().find(|sizes| row.is_none() && sizes.len() == 9) {
            for (row, &cells) in (1..).zip(rows).filter(|&(_, &cells)| cells != 9) {
                let kind = FaultKind::Group { group: row.into(), cells, wanted: 9 };
                error.push(Fault { row: Some(row), ..Fault::of_line(line, kind) });
            }
            return;
        }
        let odd = levels.iter().filter(|sizes| sizes.iter().any(|&cells| cells != 1)).find_map(|sizes| {
            let wanted = if row.is_some() || (20..=34).contains(&sizes.len()) { 3 } else { 9 };
            let group = sizes.iter().position(|&cells| cells != wanted)?;
            Some(FaultKind::Group { group: group + 1, cells: sizes[group], wanted })
        });
        if let Some(kind) = odd {
            error.push(Fault { row, ..Fault::of_line(line, kind) });
        }
    }
}
