//! What belongs to a position besides its grid: the original puzzle, and pencil marks.

use super::example_grids::{LINE, marks};
use super::options::{GridOption, GridText, OneOf, PencilMarks, options};
use super::problem::{ErrorList, GridError, Problem, RequestError};
use super::reading::SentGrid;
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Cell, Grid};

/// Which pencil marks count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarksUse {
    /// All of them.
    All,
    /// Those for the places of a digit in a box.
    Partial,
    /// None.
    Ignore,
}

options! {
    /// A position, besides its grid.
    pub struct PositionOptions {
        /// The original puzzle, if `grid` is a player's progress on it.
        puzzle: Option<GridOption> = GridText, example LINE;
        /// The pencil marks, if not in `grid`. A blank cell without any keeps all candidates.
        candidates: Option<Box<Candidates>> = PencilMarks, example marks();
        /// Which pencil marks count: `all`, none (`ignore`), or as notes of the places of a digit in a box (`partial`): if cells of
        /// a box have marks of a digit, it is in one of these cells, and a box without its marks says nothing.
        marks: MarksUse = OneOf(|| vec![("all", MarksUse::All), ("partial", MarksUse::Partial), ("ignore", MarksUse::Ignore)]),
            default MarksUse::All, example "ignore";
    }
}

impl PositionOptions {
    /// A grid with what counts of its position under these options, if the operation has them.
    ///
    /// # Errors
    /// It has none, and the marks of the grid say more than its digits.
    pub fn apply(options: Option<&Self>, posed: SentGrid) -> Result<SentGrid, Problem> {
        let Some(Self { puzzle, candidates, marks }) = options else {
            return if posed.position().allowed().is_some() { Err(Self::refused()) } else { Ok(posed) };
        };
        let candidates = candidates.clone().or(posed.candidates).filter(|_| *marks != MarksUse::Ignore);
        let placed = match puzzle {
            Some(GridOption { grid: puzzle, .. }) => !puzzle.filled() & ((1 << Cell::COUNT) - 1),
            None => posed.placed,
        };
        Ok(SentGrid { candidates, is_partial: *marks == MarksUse::Partial, placed, ..posed })
    }

    /// The original puzzle of this position.
    pub fn puzzle_of<'a>(&'a self, posed: &'a SentGrid) -> &'a Grid {
        self.puzzle.as_ref().map_or(&posed.grid, |puzzle| &puzzle.grid)
    }

    /// Rejects a puzzle whose givens the grid lacks.
    ///
    /// # Errors
    /// The cells with other digits.
    pub fn check_givens(&self, grid: &Grid) -> Result<(), Problem> {
        let mut errors = ErrorList::default();
        if let Some(GridOption { grid: puzzle, place }) = &self.puzzle {
            for cell in Cell::all().filter(|&cell| puzzle.get(cell).is_some() && puzzle.get(cell) != grid.get(cell)) {
                errors.push(|| {
                    let [given, found] = [puzzle, grid].map(|grid| grid.get(cell).map(|digit| digit.to_string()));
                    let (given, found) = (given.unwrap_or_default(), found.unwrap_or_else(|| "blank".to_owned()));
                    let detail = format!("`grid` must have the givens: {cell} is {given}, in `grid` {found}");
                    RequestError::at(place, detail)
                });
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Problem::invalid_request(errors)) }
    }

    /// The grid must not have pencil marks.
    pub fn refused() -> Problem {
        let detail = "a canonical form and variants do not take pencil marks; send the digits alone".to_owned();
        Problem::invalid_grid(ErrorList::of(GridError { detail, ..GridError::default() }))
    }
}
