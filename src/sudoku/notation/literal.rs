//! Grids as programs write them: lists, tuples, arrays and dictionaries of Python, NumPy, JavaScript, Java, C, Go, Rust, PHP,
//! Kotlin, Lisp, Prolog, YAML and JSON.

use std::borrow::Cow;

use super::character_counts::Source;
use super::error::{Fault, NotationError};
use super::items::{Item, ItemKind};
use super::{Layout, Outcome, Text, remark};
use crate::sudoku::Cell;

/// Maximum size of a literal in bytes: a list of lists with a cell on each line has a third of it.
const MOST_BYTES: usize = 6 * 1024;

/// Maximum number of bytes before a literal: the name of a variable.
const MOST_BEFORE: usize = 80;

/// Maximum number of values in a literal: twice those of a grid.
const MOST_VALUES: usize = 200;

/// Maximum depth of a value: the cells of a list of lists in a dictionary.
const DEEPEST: usize = 3;

/// The names of a grid as the only member of a dictionary.
const NAMES: [&str; 4] = ["grid", "puzzle", "board", "sudoku"];

/// Maximum number of items of a list that may be rows, of a grid of any size.
const MOST_ROWS: usize = 25;

/// What may follow a literal without a change to its cells or their order.
const ENDS: [&str; 8] = ["", ".", ".freeze", ".copy", ".reshape", ".astype", ".tolist", ".to_vec"];

/// What may be said about the list of a call without a change to the order of its cells.
const OPTIONS: [&str; 4] = ["dtype=", "device=", "copy=", "requires_grad="];

/// Whether a text begins like a literal of Python, rather than like JSON or a section.
pub(super) fn looks_like(source: &Source<'_>) -> bool {
    if source.start.starts_with("array([") {
        return true;
    }
    let Some(rows) = source.start.strip_prefix('[') else { return false };
    let row = rows.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
    let is_of_numbers = row.starts_with(|first: char| first.is_ascii_digit());
    row.starts_with('\'') || is_of_numbers && row.contains(' ') && !row.contains([',', '"'])
}

/// Nine lists of nine cells, nine strings of nine cells, a list of 81 cells, or a dictionary with one of these, or with cells
/// by name such as `A1`, in brackets of any kind. A variable may be set to it, and types or functions may stand before it.
pub(super) fn read(source: &Source<'_>) -> Outcome {
    parse(source.text).transpose()
}

/// Reads a text that is one literal, or one for each row. `None` if it is not, or does not resemble a grid.
fn parse(text: &str) -> Option<Result<Text, NotationError>> {
    if text.len() > MOST_BYTES {
        return None;
    }
    // In YAML, a second dash begins a row.
    let words = |line: &str| line.split_whitespace().filter(|word| *word != "-").count();
    let is_block = text.trim_start().starts_with("- - ") && text.lines().all(|line| words(line) < 2);
    let in_brackets = || text.replacen("- - ", "  [ ", 1).replace("- - ", "] [ ") + "]";
    let text = &*if is_block { Cow::Owned(in_brackets()) } else { Cow::Borrowed(text) };
    let mut reader = Reader { text, position: head(text), values: 0 };
    let first = reader.next()?;
    let begin = reader.position;
    reader.skip_type();
    // A word alone is no literal.
    if reader.position == begin && !matches!(first, '[' | '(' | '{' | '"' | '\'') {
        return None;
    }
    let mut items = vec![reader.value(0)?];
    while let Some(next) = reader.next().filter(|next| !matches!(next, ';' | ')' | '.')) {
        // Each row begins as the first does.
        (next == first).then_some(())?;
        items.push(reader.value(1)?);
    }
    let rest = text[reader.position..].trim_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ')'));
    let (end, arguments) = rest.split_once('(').unwrap_or((rest, ""));
    if !ENDS.contains(&end) || arguments.contains(['=', ')']) {
        return None;
    }
    let item = match items.len() {
        1 => items.remove(0),
        _ => Item { written: items[0].written, kind: ItemKind::List(items) },
    };
    let kind = match item.kind {
        ItemKind::List(cells) if cells.len() > MOST_ROWS && cells.iter().all(is_word) => ItemKind::List(in_rows(cells)),
        kind => kind,
    };
    grid(&Item { kind, ..item }, text)
}

/// Cells on nine lines as nine rows, since the lines show where one was lost.
fn in_rows(cells: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let are_on_a_line =
        |one: &Item<'_>, next: &Item<'_>| !one.written[..one.written.len() - next.written.len()].contains('\n');
    let lengths: Vec<usize> = cells.chunk_by(are_on_a_line).map(<[_]>::len).collect();
    if lengths.len() != 9 {
        return cells;
    }
    let mut cells = cells.into_iter();
    let row = |length| {
        let row: Vec<Item<'_>> = cells.by_ref().take(length).collect();
        Item { written: row[0].written, kind: ItemKind::List(row) }
    };
    lengths.into_iter().map(row).collect()
}

/// The grid of an item, or why it is none. `None` if it does not resemble a grid.
fn grid(item: &Item<'_>, text: &str) -> Option<Result<Text, NotationError>> {
    let are_words = |items: &[Item<'_>]| items.iter().all(is_word);
    match &item.kind {
        ItemKind::Members(members) => match &members[..] {
            [(name, item)] if NAMES.contains(&&**name) => {
                return match &item.kind {
                    ItemKind::Word(word) => super::of_characters(word).ok()?.map(Ok),
                    _ => grid(item, text),
                };
            }
            [(name, _), ..] if Cell::from_name(name).is_some() => members.iter().all(|(_, item)| is_word(item)),
            _ => false,
        },
        ItemKind::List(items) if items.len() > MOST_ROWS => are_words(items),
        ItemKind::List(items) => {
            let is_row = |item: &Item<'_>| matches!(&item.kind, ItemKind::List(cells) if are_words(cells));
            items.len() > 1 && items.iter().all(is_row) || items.len() == 9 && are_words(items)
        }
        ItemKind::Word(_) | ItemKind::Other => false,
    }
    .then_some(())?;
    let mut error = NotationError::none();
    // The offset, the line and the character of the last fault.
    let mut last = (0, 1, 1);
    let read = item.grid(&mut |path, fault| {
        let (from, mut line, mut character) = last;
        let offset = text.len() - item.at(path).written.len();
        for skipped in text[from..offset].chars() {
            (line, character) = if skipped == '\n' { (line + 1, 1) } else { (line, character + 1) };
        }
        last = (offset, line, character);
        error.push(Fault { line, character: Some(character), ..fault });
    });
    Some(read.map(|(grid, ..)| Text::of(grid, Layout::Lines)).ok_or(error))
}

fn is_word(item: &Item<'_>) -> bool {
    matches!(item.kind, ItemKind::Word(_))
}

/// Whether it may stand beside a grid.
fn is_label(item: &Item<'_>) -> bool {
    matches!(&item.kind, ItemKind::Word(word) if remark::cells_of(word).is_none())
}

/// The end of what precedes a literal: the name and the type of a variable, up to the sign that sets it.
fn head(text: &str) -> usize {
    let mut signs = text.as_bytes().windows(2).take(MOST_BEFORE);
    let sign = signs.position(|sign| sign[0] == b'=' || sign == b"<-");
    let is_name = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "_.:;<>[]*&$".contains(c);
    let end = sign
        .filter(|&sign| text[..sign].chars().all(is_name) && text[..sign].contains(|c: char| c.is_ascii_alphabetic()));
    let is_long = |sign: &str| sign.starts_with("=>") || sign.starts_with("<-");
    end.map_or(0, |sign| if is_long(&text[sign..]) { sign + 2 } else { sign + 1 })
}

struct Reader<'t> {
    text: &'t str,
    position: usize,
    values: usize,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Option<Item<'t>> {
        self.skip_type();
        let first = self.next()?;
        let written = &self.text[self.position..];
        self.values += 1;
        if self.values > MOST_VALUES || depth > DEEPEST {
            return None;
        }
        let kind = match first {
            '[' | '(' | '{' => {
                self.position += 1;
                let (mut items, mut members, mut semicolons) = (Vec::new(), Vec::new(), 0);
                loop {
                    match self.next()? {
                        ']' | ')' | '}' => break,
                        ';' => {
                            self.position += 1;
                            semicolons += 1;
                            continue;
                        }
                        _ => {}
                    }
                    let item = self.value(depth + 1)?;
                    match (self.next()?, item.kind) {
                        (':', ItemKind::Word(name)) => {
                            self.position += 1;
                            members.push((name, self.value(depth + 1)?));
                        }
                        // A name may precede the list of a call, and options may follow it.
                        (_, kind @ ItemKind::List(_))
                            if first == '(' && items.iter().all(is_label) && self.ends_call() =>
                        {
                            return Some(Item { kind, ..item });
                        }
                        (_, kind) => items.push(Item { kind, ..item }),
                    }
                }
                self.position += 1;
                match (items.is_empty(), members.is_empty()) {
                    // A number by its type, such as `np.int64(5)`.
                    (false, true) if first == '(' && items.len() == 1 && is_word(&items[0]) => return items.pop(),
                    // Semicolons separate all items, or they are rows without brackets.
                    (_, true) if semicolons == 0 || semicolons + 1 >= items.len() => ItemKind::List(items),
                    (true, false) => ItemKind::Members(members),
                    (_, _) => return None,
                }
            }
            _ => ItemKind::Word(self.word()?.into()),
        };
        Some(Item { written, kind })
    }

    /// Skips the rest of a call whose options do not change the order of the cells. R fills the columns first, unless told
    /// otherwise.
    fn ends_call(&mut self) -> bool {
        let Some((options, _)) = self.text[self.position..].split_once(')') else { return false };
        let is_known = |option: &str| {
            let option = option.trim();
            option.is_empty() || OPTIONS.iter().any(|known| option.starts_with(known))
        };
        let ends = options.split(',').all(is_known) || options.replace(' ', "").contains("byrow=T");
        self.position += if ends { options.len() + 1 } else { 0 };
        ends
    }

    /// Skips the types and the names of functions before a value, such as `new int[][]`, `vec!`, `[9][9]int` and `np.array`.
    fn skip_type(&mut self) {
        while self.next().is_some() {
            let rest = &self.text[self.position..];
            let size = rest.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
            let is_first = |c: char| c.is_ascii_alphabetic() || "<.@%".contains(c);
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_.!:<>@%".contains(c);
            let end = match size.and_then(|rest| rest.strip_prefix(']')).map(|rest| rest.trim_start_matches('>')) {
                Some(rest)
                    if rest.trim_start().starts_with(|c: char| c == '[' || c == '{' || c.is_ascii_alphabetic()) =>
                {
                    rest
                }
                Some(_) => return,
                None => match rest.trim_start_matches(is_name) {
                    end if !rest.starts_with(is_first) || end.len() == rest.len() => return,
                    end if end.starts_with(['[', '(']) || end.trim_start().starts_with('{') => end,
                    end if rest.starts_with("new ") => end,
                    _ => return,
                },
            };
            self.position = self.text.len() - end.len();
        }
    }

    /// Skips white space, commas, bars, signs that join strings, the dashes of lists in YAML and comments, and returns the next
    /// character.
    fn next(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.position..];
            let next = rest.chars().next()?;
            self.position += match next {
                '#' => rest.find('\n')?,
                '/' if rest.starts_with("//") => rest.find('\n')?,
                ',' | '|' | '+' => 1,
                '-' if rest.starts_with("- ") => 1,
                // What Lisp quotes.
                '\'' if rest.starts_with("'(") => 1,
                space if space.is_whitespace() => space.len_utf8(),
                _ => return Some(next),
            };
        }
    }

    /// A word, or a string without escaped characters but for a line break at its end.
    fn word(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.position..];
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let word = match quote {
            Some(quote) => rest[1..].split_once(quote)?.0,
            None => &rest[..rest.find([',', ':', '|', ';', '[', ']', '(', ')', '{', '}', ' ', '\n', '\r', '\t'])?],
        };
        self.position += word.len() + if quote.is_some() { 2 } else { 0 };
        let value = if quote.is_some() { word.trim_end_matches("\\n") } else { word };
        (quote.is_some() || !value.is_empty()).then_some(value).filter(|word| !word.contains('\\'))
    }
}
