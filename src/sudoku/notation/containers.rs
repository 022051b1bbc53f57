//! Texts that contain a grid among other things: a line with text after the puzzle, a file with headers, a URL.

use super::character_counts::Source;
use super::error::{FaultKind, NotationError};
use super::header::{Header, QUOTES, is_header};
use super::json::looks_like_json;
use super::{Candidates, Layout, NO_CANDIDATE, Outcome, Text, remark};
use crate::sudoku::{Cell, Digit, Grid, House};

/// The lengths in bytes of a piece that may be a grid: 81 cells, each with separators and escapes around it.
const PIECE: std::ops::RangeInclusive<usize> = 81..=81 * 9;

/// Maximum number of pieces that are examined. A text with more is not a puzzle with its description.
const MOST_PIECES: usize = 16;

/// The only line of a text that is neither blank nor a comment.
fn only_line<'t>(source: &Source<'t>) -> Option<&'t str> {
    let mut lines = source.filled_lines().map(|line| line.text.trim());
    lines.next().filter(|_| lines.next().is_none())
}

/// A puzzle with a rating, a name, a comment or its solution on the same line, perhaps below a header, or why the rest of the line
/// cannot stand beside it.
pub(super) fn described(source: &Source<'_>) -> Outcome {
    let mut lines = source.filled_lines().peekable();
    let first = lines.next_if(|line| is_header(line.text));
    let header = first.and_then(|line| Header::of(line.text));
    let (Some(line), None) = (lines.next(), lines.next()) else { return Ok(None) };
    if looks_like_json(line.text.trim().as_bytes())
        || is_markup(source)
        || is_curl(source.start)
        || is_address(line.text.trim())
    {
        return Ok(None);
    }
    if let Some(header) = header {
        return header.read(line.text).map(Some).map_err(|error| error.behind(line.number - 1, 0));
    }
    let present = line.text.chars().fold(0, |present, c| present | sign(c));
    let mut refused = None;
    for (number, cut) in CUTS.iter().map(|cut| cut & present).enumerate() {
        // A cut is tried only if no earlier one splits the line, so that a puzzle with spaces can precede a comment.
        if CUTS[..number].iter().any(|earlier| earlier & present == cut) || cut == 0 && first.is_none() {
            continue;
        }
        let is_piece =
            |piece: &&str| PIECE.contains(&piece.len()) && (first.is_some() || piece.len() < line.text.len());
        let pieces = line.text.split(|c| sign(c) & cut != 0).filter(is_piece).take(MOST_PIECES);
        let mut grids = Vec::new();
        // What is not a grid, in pieces.
        let mut rest = vec![line.text];
        for piece in pieces {
            if let Some(grid) = super::of_characters(piece)? {
                grids.push(grid);
                let last = rest.pop().unwrap_or_default();
                let start = piece.as_ptr() as usize - last.as_ptr() as usize;
                rest.extend([&last[..start], &last[start + piece.len()..]]);
            }
        }
        let Some(puzzle) = puzzle_among(&grids) else { continue };
        // Other forms read a whole line.
        if first.is_none() && super::of_characters(line.text)?.is_some() {
            return Ok(None);
        }
        let rest = || rest.iter().copied();
        let damaged = rest().find_map(remark::cells_of);
        let puzzles = grids.len() + rest().map(remark::grids_in).sum::<usize>();
        let kind = match damaged {
            Some(cells) if puzzles > 2 || cells == 81 => FaultKind::SeveralPuzzles(puzzles),
            Some(cells) => FaultKind::Length { cells, wanted: 81 },
            None if puzzle.grid.is_complete() && rest().any(remark::may_be_a_puzzle) => FaultKind::Undecided,
            None => return Ok(Some(puzzle)),
        };
        refused.get_or_insert(NotationError::of(1, kind));
    }
    // What stands behind a damaged grid is no part of it.
    let damaged = line.text.split_once('#').filter(|(cells, _)| remark::grids_in(cells) == 1 && !cells.contains("```"));
    let located = || damaged.and_then(|(cells, _)| super::parse(cells).err());
    refused.or_else(located).map_or(Ok(None), |error| Err(error.behind(line.number - 1, 0)))
}

/// The sets of [`sign`]s that may separate a puzzle from what stands beside it.
const CUTS: [u8; 5] = [0b1, 0b10, 0b1111, 0b11_1111, 0b101_1111];

/// The bit of a sign that may separate a puzzle from what stands beside it.
const fn sign(character: char) -> u8 {
    match character {
        '#' => 1,
        ',' => 1 << 1,
        ';' | '\t' => 1 << 2,
        '"' => 1 << 3,
        ' ' => 1 << 4,
        '`' => 1 << 5,
        '|' => 1 << 6,
        _ => 0,
    }
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
    let lines: Vec<&str> = source.lines().iter().map(|line| line.text.trim()).collect();
    let sections = lines.chunk_by(|_, next| !next.starts_with('['));
    let mut puzzles = sections.filter(|section| section[0].eq_ignore_ascii_case("[puzzle]"));
    // Another puzzle is not dropped.
    match (puzzles.next(), puzzles.next()) {
        (Some([_, rows @ ..]), None) => super::of_characters(&rows.join("\n")),
        _ => Ok(None),
    }
}

pub(super) fn has_sections(source: &Source<'_>) -> bool {
    let first = source.filled_lines().next().map(|line| line.text.trim());
    let name = first.and_then(|line| line.strip_prefix('[')?.strip_suffix(']'));
    name.is_some_and(|name| name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A line of HoDoKu's library: `:technique:candidates:givens:deleted:eliminations:placements:extra`, or only `givens:deleted` or
/// `givens`. A plus sign stands before a placed digit, which counts as a digit of the grid; the candidates are those that the rules
/// allow, without the deleted ones.
pub(super) fn library(source: &Source<'_>) -> Outcome {
    let Some(line) = only_line(source).filter(|line| line.contains([':', '+'])) else { return Ok(None) };
    let (givens, deleted) = if line.starts_with(':') {
        let fields: Vec<&str> = line.split(':').take(9).collect();
        let [_, _, _, givens, deleted, ..] = fields[..] else { return Ok(None) };
        (givens, deleted)
    } else {
        let is_before_digit = |rest: &str| rest.starts_with(|c: char| matches!(c, '1'..='9'));
        if !line.split('+').skip(1).all(is_before_digit) {
            return Ok(None);
        }
        let is_name = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        match line.split_once(':').unwrap_or((line, "")) {
            (givens, deleted) if deleted.split_whitespace().all(is_name) => (givens, deleted),
            _ => return Ok(None),
        }
    };
    if !PIECE.contains(&givens.len()) {
        return Ok(None);
    }
    Ok(super::of_characters(&givens.replace('+', ""))?.and_then(|text| match deleted.trim() {
        "" => Some(Text { candidates: None, ..text }),
        deleted => Some(Text { candidates: Some(without(text.grid, deleted)?), ..text }),
    }))
}

/// The candidates that the rules allow in a grid, without those listed as digit, row and column: `436 257`.
fn without(grid: Grid, deleted: &str) -> Option<Candidates> {
    let mut candidates = grid.values().map(|value| Digit::new(value).map_or(0x1FF, Digit::bit));
    for house in House::ALL {
        let (blank, filled): (Vec<Cell>, Vec<Cell>) =
            house.cells().into_iter().partition(|&cell| grid.get(cell).is_none());
        let placed = filled.iter().fold(0, |placed, cell| placed | candidates[cell.index()]);
        for cell in blank {
            candidates[cell.index()] &= !placed;
        }
    }
    for name in deleted.split_whitespace() {
        let &[digit, row, column] = name.as_bytes() else { return None };
        let value = |byte: u8| usize::from(byte.wrapping_sub(b'0'));
        let digit = Digit::from_char(char::from(digit))?;
        candidates[Cell::at(value(row), value(column))?.index()] &= !digit.bit();
    }
    Some(candidates.map(|digits| if digits == 0 { NO_CANDIDATE } else { digits }))
}

/// A URL with 81 cells as a value in its query, as its fragment or as part of its path, or an id that such a value may be.
pub(super) fn address(source: &Source<'_>) -> Outcome {
    let Some(address) = only_line(source) else { return Ok(None) };
    let id = address.split(['=', '#', '&']).find_map(|part| packed(part).or_else(|| game_id(part)));
    if id.is_some() || !is_address(address) {
        return Ok(id);
    }
    let parts = address.split(['?', '#', '&']).enumerate().flat_map(|(i, part)| {
        // Slashes separate the parts of a path, but may also separate the rows of a value.
        let cut = if i == 0 { '/' } else { '=' };
        part.split(cut).map(move |piece| (part, piece))
    });
    let mut names = Vec::new();
    let mut grids = Vec::new();
    // Another part may be the damaged puzzle of this one.
    let mut most_left = 0;
    for (part, piece) in parts.take(MOST_PIECES) {
        if !PIECE.contains(&piece.len()) {
            most_left = most_left.max(remark::cells_of(piece).unwrap_or(0));
        } else if let Some(text) = super::of_characters(&percent_decoded(piece))? {
            names.push(PARAMETERS.into_iter().find(|name| part.starts_with(name)).unwrap_or("one part of the address"));
            grids.push(text);
        } else {
            most_left = most_left.max(remark::cells_of(piece).unwrap_or(0));
        }
    }
    let other = grids.iter().position(|text| text.grid != grids[0].grid);
    match (puzzle_among(&grids), other) {
        (None, Some(other)) => Err(NotationError::of(1, FaultKind::Ambiguous(names[0], names[other]))),
        (Some(puzzle), _) if most_left > MOST_NUMBER || most_left > 0 && puzzle.grid.is_complete() => Ok(None),
        (puzzle, _) => Ok(puzzle),
    }
}

/// Maximum number of digits in a number or an id beside a puzzle.
const MOST_NUMBER: usize = 40;

/// The value of SudokuWiki's links since 2023: `S9B` and two digits of base 36 for each cell, 1 to 9 for a given, 10 to 18 for a
/// placed digit, and above 18 for pencil marks.
fn packed(value: &str) -> Option<Text> {
    let cells = value.strip_prefix("S9B").filter(|cells| cells.is_ascii() && cells.len() == 2 * Cell::COUNT)?;
    let (mut values, mut candidates, mut has_marks) = ([0; 81], [0; 81], false);
    for i in 0..81 {
        (values[i], candidates[i]) = match u16::from_str_radix(&cells[2 * i..2 * i + 2], 36).ok()? {
            0 => (0, 0),
            number @ 1..=18 => ((number - 1) as u8 % 9 + 1, 1 << ((number - 1) % 9)),
            number => (0, (number - 18 <= 0x1FF).then_some(number - 18)?),
        };
        has_marks |= values[i] == 0 && candidates[i] != 0;
    }
    let candidates = has_marks.then_some(candidates);
    Some(Text { candidates, ..Text::of(Grid::from_known_values(values), Layout::Line) })
}

/// The id of a game of Simon Tatham's Solo: `3x3:`, then the givens, with letters for runs of blanks and `_` between digits
/// without one.
fn game_id(id: &str) -> Option<Text> {
    let mut values = Vec::new();
    for byte in id.trim().strip_prefix("3x3:").filter(|cells| cells.len() < 2 * Cell::COUNT)?.bytes() {
        match byte {
            b'1'..=b'9' => values.push(byte - b'0'),
            b'a'..=b'z' => values.resize(values.len() + usize::from(byte - b'a') + 1, 0),
            b'_' => {}
            _ => return None,
        }
    }
    Text::of_values(&values, Layout::Line)
}

pub(super) fn is_address(text: &str) -> bool {
    let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    ["http://", "https://", "www."].into_iter().any(begins)
}

/// Parameters that the error of an ambiguous URL names.
const PARAMETERS: [&str; 5] = ["grid=", "puzzle=", "solution=", "bd=", "s="];

/// A text with the bytes that `%` and two digits stand for.
fn percent_decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let value = part.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(value.unwrap_or(b'%'));
        bytes.extend_from_slice(&part.as_bytes()[if value.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
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
        None => super::of_characters(&data),
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
    let fields: Vec<&str> = cells.trim().split('|').filter(|field| !field.is_empty()).collect();
    let cells = fields.chunks(3).map(|cell| {
        let &[value, notes, _] = cell else { return None };
        let value = value.parse::<u8>().ok().filter(|&value| value <= 9)?;
        let notes = match Digit::new(value) {
            Some(digit) => digit.bit(),
            None if has_lists => notes.chars().filter_map(Digit::from_char).fold(0, |all, digit| all | digit.bit()),
            None => notes.parse::<u16>().ok().filter(|&notes| notes <= 0x1FF)?,
        };
        Some((value, notes))
    });
    let (values, candidates): (Vec<u8>, Vec<u16>) = cells.collect::<Option<_>>()?;
    Some(Text { candidates: candidates.try_into().ok(), ..Text::of_values(&values, Layout::Line)? })
}
