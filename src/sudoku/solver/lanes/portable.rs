//! The portable backend: the nine boxes as 64-bit words, with arithmetic on four lanes at once that does not carry from
//! one lane to the next. The compiler vectorizes the loops over the words for the target's baseline.
//!
//! ```text
//!     bit   0         16        32        48        64
//!           │ place 0 │ place 1 │ place 2 │ padding │
//! ```
//!
//! It takes three times as long as AVX2 (97 ns instead of 34 for half a round), because no instruction compares its lanes.
//! Architectures other than x86-64 and aarch64 have only this backend, and so have x86-64 processors without AVX2.
//!
//! Rejected: SSE2, which took half of the time. Only processors of before 2013 and a few small ones would use it.

use core::ops::Range;

use super::{ALL_DIGITS, CANDIDATES, Lanes, Part, Task};
use crate::sudoku::solver::board::{LANES, cell_at};

/// Lanes in plain words, which need no instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sudoku::solver) struct Portable;

/// The three boxes of a band.
type Words = [u64; 3];

/// The three registers of each of the three bands.
type Board = [[Words; 3]; 3];

/// The index of the cell of each band, register, box and place.
const CELLS: [[[[u8; 3]; 3]; 3]; 3] = {
    let mut cells = [[[[0; 3]; 3]; 3]; 3];
    let mut index = 0;
    while index < 3 * LANES {
        let (register, lane) = (index / LANES, index % LANES);
        cells[lane / 9][register][lane / 3 % 3][lane % 3] = cell_at(register, lane) as u8;
        index += 1;
    }
    cells
};

/// A number for each cell, from 1 to 81; 0 for padding.
const NUMBERS: Board = {
    let mut board = [[[0; 3]; 3]; 3];
    let mut index = 0;
    while index < 3 * LANES {
        let (band, register, stack, place) = (index / 27, index / 9 % 3, index / 3 % 3, index % 3);
        board[band][register][stack] |= (CELLS[band][register][stack][place] as u64 + 1) << (16 * place);
        index += 1;
    }
    board
};

/// A lane of padding: all nine candidates, which every rule keeps.
const PADDING: u64 = (ALL_DIGITS as u64) << 48;
/// 1 in each lane.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The topmost bit of each lane, which no value of the solver has. It stops borrows.
const TOPS: u64 = ONES << 15;
/// The three lower lanes.
const PLACES: u64 = 0x0000_FFFF_FFFF_FFFF;

#[inline(always)]
fn each(a: Words, f: impl Fn(u64) -> u64) -> Words {
    let mut result = a;
    let mut word = 0;
    while word < 3 {
        result[word] = f(a[word]);
        word += 1;
    }
    result
}

#[inline(always)]
fn pairwise(a: Words, b: Words, f: impl Fn(u64, u64) -> u64) -> Words {
    let mut result = a;
    let mut word = 0;
    while word < 3 {
        result[word] = f(a[word], b[word]);
        word += 1;
    }
    result
}

/// All bits of the lanes that are not zero.
#[inline(always)]
const fn non_zero(a: u64) -> u64 {
    let tops = ((a | TOPS) - ONES) & TOPS;
    tops | (tops - (tops >> 15))
}

#[inline(always)]
const fn drop_lowest(a: u64) -> u64 {
    a & ((a | TOPS) - ONES)
}

#[inline(always)]
fn any(a: Words) -> bool {
    (a[0] | a[1] | a[2]) != 0
}

/// Exchanges bands and stacks: turns three bands of three boxes into three stacks.
#[inline(always)]
const fn flip(a: Words, b: Words, c: Words) -> [Words; 3] {
    [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]
}

/// Defines inlined methods, as `methods!` does for an instruction set.
macro_rules! inlined {
    ($(fn $name:ident($self:ident $(, $arg:ident: $type:ty)*) $(-> $result:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name($self $(, $arg: $type)*) $(-> $result)? $body
    )* };
}

impl Lanes for Portable {
    type Vector = Words;
    type Board = Board;
    type Mask = Words;
    type Flaws = Words;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    // Inlining it into the whole search gives code that is up to 15 % worse.
    #[inline(never)]
    fn apart<P: Part<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    inlined! {

    fn candidates(self, values: &[u8; 81]) -> Board {
        let mut board = [[[PADDING; 3]; 3]; 3];
        let words = board.as_flattened_mut().as_flattened_mut();
        for (word, cells) in words.iter_mut().zip(CELLS.as_flattened().as_flattened()) {
            for (place, &cell) in cells.iter().enumerate() {
                let value = values[usize::from(cell)];
                *word |= u64::from(CANDIDATES[usize::from(value & 31)]) << (16 * place);
            }
        }
        board
    }
    fn values(self, board: &Board) -> [u8; 81] {
        let mut values = [0; 81];
        for (word, cells) in board.as_flattened().as_flattened().iter().zip(CELLS.as_flattened().as_flattened()) {
            for (place, &cell) in cells.iter().enumerate() {
                let candidates = (word >> (16 * place)) as u16;
                values[usize::from(cell)] = candidates.trailing_zeros() as u8 + 1;
            }
        }
        values
    }
    fn cell_numbers(self) -> Board { NUMBERS }
    fn transpose(self, board: &Board) -> Board {
        let [a, b, c] = *board;
        let (first, second, third) = (flip(a[0], b[0], c[0]), flip(a[2], b[2], c[2]), flip(a[1], b[1], c[1]));
        [
            [first[0], self.place_1(second[0]), self.place_2(third[0])],
            [first[1], self.place_1(second[1]), self.place_2(third[1])],
            [first[2], self.place_1(second[2]), self.place_2(third[2])],
        ]
    }

    fn of_bands(self, board: &Board, bands: Range<usize>) -> Board {
        let mut only = [[[0; 3]; 3]; 3];
        // The compiler unrolls this loop, unlike one over the range.
        let mut band = 0;
        while band < 3 {
            if bands.contains(&band) {
                only[band] = board[band];
            }
            band += 1;
        }
        only
    }

    fn splat(self, value: u16) -> Words { [ONES * u64::from(value); 3] }
    fn and(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| a & b) }
    fn and_not(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| a & !b) }
    fn or(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| a | b) }
    fn xor(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| a ^ b) }
    fn add(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| a + b) }
    fn shift_7(self, a: Words) -> Words { each(a, |a| a << 7) }

    fn place_1(self, a: Words) -> Words { each(a, |a| (a & !PLACES) | ((a & PLACES) >> 16) | ((a << 32) & PLACES)) }
    fn place_2(self, a: Words) -> Words { each(a, |a| (a & !PLACES) | ((a & PLACES) >> 32) | ((a << 16) & PLACES)) }
    fn stack_1(self, a: Words) -> Words { [a[1], a[2], a[0]] }
    fn stack_2(self, a: Words) -> Words { [a[2], a[0], a[1]] }

    fn equal(self, a: Words, b: Words) -> Words { pairwise(a, b, |a, b| !non_zero(a ^ b)) }
    fn two(self, a: Words) -> Words {
        each(a, |a| {
            let b = drop_lowest(a);
            non_zero(b) & !non_zero(drop_lowest(b))
        })
    }
    fn at_most_three(self, a: Words) -> Words { each(a, |a| !non_zero(drop_lowest(drop_lowest(drop_lowest(a))))) }
    fn at_least_three(self, a: Words) -> Words { each(a, |a| non_zero(drop_lowest(drop_lowest(a)))) }
    fn singles(self, a: Words) -> Words { each(a, |a| a & !non_zero(drop_lowest(a))) }
    fn lowest(self, a: Words) -> Words { each(a, |a| a & !drop_lowest(a)) }
    fn keep(self, mask: Words, a: Words) -> Words { self.and(mask, a) }
    fn keep_or_all(self, mask: Words, a: Words) -> Words { self.or(a, self.and_not(self.splat(ALL_DIGITS), mask)) }
    fn select(self, mask: Words, a: Words, b: Words) -> Words { self.or(self.and(mask, a), self.and_not(b, mask)) }
    fn grow(self, mask: Words, a: Words, b: Words) -> Words { self.or(a, self.and(mask, b)) }
    fn restrict(self, a: Words, cell: Words, limit: Words) -> Words {
        let shared = self.and(cell, limit);
        self.and(a, pairwise(limit, shared, |limit, shared| limit | !non_zero(shared)))
    }
    fn max(self, a: Words, b: Words) -> Words {
        let larger = pairwise(a, b, |a, b| {
            let tops = ((a | TOPS) - b) & TOPS;
            tops | (tops - (tops >> 15))
        });
        self.select(larger, a, b)
    }
    fn largest(self, a: Words) -> u16 {
        let mut largest = 0;
        let mut word = 0;
        while word < 3 {
            let mut lane = 0;
            while lane < 4 {
                largest = largest.max((a[word] >> (16 * lane)) as u16);
                lane += 1;
            }
            word += 1;
        }
        largest
    }
    fn shared(self, pair: Words, digits: Words) -> Words {
        pairwise(pair, digits, |pair, digits| {
            let both = pair & digits;
            (non_zero(both) & ONES) + (non_zero(drop_lowest(both)) & ONES)
        })
    }
    fn any(self, a: Words) -> bool { any(a) }
    fn open(self, cells: &[Words; 3]) -> bool {
        let all = self.or3(each(cells[0], drop_lowest), each(cells[1], drop_lowest), each(cells[2], drop_lowest));
        any(each(all, |a| a & PLACES))
    }

    fn flawless(self) -> Words { [0; 3] }
    fn flaw_not_all(self, a: Words) -> Words { each(a, |a| a ^ (ONES * u64::from(ALL_DIGITS))) }
    fn flaw_below_three(self, a: Words) -> Words { each(a, |a| !non_zero(drop_lowest(drop_lowest(a)))) }
    fn flaw_above_three(self, a: Words) -> Words { each(a, |a| drop_lowest(drop_lowest(drop_lowest(a)))) }
    fn flaw_empty(self, cells: &[Words; 3]) -> Words {
        let filled = |a: Words| each(a, non_zero);
        let all = self.and(self.and(filled(cells[0]), filled(cells[1])), filled(cells[2]));
        each(all, |a| !a)
    }
    fn flaws(self, a: Words, b: Words) -> Words { self.or(a, b) }
    fn flawed(self, flaws: Words) -> bool { any(flaws) }
    }
}
