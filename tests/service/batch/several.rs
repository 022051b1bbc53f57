//! Several puzzles that are not one a line, and encodings other than UTF-8.

use crate::batch::client::{Answer, Batch};
use crate::batch::command::{lines, solve};
use crate::batch::{PUZZLE, SOLUTION, TWO};
use crate::support::program::Program;
use crate::support::puzzles::joined;

/// The answers to a batch that is sent whole, in pieces of a byte and to the command.
fn answers(program: &Program, body: &[u8]) -> [Vec<String>; 3] {
    let mut whole = Batch::begin(program.address, &format!("content-length: {}", body.len()));
    whole.write(body);
    let mut streamed = Batch::begin(program.address, "transfer-encoding: chunked");
    body.chunks(1).for_each(|piece| streamed.chunk(piece));
    streamed.finish();
    let own = |lines: Vec<&str>| lines.into_iter().map(str::to_owned).collect();
    let of_http = |answer: &Answer| own(answer.lines());
    [of_http(&whole.rest()), of_http(&streamed.rest()), own(lines(&solve(&[], body)))]
}

fn framed(line: &str) -> String {
    let row = |row: &str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    let rows: Vec<String> = joined(line, "\n").lines().map(row).collect();
    let rule = "+---+---+---+\n";
    format!("{rule}{}{rule}{}{rule}{}{rule}", rows[..3].concat(), rows[3..6].concat(), rows[6..].concat())
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn puzzles_of_several_lines_are_answered_one_after_the_other() {
    let program = Program::start(&[]);
    let (block, other) = (joined(PUZZLE, "\n"), joined(SOLUTION, "\n"));
    let game = |line: &str| format!("<game data=\"{line}\"/>");
    for text in [
        format!("Grid 01\n{block}\nGrid 02\n{other}\nGrid 03\n{block}\n"),
        format!("{block}\n\n{other}\n\n\n{block}"),
        format!("{block}\n{other}\n{block}\n"),
        format!("# one\n{block}\r\n# two\r\n{other}\r\n% three\r\n{block}\r\n"),
        format!("{}\n{}{}", framed(PUZZLE), framed(SOLUTION), framed(PUZZLE)),
        format!("[Puzzle]\n{block}\n[State]\n{other}\n[Puzzle]\n{other}\n[Puzzle]\n{block}\n"),
        format!("<opensudoku>\n{}\n {}{}\n</opensudoku>", game(PUZZLE), game(SOLUTION), game(PUZZLE)),
        format!("['{PUZZLE}',\n '{SOLUTION}', '{PUZZLE}']\n"),
        format!("{PUZZLE}\u{2028}{SOLUTION}\u{85}{PUZZLE}\u{2029}"),
        format!("#1 {PUZZLE}\n#2 {SOLUTION}\n#3 {PUZZLE}\n\u{1A}"),
        format!("// {TWO}\n{PUZZLE}\n! {TWO}\n{SOLUTION}\n{PUZZLE}\n\0\0"),
    ] {
        for answer in answers(&program, text.as_bytes()) {
            assert_eq!(answer, [SOLUTION; 3], "{text}");
        }
    }
}

#[test]
fn a_list_of_puzzles_is_answered_in_json() {
    let program = Program::start(&[]);
    let rows: Vec<String> = joined(PUZZLE, "\n")
        .lines()
        .map(|row| {
            let cells: Vec<String> =
                row.chars().map(|cell| if cell == '.' { "0".to_owned() } else { cell.to_string() }).collect();
            format!("[{}]", cells.join(", "))
        })
        .collect();
    let nested = format!("[{}]", rows.join(",\n "));
    for text in [
        format!("[\"{PUZZLE}\", \"{PUZZLE}\"]"),
        format!("[\n  \"{PUZZLE}\",\n  \"{PUZZLE}\",\n]\n"),
        format!("[{nested}, {nested}]"),
        format!("[{},\n{}]", nested.replace('0', "None"), nested.replace('0', "None")),
        format!("[{{\"grid\": \"{PUZZLE}\", \"id\": 1}}, {{\"id\": 2, \"grid\": {nested}}}]"),
    ] {
        for answer in answers(&program, text.as_bytes()) {
            let digits = |line: &String| line.chars().filter(char::is_ascii_digit).collect::<String>();
            assert_eq!(answer.len(), 2, "{text}: {answer:?}");
            assert!(answer.iter().all(|line| digits(line).ends_with(SOLUTION)), "{text}: {answer:?}");
        }
    }
}

#[test]
fn each_answer_has_the_line_where_its_puzzle_begins_and_a_damaged_one_shifts_no_other() {
    let program = Program::start(&[]);
    let block = joined(PUZZLE, "\n");
    let short = &block[..79];
    let text =
        format!("one\n{block}\n\ntwo\n{short}\n\nthree\n{}\n\n{block}\n", block.replacen("53..7....", "53..7...", 1));
    let expected = [
        SOLUTION,
        "error invalid-grid line 13: Line 13: expected nine lines of nine cells or one line of 81, found 8 lines with cells",
        "error invalid-grid line 23: Row 1 has 8 cells instead of 9",
        SOLUTION,
    ];
    for answer in answers(&program, text.as_bytes()) {
        assert_eq!(answer, expected);
    }
    let output = solve(&["--output-format", "ndjson"], text.as_bytes());
    let numbers: Vec<&str> = lines(&output).iter().map(|line| line.split(',').next().unwrap_or_default()).collect();
    assert_eq!(numbers, ["{\"line\":2", "{\"line\":13", "{\"line\":23", "{\"line\":33"]);
    // Of two games on one line, the second takes the number of the next one; empty lines make up for it.
    let game = format!("<game data=\"{PUZZLE}\"/>");
    let games = format!("<opensudoku>\n{game}{game}\n\n\n<game data=\"1\"/>\n</opensudoku>\n");
    for answer in answers(&program, games.as_bytes()) {
        assert!(answer.len() == 3 && answer[2].starts_with("error invalid-grid line 5: "), "{answer:?}");
    }
}

#[test]
fn a_grid_that_is_damaged_gets_one_error_and_an_input_without_a_puzzle_one_too() {
    let program = Program::start(&[]);
    for text in [joined(PUZZLE, "\n")[..79].to_owned(), framed(PUZZLE).replacen("|53.|", "|53|", 1)] {
        for answer in answers(&program, text.as_bytes()) {
            assert!(answer.len() == 1 && answer[0].starts_with("error invalid-grid line 1: "), "{text}\n{answer:?}");
        }
    }
    for text in ["# nothing\n", "\n\n", "puzzle,solution\n"] {
        let output = solve(&[], text.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("found no puzzle"), "{text}");
    }
    assert_eq!(solve(&[], b"").status.code(), Some(0));
}

#[test]
fn utf_16_and_windows_1252_are_decoded() {
    let program = Program::start(&[]);
    let text = format!("# café\r\n{PUZZLE}\r\n{SOLUTION} # né\r\n");
    let windows: Vec<u8> = text.chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
    for body in [utf_16(&text, u16::to_le_bytes), utf_16(&text, u16::to_be_bytes), windows] {
        for answer in answers(&program, &body) {
            assert_eq!(answer, [SOLUTION; 2]);
        }
    }
    let rows = joined(PUZZLE, "\n").replace('.', "\u{a0}");
    let rows: Vec<u8> = rows.chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
    for answer in answers(&program, &rows) {
        assert_eq!(answer, [SOLUTION]);
    }
    // An input is read in pieces, which end within a line; each line is decoded once.
    let spaced = PUZZLE.chars().map(|c| format!("{c}\u{a0}")).collect::<String>() + "\r\n";
    let lines: Vec<u8> = spaced.repeat(40).chars().map(|c| u8::try_from(c).expect("a character of Latin-1")).collect();
    for answer in answers(&program, &lines) {
        assert_eq!(answer, [SOLUTION; 40]);
    }
}
