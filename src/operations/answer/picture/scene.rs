//! What a picture shows: grids, and the roles of their digits, cells, candidates and links.

use crate::operations::answer::cells::{Cell, House};
use crate::operations::answer::steps::{Candidate, Step, View};
use crate::operations::reading::SentGrid;
use crate::sudoku::logic::{self, Board, Role};
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Grid, Position};

/// Maximum number of grids in a picture.
pub const MOST_SCENES: usize = 24;

/// A picture of an answer.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows, in a few words.
    pub title: String,
    /// The line below it, unless the request has another one.
    pub caption: Option<String>,
    /// The grids, from one to [`MOST_SCENES`].
    pub scenes: Vec<Scene>,
}

impl Picture {
    /// A picture without a caption.
    pub fn new(title: impl Into<String>, scenes: Vec<Scene>) -> Self {
        Self { title: title.into(), caption: None, scenes }
    }

    /// The first grids of an answer that has so many. If it does not show all, the line below says so.
    pub fn sheet(title: &str, what: &str, total: usize, scenes: impl Iterator<Item = Scene>) -> Self {
        let scenes: Vec<Scene> = scenes.take(MOST_SCENES).collect();
        let caption = (scenes.len() < total).then(|| format!("The first {} of {total} {what}", scenes.len()));
        Self { caption, ..Self::new(title, scenes) }
    }
}

/// A grid, and what is said about it. Cells are indices from 0 to 80.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The line above it; may be empty.
    pub title: String,
    /// The digit of each cell and its role: `given`, `player`, `solved` or `place`.
    pub digits: [Option<(u8, &'static str)>; 81],
    /// Cells with a role.
    pub cells: Vec<(u8, &'static str)>,
    /// Houses to look at.
    pub houses: Vec<House>,
    /// Pencil marks of the request or the answer.
    pub marks: Option<Candidates>,
    /// The candidates that are left in this position, if fewer than the rules leave.
    pub left: Option<Candidates>,
    /// Candidates with a role: cell, digit, role.
    pub candidates: Vec<(u8, u8, &'static str)>,
    /// Inferences between two candidates: from, to, and the kind `strong` or `weak`.
    pub links: Vec<([u8; 2], [u8; 2], &'static str)>,
}

impl Scene {
    /// A grid. The digits that the puzzle has as well are its givens, the others the player's.
    pub fn new(grid: &Grid, puzzle: &Grid) -> Self {
        let role = |given| if given { "given" } else { "player" };
        let digit = |(&digit, given): (&u8, &u8)| (digit != 0).then(|| (digit, role(digit == *given)));
        let mut digits = grid.values().iter().zip(puzzle.values()).map(digit);
        Self {
            title: String::new(),
            digits: std::array::from_fn(|_| digits.next().flatten()),
            cells: Vec::new(),
            houses: Vec::new(),
            marks: None,
            left: None,
            candidates: Vec::new(),
            links: Vec::new(),
        }
    }

    /// A position of this puzzle.
    pub fn of_position(posed: &SentGrid, puzzle: &Grid) -> Self {
        Self::new(&posed.grid, puzzle).marked(posed.candidates.as_deref(), &posed.position())
    }

    /// A puzzle.
    pub fn of(puzzle: &Grid) -> Self {
        Self::new(puzzle, puzzle)
    }

    /// A step in a position of this puzzle.
    pub fn of_step(board: &Board, step: &logic::Step, number: usize, puzzle: &Grid) -> Self {
        let Step { technique, effect, .. } = Step::new(board, step, false);
        let scene = Self { left: Some(board.marks()), ..Self::new(&board.grid(), puzzle) };
        let view = logic::views(board, step).into_iter().next().map(View::from);
        view.iter().fold(scene, Self::seen).titled(format!("{number}. {} {effect}", technique.name))
    }

    /// The same with this line above it.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The same with the pencil marks of the request, and the candidates that they leave in this position.
    #[must_use]
    pub fn marked(self, marks: Option<&Candidates>, position: &Position) -> Self {
        Self { marks: marks.copied(), left: marks.map(|_| Board::from(position).marks()), ..self }
    }

    /// The same with these digits in its blank cells.
    #[must_use]
    pub fn solved(mut self, solution: &Grid) -> Self {
        for (digit, &solved) in self.digits.iter_mut().zip(solution.values()) {
            *digit = digit.or((solved != 0).then_some((solved, "solved")));
        }
        self
    }

    /// The same with a role for these cells.
    #[must_use]
    pub fn with<C: Into<u8>>(mut self, cells: impl IntoIterator<Item = C>, role: &'static str) -> Self {
        self.cells.extend(cells.into_iter().map(|cell| (cell.into(), role)));
        self
    }

    /// The same with these digits instead of those that are there.
    #[must_use]
    pub fn placing<'a>(mut self, placed: impl IntoIterator<Item = &'a Candidate>) -> Self {
        for candidate in placed {
            self.digits[usize::from(candidate.cell.index)] = Some((candidate.digit, "place"));
            self.cells.retain(|(cell, _)| *cell != candidate.cell.index);
            self.cells.push((candidate.cell.index, "place"));
        }
        self
    }

    /// The same with this view of a step. A digit that it places is as large as the others, unless links lead to it.
    #[must_use]
    pub fn seen(mut self, view: &View) -> Self {
        self.title.clone_from(&view.title);
        self.cells.extend(view.cells.iter().map(|cell| (cell.cell.index, cell.role.name())));
        self.houses.extend(&view.houses);
        let (placed, others): (Vec<_>, Vec<_>) =
            view.candidates.iter().partition(|known| known.role == Role::Place && view.links.is_empty());
        let others = others.iter().map(|known| (known.candidate.cell.index, known.candidate.digit, known.role.name()));
        self.candidates.extend(others);
        let end = |candidate: &Candidate| [candidate.cell.index, candidate.digit];
        self.links.extend(view.links.iter().map(|link| (end(&link.from), end(&link.to), link.kind.name())));
        self.placing(placed.iter().map(|known| &known.candidate))
    }

    /// Every candidate of this position, before digits are placed.
    pub fn all_candidates(&self) -> Candidates {
        let value = |cell: usize| self.digits[cell].filter(|(_, role)| *role != "place").map_or(0, |(digit, _)| digit);
        self.left.unwrap_or_else(|| {
            let grid = Grid::from_values(std::array::from_fn(value)).expect("digits are from 1 to 9");
            Board::new(&grid).marks()
        })
    }
}

impl From<&Cell> for u8 {
    fn from(cell: &Cell) -> Self {
        cell.index
    }
}

impl From<&Candidate> for u8 {
    fn from(candidate: &Candidate) -> Self {
        candidate.cell.index
    }
}
