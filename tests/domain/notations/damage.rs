//! Rows of files that were damaged on their way: what is read in them is the puzzle of the undamaged row, or nothing.
//!
//! `DAMAGED_ROWS` sets their number; the default is 2,000. And what is read in texts of the corpus with typing errors, or said about
//! them.

use sudoku_service::sudoku::notation;

use crate::notations::{corpus, text_of};
use crate::support::approval::Many;
use crate::support::random::{Random, grid};

/// A row, or the lines of one puzzle.
#[derive(Default)]
struct Row {
    text: Vec<char>,
    /// The places of the cells of the puzzle.
    cells: Vec<usize>,
    /// The places of numbers, names and the solution, which have no joints.
    free: Vec<usize>,
    blank: char,
}

impl Row {
    fn fixed(&mut self, text: &str) -> &mut Self {
        self.text.extend(text.chars());
        self
    }

    fn free(&mut self, text: &str) -> &mut Self {
        let start = self.text.len();
        self.free.extend(start..start + text.chars().count());
        self.fixed(text)
    }

    fn cells(&mut self, values: &[u8]) -> &mut Self {
        let start = self.text.len();
        self.cells.extend(start..start + values.len());
        let blank = self.blank;
        self.text.extend(values.iter().map(|&value| if value == 0 { blank } else { char::from(b'0' + value) }));
        self
    }

    /// The cells in groups of this size, with the first joint between groups, the second between rows and the third between
    /// bands.
    fn groups(&mut self, values: &[u8], size: usize, joints: [&str; 3]) -> &mut Self {
        for (i, group) in values.chunks(size).enumerate() {
            let before = i * size;
            let joint = match before {
                0 => "",
                _ if before.is_multiple_of(27) => joints[2],
                _ if before.is_multiple_of(9) => joints[1],
                _ => joints[0],
            };
            self.fixed(joint).cells(group);
        }
        self
    }

    /// The grid in a text of the same length that has a cell in each place where this row has one, or of cells alone.
    fn well_formed(&self, text: &[char]) -> Option<String> {
        let value = |&i: &usize| match text[i] {
            '0' | '.' | 'x' => Some('.'),
            digit => digit.is_ascii_digit().then_some(digit),
        };
        if text.len() == 81 {
            return (0..81).map(|i| value(&i)).collect();
        }
        (text.len() == self.text.len()).then(|| self.cells.iter().map(value).collect())?
    }
}

type Layout = (&'static str, fn(&mut Row, &[u8; 81], &str, usize));

/// The layouts of rows, given a puzzle, its solution and a number.
const LAYOUTS: [Layout; 14] = [
    ("a line", |row, puzzle, _, _| _ = row.cells(puzzle)),
    ("a number and the puzzle", |row, puzzle, _, number| _ = row.free(&number.to_string()).fixed(",").cells(puzzle)),
    ("the puzzle and a number", |row, puzzle, _, number| _ = row.cells(puzzle).fixed(" ").free(&number.to_string())),
    ("the puzzle and its solution", |row, puzzle, solution, _| _ = row.cells(puzzle).fixed(",").free(solution)),
    ("a table of two columns", |row, puzzle, solution, _| _ = row.cells(puzzle).fixed("\t").free(solution)),
    ("the solution before the puzzle", |row, puzzle, solution, _| {
        row.fixed("solution,puzzle\n").free(solution).fixed(",").cells(puzzle);
    }),
    ("a file of pairs", |row, puzzle, solution, _| {
        row.fixed("quizzes,solutions\n").cells(puzzle).fixed(",").free(solution);
    }),
    ("a file of five columns", |row, puzzle, solution, number| {
        row.fixed("id,puzzle,solution,clues,difficulty\n").free(&number.to_string()).fixed(",").cells(puzzle);
        row.fixed(",").free(solution).fixed(",").free("22").fixed(",").free("2.2");
    }),
    ("a rated puzzle", |row, puzzle, _, _| _ = row.cells(puzzle).fixed(";").free("8.3").fixed(";").free("hard")),
    ("a named puzzle", |row, puzzle, _, number| _ = row.cells(puzzle).fixed(" # ").free(&format!("no {number}"))),
    ("nine groups", |row, puzzle, _, _| _ = row.groups(puzzle, 9, ["", " ", " "])),
    ("nine rows", |row, puzzle, _, _| _ = row.groups(puzzle, 9, ["", "\n", "\n"])),
    ("spaced cells", |row, puzzle, _, _| _ = row.groups(puzzle, 1, [" ", " / ", " / "])),
    ("a frame", |row, puzzle, _, _| {
        row.fixed("+---+---+---+\n|");
        row.groups(puzzle, 3, ["|", "|\n|", "|\n+---+---+---+\n|"]).fixed("|\n+---+---+---+");
    }),
];

type Damage = (&'static str, fn(&Row, &Row, &mut Random) -> Vec<char>);

const TYPED: [char; 14] = ['0', '.', '1', '5', '9', ' ', ',', ';', '\t', '\n', '\r', 'x', 'e', '#'];

/// A part of a row without the characters before its first given.
fn without_zeros(row: &Row) -> Vec<char> {
    let given = row.cells.iter().position(|&i| row.text[i] != row.blank).unwrap_or(0);
    let lost = &row.cells[..given];
    row.text.iter().enumerate().filter(|(i, _)| !lost.contains(i)).map(|(_, &c)| c).collect()
}

/// The row with this instead of its puzzle.
fn with_instead(row: &Row, puzzle: &str) -> Vec<char> {
    let (first, last) = (row.cells[0], row.cells[80]);
    [&row.text[..first], &puzzle.chars().collect::<Vec<_>>(), &row.text[last + 1..]].concat()
}

const DAMAGES: [Damage; 13] = [
    ("drop", |row, _, random| {
        let mut text = row.text.clone();
        (0..=random.below(3)).for_each(|_| _ = text.remove(random.below(text.len())));
        text
    }),
    ("add", |row, _, random| {
        let mut text = row.text.clone();
        text.insert(random.below(text.len()), TYPED[random.below(TYPED.len())]);
        text
    }),
    ("change", |row, _, random| {
        let mut text = row.text.clone();
        (0..=random.below(3)).for_each(|_| text[random.below(row.text.len())] = TYPED[random.below(TYPED.len())]);
        text
    }),
    ("drop and add", |row, _, random| {
        let mut text = row.text.clone();
        text.remove(random.below(text.len()));
        text.insert(random.below(text.len()), TYPED[random.below(TYPED.len())]);
        text
    }),
    ("join", |row, other, _| [&row.text[..], &other.text].concat()),
    ("cut the end", |row, _, random| row.text[..random.below(row.text.len())].to_vec()),
    ("cut the start", |row, _, random| row.text[random.below(row.text.len())..].to_vec()),
    ("glue", |row, _, random| {
        let is_joint = |&i: &usize| !row.cells.contains(&i) && !row.free.contains(&i);
        let joints: Vec<usize> = (0..row.text.len()).filter(is_joint).collect();
        let mut text = row.text.clone();
        if !joints.is_empty() {
            text.remove(joints[random.below(joints.len())]);
        }
        text
    }),
    ("lose zeros", |row, _, _| without_zeros(row)),
    ("become a number", |row, _, random| with_instead(row, ["4.30021E+78", "43002", "0", "5.0"][random.below(4)])),
    ("become a blank", |row, _, random| with_instead(row, ["", "NaN", "None", " "][random.below(4)])),
    ("lose line breaks", |row, other, random| {
        let text = if random.below(2) == 0 { row.text.clone() } else { [&row.text[..], &['\n'], &other.text].concat() };
        text.into_iter().filter(|&c| c != '\n').collect()
    }),
    ("move across groups", |row, _, random| {
        let mut text = row.text.clone();
        let places: Vec<usize> =
            (1..text.len()).filter(|i| row.cells.contains(i) != row.cells.contains(&(i - 1))).collect();
        if !places.is_empty() {
            let place = places[random.below(places.len())];
            text.swap(place - 1, place);
        }
        text
    }),
];

#[test]
fn a_damaged_row_is_never_read_as_another_puzzle() {
    let rows = std::env::var("DAMAGED_ROWS").map_or(2000, |rows| rows.parse().expect("a number of rows"));
    let mut random = Random::new(56);
    let mut wrong = Vec::new();
    let mut answered = 0;
    for i in 0..rows {
        let (layout, write) = LAYOUTS[i % LAYOUTS.len()];
        let mut row = || {
            let solution = random.solved();
            let mut puzzle = solution;
            for cell in random.permutation(81).into_iter().take(40 + random.below(20)) {
                puzzle[cell] = 0;
            }
            let mut row = Row { blank: ['0', '.'][random.below(2)], ..Row::default() };
            write(&mut row, &puzzle, &grid(solution).to_string(), 1 + random.below(9999));
            (row, grid(puzzle).to_string())
        };
        let ((row, puzzle), (other, _)) = (row(), row());
        let undamaged: String = row.text.iter().collect();
        let read = notation::parse(&undamaged).map(|read| read.grid.to_string());
        assert_eq!(read.as_ref(), Ok(&puzzle), "{layout}: {undamaged}");
        let (damage, damaged) = DAMAGES[i / LAYOUTS.len() % DAMAGES.len()];
        let text = damaged(&row, &other, &mut random);
        let Ok(read) = notation::parse(&text.iter().collect::<String>()) else { continue };
        answered += 1;
        let read = read.grid.to_string();
        if read != puzzle && row.well_formed(&text) != Some(read) || damage == "join" {
            wrong.push(format!("{layout}, {damage}:\n{}", text.iter().collect::<String>()));
        }
    }
    assert!(answered > rows / 10, "{answered}");
    assert!(wrong.is_empty(), "{} of {rows}:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

/// What is typed by mistake.
const KEYS: [&str; 36] = [
    "1", "5", "9", "0", ".", "x", "X", "*", "-", "|", "+", "\n", "\r\n", "\r", "\t", " ", ",", ";", "\"", "[", "]",
    "{", "}", "'", "a", "r", "#", "`", ":", "=", "_", "O", "\u{e9}", "\u{b7}", "\u{ff11}", "\u{663}",
];

/// The text with one to three errors.
fn edited(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(text.len());
        let typed = KEYS[random.below(KEYS.len())].chars();
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
        for _ in 0..100 {
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
