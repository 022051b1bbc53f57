//! The position of a human solver: the digits placed and the candidates left.

use super::house_tables::{HOUSE_CELLS, HOUSES_OF, PEER_SETS, POSITIONS, bits, cells};
use super::{Candidate, Step};
use crate::sudoku::notation::Candidates;
use crate::sudoku::{Cell, Digit, Grid, House, Position};

/// All nine digits, or all nine positions of a house.
pub const ALL: u16 = 0x1ff;

/// The digits placed and the candidates left, indexed by cell, by house and by digit.
///
/// A candidate is one bit in each of five words, which [`Board::eliminate`] keeps consistent. Every technique then
/// finds what it looks for in one word, and a removal costs five writes. A placed cell has no candidates, and its digit
/// has no place in its houses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The digit of each cell, 1 to 9; 0 if it is empty.
    values: [u8; 81],
    /// The candidates of each cell.
    cells: [u16; 81],
    /// By house and digit, the positions in the house that have the digit as a candidate.
    places: [[u16; 9]; 27],
    /// By digit, the cells that have it as a candidate.
    digits: [u128; 9],
    /// By house, the positions of its empty cells.
    open: [u16; 27],
    /// The cells whose digits are no givens.
    placed: u128,
}

impl Board {
    /// Creates the board of a grid with all candidates that the rules allow: those that no peer holds.
    pub fn new(grid: &Grid) -> Self {
        let (values, cells, places) = (*grid.values(), [0; 81], [[0; 9]; 27]);
        let mut board = Self { values, cells, places, digits: [0; 9], open: [0; 27], placed: 0 };
        let mut used = [0_u16; 27];
        for (cell, &value) in board.values.iter().enumerate() {
            if value != 0 {
                for house in HOUSES_OF[cell] {
                    used[usize::from(house)] |= 1 << (value - 1);
                }
            }
        }
        for cell in 0..81 {
            if board.values[cell] != 0 {
                continue;
            }
            let houses = HOUSES_OF[cell].map(usize::from);
            let positions = POSITIONS[cell];
            let candidates = ALL & !(used[houses[0]] | used[houses[1]] | used[houses[2]]);
            board.cells[cell] = candidates;
            for (house, position) in houses.into_iter().zip(positions) {
                board.open[house] |= 1 << position;
                for digit in bits(candidates) {
                    board.places[house][usize::from(digit)] |= 1 << position;
                }
            }
            for digit in bits(candidates) {
                board.digits[usize::from(digit)] |= 1 << cell;
            }
        }
        board
    }

    /// The digit of a cell, 1 to 9; 0 if it is empty.
    pub const fn value(&self, cell: u8) -> u8 {
        self.values[cell as usize]
    }

    /// The candidates of a cell; none if it is placed.
    pub const fn candidates(&self, cell: u8) -> u16 {
        self.cells[cell as usize]
    }

    /// The candidates of every cell; of a placed cell, its digit.
    pub fn marks(&self) -> Candidates {
        std::array::from_fn(|cell| match self.values[cell] {
            0 => self.cells[cell],
            digit => 1 << (digit - 1),
        })
    }

    /// The positions in a house that have this digit as a candidate; none if the digit is placed there.
    pub const fn places(&self, house: u8, digit: u8) -> u16 {
        self.places[house as usize][digit as usize]
    }

    /// The positions in a house that have each digit as a candidate.
    pub const fn places_of(&self, house: u8) -> &[u16; 9] {
        &self.places[house as usize]
    }

    /// The cells that have this digit as a candidate.
    pub const fn cells_with(&self, digit: u8) -> u128 {
        self.digits[digit as usize]
    }

    /// By digit, the cells that have it as a candidate: all candidates of the board.
    pub const fn cells_with_each(&self) -> &[u128; 9] {
        &self.digits
    }

    /// The cells with candidates.
    pub fn open_cells(&self) -> u128 {
        self.digits.iter().fold(0, |open, cells| open | cells)
    }

    /// The cells with this number of candidates.
    pub fn cells_of_size(&self, size: u32) -> u128 {
        (0..81).filter(|&cell| self.candidates(cell).count_ones() == size).fold(0, |set, cell| set | 1 << cell)
    }

    /// The positions of the empty cells of a house.
    pub const fn open(&self, house: u8) -> u16 {
        self.open[house as usize]
    }

    /// Whether a cell has this candidate.
    pub const fn has(&self, cell: u8, digit: u8) -> bool {
        self.cells[cell as usize] >> digit & 1 != 0
    }

    /// The cells whose digits were placed, as far as that is known.
    pub const fn placed(&self) -> u128 {
        self.placed
    }

    /// The digits that are givens: those that are not known to have been placed.
    pub fn givens(&self) -> Grid {
        cells(self.placed).fold(self.grid(), |grid, cell| grid.with(super::house_tables::cell(cell), None))
    }

    /// Whether every cell is placed.
    pub fn is_solved(&self) -> bool {
        self.open[..9].iter().all(|&open| open == 0)
    }

    /// The digits placed so far.
    pub fn grid(&self) -> Grid {
        Grid::from_known_values(self.values)
    }

    /// The candidates of a cell as digits; none if it is placed.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + Clone + use<> {
        bits(self.cells[cell.index()]).map(super::house_tables::digit)
    }

    /// The cells of a house that have a digit as a candidate, in index order; none if the digit is placed there.
    pub fn cells_for(&self, digit: Digit, house: House) -> impl Iterator<Item = Cell> + use<> {
        let cells = self.cells_with(digit.get() - 1);
        house.cells().into_iter().filter(move |cell| cells >> cell.index() & 1 != 0)
    }

    /// Removes a candidate, if it exists.
    pub fn eliminate(&mut self, cell: u8, digit: u8) {
        let (cell, digit) = (usize::from(cell), usize::from(digit));
        self.cells[cell] &= !(1 << digit);
        self.digits[digit] &= !(1 << cell);
        for (house, position) in HOUSES_OF[cell].into_iter().zip(POSITIONS[cell]) {
            self.places[usize::from(house)][digit] &= !(1 << position);
        }
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        step.eliminate.iter().for_each(|&candidate| self.remove(candidate));
        if let Some((cell, digit)) = step.place.map(Candidate::numbers) {
            self.place(cell, digit);
        }
    }

    /// Removes a candidate, if it exists.
    pub(super) fn remove(&mut self, candidate: Candidate) {
        let (cell, digit) = candidate.numbers();
        self.eliminate(cell, digit);
    }

    /// Places a digit in an empty cell, and removes the candidates that this excludes.
    pub fn place(&mut self, cell: u8, digit: u8) {
        debug_assert_eq!(self.value(cell), 0);
        self.values[usize::from(cell)] = digit + 1;
        self.placed |= 1 << cell;
        for other in bits(self.candidates(cell)) {
            self.eliminate(cell, other);
        }
        for (house, position) in HOUSES_OF[usize::from(cell)].into_iter().zip(POSITIONS[usize::from(cell)]) {
            self.open[usize::from(house)] &= !(1 << position);
        }
        for peer in cells(self.cells_with(digit) & PEER_SETS[usize::from(cell)]) {
            self.eliminate(peer, digit);
        }
    }

    /// The cells at these positions of a house.
    pub fn at(house: u8, positions: u16) -> impl Iterator<Item = u8> {
        bits(positions).map(move |position| HOUSE_CELLS[usize::from(house)][usize::from(position)])
    }
}

impl From<&Grid> for Board {
    fn from(grid: &Grid) -> Self {
        Self::new(grid)
    }
}

impl From<&Position> for Board {
    /// The board of the grid without the candidates that its pencil marks lack.
    fn from(position: &Position) -> Self {
        let mut board = Self { placed: position.placed(), ..Self::new(position.grid()) };
        for (cell, allowed) in (0..).zip(position.allowed().into_iter().flatten()) {
            for digit in bits(board.candidates(cell) & !allowed) {
                board.eliminate(cell, digit);
            }
        }
        board
    }
}
