//! What one pass over a text counts: enough to know whether it can be a grid, and under which readings.

use super::lines::{Line, LineScan, content};
use super::symbol::Symbol;

/// Which of `*` and `-` are blank cells, and whether frame lines and prose are left out.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) star: bool,
    pub(super) dash: bool,
    pub(super) decorated: bool,
}

impl Reading {
    /// In order of preference where several readings give the same grid.
    pub(super) const ALL: [Self; 8] = {
        let mut all = [Self { star: false, dash: false, decorated: false }; 8];
        let blanks = [(false, false), (true, true), (true, false), (false, true)];
        let mut i = 0;
        while i < 8 {
            let (star, dash) = blanks[i % 4];
            all[i] = Self { star, dash, decorated: i >= 4 };
            i += 1;
        }
        all
    };

    /// The reading in words, for a text that has several.
    pub(super) const fn name(self) -> &'static str {
        match (self.star, self.dash, self.decorated) {
            (false, false, false) => "`*` and `-` as frame",
            (true, true, false) => "`*` and `-` as blanks",
            (true, false, false) => "`*` as blank and `-` as frame",
            (false, true, false) => "`-` as blank and `*` as frame",
            (false, false, true) => "`*` and `-` as frame, without frame lines and prose",
            (true, true, true) => "`*` and `-` as blanks, without frame lines and prose",
            (true, false, true) => "`*` as blank and `-` as frame, without frame lines and prose",
            (false, true, true) => "`-` as blank and `*` as frame, without frame lines and prose",
        }
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
    pub(super) fn cells_under(self, reading: Reading) -> u32 {
        if reading.decorated && (self.is_border || self.is_prose) {
            return 0;
        }
        self.cells
            + self.strays
            + if reading.star { self.stars } else { 0 }
            + if reading.dash { self.dashes } else { 0 }
    }
}

/// What one pass over a text counts, most of it for each of the eight readings.
pub(super) struct Survey {
    /// Lines that have cells.
    pub(super) lines: [u32; 8],
    /// Lines of nine cells.
    nines: [u32; 8],
    pub(super) cells: [u32; 8],
    /// Characters that no notation knows.
    pub(super) strays: u32,
    pub(super) dashes: u32,
}

impl Survey {
    pub(super) const EMPTY: Self = Self { lines: [0; 8], nines: [0; 8], cells: [0; 8], strays: 0, dashes: 0 };

    pub(super) fn add(&mut self, scan: LineScan) {
        if scan.is_blank() {
            return;
        }
        self.strays += scan.strays;
        self.dashes += scan.dashes;
        for (i, reading) in Reading::ALL.into_iter().enumerate() {
            let cells = scan.cells_under(reading);
            self.lines[i] += u32::from(cells > 0);
            self.nines[i] += u32::from(cells == 9);
            self.cells[i] += cells;
        }
    }

    fn is_line(&self, reading: usize) -> bool {
        self.lines[reading] == 1 && self.cells[reading] == 81
    }

    pub(super) fn are_rows(&self, reading: usize) -> bool {
        self.lines[reading] == 9 && self.nines[reading] == 9
    }

    pub(super) fn fits(&self, reading: usize) -> bool {
        self.is_line(reading) || self.are_rows(reading)
    }

    /// Whether a reading has the same cells as one before it: those of one are among those of the other, and they are
    /// equally many.
    pub(super) fn repeats(&self, reading: usize) -> bool {
        let is_within = |a: Reading, b: Reading| a.star <= b.star && a.dash <= b.dash && a.decorated >= b.decorated;
        let this = Reading::ALL[reading];
        (0..reading).any(|before| {
            let other = Reading::ALL[before];
            self.cells[before] == self.cells[reading] && (is_within(this, other) || is_within(other, this))
        })
    }

    /// How many grids the only line holds under this reading, if it holds several.
    pub(super) fn several_puzzles(&self, reading: usize) -> Option<usize> {
        let cells = self.cells[reading] as usize;
        (self.lines[reading] == 1 && cells > 81 && cells.is_multiple_of(81)).then_some(cells / 81)
    }

    /// Whether the text is one line of this many digits and blanks.
    pub(super) const fn is_line_of(&self, cells: u32) -> bool {
        self.strays == 0 && self.lines[0] == 1 && self.cells[0] == cells
    }

    /// The number of digits, blanks and strays.
    pub(super) const fn plain_cells(&self) -> u32 {
        self.cells[0]
    }

    /// The reading that makes the most sense of a text that fits none: one under which the only line holds several
    /// grids, or else the one whose number of cells is nearest to 81, the first of those that are equally near.
    pub(super) fn nearest(&self, readings: usize) -> usize {
        let distance = |&reading: &usize| (self.several_puzzles(reading).is_none(), self.cells[reading].abs_diff(81));
        (0..readings).min_by_key(distance).unwrap_or(0)
    }

    /// The number of faults that [`diagnose`] finds under a reading.
    pub(super) fn faults(&self, reading: usize) -> usize {
        let lines = match self.lines[reading] {
            0 | 1 => 1,
            9 => 9 - self.nines[reading],
            lines => 1 + lines - self.nines[reading],
        };
        (lines + self.strays) as usize
    }
}

/// A text that is about to be read, with what one pass over it found.
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
    pub(super) survey: Survey,
    /// The text from its first character that is not white space.
    pub(super) start: &'t str,
    /// The lines that are neither empty nor comments; none of them if they are more than a text with a grid has.
    pub(super) lines: Vec<Line<'t>>,
}

impl<'t> Source<'t> {
    /// The most lines that are kept: pencil marks with a line between any two, below two grids.
    const MOST_LINES: usize = 64;
    /// The most bytes that the kept lines have together.
    const MOST_BYTES: usize = 6 * 1024;

    pub(super) fn of(text: &'t str) -> Self {
        let mut source = Self { text, survey: Survey::EMPTY, start: text.trim_start(), lines: Vec::new() };
        let mut bytes = 0;
        for line in content(text) {
            source.survey.add(line.scan);
            if !line.without_return().is_empty() && bytes <= Self::MOST_BYTES {
                bytes += line.text.len();
                if source.lines.len() == Self::MOST_LINES {
                    bytes = usize::MAX;
                } else {
                    source.lines.push(line);
                }
            }
        }
        if bytes > Self::MOST_BYTES {
            source.lines.clear();
        }
        source
    }

    /// The lines that may hold rows, pencil marks or fields: without frame lines, prose and white space.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Line<'t>> + Clone {
        self.lines.iter().filter(|line| !line.is_decoration())
    }
}
