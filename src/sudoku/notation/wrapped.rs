//! Texts that contain a grid among other things: a line with text after the puzzle, a file with headers, a URL.

use std::borrow::Cow;

use super::survey::Source;
use super::{Ambiguity, Candidates, Layout, Outcome, Text, characters};
use crate::sudoku::{Cell, Digit, Grid, House};

/// The lengths in bytes of a piece that may be a grid: 81 cells, each with separators and escapes around it.
const PIECE: std::ops::RangeInclusive<usize> = 81..=81 * 9;

/// Maximum number of pieces that are examined. A text with more is not a puzzle with its description.
const MOST_PIECES: usize = 16;

/// Words that name a column of puzzles, the clearest first.
pub const PUZZLE_NAMES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board", "clues", "givens"];

/// Words that name a column of solutions.
const SOLUTION_NAMES: [&str; 2] = ["solution", "solutions"];

/// Whether a line is the header of a CSV file of puzzles, such as `puzzle,solution`. A batch skips it.
#[must_use]
pub fn is_header(line: &str) -> bool {
    let names = || PUZZLE_NAMES.iter().chain(&SOLUTION_NAMES);
    let is_name = |field: &str| names().any(|name| field.trim_matches(QUOTES).eq_ignore_ascii_case(name));
    line.len() <= 200
        && line.bytes().all(|byte| byte.is_ascii_alphabetic() || b",;\t_\"' \r".contains(&byte))
        && line.split([',', ';', '\t']).map(str::trim).any(is_name)
}

const QUOTES: [char; 2] = ['"', '\''];

/// The only line of a text that is neither blank nor a comment.
fn only_line<'t>(source: &Source<'t>) -> Option<&'t str> {
    let mut lines = source.lines().iter().map(|line| line.text.trim()).filter(|line| !line.is_empty());
    lines.next().filter(|_| lines.next().is_none())
}

/// A puzzle with a rating, a name, a comment or its solution on the same line, perhaps below a header.
pub(super) fn described(source: &Source<'_>) -> Outcome {
    let lines = source.lines().iter().map(|line| line.text).filter(|line| !line.trim().is_empty());
    let mut lines = lines.skip_while(|line| is_header(line));
    let (Some(line), None) = (lines.next().filter(|line| !is_json(line)), lines.next()) else { return Ok(None) };
    if is_markup(source) || is_curl(source.start) {
        return Ok(None);
    }
    // A cut is tried only if no earlier one splits the line, so that a puzzle with spaces can precede a comment.
    let cuts: [&[char]; 4] = [&['#'], &[','], &[',', ';', '\t', '"', '#'], &[',', ';', '\t', '"', '#', ' ', '\r', '`']];
    for cut in cuts {
        let pieces = line.split(cut).filter(|piece| PIECE.contains(&piece.len())).take(MOST_PIECES);
        let mut grids = Vec::new();
        for piece in pieces {
            grids.extend(characters::read(piece)?);
        }
        if let Some(puzzle) = puzzle_among(&grids) {
            return Ok(Some(puzzle));
        }
    }
    Ok(None)
}

/// Whether a line is a JSON document, rather than the quoted fields of a CSV file.
fn is_json(line: &str) -> bool {
    let line = line.trim();
    let string = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    line.starts_with(['{', '[']) || string.is_some_and(|string| !string.contains('"'))
}

/// The puzzle, if every other grid is a complete one that contains it.
fn puzzle_among(grids: &[Text]) -> Option<Text> {
    let solves = |grid: &Grid, puzzle: &Grid| grid == puzzle || grid.is_complete() && grid.contains(puzzle);
    grids.iter().find(|puzzle| grids.iter().all(|other| solves(&other.grid, &puzzle.grid))).copied()
}

/// `[Puzzle]` of a `.sdk` file with sections; `[State]`, the player's progress, is not read.
pub(super) fn sections(source: &Source<'_>) -> Outcome {
    if !has_sections(source) {
        return Ok(None);
    }
    let lines = source.lines().iter().map(|line| line.text.trim());
    let rows = lines.skip_while(|line| !line.eq_ignore_ascii_case("[puzzle]")).skip(1);
    let section: Vec<&str> = rows.take_while(|line| !line.starts_with('[')).collect();
    characters::read(&section.join("\n"))
}

pub(super) fn has_sections(source: &Source<'_>) -> bool {
    source.lines().iter().map(|line| line.text.trim()).find(|line| !line.is_empty()).is_some_and(|line| {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        name.is_some_and(|name| name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
    })
}

/// A line of HoDoKu's library: `:technique:candidates:givens:deleted:eliminations:placements:extra`. Placed digits
/// count as digits of the grid; the candidates are those that the rules allow, without the deleted ones.
pub(super) fn library(source: &Source<'_>) -> Outcome {
    let Some(line) = only_line(source).filter(|line| line.starts_with(':')) else { return Ok(None) };
    let fields: Vec<&str> = line.split(':').take(9).collect();
    let Some(givens) = fields.get(3).filter(|givens| fields.len() >= 5 && PIECE.contains(&givens.len())) else {
        return Ok(None);
    };
    let deleted = fields[4];
    Ok(characters::read(givens)?.map(|text| {
        let candidates = (!deleted.trim().is_empty()).then(|| without(text.grid, deleted)).flatten();
        Text { candidates, ..text }
    }))
}

/// The candidates that the rules allow in a grid, without those listed as digit, row and column: `436 257`.
fn without(grid: Grid, deleted: &str) -> Option<Candidates> {
    let mut candidates: Candidates = [0x1FF; 81];
    for house in House::ALL {
        let placed = house.cells().iter().filter_map(|&cell| grid.get(cell)).fold(0, |all, digit| all | bit(digit));
        for cell in house.cells() {
            candidates[cell.index()] &= !placed;
        }
    }
    for cell in Cell::all() {
        if let Some(digit) = grid.get(cell) {
            candidates[cell.index()] = bit(digit);
        }
    }
    for name in deleted.split_whitespace() {
        let &[digit, row, column] = name.as_bytes() else { return None };
        let value = |byte: u8| usize::from(byte.wrapping_sub(b'0'));
        let digit = Digit::from_char(char::from(digit))?;
        candidates[Cell::at(value(row), value(column))?.index()] &= !bit(digit);
    }
    Some(candidates)
}

const fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

/// A URL with 81 cells as a value in its query, as its fragment or as part of its path.
pub(super) fn address(source: &Source<'_>) -> Outcome {
    let Some(address) = only_line(source).filter(|line| is_address(line)) else { return Ok(None) };
    let parts = address.split(['?', '#', '&']).enumerate().flat_map(|(i, part)| {
        // Slashes separate the parts of a path, but may also separate the rows of a value.
        let cut = if i == 0 { '/' } else { '=' };
        part.split(cut).map(move |piece| (part, piece))
    });
    let mut names = Vec::new();
    let mut grids = Vec::new();
    for (part, piece) in parts.filter(|(_, piece)| PIECE.contains(&piece.len())).take(MOST_PIECES) {
        if let Some(text) = characters::read(&percent_decoded(piece))? {
            names.push(PARAMETERS.into_iter().find(|name| part.starts_with(name)).unwrap_or("one part of the address"));
            grids.push(text);
        }
    }
    let other = grids.iter().position(|text| text.grid != grids[0].grid);
    match (puzzle_among(&grids), other) {
        (None, Some(other)) => Err(Ambiguity { line: 1, first: names[0], second: names[other] }),
        (puzzle, _) => Ok(puzzle),
    }
}

pub(super) fn is_address(text: &str) -> bool {
    let text = text.as_bytes();
    ["http://", "https://", "www."]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes())))
}

/// Parameters that the error of an ambiguous URL names.
const PARAMETERS: [&str; 5] = ["grid=", "puzzle=", "solution=", "bd=", "s="];

/// A text with the bytes that `%` and two digits stand for.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = (*first == b'%').then(|| tail.get(..2)).flatten();
        let value = escaped.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(value.unwrap_or(*first));
        rest = if value.is_some() { &tail[2..] } else { tail };
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a text is a command that was copied whole, with or without a prompt.
pub(super) fn is_curl(text: &str) -> bool {
    let text = text.strip_prefix('$').map_or(text, str::trim_start);
    text.strip_prefix("curl").is_some_and(|rest| rest.starts_with([' ', '\t', '\\', '.']))
}

/// The only game of an OpenSudoku file: `<game data="..."/>`, with the player's digits and notes if it was started.
pub(super) fn open_sudoku(source: &Source<'_>) -> Outcome {
    if !is_markup(source) {
        return Ok(None);
    }
    let mut games = games(source.text);
    let (Some(data), None) = (games.next(), games.next()) else { return Ok(None) };
    let data = data.replace("&#10;", "\n").replace("&#xA;", "\n").replace("&#xa;", "\n");
    match data.trim_start().strip_prefix("version:") {
        Some(started) => Ok(started_game(started)),
        None => characters::read(&data),
    }
}

pub(super) fn is_markup(source: &Source<'_>) -> bool {
    let tag = source.start.strip_prefix('<');
    tag.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '?' | '/')))
}

/// The `data` of the first hundred games of an OpenSudoku file, each at most as long as a started game can be.
pub(super) fn games(text: &str) -> impl Iterator<Item = &str> {
    let games = text.split("data=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| QUOTES.contains(c))?;
        rest[1..].split(quote).next().filter(|data| data.len() <= 81 * 30)
    });
    games.take(100)
}

/// A game started in OpenSudoku: a version, then `digit|notes|editable|` per cell. The notes are `-` or digits with
/// commas in version 1, and a number whose bits are the digits in later versions.
fn started_game(data: &str) -> Option<Text> {
    let (version, cells) = data.trim_start().split_once(['\n', ' '])?;
    let has_lists = version.trim() == "1";
    let mut fields = cells.trim().split('|').filter(|field| !field.is_empty());
    let mut values = [0; 81];
    let mut candidates: Candidates = [0; 81];
    for (value, notes) in values.iter_mut().zip(&mut candidates) {
        *value = fields.next()?.parse().ok().filter(|&value| value <= 9)?;
        let field = fields.next()?;
        *notes = match Digit::new(*value) {
            Some(digit) => bit(digit),
            None if has_lists => field.chars().filter_map(Digit::from_char).fold(0, |all, digit| all | bit(digit)),
            None => field.parse().ok().filter(|&notes| notes <= 0x1FF)?,
        };
        fields.next()?;
    }
    let grid = Grid::from_known_values(values);
    fields.next().is_none().then_some(Text { grid, layout: Layout::Line, candidates: Some(candidates) })
}
