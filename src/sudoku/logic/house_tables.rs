//! Tables of cells, houses and peers, computed at compile time.
//!
//! In the human solver, cells are 0 to 80 row by row, digits 0 to 8, and houses 0 to 26: the boxes, the rows, then the
//! columns. Chains scan houses in this order; the simple techniques scan boxes, columns, then rows ([`SIMPLE_ORDER`]).

pub use crate::sudoku::bits::{bits, cells};
use crate::sudoku::{Cell, Digit, House};

/// Houses in the order of the simple techniques: boxes, columns, rows.
pub const SIMPLE_ORDER: [u8; 27] = {
    let mut order = [0; 27];
    let mut i = 0;
    while i < 27 {
        order[i] = match i / 9 {
            0 => i,
            1 => i + 9,
            _ => i - 9,
        } as u8;
        i += 1;
    }
    order
};

/// The cells of each house, row by row.
pub const HOUSE_CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 27 {
        let n = house % 9;
        let mut i = 0;
        while i < 9 {
            cells[house][i] = match house / 9 {
                0 => (n / 3) * 27 + (n % 3) * 3 + (i / 3) * 9 + i % 3,
                1 => n * 9 + i,
                _ => i * 9 + n,
            } as u8;
            i += 1;
        }
        house += 1;
    }
    cells
};

/// The box, the row and the column of each cell.
pub const HOUSES_OF: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = [(row / 3 * 3 + column / 3) as u8, (row + 9) as u8, (column + 18) as u8];
        cell += 1;
    }
    houses
};

/// The position, 0 to 8, of each cell in its box, its row and its column.
pub const POSITIONS: [[u8; 3]; 81] = {
    let mut positions = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        positions[cell] = [(row % 3 * 3 + column % 3) as u8, column as u8, row as u8];
        cell += 1;
    }
    positions
};

/// The cells of each house as a set.
pub const HOUSE_SETS: [u128; 27] = {
    let mut sets = [0; 27];
    let mut house = 0;
    while house < 27 {
        let mut i = 0;
        while i < 9 {
            sets[house] |= 1 << HOUSE_CELLS[house][i];
            i += 1;
        }
        house += 1;
    }
    sets
};

/// The 20 peers of each cell as a set.
pub const PEER_SETS: [u128; 81] = {
    let mut sets = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [a, b, c] = HOUSES_OF[cell];
        sets[cell] = (HOUSE_SETS[a as usize] | HOUSE_SETS[b as usize] | HOUSE_SETS[c as usize]) & !(1 << cell);
        cell += 1;
    }
    sets
};

/// By two houses, the positions in the first of the cells that they share.
pub const SHARED: [[u16; 27]; 27] = {
    let mut shared = [[0; 27]; 27];
    let mut house = 0;
    while house < 27 {
        let mut i = 0;
        while i < 9 {
            let of = HOUSES_OF[HOUSE_CELLS[house][i] as usize];
            shared[house][of[0] as usize] |= 1 << i;
            shared[house][of[1] as usize] |= 1 << i;
            shared[house][of[2] as usize] |= 1 << i;
            i += 1;
        }
        house += 1;
    }
    shared
};

/// Whether two cells share a house.
pub fn sees(a: u8, b: u8) -> bool {
    PEER_SETS[usize::from(a)] >> b & 1 != 0
}

/// The houses that two cells share.
pub fn shared_houses(a: u8, b: u8) -> impl Iterator<Item = u8> {
    HOUSES_OF[usize::from(a)].into_iter().filter(move |h| HOUSES_OF[usize::from(b)].contains(h))
}

/// The cells that see all of these.
pub fn seen_by_all(cells: impl IntoIterator<Item = u8>) -> u128 {
    cells.into_iter().fold(u128::MAX, |seen, c| seen & PEER_SETS[usize::from(c)])
}

/// The cells of these houses, a bit for each.
pub fn cells_of(houses: u32) -> u128 {
    bits(u64::from(houses)).fold(0, |set, h| set | HOUSE_SETS[usize::from(h)])
}

/// The peers of a cell in this set: those in its box, then in its row, then in its column.
pub fn as_peers(c: u8, mut set: u128) -> impl Iterator<Item = u8> {
    set &= !(1 << c);
    HOUSES_OF[usize::from(c)].into_iter().flat_map(move |h| {
        let here = set & HOUSE_SETS[usize::from(h)];
        set &= !here;
        cells(here)
    })
}

/// The cell with this number.
pub fn cell(index: u8) -> Cell {
    Cell::from_index(index.into()).expect("a cell of the grid")
}

/// The digit with this number, 0 to 8.
pub fn digit(index: u8) -> Digit {
    Digit::new(index + 1).expect("a digit")
}

/// The numbers of the digits of a pair.
pub fn two(pair: u16) -> [u8; 2] {
    let mut digits = bits(pair);
    [digits.next(), digits.next()].map(|digit| digit.expect("two digits"))
}

/// The house with this number.
pub fn house(index: u8) -> House {
    House::ALL[match index / 9 {
        0 => index + 18,
        _ => index - 9,
    } as usize]
}
