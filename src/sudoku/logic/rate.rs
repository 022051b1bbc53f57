//! Solves a puzzle step by step to find its rating and the path to its solution.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::search::{Search, Selection};
use super::technique::TABLE;
use super::{Board, Level, Order, Repertoire, Step, Technique, TechniqueInfo, TechniqueSet, Tenths, singles};
use crate::sudoku::solver::CancelFlag;
use crate::sudoku::{Grid, Position};

/// Limits for a rating, a path or a hint.
#[derive(Clone, Debug)]
pub struct StepLimits {
    /// The highest rating of a step. A puzzle that needs a higher one is not solved completely.
    pub max_rating: Tenths,
    /// Whether techniques may rely on the puzzle having exactly one solution.
    pub uniqueness: bool,
    /// Whether only pencil marks leave one solution. Techniques outside the scale then do not rely on it: their rectangles may lack
    /// candidates, which must be gone because of the digits.
    pub by_marks: bool,
    /// The last technique of the scale to try.
    pub last: Technique,
    /// If not those of the scale, in its order, the techniques to try.
    pub repertoire: Option<Repertoire>,
    /// The maximum work of chains, in candidates visited.
    pub nodes: u64,
    /// A flag that stops the work soon after it is raised.
    pub cancel: Option<CancelFlag>,
    /// Shows the rating so far to other threads during the work.
    pub so_far: Option<RatingSoFar>,
}

impl StepLimits {
    /// The default limits for a player who knows these techniques, in the order of the course.
    pub fn within(allowed: TechniqueSet) -> Self {
        Self { repertoire: Some(Repertoire { order: Order::Course, allowed }), ..Self::default() }
    }

    /// A search for steps under these limits.
    pub(super) fn search<'a>(&self, wanted: Selection<'a>) -> Search<'a> {
        let allowed = self.repertoire.map(|repertoire| repertoire.allowed);
        Search::new(wanted, self.nodes, self.cancel.clone(), allowed)
    }

    fn reached(&self, rating: Tenths) {
        if let Some(RatingSoFar(highest)) = &self.so_far {
            highest.fetch_max(rating.0, Ordering::Relaxed);
        }
    }
}

/// A lower bound of the rating, from the steps known so far. A clone can be read on another thread.
#[derive(Clone, Default, Debug)]
pub struct RatingSoFar(Arc<AtomicU8>);

impl RatingSoFar {
    /// The rating; 0.0 before the first step.
    pub fn get(&self) -> Tenths {
        Tenths(self.0.load(Ordering::Relaxed))
    }
}

impl Default for StepLimits {
    /// Everything is allowed.
    fn default() -> Self {
        let last = Technique::NestedNested;
        Self {
            max_rating: Tenths(u8::MAX),
            uniqueness: true,
            by_marks: false,
            last,
            repertoire: None,
            nodes: u64::MAX,
            cancel: None,
            so_far: None,
        }
    }
}

/// How a rating ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The puzzle is solved.
    Solved,
    /// The next step exceeds the highest rating allowed.
    MaxRating,
    /// The node limit was reached.
    OutOfNodes,
    /// The cancel flag was raised.
    Cancelled,
    /// No technique finds a step. Sudoku Explainer rates this 20.0.
    Stuck,
}

/// How hard a puzzle is, on the scale of Sudoku Explainer 1.2.1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The rating of the hardest step (ER). A lower bound unless the puzzle is solved.
    pub er: Tenths,
    /// The rating of the hardest step up to the first that places a digit (EP).
    pub ep: Tenths,
    /// The rating of the first step (ED).
    pub ed: Tenths,
    /// The technique of the first of the hardest steps, if there was a step.
    pub hardest: Option<Technique>,
    /// The number of steps.
    pub steps: u32,
    /// How the work ended.
    pub end: End,
    techniques: [Count; TABLE.len()],
}

/// How often a technique was used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Count {
    times: u16,
    highest: Tenths,
}

impl Rating {
    /// The techniques used, in the order of the table, each with its highest rating and number of uses.
    pub fn techniques(&self) -> impl Iterator<Item = (Technique, Tenths, u16)> + use<'_> {
        let used = TABLE.iter().zip(&self.techniques).filter(|(_, count)| count.times > 0);
        used.map(|(row, count)| (row.technique, count.highest, count.times))
    }

    /// The level of this rating in words.
    pub fn level(&self) -> Level {
        Level::of(self.er)
    }

    const fn new() -> Self {
        Self {
            er: Tenths(0),
            ep: Tenths(0),
            ed: Tenths(0),
            hardest: None,
            steps: 0,
            end: End::Solved,
            techniques: [Count { times: 0, highest: Tenths(0) }; TABLE.len()],
        }
    }

    /// Counts `times` steps of a technique, the hardest of which has this rating.
    fn count(&mut self, technique: Technique, rating: Tenths, times: u16) {
        let count = &mut self.techniques[technique as usize];
        count.times += times;
        count.highest = count.highest.max(rating);
        if rating > self.er {
            (self.er, self.hardest) = (rating, Some(technique));
        }
        self.steps += u32::from(times);
    }

    /// Places all hidden singles.
    ///
    /// Sudoku Explainer places one at a time, easiest first. Placing all at once leads to the same board with the
    /// same number of steps. Only the first one, and whether one rated 1.5 is needed, must be determined.
    fn place_hidden(&mut self, board: &mut Board) {
        let highest = self.techniques[Technique::HiddenSingle as usize].highest;
        if highest < Tenths(12) {
            return;
        }
        for (lines, rating) in [(false, Tenths(12)), (true, Tenths(15))] {
            if rating >= highest {
                let times = singles::place_hidden(board, lines);
                if times > 0 {
                    self.count(Technique::HiddenSingle, rating, times);
                }
            }
        }
    }

    /// Ends the work before the puzzle is solved. The next step has at least this rating.
    fn end(&mut self, end: End, at_least: Tenths) {
        self.end = end;
        self.er = self.er.max(at_least);
    }

    /// Counts one step, and updates EP and ED.
    fn step(&mut self, technique: Technique, rating: Tenths, places: bool) {
        self.count(technique, rating, 1);
        if self.ep == Tenths(0) {
            if self.ed == Tenths(0) {
                self.ed = self.er;
            }
            if places {
                self.ep = self.er;
            }
        }
    }
}

/// Rates a puzzle, a grid or a position. It must have exactly one solution or, if `limits.uniqueness` is false, at least one.
pub fn rate(puzzle: impl Into<Board>, limits: &StepLimits) -> Rating {
    solve(puzzle.into(), limits, Selection::One).rating
}

/// Rates a puzzle as [`rate`] does. Also returns the board on which the work ended, and adds the nodes spent to `spent`.
pub fn rate_until(puzzle: &Grid, limits: &StepLimits, spent: &mut u64) -> (Rating, Board) {
    let Solved { rating, board, nodes, .. } = solve(puzzle.into(), limits, Selection::One);
    *spent += nodes;
    (rating, board)
}

/// Rates a puzzle and returns every step to its solution. It must have exactly one solution or, if `limits.uniqueness`
/// is false, at least one.
pub fn path(puzzle: impl Into<Board>, limits: &StepLimits) -> (Rating, Vec<Step>) {
    let Solved { rating, path, .. } = solve(puzzle.into(), limits, Selection::Proven(1));
    (rating, path)
}

/// The technique that players learn last of those with which the course, up to the AIC, solves a position; `None` if it does not.
/// This takes up to a few milliseconds.
pub fn hardest_by_course(position: &Position) -> Option<Technique> {
    let by_marks = position.allowed().is_some();
    let limits = StepLimits { by_marks, ..StepLimits::within(TechniqueSet::up_to(Technique::Aic)) };
    let rating = rate(position, &limits);
    let used = rating.techniques().map(|(used, ..)| used);
    used.max_by_key(|used| used.place_in_course()).filter(|_| rating.end == End::Solved)
}

/// A puzzle after the work.
struct Solved {
    rating: Rating,
    /// The steps, if their proofs are wanted.
    path: Vec<Step>,
    board: Board,
    /// The number of nodes spent.
    nodes: u64,
}

/// Solves a puzzle one step at a time.
fn solve(mut board: Board, limits: &StepLimits, wanted: Selection<'_>) -> Solved {
    let mut rating = Rating::new();
    let mut path = Vec::new();
    let mut search = limits.search(wanted);
    while !board.is_solved() {
        // Only the scale takes a full house for a hidden single.
        let of_scale = limits.repertoire.is_none();
        if of_scale && !search.explains() && rating.ep != Tenths(0) && limits.max_rating >= Tenths(15) {
            rating.place_hidden(&mut board);
            limits.reached(rating.er);
            if board.is_solved() {
                break;
            }
        }
        search.start();
        let (end, at_least) = find(&board, limits, &mut search);
        if end != End::Solved {
            rating.end(end, at_least);
            break;
        }
        let Some((technique, tenths, places)) = search.taken() else { break };
        if tenths > limits.max_rating {
            rating.end(End::MaxRating, tenths);
            break;
        }
        rating.step(technique, tenths, places);
        limits.reached(rating.er);
        search.apply(&mut board);
        path.extend(search.steps());
    }
    Solved { rating, path, board, nodes: limits.nodes - search.nodes() }
}

/// Tries the techniques in order until the search has all the steps wanted. Returns [`End::Solved`] if it has, and otherwise
/// why it has not, and the lowest possible rating of the next step.
pub(super) fn find(board: &Board, limits: &StepLimits, search: &mut Search) -> (End, Tenths) {
    match limits.repertoire {
        None => attempt(TABLE[..=limits.last as usize].iter(), board, limits, search),
        Some(repertoire) => {
            let rows = repertoire.searches().filter(|row| row.technique <= limits.last || !row.is_rated());
            attempt(rows, board, limits, search)
        }
    }
}

fn attempt<'a>(
    rows: impl Iterator<Item = &'a TechniqueInfo>,
    board: &Board,
    limits: &StepLimits,
    search: &mut Search,
) -> (End, Tenths) {
    let mut above: Option<Tenths> = None;
    let may_rely = |row: &TechniqueInfo| limits.uniqueness && (row.is_rated() || !limits.by_marks);
    for row in rows.filter(|row| !row.needs_uniqueness || may_rely(row)) {
        let Some(find) = row.find else { continue };
        if row.lowest > limits.max_rating {
            above = Some(above.map_or(row.lowest, |above| above.min(row.lowest)));
            continue;
        }
        limits.reached(row.lowest);
        if find(board, search, row.technique).is_break() {
            if !search.is_stopped() {
                return (End::Solved, Tenths(0));
            }
            let cancelled = limits.cancel.as_ref().is_some_and(CancelFlag::is_cancelled);
            return (if cancelled { End::Cancelled } else { End::OutOfNodes }, row.lowest);
        }
        search.has_searched(row.technique);
    }
    above.map_or((End::Stuck, Tenths(0)), |above| (End::MaxRating, above))
}
