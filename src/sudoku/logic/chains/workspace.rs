//! The memory of a chain search, reused from step to step and from search to search.
//!
//! Inner searches of a nested level work one depth further down, two at most.
//!
//! Rejected: reusing a closure of the previous search if no candidate that its nodes see has changed. A third of the dynamic
//! closures of the hardest puzzles allow it, but they are the short ones, so it saves no time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::board::Board;
use super::super::search::{Flow, Search};
use super::candidate_set::ByDigit;
use super::closure::{Draft, InnerRules, Rules};
use super::closure_cache::{ClosureCache, Room};
use super::consequences;
use super::influence::Influence;
use super::ranking::Hints;
use super::static_chains::Paths;

/// The room at each depth. It is a sixth more than any of the hardest puzzles known needs for its rating, or a puzzle with few
/// givens for all of its steps. A search that outgrows it ends as one that reaches its limit of nodes.
const ROOMS: [Room; 3] = [
    Room { closures: 1_000, nodes: 90_000, parents: 260_000, inner: 26_000 },
    Room { closures: 900, nodes: 40_000, parents: 60_000, inner: 4_000 },
    // Only chains of single candidates are looked for at the last depth.
    Room { closures: 0, nodes: 0, parents: 0, inner: 0 },
];

/// What a depth takes besides its closures in bytes, at most.
const REST: usize = 264 * 1024;

/// Maximum size of the memory of a search in bytes.
pub const LARGEST: usize = 5 * 1024 * 1024;

const _: () = assert!(ROOMS[0].bytes() + ROOMS[1].bytes() + ROOMS.len() * REST <= LARGEST);

/// The memory of a search at one depth of nesting.
pub struct Depth {
    pub closures: Closures,
    pub hints: Hints,
    pub paths: Paths,
    /// Of the board one depth up, on those of its closures.
    pub influence: Influence,
}

impl Depth {
    fn new(room: Room) -> Self {
        let closures = Closures {
            known: ClosureCache::new(room),
            draft: Draft::default(),
            board: ByDigit::EMPTY,
            level: 0,
            active: ByDigit::EMPTY,
        };
        Self { closures, hints: Hints::default(), paths: Paths::default(), influence: Influence::default() }
    }

    /// Forgets what was found, such as proofs, which lie elsewhere.
    fn clear(&mut self) {
        self.closures.known.clear();
        self.closures.level = 0;
        self.hints.clear(false);
        self.paths.found.clear();
    }
}

/// The closures of all candidates, on and off, that were requested.
pub struct Closures {
    /// Those that [`Closures::find`] has computed.
    pub known: ClosureCache,
    draft: Draft,
    /// The candidates of the board of this search, and the level of its inner rules.
    board: ByDigit,
    level: u8,
    /// Those of [`consequences::active`] on the board of this search.
    active: ByDigit,
}

impl Closures {
    /// Begins a search. It goes on with the closures of the search before, if that was on the same board, with inner rules that are
    /// the first of its own.
    pub fn begin(&mut self, board: &Board, rules: Rules) {
        let candidates = ByDigit(*board.cells_with_each());
        if !rules.continue_from(self.level) || self.board != candidates {
            self.known.clear();
        }
        (self.board, self.level) = (candidates, rules.level);
        self.active = consequences::active(board, rules);
    }

    /// Computes the closure of an assumption, unless it is known: without inner rules only its sets, unless it has a
    /// contradiction.
    pub fn find(
        &mut self,
        root: (u16, bool),
        board: &Board,
        rules: Rules,
        inner: &mut (impl InnerRules + ?Sized),
        search: &mut Search,
    ) -> Flow {
        let known = self.known.level(root);
        if known == Some(rules.level) {
            return Flow::Continue(());
        }
        let kept = if rules.level > 0 {
            if known.is_some() {
                self.known.recall(root, &mut self.draft);
            }
            self.draft.run_nested(root, board, rules, known.unwrap_or(0), inner, search)?;
            self.known.keep(root, &mut self.draft, rules.level)
        } else if let Some(found) = consequences::find(root, board, &self.active, rules) {
            self.known.keep_sets(root, found.on, found.off)
        } else {
            self.draft.run(root, board, rules);
            self.known.keep(root, &mut self.draft, 0)
        };
        if kept.is_break() {
            return search.stop();
        }
        // As many as it has nodes in order, so that a limit stops a search at the same place whether or not they are known.
        search.spend(self.known.get(root).size())
    }

    /// Computes the nodes of a known closure, unless they are known.
    pub fn find_nodes(&mut self, root: (u16, bool), board: &Board, rules: Rules, search: &mut Search) -> Flow {
        if self.known.get(root).has_nodes() {
            return Flow::Continue(());
        }
        self.draft.run(root, board, rules);
        if self.known.keep(root, &mut self.draft, 0).is_break() { search.stop() } else { Flow::Continue(()) }
    }
}

/// The memory of searches that have ended, at all depths, for the next ones. To allocate it anew takes a quarter of the time of a
/// rating from 6.5 to 9.0.
static KEPT: Mutex<Vec<Box<[Depth; 3]>>> = Mutex::new(Vec::new());

/// How many are kept: unless this is set, as many as were ever in use at once.
static MOST_KEPT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Sets for how many searches memory is kept between them, at most [`LARGEST`] for each: as many as run at once. If more have
/// begun, theirs is freed when they end.
pub fn keep_memory_of(searches: usize) {
    MOST_KEPT.store(searches, Ordering::Relaxed);
}

/// The memory of the chains of a search, from the first that it looks for until it ends.
#[derive(Default)]
pub struct Memory(Option<Box<[Depth; 3]>>);

impl Memory {
    /// The memory at each depth, which is new if no earlier search has left any.
    pub fn depths(&mut self) -> &mut [Depth] {
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner).pop();
        &mut **self.0.get_or_insert_with(|| kept().unwrap_or_else(|| Box::new(ROOMS.map(Depth::new))))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // What a panic leaves is in no order.
        let Some(mut depths) = self.0.take().filter(|_| !std::thread::panicking()) else { return };
        depths.iter_mut().for_each(Depth::clear);
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_KEPT.load(Ordering::Relaxed) {
            kept.push(depths);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Technique;
    use super::super::super::search::Selection;
    use super::super::family::Family;
    use super::*;

    /// A puzzle that needs the hardest technique.
    const HARDEST: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

    /// Searches for dynamic chains with inner rules in a workspace with this room at its first depth.
    fn search(room: Room) -> (Box<[Depth; 3]>, bool) {
        let board = Board::new(&HARDEST.parse().expect("a puzzle"));
        let mut search = Search::new(Selection::One, u64::MAX, None, None);
        let mut depths = Box::new([room, ROOMS[1], ROOMS[2]].map(Depth::new));
        let flow = Family::of(Technique::DynamicPlus).search(&mut *depths, &board, false, &mut search);
        assert_eq!(flow.is_break(), search.is_stopped());
        (depths, search.is_stopped())
    }

    #[test]
    fn a_search_that_outgrows_its_room_stops() {
        let (depths, is_stopped) = search(ROOMS[0]);
        assert!(!is_stopped);
        let used = depths[0].closures.known.used();
        assert!(used.closures > 300 && used.nodes > 3_000 && used.parents > 3_000, "{used:?}");
        assert!(!search(used).1, "it has just the room that it needs");
        let less = [
            Room { closures: used.closures - 1, ..used },
            Room { nodes: used.nodes - 1, ..used },
            Room { parents: used.parents - 1, ..used },
        ];
        for room in less {
            assert!(search(room).1, "{room:?}");
        }
    }
}
