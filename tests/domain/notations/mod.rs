//! Texts in the formats of other programs, and texts with more than one possible reading.

mod ambiguity;
mod damage;
mod edits;
mod table;

use std::fs;
use std::path::Path;

use sudoku_service::sudoku::notation::{self, FaultKind, NotationError};
use sudoku_service::sudoku::{Cell, Digit, Grid, House};
use table::{PUZZLE, Row, corpus, words};

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

#[test]
fn up_to_16_code_blocks_of_up_to_6_kilobytes_are_read() {
    let block = |comment: usize| format!("```\n{PUZZLE}\n# {}\n```\n", "-".repeat(comment));
    let reads = |text: String| notation::parse(&text).is_ok_and(|read| read.grid.to_string() == PUZZLE);
    assert!(reads(block(10).repeat(16)) && !reads(block(10).repeat(17)));
    let longest = 6 * 1024 - PUZZLE.len() - "\n# \n".len();
    assert!(reads(block(longest)) && !reads(block(longest + 1)));
}

#[test]
fn literals_of_up_to_6_kilobytes_200_values_and_4_levels_are_read() {
    let grid: Grid = PUZZLE.parse().expect("a grid");
    // Only the reader of literals knows `None`.
    let cell = |cell: Cell| grid.get(cell).map_or("None".to_owned(), |digit| digit.to_string());
    let rows: Vec<String> = (0..9).map(|row| House::ALL[row].cells().map(cell).join(", ")).collect();
    let rows = format!("[[{}]]", rows.join("], ["));
    let reads = |text: &str| notation::parse(text).is_ok_and(|read| read.grid == grid);
    let padded = |length: usize| rows.replacen(", ", &format!(",{}", " ".repeat(length + 1 - rows.len())), 1);
    assert_eq!(padded(6 * 1024).len(), 6 * 1024);
    assert!(reads(&padded(6 * 1024)) && !reads(&padded(6 * 1024 + 1)));
    assert!(reads(&format!("{{'grid': {rows}}}")) && !reads(&format!("{{'grid': {{'grid': {rows}}}}}")));
    assert!(!reads(&format!("{{'grid': [{rows}]}}")));
    let told = |items: usize| notation::parse(&format!("[{}]", vec!["None"; items].join(", "))).expect_err("no grid");
    let has_length = |items: usize| {
        let length = FaultKind::Length { cells: items, wanted: 81 };
        told(items).faults().iter().any(|fault| fault.kind == length)
    };
    // The list itself is a value, too. A list of up to 25 words may be one of rows.
    assert_eq!([25, 26, 199, 200].map(has_length), [false, true, true, false]);
    let one_row = notation::parse("[['53..7....']]").expect_err("no grid").to_string();
    assert!(one_row.contains("an array printed by Python, but it does not have nine rows"), "{one_row}");
}

#[test]
fn a_text_that_may_move_or_lose_cells_is_refused() {
    let cells: Vec<String> = PUZZLE.replace('.', "0").chars().map(String::from).collect();
    let grid = |text: &str| notation::parse(text).ok().map(|read| read.grid.to_string());
    // R fills the columns first, and `T` turns them into rows.
    let read = [("m <- matrix(c(", "), 9, 9, byrow = TRUE)"), ("np.array([", "], dtype=int).reshape(9, 9)")];
    let refused = [
        ("m <- matrix(c(", "), nrow = 9)"),
        ("matrix(c(", "), 9, 9)"),
        ("np.array([", "], order='F')"),
        ("np.array([", "]).reshape(9, 9, order='F')"),
        ("np.array([", "]).T"),
        ("np.array([", "]).copy().T"),
        ("reshape([", "], 9, 9)"),
    ];
    for (texts, expected) in [(&read[..], Some(PUZZLE.to_owned())), (&refused[..], None)] {
        for (before, behind) in texts {
            assert_eq!(grid(&format!("{before}{}{behind}", cells.join(", "))), expected, "{before}…{behind}");
        }
    }
    // A puzzle that lost a cell beside its solution, and a table that lost its last row.
    let solution: Vec<&str> = vec!["1,2,3,4,5,6,7,8,9"; 9];
    assert_eq!(grid(&format!("('{}', [[{}]])", &PUZZLE[..80], solution.join("],["))), None);
    let rows = |joint: &str| cells[..72].chunks(9).map(|row| row.join(joint)).collect::<Vec<_>>();
    let heading = format!("{}|\n{}|\n", "| ".repeat(9), "|-".repeat(9));
    assert_eq!(grid(&format!("{heading}| {} |", rows(" | ").join(" |\n| ").replace('0', " "))), None);
    // Digits that count from 0.
    let from_zero = |c: char| c.to_digit(10).map_or("-1".to_owned(), |digit| (digit - 1).to_string());
    let cells: Vec<String> = PUZZLE.chars().map(from_zero).collect();
    assert_eq!(grid(&cells.chunks(9).map(|row| row.join(";")).collect::<Vec<_>>().join("\n")), None);
    // Cells in brackets are no JSON, and a name before JSON is none either.
    for text in [format!("[{}]", rows("] [").join("]\n[")), "P = {\"a\": 5}".to_owned()] {
        let error = notation::parse(&text).expect_err("no grid").to_string();
        assert!(!error.contains("JSON"), "{text}: {error}");
    }
}

#[test]
fn dashes_that_word_processors_write_are_blanks() {
    for dash in ['\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{FF0D}'] {
        let text = PUZZLE.replace('.', &dash.to_string());
        assert_eq!(notation::parse(&text).map(|read| read.grid.to_string()), Ok(PUZZLE.to_owned()), "{dash}");
    }
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

#[test]
fn a_stray_character_is_named_and_a_wrong_length_has_none() {
    let found = |text: &str| notation::parse(text).expect_err("not a grid").faults()[0].kind.found();
    assert_eq!(found(&PUZZLE.replace('7', "z")), Some('z'));
    assert_eq!(found(&PUZZLE[1..]), None);
}

#[test]
fn at_most_a_hundred_faults_are_kept_and_the_rest_are_counted() {
    let faults = |text: &str| -> (usize, usize) {
        let error = notation::parse(text).expect_err("not a grid");
        (error.faults().len(), error.more())
    };
    assert_eq!(NotationError::MOST_FAULTS, 100);
    // The line length adds one fault.
    assert_eq!(faults(&"z".repeat(99)), (100, 0));
    assert_eq!(faults(&"z".repeat(101)), (100, 2));
    assert_eq!(faults(&"z".repeat(300)), (100, 201));
    // Each line has a stray and the wrong length; the number of lines adds one more fault.
    assert_eq!(faults(&"z\n".repeat(300)), (100, 501));
    // In a text with too many lines, nothing is counted.
    let lines = |lines: usize| notation::parse(&format!("{PUZZLE}\n{}", "#\n".repeat(lines - 1)));
    assert!(lines(1000).is_ok());
    let error = lines(1001).expect_err("too many lines");
    assert_eq!((error.faults()[0].kind, error.more()), (FaultKind::TooManyLines, 0));
    let error = notation::parse(&"z".repeat(300)).expect_err("not a grid");
    assert!(error.to_string().ends_with("; and 201 more"), "{error}");
}

#[test]
fn lines_without_cells_do_not_hide_what_is_wrong_with_those_that_have_some() {
    let told = |text: &str| notation::parse(text).expect_err("not a grid").to_string();
    let headed = told(&format!("Puzzle of the day\n{}", &PUZZLE[1..]));
    assert!(headed.starts_with("line 2: found 80 cells instead of 81; line 1, character 1: 'P' is not"), "{headed}");
    let framed = told(&format!("{}{}", "123456789\n".repeat(3), "---------\n".repeat(6)));
    assert!(framed.ends_with("found 3 lines with cells"), "{framed}");
}

#[test]
fn an_ambiguous_text_names_both_readings() {
    // 80 digits, a star and a dash: either could be the blank.
    let text = format!("*{}-", "2".repeat(80));
    let error = notation::parse(&text).expect_err("ambiguous");
    assert!(matches!(error.faults()[0].kind, FaultKind::Ambiguous(..)), "{text}: {error}");
    assert!(error.to_string().contains("`*`") && error.to_string().contains("`-`"), "{error}");
}

#[test]
fn json_is_never_mistaken_for_a_line_with_a_description() {
    for text in
        [format!("\"{PUZZLE}\""), format!("{{\"id\": 1, \"grid\": \"{PUZZLE}\"}}"), format!("[\"{PUZZLE}\", 5]")]
    {
        let error = notation::parse(&text).expect_err("JSON");
        assert_eq!(error.faults()[0].kind, FaultKind::LooksLike(notation::Lookalike::Json), "{text}");
    }
}

#[test]
fn a_header_is_distinguished_from_a_puzzle() {
    for header in [
        "puzzle,solution",
        "quizzes,solutions\r",
        "id,puzzle,solution,clues,difficulty",
        "\"Puzzle\";\"Rating\"",
        "puzzle",
    ] {
        assert!(notation::is_header(header), "{header}");
    }
    for line in [PUZZLE, "", "hello", "a,b,c", "# puzzle", "puzzle,1"] {
        assert!(!notation::is_header(line), "{line}");
    }
}
