//! NEON: four registers for all three bands, two with the low bytes of the lanes, two with the high bytes.
//!
//! Counted in an emulator, it takes 0.29 to 0.31 of the instructions of the portable backend, and of those of the crate
//! `sudoku` 0.8.0 half to two thirds on easy puzzles, and as many on the hardest. Its running time has not been measured.
//!
//! Rejected, with whole lanes of 16 bits: five registers of two boxes each (0.36 to 0.39 of the instructions); bands 0
//! and 1 as one vector of three registers and band 2 as another, so that a rotation along the stacks takes no
//! instruction (0.45 to 0.49).

use core::arch::aarch64::*;
use core::arch::asm;
use core::ops::Range;

use super::low_high::{
    BANDS, Bytes, CANDIDATES, CELLS, CUBE, FLIP_0, FLIP_1, FLIP_2, LANES_OF_CELLS, NUMBERS, PLACE_1, PLACE_2, STACK_1,
    STACK_2,
};
use super::{ALL_DIGITS, Lanes, Part, Task};

/// Proof that the processor has NEON, as every 64-bit ARM processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sudoku::solver) struct Neon(());

impl Neon {
    /// The token: the instruction set is part of the architecture.
    pub(in crate::sudoku::solver) const fn new() -> Self {
        Self(())
    }
}

const _: () = assert!(cfg!(target_endian = "little"), "the order of the lanes is that of a little-endian processor");

/// A byte of each lane.
type Half = [uint8x16_t; 2];

/// The low bytes and the high bytes of the lanes.
type Pair = [Half; 2];

/// The three registers of a board.
type Board = [[Pair; 3]; 1];

/// Applies the same instruction to all four registers.
macro_rules! each {
    ($f:ident ($($a:expr),+)) => {
        [both!($f($($a[0]),+)), both!($f($($a[1]),+))]
    };
}

#[inline]
#[target_feature(enable = "neon")]
fn load(memory: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the reference is to 16 readable bytes.
    unsafe { vld1q_u8(memory.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn load_both(memory: &Bytes) -> Half {
    let part = |start: usize| load(memory[start..].first_chunk().expect("32 bytes"));
    [part(0), part(16)]
}

#[inline]
#[target_feature(enable = "neon")]
fn all(byte: u8) -> Half {
    [vdupq_n_u8(byte); 2]
}

#[inline]
#[target_feature(enable = "neon")]
fn permute(a: Half, order: &Bytes) -> Half {
    let (table, order) = (uint8x16x2_t(a[0], a[1]), load_both(order));
    [vqtbl2q_u8(table, order[0]), vqtbl2q_u8(table, order[1])]
}

/// [`permute`], if every byte comes from its own register.
#[inline]
#[target_feature(enable = "neon")]
fn permute_within(a: Half, order: &Bytes) -> Half {
    let mut order = load_both(order);
    order[1] = vsubq_u8(order[1], vdupq_n_u8(16));
    both!(vqtbl1q_u8(a, order))
}

/// The number of bits of each lane.
#[inline]
#[target_feature(enable = "neon")]
fn bits([low, high]: Pair) -> Half {
    let count = both!(vcntq_u8(low));
    both!(vaddq_u8(count, high))
}

/// The lanes in which both have a bit in common. Not `vtstq_u8`, which the compiler splits into an AND and a comparison
/// if the result is inverted.
#[inline]
#[target_feature(enable = "neon")]
fn test(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    let common;
    // SAFETY: the instruction has no effect but its result.
    unsafe {
        asm!(
            "cmtst {common:v}.16b, {a:v}.16b, {b:v}.16b",
            common = lateout(vreg) common,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    common
}

#[inline]
#[target_feature(enable = "neon")]
fn any(a: Half) -> bool {
    vmaxvq_u32(vreinterpretq_u32_u8(vorrq_u8(a[0], a[1]))) != 0
}

impl Lanes for Neon {
    type Vector = Pair;
    type Board = Board;
    type Mask = Half;
    type Flaws = Half;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    // As a separate function, it keeps more of a board in registers: 3 to 5 % fewer instructions.
    #[inline(never)]
    fn apart<P: Part<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    methods! { "neon"

    fn candidates(values: &[u8; 81]) -> Board {
        let mut padded = [0; 96];
        padded[..81].copy_from_slice(values);
        let part = |index: usize| load(padded[16 * index..].first_chunk().expect("96 bytes"));
        let first = uint8x16x4_t(part(0), part(1), part(2), part(3));
        let last = uint8x16x2_t(part(4), part(5));
        let (low, high) = (load(&CANDIDATES[0]), load(&CANDIDATES[1]));
        let mut board = [[[all(0); 2]; 3]];
        let mut register = 0;
        while register < 3 {
            let order = load_both(&CELLS[register]);
            let value = |half: usize| {
                vqtbx2q_u8(vqtbl4q_u8(first, order[half]), last, vsubq_u8(order[half], vdupq_n_u8(64)))
            };
            let values = [value(0), value(1)];
            board[0][register] = [both!(vqtbl1q_u8([low; 2], values)), both!(vqtbl1q_u8([high; 2], values))];
            register += 1;
        }
        board
    }

    fn values(board: &Board) -> [u8; 81] {
        let digits = |register: usize, half: usize| {
            let [low, high] = board[0][register];
            vmlaq_u8(vsubq_u8(vdupq_n_u8(8), vclzq_u8(low[half])), high[half], vdupq_n_u8(9))
        };
        let first = uint8x16x4_t(digits(0, 0), digits(0, 1), digits(1, 0), digits(1, 1));
        let last = uint8x16x2_t(digits(2, 0), digits(2, 1));
        let mut values = [0; 96];
        let mut index = 0;
        while index < 6 {
            let order = load(LANES_OF_CELLS[16 * index..].first_chunk().expect("96 bytes"));
            let part = vqtbx2q_u8(vqtbl4q_u8(first, order), last, vsubq_u8(order, vdupq_n_u8(64)));
            // SAFETY: 16 bytes from the byte 16 * index on, which is at most 80, are within the 96.
            unsafe { vst1q_u8(values.as_mut_ptr().add(16 * index), part) };
            index += 1;
        }
        *values.first_chunk().expect("96 bytes")
    }

    fn cell_numbers() -> Board {
        let number = |register: usize| [load_both(&NUMBERS[register]), all(0)];
        [[number(0), number(1), number(2)]]
    }

    fn transpose(board: &Board) -> Board {
        let turn = |[low, high]: Pair, order: &Bytes| [permute(low, order), permute(high, order)];
        let [[a, b, c]] = *board;
        [[turn(a, &FLIP_0), turn(c, &FLIP_1), turn(b, &FLIP_2)]]
    }

    fn of_bands(board: &Board, bands: Range<usize>) -> Board {
        let lanes = [load_both(&BANDS[bands.start][bands.end]); 2];
        let [[a, b, c]] = *board;
        [[each!(vandq_u8(a, lanes)), each!(vandq_u8(b, lanes)), each!(vandq_u8(c, lanes))]]
    }

    fn splat(value: u16) -> Pair {
        let [low, high] = value.to_le_bytes();
        [all(low), all(high)]
    }
    fn and(a: Pair, b: Pair) -> Pair { each!(vandq_u8(a, b)) }
    fn and_not(a: Pair, b: Pair) -> Pair { each!(vbicq_u8(a, b)) }
    fn or(a: Pair, b: Pair) -> Pair { each!(vorrq_u8(a, b)) }
    fn xor(a: Pair, b: Pair) -> Pair { each!(veorq_u8(a, b)) }
    fn add(a: Pair, b: Pair) -> Pair { each!(vaddq_u8(a, b)) }
    fn shift_7(a: Pair) -> Pair { [both!(vshlq_n_u8::<7>(a[0])), both!(vshrq_n_u8::<1>(a[0]))] }

    fn place_1(a: Pair) -> Pair { [permute_within(a[0], &PLACE_1), permute_within(a[1], &PLACE_1)] }
    fn place_2(a: Pair) -> Pair { [permute_within(a[0], &PLACE_2), permute_within(a[1], &PLACE_2)] }
    fn stack_1(a: Pair) -> Pair { [permute(a[0], &STACK_1), permute(a[1], &STACK_1)] }
    fn stack_2(a: Pair) -> Pair { [permute(a[0], &STACK_2), permute(a[1], &STACK_2)] }

    fn equal(a: Pair, b: Pair) -> Half {
        let [low, high] = each!(vceqq_u8(a, b));
        both!(vandq_u8(low, high))
    }
    fn two(a: Pair) -> Half { both!(vceqq_u8(bits(a), all(2))) }
    fn at_most_three(a: Pair) -> Half { both!(vcleq_u8(bits(a), all(3))) }
    fn at_least_three(a: Pair) -> Half { both!(vcgeq_u8(bits(a), all(3))) }
    fn singles(a: Pair) -> Pair {
        let one = both!(vceqq_u8(bits(a), all(1)));
        each!(vandq_u8(a, [one; 2]))
    }
    fn lowest(a: Pair) -> Pair {
        let [low, high] = a;
        let below = both!(vsubq_u8(low, all(1)));
        let empty = both!(vceqzq_u8(low));
        [both!(vbicq_u8(low, below)), both!(vandq_u8(high, empty))]
    }
    fn shared(pair: Pair, digits: Pair) -> Pair { [bits(each!(vandq_u8(pair, digits))), all(0)] }
    fn keep(mask: Half, a: Pair) -> Pair { each!(vandq_u8(a, [mask; 2])) }
    fn keep_or_all(mask: Half, a: Pair) -> Pair { each!(vornq_u8(a, [mask; 2])) }
    fn select(mask: Half, a: Pair, b: Pair) -> Pair { each!(vbslq_u8([mask; 2], a, b)) }
    fn restrict(a: Pair, cell: Pair, limit: Pair) -> Pair {
        let [low, high] = each!(test(cell, limit));
        let shared = both!(vorrq_u8(low, high));
        let limit = each!(vornq_u8(limit, [shared; 2]));
        each!(vandq_u8(a, limit))
    }
    fn max(a: Pair, b: Pair) -> Pair {
        let first = both!(vcgeq_u8(a[0], b[0]));
        let (above, below) = (both!(vcgtq_u8(a[1], b[1])), both!(vcgtq_u8(b[1], a[1])));
        let first = both!(vorrq_u8(first, above));
        let first = both!(vbicq_u8(first, below));
        each!(vbslq_u8([first; 2], a, b))
    }
    fn largest(a: Pair) -> u16 {
        let [low, high] = a;
        let first = both!(vzip1q_u8(low, high)).map(|words| vreinterpretq_u16_u8(words));
        let second = both!(vzip2q_u8(low, high)).map(|words| vreinterpretq_u16_u8(words));
        vmaxvq_u16(vmaxq_u16(vmaxq_u16(first[0], first[1]), vmaxq_u16(second[0], second[1])))
    }
    fn any(a: Pair) -> bool { any(both!(vorrq_u8(a[0], a[1]))) }
    fn open(cells: &[Pair; 3]) -> bool {
        let counts = [bits(cells[0]), bits(cells[1]), bits(cells[2])];
        let most = both!(vmaxq_u8(both!(vmaxq_u8(counts[0], counts[1])), counts[2]));
        let more = both!(vcgtq_u8(most, all(1)));
        any(both!(vandq_u8(more, load_both(&CUBE))))
    }

    fn flawless() -> Half { all(0) }
    fn flaw_not_all(a: Pair) -> Half {
        let [low, high] = a;
        let [all_low, all_high] = ALL_DIGITS.to_le_bytes();
        let missing = veorq_u8(vandq_u8(low[0], low[1]), vdupq_n_u8(all_low));
        [missing, veorq_u8(vandq_u8(high[0], high[1]), vdupq_n_u8(all_high))]
    }
    fn flaw_below_three(a: Pair) -> Half {
        let bits = bits(a);
        [vcltq_u8(vminq_u8(bits[0], bits[1]), vdupq_n_u8(3)), vdupq_n_u8(0)]
    }
    fn flaw_above_three(a: Pair) -> Half {
        let bits = bits(a);
        [vcgtq_u8(vmaxq_u8(bits[0], bits[1]), vdupq_n_u8(3)), vdupq_n_u8(0)]
    }
    fn flaw_empty(cells: &[Pair; 3]) -> Half {
        let filled = |[low, high]: Pair| both!(vorrq_u8(low, high));
        let filled = [filled(cells[0]), filled(cells[1]), filled(cells[2])];
        let least = both!(vminq_u8(both!(vminq_u8(filled[0], filled[1])), filled[2]));
        [vceqzq_u8(vminq_u8(least[0], least[1])), vdupq_n_u8(0)]
    }
    fn flaws(a: Half, b: Half) -> Half { both!(vorrq_u8(a, b)) }
    fn flawed(flaws: Half) -> bool { any(flaws) }
    }
}
