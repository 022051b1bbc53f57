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

/// The counts from one pass over a text, most of them for each of the eight readings.
pub(super) struct Survey {
    /// Lines that have cells.
    pub(super) lines: [u32; 8],
    /// Lines of nine cells.
    nines: [u32; 8],
    pub(super) cells: [u32; 8],
    /// Characters that no notation uses.
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
        // In the order of the readings, arranged so that the compiler adds four at a time.
        let cells = scan.cells + scan.strays;
        let counts = [cells, cells + scan.stars + scan.dashes, cells + scan.stars, cells + scan.dashes];
        let kept = if scan.is_border || scan.is_prose { [0; 4] } else { counts };
        for i in 0..4 {
            self.lines[i] += u32::from(counts[i] > 0);
            self.nines[i] += u32::from(counts[i] == 9);
            self.cells[i] += counts[i];
            self.lines[i + 4] += u32::from(kept[i] > 0);
            self.nines[i + 4] += u32::from(kept[i] == 9);
            self.cells[i + 4] += kept[i];
        }
    }

    pub(super) fn is_line(&self, reading: usize) -> bool {
        self.lines[reading] == 1 && self.cells[reading] == 81
    }

    pub(super) fn are_rows(&self, reading: usize) -> bool {
        self.lines[reading] == 9 && self.nines[reading] == 9
    }

    pub(super) fn fits(&self, reading: usize) -> bool {
        self.is_line(reading) || self.are_rows(reading)
    }

    /// Whether a reading has the same cells as an earlier one: as many cells, and all cells of one are among those of the
    /// other.
    pub(super) fn repeats(&self, reading: usize) -> bool {
        let is_within = |a: Reading, b: Reading| a.star <= b.star && a.dash <= b.dash && a.decorated >= b.decorated;
        let this = Reading::ALL[reading];
        (0..reading).any(|before| {
            let other = Reading::ALL[before];
            self.cells[before] == self.cells[reading] && (is_within(this, other) || is_within(other, this))
        })
    }

    /// The number of grids on the only line under this reading, if there are several.
    pub(super) fn several_puzzles(&self, reading: usize) -> Option<usize> {
        let cells = self.cells[reading] as usize;
        (self.lines[reading] == 1 && cells > 81 && cells.is_multiple_of(81)).then_some(cells / 81)
    }

    /// The most plausible reading of a text that fits none: one under which the only line has several grids, otherwise
    /// the first one whose number of cells is closest to 81 and not 0.
    pub(super) fn nearest(&self, readings: usize) -> usize {
        let distance = |&reading: &usize| {
            let cells = self.cells[reading];
            (self.several_puzzles(reading).is_none(), cells == 0, cells.abs_diff(81))
        };
        (0..readings).min_by_key(distance).unwrap_or(0)
    }

    /// The number of faults that [`diagnose`](super::characters::diagnose) finds under a reading.
    pub(super) fn faults(&self, reading: usize) -> usize {
        let lines = match self.lines[reading] {
            0 | 1 => 1,
            9 => 9 - self.nines[reading],
            lines => 1 + lines - self.nines[reading],
        };
        (lines + self.strays) as usize
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
    pub(super) survey: Survey,
    /// The first lines that are neither empty nor comments; none if the text is too long.
    first: Vec<Line<'t>>,
    /// Whether there are more such lines.
    has_more: bool,
    /// The size of all such lines together, in bytes.
    bytes: usize,
    pub(super) has_comment: bool,
    /// Whether there are more than [`MOST_LINES`] lines. Nothing is counted then.
    pub(super) is_too_long: bool,
}

impl<'t> Source<'t> {
    /// Maximum number of lines that are kept: enough for pencil marks with a line between any two, below two grids.
    const MOST_KEPT: usize = 64;
    /// Maximum size of all kept lines together, in bytes.
    const MOST_BYTES: usize = 6 * 1024;

    pub(super) fn of(text: &'t str) -> Self {
        let mut source = Self {
            text,
            start: text.trim_start(),
            survey: Survey::EMPTY,
            first: Vec::new(),
            has_more: false,
            bytes: 0,
            has_comment: false,
            is_too_long: false,
        };
        for (i, line) in lines::lines(text).enumerate() {
            if i == MOST_LINES {
                return Self { survey: Survey::EMPTY, first: Vec::new(), is_too_long: true, ..source };
            }
            if line.is_comment() {
                source.has_comment = true;
                continue;
            }
            source.survey.add(line.scan);
            source.bytes += line.text.len();
            if source.first.len() < Self::MOST_KEPT {
                source.first.push(line);
            } else {
                source.has_more = true;
            }
        }
        source
    }

    /// The lines that are neither empty nor comments; none if there are more, or longer ones, than in a grid.
    pub(super) fn lines(&self) -> &[Line<'t>] {
        if self.has_more || self.bytes > Self::MOST_BYTES { &[] } else { &self.first }
    }

    /// The first lines that are neither empty nor comments: more than any grid has.
    pub(super) fn first_lines(&self) -> &[Line<'t>] {
        &self.first
    }

    /// All lines that are neither empty nor comments.
    pub(super) fn every_line(&self) -> impl Iterator<Item = Line<'t>> {
        let (first, rest) = if self.has_more { (&[][..], self.text) } else { (&self.first[..], "") };
        first.iter().copied().chain(lines::lines(rest).filter(|line| !line.is_comment()))
    }

    /// The lines that may hold rows, pencil marks or fields: without frame lines, prose and white space.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Line<'t>> + Clone {
        self.lines().iter().filter(|line| !line.is_decoration())
    }
}
