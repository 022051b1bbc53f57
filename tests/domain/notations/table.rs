//! The corpus: one row per format of a program, with the file that contains a text in that format.
//!
//! We wrote the texts ourselves, in the formats of these programs. Every accepted text contains [`PUZZLE`] or its
//! solution.

use sudoku_service::sudoku::notation::Layout;

/// The puzzle of the corpus. None of its cells has a single candidate.
pub const PUZZLE: &str = "......3.2..3.9.....782....61...72.4..256.1..8.......6...........1...7.5.9.2.5....";
/// Its solution.
pub const SOLUTION: &str = "691745382243896715578213496186972543425631978739584261357169824814327659962458137";

/// A text in the format of a program.
pub struct Row {
    /// The name of the file under `corpus/`.
    pub file: &'static str,
    /// The program and the format.
    pub program: &'static str,
    /// The expected result.
    pub expected: Expected,
}

/// The expected result of parsing a text.
pub enum Expected {
    /// This grid, with this layout.
    Grid { line: &'static str, layout: Layout, marks: Marks },
    /// This error.
    Error(&'static str),
}

/// Whether pencil marks are kept.
#[derive(PartialEq, Eq, Debug)]
pub enum Marks {
    /// The text has none.
    None,
    /// The marks of the text are kept.
    Kept,
}

const fn read(file: &'static str, program: &'static str, line: &'static str, layout: Layout, marks: Marks) -> Row {
    Row { file, program, expected: Expected::Grid { line, layout, marks } }
}

const fn refused(file: &'static str, program: &'static str, error: &'static str) -> Row {
    Row { file, program, expected: Expected::Error(error) }
}

/// Every row.
pub const CORPUS: &[Row] = &[
    read("tdoku", "tdoku: benchmark data", PUZZLE, Layout::Line, Marks::None),
    read("freecodecamp", "freeCodeCamp: sudoku solver project", PUZZLE, Layout::Line, Marks::None),
    read("qqwing-one-line", "QQWing: --one-line", PUZZLE, Layout::Line, Marks::None),
    read("zeros", "OpenSudoku and Kaggle: zeros for blanks", PUZZLE, Layout::Line, Marks::None),
    read("norvig", "Norvig: dots, with a name as a comment", PUZZLE, Layout::Line, Marks::None),
    read("stars", "SadMan Sudoku: stars for blanks", PUZZLE, Layout::Line, Marks::None),
    read("dashes", "SadMan Sudoku: dashes for blanks", PUZZLE, Layout::Line, Marks::None),
    read("underscores", "sudokuoftheday style: underscores", PUZZLE, Layout::Line, Marks::None),
    read("question-marks", "puzzle collections: question marks", PUZZLE, Layout::Line, Marks::None),
    read("middle-dots", "word processors: middle dots", PUZZLE, Layout::Line, Marks::None),
    read("full-width", "Japanese input: full-width digits", PUZZLE, Layout::Line, Marks::None),
    read("arabic-indic", "Arabic-Indic digits", PUZZLE, Layout::Lines, Marks::None),
    read("zero-width", "web pages: zero-width spaces", PUZZLE, Layout::Line, Marks::None),
    read("keycaps", "chat programs: keycap emoji", PUZZLE, Layout::Lines, Marks::None),
    read("shadify", "shadify: rows joined by dashes", PUZZLE, Layout::Dashed, Marks::None),
    read("slashes", "chess-like: rows joined by slashes", PUZZLE, Layout::Line, Marks::None),
    read("spaced-line", "Sudoku Explainer (numbers): spaced line", PUZZLE, Layout::Line, Marks::None),
    read("sudocue-sdk", "SudoCue: .sdk with headers", PUZZLE, Layout::Lines, Marks::None),
    read("sudoku-explainer", "Sudoku Explainer: plain save", PUZZLE, Layout::Lines, Marks::None),
    read("qqwing-compact", "QQWing: --compact", PUZZLE, Layout::Lines, Marks::None),
    read("project-euler", "Project Euler 96: one grid with its name", PUZZLE, Layout::Lines, Marks::None),
    read("leptonica", "Leptonica: commented header, spaced zeros", PUZZLE, Layout::Lines, Marks::None),
    read("csie", "NTU Sudoku World: spaced dashes", PUZZLE, Layout::Lines, Marks::None),
    read("sdk-sections", "SadMan Sudoku: .sdk with sections", PUZZLE, Layout::Lines, Marks::None),
    read("simple-sudoku", "Simple Sudoku: .ss", PUZZLE, Layout::Lines, Marks::None),
    read("simple-sudoku-signed", "Simple Sudoku: clipboard, with its name below", PUZZLE, Layout::Lines, Marks::None),
    read("hodoku-givens", "HoDoKu: givens in a frame", PUZZLE, Layout::Lines, Marks::None),
    read("hodoku-plus", "HoDoKu: frame of plus signs", PUZZLE, Layout::Lines, Marks::None),
    read("sudocue-border", "SudoCue: dots in the border", PUZZLE, Layout::Lines, Marks::None),
    read("qqwing-readable", "QQWing: readable", PUZZLE, Layout::Lines, Marks::None),
    read("rust-sudoku", "Rust crate sudoku: block display", PUZZLE, Layout::Lines, Marks::None),
    read("sudoku-js", "sudoku.js: printed board", PUZZLE, Layout::Lines, Marks::None),
    read("equals", "forum posts: frame of equals signs", PUZZLE, Layout::Lines, Marks::None),
    read("stars-equals", "forum posts: stars and equals signs", PUZZLE, Layout::Lines, Marks::None),
    read("box-drawing", "terminal games: box drawing", PUZZLE, Layout::Lines, Marks::None),
    read("python-lesson", "Python lessons: spaced dash frame, zeros", PUZZLE, Layout::Lines, Marks::None),
    read("numpy-like", "scripts: prose above, dashes between", PUZZLE, Layout::Lines, Marks::None),
    read("spaces", "printed grids: spaces for blanks", PUZZLE, Layout::Lines, Marks::None),
    read("spaces-bars", "console programs: spaces between bars", PUZZLE, Layout::Lines, Marks::None),
    read("spaces-frame", "prettyprint scripts: spaced cells in a frame", PUZZLE, Layout::Lines, Marks::None),
    read("spaces-box", "terminal games: spaces in box drawing", PUZZLE, Layout::Lines, Marks::None),
    read("spaces-pairs", "console programs: spaced cells, spaces for blanks", PUZZLE, Layout::Lines, Marks::None),
    read("excel", "Excel and Google Sheets: copied cells", PUZZLE, Layout::Lines, Marks::None),
    read("libreoffice-csv", "LibreOffice: .csv", PUZZLE, Layout::Lines, Marks::None),
    read("excel-german", "Excel with a German locale: .csv", PUZZLE, Layout::Lines, Marks::None),
    read("csv-quoted", "CSV writers that quote every field", PUZZLE, Layout::Lines, Marks::None),
    read("csv-zeros", "pandas to_csv without header or index", PUZZLE, Layout::Lines, Marks::None),
    read("array-join", "JavaScript: grid.flat().join()", PUZZLE, Layout::Line, Marks::None),
    read("markdown", "Markdown tables", PUZZLE, Layout::Lines, Marks::None),
    read("markdown-header", "Markdown tables with named columns", PUZZLE, Layout::Lines, Marks::None),
    read("markdown-blank-header", "Markdown tables with a blank header", PUZZLE, Layout::Lines, Marks::None),
    read("pandas-markdown", "pandas to_markdown", PUZZLE, Layout::Lines, Marks::None),
    read("pandas-csv", "pandas to_csv", PUZZLE, Layout::Lines, Marks::None),
    read("numpy", "NumPy: print of an array", PUZZLE, Layout::Lines, Marks::None),
    read("numpy-floats", "NumPy: print of an array of floats", PUZZLE, Layout::Lines, Marks::None),
    read("numpy-repr", "NumPy: repr of an array", PUZZLE, Layout::Lines, Marks::None),
    read("python-list", "Python: print of a list of strings", PUZZLE, Layout::Lines, Marks::None),
    read("hodoku-marks", "HoDoKu: candidates", PUZZLE, Layout::Lines, Marks::Kept),
    read("hodoku-marked", "HoDoKu: candidates with marks on cells", PUZZLE, Layout::Lines, Marks::Kept),
    read("simple-sudoku-marks", "Simple Sudoku: candidate grid", PUZZLE, Layout::Lines, Marks::Kept),
    read("sudoku-explainer-marks", "Sudoku Explainer: pencil marks", PUZZLE, Layout::Lines, Marks::Kept),
    read("simple-sudoku-both", "Simple Sudoku: puzzle, then candidates", PUZZLE, Layout::Lines, Marks::Kept),
    read("sadman-marks", "SadMan Sudoku: tab-separated candidates", PUZZLE, Layout::Lines, Marks::Kept),
    read("sadman-brackets", "SadMan Sudoku: candidates in brackets", PUZZLE, Layout::Lines, Marks::Kept),
    read("sudocue-sdx", "SudoCue: .sdx", PUZZLE, Layout::Lines, Marks::Kept),
    read("forum-729", "sudoku forums: 729 characters", PUZZLE, Layout::Line, Marks::Kept),
    read("one-line-marks", "solver logs: 81 groups on one line", PUZZLE, Layout::Line, Marks::Kept),
    read("kaggle-million", "Kaggle: quizzes,solutions", PUZZLE, Layout::Line, Marks::None),
    read("kaggle-ratings", "Kaggle: id,puzzle,solution,clues,difficulty", PUZZLE, Layout::Line, Marks::None),
    read("vborg", "ML sets: fields of fields", PUZZLE, Layout::Line, Marks::None),
    read("qqwing-csv", "QQWing: --csv --solution", PUZZLE, Layout::Line, Marks::None),
    read("rated", "sets with a rating", PUZZLE, Layout::Line, Marks::None),
    read("named", "lists with a comment", PUZZLE, Layout::Line, Marks::None),
    read("forum-rating", "forum lists: ED after the puzzle", PUZZLE, Layout::Line, Marks::None),
    read("gsf", "gsf: taxonomy line", PUZZLE, Layout::Line, Marks::None),
    read("spreadsheet-pair", "spreadsheets: puzzle and solution in two cells", PUZZLE, Layout::Line, Marks::None),
    read("our-batch", "our own batch answers", SOLUTION, Layout::Line, Marks::None),
    read("our-text", "our own text answers", SOLUTION, Layout::Lines, Marks::None),
    read("sudoku-exchange", "Sudoku Exchange puzzle bank", PUZZLE, Layout::Line, Marks::None),
    read("hodoku-library", "HoDoKu: library line", PUZZLE, Layout::Line, Marks::None),
    read(
        "hodoku-library-placed",
        "HoDoKu: library line with placed digits and deleted candidates",
        PUZZLE,
        Layout::Line,
        Marks::Kept,
    ),
    read("sudokuwiki", "SudokuWiki: ?bd=", PUZZLE, Layout::Line, Marks::None),
    read("sudokuexchange-link", "SudokuExchange: ?s=", PUZZLE, Layout::Line, Marks::None),
    read("puzzle-link", "solver pages: ?puzzle= with escapes", PUZZLE, Layout::Lines, Marks::None),
    read("our-link", "our own link", PUZZLE, Layout::Line, Marks::None),
    read("link-pair", "solver pages: ?puzzle= and solution=", PUZZLE, Layout::Line, Marks::None),
    read("link-www", "SudokuWiki: an address without its scheme", PUZZLE, Layout::Line, Marks::None),
    read("pandas-floats", "pandas: blanks make the digits 5.0", PUZZLE, Layout::Lines, Marks::None),
    read("csv-letters", "spreadsheets: columns A to I", PUZZLE, Layout::Lines, Marks::None),
    read("csv-numbers", "pandas to_csv without index", PUZZLE, Layout::Lines, Marks::None),
    read("opensudoku", "OpenSudoku: puzzle", PUZZLE, Layout::Line, Marks::None),
    read("opensudoku-v1", "OpenSudoku: begun game, version 1", PUZZLE, Layout::Line, Marks::Kept),
    read("opensudoku-v3", "OpenSudoku: begun game, version 3", PUZZLE, Layout::Line, Marks::Kept),
    read("fenced-prose", "language models: a code block between prose", PUZZLE, Layout::Lines, Marks::None),
    read("fenced-only", "chat programs: a code block", PUZZLE, Layout::Lines, Marks::None),
    read("fenced-json", "language models: JSON in a code block", PUZZLE, Layout::Lines, Marks::None),
    read("fenced-python", "language models: Python with comments in a code block", PUZZLE, Layout::Lines, Marks::None),
    read(
        "fenced-open",
        "language models: an answer that was cut off in a code block",
        PUZZLE,
        Layout::Lines,
        Marks::None,
    ),
    read("python-none", "Python: a list of lists with None", PUZZLE, Layout::Lines, Marks::None),
    read("python-strings", "Python: a list of strings", PUZZLE, Layout::Lines, Marks::None),
    read("python-tuple", "Python: a tuple of strings", PUZZLE, Layout::Lines, Marks::None),
    read("python-tuples", "Python: a tuple of tuples", PUZZLE, Layout::Lines, Marks::None),
    read("python-dict", "Python: a dictionary with a grid", PUZZLE, Layout::Lines, Marks::None),
    read("python-cells", "Python: a dictionary of cells", PUZZLE, Layout::Lines, Marks::None),
    read("javascript-array", "JavaScript: a constant array with null", PUZZLE, Layout::Lines, Marks::None),
    read("json-minus-one", "programs that write -1 for a blank, with a last comma", PUZZLE, Layout::Lines, Marks::None),
    read("markdown-labels", "language models: a Markdown table with labels", PUZZLE, Layout::Lines, Marks::None),
    read("markdown-prose", "language models: a Markdown table between prose", PUZZLE, Layout::Lines, Marks::None),
    read("headed-rows", "language models: rows R1 below columns C1", PUZZLE, Layout::Lines, Marks::None),
    read("labelled-rows", "language models: `Row 1:`", PUZZLE, Layout::Lines, Marks::None),
    read("labelled-bullets", "language models: a list of bold rows", PUZZLE, Layout::Lines, Marks::None),
    read("labelled-letters", "Python lessons: rows A to I below columns 1 to 9", PUZZLE, Layout::Lines, Marks::None),
    read("white-squares", "language models: white squares", PUZZLE, Layout::Lines, Marks::None),
    read("emoji-squares", "chat programs: white square emoji", PUZZLE, Layout::Lines, Marks::None),
    read("fenced-inline", "chat programs: a code block on one line", PUZZLE, Layout::Line, Marks::None),
    read("python-dict-line", "Python: a dictionary with a line", PUZZLE, Layout::Line, Marks::None),
    refused(
        "fenced-two",
        "language models: two grids",
        "line 15: the text is ambiguous: an earlier code block and a code block give different grids",
    ),
    refused(
        "fenced-around",
        "language models: a puzzle above another grid",
        "line 14: the text is ambiguous: the text around the code block and a code block give different grids",
    ),
    refused("fenced-short", "language models: a cell lost in a code block", "line 7: found 8 cells instead of 9"),
    refused("python-short", "Python: a cell lost", "line 3, character 2: found 8 cells instead of 9"),
    refused(
        "python-ten",
        "Python: a number with two digits",
        "line 3, character 12: expected a digit from 1 to 9, or a blank such as 0, `.` or `None`",
    ),
    refused(
        "python-cells-twice",
        "Python: a cell that occurs twice, and one outside the grid",
        "line 1, character 26: expected a cell from A1 to I9 (row, column), and each only once; line 1, character 35: expected a cell from A1 to I9 (row, column), and each only once",
    ),
    refused(
        "labelled-short",
        "language models: a row lost",
        "line 1: expected nine lines of nine cells or one line of 81, found 8 lines with cells",
    ),
    refused("json", "JSON documents", "line 1: this looks like JSON; send Content-Type: application/json"),
    refused("csv-columns", "CSV of something else", "line 1: this looks like a CSV file with 3 columns; a grid has 9"),
    refused(
        "markdown-columns",
        "Markdown table of something else",
        "line 1: this looks like a Markdown table with 3 columns; a grid has 9",
    ),
    refused(
        "numpy-short",
        "NumPy: an array with a missing row",
        "line 1, character 1: expected nine lines of nine cells or one line of 81, found 8 lines with cells",
    ),
    refused("hexadoku", "16 by 16 grids", "line 1: this looks like a grid of 16 by 16 cells; only 9 by 9 is supported"),
    refused("mini", "4 by 4 grids", "line 1: this looks like a grid of 4 by 4 cells; only 9 by 9 is supported"),
    refused(
        "f-puzzles",
        "f-puzzles: packed link",
        "line 1: this looks like a URL without 81 cells in it; open it and copy the grid itself instead of a short or packed link",
    ),
    refused(
        "sudokupad-scl",
        "SudokuPad: packed link",
        "line 1: this looks like a URL without 81 cells in it; open it and copy the grid itself instead of a short or packed link",
    ),
    refused(
        "sudokupad",
        "SudokuPad: short link",
        "line 1: this looks like a URL without 81 cells in it; open it and copy the grid itself instead of a short or packed link",
    ),
    refused(
        "opensudoku-many",
        "OpenSudoku: several games",
        "line 1: this looks like an OpenSudoku file with 2 games; send only one",
    ),
    refused("html", "web pages", "line 1: this looks like XML or HTML; only OpenSudoku files are supported"),
    refused("curl", "a command with a text", "line 1: this looks like a curl command; send only the grid in it"),
    refused(
        "curl-pair",
        "a command with JSON that has two grids",
        "line 1: this looks like a curl command; send only the grid in it",
    ),
    refused(
        "link-ambiguous",
        "an address with two puzzles",
        "line 1: the text is ambiguous: grid= and puzzle= give different grids",
    ),
    refused(
        "sdk-empty",
        ".sdk without its grid",
        "line 1: this looks like a .sdk file with sections, but [Puzzle] does not contain a grid",
    ),
    refused(
        "marks-short",
        "candidates with a missing cell",
        "line 1: this looks like pencil marks for 80 cells; a grid has 81",
    ),
    refused("two-batches", "two puzzles on one line", "line 1: expected one grid, found 2 grids on one line"),
    refused("lost-character", "a character lost", "line 1: found 80 cells instead of 81"),
    refused(
        "letter",
        "a letter typed by mistake",
        "line 1, character 9: 'z' is not a digit from 1 to 9, a blank or a separator",
    ),
    read("c-braces", "C: an initialiser", PUZZLE, Layout::Lines, Marks::None),
    read("java-chars", "Java: an array of characters", PUZZLE, Layout::Lines, Marks::None),
    read("go-array", "Go: an array", PUZZLE, Layout::Lines, Marks::None),
    read("rust-array", "Rust: an array", PUZZLE, Layout::Lines, Marks::None),
    read("php-array", "PHP: an array", PUZZLE, Layout::Lines, Marks::None),
    read("kotlin-array", "Kotlin: an array", PUZZLE, Layout::Lines, Marks::None),
    read("yaml-rows", "YAML: a list of lists", PUZZLE, Layout::Lines, Marks::None),
    read("c-strings", "C: strings", PUZZLE, Layout::Lines, Marks::None),
    read("quoted-rows", "F# and scripts: quoted rows, spaces for blanks", PUZZLE, Layout::Lines, Marks::None),
    read("torch", "PyTorch: print of a tensor", PUZZLE, Layout::Lines, Marks::None),
    read("solo-id", "Simon Tatham's Solo: an id", PUZZLE, Layout::Line, Marks::None),
    read("sudokuwiki-packed", "SudokuWiki: a link with pencil marks", PUZZLE, Layout::Line, Marks::Kept),
    read("dots", "sites: rows joined by dots", PUZZLE, Layout::Line, Marks::None),
    read("pandas-print", "pandas: print of a data frame", PUZZLE, Layout::Lines, Marks::None),
    read("pandas-print-floats", "pandas: print of a data frame with NaN", PUZZLE, Layout::Lines, Marks::None),
    read("r-matrix", "R: print of a matrix", PUZZLE, Layout::Lines, Marks::None),
    read("r-reprex", "R: a reprex", PUZZLE, Layout::Lines, Marks::None),
    read("octave", "Octave: print of a matrix", PUZZLE, Layout::Lines, Marks::None),
    read("matlab-nan", "MATLAB: print of a matrix with NaN", PUZZLE, Layout::Lines, Marks::None),
    read("sage", "Sage: spaces in a frame", PUZZLE, Layout::Lines, Marks::None),
    read("spacers", "spreadsheets: an empty row and column between boxes", PUZZLE, Layout::Lines, Marks::None),
    read("sheet-na", "R: NA for blanks", PUZZLE, Layout::Lines, Marks::None),
    read("sheet-decimals", "Excel with a German locale: decimals", PUZZLE, Layout::Lines, Marks::None),
    read("sheet-sep", "Excel: a line with the separator", PUZZLE, Layout::Lines, Marks::None),
    read("sheet-title", "spreadsheets: a title and an empty first column", PUZZLE, Layout::Lines, Marks::None),
    read("markdown-bold", "language models: a Markdown table with bold digits", PUZZLE, Layout::Lines, Marks::None),
    read("quoted-mail", "mail: a quotation", PUZZLE, Layout::Lines, Marks::None),
    read("numbered-rows", "text recognition: numbered rows", PUZZLE, Layout::Lines, Marks::None),
    read("boxed-cells", "consoles: cells in brackets", PUZZLE, Layout::Lines, Marks::None),
    read(
        "spaced-dashes",
        "language models: names of rows and columns, spaced dashes",
        PUZZLE,
        Layout::Lines,
        Marks::None,
    ),
    read("rating-below", "forum posts: a date and a rating below", PUZZLE, Layout::Lines, Marks::None),
    read("numbered-list", "forum lists: numbers behind #", PUZZLE, Layout::Line, Marks::None),
    read(
        "placed-plus",
        "HoDoKu: placed digits and removed candidates without the other fields",
        PUZZLE,
        Layout::Line,
        Marks::Kept,
    ),
    refused(
        "groups-slipped",
        "scripts: a cell that slipped into the next group",
        "line 1: expected groups of 9 cells, found 8 in group 1; line 1: expected groups of 9 cells, found 10 in group 2",
    ),
    refused(
        "groups-short",
        "scripts: a cell lost in nine groups",
        "line 1: expected groups of 9 cells, found 8 in group 2",
    ),
    refused(
        "frame-slipped",
        "scripts: a cell that slipped across a frame",
        "line 5: expected groups of 3 cells, found 2 in group 1",
    ),
    refused("damaged-pair", "Excel: lost zeros beside the solution", "line 2: found 75 cells instead of 81"),
    refused(
        "lost-puzzle",
        "pandas: NaN beside the solution",
        "line 1: found a complete grid beside what may be left of its puzzle; name the puzzle's column in a header such as `puzzle,solution`, or with `column`",
    ),
    refused(
        "glued-number",
        "a number that became the first cell",
        "line 1: expected groups of 9 cells, found 1 in group 1",
    ),
    refused(
        "stripped-file",
        "curl -d: a file without its line breaks",
        "line 1: expected one grid, found 3 grids on one line",
    ),
];
