//! AVX2: two registers for all three bands, one with the low bytes of the lanes, one with the high bytes.
//!
//! It takes 0.66 to 0.74 of the instructions of its predecessor, which had a register of 16-bit lanes for each band.

use core::arch::x86_64::*;
use core::ops::Range;

use super::low_high::{
    BANDS, Bytes, CANDIDATES, CELLS, CUBE, FLIP_0, FLIP_1, FLIP_2, LANES_OF_CELLS, NUMBERS, PLACE_1, PLACE_2, STACK_1,
    STACK_2,
};
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

/// The low bytes and the high bytes of the lanes.
type Pair = [__m256i; 2];

/// The three registers of a board.
type Board = [[Pair; 3]; 1];

/// An order as two: the bytes that come from the same half of the register, and those that come from the other. The
/// instruction that shuffles bytes turns 128 into zero.
const fn halves(order: &Bytes) -> [Bytes; 2] {
    let mut halves = [[128; 32]; 2];
    let mut byte = 0;
    while byte < 32 {
        let from = order[byte];
        halves[(from as usize / 16) ^ (byte / 16)][byte] = from % 16;
        byte += 1;
    }
    halves
}

static ROTATE_PLACES: [Bytes; 2] = [halves(&PLACE_1)[0], halves(&PLACE_2)[0]];
static ROTATE_STACKS: [[Bytes; 2]; 2] = [halves(&STACK_1), halves(&STACK_2)];
static FLIP: [[Bytes; 2]; 3] = [halves(&FLIP_0), halves(&FLIP_1), halves(&FLIP_2)];

/// Number of blocks of 16 values in which `candidates` looks for a value: for each half the first and the last 16 of a
/// band, then those of the last band for both.
const BLOCKS: usize = 4;

/// The first value of each block, for both halves.
const BLOCK_STARTS: [[usize; 2]; BLOCKS] = [[0, 27], [11, 38], [54, 54], [65, 65]];

/// For each register and block, the position of the value of each lane in the block, 128 if it is not there.
static GATHER: [[Bytes; BLOCKS]; 3] = {
    let mut gather = [[[128; 32]; BLOCKS]; 3];
    let mut index = 0;
    while index < 96 {
        let (register, byte) = (index / 32, index % 32);
        let cell = CELLS[register][byte] as usize;
        let mut block = 0;
        while cell < 81 && block < BLOCKS {
            let start = BLOCK_STARTS[block][byte / 16];
            if start <= cell && cell < start + 16 {
                gather[register][block][byte] = (cell - start) as u8;
                // Ends the loop, so that no other block has the value too.
                block = BLOCKS;
            }
            block += 1;
        }
        index += 1;
    }
    gather
};

/// For each 32 cells and each register, the position of the lane of each cell, as in [`halves`].
static SCATTER: [[[Bytes; 2]; 3]; 3] = {
    let mut scatter = [[[[128; 32]; 2]; 3]; 3];
    let mut cell = 0;
    while cell < 81 {
        let lane = LANES_OF_CELLS[cell] as usize;
        let across = (lane % 32 / 16) ^ (cell % 32 / 16);
        scatter[cell / 32][lane / 32][across][cell % 32] = (lane % 16) as u8;
        cell += 1;
    }
    scatter
};

/// The digit of a single candidate among 1 to 4, and among 5 to 8.
const DIGITS: [[u8; 16]; 2] =
    [[0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0], [0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]];

/// The number of bits set in each value of half a byte.
const BITS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: the reference is to 32 readable bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The same 16 bytes in both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn twice(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the reference is to 16 readable bytes.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_zero(a: __m256i) -> __m256i {
    _mm256_cmpeq_epi8(a, _mm256_setzero_si256())
}

/// Exchanges the halves.
#[inline]
#[target_feature(enable = "avx2")]
fn swap(a: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b01_00_11_10>(a)
}

#[inline]
#[target_feature(enable = "avx2")]
fn permute(a: __m256i, [within, across]: &[Bytes; 2]) -> __m256i {
    _mm256_or_si256(_mm256_shuffle_epi8(a, load(within)), _mm256_shuffle_epi8(swap(a), load(across)))
}

/// Clears the lowest set bit of each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn drop_lowest(a: __m256i) -> __m256i {
    _mm256_and_si256(a, _mm256_add_epi8(a, splat(255)))
}

/// The number of bits of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(a: Pair) -> __m256i {
    let (counts, half) = (twice(&BITS), splat(15));
    let first = _mm256_shuffle_epi8(counts, _mm256_and_si256(a[0], half));
    let second = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(a[0]), half));
    _mm256_add_epi8(_mm256_add_epi8(first, second), a[1])
}

/// Whether some bit is set. Not `_mm256_testz_si256`, which the compiler replaces with more instructions where two
/// results are combined.
#[inline]
#[target_feature(enable = "avx2")]
fn any(a: __m256i) -> bool {
    _mm256_movemask_epi8(is_zero(a)) != -1
}

/// The lanes without a bit.
#[inline]
#[target_feature(enable = "avx2")]
fn is_empty(a: Pair) -> __m256i {
    is_zero(_mm256_or_si256(a[0], a[1]))
}

impl Lanes for Avx2 {
    type Vector = Pair;
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

    methods! { "avx2,bmi1,bmi2"

    fn candidates(values: &[u8; 81]) -> Board {
        let mut blocks = [_mm256_setzero_si256(); BLOCKS];
        let mut block = 0;
        while block < BLOCKS {
            let half = |start: usize| -> &[u8; 16] { values[start..].first_chunk().expect("16 values") };
            let [first, second] = BLOCK_STARTS[block];
            blocks[block] = _mm256_blend_epi32::<0b1111_0000>(twice(half(first)), twice(half(second)));
            block += 1;
        }
        let mut board = [[[_mm256_setzero_si256(); 2]; 3]];
        let mut register = 0;
        while register < 3 {
            let part = |block: usize| _mm256_shuffle_epi8(blocks[block], load(&GATHER[register][block]));
            let value = _mm256_or_si256(_mm256_or_si256(part(0), part(1)), _mm256_or_si256(part(2), part(3)));
            let [low, high] = [twice(&CANDIDATES[0]), twice(&CANDIDATES[1])];
            board[0][register] = [_mm256_shuffle_epi8(low, value), _mm256_shuffle_epi8(high, value)];
            register += 1;
        }
        board
    }

    fn values(board: &Board) -> [u8; 81] {
        let mut digits = [_mm256_setzero_si256(); 3];
        let mut register = 0;
        while register < 3 {
            let [low, high] = board[0][register];
            let (half, nine) = (splat(15), _mm256_and_si256(_mm256_sub_epi8(_mm256_setzero_si256(), high), splat(9)));
            let first = _mm256_shuffle_epi8(twice(&DIGITS[0]), _mm256_and_si256(low, half));
            let shifted = _mm256_and_si256(_mm256_srli_epi16::<4>(low), half);
            let second = _mm256_shuffle_epi8(twice(&DIGITS[1]), shifted);
            digits[register] = _mm256_or_si256(_mm256_or_si256(first, second), nine);
            register += 1;
        }
        let mut values = [0; 96];
        let mut part = 0;
        while part < 3 {
            let [first, second, third] = &SCATTER[part];
            let two = _mm256_or_si256(permute(digits[0], first), permute(digits[1], second));
            let three = _mm256_or_si256(two, permute(digits[2], third));
            // SAFETY: 32 bytes from the byte 32 * part on, which is at most 64, are within the 96.
            unsafe { _mm256_storeu_si256(values.as_mut_ptr().add(32 * part).cast(), three) };
            part += 1;
        }
        *values.first_chunk().expect("96 bytes")
    }

    fn cell_numbers() -> Board {
        let number = |register: usize| [load(&NUMBERS[register]), _mm256_setzero_si256()];
        [[number(0), number(1), number(2)]]
    }

    fn transpose(board: &Board) -> Board {
        let [[a, b, c]] = *board;
        let turn = |[low, high]: Pair, order: &[Bytes; 2]| [permute(low, order), permute(high, order)];
        [[turn(a, &FLIP[0]), turn(c, &FLIP[1]), turn(b, &FLIP[2])]]
    }

    fn of_bands(board: &Board, bands: Range<usize>) -> Board {
        let lanes = [load(&BANDS[bands.start][bands.end]); 2];
        let [[a, b, c]] = *board;
        [[both!(_mm256_and_si256(a, lanes)), both!(_mm256_and_si256(b, lanes)), both!(_mm256_and_si256(c, lanes))]]
    }

    fn splat(value: u16) -> Pair {
        let [low, high] = value.to_le_bytes();
        [splat(low), splat(high)]
    }
    fn and(a: Pair, b: Pair) -> Pair { both!(_mm256_and_si256(a, b)) }
    fn and_not(a: Pair, b: Pair) -> Pair { both!(_mm256_andnot_si256(b, a)) }
    fn or(a: Pair, b: Pair) -> Pair { both!(_mm256_or_si256(a, b)) }
    fn xor(a: Pair, b: Pair) -> Pair { both!(_mm256_xor_si256(a, b)) }
    fn add(a: Pair, b: Pair) -> Pair { both!(_mm256_add_epi8(a, b)) }
    fn shift_7(a: Pair) -> Pair {
        let low = _mm256_and_si256(_mm256_slli_epi16::<7>(a[0]), splat(0x80));
        [low, _mm256_and_si256(_mm256_srli_epi16::<1>(a[0]), splat(0x7F))]
    }
    fn note_changes(a: Pair, b: Pair, c: Pair) -> Pair {
        let [low, high] = both!(_mm256_xor_si256(b, c));
        [_mm256_or_si256(a[0], low), _mm256_or_si256(a[1], high)]
    }

    fn place_1(a: Pair) -> Pair {
        let order = [load(&ROTATE_PLACES[0]); 2];
        both!(_mm256_shuffle_epi8(a, order))
    }
    fn place_2(a: Pair) -> Pair {
        let order = [load(&ROTATE_PLACES[1]); 2];
        both!(_mm256_shuffle_epi8(a, order))
    }
    fn stack_1(a: Pair) -> Pair { [permute(a[0], &ROTATE_STACKS[0]), permute(a[1], &ROTATE_STACKS[0])] }
    fn stack_2(a: Pair) -> Pair { [permute(a[0], &ROTATE_STACKS[1]), permute(a[1], &ROTATE_STACKS[1])] }

    fn equal(a: Pair, b: Pair) -> __m256i {
        let [low, high] = both!(_mm256_cmpeq_epi8(a, b));
        _mm256_and_si256(low, high)
    }
    fn two(a: Pair) -> __m256i { _mm256_cmpeq_epi8(bits(a), splat(2)) }
    fn at_most_three(a: Pair) -> __m256i { _mm256_cmpgt_epi8(splat(4), bits(a)) }
    fn at_least_three(a: Pair) -> __m256i { _mm256_cmpgt_epi8(bits(a), splat(2)) }
    fn singles(a: Pair) -> Pair {
        let one = is_zero(_mm256_or_si256(drop_lowest(a[0]), a[1]));
        [_mm256_and_si256(a[0], one), _mm256_and_si256(a[1], is_zero(a[0]))]
    }
    fn lowest(a: Pair) -> Pair {
        let low = _mm256_and_si256(a[0], _mm256_sub_epi8(_mm256_setzero_si256(), a[0]));
        [low, _mm256_and_si256(a[1], is_zero(a[0]))]
    }
    fn shared(pair: Pair, digits: Pair) -> Pair { [bits(both!(_mm256_and_si256(pair, digits))), _mm256_setzero_si256()] }
    fn keep(mask: __m256i, a: Pair) -> Pair { [_mm256_and_si256(mask, a[0]), _mm256_and_si256(mask, a[1])] }
    fn keep_or_all(mask: __m256i, a: Pair) -> Pair {
        let others = [_mm256_xor_si256(mask, splat(255)); 2];
        both!(_mm256_or_si256(a, others))
    }
    fn select(mask: __m256i, a: Pair, b: Pair) -> Pair {
        [_mm256_blendv_epi8(b[0], a[0], mask), _mm256_blendv_epi8(b[1], a[1], mask)]
    }
    fn restrict(a: Pair, cell: Pair, limit: Pair) -> Pair {
        let apart = is_empty(both!(_mm256_and_si256(cell, limit)));
        [
            _mm256_and_si256(a[0], _mm256_or_si256(limit[0], apart)),
            _mm256_and_si256(a[1], _mm256_or_si256(limit[1], apart)),
        ]
    }
    fn max(a: Pair, b: Pair) -> Pair {
        let [low, high] = both!(_mm256_max_epu8(a, b));
        let first = _mm256_cmpeq_epi8(low, a[0]);
        let (above, below) = (_mm256_cmpgt_epi8(a[1], b[1]), _mm256_cmpgt_epi8(b[1], a[1]));
        let first = _mm256_andnot_si256(below, _mm256_or_si256(first, above));
        [_mm256_blendv_epi8(b[0], a[0], first), high]
    }
    fn largest(a: Pair) -> u16 {
        let words = _mm256_max_epi16(_mm256_unpacklo_epi8(a[0], a[1]), _mm256_unpackhi_epi8(a[0], a[1]));
        let words = _mm_max_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
        let least = _mm_minpos_epu16(_mm_sub_epi16(_mm_set1_epi16(i16::MAX), words));
        i16::MAX.cast_unsigned() - _mm_cvtsi128_si32(least).cast_unsigned() as u16
    }
    fn any(a: Pair) -> bool { any(_mm256_or_si256(a[0], a[1])) }
    fn open(cells: &[Pair; 3]) -> bool {
        let mut more = _mm256_setzero_si256();
        let mut register = 0;
        while register < 3 {
            let [low, high] = cells[register];
            let both = _mm256_andnot_si256(is_zero(low), high);
            more = _mm256_or_si256(more, _mm256_or_si256(drop_lowest(low), both));
            register += 1;
        }
        any(_mm256_and_si256(more, load(&CUBE)))
    }

    fn flawless() -> __m256i { _mm256_setzero_si256() }
    fn flaw_not_all(a: Pair) -> __m256i {
        let [low, high] = ALL_DIGITS.to_le_bytes();
        _mm256_or_si256(_mm256_xor_si256(a[0], splat(low)), _mm256_xor_si256(a[1], splat(high)))
    }
    fn flaw_below_three(a: Pair) -> __m256i { _mm256_cmpgt_epi8(splat(3), bits(a)) }
    fn flaw_above_three(a: Pair) -> __m256i { _mm256_cmpgt_epi8(bits(a), splat(3)) }
    fn flaw_empty(cells: &[Pair; 3]) -> __m256i {
        let filled = |a: Pair| _mm256_or_si256(a[0], a[1]);
        is_zero(_mm256_min_epu8(_mm256_min_epu8(filled(cells[0]), filled(cells[1])), filled(cells[2])))
    }
    fn flaws(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn flawed(flaws: __m256i) -> bool { any(flaws) }
    }
}
