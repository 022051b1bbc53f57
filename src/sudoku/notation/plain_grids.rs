//! Grids of one character per cell: a line of 81, nine lines of nine, rows joined by dashes, with or without a frame.
//!
//! `*` and `-` each mean either a frame or a blank cell throughout the text. Lines that only draw a frame, and lines of
//! prose, are either included or ignored. This gives eight readings. Each is judged by the counts from one pass over
//! the text, and only a reading that fits is read.

use super::character_counts::{Count, Reading, Source};
use super::error::{Fault, FaultKind, NotationError};
use super::groups::Borders;
use super::lines::{Line, LineScan};
use super::symbol::Symbol;
use super::{Layout, Outcome, Text, agreed, remark};
use crate::sudoku::{Cell, Grid};

/// 81 cells on one line.
pub(super) fn line(source: &Source<'_>) -> Outcome {
    fitting(source, |count| !count.reading.decorated && count.is_line(), Layout::Line)
}

/// Nine rows on one line, joined by dashes, or by dots if 0 is a blank.
pub(super) fn dashed(source: &Source<'_>) -> Outcome {
    if source.counts[0].lines == 1 && source.counts[0].cells == 89 {
        let lines = source.lines().iter().map(|line| line.text.trim().split('.'));
        let rows = lines.flatten().filter(|row| row.len() == 9 && row.bytes().all(|byte| byte.is_ascii_digit()));
        let cells: String = rows.collect();
        let grid = super::plain_line(cells.as_bytes());
        return Ok(grid.map(|grid| Text::of(grid, Layout::Line)));
    }
    let is_wanted = |count: &Count| {
        let may_be = !count.reading.decorated && !count.reading.dash && count.is_line();
        may_be && is_dashed(source, count.reading)
    };
    fitting(source, is_wanted, Layout::Dashed)
}

/// Nine lines of nine cells.
pub(super) fn rows(source: &Source<'_>) -> Outcome {
    fitting(source, |count| !count.reading.decorated && count.are_rows(), Layout::Lines)
}

/// Either one line or nine lines of cells, with frame lines or prose.
pub(super) fn framed(source: &Source<'_>) -> Outcome {
    // The last four readings ignore frame lines and prose.
    let layout = if source.counts[4..].iter().any(Count::are_rows) { Layout::Lines } else { Layout::Line };
    let read = fitting(source, |count| count.reading.decorated && count.fits(), layout)?;
    // What is ignored is a remark.
    let is_remark = |line: &Line<'_>| !line.scan.is_prose || remark::cells_of(line.text).is_none();
    Ok(read.filter(|_| source.lines().iter().all(is_remark)))
}

/// The grid on which all wanted readings agree.
fn fitting(source: &Source<'_>, is_wanted: impl Fn(&Count) -> bool, layout: Layout) -> Outcome {
    let is_read = |count: &&Count| is_wanted(count) && !source.repeats(count) && !counts_frame(source, count.reading);
    agreed(
        source.counts.iter().filter(is_read).map(|&Count { reading, .. }| {
            (reading.name, grid(source, reading).map(|grid| Some(Text::of(grid, layout))))
        }),
    )
}

/// Whether a reading takes the lines of a frame for cells: `*` or `-` are blanks only on lines of nothing else.
fn counts_frame(source: &Source<'_>, reading: Reading) -> bool {
    if !reading.star && !reading.dash || reading.decorated {
        return false;
    }
    let known = |line: &Line<'_>| line.scan.cells_under(Reading::ALL[0]);
    let blanks = |line: &Line<'_>| line.scan.cells_under(reading) - known(line);
    let has = |is_known: bool| source.every_line.iter().any(|line| (known(line) > 0) == is_known && blanks(line) > 0);
    has(false) && !has(true) && source.counts[0].cells > 0
}

/// The lines that have cells under a reading.
fn lines_with_cells<'s, 't>(source: &'s Source<'t>, reading: Reading) -> impl Iterator<Item = &'s Line<'t>> {
    source.every_line.iter().filter(move |line| line.scan.cells_under(reading) > 0)
}

/// Whether the only line with cells consists of nine groups of nine cells, separated by dashes.
fn is_dashed(source: &Source<'_>, reading: Reading) -> bool {
    let cells = |row: &str| row.chars().filter(|&c| reading.is_cell(Symbol::of(c))).count();
    let line = lines_with_cells(source, reading).next();
    line.is_some_and(|line| line.text.split(|c| Symbol::of(c) == Symbol::Dash).map(cells).eq([9; 9]))
}

/// The grid of the lines that have cells under a reading that fits. The error lists the strays among its cells and the groups
/// that show where a cell was lost.
fn grid(source: &Source<'_>, reading: Reading) -> Result<Grid, NotationError> {
    let mut error = NotationError::none();
    let mut values = [0; 81];
    let mut index = 0;
    let mut has_slashes = None;
    for &Line { number, text: line, .. } in lines_with_cells(source, reading) {
        let first = index;
        let slashes = *has_slashes.get_or_insert(line.contains('/'));
        let characters = line.chars().enumerate().map(|(i, character)| (i, character, Symbol::of(character)));
        let cells = characters.filter(|&(_, _, symbol)| reading.is_cell(symbol));
        for (i, character, symbol) in cells.take(81 - index) {
            match symbol.value() {
                Some(value) => values[index] = value,
                None => error.push(Fault {
                    character: Some(i + 1),
                    cell: Cell::from_index(index),
                    ..Fault::of_line(number, FaultKind::Character(character))
                }),
            }
            index += 1;
        }
        let borders = Borders::of(line, reading);
        if !borders.are_even(values[80] != 0) {
            let row = (index - first == 9).then_some(index as u8 / 9);
            borders.diagnose(number, row, &mut error);
        }
        // The rating below a grid that has lost a row.
        if index - first == 9 && !slashes && remark::is_rating(line) {
            error.push(Fault::of_line(number, FaultKind::LineCount(8)));
        }
        // Of `,S`, only the solution S may be left.
        if index - first == 81 && !values.contains(&0) && remark::is_field(line) {
            error.push(Fault::of_line(number, FaultKind::Undecided));
        }
    }
    if error.faults().is_empty() { Ok(Grid::from_known_values(values)) } else { Err(error) }
}

/// The faults of the only line with cells, if its groups are nearly those of a grid.
fn misgrouped(source: &Source<'_>) -> Option<NotationError> {
    let mut near = source.counts[..4].iter().filter(|count| count.lines == 1 && (72..=90).contains(&count.cells));
    near.find_map(|&Count { reading, .. }| {
        let line = lines_with_cells(source, reading).next()?;
        let mut error = NotationError::none();
        Borders::of(line.text, reading).diagnose(line.number, None, &mut error);
        (!error.faults().is_empty()).then_some(error)
    })
}

/// Reports the faults of a text that fits no reading.
pub(super) fn diagnose(source: &Source<'_>) -> NotationError {
    let mut error = NotationError::none();
    if is_grid_without_strays(source) {
        source.every_line.iter().for_each(|line| push_strays(&mut error, line));
        return error;
    }
    if let Some(error) = misgrouped(source) {
        return error;
    }
    let nearest = source.nearest(8);
    let Count { reading, lines: count, .. } = *nearest;
    if count == 0 && source.strays == 0 {
        let kind = if source.has_comment { FaultKind::OnlyComments } else { FaultKind::Empty };
        return NotationError::of(1, kind);
    }
    // What is wrong with all lines together comes first.
    let first = lines_with_cells(source, reading).next().map_or(1, |line| line.number);
    let whole = match (nearest.several_puzzles(), count) {
        (Some(puzzles), _) => Some(FaultKind::SeveralPuzzles(puzzles)),
        (None, 1) if nearest.cells != 81 => Some(FaultKind::Length { cells: nearest.cells, wanted: 81 }),
        (None, 1 | 9) => None,
        (None, lines) => Some(FaultKind::LineCount(lines)),
    };
    if let Some(kind) = whole {
        error.push(Fault::of_line(first, kind));
    }
    let mut rows = 0;
    for line in &source.every_line {
        let cells = line.scan.cells_under(reading);
        rows += usize::from(cells > 0);
        if count > 1 && cells > 0 && cells != 9 {
            let row = u8::try_from(rows).ok().filter(|_| count == 9);
            error.push(Fault { row, ..Fault::of_line(line.number, FaultKind::Length { cells, wanted: 9 }) });
        }
        push_strays(&mut error, line);
    }
    if error.faults().is_empty() {
        // The lines of a frame were the other rows.
        error.push(Fault::of_line(first, FaultKind::LineCount(source.counts[0].lines)));
    }
    error
}

/// Whether a text would be a grid if it had no strays.
fn is_grid_without_strays(source: &Source<'_>) -> bool {
    let known = || source.every_line.iter().map(|line| LineScan { strays: 0, ..line.scan });
    source.strays > 0 && Reading::ALL[..4].iter().any(|&reading| Count::of(reading, known()).fits())
}

/// The size of a square grid of a usual size other than nine, and its first line. Its cells stand on one line, or a row
/// on each line; a cell may have several digits if something separates it from the next.
pub(super) fn square_size(source: &Source<'_>) -> Option<(usize, usize)> {
    const SIZES: [usize; 7] = [4, 6, 8, 10, 12, 16, 25];
    let lines = source.counts[0].lines;
    let cells_of = |line: &Line<'_>| line.scan.cells_under(Reading::ALL[0]);
    let mut rows = source.lines().iter().filter(|line| cells_of(line) > 0);
    let first = rows.clone().next()?;
    if lines == 1 {
        return SIZES.into_iter().find(|size| size * size == cells_of(first)).map(|size| (first.number, size));
    }
    let fields =
        |text: &str| text.split(|c: char| c.is_whitespace() || ",;|".contains(c)).filter(|f| !f.is_empty()).count();
    let is_square = SIZES.contains(&lines) && rows.all(|line| cells_of(line) == lines || fields(line.text) == lines);
    is_square.then_some((first.number, lines))
}

/// Adds a fault for each stray character of a line.
fn push_strays(error: &mut NotationError, line: &Line<'_>) {
    let characters = line.text.chars().enumerate().filter(|&(_, character)| Symbol::of(character).is_stray());
    let faults = characters.map(|(i, character)| {
        let fault = Fault::of_line(line.number, FaultKind::Character(character));
        Fault { character: Some(i + 1), ..fault }
    });
    error.extend(line.scan.strays as usize, faults);
}

/// Reads nine texts of nine cells each; see [`super::parse_rows`].
pub(super) fn read_rows(source: &Source<'_>) -> Result<Grid, NotationError> {
    // The first four readings: frame lines and prose are not allowed between the rows.
    let rows = source.counts[..4].iter().filter(|count| count.are_rows() && !source.repeats(count));
    let grids = rows
        .map(|&Count { reading, .. }| Ok((reading.name, Ok(Some(Text::of(grid(source, reading)?, Layout::Lines))))));
    if let Some(text) = agreed(grids.collect::<Result<Vec<_>, NotationError>>()?)? {
        return Ok(text.grid);
    }
    let reading = source.nearest(4).reading;
    let mut error = NotationError::none();
    for line in &source.every_line {
        let cells = line.scan.cells_under(reading);
        if cells != 9 {
            error.push(Fault::of_line(line.number, FaultKind::Length { cells, wanted: 9 }));
        }
        push_strays(&mut error, line);
    }
    Err(error)
}
