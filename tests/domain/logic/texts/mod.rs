//! Every sentence that is told of a step, tested on its board with nothing but the digits and candidates of the cells.

mod chains;
mod patterns;
mod strong;
mod words;

use std::panic::catch_unwind;

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{Board, Step, StepLimits, TABLE, TechniqueSet, example, path, steps, tell};

use crate::logic::names;
use crate::logic::oracle::grid;
use crate::support::puzzle_sets;
use chains::check_chains;
use patterns::Told;
pub use words::every_house;

/// What a step is, and what follows; of chains, in lines.
#[derive(Clone)]
struct Text {
    what: String,
    how: String,
    lines: Vec<String>,
}

impl Text {
    fn of(board: &Board, step: &Step) -> Self {
        let text = tell(board, step);
        Self { what: text.what, how: text.how, lines: text.lines }
    }
}

/// The first sentence of a text that is not true of a step.
fn false_sentence(board: &Board, step: &Step, text: &Text) -> Result<(), String> {
    let told = Told { board, step, what: &text.what };
    if !text.lines.is_empty() {
        check_chains(&told, &text.lines)
    } else if told.is_chain(&text.how)
        || told.is_blossom(&text.how)
        || told.is_pattern() && told.is_conclusion(&text.how)
    {
        Ok(())
    } else {
        Err(format!("{} {}", text.what, text.how))
    }
}

/// Tests all that is told of a step.
#[track_caller]
fn check(board: &Board, step: &Step) {
    if let Err(sentence) = false_sentence(board, step, &Text::of(board, step)) {
        panic!("{} in {}: not true: {sentence}", step.technique.info().id, board.grid());
    }
}
/// Tests the path of a puzzle.
fn check_path(puzzle: &Grid) -> usize {
    let mut board = Board::new(puzzle);
    let steps = path(puzzle, &StepLimits::default()).1;
    for step in &steps {
        check(&board, step);
        board.apply(step);
    }
    steps.len()
}

/// Tests all steps of a position.
fn check_position(board: &Board) -> usize {
    let all = steps(board, &StepLimits { nodes: 100_000, ..StepLimits::within(TechniqueSet::ALL) }, usize::MAX).0;
    for step in &all {
        check(board, step);
    }
    all.len()
}

#[test]
fn all_that_is_told_of_a_step_is_true() {
    let mut tested = 0;
    for row in &TABLE {
        tested += example(row.technique).map_or(0, |board| check_position(&board));
    }
    for index in 0..count() {
        tested += check_path(&minimal_puzzle("texts", index).0);
    }
    for line in puzzle_sets::text("magictour-top1465.txt").lines().take(count() as usize / 20) {
        tested += check_path(&grid(line));
    }
    println!("the texts of {tested} steps tested");
}

#[test]
fn all_that_is_told_of_the_steps_of_a_position_is_true() {
    let tested: usize = names::positions().iter().map(|position| check_position(&position.board)).sum();
    println!("the texts of {tested} steps tested");
}

/// The text with each of its words that is a cell or a digit replaced by another one of its kind, in turn.
fn with_errors(text: &str) -> Vec<String> {
    let others = |c: char| if c == '9' { '1' } else { char::from(c as u8 + 1) };
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    digits.map(|(i, c)| format!("{}{}{}", &text[..i], others(c), &text[i + 1..])).collect()
}

#[test]
fn an_error_in_a_text_is_found() {
    let (mut found, mut all) = (0, 0);
    for row in &TABLE {
        let Some(board) = example(row.technique) else { continue };
        let step = steps(&board, &StepLimits::within(TechniqueSet::only(row.technique)), 1).0.remove(0);
        let text = Text::of(&board, &step);
        let whats = with_errors(&text.what).into_iter().map(|what| Text { what, ..text.clone() });
        let hows = with_errors(&text.how).into_iter().map(|how| Text { how, ..text.clone() });
        let patterns = whats.chain(hows).filter(|_| text.lines.is_empty());
        let lines = (0..text.lines.len()).flat_map(|i| {
            let (lines, text) = (text.lines.clone(), text.clone());
            with_errors(&text.lines[i].clone()).into_iter().map(move |line| {
                let mut lines = lines.clone();
                lines[i] = line;
                Text { lines, ..text.clone() }
            })
        });
        for wrong in patterns.chain(lines) {
            // A text that says nothing that can be read is found, too.
            let is_true = catch_unwind(|| false_sentence(&board, &step, &wrong)).is_ok_and(|result| result.is_ok());
            all += 1;
            found += usize::from(!is_true);
            if is_true {
                println!("{}: {} {} {:?}", row.id, wrong.what, wrong.how, wrong.lines);
            }
        }
    }
    println!("{found} of {all} errors found");
    assert!(found * 100 >= all * 99);
}

/// Puzzles whose paths are tested: 200, or the number in `TOLD_PUZZLES`.
fn count() -> u64 {
    std::env::var("TOLD_PUZZLES").map_or(200, |number| number.parse().expect("a number"))
}
