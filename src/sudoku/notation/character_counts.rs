//! The counts from one pass over a text: enough to tell whether it can be a grid, and under which readings.

use super::lines::{self, Line, LineScan};
use super::symbol::Symbol;

/// Which of `*` and `-` are blank cells, and whether frame lines and prose are ignored.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) star: bool,
    pub(super) dash: bool,
    pub(super) decorated: bool,
    /// The reading in words, for the error of an ambiguous text.
    pub(super) name: &'static str,
}

impl Reading {
    /// In order of preference if several readings give the same grid.
    pub(super) const ALL: [Self; 8] = [
        Self::of(false, false, false, "`*` and `-` as frame"),
        Self::of(true, true, false, "`*` and `-` as blanks"),
        Self::of(true, false, false, "`*` as blank and `-` as frame"),
        Self::of(false, true, false, "`-` as blank and `*` as frame"),
        Self::of(false, false, true, "`*` and `-` as frame, without frame lines and prose"),
        Self::of(true, true, true, "`*` and `-` as blanks, without frame lines and prose"),
        Self::of(true, false, true, "`*` as blank and `-` as frame, without frame lines and prose"),
        Self::of(false, true, true, "`-` as blank and `*` as frame, without frame lines and prose"),
    ];

    const fn of(star: bool, dash: bool, decorated: bool, name: &'static str) -> Self {
        Self { star, dash, decorated, name }
    }

    pub(super) fn is_cell(self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Given(_) | Symbol::Blank | Symbol::Letter | Symbol::Stray => true,
            Symbol::Star => self.star,
            Symbol::Dash => self.dash,
            Symbol::Separator => false,
        }
    }
}

impl LineScan {
    pub(super) fn cells_under(self, reading: Reading) -> usize {
        if reading.decorated && (self.is_border || self.is_prose) {
            return 0;
        }
        let (stars, dashes) = (u32::from(reading.star) * self.stars, u32::from(reading.dash) * self.dashes);
        (self.cells + self.strays + stars + dashes) as usize
    }
}

/// The cells of a text under a reading.
pub(super) struct Count {
    pub(super) reading: Reading,
    /// Lines that have cells.
    pub(super) lines: usize,
    /// Lines of nine cells.
    nines: usize,
    pub(super) cells: usize,
}

impl Count {
    pub(super) fn of(reading: Reading, scans: impl Iterator<Item = LineScan>) -> Self {
        let mut count = Self { reading, lines: 0, nines: 0, cells: 0 };
        for cells in scans.map(|scan| scan.cells_under(reading)) {
            count.lines += usize::from(cells > 0);
            count.nines += usize::from(cells == 9);
            count.cells += cells;
        }
        count
    }

    pub(super) const fn is_line(&self) -> bool {
        self.lines == 1 && self.cells == 81
    }

    pub(super) const fn are_rows(&self) -> bool {
        self.lines == 9 && self.nines == 9
    }

    pub(super) const fn fits(&self) -> bool {
        self.is_line() || self.are_rows()
    }

    /// Whether both readings have the same cells: as many, and all cells of one are among those of the other.
    fn equals(&self, other: &Self) -> bool {
        let is_within = |a: Reading, b: Reading| a.star <= b.star && a.dash <= b.dash && a.decorated >= b.decorated;
        let (this, other_reading) = (self.reading, other.reading);
        self.cells == other.cells && (is_within(this, other_reading) || is_within(other_reading, this))
    }

    /// The number of grids on the only line, if there are several.
    pub(super) fn several_puzzles(&self) -> Option<usize> {
        (self.lines == 1 && self.cells > 81 && self.cells.is_multiple_of(81)).then_some(self.cells / 81)
    }
}

/// Maximum number of lines that are examined, not counting empty ones: a line costs as much as ten characters, and a
/// text with a grid has far fewer.
pub(super) const MOST_LINES: usize = 1000;

/// A text to be read, with the counts from one pass over it.
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    /// The text from its first character that is not white space.
    pub(super) start: &'t str,
    /// The cells under each reading.
    pub(super) counts: [Count; 8],
    /// Characters that no notation uses.
    pub(super) strays: usize,
    /// All lines that are neither empty nor comments; none if the text is too long.
    pub(super) every_line: Vec<Line<'t>>,
    pub(super) has_comment: bool,
    /// Whether there are more than [`MOST_LINES`] lines.
    pub(super) is_too_long: bool,
}

impl<'t> Source<'t> {
    /// Maximum number of lines of a grid: enough for pencil marks with a line between any two, below two grids.
    const GRID_LINES: usize = 64;
    /// Maximum size of all lines of a grid together, in bytes.
    const GRID_BYTES: usize = 6 * 1024;

    pub(super) fn of(text: &'t str) -> Self {
        let mut lines: Vec<Line<'t>> = lines::lines(text).take(MOST_LINES + 1).collect();
        let (all, is_too_long) = (lines.len(), lines.len() > MOST_LINES);
        lines.retain(|line| !is_too_long && !line.is_comment());
        Self { has_comment: lines.len() < all, is_too_long, ..Self::of_lines(text, lines) }
    }

    /// Nine texts without line breaks, each of which is a row. There are no comments.
    pub(super) fn of_rows(rows: [&'t str; 9]) -> Self {
        let line = |(number, text)| Line { number, text, scan: LineScan::of(text) };
        Self::of_lines("", (1..).zip(rows).map(line).collect())
    }

    fn of_lines(text: &'t str, every_line: Vec<Line<'t>>) -> Self {
        let scans = || every_line.iter().map(|line| line.scan);
        let counts = Reading::ALL.map(|reading| Count::of(reading, scans()));
        let strays = scans().map(|scan| scan.strays as usize).sum();
        Self { text, start: text.trim_start(), counts, strays, every_line, has_comment: false, is_too_long: false }
    }

    /// Whether a reading has the same cells as an earlier one.
    pub(super) fn repeats(&self, count: &Count) -> bool {
        self.counts.iter().take_while(|earlier| !std::ptr::eq(*earlier, count)).any(|earlier| earlier.equals(count))
    }

    /// The most plausible of the first readings, so many, of a text that is no grid: one under which the only line has several
    /// grids, otherwise the first one whose number of cells is closest to 81 and not 0.
    pub(super) fn nearest(&self, readings: usize) -> &Count {
        let distance = |count: &&Count| (count.several_puzzles().is_none(), count.cells == 0, count.cells.abs_diff(81));
        self.counts[..readings].iter().min_by_key(distance).unwrap_or(&self.counts[0])
    }

    /// The lines that are neither empty nor comments; none if there are more, or longer ones, than in a grid.
    pub(super) fn lines(&self) -> &[Line<'t>] {
        let bytes = || self.every_line.iter().map(|line| line.text.len()).sum::<usize>();
        let is_grid = self.every_line.len() <= Self::GRID_LINES && bytes() <= Self::GRID_BYTES;
        if is_grid { &self.every_line } else { &[] }
    }

    /// The same without those of white space.
    pub(super) fn filled_lines(&self) -> impl Iterator<Item = &Line<'t>> + Clone {
        self.lines().iter().filter(|line| line.is_filled())
    }

    /// The lines that may hold rows, pencil marks or fields: without frame lines, prose and white space.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Line<'t>> + Clone {
        self.lines().iter().filter(|Line { scan, .. }| !(scan.is_border || scan.is_prose || scan.is_blank()))
    }
}
