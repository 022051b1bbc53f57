//! What stands beside a grid: a label, a number, a date, a rating, a name or a remark, or what may be a damaged grid.

use super::header::SEPARATORS;
use super::lines::is_comment;
use super::symbol::{Symbol, field_value};

/// Minimum number of cell characters without a separator that look like cells.
const CELLS: usize = 9;

/// The number of cells in the first part of a text that looks like cells of a grid, which the reading of another part as a
/// grid must not drop. Dates and numbers do not.
pub(super) fn cells_of(text: &str) -> Option<usize> {
    let mut single = 0;
    for word in words(text) {
        let cells = word.chars().filter(|&c| is_cell(c)).count();
        let strays = word.chars().count() - cells;
        // Nine spaced cells are a row, also with words such as `NaN`.
        single = if field_value(word).is_some() { single + 1 } else { 0 };
        if single == CELLS {
            return Some(CELLS);
        }
        let is_rule = ['-', '*', '_'].iter().any(|&sign| word.chars().all(|c| c == sign));
        if cells >= CELLS && strays * 4 < cells && !is_number(word) && !is_rule {
            return Some(cells);
        }
    }
    None
}

/// Whether a text beside a complete grid may be what is left of the puzzle that the grid solves: an empty field, a number, cells or
/// a word for a missing value, outside a comment.
pub(super) fn may_be_a_puzzle(text: &str) -> bool {
    let text = text.split('#').next().unwrap_or_default();
    let is_cut = |word: &str| word.chars().all(|c| is_cell(c) || matches!(c, 'e' | 'E'));
    // R's `N/A` has a separator within.
    let is_missing = |word: &str| word.eq_ignore_ascii_case("n/a");
    // Next to the grid, nothing precedes or follows a separator.
    text.split(SEPARATORS).filter(|field| field.trim().is_empty()).count() > 1
        || words(text).any(|word| is_cut(word) || field_value(word) == Some(0))
        || text.split(|c: char| c.is_whitespace() || SEPARATORS.contains(&c)).any(is_missing)
}

/// The number of words that are nearly grids, of about as many cells as one or several have.
pub(super) fn grids_in(text: &str) -> usize {
    words(text).map(|word| (word.chars().filter(|&c| is_cell(c)).count() + 16) / 81).sum()
}

/// The number of digits and blanks in a text.
pub(super) fn cells_in(text: &str) -> usize {
    text.chars().filter(|&c| matches!(Symbol::of(c), Symbol::Given(_) | Symbol::Blank)).count()
}

/// Whether a line cannot be a part of a grid: it has a letter or a sign between numbers or is a date, and does not look like
/// cells, nor like half a row of these.
pub(super) fn is_remark(line: &str) -> bool {
    let has_sign = line.chars().any(|c| c.is_alphabetic() && !is_cell(c) || matches!(c, '/' | ':'));
    let is_date = || is_number(line.trim()) && line.trim().len() >= CELLS;
    let is_of_cells = || words(line).filter(|word| field_value(word).is_some()).count() > CELLS / 2;
    (has_sign || is_date()) && cells_of(line).is_none() && !is_of_cells()
}

/// Whether a line is a rating in the form of Sudoku Explainer's, such as `5.6/5.6/3.2`.
pub(super) fn is_rating(line: &str) -> bool {
    let parts = || line.trim().split('/').map(str::as_bytes);
    let is_number =
        |part: &[u8]| part.len() == 3 && part[1] == b'.' && part[0].is_ascii_digit() && part[2].is_ascii_digit();
    parts().count() == 3 && parts().all(is_number)
}

/// Whether a line among the lines of several grids names one of them: it has a letter or a sign, or is a number, and has fewer cells
/// than a row.
pub fn is_heading(line: &str) -> bool {
    let has_sign = || line.chars().any(|c| c.is_alphabetic() && !is_cell(c) || matches!(c, '=' | ':' | '/' | '#'));
    let is_number = || line.trim().bytes().all(|byte| byte.is_ascii_digit());
    is_comment(line) || cells_in(line) < CELLS && (has_sign() || is_number()) && cells_of(line).is_none()
}

/// Whether a line has an empty field at its start or its end, or one with a dash. More separators than a row has fields are
/// between cells.
pub(super) fn is_field(line: &str) -> bool {
    let line = line.trim_matches([' ', '-']);
    (line.starts_with(SEPARATORS) || line.ends_with(SEPARATORS)) && line.matches(SEPARATORS).count() < CELLS
}

/// The words of a text: what stands between white space, separators, quotes and brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| {
        Symbol::of(c) == Symbol::Separator
            || matches!(c, '"' | '\'' | '`' | '#' | ':' | '&' | '(' | ')' | '[' | ']' | '{' | '}')
    };
    text.split(is_between).filter(|word| !word.is_empty())
}

fn is_cell(character: char) -> bool {
    matches!(Symbol::of(character), Symbol::Given(_) | Symbol::Blank | Symbol::Star | Symbol::Dash)
}

/// Whether a word is a number with at most eight digits before its point, or a date.
fn is_number(word: &str) -> bool {
    let parts: Vec<&str> = word.trim_start_matches('-').split(['.', '-']).collect();
    let are_digits = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    are_digits
        && match parts[..] {
            [whole] => whole.len() < CELLS,
            [whole, _] => whole.len() < CELLS && !word[1..].contains('-'),
            [_, _, _] => parts.iter().all(|part| part.len() <= 4),
            _ => false,
        }
}
