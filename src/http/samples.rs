//! A sample of each problem, for the contract and for the pages that explain it.

use serde_json::Value;

use super::json::Pointer;
use super::problem::{Code, Problem};
use super::wire::{GridError, RequestError};
use crate::sudoku::{Cell, Digit, Grid, rules};

/// The sample of this problem.
pub fn of(code: Code) -> Problem {
    let plain = |detail: &'static str| Problem::new(code, detail);
    match code {
        Code::MalformedJson => Problem::malformed_json(1, 12, "expected value"),
        Code::InvalidRequest => {
            let detail = "there is no such member; the members are `grid`, `max_solutions`";
            Problem::invalid_request(vec![RequestError::at(&Pointer::root().member("max_solution"), detail)])
        }
        Code::InvalidGrid => Problem::invalid_grid(
            vec![GridError {
                pointer: Some("/grid/3/4".to_owned()),
                row: Some(4),
                column: Some(5),
                found: Some("10".to_owned()),
                detail: "a cell is a digit from 1 to 9, or 0, null, \"\" or \".\" if it is blank".to_owned(),
                ..GridError::default()
            }],
            "",
        ),
        Code::ConflictingGivens => {
            let five = Digit::new(5);
            let grid = Cell::all()
                .filter(|cell| [0, 4].contains(&cell.index()))
                .fold(Grid::EMPTY, |grid, cell| grid.with(cell, five));
            Problem::conflicting_givens(rules::conflicts(&grid))
        }
        Code::NoSolution => plain("the givens do not conflict, yet the grid cannot be completed"),
        Code::NotUnique => {
            plain("the puzzle has several solutions, so no cell can be called a mistake").at_pointer("/puzzle")
        }
        Code::SearchLimit => plain("the search used up its node budget before it had an answer"),
        Code::InvalidHost => plain("the header field Host stands here 2 times"),
        Code::NotFound => plain("there is nothing at /sovle"),
        Code::MethodNotAllowed => plain("/solve knows POST and OPTIONS, not GET"),
        Code::RequestTimeout => plain("the body was not complete within 20 s"),
        Code::IncompleteBody => plain("the body ended after 40 of its 81 bytes"),
        Code::PayloadTooLarge => plain("the body is larger than 16384 bytes"),
        Code::UriTooLong => plain("the request's target is longer than 8192 bytes"),
        Code::HeaderTooLarge => plain("the request's header is larger than 16384 bytes"),
        Code::UnsupportedMediaType => plain(
            "Content-Type \"text/csv\" is not supported; send `Content-Type: application/json` or `Content-Type: text/plain`",
        ),
        Code::Overloaded => plain("the solver's queue is full"),
        Code::DeadlineExceeded => plain("the request's time limit passed before the search was done"),
        Code::ShuttingDown => plain("the service is shutting down"),
        Code::Internal => plain("the solver failed"),
    }
}

/// The identity that samples show.
const REQUEST_ID: &str = "5f1c0a9e3b7d4286";

impl Problem {
    /// The document that a caller would be sent.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.document(Some(REQUEST_ID), "")).expect("a problem's document is JSON")
    }

    /// The line that a caller would be sent.
    pub fn line(&self) -> String {
        format!("{}: {}", self.code().name(), self.detail())
    }
}
