//! AVX-512: one register of 32 lanes for all bands, the last five of which are padding.
//!
//! Rejected after counting instructions, not measured: two boards side by side, with a byte per lane for the digits 1 to
//! 8. With digit 9 in the [high bytes](super::low_high), two boards would take as many registers as they do now. With
//! digit 9 of the three cells of a mini-row in one byte, they would take four registers instead of six. Half a round of two
//! boards would then take about 155 instructions instead of 172: 90 for the digits 1 to 8, as for one board now, and an
//! estimated 65 for digit 9, most of them to relate it to the other digits of a cell. Also, each board would have to wait
//! for the other.

#[cfg(not(miri))]
use core::arch::x86_64::_mm512_permutexvar_epi16 as permute_words;
use core::arch::x86_64::*;
use core::ops::Range;

use super::{ALL_DIGITS, Lanes, Part, Task};
use crate::sudoku::solver::board::{LANES, cell_at, lane_beside};

/// Proof that the processor has the AVX-512 subsets of Intel's Ice Lake and AMD's Zen 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sudoku::solver) struct Avx512(());

impl Avx512 {
    /// The token, if the processor has the instructions.
    pub(in crate::sudoku::solver) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Self(()))
    }
}

/// The lanes of the cube.
const CUBE: __mmask32 = (1 << LANES) - 1;

/// The lanes of a register in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Words([u16; 32]);

/// The bytes of a register in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes([u8; 64]);

/// For each lane, [`lane_beside`] it; for padding, itself.
const fn order(flip: bool, stack: usize, place: usize) -> Words {
    let mut lanes = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        lanes[lane] = (if lane < LANES { lane_beside(lane, flip, stack, place) } else { lane }) as u16;
        lane += 1;
    }
    Words(lanes)
}

static PLACE_1: Words = order(false, 0, 1);
static PLACE_2: Words = order(false, 0, 2);
static STACK_1: Words = order(false, 1, 0);
static STACK_2: Words = order(false, 2, 0);
static FLIP_0: Words = order(true, 0, 0);
static FLIP_1: Words = order(true, 0, 1);
static FLIP_2: Words = order(true, 0, 2);

/// For each lane of a register, the index of its cell; 81 for a lane outside the cube.
const fn cell_indices(register: usize) -> [usize; 32] {
    let mut cells = [81; 32];
    let mut lane = 0;
    while lane < LANES {
        cells[lane] = cell_at(register, lane);
        lane += 1;
    }
    cells
}

/// For each lane, the positions of its value and of a zero among 128 bytes: the values of the grid, then zeros.
const fn gather(register: usize) -> Bytes {
    let cells = cell_indices(register);
    let mut bytes = [127; 64];
    let mut lane = 0;
    while lane < 32 {
        bytes[2 * lane] = cells[lane] as u8;
        lane += 1;
    }
    Bytes(bytes)
}

/// For each of the 64 cells from `first` on, the position of its value among 128 bytes. In the first 64 bytes,
/// the even ones are the values of the first register and the odd ones those of the second; the rest is the third register.
const fn scatter(first: usize) -> Bytes {
    let mut bytes = [0; 64];
    let mut register = 0;
    while register < 3 {
        let cells = cell_indices(register);
        let mut lane = 0;
        while lane < LANES {
            if cells[lane] >= first && cells[lane] < first + 64 {
                bytes[cells[lane] - first] = (if register < 2 { 2 * lane + register } else { 64 + 2 * lane }) as u8;
            }
            lane += 1;
        }
        register += 1;
    }
    Bytes(bytes)
}

const fn numbers(register: usize) -> Words {
    let cells = cell_indices(register);
    let mut numbers = [0; 32];
    let mut lane = 0;
    while lane < LANES {
        numbers[lane] = cells[lane] as u16 + 1;
        lane += 1;
    }
    Words(numbers)
}

static CANDIDATES: Words = Words(super::CANDIDATES);
static GATHER: [Bytes; 3] = [gather(0), gather(1), gather(2)];
static SCATTER: [Bytes; 2] = [scatter(0), scatter(64)];
static NUMBERS: [Words; 3] = [numbers(0), numbers(1), numbers(2)];

macro_rules! ternary {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        _mm512_ternarylogic_epi32::<$table>($a, $b, $c)
    };
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<T>(memory: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) };
    // SAFETY: the reference is to 64 readable bytes, and any bytes are a valid register.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(memory).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn permute(a: __m512i, order: &Words) -> __m512i {
    permute_words(load(&order.0), a)
}

/// `_mm512_permutexvar_epi16` by bytes: Miri does not support the instruction.
#[cfg(miri)]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn permute_words(order: __m512i, a: __m512i) -> __m512i {
    let low = _mm512_add_epi16(order, order);
    let high = _mm512_slli_epi16::<8>(_mm512_add_epi16(low, _mm512_set1_epi16(1)));
    _mm512_permutex2var_epi8(a, _mm512_or_si512(low, high), a)
}

impl Lanes for Avx512 {
    type Vector = __m512i;
    type Board = [[__m512i; 3]; 1];
    type Mask = __mmask32;
    type Flaws = __mmask32;
    const PAIRS: bool = true;

    // Calls `apart`, so that there is one unsafe block and one list of features for both.
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        self.apart(task)
    }

    // As a separate function, it keeps the three registers of a board in registers. When it was inlined into the whole
    // search, the compiler kept one of them in memory, and easy grids took 8 % longer. `#[inline(never)]` is on this
    // function because it has no effect on one with target features (Rust 1.95).
    #[inline(never)]
    fn apart<P: Part<Self>>(self, part: P) -> P::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,popcnt,bmi1,bmi2,lzcnt")]
        fn inner<P: Part<Avx512>>(lanes: Avx512, part: P) -> P::Output {
            part.run(lanes)
        }
        // SAFETY: `self` exists, and is created only if these features are detected.
        unsafe { inner(self, part) }
    }

    methods! { "avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,popcnt,bmi1,bmi2,lzcnt"

    fn candidates(values: &[u8; 81]) -> [[__m512i; 3]; 1] {
        let (head, tail) = values.split_at(64);
        let mut rest = Bytes([0; 64]);
        rest.0[..17].copy_from_slice(tail);
        let low = load::<[u8; 64]>(head.first_chunk().expect("64 values"));
        let high = load(&rest.0);
        let mut cells = [low; 3];
        let mut register = 0;
        while register < 3 {
            let value = _mm512_permutex2var_epi8(low, load(&GATHER[register].0), high);
            cells[register] = permute_words(value, load(&CANDIDATES.0));
            register += 1;
        }
        [cells]
    }

    fn values(board: &[[__m512i; 3]; 1]) -> [u8; 81] {
        let mut digits = board[0];
        let mut register = 0;
        while register < 3 {
            let below = _mm512_sub_epi16(digits[register], _mm512_set1_epi16(1));
            digits[register] = _mm512_add_epi16(_mm512_popcnt_epi16(below), _mm512_set1_epi16(1));
            register += 1;
        }
        let first_two = _mm512_or_si512(digits[0], _mm512_slli_epi16::<8>(digits[1]));
        let head = _mm512_permutex2var_epi8(first_two, load(&SCATTER[0].0), digits[2]);
        let tail = _mm512_permutex2var_epi8(first_two, load(&SCATTER[1].0), digits[2]);
        let mut values = [0; 81];
        // SAFETY: this writes bytes 0 to 63 and 64 to 80 of the 81.
        unsafe {
            _mm512_storeu_si512(values.as_mut_ptr().cast(), head);
            _mm512_mask_storeu_epi8(values.as_mut_ptr().add(64).cast(), (1 << 17) - 1, tail);
        }
        values
    }

    fn cell_numbers() -> [[__m512i; 3]; 1] {
        [[load(&NUMBERS[0].0), load(&NUMBERS[1].0), load(&NUMBERS[2].0)]]
    }
    fn transpose(board: &[[__m512i; 3]; 1]) -> [[__m512i; 3]; 1] {
        let [[a, b, c]] = *board;
        [[permute(a, &FLIP_0), permute(c, &FLIP_1), permute(b, &FLIP_2)]]
    }

    fn of_bands(board: &[[__m512i; 3]; 1], bands: Range<usize>) -> [[__m512i; 3]; 1] {
        let lanes = (1 << (9 * bands.end)) - (1 << (9 * bands.start));
        let [[a, b, c]] = *board;
        [[_mm512_maskz_mov_epi16(lanes, a), _mm512_maskz_mov_epi16(lanes, b), _mm512_maskz_mov_epi16(lanes, c)]]
    }

    fn splat(value: u16) -> __m512i { _mm512_set1_epi16(value.cast_signed()) }
    fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn and_not(a: __m512i, b: __m512i) -> __m512i { _mm512_andnot_si512(b, a) }
    fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
    fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi16(a, b) }
    fn shift_7(a: __m512i) -> __m512i { _mm512_slli_epi16::<7>(a) }
    fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { ternary!(0xFE, a, b, c) }
    fn and_neither(a: __m512i, b: __m512i, c: __m512i) -> __m512i { ternary!(0x10, a, b, c) }
    fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { ternary!(0x96, a, b, c) }
    fn note_changes(a: __m512i, b: __m512i, c: __m512i) -> __m512i { ternary!(0xF6, a, b, c) }
    fn majority(a: __m512i, b: __m512i, c: __m512i) -> __m512i { ternary!(0xE8, a, b, c) }

    fn place_1(a: __m512i) -> __m512i { permute(a, &PLACE_1) }
    fn place_2(a: __m512i) -> __m512i { permute(a, &PLACE_2) }
    fn stack_1(a: __m512i) -> __m512i { permute(a, &STACK_1) }
    fn stack_2(a: __m512i) -> __m512i { permute(a, &STACK_2) }

    fn equal(a: __m512i, b: __m512i) -> __mmask32 { _mm512_cmpeq_epi16_mask(a, b) }
    fn at_most_three(a: __m512i) -> __mmask32 {
        _mm512_cmple_epi16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3))
    }
    fn at_least_three(a: __m512i) -> __mmask32 {
        _mm512_cmpge_epi16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3))
    }
    fn singles(a: __m512i) -> __m512i {
        // Without its lowest bit a single is 0; any other value keeps at least half of its value.
        let more = _mm512_and_si512(a, _mm512_sub_epi16(a, _mm512_set1_epi16(1)));
        _mm512_subs_epu16(a, _mm512_add_epi16(more, more))
    }
    fn lowest(a: __m512i) -> __m512i { _mm512_andnot_si512(_mm512_sub_epi16(a, _mm512_set1_epi16(1)), a) }
    fn shared(pair: __m512i, digits: __m512i) -> __m512i { _mm512_popcnt_epi16(_mm512_and_si512(pair, digits)) }
    fn two(a: __m512i) -> __mmask32 { _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(2)) }
    fn keep(mask: __mmask32, a: __m512i) -> __m512i { _mm512_maskz_mov_epi16(mask, a) }
    fn keep_or_all(mask: __mmask32, a: __m512i) -> __m512i {
        _mm512_mask_mov_epi16(_mm512_set1_epi16(ALL_DIGITS.cast_signed()), mask, a)
    }
    fn select(mask: __mmask32, a: __m512i, b: __m512i) -> __m512i { _mm512_mask_mov_epi16(b, mask, a) }
    fn max(a: __m512i, b: __m512i) -> __m512i { _mm512_max_epi16(a, b) }
    fn restrict(a: __m512i, cell: __m512i, limit: __m512i) -> __m512i {
        let shared = _mm512_test_epi16_mask(cell, limit);
        _mm512_mask_mov_epi16(a, shared, _mm512_and_si512(a, limit))
    }
    fn largest(a: __m512i) -> u16 {
        let b = _mm256_max_epi16(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        let c = _mm_max_epi16(_mm256_castsi256_si128(b), _mm256_extracti128_si256::<1>(b));
        let least = _mm_minpos_epu16(_mm_sub_epi16(_mm_set1_epi16(i16::MAX), c));
        i16::MAX.cast_unsigned() - _mm_cvtsi128_si32(least).cast_unsigned() as u16
    }
    fn any(a: __m512i) -> bool { _mm512_test_epi16_mask(a, a) != 0 }
    fn open(cells: &[__m512i; 3]) -> bool {
        let one = _mm512_set1_epi16(1);
        let more = _mm512_test_epi16_mask(cells[0], _mm512_sub_epi16(cells[0], one))
            | _mm512_test_epi16_mask(cells[1], _mm512_sub_epi16(cells[1], one))
            | _mm512_test_epi16_mask(cells[2], _mm512_sub_epi16(cells[2], one));
        more & CUBE != 0
    }

    fn flawless() -> __mmask32 { 0 }
    fn flaw_not_all(a: __m512i) -> __mmask32 {
        _mm512_cmpneq_epi16_mask(a, _mm512_set1_epi16(ALL_DIGITS.cast_signed()))
    }
    fn flaw_below_three(a: __m512i) -> __mmask32 { _mm512_cmplt_epi16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3)) }
    fn flaw_above_three(a: __m512i) -> __mmask32 { _mm512_cmpgt_epi16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3)) }
    fn flaw_empty(cells: &[__m512i; 3]) -> __mmask32 {
        let least = _mm512_min_epi16(_mm512_min_epi16(cells[0], cells[1]), cells[2]);
        _mm512_testn_epi16_mask(least, least)
    }
    fn flaws(a: __mmask32, b: __mmask32) -> __mmask32 { a | b }
    fn flawed(flaws: __mmask32) -> bool { flaws != 0 }
    }
}
