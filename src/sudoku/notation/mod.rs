//! The text notations of a grid, both ways.
//!
//! A text is 81 cells on one line (rows may be joined by dashes), or nine lines of nine cells, with or without frames
//! and spaces:
//!
//! | characters | meaning |
//! | --- | --- |
//! | `1` to `9` | givens |
//! | `.` `0` `_` `x` `X` | blanks |
//! | white space, `\|` `+` `/` `,` `;`, box-drawing characters | separate, and nothing else |
//! | `*` `-` | each frame or blank, for the whole text |
//! | a line that begins with `#` | a comment |
//!
//! Of the readings of `*` and `-` the first that gives a grid is taken: both frame, both blank, only `*` blank, only
//! `-` blank. A text of another shape is refused, and each line whose count is wrong is named, so that a lost
//! character never shifts the rest.

mod fault;

pub use fault::{Fault, FaultKind, NotationError};

use super::{Cell, Digit, Grid};

/// How the cells of a text were laid out, and so how an answer to it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// 81 cells on one line.
    Line,
    /// Nine rows of nine cells on one line, joined by dashes.
    Dashed,
    /// Nine lines of nine cells.
    Lines,
}

impl Layout {
    /// Writes a grid in this layout, `.` for a blank, without a line break at the end.
    #[must_use]
    pub fn format(self, grid: &Grid) -> String {
        let line = grid.to_string();
        let joint = match self {
            Self::Line => return line,
            Self::Dashed => '-',
            Self::Lines => '\n',
        };
        let mut text = String::with_capacity(89);
        for row in 0..9 {
            if row > 0 {
                text.push(joint);
            }
            text.push_str(&line[row * 9..row * 9 + 9]);
        }
        text
    }
}

/// A grid and the layout that it was written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The grid.
    pub grid: Grid,
    /// How its cells were laid out.
    pub layout: Layout,
}

/// Reads a grid from a text in any notation of this module.
///
/// # Errors
/// Every fault of the text, in reading order.
pub fn parse(text: &str) -> Result<Text, NotationError> {
    if let Some(grid) = plain_line(text.as_bytes()) {
        return Ok(Text { grid, layout: Layout::Line });
    }
    let mut symbols = Vec::with_capacity(96);
    let mut comments = false;
    for (number, line) in text.split('\n').enumerate() {
        if line.trim_start().starts_with('#') {
            comments = true;
        } else {
            symbols.extend(symbols_of(line, number + 1));
        }
    }
    if symbols.is_empty() {
        let kind = if comments { FaultKind::OnlyComments } else { FaultKind::Empty };
        return Err(NotationError::of(Fault { line: 1, character: None, cell: None, kind }));
    }
    for reading in Reading::ALL {
        let lines = Lines::of(&symbols, reading);
        if let Some(layout) = lines.layout(&symbols) {
            return lines.grid(&symbols).map(|grid| Text { grid, layout });
        }
    }
    Err(shape_error(&symbols, Lines::layout_fits))
}

/// Reads a grid from nine texts of nine cells each. The reading of `*` and `-` is chosen over all nine; line breaks
/// only separate, and there are no comments. The line of a fault is the number of its text.
///
/// # Errors
/// Every fault of the texts, in reading order.
pub fn parse_rows(rows: &[impl AsRef<str>; 9]) -> Result<Grid, NotationError> {
    let mut symbols = Vec::with_capacity(96);
    for (number, row) in rows.iter().enumerate() {
        symbols.extend(symbols_of(row.as_ref(), number + 1));
    }
    for reading in Reading::ALL {
        let lines = Lines::of(&symbols, reading);
        if lines.are_rows() {
            return lines.grid(&symbols);
        }
    }
    let lines = nearest(&symbols);
    let mut faults = lines.strays(&symbols, false);
    for row in 1..=9 {
        let cells = lines.counts.iter().find(|count| count.line == row).map_or(0, |count| count.cells);
        if cells != 9 {
            faults.push(Fault { line: row, character: None, cell: None, kind: FaultKind::Length { cells, wanted: 9 } });
        }
    }
    Err(NotationError::sorted(faults))
}

/// Reads the notation of nearly every request and of nearly every line of a batch: 81 bytes, each a digit or `.`, and
/// at most a line break behind them. `None` for anything else, which [`parse`] may still read.
#[must_use]
pub fn plain_line(text: &[u8]) -> Option<Grid> {
    let line: &[u8; 81] = text.strip_suffix(b"\n").unwrap_or(text).try_into().ok()?;
    Grid::from_values(line.map(|byte| match byte {
        b'.' => 0,
        byte => byte.wrapping_sub(b'0'),
    }))
}

/// A character that is a cell, or may be one.
#[derive(Clone, Copy)]
struct Symbol {
    what: What,
    line: usize,
    character: usize,
}

#[derive(Clone, Copy)]
enum What {
    Given(Digit),
    Blank,
    Star,
    Dash,
    /// A character that no notation knows. It counts as a cell, so that the rest keeps its place.
    Stray(char),
}

fn symbols_of(line: &str, number: usize) -> impl Iterator<Item = Symbol> {
    line.chars().enumerate().filter_map(move |(i, character)| {
        let what = match character {
            '.' | '0' | '_' | 'x' | 'X' => What::Blank,
            '*' => What::Star,
            '-' => What::Dash,
            '|' | '+' | '/' | ',' | ';' | '\u{2500}'..='\u{257F}' => return None,
            white if white.is_whitespace() => return None,
            other => Digit::from_char(other).map_or(What::Stray(other), What::Given),
        };
        Some(Symbol { what, line: number, character: i + 1 })
    })
}

/// Which of `*` and `-` are blank cells; they are frame otherwise.
#[derive(Clone, Copy)]
struct Reading {
    star: bool,
    dash: bool,
}

impl Reading {
    const ALL: [Self; 4] = [
        Self { star: false, dash: false },
        Self { star: true, dash: true },
        Self { star: true, dash: false },
        Self { star: false, dash: true },
    ];

    fn is_cell(self, symbol: &Symbol) -> bool {
        match symbol.what {
            What::Given(_) | What::Blank | What::Stray(_) => true,
            What::Star => self.star,
            What::Dash => self.dash,
        }
    }
}

/// How many cells a line has, of the lines that have any.
struct LineCount {
    line: usize,
    cells: usize,
}

/// A text under one reading.
struct Lines {
    reading: Reading,
    counts: Vec<LineCount>,
}

impl Lines {
    fn of(symbols: &[Symbol], reading: Reading) -> Self {
        let mut counts: Vec<LineCount> = Vec::new();
        for symbol in symbols.iter().filter(|symbol| reading.is_cell(symbol)) {
            match counts.last_mut() {
                Some(count) if count.line == symbol.line => count.cells += 1,
                _ => counts.push(LineCount { line: symbol.line, cells: 1 }),
            }
        }
        Self { reading, counts }
    }

    fn layout_fits(&self) -> bool {
        self.is_line() || self.are_rows()
    }

    fn is_line(&self) -> bool {
        matches!(self.counts[..], [LineCount { cells: 81, .. }])
    }

    fn are_rows(&self) -> bool {
        self.counts.len() == 9 && self.counts.iter().all(|count| count.cells == 9)
    }

    fn layout(&self, symbols: &[Symbol]) -> Option<Layout> {
        if self.are_rows() {
            Some(Layout::Lines)
        } else if !self.is_line() {
            None
        } else if !self.reading.dash && self.is_dashed(symbols) {
            Some(Layout::Dashed)
        } else {
            Some(Layout::Line)
        }
    }

    /// Whether the dashes of the only line, all frame, part its cells into nine times nine.
    fn is_dashed(&self, symbols: &[Symbol]) -> bool {
        let line = self.counts[0].line;
        let mut rows = [0_usize; 9];
        let mut row = 0;
        for symbol in symbols.iter().filter(|symbol| symbol.line == line) {
            match symbol.what {
                What::Dash if row == 8 => return false,
                What::Dash => row += 1,
                What::Star | What::Given(_) | What::Blank | What::Stray(_) => {
                    rows[row] += usize::from(self.reading.is_cell(symbol));
                }
            }
        }
        rows == [9; 9]
    }

    /// How many grids the only line holds, if it holds several.
    fn several_puzzles(&self) -> Option<usize> {
        match self.counts[..] {
            [LineCount { cells, .. }] if cells > 81 && cells.is_multiple_of(81) => Some(cells / 81),
            _ => None,
        }
    }

    fn cells(&self, symbols: &[Symbol]) -> impl Iterator<Item = Symbol> {
        let reading = self.reading;
        symbols.iter().filter(move |symbol| reading.is_cell(symbol)).copied()
    }

    /// The grid of a text whose shape fits.
    fn grid(&self, symbols: &[Symbol]) -> Result<Grid, NotationError> {
        let faults = self.strays(symbols, true);
        if !faults.is_empty() {
            return Err(NotationError::sorted(faults));
        }
        let grid = Cell::all().zip(self.cells(symbols)).fold(Grid::EMPTY, |grid, (cell, symbol)| match symbol.what {
            What::Given(digit) => grid.with(cell, digit),
            What::Blank | What::Star | What::Dash | What::Stray(_) => grid,
        });
        Ok(grid)
    }

    /// The characters that no notation knows, with their cells if the shape tells them.
    fn strays(&self, symbols: &[Symbol], shape_fits: bool) -> Vec<Fault> {
        self.cells(symbols)
            .enumerate()
            .filter_map(|(index, Symbol { what, line, character })| match what {
                What::Stray(found) => Some(Fault {
                    line,
                    character: Some(character),
                    cell: if shape_fits { Cell::from_index(index) } else { None },
                    kind: FaultKind::Character(found),
                }),
                What::Given(_) | What::Blank | What::Star | What::Dash => None,
            })
            .collect()
    }
}

/// The reading that makes the most sense of a text whose shape fits under none: one under which the only line holds
/// several grids, or else the one that comes nearest to 81 cells, the first of those that are equally near.
fn nearest(symbols: &[Symbol]) -> Lines {
    Reading::ALL
        .map(|reading| Lines::of(symbols, reading))
        .into_iter()
        .min_by_key(|lines| {
            let cells: usize = lines.counts.iter().map(|count| count.cells).sum();
            (lines.several_puzzles().is_none(), cells.abs_diff(81))
        })
        .expect("there are four readings")
}

/// What is wrong with a text whose shape fits under no reading.
fn shape_error(symbols: &[Symbol], fits: impl Fn(&Lines) -> bool) -> NotationError {
    // A grid with something beside it: without the stray characters it would be one.
    let known: Vec<Symbol> = symbols.iter().filter(|s| !matches!(s.what, What::Stray(_))).copied().collect();
    let strays = Lines::of(symbols, Reading::ALL[0]).strays(symbols, false);
    if !strays.is_empty() && Reading::ALL.iter().any(|&reading| fits(&Lines::of(&known, reading))) {
        return NotationError::sorted(strays);
    }
    let lines = nearest(symbols);
    let mut faults = strays;
    match lines.counts[..] {
        [] => faults.push(Fault { line: 1, character: None, cell: None, kind: FaultKind::Empty }),
        [LineCount { line, cells }] => {
            let kind = match lines.several_puzzles() {
                Some(puzzles) => FaultKind::SeveralPuzzles { puzzles },
                None => FaultKind::Length { cells, wanted: 81 },
            };
            faults.push(Fault { line, character: None, cell: None, kind });
        }
        [LineCount { line, .. }, ..] => {
            if lines.counts.len() != 9 {
                let kind = FaultKind::LineCount { lines: lines.counts.len() };
                faults.push(Fault { line, character: None, cell: None, kind });
            }
            for &LineCount { line, cells } in lines.counts.iter().filter(|count| count.cells != 9) {
                let kind = FaultKind::Length { cells, wanted: 9 };
                faults.push(Fault { line, character: None, cell: None, kind });
            }
        }
    }
    NotationError::sorted(faults)
}
