//! Hints for a player.

use super::rate::find;
use super::search::Selection;
use super::{Board, Candidate, End, Step, StepLimits, Technique, Tenths};
use crate::sudoku::rules::{self, Conflict};
use crate::sudoku::solver::{self, Budget, Finding, Interruption};
use crate::sudoku::{Cell, Grid, Mistake, Position, mistakes};

/// Maximum work of chains for a hint, in candidates visited: a third more than the dearest step of the 187 puzzles of
/// forum-hardest-1106 takes, and about a second.
const NODES: u64 = 10_000_000;

/// The last technique to try for a puzzle with several solutions. Such a grid has so many candidates that harder chains would
/// mostly take seconds and find nothing.
const LAST_OF_SEVERAL: Technique = Technique::ForcingChain;

/// The most useful information about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Digits that break the rules.
    Conflict(Vec<Conflict>),
    /// Mistakes, if no digits break the rules.
    Mistake(Vec<Mistake>),
    /// Candidates of the solution that are missing from the pencil marks.
    MissingMark(Vec<Candidate>),
    /// The next step, on this board.
    Step(Box<Board>, Box<Step>),
    /// Every cell is filled correctly.
    Done,
}

/// What [`hint`] found, and how its search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Whether the puzzle has exactly one solution. If not, no technique relies on uniqueness. False if the grid is the
    /// puzzle and has conflicts.
    pub unique: bool,
    /// The hint, if there is one.
    pub hint: Option<Hint>,
    /// Whether there is another step of equal or higher rating with a different effect.
    pub more: bool,
    /// How the search ended: why there is no hint, or no other step.
    pub end: End,
    /// If there is no hint, the lowest possible rating of the next step.
    pub at_least: Tenths,
    /// The nodes that are left for the steps after it.
    pub nodes: u64,
    /// Whether only the pencil marks leave so few solutions.
    pub by_marks: bool,
}

/// Finds the hint for a position, after skipping `skip` steps. Each search for a solution has this budget. Without the original
/// puzzle, the position is it, and its pencil marks are part of it unless only they leave no solution.
///
/// Problems come first: conflicts, then mistakes, then missing marks. The step is the first in Sudoku Explainer's
/// order, so that playing the hints of a puzzle from the start follows its path. For a puzzle with several solutions, only
/// techniques up to simple chains are tried.
///
/// # Errors
///
/// - [`NoHint::NoSolution`] if the puzzle has no solution, unless it is the grid and has conflicts, or if it has several
///   solutions and the grid has none.
/// - [`NoHint::Interrupted`] if a search for a solution was interrupted.
pub fn hint(
    puzzle: Option<&Grid>,
    position: &Position,
    skip: usize,
    budget: &Budget,
    limits: &StepLimits,
) -> Result<Advice, NoHint> {
    let advice = |unique, hint| Advice {
        unique,
        hint: Some(hint),
        more: false,
        end: End::Solved,
        at_least: Tenths(0),
        nodes: 0,
        by_marks: false,
    };
    let grid = position.grid();
    let puzzle = puzzle.filter(|puzzle| *puzzle != grid);
    let conflicts = rules::conflicts(grid);
    if !conflicts.is_empty() && puzzle.is_none() {
        return Ok(advice(false, Hint::Conflict(conflicts)));
    }
    let solution = match puzzle {
        Some(puzzle) => solution(&puzzle.into(), budget)?,
        None => match solution(position, budget) {
            // Marks may lack digits of the only solution of the grid.
            Err(NoHint::NoSolution) if position.allowed().is_some() => {
                match solver::solve_without_marks(position, budget) {
                    Finding::One(solution) => Some(solution),
                    _ => return Err(NoHint::NoSolution),
                }
            }
            found => found?,
        },
    };
    let unique = solution.is_some();
    if !conflicts.is_empty() {
        return Ok(advice(unique, Hint::Conflict(conflicts)));
    }
    let mistakes = mistakes(puzzle.unwrap_or(grid), grid, solution.as_ref());
    if !mistakes.is_empty() {
        return Ok(advice(unique, Hint::Mistake(mistakes)));
    }
    if solution.is_none() && puzzle.is_some() {
        self::solution(position, budget)?;
    }
    let lacks = solution.iter().flat_map(|solution| position.lacks(solution));
    let missing: Vec<Candidate> = lacks.map(|(cell, digit)| Candidate { cell, digit }).collect();
    if !missing.is_empty() {
        return Ok(advice(unique, Hint::MissingMark(missing)));
    }
    let board = Board::from(&settled(position, budget));
    if board.is_solved() {
        return Ok(advice(unique, Hint::Done));
    }
    let by_marks = unique && puzzle.is_none() && relies_on_marks(position, budget);
    let limits = StepLimits { by_marks, ..limits.clone().for_position(unique) };
    let mut search = limits.search(Selection::Proven(skip + 2));
    let (mut end, mut at_least) = find(&board, &limits, &mut search);
    let mut steps = search.steps();
    if let Some(above) = steps.iter().find(|step| step.rating > limits.max_rating) {
        (end, at_least) = (End::MaxRating, above.rating);
        steps.retain(|step| step.rating <= limits.max_rating);
    }
    let more = steps.len() > skip + 1;
    let hint = (skip < steps.len()).then(|| Hint::Step(Box::new(board), Box::new(steps.swap_remove(skip))));
    Ok(Advice { unique, hint, more, end, at_least, nodes: search.nodes(), by_marks })
}

/// The steps from this one on, each with its board, up to the first that places a digit; and how the search for that ended:
/// [`End::Solved`] if there is one. The limits are those of a position.
pub fn until_digit(board: Board, step: Step, limits: &StepLimits) -> (Vec<(Board, Step)>, End) {
    let mut search = limits.search(Selection::Proven(1));
    let mut steps = vec![(board, step)];
    while let Some((board, step)) = steps.last().filter(|(_, step)| step.place.is_none()) {
        let mut board = *board;
        board.apply(step);
        search.start();
        let (end, _) = find(&board, limits, &mut search);
        match search.steps().pop() {
            Some(next) if next.rating <= limits.max_rating => steps.push((board, next)),
            Some(_) => return (steps, End::MaxRating),
            None => return (steps, end),
        }
    }
    (steps, End::Solved)
}

impl StepLimits {
    /// The limits for a single position, of a puzzle with one solution or with several.
    #[must_use]
    pub fn for_position(self, unique: bool) -> Self {
        let last = if unique { self.last } else { LAST_OF_SEVERAL };
        Self { uniqueness: self.uniqueness && unique, last, nodes: self.nodes.min(NODES), ..self }
    }
}

/// Why no hint is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoHint {
    /// The grid has no solution.
    NoSolution,
    /// A search for a solution was interrupted.
    Interrupted(Interruption),
}

/// Whether only the pencil marks of a position that has one solution leave so few.
pub fn relies_on_marks(position: &Position, budget: &Budget) -> bool {
    position.allowed().is_some() && !matches!(solver::solve(position.grid(), budget).finding, Finding::One(_))
}

/// The position without what it says of placed digits, unless its givens alone have one solution: no technique relies on that of
/// another puzzle.
pub fn settled(position: &Position, budget: &Budget) -> Position {
    let placed = position.placed();
    let is_placed = |cell: &Cell| placed >> cell.index() & 1 != 0;
    let givens = || Cell::all().filter(is_placed).fold(*position.grid(), |grid, cell| grid.with(cell, None));
    let is_settled = placed == 0 || matches!(solver::solve(&givens(), budget).finding, Finding::One(_));
    if is_settled { *position } else { position.with_placed(0) }
}

/// The only solution, or `None` if there are several.
fn solution(position: &Position, budget: &Budget) -> Result<Option<Grid>, NoHint> {
    match solver::solve_position(position, budget).finding {
        Finding::One(solution) => Ok(Some(solution)),
        Finding::Many(_) => Ok(None),
        Finding::None => Err(NoHint::NoSolution),
        Finding::Interrupted { cause, .. } => Err(NoHint::Interrupted(cause)),
    }
}
