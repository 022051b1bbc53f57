//! Every problem that a tool can find is an answer that says what is wrong and where, so that a model that knows nothing else
//! can mend its call; and no answer is long.

use serde_json::{Value, json};
use sudoku_service::operations::ALL;

use super::called;
use crate::support::puzzles::{CONFLICTING, EASY, EASY_SOLUTION, HARDEST, TWO_SOLUTIONS, rows};
use crate::support::service::Service;

#[tokio::test]
async fn no_answer_is_long() {
    let service = Service::start().await;
    let broken = format!("2{}", &HARDEST[1..]);
    for operation in ALL.iter().filter(|operation| operation.is_tool()) {
        let name = operation.about.name;
        let grids = [EASY, HARDEST, &broken, CONFLICTING, TWO_SOLUTIONS];
        let arguments = |grid: &str| match name {
            "rate" => json!({"grid": grid, "path": true}),
            "hint" => json!({"grid": grid, "show": "how"}),
            "explain" => json!({"grid": grid, "ask": ["additions", "canonical", "minimal-puzzle"]}),
            "generate" => json!({"level": "medium", "seed": "long", "notation": "line"}),
            "daily" => json!({"date": "2026-11-16"}),
            "techniques" => json!({}),
            _ => json!({"grid": grid}),
        };
        let mut lengths = Vec::new();
        for grid in grids.into_iter().take(if operation.takes_grid { grids.len() } else { 1 }) {
            let answer = called(&service, name, &arguments(grid)).await;
            lengths.push([
                answer["content"][0]["text"].as_str().map_or(0, str::len),
                answer["structuredContent"].to_string().len(),
            ]);
        }
        // The list of all techniques is as long as it is.
        let most = if name == "techniques" { 20 * 1024 } else { 8 * 1024 };
        assert!(lengths.iter().all(|[text, data]| *text <= most && *data <= most), "{name}: {lengths:?}");
    }
    let ten = called(&service, "generate", &json!({"level": "easy", "seed": "long", "count": 10})).await;
    assert!(ten.get("isError").is_none() && ten.to_string().len() < 10 * 1024, "{ten}");
}

/// No option makes conflicts fewer, so a model could not ask for less.
#[tokio::test]
async fn a_grid_with_many_conflicts_is_explained() {
    let service = Service::start().await;
    let filled =
        |digit: fn(usize) -> usize| -> String { (0..81).map(|cell| (digit(cell) % 9 + 1).to_string()).collect() };
    let grids = [
        filled(|_| 0),
        filled(|cell| cell % 9),
        filled(|cell| cell / 2),
        filled(|cell| cell * cell * 7 + cell / 3),
        filled(|cell| (cell * 7919 + cell * cell * 31) >> 3),
    ];
    let mut lengths = Vec::new();
    for grid in grids {
        let answer = called(&service, "explain", &json!({"grid": grid})).await;
        let data = &answer["structuredContent"];
        assert_eq!((answer.get("isError"), &data["verdict"]), (None, &json!("conflict")), "{grid}: {answer}");
        lengths.push(data.to_string().len());
    }
    assert!(lengths.iter().any(|length| *length > 12 * 1024), "{lengths:?}");
}

#[tokio::test]
async fn a_path_is_read_piece_by_piece() {
    let service = Service::start().await;
    let whole = json!({"grid": EASY, "path": true, "tell": false});
    let whole = service.request("POST", "/rate").json(&whole).send().await.json();
    let steps = whole["path"].as_array().expect("a path").clone();
    assert_eq!(json!(steps.len()), whole["steps"]);
    let (mut pieces, mut from) = (Vec::new(), 1);
    loop {
        let piece = called(&service, "rate", &json!({"grid": EASY, "path": true, "from": from})).await;
        let read = piece["structuredContent"]["path"].as_array().expect("a path");
        assert!(read.len() <= 20);
        pieces.extend(read.iter().cloned());
        let text = piece["content"][0]["text"].as_str().expect("a text");
        let Some((_, next)) = text.rsplit_once(" more steps from ") else { break };
        from = next.trim().parse().expect("a number");
    }
    assert_eq!(pieces, steps);
    for (from, expected) in [(steps.len(), 1), (steps.len() + 1, 0), (1000, 0)] {
        let piece = called(&service, "rate", &json!({"grid": EASY, "path": true, "from": from})).await;
        assert_eq!(piece["structuredContent"]["path"].as_array().map(Vec::len), Some(expected), "{from}");
    }
}

/// The number after this word in a text.
fn number_after(text: &str, word: &str) -> Option<usize> {
    let (_, rest) = text.split_once(word)?;
    let rest = rest.trim_start();
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

/// Mends a grid of nine rows by what the answer says alone; `original` is where the model copied it from.
fn mended(grid: &Value, answer: &Value, original: &[&str]) -> Value {
    let errors = answer["structuredContent"]["errors"].as_array().cloned().unwrap_or_default();
    let mut grid = grid.clone();
    for error in errors {
        let pointer = error["pointer"].as_str().expect("a pointer").strip_prefix("/grid").expect("in the grid");
        let detail = error["detail"].as_str().expect("a detail");
        let row = pointer.strip_prefix('/').map(|row| row.split('/').next().unwrap_or_default());
        match row.and_then(|row| row.parse::<usize>().ok()) {
            // A row is wrong: copy it again.
            Some(row) => grid[row] = original[row].into(),
            // The number of rows is wrong.
            None if number_after(detail, "expected") == Some(9) || detail.contains("rows") => grid = json!(original),
            None => panic!("nothing says what to mend: {error}"),
        }
    }
    for conflict in answer["structuredContent"]["conflicts"].as_array().into_iter().flatten() {
        for cell in conflict["cells"].as_array().expect("cells") {
            let row = cell["row"].as_u64().expect("a row") as usize - 1;
            grid[row] = original[row].into();
        }
    }
    grid
}

#[tokio::test]
async fn five_malformed_grids_are_mended_by_what_the_answer_says() {
    let service = Service::start().await;
    let original = rows(EASY);
    let with = |row: usize, text: &str| {
        let mut grid = json!(original);
        grid[row] = text.into();
        grid
    };
    let mut short = json!(original);
    short.as_array_mut().expect("rows").pop();
    for malformed in [with(2, ".98....6"), with(4, "4..8.3..10"), with(6, ".6.q..28."), with(0, "55..7...."), short] {
        let mut grid = malformed.clone();
        let solved = loop {
            let called = called(&service, "solve", &json!({"grid": grid})).await;
            if called.get("isError").is_none() {
                break called;
            }
            let next = mended(&grid, &called, &original);
            assert_ne!(next, grid, "{called}");
            grid = next;
        };
        let solution: Vec<&str> = rows(EASY_SOLUTION);
        assert_eq!(solved["structuredContent"]["solution"], json!(solution), "{malformed}");
    }
}
