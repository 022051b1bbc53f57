//! Links that carry a packed puzzle: those of f-puzzles, and those of SudokuPad that are not only a short name.
//!
//! Both pack a JSON document with lz-string: a dictionary compression (LZ78) whose codes grow by a bit whenever the
//! dictionary doubles, written six bits to a character of base64. SudokuPad shortens names and leaves out quotes and
//! empty cells first.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Lookalike;
use crate::sudoku::Grid;

/// The longest document that is unpacked. That of a classic puzzle has 2 to 4 KiB.
const LONGEST: usize = 1 << 16;

/// The start of what is packed, and the name of the program.
const PREFIXES: [&str; 6] = ["?load=", "/fpuzzles", "/fpuz", "/scl", "/ctc", "puzzleid=scl"];

/// Members of a document that a classic puzzle may have, besides its cells.
const HARMLESS: [&str; 22] = [
    "size",
    "title",
    "author",
    "ruleset",
    "metadata",
    "solution",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
    "truecandidatesoptions",
    "id",
    "cs",
    "cellSize",
    "re",
    "regions",
    "settings",
    "t",
    "vd",
    "videos",
    "d",
    "duration",
];

/// Members with rules of their own, in words.
const RULES: [(&str, &str); 14] = [
    ("killercage", "cages"),
    ("ca", "cages"),
    ("cages", "cages"),
    ("arrow", "arrows"),
    ("a", "arrows"),
    ("arrows", "arrows"),
    ("thermometer", "thermometers"),
    ("l", "lines"),
    ("lines", "lines"),
    ("diagonal+", "diagonals"),
    ("diagonal-", "diagonals"),
    ("antiknight", "knight's moves"),
    ("antiking", "king's moves"),
    ("littlekillersum", "sums"),
];

/// The grid in an address with a packed puzzle, or what kind of puzzle it is. `None` for any other address.
pub(super) fn read(address: &str) -> Option<Result<Grid, Lookalike>> {
    let packed = PREFIXES.iter().find_map(|prefix| address.split_once(prefix)).map(|(_, packed)| packed)?;
    let packed = packed.trim_end().split(['&', '?', '#']).next().unwrap_or_default();
    let document = unpacked(&percent_decoded(packed))?;
    classic(&document)
}

/// The grid of a document.
fn classic(document: &str) -> Option<Result<Grid, Lookalike>> {
    let members: Vec<(&str, &str)> = parts(document)?.into_iter().filter_map(member).collect();
    let (name, cells) = *members.iter().find(|(name, _)| matches!(*name, "grid" | "cells" | "ce"))?;
    let rows: Vec<Vec<&str>> = parts(cells)?.into_iter().map(parts).collect::<Option<_>>()?;
    if rows.len() != 9 || rows.iter().any(|row| row.len() != 9) {
        return Some(Err(Lookalike::Size { size: rows.len() }));
    }
    let is_empty = |value: &str| matches!(value, "" | "[]" | "{}" | "false" | "f" | "null");
    let ruled = members.iter().find(|&&(other, value)| {
        other != name && !HARMLESS.contains(&other) && !is_empty(value) && !is_about(other, value)
    });
    if let Some((ruled, _)) = ruled {
        let known = RULES.iter().find(|(name, _)| name == ruled);
        return Some(Err(Lookalike::Variant { rules: known.map_or("rules of its own", |(_, words)| words) }));
    }
    let mut values = [0; 81];
    for (value, cell) in values.iter_mut().zip(rows.concat()) {
        let members: Vec<(&str, &str)> = parts(cell).unwrap_or_default().into_iter().filter_map(member).collect();
        // In f-puzzles, a digit that is not given is the player's.
        let is_given = name != "grid" || members.contains(&("given", "true"));
        let digit = members.iter().find(|(name, _)| matches!(*name, "value" | "v")).filter(|_| is_given);
        *value = digit.map_or(Some(0), |(_, digit)| unquoted(digit).parse().ok())?;
    }
    Grid::from_values(values).map(Ok)
}

/// Whether these cages of SudokuPad only hold the title, the author and the rules.
fn is_about(name: &str, value: &str) -> bool {
    matches!(name, "ca" | "cages")
        && parts(value).unwrap_or_default().iter().all(|cage| {
            let mut members = parts(cage).unwrap_or_default().into_iter().filter_map(member);
            members.any(|(name, value)| matches!(name, "v" | "value") && unquoted(value).contains(':'))
        })
}

/// What is in the outer brackets of a text, cut at its commas.
fn parts(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix(['{', '['])?.strip_suffix(['}', ']'])?;
    let (mut depth, mut start, mut quote, mut is_escaped) = (0_usize, 0, None, false);
    let mut found = Vec::new();
    for (at, byte) in inner.bytes().enumerate() {
        match (quote, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), b'\\') => is_escaped = true,
            (Some(end), _) => quote = (byte != end).then_some(end),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.checked_sub(1)?,
            (None, b',') if depth == 0 => {
                found.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&inner[start..]);
    Some(found)
}

/// The name and the value of a member.
fn member(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    Some((unquoted(name), value))
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

/// The document that lz-string has packed into this base64. A character that is not ASCII becomes `?`.
fn unpacked(packed: &str) -> Option<String> {
    let mut bits = packed.bytes().filter(|byte| *byte != b'=').map(sextet).collect::<Option<Vec<u8>>>()?.into_iter();
    let mut bits = bits.by_ref().flat_map(|six| (0..6).rev().map(move |place| usize::from(six >> place & 1)));
    let mut number = |width: u32| (0..width).try_fold(0, |sum, place| Some(sum | bits.next()? << place));
    let mut text: Vec<u8> = Vec::new();
    // An entry of the dictionary is a place in the text. The first three codes mean: a byte, two bytes, and the end.
    let mut entries: Vec<Range<usize>> = vec![0..0; 3];
    let mut last: Option<Range<usize>> = None;
    loop {
        let code = number(entries.len().ilog2() + 1)?;
        let start = text.len();
        match code {
            0 | 1 => {
                let unit = number(if code == 0 { 8 } else { 16 })?;
                text.push(u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(b'?'));
                entries.push(start..start + 1);
            }
            2 => return String::from_utf8(text).ok(),
            // The entry that this code is about to complete: the last text, and its first character again.
            _ if code == entries.len() => {
                let last = last.clone()?;
                text.extend_from_within(last.clone());
                text.push(text[last.start]);
            }
            _ => text.extend_from_within(entries.get(code)?.clone()),
        }
        if text.len() > LONGEST {
            return None;
        }
        if let Some(last) = last {
            entries.push(last.start..last.end + 1);
        }
        last = Some(start..text.len());
    }
}

/// The six bits of a character of base64, in the alphabet of lz-string, where a link may also have a space for `+`.
fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' | b' ' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// A text with the bytes that `%` and two digits stand for.
pub(super) fn percent_decoded(text: &str) -> Cow<'_, str> {
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
