//! The search for a puzzle that meets a wish.
//!
//! If the wish is so hard that it begins with a find (see `finds`), every walk begins at one; after [`WALKS`] times the usual work
//! in vain, a find itself is the result, transformed so that it meets the wish. For any other wish, the search works in
//! rounds. A round draws [`DRAWN`] random solutions. It removes all clues that can be removed, which makes a puzzle hard, and
//! restores them, the last one first, as long as the puzzle is too hard. If none of these puzzles meets the wish, a walk
//! (see `walk`) begins at the one that comes nearest, and goes on from each puzzle that comes at least as near. It ends after
//! [`PATIENCE`] steps in a row that came no nearer; then the next round begins.
//!
//! How near a puzzle comes ([`Miss`]) is decided by solving it with steps up to the highest wished rating. What counts is
//! first the highest of these steps and then, once it is high enough, how many candidates are left where they end. So a
//! walk finds a puzzle in which the wished rating occurs, and then makes the rest of it easy enough.
//!
//! If the wish has a pattern, a walk begins at digits for it, and changes digits only (see `pattern`).
//!
//! If a technique is needed, or the techniques that a player knows are listed, what they lead to ([`Lesson::reach`]) counts
//! first: a walk adds clues where the player gets stuck until the technique occurs, and until it is enough. Walks aim at the
//! ratings of the hardest techniques, because hardly any random puzzle needs one of these.

mod pattern;

use super::random::Random;
use super::walk::Draft;
use super::{GenerateError, Generated, Origin, Wish, minimal, rare_puzzles, solution};
use crate::sudoku::logic::{self, Board, End, Lesson, Rating, Reach, StepLimits, Technique, Tenths};
use crate::sudoku::solver::CancelFlag;
use crate::sudoku::{Grid, Symmetry};

/// The number of random solutions of a round.
const DRAWN: u32 = 100;

/// The number if the puzzle must be rated at least [`RARE`]. Hardly any random puzzle is, so the draw only has to find a
/// start for the walk.
const DRAWN_IF_RARE: u32 = 30;
const RARE: Tenths = Tenths(85);

/// The number of steps that a walk may go without coming nearer.
const PATIENCE: u32 = 300;

/// If puzzles must reach at least this rating, [`logic::is_easier`] tests them before they are rated. For a lower one, that
/// saves no time.
const SKIPPED: Tenths = Tenths(80);

/// The work of a puzzle besides its chains: it takes about as long as this many candidates that chains visit.
const WORK: u64 = 4_000;

/// By how much the maximum work is multiplied if the search begins with finds, one of whose ratings may take a second, or if it
/// must solve each puzzle as a player would, too.
const MORE_WORK: u64 = 3;

/// The same if it must fill a pattern, whose steps take less time than those of other walks: without success, one to two
/// seconds. Of 60 seeds, 53 find a puzzle for a pattern of 28 cells that needs an X-wing, and 58 one rated 7.8 or higher. With
/// three times as much work, a third and two thirds do.
const PATTERN_WORK: u64 = 10;

/// The part of [`MORE_WORK`] for walks from finds. The rest is for the finds themselves: walks to 11.0 and higher hardly ever end
/// in a second.
const WALKS: u64 = 2;

/// By how many tenths a transformation may change a rating.
const SHIFT: u8 = 4;

/// The symmetries to draw from. A change of the order would change the puzzles of seeds.
const SYMMETRIES: [Symmetry; 9] = [
    Symmetry::Rotational180,
    Symmetry::Rotational90,
    Symmetry::Vertical,
    Symmetry::Horizontal,
    Symmetry::Diagonal,
    Symmetry::Antidiagonal,
    Symmetry::Bidiagonal,
    Symmetry::Orthogonal,
    Symmetry::Full,
];

/// By how much a puzzle misses the wish, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Miss {
    /// It has what is wished, but steps up to the highest wished rating, or those that a player knows, leave this many
    /// candidates.
    Unfinished(u32),
    /// The highest step up to the highest wished rating is this many tenths too low.
    Low(u8),
    /// What a player knows ends where the technique that is needed does not occur.
    Stuck,
    /// It is solved without the technique that is needed.
    Unneeded,
    /// It has the wrong number of clues, has clues that are not needed, or is easier than one found before.
    Unfit,
}

/// A puzzle on the way.
#[derive(Clone, Copy)]
struct Stage {
    draft: Draft,
    miss: Miss,
    /// If more clues may help, the cells that are open where the steps up to the highest wished rating end.
    open: Option<u128>,
}

/// A puzzle that meets the wish.
type Met = (Draft, Rating);

/// A search for one puzzle.
pub(super) struct Search<'a> {
    wish: &'a Wish,
    random: Random,
    /// What somebody knows who is to solve the puzzle.
    lesson: Option<Lesson>,
    /// The technique that is needed, if walks aim at its ratings: one so hard that only few puzzles need it.
    hard: Option<Technique>,
    /// The limits of a rating. The highest is that of the wish or of the hard technique.
    limits: StepLimits,
    /// The lowest rating that may meet the wish.
    lowest: Tenths,
    /// What walks aim at: the lowest rating, or the highest at which the technique may occur.
    target: Tenths,
    attempts: u32,
    work: u64,
    /// The search ends once its work reaches this.
    most_work: u64,
    nearest: Option<Tenths>,
}

impl<'a> Search<'a> {
    pub(super) fn new(wish: &'a Wish, random: Random, cancel: Option<&CancelFlag>) -> Self {
        let ratings = wish.ratings();
        let (mut lowest, mut highest) = (*ratings.start(), *ratings.end());
        let mut target = lowest;
        let hard = Technique::NishioForcingChain..=Technique::NestedNested;
        let hard = wish.needs.filter(|technique| wish.allow.is_none() && hard.contains(technique));
        if let Some(technique) = hard {
            let info = technique.info();
            lowest = lowest.max(info.lowest);
            if lowest <= info.highest {
                highest = highest.min(info.highest);
            }
            target = highest;
        }
        let limits =
            StepLimits { max_rating: highest, nodes: wish.nodes, cancel: cancel.cloned(), ..StepLimits::default() };
        let (lesson, most_work) = (wish.lesson(), wish.work);
        Self { wish, random, lesson, hard, limits, lowest, target, attempts: 0, work: 0, most_work, nearest: None }
    }

    /// Searches until a puzzle is found or the work is done.
    pub(super) fn run(mut self) -> Result<Generated, GenerateError> {
        let finds = rare_puzzles::finds(self.wish, self.lowest..=self.limits.max_rating, &mut self.random);
        if finds.is_empty() { self.run_at_random() } else { self.run_near(&finds) }
    }

    fn run_at_random(mut self) -> Result<Generated, GenerateError> {
        let times = match self.wish.pattern {
            Some(_) => PATTERN_WORK,
            None if self.lesson.is_some() => MORE_WORK,
            None => 1,
        };
        self.most_work = self.most_work.saturating_mul(times);
        while !self.is_done() {
            let symmetry = match (self.wish.pattern, self.wish.symmetry) {
                (Some(pattern), None | Some(Symmetry::None)) => symmetry_of(pattern),
                (_, wished) => wished.unwrap_or_else(|| SYMMETRIES[self.random.below(9) as usize]),
            };
            let sets = symmetry.orbits();
            let met = match self.wish.pattern {
                Some(pattern) => self.filled(pattern, &sets)?,
                None => self.round(&sets)?,
            };
            if let Some((draft, rating)) = met {
                return Ok(self.made(&draft, rating, symmetry, Origin::Random));
            }
        }
        Err(self.not_found())
    }

    /// Walks from these puzzles, the nearest first, and then tries the puzzles themselves.
    fn run_near(mut self, finds: &[(Draft, Tenths)]) -> Result<Generated, GenerateError> {
        let (sets, work) = (Symmetry::None.orbits(), self.most_work);
        self.most_work = work.saturating_mul(WALKS);
        let mut starts = finds.iter().cycle();
        while !self.is_done()
            && let Some(&(draft, rating)) = starts.next()
        {
            let stage = Stage { draft, miss: Miss::Low(self.distance(rating)), open: None };
            if let Some((draft, rating)) = self.walk(&sets, stage)? {
                return Ok(self.made(&draft, rating, Symmetry::None, Origin::Find));
            }
        }
        self.most_work = work.saturating_mul(MORE_WORK);
        let may_meet = |&&(draft, rating): &&(Draft, Tenths)| {
            self.distance(rating) <= SHIFT && (!self.wish.minimal || draft.is_minimal())
        };
        let near: Vec<_> = finds.iter().filter(may_meet).collect();
        let mut results = near.iter().cycle();
        while !self.is_done()
            && let Some((draft, _)) = results.next()
        {
            if let Some(draft) = rare_puzzles::transformed(&draft.puzzle(), &mut self.random)
                && let Ok((draft, rating)) = self.judge(&draft, self.lowest)?
            {
                return Ok(self.made(&draft, rating, Symmetry::None, Origin::Stored));
            }
        }
        Err(self.not_found())
    }

    fn not_found(&self) -> GenerateError {
        GenerateError::NotFound { attempts: self.attempts, nearest: self.nearest }
    }

    fn made(&self, draft: &Draft, rating: Rating, symmetry: Symmetry, origin: Origin) -> Generated {
        let (puzzle, solution, minimal) = (draft.puzzle(), draft.solution, draft.is_minimal());
        Generated { puzzle, solution, rating, symmetry, minimal, attempts: self.attempts, origin }
    }

    fn check_cancelled(&self) -> Result<(), GenerateError> {
        let is_cancelled = self.limits.cancel.as_ref().is_some_and(CancelFlag::is_cancelled);
        if is_cancelled { Err(GenerateError::Cancelled) } else { Ok(()) }
    }

    const fn is_done(&self) -> bool {
        self.work >= self.most_work
    }

    /// Draws random puzzles, then walks from the one that comes nearest.
    fn round(&mut self, sets: &[u128]) -> Result<Option<Met>, GenerateError> {
        let mut best: Option<Stage> = None;
        let draws = if self.lowest >= RARE { DRAWN_IF_RARE } else { DRAWN };
        for _ in 0..draws {
            if self.is_done() {
                return Ok(None);
            }
            let solution = solution::solution(&mut self.random);
            let mut gone = sets.to_vec();
            self.random.shuffle(&mut gone);
            let mut draft = Draft { solution, clues: minimal::minimal(&solution, &gone) };
            gone.retain(|set| draft.clues & set == 0);
            loop {
                while !self.wish.minimal && draft.count() < *self.wish.counts().start() {
                    let Some(set) = gone.pop() else { break };
                    draft.clues |= set;
                }
                let floor = best.map_or(Tenths(0), |best| self.floor(best.miss));
                let stage = match self.judge(&draft, floor)? {
                    Ok(met) => return Ok(Some(met)),
                    Err(stage) => stage,
                };
                if best.is_none_or(|best| stage.miss < best.miss) {
                    best = Some(stage);
                }
                match gone.pop() {
                    Some(set) if stage.open.is_some() && !self.wish.minimal => draft.clues |= set,
                    _ => break,
                }
            }
        }
        best.map_or(Ok(None), |best| self.walk(sets, best))
    }

    /// Walks on from a puzzle.
    fn walk(&mut self, sets: &[u128], mut stage: Stage) -> Result<Option<Met>, GenerateError> {
        let mut idle = 0;
        let start = stage.draft;
        while idle < PATIENCE && !self.is_done() {
            let Some(draft) = self.step(sets, &stage) else { break };
            if draft == start {
                // The puzzle at which it began is no result: a find would be only relabelled.
                (idle, self.work) = (idle + 1, self.work + WORK);
                continue;
            }
            match self.judge(&draft, self.floor(stage.miss))? {
                Ok(met) => return Ok(Some(met)),
                Err(next) => {
                    idle = if next.miss < stage.miss { 0 } else { idle + 1 };
                    if next.miss <= stage.miss {
                        stage = next;
                    }
                }
            }
        }
        Ok(None)
    }

    /// A puzzle near this one. `None` if a pattern has no other.
    fn step(&mut self, sets: &[u128], stage: &Stage) -> Option<Draft> {
        if self.wish.pattern.is_some() {
            return self.refill(&stage.draft);
        }
        let mut draft = stage.draft;
        let absent = |draft: &Draft, cells: u128| -> Vec<u128> {
            sets.iter().copied().filter(|set| draft.clues & set == 0 && cells & set != 0).collect()
        };
        if let Some(open) = stage.open
            && matches!(stage.miss, Miss::Unfinished(_) | Miss::Stuck)
            && !self.wish.minimal
            && self.random.below(4) > 0
            && let Some(set) = self.random.choose(&absent(&draft, open))
        {
            draft.clues |= set;
            return Some(draft);
        }
        draft = draft.neighbour(sets, &mut self.random);
        draft.minimize(sets, &mut self.random);
        while !self.wish.minimal && draft.count() < *self.wish.counts().start() {
            let Some(set) = self.random.choose(&absent(&draft, minimal::ALL)) else { break };
            draft.clues |= set;
        }
        Some(draft)
    }

    /// The rating that a puzzle must reach to come as near as this.
    fn floor(&self, miss: Miss) -> Tenths {
        match miss {
            Miss::Low(gap) => self.lowest.min(Tenths(self.target.0.saturating_sub(gap))),
            Miss::Unfinished(_) => self.lowest,
            Miss::Stuck | Miss::Unneeded | Miss::Unfit => Tenths(0),
        }
    }

    /// Decides whether a puzzle meets the wish, and otherwise by how much it misses it. A puzzle that does not reach the
    /// rating `floor` may be unfit without being rated.
    fn judge(&mut self, draft: &Draft, floor: Tenths) -> Result<Result<Met, Stage>, GenerateError> {
        let wish = self.wish;
        let missed = |miss, open| Ok(Err(Stage { draft: *draft, miss, open }));
        self.check_cancelled()?;
        self.attempts += 1;
        self.work += WORK;
        let puzzle = draft.puzzle();
        if !wish.counts().contains(&draft.count())
            || wish.minimal && (wish.symmetry, wish.pattern) != (Some(Symmetry::None), None) && !draft.is_minimal()
            || floor >= SKIPPED && logic::is_easier(&puzzle, floor, &self.limits, &mut self.work)
        {
            return missed(Miss::Unfit, None);
        }
        if let Some(lesson) = self.lesson.filter(|_| self.hard.is_none())
            && let Some((miss, open)) = self.miss_of(&lesson, &puzzle)
        {
            return missed(miss, open);
        }
        let (mut rating, board) = logic::rate_until(&puzzle, &self.limits, &mut self.work);
        let uses = |rating: &Rating, technique: Technique| rating.techniques().any(|(used, ..)| used == technique);
        let reached = rating.techniques().map(|(_, highest, _)| highest).max().unwrap_or(Tenths(0));
        let occurs = reached >= self.lowest && self.hard.is_none_or(|technique| uses(&rating, technique));
        if occurs && rating.end == End::MaxRating && self.limits.max_rating < *wish.ratings().end() {
            // The technique occurs, and the puzzle may be harder.
            let limits = StepLimits { max_rating: *wish.ratings().end(), ..self.limits.clone() };
            rating = logic::rate_until(&puzzle, &limits, &mut self.work).0;
        }
        if self.nearest.is_none_or(|nearest| self.distance(rating.er) < self.distance(nearest)) {
            self.nearest = Some(rating.er);
        }
        let solved = rating.end == End::Solved;
        let open = board.open_cells();
        if let Some(lesson) = self.lesson.filter(|_| self.hard.is_some() && occurs && solved)
            && let Some((miss, open)) = self.miss_of(&lesson, &puzzle)
        {
            return missed(miss, open);
        }
        match (occurs, solved) {
            (true, true) => Ok(Ok((*draft, rating))),
            (true, false) => missed(Miss::Unfinished(candidates_of(&board)), Some(open)),
            (false, _) => missed(Miss::Low(self.target.0.saturating_sub(reached.0)), (!solved).then_some(open)),
        }
    }

    /// By how much a puzzle misses a lesson, and the cells that are open where the player gets stuck.
    fn miss_of(&mut self, lesson: &Lesson, puzzle: &Grid) -> Option<(Miss, Option<u128>)> {
        self.work += WORK;
        match lesson.reach(puzzle, &self.limits, &mut self.work) {
            None => Some((Miss::Unfit, None)),
            Some(Reach::Solved) => lesson.technique.map(|_| (Miss::Unneeded, None)),
            Some(Reach::Stuck(board)) if lesson.technique.is_none() => {
                Some((Miss::Unfinished(candidates_of(&board)), Some(board.open_cells())))
            }
            // No clue can be added, so this is no nearer than a puzzle that does not need the technique.
            Some(Reach::Stuck(_)) if self.wish.pattern.is_some() => Some((Miss::Unneeded, None)),
            Some(Reach::Stuck(board)) => Some((Miss::Stuck, Some(board.open_cells()))),
            Some(Reach::Needed(_, end)) if end.is_solved() => None,
            Some(Reach::Needed(_, end)) => Some((Miss::Unfinished(candidates_of(&end)), Some(end.open_cells()))),
        }
    }

    /// How far a rating is from the wished ones.
    fn distance(&self, rating: Tenths) -> u8 {
        let ratings = self.wish.ratings();
        ratings.start().0.saturating_sub(rating.0).max(rating.0.saturating_sub(ratings.end().0))
    }
}

/// The symmetry of a pattern. If it has several, one with the fewest orbits.
fn symmetry_of(pattern: u128) -> Symmetry {
    let holding = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.holds_for(pattern));
    holding.min_by_key(|symmetry| symmetry.orbits().len()).unwrap_or(Symmetry::None)
}

fn candidates_of(board: &Board) -> u32 {
    (0..9).map(|digit| board.cells_with(digit).count_ones()).sum()
}
