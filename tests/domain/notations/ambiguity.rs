//! The parser accepts no text with two possible readings.

use proptest::prelude::*;
use proptest::sample::select;
use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::notation::{self, FaultKind};

/// Cells, frames, separators and words, in an order that may form a grid.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[1-9.*-]{9}",
        2 => "[1-9.]{1,4}( [1-9.]{1,4}){8}",
        2 => "[1-9.*-]?(,[1-9.*-]?){8}",
        1 => "[1-9 ]{9}",
        1 => "[1-9.*-]{81}",
        1 => select(&["---+---+---", ".---.---.", "*=========*", "words", "# note", "", "|-------|"][..]).prop_map(str::to_owned),
    ]
}

/// Returns every grid that a simple reader could see in a text: `*` and `-` are each blanks or parts of a frame. Does
/// not use the tables of the parser.
fn plain_readings(text: &str) -> Vec<Grid> {
    let mut grids = Vec::new();
    for (star, dash) in [(false, false), (true, true), (true, false), (false, true)] {
        let rows: Vec<String> = text
            .split('\n')
            .filter(|line| !line.trim_start().starts_with('#'))
            .map(|line| {
                line.chars()
                    .filter(|&c| !(c.is_whitespace() || "|+,=".contains(c) || c == '*' && !star || c == '-' && !dash))
                    .collect()
            })
            .filter(|row: &String| !row.is_empty())
            .collect();
        let is_grid = match rows.len() {
            1 => rows[0].len() == 81,
            9 => rows.iter().all(|row| row.len() == 9),
            _ => false,
        };
        let cells: String = rows.concat().replace(['*', '-'], ".");
        if let Some(grid) = notation::plain_line(cells.as_bytes()).filter(|_| is_grid) {
            grids.push(grid);
        }
    }
    grids
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepted_texts_have_no_other_reading(pieces in proptest::collection::vec(piece(), 1..=11)) {
        let text = pieces.join("\n");
        let readings = plain_readings(&text);
        match notation::parse(&text) {
            Ok(read) => prop_assert!(readings.iter().all(|grid| *grid == read.grid), "{text}\n{:?}", read.grid),
            Err(error) => {
                // Groups of other sizes show that a cell was lost.
                let is_refused = matches!(error.faults()[0].kind, FaultKind::Ambiguous(..) | FaultKind::Group { .. });
                prop_assert!(readings.is_empty() || is_refused, "{text}\n{error}");
            }
        }
    }

    #[test]
    fn all_forms_that_read_a_text_agree_or_the_text_is_rejected(text in select(notation::FORMS).prop_flat_map(|form| {
        let length = form.example.len();
        (Just(form.example), 0..length, "[1-9.*,|# -]{0,3}").prop_map(|(example, at, noise)| {
            format!("{}{noise}{}", &example[..at], &example[at..])
        })
    })) {
        let grids: Vec<Grid> = notation::FORMS.iter().filter_map(|form| form.read_alone(&text)).collect();
        match notation::parse(&text) {
            Ok(read) => prop_assert!(grids.iter().all(|grid| *grid == read.grid), "{text}"),
            Err(error) => {
                let all_agree = grids.windows(2).all(|pair| pair[0] == pair[1]);
                let is_ambiguous = matches!(error.faults()[0].kind, FaultKind::Ambiguous(..));
                prop_assert!(grids.is_empty() || is_ambiguous && !all_agree, "{text}: {error}");
            }
        }
    }
}
