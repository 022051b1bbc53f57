//! Grids of one character per cell: a line of 81, nine lines of nine, rows joined by dashes, with or without a frame.
//!
//! `*` and `-` each mean either a frame or a blank cell throughout the text. Lines that only draw a frame, and lines of
//! prose, are either included or ignored. This gives eight readings. Each is judged by the counts from one pass over
//! the text, and only a reading that fits is read.

use super::error::{Fault, FaultKind, NotationError};
use super::groups::Borders;
use super::lines::{Line, LineScan};
use super::survey::{Reading, Source, Survey};
use super::symbol::Symbol;
use super::{Layout, Outcome, Text, agreed, remark};
use crate::sudoku::{Cell, Grid};

/// Reads a text with one character per cell.
pub(super) fn read(text: &str) -> Outcome {
    let source = Source::of(text);
    agreed([
        ("rows joined by dashes", dashed(&source)),
        ("one line", line(&source)),
        ("nine lines", rows(&source)),
        ("a framed grid", framed(&source)),
    ])
}

/// 81 cells on one line.
pub(super) fn line(source: &Source<'_>) -> Outcome {
    fitting(source, |i, reading| !reading.decorated && source.survey.is_line(i), Layout::Line)
}

/// Nine rows on one line, joined by dashes, or by dots if 0 is a blank.
pub(super) fn dashed(source: &Source<'_>) -> Outcome {
    if source.survey.lines[0] == 1 && source.survey.cells[0] == 89 {
        let lines = source.lines().iter().map(|line| line.text.trim().split('.'));
        let rows = lines.flatten().filter(|row| row.len() == 9 && row.bytes().all(|byte| byte.is_ascii_digit()));
        let cells: String = rows.collect();
        let grid = super::plain_line(cells.as_bytes());
        return Ok(grid.map(|grid| Text { grid, layout: Layout::Line, candidates: None }));
    }
    let is_wanted = |i: usize, reading: Reading| {
        let may_be = !reading.decorated && !reading.dash && source.survey.is_line(i) && source.survey.dashes >= 8;
        may_be && is_dashed(source, reading)
    };
    fitting(source, is_wanted, Layout::Dashed)
}

/// Nine lines of nine cells.
pub(super) fn rows(source: &Source<'_>) -> Outcome {
    fitting(source, |i, reading| !reading.decorated && source.survey.are_rows(i), Layout::Lines)
}

/// Either one line or nine lines of cells, with frame lines or prose.
pub(super) fn framed(source: &Source<'_>) -> Outcome {
    // The last four readings ignore frame lines and prose.
    let layout = if (4..8).any(|reading| source.survey.are_rows(reading)) { Layout::Lines } else { Layout::Line };
    // What is ignored is a remark.
    if source.lines().iter().any(|line| line.scan.is_prose && remark::cells_of(line.text).is_some()) {
        return Ok(None);
    }
    fitting(source, |i, reading| reading.decorated && source.survey.fits(i), layout)
}

/// The grid on which all wanted readings agree.
fn fitting(source: &Source<'_>, is_wanted: impl Fn(usize, Reading) -> bool, layout: Layout) -> Outcome {
    let readings = Reading::ALL.into_iter().enumerate();
    let wanted = readings
        .filter(|&(i, reading)| !source.survey.repeats(i) && is_wanted(i, reading) && !counts_frame(source, reading));
    agreed(wanted.map(|(_, reading)| {
        let grid = grid(numbered(source, reading), reading);
        (reading.name, grid.map(|grid| Some(Text { grid, layout, candidates: None })))
    }))
}

/// Whether a reading takes the lines of a frame for cells: `*` or `-` are blanks only on lines of nothing else.
fn counts_frame(source: &Source<'_>, reading: Reading) -> bool {
    if !reading.star && !reading.dash || reading.decorated {
        return false;
    }
    let known = |line: &Line<'_>| line.scan.cells + line.scan.strays;
    let blanks = |line: &Line<'_>| line.scan.cells_under(reading) - known(line);
    let has = |is_known: bool| source.every_line().any(|line| (known(&line) > 0) == is_known && blanks(&line) > 0);
    has(false) && !has(true) && source.survey.strays + source.survey.cells[0] > 0
}

/// The lines that have cells under a reading, with their numbers.
fn numbered<'t>(source: &Source<'t>, reading: Reading) -> impl Iterator<Item = (usize, &'t str)> {
    let lines = source.every_line().filter(move |line| line.scan.cells_under(reading) > 0);
    lines.map(|line| (line.number, line.text))
}

/// Whether the only line with cells consists of nine groups of nine cells, separated by dashes.
fn is_dashed(source: &Source<'_>, reading: Reading) -> bool {
    let cells = |row: &str| row.chars().filter(|&c| reading.is_cell(Symbol::of(c))).count();
    let mut lines = numbered(source, reading);
    lines.next().is_some_and(|(_, line)| line.split(|c| Symbol::of(c) == Symbol::Dash).map(cells).eq([9; 9]))
}

/// The grid of the lines that have cells under a reading that fits. The error lists the strays among its cells and the groups
/// that show where a cell was lost.
fn grid<'t>(lines: impl Iterator<Item = (usize, &'t str)>, reading: Reading) -> Result<Grid, NotationError> {
    let mut error = NotationError::none();
    let mut values = [0; 81];
    let mut index = 0;
    let mut has_slashes = None;
    for (number, line) in lines {
        let first = index;
        let slashes = *has_slashes.get_or_insert(line.contains('/'));
        let characters = line.chars().enumerate().map(|(i, character)| (i, character, Symbol::of(character)));
        for (i, character, symbol) in characters.filter(|&(_, _, symbol)| reading.is_cell(symbol)) {
            match symbol.value() {
                Some(value) => values[index] = value,
                None => error.push(Fault {
                    character: Some(i + 1),
                    cell: Cell::from_index(index),
                    ..Fault::of_line(number, FaultKind::Character(character))
                }),
            }
            index += 1;
            if index == 81 {
                break;
            }
        }
        let borders = Borders::of(line, reading);
        if !borders.are_even(values[80] != 0) {
            let row = (index - first == 9).then_some(index as u8 / 9);
            borders.diagnose(number, row, &mut error);
        }
        // The rating below a grid that has lost a row.
        if index - first == 9 && !slashes && remark::is_rating(line) {
            error.push(Fault::of_line(number, FaultKind::LineCount { lines: 8 }));
        }
        // Of `,S`, only the solution S may be left.
        if index - first == 81 && !values.contains(&0) && remark::is_field(line) {
            error.push(Fault::of_line(number, FaultKind::Undecided));
        }
        if index == 81 {
            break;
        }
    }
    if error.faults().is_empty() { Ok(Grid::from_known_values(values)) } else { Err(error) }
}

/// Reports the strays and the groups of other sizes in a text that would be a grid without them.
pub(super) fn misspelt(source: &Source<'_>) -> Option<NotationError> {
    let fitting = (0..8).filter(|&reading| source.survey.fits(reading));
    fitting.map(|i| Reading::ALL[i]).find_map(|reading| grid(numbered(source, reading), reading).err())
}

/// The faults of the only line with cells, if its groups are nearly those of a grid.
fn misgrouped(source: &Source<'_>) -> Option<NotationError> {
    let is_near = |&i: &usize| source.survey.lines[i] == 1 && (72..=90).contains(&source.survey.cells[i]);
    (0..4).filter(is_near).find_map(|i| {
        let reading = Reading::ALL[i];
        let (number, line) = numbered(source, reading).next()?;
        let mut error = NotationError::none();
        Borders::of(line, reading).diagnose(number, None, &mut error);
        (!error.faults().is_empty()).then_some(error)
    })
}

/// Reports the faults of a text that fits no reading.
pub(super) fn diagnose(source: &Source<'_>) -> NotationError {
    let survey = &source.survey;
    let mut error = NotationError::none();
    if is_grid_without_strays(source) {
        for line in source.every_line().filter(|line| line.scan.strays > 0) {
            push_strays(&mut error, line.number, line.text, line.scan.strays);
            if error.is_full() {
                break;
            }
        }
        error.count_of(survey.strays as usize);
        return error;
    }
    if let Some(error) = misgrouped(source) {
        return error;
    }
    let nearest = survey.nearest(8);
    let reading = Reading::ALL[nearest];
    let count = survey.lines[nearest] as usize;
    let mut row = 0;
    if count == 0 && survey.strays == 0 {
        let kind = if source.has_comment { FaultKind::OnlyComments } else { FaultKind::Empty };
        return NotationError::of(1, kind);
    }
    let faults = survey.faults(nearest);
    let mut is_first = true;
    for line in source.every_line() {
        let cells = line.scan.cells_under(reading) as usize;
        if cells + line.scan.strays as usize == 0 {
            continue;
        }
        row += u8::from(cells > 0 && count == 9);
        let row = Some(row).filter(|&row| row > 0);
        let mut push = |kind| error.push(Fault { row, ..Fault::of_line(line.number, kind) });
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
        push_strays(&mut error, line.number, line.text, line.scan.strays);
        if error.faults().len() >= faults.min(NotationError::MOST_FAULTS) {
            break;
        }
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
    for line in source.first_lines() {
        known.add(LineScan { strays: 0, ..line.scan });
    }
    (0..4).any(|reading| known.fits(reading))
}

/// The size of a square grid of a usual size other than nine, and its first line. Its cells stand on one line, or a row
/// on each line; a cell may have several digits if something separates it from the next.
pub(super) fn square_size(source: &Source<'_>) -> Option<(usize, usize)> {
    const SIZES: [usize; 7] = [4, 6, 8, 10, 12, 16, 25];
    let lines = source.survey.lines[0] as usize;
    let cells_of = |line: &Line<'_>| line.scan.cells_under(Reading::ALL[0]) as usize;
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

/// Adds a fault for each of the `strays` stray characters of a line, while there is room for faults.
fn push_strays(error: &mut NotationError, number: usize, line: &str, strays: u32) {
    let characters = line.chars().enumerate().filter(|&(_, character)| Symbol::of(character).is_stray());
    for (i, character) in characters.take(strays as usize) {
        if error.is_full() {
            return;
        }
        let fault = Fault::of_line(number, FaultKind::Character(character));
        error.push(Fault { character: Some(i + 1), ..fault });
    }
}

/// Reads nine texts of nine cells each; see [`super::parse_rows`].
pub(super) fn read_rows<'t>(rows: impl Iterator<Item = (usize, &'t str)> + Clone) -> Result<Grid, NotationError> {
    let mut survey = Survey::EMPTY;
    for (_, row) in rows.clone() {
        survey.add(LineScan::of(row));
    }
    // The first four readings: frame lines and prose are not allowed between the rows.
    let readings = (0..4).filter(|&i| survey.are_rows(i) && !survey.repeats(i)).map(|i| Reading::ALL[i]);
    let grids = readings.map(|reading| {
        let grid = grid(rows.clone(), reading)?;
        Ok((reading.name, Ok(Some(Text { grid, layout: Layout::Lines, candidates: None }))))
    });
    if let Some(text) = agreed(grids.collect::<Result<Vec<_>, NotationError>>()?)? {
        return Ok(text.grid);
    }
    let reading = Reading::ALL[survey.nearest(4)];
    let mut error = NotationError::none();
    let mut faults = 0;
    for (number, row) in rows {
        let scan = LineScan::of(row);
        let cells = scan.cells_under(reading) as usize;
        if cells != 9 {
            error.push(Fault::of_line(number, FaultKind::Length { cells, wanted: 9 }));
        }
        faults += usize::from(cells != 9) + scan.strays as usize;
        push_strays(&mut error, number, row, scan.strays);
    }
    error.count_of(faults);
    Err(error)
}
