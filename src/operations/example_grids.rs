//! The grids of the examples.

use serde_json::Value;

/// An easy puzzle on one line.
pub const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The easy puzzle after a wrong move: its solution has 4 in r1c3.
pub const PROGRESS: &str = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The easy puzzle after a move that breaks the rules.
pub const BROKEN: &str = "535.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A puzzle of 17 givens, none of which can be left out.
pub const MINIMAL: &str = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
/// A grid with two solutions: 6 and 7 can be swapped in its four blank cells.
pub const MULTIPLE: &str = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";

/// The solution of the easy puzzle without its last digit.
pub const ALMOST: &str = "53467891267219534819834256785976142342685379171392485696153728428741963534528617.";

/// The pencil marks of [`MULTIPLE`], in nine lines.
pub fn marks() -> String {
    let cell = |cell: char| if cell == '.' { "67".to_owned() } else { cell.to_string() };
    let row = |row: usize| MULTIPLE[9 * row..9 * row + 9].chars().map(cell).collect::<Vec<_>>().join(" ");
    (0..9).map(row).collect::<Vec<_>>().join("\n")
}

/// The easy puzzle as nine strings.
pub fn rows() -> Value {
    (0..9).map(|row| Value::from(&LINE[9 * row..9 * row + 9])).collect()
}

/// A batch of text: a header, a puzzle, and an invalid line.
pub fn batch_text() -> String {
    format!("grid\n{MINIMAL}\n53..7....6..195\n")
}

/// The same batch as JSON lines.
pub fn batch_json() -> String {
    format!("{{\"id\": \"hard\", \"grid\": \"{MINIMAL}\"}}\n{{\"id\": 3, \"grid\": \"53..7....6..195\"}}\n")
}
