//! SSE2: two registers per band, of two quads each: the three boxes of the band and one quad of padding.
//!
//! ```text
//!     first:  stack 0, places 0 1 2 | - | stack 1, places 0 1 2 | -
//!     last:   stack 2, places 0 1 2 | - | -  -  -  -
//! ```
//!
//! An earlier version used five registers for all three bands, with less padding. It took 10 % fewer instructions, but a
//! board then filled fifteen of the sixteen registers, and the spills cost more than the saving.

use core::arch::x86_64::*;
use core::ops::Range;

use super::quads::{self, Banded, Bands, NUMBERS, PADDING_QUAD, Quads};
use super::{ALL_DIGITS, Lanes, Task};

/// Proof that the processor has SSE2, as every x86-64 processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sudoku::solver) struct Sse2(());

impl Sse2 {
    /// The token: the instruction set is part of the architecture.
    pub(in crate::sudoku::solver) const fn new() -> Self {
        Self(())
    }
}

/// Stacks 0 and 1; stack 2 and padding.
type Pair = [__m128i; 2];

/// The three registers of each of the three bands.
type Board = Bands<Pair>;

/// A quad of `$a` and a quad of `$b`: bit 0 of the choice takes the high quad of `$a`, bit 1 that of `$b`.
macro_rules! join {
    ($choice:literal, $a:expr, $b:expr) => {
        _mm_castpd_si128(_mm_shuffle_pd::<$choice>(_mm_castsi128_pd($a), _mm_castsi128_pd($b)))
    };
}

#[inline]
#[target_feature(enable = "sse2")]
fn from_quads(quads: &Quads, padding: u64) -> Board {
    let mut board = [[all(0); 3]; 3];
    let mut index = 0;
    while index < 9 {
        let (band, register) = (index / 3, index % 3);
        let q = |stack: usize| quads[register][3 * band + stack].cast_signed();
        board[band][register] = [_mm_set_epi64x(q(1), q(0)), _mm_set_epi64x(padding.cast_signed(), q(2))];
        index += 1;
    }
    board
}

#[inline]
#[target_feature(enable = "sse2")]
fn all(value: u16) -> Pair {
    [_mm_set1_epi16(value.cast_signed()); 2]
}

/// Clears the lowest set bit of each lane.
#[inline]
#[target_feature(enable = "sse2")]
fn drop_lowest(a: Pair) -> Pair {
    let below = both!(_mm_sub_epi16(a, all(1)));
    both!(_mm_and_si128(a, below))
}

#[inline]
#[target_feature(enable = "sse2")]
fn is_zero(a: Pair) -> Pair {
    both!(_mm_cmpeq_epi16(a, all(0)))
}

#[inline]
#[target_feature(enable = "sse2")]
fn any(a: __m128i) -> bool {
    _mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128())) != 0xFFFF
}

impl Lanes for Sse2 {
    type Vector = Pair;
    type Board = Board;
    type Mask = Pair;
    type Flaws = Pair;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn transpose(self, board: &Board) -> Board {
        quads::transpose(self, board)
    }

    #[inline(always)]
    fn of_bands(self, board: &Board, bands: Range<usize>) -> Board {
        quads::of_bands(self, board, bands)
    }

    methods! { "sse2"

    fn candidates(values: &[u8; 81]) -> Board { from_quads(&quads::candidates(values), PADDING_QUAD) }
    fn values(board: &Board) -> [u8; 81] {
        let mut quads = [[0; 9]; 3];
        let mut index = 0;
        while index < 9 {
            let (band, register) = (index / 3, index % 3);
            let [first, last] = board[band][register];
            quads[register][3 * band] = _mm_cvtsi128_si64(first).cast_unsigned();
            quads[register][3 * band + 1] = _mm_cvtsi128_si64(_mm_unpackhi_epi64(first, first)).cast_unsigned();
            quads[register][3 * band + 2] = _mm_cvtsi128_si64(last).cast_unsigned();
            index += 1;
        }
        quads::values(&quads)
    }
    fn cell_numbers() -> Board { from_quads(&NUMBERS, 0) }

    fn splat(value: u16) -> Pair { all(value) }
    fn and(a: Pair, b: Pair) -> Pair { both!(_mm_and_si128(a, b)) }
    fn and_not(a: Pair, b: Pair) -> Pair { both!(_mm_andnot_si128(b, a)) }
    fn or(a: Pair, b: Pair) -> Pair { both!(_mm_or_si128(a, b)) }
    fn xor(a: Pair, b: Pair) -> Pair { both!(_mm_xor_si128(a, b)) }
    fn add(a: Pair, b: Pair) -> Pair { both!(_mm_add_epi16(a, b)) }
    fn shift_7(a: Pair) -> Pair { both!(_mm_slli_epi16::<7>(a)) }

    fn place_1(a: Pair) -> Pair {
        let low = both!(_mm_shufflelo_epi16::<0b11_00_10_01>(a));
        both!(_mm_shufflehi_epi16::<0b11_00_10_01>(low))
    }
    fn place_2(a: Pair) -> Pair {
        let low = both!(_mm_shufflelo_epi16::<0b11_01_00_10>(a));
        both!(_mm_shufflehi_epi16::<0b11_01_00_10>(low))
    }
    fn stack_1(a: Pair) -> Pair { [join!(0b01, a[0], a[1]), join!(0b10, a[0], a[1])] }
    fn stack_2(a: Pair) -> Pair { [join!(0b00, a[1], a[0]), join!(0b11, a[0], a[1])] }

    fn equal(a: Pair, b: Pair) -> Pair { both!(_mm_cmpeq_epi16(a, b)) }
    fn two(a: Pair) -> Pair {
        let more = drop_lowest(a);
        both!(_mm_andnot_si128(is_zero(more), is_zero(drop_lowest(more))))
    }
    fn at_most_three(a: Pair) -> Pair { is_zero(drop_lowest(drop_lowest(drop_lowest(a)))) }
    fn at_least_three(a: Pair) -> Pair {
        let more = drop_lowest(drop_lowest(a));
        both!(_mm_cmpgt_epi16(more, all(0)))
    }
    fn singles(a: Pair) -> Pair {
        // Without its lowest bit a single is 0; any other value keeps at least half of its value.
        let more = drop_lowest(a);
        let twice = both!(_mm_add_epi16(more, more));
        both!(_mm_subs_epu16(a, twice))
    }
    fn lowest(a: Pair) -> Pair {
        let without = drop_lowest(a);
        both!(_mm_xor_si128(a, without))
    }
    fn shared(pair: Pair, digits: Pair) -> Pair {
        let both = both!(_mm_and_si128(pair, digits));
        let some = both!(_mm_add_epi16(is_zero(both), all(1)));
        let equal = both!(_mm_cmpeq_epi16(both, pair));
        both!(_mm_sub_epi16(some, equal))
    }
    fn keep(mask: Pair, a: Pair) -> Pair { both!(_mm_and_si128(mask, a)) }
    fn keep_or_all(mask: Pair, a: Pair) -> Pair {
        let others = both!(_mm_andnot_si128(mask, all(ALL_DIGITS)));
        both!(_mm_or_si128(a, others))
    }
    fn select(mask: Pair, a: Pair, b: Pair) -> Pair {
        let first = both!(_mm_and_si128(mask, a));
        let second = both!(_mm_andnot_si128(mask, b));
        both!(_mm_or_si128(first, second))
    }
    fn grow(mask: Pair, a: Pair, b: Pair) -> Pair {
        let grown = both!(_mm_and_si128(mask, b));
        both!(_mm_or_si128(a, grown))
    }
    fn restrict(a: Pair, cell: Pair, limit: Pair) -> Pair {
        let shared = both!(_mm_and_si128(cell, limit));
        let limit = both!(_mm_or_si128(limit, is_zero(shared)));
        both!(_mm_and_si128(a, limit))
    }
    fn max(a: Pair, b: Pair) -> Pair { both!(_mm_max_epi16(a, b)) }
    fn largest(a: Pair) -> u16 {
        let b = _mm_max_epi16(a[0], a[1]);
        let c = _mm_max_epi16(b, _mm_unpackhi_epi64(b, b));
        let d = _mm_max_epi16(c, _mm_shufflelo_epi16::<0b00_00_11_10>(c));
        let e = _mm_max_epi16(d, _mm_shufflelo_epi16::<0b00_00_00_01>(d));
        _mm_cvtsi128_si32(e).cast_unsigned() as u16
    }
    fn any(a: Pair) -> bool { any(_mm_or_si128(a[0], a[1])) }
    fn open(cells: &[Pair; 3]) -> bool {
        let (first, second, third) = (drop_lowest(cells[0]), drop_lowest(cells[1]), drop_lowest(cells[2]));
        let two = both!(_mm_or_si128(first, second));
        let more = both!(_mm_or_si128(two, third));
        let low = _mm_and_si128(more[0], _mm_setr_epi16(-1, -1, -1, 0, -1, -1, -1, 0));
        any(_mm_or_si128(low, _mm_and_si128(more[1], _mm_setr_epi16(-1, -1, -1, 0, 0, 0, 0, 0))))
    }

    fn flawless() -> Pair { all(0) }
    fn flaw_not_all(a: Pair) -> Pair { both!(_mm_xor_si128(a, all(ALL_DIGITS))) }
    fn flaw_below_three(a: Pair) -> Pair { is_zero(drop_lowest(drop_lowest(a))) }
    fn flaw_above_three(a: Pair) -> Pair { drop_lowest(drop_lowest(drop_lowest(a))) }
    fn flaw_empty(cells: &[Pair; 3]) -> Pair {
        let two = both!(_mm_min_epi16(cells[0], cells[1]));
        is_zero(both!(_mm_min_epi16(two, cells[2])))
    }
    fn flaws(a: Pair, b: Pair) -> Pair { both!(_mm_or_si128(a, b)) }
    fn flawed(flaws: Pair) -> bool { any(_mm_or_si128(flaws[0], flaws[1])) }
    }
}

impl Banded for Sse2 {
    methods! { "sse2"

    fn flip(a: Pair, b: Pair, c: Pair) -> [Pair; 3] {
        let padding = _mm_set1_epi16(ALL_DIGITS.cast_signed());
        [
            [_mm_unpacklo_epi64(a[0], b[0]), _mm_unpacklo_epi64(c[0], padding)],
            [_mm_unpackhi_epi64(a[0], b[0]), _mm_unpackhi_epi64(c[0], padding)],
            [_mm_unpacklo_epi64(a[1], b[1]), c[1]],
        ]
    }
    }
}
