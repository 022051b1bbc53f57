//! Grids of one character a cell: a line of 81, nine lines of nine, rows joined by dashes, with or without a frame.
//!
//! `*` and `-` are each part of a frame or a blank cell, for the whole text. Lines that only draw a frame, and lines of
//! prose, are counted in and left out. That makes eight readings; each is judged by the numbers that one pass over the
//! text yields, and only one that fits is read.

use super::error::{Fault, FaultKind, NotationError};
use super::lines::{Line, LineScan, content};
use super::symbol::Symbol;
use super::{Ambiguity, Layout, Outcome, Text, agreed};
use crate::sudoku::{Cell, Grid};

/// Which of `*` and `-` are blank cells, and whether frame lines and prose are left out.
#[derive(Clone, Copy)]
struct Reading {
    star: bool,
    dash: bool,
    decorated: bool,
}

impl Reading {
    /// In order of preference where several readings give the same grid.
    const ALL: [Self; 8] = {
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
    const fn name(self) -> &'static str {
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

    fn is_cell(self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Given(_) | Symbol::Blank | Symbol::Letter | Symbol::Stray => true,
            Symbol::Star => self.star,
            Symbol::Dash => self.dash,
            Symbol::Separator => false,
        }
    }
}

impl LineScan {
    fn cells_under(self, reading: Reading) -> u32 {
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
    lines: [u32; 8],
    /// Lines of nine cells.
    nines: [u32; 8],
    cells: [u32; 8],
    /// Characters that no notation knows.
    strays: u32,
    dashes: u32,
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

    fn are_rows(&self, reading: usize) -> bool {
        self.lines[reading] == 9 && self.nines[reading] == 9
    }

    fn fits(&self, reading: usize) -> bool {
        self.is_line(reading) || self.are_rows(reading)
    }

    /// Whether a reading has the same cells as one before it: those of one are among those of the other, and they are
    /// equally many.
    fn repeats(&self, reading: usize) -> bool {
        let is_within = |a: Reading, b: Reading| a.star <= b.star && a.dash <= b.dash && a.decorated >= b.decorated;
        let this = Reading::ALL[reading];
        (0..reading).any(|before| {
            let other = Reading::ALL[before];
            self.cells[before] == self.cells[reading] && (is_within(this, other) || is_within(other, this))
        })
    }

    /// How many grids the only line holds under this reading, if it holds several.
    fn several_puzzles(&self, reading: usize) -> Option<usize> {
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
    fn nearest(&self, readings: usize) -> usize {
        let distance = |&reading: &usize| (self.several_puzzles(reading).is_none(), self.cells[reading].abs_diff(81));
        (0..readings).min_by_key(distance).unwrap_or(0)
    }

    /// The number of faults that [`diagnose`] finds under a reading.
    fn faults(&self, reading: usize) -> usize {
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

/// Reads a text of one character a cell.
pub(super) fn read(text: &str) -> Outcome {
    let source = Source::of(text);
    let forms: [(&str, fn(&Source<'_>) -> Outcome); 4] =
        [("one line", line), ("rows joined by dashes", dashed), ("nine lines", rows), ("a framed grid", framed)];
    agreed(forms.map(|(name, read)| (name, read(&source))))
}

/// 81 cells on one line.
pub(super) fn line(source: &Source<'_>) -> Outcome {
    fitting(source, |reading, layout| !reading.decorated && layout == Layout::Line)
}

/// Nine rows on one line, joined by dashes.
pub(super) fn dashed(source: &Source<'_>) -> Outcome {
    fitting(source, |reading, layout| !reading.decorated && layout == Layout::Dashed)
}

/// Nine lines of nine cells.
pub(super) fn rows(source: &Source<'_>) -> Outcome {
    fitting(source, |reading, layout| !reading.decorated && layout == Layout::Lines)
}

/// Any of these between frame lines or beside prose.
pub(super) fn framed(source: &Source<'_>) -> Outcome {
    fitting(source, |reading, _| reading.decorated)
}

fn fitting(source: &Source<'_>, is_wanted: impl Fn(Reading, Layout) -> bool) -> Outcome {
    let mut found: Option<(Text, &'static str)> = None;
    for (i, reading) in Reading::ALL.into_iter().enumerate() {
        if !source.survey.fits(i) || source.survey.repeats(i) {
            continue;
        }
        let layout = layout(source, i);
        if !is_wanted(reading, layout) {
            continue;
        }
        let Ok(grid) = grid(numbered(source.text, reading), reading) else { continue };
        match found {
            Some((first, name)) if first.grid != grid => {
                return Err(Ambiguity { first: name, second: reading.name() });
            }
            Some(_) => {}
            None => found = Some((Text { grid, layout, candidates: None }, reading.name())),
        }
    }
    Ok(found.map(|(text, _)| text))
}

fn layout(source: &Source<'_>, reading: usize) -> Layout {
    if source.survey.are_rows(reading) {
        Layout::Lines
    } else if !Reading::ALL[reading].dash && source.survey.dashes >= 8 && is_dashed(source.text, Reading::ALL[reading])
    {
        Layout::Dashed
    } else {
        Layout::Line
    }
}

/// The lines that have cells under a reading, with their numbers.
fn numbered(text: &str, reading: Reading) -> impl Iterator<Item = (usize, &str)> {
    content(text).filter(move |line| line.scan.cells_under(reading) > 0).map(|line| (line.number, line.text))
}

/// Whether the dashes of the only line with cells, all frame, part them into nine times nine.
fn is_dashed(text: &str, reading: Reading) -> bool {
    let Some((_, line)) = numbered(text, reading).next() else { return false };
    let mut rows = [0_usize; 9];
    let mut row = 0;
    for symbol in line.chars().map(Symbol::of) {
        if symbol == Symbol::Dash {
            row += 1;
            if row == 9 {
                return false;
            }
        } else {
            rows[row] += usize::from(reading.is_cell(symbol));
        }
    }
    rows == [9; 9]
}

/// The grid of the lines that have cells under a reading that fits, unless some of its cells are strays.
fn grid<'t>(lines: impl Iterator<Item = (usize, &'t str)>, reading: Reading) -> Result<Grid, NotationError> {
    let mut error = NotationError::none();
    let mut values = [0; 81];
    let mut index = 0;
    'text: for (number, line) in lines {
        for (i, character) in line.chars().enumerate() {
            let symbol = Symbol::of(character);
            if !reading.is_cell(symbol) {
                continue;
            }
            match symbol.value() {
                Some(value) => values[index] = value,
                None => error.push(Fault {
                    line: number,
                    character: Some(i + 1),
                    cell: Cell::from_index(index),
                    kind: FaultKind::Character(character),
                }),
            }
            index += 1;
            if index == 81 {
                break 'text;
            }
        }
    }
    if error.faults().is_empty() { Ok(Grid::from_known_values(values)) } else { Err(error) }
}

/// The strays among the cells of a text that would be a grid with digits in their place.
pub(super) fn misspelt(source: &Source<'_>) -> Option<NotationError> {
    let reading = (0..8).find(|&reading| source.survey.strays > 0 && source.survey.fits(reading))?;
    grid(numbered(source.text, Reading::ALL[reading]), Reading::ALL[reading]).err()
}

/// What is wrong with a text that fits no reading.
pub(super) fn diagnose(source: &Source<'_>) -> NotationError {
    let survey = &source.survey;
    let mut error = NotationError::none();
    if is_grid_without_strays(source) {
        for line in content(source.text).filter(|line| line.scan.strays > 0) {
            push_strays(&mut error, line.number, line.text);
            if error.is_full() {
                break;
            }
        }
        error.count_of(survey.strays as usize);
        return error;
    }
    let nearest = survey.nearest(8);
    let reading = Reading::ALL[nearest];
    let count = survey.lines[nearest] as usize;
    let faults = survey.faults(nearest);
    let mut is_first = true;
    for line in content(source.text) {
        let cells = line.scan.cells_under(reading) as usize;
        if cells + line.scan.strays as usize == 0 {
            continue;
        }
        let mut push = |kind| error.push(Fault { line: line.number, character: None, cell: None, kind });
        if is_first && count == 1 {
            push(match survey.several_puzzles(nearest) {
                Some(puzzles) => FaultKind::SeveralPuzzles { puzzles },
                None => FaultKind::Length { cells, wanted: 81 },
            });
        } else if is_first && count != 9 && count > 0 {
            push(FaultKind::LineCount { lines: count });
        }
        is_first &= cells == 0;
        if count > 1 && cells > 0 && cells != 9 {
            push(FaultKind::Length { cells, wanted: 9 });
        }
        if line.scan.strays > 0 {
            push_strays(&mut error, line.number, line.text);
        }
        if error.faults().len() >= faults.min(NotationError::MOST_FAULTS) {
            break;
        }
    }
    if count == 0 && error.faults().is_empty() {
        let has_comment = super::lines::lines(source.text).any(|line| line.is_comment());
        let kind = if has_comment { FaultKind::OnlyComments } else { FaultKind::Empty };
        return NotationError::of(1, kind);
    }
    error.count_of(faults);
    error
}

/// Whether a text would be a grid if it had no strays.
fn is_grid_without_strays(source: &Source<'_>) -> bool {
    let strays = source.survey.strays;
    if strays == 0 || !source.survey.cells[..4].iter().any(|&cells| cells - strays == 81) {
        return false;
    }
    let mut known = Survey::EMPTY;
    for line in content(source.text) {
        known.add(LineScan { strays: 0, ..line.scan });
    }
    (0..4).any(|reading| known.fits(reading))
}

/// The size of a square grid of a usual size other than nine, and its first line.
pub(super) fn square_size(source: &Source<'_>) -> Option<(usize, usize)> {
    const SIZES: [usize; 7] = [4, 6, 8, 10, 12, 16, 25];
    let size = SIZES.into_iter().find(|&size| source.survey.lines[0] as usize == size)?;
    let mut rows = source.lines.iter().map(|line| (line.number, line.scan.cells_under(Reading::ALL[0]) as usize));
    let mut rows = rows.by_ref().filter(|&(_, cells)| cells > 0);
    let (first, cells) = rows.next()?;
    (cells == size && rows.all(|(_, cells)| cells == size)).then_some((first, size))
}

/// Locates the strays of a line as long as there is room for faults.
fn push_strays(error: &mut NotationError, number: usize, line: &str) {
    for (i, character) in line.chars().enumerate() {
        if Symbol::of(character).is_stray() {
            if error.is_full() {
                return;
            }
            let kind = FaultKind::Character(character);
            error.push(Fault { line: number, character: Some(i + 1), cell: None, kind });
        }
    }
}

/// Reads nine texts of nine cells each, as [`super::parse_rows`] says.
pub(super) fn read_rows<'t>(rows: impl Iterator<Item = (usize, &'t str)> + Clone) -> Result<Grid, NotationError> {
    let mut survey = Survey::EMPTY;
    for (_, row) in rows.clone() {
        survey.add(LineScan::of(row));
    }
    let mut found: Option<(Grid, Reading)> = None;
    // Frame lines and prose have no place between the rows.
    for (i, reading) in Reading::ALL.into_iter().enumerate().filter(|(_, reading)| !reading.decorated) {
        if !survey.are_rows(i) {
            continue;
        }
        let grid = grid(rows.clone(), reading)?;
        match found {
            Some((first, before)) if first != grid => {
                return Err(Ambiguity { first: before.name(), second: reading.name() }.into());
            }
            Some(_) => {}
            None => found = Some((grid, reading)),
        }
    }
    if let Some((grid, _)) = found {
        return Ok(grid);
    }
    let reading = Reading::ALL[survey.nearest(4)];
    let mut error = NotationError::none();
    let mut faults = 0;
    for (number, row) in rows {
        let scan = LineScan::of(row);
        let cells = scan.cells_under(reading) as usize;
        if cells != 9 {
            let kind = FaultKind::Length { cells, wanted: 9 };
            error.push(Fault { line: number, character: None, cell: None, kind });
        }
        faults += usize::from(cells != 9) + scan.strays as usize;
        push_strays(&mut error, number, row);
    }
    error.count_of(faults);
    Err(error)
}
