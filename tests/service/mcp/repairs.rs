//! A model that knows nothing but the answer can mend its call.

use serde_json::{Value, json};

use super::called;
use crate::support::puzzles::{EASY, EASY_SOLUTION, rows};
use crate::support::service::Service;

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
