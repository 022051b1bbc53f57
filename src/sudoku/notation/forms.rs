//! The table of the forms that a text may have.

use super::character_counts::Source;
use super::plain_grids;
use super::{Outcome, blocks, containers, fields, literal, pencil_marks};

/// A form of text that [`parse`](super::parse) reads.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name, such as `nine lines`.
    pub name: &'static str,
    /// A text in this form.
    pub example: &'static str,
    /// Programs, sites and data sets that write it.
    pub written_by: &'static str,
    /// Reads a text only if it has this form.
    pub(super) read: fn(&Source<'_>) -> Outcome,
}

impl Form {
    /// Reads a text in this form only. Returns `None` if the text does not have this form or is ambiguous in it.
    pub fn read_alone(&self, text: &str) -> Option<crate::sudoku::Grid> {
        (self.read)(&Source::of(text)).ok().flatten().map(|text| text.grid)
    }
}

/// All forms. A text that matches several must give the same grid in each. The result has the layout of the first form,
/// and the first candidates.
pub const FORMS: &[Form] = &[
    Form {
        name: "rows joined by dashes",
        example: "000000302-003090000-078200006-100072040-025601008-000000060-000000000-010007050-902050000",
        written_by: "shadify",
        read: plain_grids::dashed,
    },
    Form {
        name: "one line",
        example: "......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....",
        written_by: "tdoku, QQWing (one-line), .sdm lists, SudokuWiki, freeCodeCamp",
        read: plain_grids::line,
    },
    Form {
        name: "nine lines",
        example: "......3.2\n..3.9....\n.782....6\n1...72.4.\n.256.1..8\n.......6.\n.........\n\
                  .1...7.5.\n9.2.5....",
        written_by: "SadMan Sudoku and SudoCue (.sdk), QQWing (compact), Sudoku Explainer, Project Euler 96",
        read: plain_grids::rows,
    },
    Form {
        name: "a framed grid",
        example: ".-----.-----.-----.\n|...|...|3.2|\n|..3|.9.|...|\n|.78|2..|..6|\n\
                  :-----+-----+-----:\n|1..|.72|.4.|\n|.25|6.1|..8|\n|...|...|.6.|\n\
                  :-----+-----+-----:\n|...|...|...|\n|.1.|..7|.5.|\n|9.2|.5.|...|\n\
                  '-----'-----'-----'",
        written_by: "Simple Sudoku (.ss), HoDoKu, Sudoku Explainer, QQWing, Rust's sudoku crate, forums",
        read: plain_grids::framed,
    },
    Form {
        name: "spreadsheet cells",
        example: ",,,,,,3,,2\n,,3,,9,,,,\n,7,8,2,,,,,6\n1,,,,7,2,,4,\n,2,5,6,,1,,,8\n,,,,,,,6,\n\
                  ,,,,,,,,\n,1,,,,7,,5,\n9,,2,,5,,,,",
        written_by: "Excel, LibreOffice, Google Sheets (tabs, commas or semicolons), pandas, Markdown tables",
        read: fields::spreadsheet,
    },
    Form {
        name: "a list or a dictionary",
        example: "[[0 0 0 0 0 0 3 0 2]\n [0 0 3 0 9 0 0 0 0]\n [0 7 8 2 0 0 0 0 6]\n [1 0 0 0 7 2 0 4 0]\n \
                  [0 2 5 6 0 1 0 0 8]\n [0 0 0 0 0 0 0 6 0]\n [0 0 0 0 0 0 0 0 0]\n [0 1 0 0 0 7 0 5 0]\n \
                  [9 0 2 0 5 0 0 0 0]]",
        written_by: "NumPy; Python, with None for blanks; JavaScript, Java, C, Go, Rust, PHP, Kotlin, YAML; JSON in a string",
        read: literal::read,
    },
    Form {
        name: "rows of fixed width with spaces as blanks",
        example: concat!(
            "      3 2\n  3 9    \n 782    6\n1   72 4 \n 256 1  8\n       6 \n         \n",
            " 1   7 5 \n9 2 5    "
        ),
        written_by: "console programs, printed grids",
        read: |source| Ok(fields::fixed_width(source)),
    },
    Form {
        name: "pencil marks",
        example: "456 4569 1469 14578 1468 4568 3 1789 2\n2456 456 3 14578 9 4568 14578 178 1457\n\
                  45 7 8 2 134 345 1459 19 6\n1 3689 69 3589 7 2 59 4 359\n347 2 5 6 34 1 79 379 8\n\
                  3478 3489 479 34589 348 34589 12579 6 13579\n\
                  345678 34568 467 13489 123468 34689 1246789 123789 13479\n\
                  3468 1 46 3489 23468 7 24689 5 349\n9 3468 2 1348 5 3468 14678 1378 1347",
        written_by: "HoDoKu, Simple Sudoku, Sudoku Explainer, SadMan Sudoku, SudoCue (.sdx), forums",
        read: |source| Ok(pencil_marks::groups(source)),
    },
    Form {
        name: "a puzzle above its pencil marks",
        example: "......3.2\n..3.9....\n.782....6\n1...72.4.\n.256.1..8\n.......6.\n.........\n\
                  .1...7.5.\n9.2.5....\n\n456 4569 1469 14578 1468 4568 3 1789 2\n\
                  2456 456 3 14578 9 4568 14578 178 1457\n45 7 8 2 134 345 1459 19 6\n\
                  1 3689 69 3589 7 2 59 4 359\n347 2 5 6 34 1 79 379 8\n\
                  3478 3489 479 34589 348 34589 12579 6 13579\n\
                  345678 34568 467 13489 123468 34689 1246789 123789 13479\n\
                  3468 1 46 3489 23468 7 24689 5 349\n9 3468 2 1348 5 3468 14678 1378 1347",
        written_by: "Simple Sudoku, HoDoKu",
        read: |source| Ok(pencil_marks::after_a_puzzle(source)),
    },
    Form {
        name: "729 characters",
        example: concat!(
            "...456......456..91..4.6..91..45.78.1..4.6.8....456.8...3......1.....789.2.......",
            ".2.456......456.....3......1..45.78.........9...456.8.1..45.78.1.....78.1..45.7..",
            "...45..........7.........8..2.......1.34.......345....1..45...91.......9.....6...",
            "1..........3..6.89.....6..9..3.5..89......7...2...........5...9...4.......3.5...9",
            "..34..7...2...........5.........6.....34.....1..............7.9..3...7.9.......8.",
            "..34..78...34...89...4..7.9..345..89..34...8...345..8912..5.7.9.....6...1.3.5.7.9",
            "..345678...3456.8....4.67..1.34...891234.6.8...34.6.8912.4.6789123...7891.34..7.9",
            "..34.6.8.1...........4.6.....34...89.234.6.8.......7...2.4.6.89....5......34....9",
            "........9..34.6.8..2.......1.34...8.....5......34.6.8.1..4.678.1.3...78.1.34..7.."
        ),
        written_by: "HoDoKu, sudoku forums, Sukaku collections",
        read: |source| Ok(pencil_marks::places(source)),
    },
    Form {
        name: "a line with a description",
        example: "......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....;8.3;hard",
        written_by: "Kaggle's data sets, QQWing (CSV), sets with ratings or names, gsf's lists, our own batches",
        read: containers::described,
    },
    Form {
        name: "a file with sections",
        example: "[Puzzle]\n......3.2\n..3.9....\n.782....6\n1...72.4.\n.256.1..8\n.......6.\n\
                  .........\n.1...7.5.\n9.2.5....\n[State]\n6.....3.2\n..3.9....\n.782....6\n\
                  1...72.4.\n.256.1..8\n.......6.\n.........\n.1...7.5.\n9.2.5....",
        written_by: "SadMan Sudoku (.sdk)",
        read: containers::sections,
    },
    Form {
        name: "a library line",
        example: ":0000:x:......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....:::",
        written_by: "HoDoKu",
        read: containers::library,
    },
    Form {
        name: "an address",
        example: "https://www.sudokuwiki.org/sudoku.htm?bd=000000302003090000078200006100072040025601008000000060000000000010007050902050000",
        written_by: "SudokuWiki (?bd=), sudoku exchange (?s=), Simon Tatham's Solo (3x3:), our own page (#)",
        read: containers::address,
    },
    Form {
        name: "an OpenSudoku game",
        example: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><opensudoku><game data=\"000000302003090000078200006100072040025601008000000060000000000010007050902050000\"/></opensudoku>",
        written_by: "OpenSudoku",
        read: containers::open_sudoku,
    },
    Form {
        name: "a code block",
        example: "Here is the puzzle:\n\n```text\n......3.2\n..3.9....\n.782....6\n1...72.4.\n.256.1..8\n.......6.\n\
                  .........\n.1...7.5.\n9.2.5....\n```\n\nCan you solve it?",
        written_by: "language models, Markdown, chat programs",
        read: blocks::read,
    },
    Form {
        name: "rows with labels",
        example: "     C1 C2 C3 | C4 C5 C6 | C7 C8 C9\nR1    .  .  . |  .  .  . |  3  .  2\n\
                  R2    .  .  3 |  .  9  . |  .  .  .\nR3    .  7  8 |  2  .  . |  .  .  6\n\
                  -----------------------------------\nR4    1  .  . |  .  7  2 |  .  4  .\n\
                  R5    .  2  5 |  6  .  1 |  .  .  8\nR6    .  .  . |  .  .  . |  .  6  .\n\
                  -----------------------------------\nR7    .  .  . |  .  .  . |  .  .  .\n\
                  R8    .  1  . |  .  .  7 |  .  5  .\nR9    9  .  2 |  .  5  . |  .  .  .",
        written_by: "language models (`Row 1: . . 3`, `R1`, `A`), pandas, R, Octave, tutorials, quoted mail",
        read: super::dressed,
    },
];

/// The forms of a text as it is: all but the last.
pub(super) const BARE: &[Form] = FORMS.split_at(FORMS.len() - 1).0;

/// The forms with one character per cell.
pub(super) const OF_CHARACTERS: &[Form] = FORMS.split_at(4).0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::notation::{self, plain_line};

    #[test]
    fn every_example_is_read_by_its_form_and_gives_the_same_grid() {
        let grid = plain_line(FORMS[1].example.as_bytes());
        for form in FORMS {
            assert_eq!(form.read_alone(form.example), grid, "{}", form.name);
            let parsed = notation::parse(form.example).map_err(|error| error.to_string());
            assert_eq!(parsed.map(|text| Some(text.grid)), Ok(grid), "{}", form.name);
        }
    }
}
