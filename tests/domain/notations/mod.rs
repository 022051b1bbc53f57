//! Texts in the formats of other programs, and texts with more than one possible reading.
//!
//! We wrote the texts of the corpus ourselves, in the formats of these programs. Every accepted text contains [`PUZZLE`] or its
//! solution.

mod ambiguity;
mod damage;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sudoku_service::sudoku::notation::{self, NotationError, Text};
use sudoku_service::sudoku::{Cell, Digit, Grid, House};

use crate::support::approval::check_approved;
use crate::support::escapes::escaped;

/// The puzzle of the corpus. None of its cells has a single candidate.
pub const PUZZLE: &str = "......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....";
/// Its solution.
const SOLUTION: &str = "691745382243896715578213496186972543425631978739584261357169824814327659962458137";

/// A text in the format of a program.
pub struct Row {
    /// The name of the file under `corpus/`.
    pub file: &'static str,
    /// The program and the format.
    pub program: &'static str,
    /// What is read: the grid and its layout, and `marks` if pencil marks are kept; or the error.
    pub expected: &'static str,
}

/// Every row.
pub fn corpus() -> impl Iterator<Item = Row> {
    include_str!("table.txt").lines().map(|line| {
        let fields: Vec<&str> = line.splitn(3, " | ").collect();
        let [file, program, expected] = fields[..] else { panic!("three fields, not {line}") };
        Row { file, program, expected }
    })
}

/// The words of [`Row::expected`] for what was read.
pub fn words(read: &Result<Text, NotationError>) -> String {
    match read {
        Ok(read) => {
            let line = read.grid.to_string();
            let grid = match line.as_str() {
                PUZZLE => "puzzle",
                SOLUTION => "solution",
                other => other,
            };
            format!("{grid}, {:?}{}", read.layout, if read.candidates.is_some() { ", marks" } else { "" })
        }
        Err(error) => error.to_string(),
    }
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/domain/notations/corpus");

fn text_of(row: &Row) -> String {
    fs::read_to_string(Path::new(FOLDER).join(row.file).with_extension("txt")).expect("a file of the corpus")
}

/// The candidates that the rules allow in each cell.
fn candidates(grid: &Grid) -> [u16; 81] {
    let bit = |digit: Digit| 1_u16 << (digit.get() - 1);
    std::array::from_fn(|index| {
        let cell = Cell::from_index(index).expect("a cell");
        grid.get(cell).map_or_else(
            || {
                let houses = House::ALL.into_iter().filter(|house| house.cells().contains(&cell));
                let seen =
                    houses.flat_map(House::cells).filter_map(|peer| grid.get(peer)).fold(0, |all, d| all | bit(d));
                0x1FF & !seen
            },
            bit,
        )
    })
}

#[test]
fn every_text_of_the_corpus_is_read_correctly_or_rejected_with_the_reason() {
    let mut wrong = Vec::new();
    for row in corpus() {
        let found = words(&notation::parse(&text_of(&row)));
        if found != row.expected {
            wrong.push(format!("{} ({}): {found}", row.file, row.program));
        }
    }
    let rows = corpus().count();
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong.join("\n"));
    let files = fs::read_dir(FOLDER).expect("the corpus").count();
    assert_eq!(files, rows, "a file without a row, or a row without a file");
}

/// `texts.txt` has a text on a line, with escapes, and below what is read in it, or why nothing is.
#[test]
fn texts_are_read_or_refused_as_approved() {
    let mut text = String::new();
    for line in include_str!("texts.txt").lines().filter(|line| !line.starts_with("  ")) {
        let _ = writeln!(text, "{line}");
        if line.is_empty() || line.starts_with("== ") {
            continue;
        }
        let sent = String::from_utf8(escaped(&line.replace("PUZZLE", PUZZLE))).expect("text");
        let read = notation::parse(&sent);
        let mut said: Vec<char> = words(&read).chars().collect();
        if said.len() > 300 {
            said.splice(200..said.len() - 60, " ... ".chars());
        }
        let stray = read.err().and_then(|error| error.faults()[0].kind.found());
        let stray = stray.map_or_else(String::new, |stray| format!(" (found {stray})"));
        let _ = writeln!(text, "  {}{stray}", said.into_iter().collect::<String>());
    }
    check_approved("notations/texts.txt", &text);
}

#[test]
fn a_header_is_distinguished_from_a_puzzle() {
    let headers =
        ["puzzle,solution", "quizzes,solutions\r", "id,puzzle,solution,difficulty", "\"Puzzle\";\"Rating\"", "puzzle"];
    assert!(headers.into_iter().all(notation::is_header));
    let lines = [PUZZLE, "", "hello", "a,b,c", "# puzzle", "puzzle,1"];
    assert!(!lines.into_iter().any(notation::is_header));
}

#[test]
fn pencil_marks_are_those_of_the_text() {
    let puzzle: Grid = PUZZLE.parse().expect("a grid");
    let all = candidates(&puzzle);
    let groups = |marks: &[u16; 81]| -> String {
        let group = |&mask: &u16| {
            Digit::ALL.map(|d| if mask >> (d.get() - 1) & 1 == 1 { d.to_string() } else { String::new() })
        };
        let cells: Vec<String> = marks.iter().map(|mask| group(mask).concat()).collect();
        cells.chunks(9).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(notation::parse(&groups(&all)).map(|text| text.candidates), Ok(Some(all)));
    for text in [notation::format_marks(&all), notation::format_candidates(&all)] {
        assert_eq!(notation::parse(&text).map(|read| (read.grid, read.candidates)), Ok((puzzle, Some(all))), "{text}");
    }
    // A removed candidate stays removed. One that is left alone is a digit of the grid, unless a cell of its houses has it, too.
    let (mut fewer, first) = (all, Cell::at(1, 1).expect("a cell"));
    fewer[0] = 1 << 5;
    fewer[1] &= !(1 << 3);
    let text = notation::parse(&groups(&fewer)).expect("pencil marks");
    assert_eq!((text.candidates, text.grid), (Some(fewer), puzzle));
    let mut alone = fewer;
    Cell::all().filter(|&cell| cell != first).for_each(|cell| alone[cell.index()] &= !(1 << 5));
    let text = notation::parse(&notation::format_candidates(&alone)).expect("pencil marks");
    assert_eq!((text.candidates, text.grid.get(first)), (Some(alone), Digit::new(6)));
    // HoDoKu lists each removed candidate as its digit, row and column.
    let text = notation::parse(&format!(":0901:4:{PUZZLE}:412:::")).expect("a library line");
    fewer[0] = all[0];
    assert_eq!(text.candidates, Some(fewer));
    for damaged in ["41", "4127", "410", "4x2", "412 41"] {
        let line = format!(":0901:4:{PUZZLE}:{damaged}:::");
        assert!(notation::parse(&line).is_err(), "{line}: a candidate that cannot be read was passed over");
    }
}
