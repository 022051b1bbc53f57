//! The grids of the tests, and their notations in requests.

use serde_json::{Value, json};

/// A puzzle that needs no guess, and is quick to rate and explain.
pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its only solution.
pub const EASY_SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The hardest-known puzzle of 2012.
pub const HARDEST: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Its only solution.
pub const HARDEST_SOLUTION: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// The puzzle with the most guesses among the hardest known: several hundred.
pub const MOST_GUESSES: &str = "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..";
/// Two solutions: 6 and 7 are interchangeable in r1c4, r1c5, r4c4 and r4c5.
pub const TWO_SOLUTIONS: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
/// No house contains a digit twice, but r1c9 has no candidate.
pub const NO_SOLUTION: &str = "12345678.........9...............................................................";
/// Row 1 contains two fives.
pub const CONFLICTING: &str = "5...5............................................................................";
/// 81 blanks.
pub const EMPTY: &str = ".................................................................................";

/// The grids by their names.
pub const NAMED: [(&str, &str); 9] = [
    ("EASY", EASY),
    ("EASY_SOLUTION", EASY_SOLUTION),
    ("HARDEST", HARDEST),
    ("HARDEST_SOLUTION", HARDEST_SOLUTION),
    ("MOST_GUESSES", MOST_GUESSES),
    ("TWO_SOLUTIONS", TWO_SOLUTIONS),
    ("NO_SOLUTION", NO_SOLUTION),
    ("CONFLICTING", CONFLICTING),
    ("EMPTY", EMPTY),
];

/// The nine rows of a line of 81 characters.
pub fn rows(line: &str) -> Vec<&str> {
    assert_eq!(line.len(), 81, "{line}");
    (0..9).map(|row| &line[row * 9..row * 9 + 9]).collect()
}

/// The rows of a line, joined.
pub fn joined(line: &str, joint: &str) -> String {
    rows(line).join(joint)
}

/// A line as one array, each character turned into a cell.
pub fn flat(line: &str, cell: impl Fn(char) -> Value) -> Value {
    line.chars().map(cell).collect()
}

/// A line as nine arrays, each character turned into a cell.
pub fn nested(line: &str, cell: impl Fn(char) -> Value) -> Value {
    rows(line).into_iter().map(|row| flat(row, &cell)).collect()
}

/// A cell as a number, 0 if it is blank.
pub fn number(character: char) -> Value {
    json!(character.to_digit(10).unwrap_or(0))
}
