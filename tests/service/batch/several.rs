//! Several puzzles that are not one a line, and encodings other than UTF-8: what the requests of `batches.txt` leave.

use crate::batch::command::{lines, solve};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::puzzles::joined;

#[test]
fn each_document_has_the_line_where_its_puzzle_begins() {
    let block = joined(PUZZLE, "\n");
    let text = format!("one\n{block}\n\ntwo\n{}\n\n{block}\n", &block[..79]);
    let begins = |text: &str| {
        let output = solve(&["--output-format", "ndjson"], text.as_bytes());
        let number = |line: &&str| line.split([',', ':']).nth(1).unwrap_or_default().to_owned();
        lines(&output).iter().map(number).collect::<Vec<_>>()
    };
    assert_eq!(begins(&text), ["2", "13", "22"]);
    // Of two games on one line, the second takes the number of the next one; empty lines make up for it.
    let game = format!("<game data=\"{PUZZLE}\"/>");
    assert_eq!(begins(&format!("<opensudoku>\n{game}{game}\n\n\n{game}\n</opensudoku>\n")), ["2", "3", "5"]);
}

/// An input is read in pieces, which end within a line; each line is decoded once.
#[test]
fn a_long_input_of_windows_1252_is_decoded() {
    let spaced = PUZZLE.chars().map(|c| format!("{c}\u{a0}")).collect::<String>() + "\r\n";
    let bytes: Vec<u8> = spaced.repeat(40).chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
    assert_eq!(lines(&solve(&[], &bytes)), [SOLUTION; 40]);
}
