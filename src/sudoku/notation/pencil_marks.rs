//! Grids of candidates, in which a cell is a group of digits or nine places for digits.

use super::character_counts::Source;
use super::lines::Line;
use super::symbol::Symbol;
use super::{Candidates, Layout, NO_CANDIDATE, Text};
use crate::sudoku::bits::bits;
use crate::sudoku::{Cell, Grid, House};

/// Nine lines of nine groups of digits, or 81 groups on one line.
pub(super) fn groups(source: &Source<'_>) -> Option<Text> {
    if !source.can_hold_groups() {
        return None;
    }
    let layout = if source.rows().count() == 1 { Layout::Line } else { Layout::Lines };
    Marks::of(source.rows())?.text(layout)
}

/// Nine lines of nine cells, then perhaps the same with the digits placed so far, then nine lines of pencil marks.
pub(super) fn after_a_puzzle(source: &Source<'_>) -> Option<Text> {
    let lines = if source.can_hold_groups() { source.rows().take(28).count() } else { 0 };
    if !matches!(lines, 18 | 27) {
        return None;
    }
    let with_marks = Marks::of(source.rows().skip(lines - 9))?.text(Layout::Lines)?;
    let rows: [&str; 9] = source.rows().map(|line| line.text).take(9).collect::<Vec<_>>().try_into().ok()?;
    Some(Text { grid: super::parse_rows(&rows).ok()?, ..with_marks })
}

/// 729 characters on one line: nine per cell, each the digit of its position or a blank. A cell may have no marks.
pub(super) fn places(source: &Source<'_>) -> Option<Text> {
    if source.strays > 0 || source.counts[0].lines != 1 || source.counts[0].cells != 729 {
        return None;
    }
    let mut marks = Marks::EMPTY;
    let symbols = source.rows().flat_map(|line| line.text.chars()).map(Symbol::of);
    for (i, symbol) in symbols.filter(|symbol| matches!(symbol, Symbol::Given(_) | Symbol::Blank)).enumerate() {
        match symbol.value() {
            Some(0) => {}
            Some(digit) if usize::from(digit) == i % 9 + 1 => marks.cells[i / 9] |= 1 << (digit - 1),
            _ => return None,
        }
    }
    Some(marks.grid(Layout::Line))
}

/// Writes candidates as 729 characters on one line: nine for each cell, each the digit of its position or `.`.
pub fn format_candidates(candidates: &Candidates) -> String {
    let mut text = vec![b'.'; 9 * candidates.len()];
    for (cell, digits) in text.chunks_exact_mut(9).zip(candidates) {
        for (place, digit) in cell.iter_mut().zip(b'1'..) {
            *place = if digits >> (digit - b'1') & 1 == 1 { digit } else { b'.' };
        }
    }
    String::from_utf8(text).expect("it is ASCII")
}

/// Writes candidates as nine lines of nine groups of digits; the group of a cell without candidates is `.`.
pub fn format_marks(candidates: &Candidates) -> String {
    let group = |&digits: &u16| match digits & !NO_CANDIDATE {
        0 => ".".to_owned(),
        digits => bits(digits).map(|digit| char::from(b'1' + digit)).collect::<String>(),
    };
    let line = |row: &[u16]| row.iter().map(group).collect::<Vec<_>>().join(" ");
    candidates.chunks_exact(9).map(line).collect::<Vec<_>>().join("\n")
}

/// The line of the first group and the number of groups, if the text seems to be pencil marks.
pub(super) fn looks_like(source: &Source<'_>) -> Option<(usize, usize)> {
    let (mut first, mut several, mut cells) = (None, 0, 0);
    for line in source.rows() {
        first.get_or_insert(line.number);
        let mut groups = Marks::EMPTY;
        groups.read_line(line.text)?;
        several += groups.several;
        cells += groups.filled;
        if groups.filled < 7 || cells > 200 {
            return None;
        }
    }
    // At least one group of several digits, and about as many groups as a grid has.
    (several > 0 && (63..=99).contains(&cells)).then_some((first?, cells))
}

impl Source<'_> {
    /// Whether the counts allow 81 groups of one to nine digits.
    fn can_hold_groups(&self) -> bool {
        (82..=4 * 729).contains(&self.counts[0].cells)
    }
}

/// The groups read so far.
struct Marks {
    cells: Candidates,
    filled: usize,
    /// The number of groups of more than one digit; without one, the text is an ordinary grid.
    several: usize,
    has_blank: bool,
}

impl Marks {
    const EMPTY: Self = Self { cells: [0; 81], filled: 0, several: 0, has_blank: false };

    /// The groups of these lines, each of which has nine or all.
    fn of<'t>(mut lines: impl Iterator<Item = &'t Line<'t>>) -> Option<Self> {
        let mut marks = Self::EMPTY;
        lines.try_for_each(|line| {
            let before = marks.filled;
            marks.read_line(line.text).filter(|()| matches!(marks.filled - before, 9 | 81))
        })?;
        Some(marks)
    }

    /// Reads the groups of a line. A group is a blank, or digits that each occur once. `*`, `#`, brackets and the `u`
    /// of SudoCue only mark a group.
    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut group: Option<u16> = None;
        for character in line.chars() {
            match Symbol::of(character) {
                Symbol::Given(digit) => {
                    let bit = digit.bit();
                    let digits = group.get_or_insert(0);
                    // A repeated digit, or a digit after a blank.
                    if *digits & bit != 0 || *digits == BLANK {
                        return None;
                    }
                    self.several += usize::from(digits.is_power_of_two());
                    *digits |= bit;
                }
                Symbol::Blank if group.is_none() && !matches!(character, 'x' | 'X') => group = Some(BLANK),
                Symbol::Star => {}
                Symbol::Separator => self.finish(&mut group)?,
                _ if matches!(character, '#' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | 'u') => {}
                Symbol::Blank | Symbol::Dash | Symbol::Letter | Symbol::Stray => return None,
            }
        }
        self.finish(&mut group)
    }

    fn finish(&mut self, group: &mut Option<u16>) -> Option<()> {
        if let Some(digits) = group.take() {
            *self.cells.get_mut(self.filled)? = digits & !BLANK;
            self.has_blank |= digits == BLANK;
            self.filled += 1;
        }
        Some(())
    }

    /// The groups as a grid, if there are 81 of them. One or two of several digits may be cells that were joined by mistake.
    fn text(&self, layout: Layout) -> Option<Text> {
        let fewest = if self.has_blank { 3 } else { 2 };
        (self.filled == 81 && self.several >= fewest).then(|| self.grid(layout))
    }

    /// A cell with one mark is filled, unless another cell of its houses has that mark, too: then it is open.
    fn grid(&self, layout: Layout) -> Text {
        let mut values = [0; 81];
        for cell in Cell::all() {
            let digits = self.cells[cell.index()];
            let is_noted = |other: Cell| other != cell && self.cells[other.index()] & digits != 0;
            if digits.is_power_of_two() && !House::of(cell).into_iter().flat_map(House::cells).any(is_noted) {
                values[cell.index()] = digits.trailing_zeros() as u8 + 1;
            }
        }
        Text { grid: Grid::from_known_values(values), layout, candidates: Some(self.cells) }
    }
}

/// The bit of a group that is written as a blank.
const BLANK: u16 = 1 << 9;
