//! AVX2: one register per band, of four quads: the three boxes of the band and one quad of padding.
//!
//! ```text
//!     stack 0, places 0 1 2 | - | stack 1, places 0 1 2 | - | stack 2, places 0 1 2 | - | -  -  -  -
//! ```

use core::arch::x86_64::*;
use core::ops::Range;

use super::quads::{self, Banded, Bands, NUMBERS, PADDING_QUAD, Quads};
use super::{ALL_DIGITS, Lanes, Task};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sudoku::solver) struct Avx2(());

impl Avx2 {
    /// The token, if the processor has the instructions.
    pub(in crate::sudoku::solver) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2"))
            .then_some(Self(()))
    }
}

/// The three registers of each of the three bands.
type Board = Bands<__m256i>;

#[inline]
#[target_feature(enable = "avx2")]
fn from_quads(quads: &Quads, padding: u64) -> Board {
    let mut board = [[_mm256_setzero_si256(); 3]; 3];
    let mut index = 0;
    while index < 9 {
        let (band, register) = (index / 3, index % 3);
        let q = |stack: usize| quads[register][3 * band + stack].cast_signed();
        board[band][register] = _mm256_setr_epi64x(q(0), q(1), q(2), padding.cast_signed());
        index += 1;
    }
    board
}

/// Clears the lowest set bit of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn drop_lowest(a: __m256i) -> __m256i {
    _mm256_and_si256(a, _mm256_sub_epi16(a, _mm256_set1_epi16(1)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_zero(a: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(a, _mm256_setzero_si256())
}

impl Lanes for Avx2 {
    type Vector = __m256i;
    type Board = Board;
    type Mask = __m256i;
    type Flaws = __m256i;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn inner<T: Task>(lanes: Avx2, task: T) -> T::Output {
            task.run(lanes)
        }
        // SAFETY: `self` exists, and is created only if these features are detected.
        unsafe { inner(self, task) }
    }

    #[inline(always)]
    fn transpose(self, board: &Board) -> Board {
        quads::transpose(self, board)
    }

    #[inline(always)]
    fn of_bands(self, board: &Board, bands: Range<usize>) -> Board {
        quads::of_bands(self, board, bands)
    }

    methods! { "avx2,bmi1,bmi2"

    fn candidates(values: &[u8; 81]) -> Board { from_quads(&quads::candidates(values), PADDING_QUAD) }
    fn values(board: &Board) -> [u8; 81] {
        let mut quads = [[0; 9]; 3];
        let mut index = 0;
        while index < 9 {
            let (band, register) = (index / 3, index % 3);
            let cells = board[band][register];
            quads[register][3 * band] = _mm256_extract_epi64::<0>(cells).cast_unsigned();
            quads[register][3 * band + 1] = _mm256_extract_epi64::<1>(cells).cast_unsigned();
            quads[register][3 * band + 2] = _mm256_extract_epi64::<2>(cells).cast_unsigned();
            index += 1;
        }
        quads::values(&quads)
    }
    fn cell_numbers() -> Board { from_quads(&NUMBERS, 0) }

    fn splat(value: u16) -> __m256i { _mm256_set1_epi16(value.cast_signed()) }
    fn and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn and_not(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
    fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
    fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
    fn shift_7(a: __m256i) -> __m256i { _mm256_slli_epi16::<7>(a) }

    fn place_1(a: __m256i) -> __m256i {
        let order = _mm_setr_epi8(2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15);
        _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order))
    }
    fn place_2(a: __m256i) -> __m256i {
        let order = _mm_setr_epi8(4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15);
        _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(order))
    }
    fn stack_1(a: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0b11_00_10_01>(a) }
    fn stack_2(a: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0b11_01_00_10>(a) }

    fn equal(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpeq_epi16(a, b) }
    fn two(a: __m256i) -> __m256i {
        let more = drop_lowest(a);
        _mm256_andnot_si256(is_zero(more), is_zero(drop_lowest(more)))
    }
    fn at_most_three(a: __m256i) -> __m256i { is_zero(drop_lowest(drop_lowest(drop_lowest(a)))) }
    fn at_least_three(a: __m256i) -> __m256i {
        let more = drop_lowest(drop_lowest(a));
        _mm256_cmpgt_epi16(more, _mm256_setzero_si256())
    }
    fn singles(a: __m256i) -> __m256i {
        // Without its lowest bit a single is 0; any other value keeps at least half of its value.
        let more = drop_lowest(a);
        _mm256_subs_epu16(a, _mm256_add_epi16(more, more))
    }
    fn lowest(a: __m256i) -> __m256i { _mm256_and_si256(a, _mm256_sub_epi16(_mm256_setzero_si256(), a)) }
    fn shared(pair: __m256i, digits: __m256i) -> __m256i {
        let both = _mm256_and_si256(pair, digits);
        let some = _mm256_add_epi16(is_zero(both), _mm256_set1_epi16(1));
        _mm256_sub_epi16(some, _mm256_cmpeq_epi16(both, pair))
    }
    fn keep(mask: __m256i, a: __m256i) -> __m256i { _mm256_and_si256(mask, a) }
    fn keep_or_all(mask: __m256i, a: __m256i) -> __m256i {
        _mm256_or_si256(a, _mm256_andnot_si256(mask, _mm256_set1_epi16(ALL_DIGITS.cast_signed())))
    }
    fn select(mask: __m256i, a: __m256i, b: __m256i) -> __m256i { _mm256_blendv_epi8(b, a, mask) }
    fn grow(mask: __m256i, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, _mm256_and_si256(mask, b)) }
    fn restrict(a: __m256i, cell: __m256i, limit: __m256i) -> __m256i {
        let apart = is_zero(_mm256_and_si256(cell, limit));
        _mm256_and_si256(a, _mm256_or_si256(limit, apart))
    }
    fn max(a: __m256i, b: __m256i) -> __m256i { _mm256_max_epi16(a, b) }
    fn largest(a: __m256i) -> u16 {
        let b = _mm_max_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a));
        let least = _mm_minpos_epu16(_mm_sub_epi16(_mm_set1_epi16(i16::MAX), b));
        i16::MAX.cast_unsigned() - _mm_cvtsi128_si32(least).cast_unsigned() as u16
    }
    fn any(a: __m256i) -> bool { _mm256_testz_si256(a, a) == 0 }
    fn open(cells: &[__m256i; 3]) -> bool {
        let two = _mm256_or_si256(drop_lowest(cells[0]), drop_lowest(cells[1]));
        let cube = _mm256_setr_epi16(-1, -1, -1, 0, -1, -1, -1, 0, -1, -1, -1, 0, 0, 0, 0, 0);
        _mm256_testz_si256(_mm256_or_si256(two, drop_lowest(cells[2])), cube) == 0
    }

    fn flawless() -> __m256i { _mm256_setzero_si256() }
    fn flaw_not_all(a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi16(ALL_DIGITS.cast_signed())) }
    fn flaw_below_three(a: __m256i) -> __m256i { is_zero(drop_lowest(drop_lowest(a))) }
    fn flaw_above_three(a: __m256i) -> __m256i { drop_lowest(drop_lowest(drop_lowest(a))) }
    fn flaw_empty(cells: &[__m256i; 3]) -> __m256i {
        is_zero(_mm256_min_epi16(_mm256_min_epi16(cells[0], cells[1]), cells[2]))
    }
    fn flaws(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn flawed(flaws: __m256i) -> bool { _mm256_testz_si256(flaws, flaws) == 0 }
    }
}

impl Banded for Avx2 {
    methods! { "avx2,bmi1,bmi2"

    fn flip(a: __m256i, b: __m256i, c: __m256i) -> [__m256i; 3] {
        let padding = _mm256_set1_epi16(ALL_DIGITS.cast_signed());
        let even = _mm256_unpacklo_epi64(a, b);
        let odd = _mm256_unpackhi_epi64(a, b);
        let last_even = _mm256_unpacklo_epi64(c, padding);
        let last_odd = _mm256_unpackhi_epi64(c, padding);
        [
            _mm256_permute2x128_si256::<0x20>(even, last_even),
            _mm256_permute2x128_si256::<0x20>(odd, last_odd),
            _mm256_permute2x128_si256::<0x31>(even, last_even),
        ]
    }
    }
}
