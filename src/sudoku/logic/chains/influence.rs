//! What candidates exclude by static links, on the board of a search and on the boards of its closures: tells without an inner
//! search that there is no static chain, and where there is no multiple one.
//!
//! Nearly all inner searches find nothing, on a board that lacks a dozen candidates of one that is known to have no such chains.
//! Let N(u) be the candidates that u excludes by static links on the board of the search. Links hold in both directions, so u
//! excludes v exactly if v excludes u. If no candidate excludes itself, all that follows is exact.
//!
//! A closure to which its own links add nothing has removed all that its on nodes see. What a removed candidate leads to is decided
//! too, so a path of links between two undecided candidates passes only undecided ones. Hence the links between them are those of
//! the board of the search, and *new* strong links, in the cells and houses that lost candidates and have two left:
//! - If a new link turns y on when x is off, y excludes E(x, y): N(y), and E(x', y') of each other new link with x' in E(x, y).
//! - A static chain or cycle exists exactly if N(x) and E(x, y) of a new link have a candidate in common: it excludes x, and so
//!   itself.
//! - If none exists, u excludes N(u), and E(x, y) of each new link with x in N(u). A multiple chain exists exactly if all candidates
//!   of a cell, or all places of a digit in a house, exclude the same candidate.

use super::super::board::{ALL, Board};
use super::super::house_tables::{HOUSE_CELLS, cells};
use super::candidate_set::{ByDigit, CANDIDATES, Numbers, SEEN, candidate};
use super::links::{Kinds, Links};
use super::prefilter::Worth;
use super::reachability::Reach;

/// A set of candidates of the board of the search, numbered in order.
type Row = Numbers<6>;

/// What candidates exclude.
#[derive(Default)]
pub struct Influence {
    /// The candidates of the board of the search.
    source: ByDigit,
    /// Whether no candidate of it excludes itself, and it has no more candidates than a row.
    is_plain: bool,
    /// By candidate, its number.
    numbers: Vec<u16>,
    /// All numbers.
    all: Row,
    /// By number, what the candidate excludes on the board of the search.
    rows: Vec<Row>,
    /// The candidates of the board of the latest closure, if it has no static chains.
    current: Option<ByDigit>,
    /// The same as numbers, and the new links.
    alive: Row,
    new: Vec<New>,
    /// By number, what the candidate excludes on that board, and for which candidates that is more than before.
    now: Vec<Row>,
    changed: Row,
}

/// A new strong link: a candidate, and what it excludes when it is off.
struct New {
    from: u16,
    excludes: Row,
}

impl Influence {
    /// Whether the board of a closure may have static chains or cycles. The closure is one of a search on the board `source`, and
    /// nothing follows in it without inner rules.
    pub fn may_have_static(&mut self, source: &Board, current: &Board) -> bool {
        self.current = None;
        if self.source.0 != *source.cells_with_each() {
            self.learn(source);
        }
        if !self.is_plain {
            return true;
        }
        self.alive = self.all;
        for digit in 0..9 {
            for cell in cells(source.cells_with(digit) & !current.cells_with(digit)) {
                self.alive.remove(self.number(candidate(cell, digit)));
            }
        }
        self.new.clear();
        for cell in 0..81 {
            let digits = current.candidates(cell);
            if digits != source.candidates(cell) && digits.count_ones() == 2 {
                self.link([digits.trailing_zeros(), digits.ilog2()].map(|digit| candidate(cell, digit as u8)));
            }
        }
        for house in 0..27 {
            for digit in 0..9 {
                let places = current.places(house, digit);
                if places != source.places(house, digit) && places.count_ones() == 2 {
                    let cells = &HOUSE_CELLS[usize::from(house)];
                    let ends = [places.trailing_zeros(), places.ilog2()];
                    self.link(ends.map(|position| candidate(cells[position as usize], digit)));
                }
            }
        }
        for via in 0..self.new.len() {
            let New { from, excludes } = self.new[via];
            for other in self.new.iter_mut().filter(|other| other.excludes.has(from)) {
                other.excludes |= &excludes;
            }
        }
        let has_static = self.new.iter().any(|link| self.rows[usize::from(link.from)].meets(&link.excludes));
        self.current = (!has_static).then(|| ByDigit(*current.cells_with_each()));
        has_static
    }

    /// The same on this board, if it is the latest one that has no static chains.
    pub fn on(&mut self, board: &Board) -> Option<&Self> {
        self.current.filter(|current| current.0 == *board.cells_with_each())?;
        for number in self.changed.iter() {
            self.now[usize::from(number)] = self.rows[usize::from(number)];
        }
        self.changed = Row::EMPTY;
        for New { from, excludes } in &self.new {
            let excluding = self.rows[usize::from(*from)].and(&self.alive);
            self.changed |= &excluding;
            for number in excluding.iter() {
                self.now[usize::from(number)] |= excludes;
            }
        }
        Some(self)
    }

    /// Whether all of these assumptions, each that a candidate is on, exclude the same candidate.
    pub fn meet(&self, roots: &[(u16, bool)]) -> bool {
        let mut common = self.alive;
        roots.iter().all(|&(root, _)| {
            common = common.and(&self.now[usize::from(self.number(root))]);
            !common.is_empty()
        })
    }

    fn number(&self, candidate: u16) -> u16 {
        self.numbers[usize::from(candidate)]
    }

    /// Adds a new link in both directions.
    fn link(&mut self, ends: [u16; 2]) {
        let [a, b] = ends.map(|end| self.number(end));
        let [by_a, by_b] = [a, b].map(|end| self.rows[usize::from(end)].and(&self.alive));
        self.new.extend([New { from: a, excludes: by_b }, New { from: b, excludes: by_a }]);
    }

    /// Finds what candidates exclude on the board of a search.
    fn learn(&mut self, board: &Board) {
        self.source = ByDigit(*board.cells_with_each());
        let (mut links, mut reach) = (Links::default(), Reach::default());
        links.find(board, ALL, Kinds { y: true, x: true });
        let count = links.alive().iter().count();
        self.is_plain = count <= 64 * Row::EMPTY.0.len() && Worth::find(&links, links.alive(), &mut reach).is_none();
        if !self.is_plain {
            return;
        }
        (self.all, self.changed) = (Row::EMPTY, Row::EMPTY);
        self.numbers.resize(CANDIDATES, 0);
        for (number, candidate) in (0..).zip(links.alive().iter()) {
            self.numbers[usize::from(candidate)] = number;
            self.all.add(number);
        }
        // First what candidates see, then what all that they lead to see.
        let numbers = &self.numbers;
        let of_seen = |candidate: u16| -> Row {
            let seen = SEEN[usize::from(candidate)].and(links.alive());
            seen.iter().map(|seen| numbers[usize::from(seen)]).collect()
        };
        self.now.clear();
        self.now.extend(links.alive().iter().map(of_seen));
        self.rows.clear();
        self.rows.extend(links.alive().iter().map(|candidate| {
            let mut row = Row::EMPTY;
            let led_to = reach.from(candidate.into()).iter();
            led_to.for_each(|on| row |= &self.now[usize::from(numbers[usize::from(on)])]);
            row
        }));
        self.now.clone_from(&self.rows);
    }
}
