//! The pencil marks of a position: which of them count.

use super::options::{OneOf, PencilMarks, options};
use super::problem::{ErrorList, GridError, Problem};
use super::puzzles::marks;
use super::reading::Posed;
use crate::sudoku::notation::Candidates;

/// Which pencil marks count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// All of them.
    All,
    /// Those for the places of a digit in a box.
    Partial,
    /// None.
    Ignore,
}

options! {
    /// The pencil marks of a position.
    pub struct MarkOptions {
        /// The pencil marks, if not in `grid`. A blank cell without any keeps all candidates.
        candidates: Option<Box<Candidates>> = PencilMarks, example marks();
        /// Which pencil marks count: `all`, none (`ignore`), or as notes of the places of a digit in a box (`partial`): if cells of
        /// a box have marks of a digit, it is in one of these cells, and a box without its marks says nothing.
        marks: Counted = OneOf(|| vec![("all", Counted::All), ("partial", Counted::Partial), ("ignore", Counted::Ignore)]),
            default Counted::All, example "ignore";
    }
}

impl MarkOptions {
    /// A grid with the pencil marks that count under these options, if the operation has them.
    ///
    /// # Errors
    /// It has none, and the marks of the grid say more than its digits.
    pub fn apply(options: Option<&Self>, posed: Posed) -> Result<Posed, Problem> {
        let Some(Self { candidates, marks }) = options else {
            return if posed.position().allowed().is_some() { Err(Self::refused()) } else { Ok(posed) };
        };
        let candidates = candidates.clone().or(posed.candidates).filter(|_| *marks != Counted::Ignore);
        Ok(Posed { candidates, is_partial: *marks == Counted::Partial, ..posed })
    }

    /// The grid must not have pencil marks.
    pub fn refused() -> Problem {
        let detail = "a canonical form and variants do not take pencil marks; send the digits alone".to_owned();
        Problem::invalid_grid(ErrorList::of(GridError { detail, ..GridError::default() }))
    }
}
