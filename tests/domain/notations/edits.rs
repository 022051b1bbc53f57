//! What is read in texts of the corpus with typing errors, or said about them.

use sudoku_service::sudoku::notation;

use crate::notations::table::corpus;
use crate::notations::text_of;
use crate::support::approval::Many;
use crate::support::random::Random;

/// What is typed by mistake.
const TYPED: [&str; 36] = [
    "1", "5", "9", "0", ".", "x", "X", "*", "-", "|", "+", "\n", "\r\n", "\r", "\t", " ", ",", ";", "\"", "[", "]",
    "{", "}", "'", "a", "r", "#", "`", ":", "=", "_", "O", "\u{e9}", "\u{b7}", "\u{ff11}", "\u{663}",
];

/// The text with one to three errors.
fn edited(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(text.len());
        let typed = TYPED[random.below(TYPED.len())].chars();
        let start = text[..place].iter().rposition(|&c| c == '\n').map_or(0, |end| end + 1);
        let end = text[place..].iter().position(|&c| c == '\n').map_or(text.len(), |end| place + end + 1);
        let line: Vec<char> = text[start..end].to_vec();
        match random.below(5) {
            0 => drop(text.remove(place)),
            1 => drop(text.splice(place..place, typed)),
            2 => drop(text.splice(place..=place, typed)),
            3 if line.len() < text.len() => drop(text.drain(start..end)),
            _ => drop(text.splice(start..start, line)),
        }
    }
    text.into_iter().collect()
}

#[test]
fn texts_with_typing_errors_are_read_or_explained_as_approved() {
    let mut random = Random::new(29);
    let mut many = Many::of("notations/edits.txt");
    for row in corpus() {
        let text = text_of(&row);
        for _ in 0..300 {
            let edited = edited(&text, &mut random);
            let rows: Vec<&str> = edited.lines().filter(|line| !line.is_empty()).take(9).collect();
            if let Ok(rows) = <&[&str; 9]>::try_from(&rows[..]) {
                many.add("rows", 0, &format!("{:?}", notation::parse_rows(rows)));
            }
            let words = notation::parse(&edited).map_or_else(
                |error| format!("{error} {error:?}"),
                |read| format!("{} {:?} {:?}", read.grid, read.layout, read.candidates),
            );
            many.add(row.file, 0, &words);
        }
    }
    many.check();
}
