//! NEON: five registers for all three bands, of two quads each, the nine boxes and one quad of padding.
//!
//! ```text
//!     0:  band 0, stack 0 | band 1, stack 0
//!     1:  band 0, stack 1 | band 1, stack 1
//!     2:  band 0, stack 2 | band 1, stack 2
//!     3:  band 2, stack 0 | band 2, stack 1
//!     4:  band 2, stack 2 | padding
//! ```
//!
//! With bands 0 and 1 side by side, a rotation along the stacks renames three registers and shuffles two, and the
//! exchange of bands and stacks shuffles two.
//!
//! It takes 0.36 to 0.39 of the instructions of the portable backend (`tests/external/neon/run`). Its time was never
//! measured.
//!
//! Rejected: bands 0 and 1 as one vector of three registers and band 2 as another, so that a rotation along the stacks
//! takes no instruction and a vector fits into the 32 registers (0.45 to 0.49 of the instructions).

use core::arch::aarch64::*;
use core::arch::asm;
use core::ops::Range;

use super::quads::{CANDIDATES, CELLS};
use super::{ALL_DIGITS, Lanes, Task};

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

/// All lanes.
type Five = [uint16x8_t; 5];

/// The three registers of a board.
type Board = [[Five; 3]; 1];

/// Applies the same instruction to all five registers.
macro_rules! each {
    ($f:ident $(::<$n:literal>)? ($($a:expr),+)) => {
        [
            $f $(::<$n>)? ($($a[0]),+),
            $f $(::<$n>)? ($($a[1]),+),
            $f $(::<$n>)? ($($a[2]),+),
            $f $(::<$n>)? ($($a[3]),+),
            $f $(::<$n>)? ($($a[4]),+),
        ]
    };
}

/// The box of each quad, `None` for padding.
const BOXES: [[Option<usize>; 2]; 5] =
    [[Some(0), Some(3)], [Some(1), Some(4)], [Some(2), Some(5)], [Some(6), Some(7)], [Some(8), None]];

/// For each byte of a register, the byte of the lane this many places further in the same quad.
const fn rotation(steps: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut byte = 0;
    while byte < 16 {
        let (quad, place, half) = (byte / 8, byte / 2 % 4, byte % 2);
        let from = if place < 3 { (place + steps) % 3 } else { 3 };
        order[byte] = (8 * quad + 2 * from + half) as u8;
        byte += 1;
    }
    order
}

const PLACE_1: [u8; 16] = rotation(1);
const PLACE_2: [u8; 16] = rotation(2);

/// The index of the cell of each lane, 255 for padding.
const INDICES: [[[u8; 8]; 5]; 3] = {
    let mut indices = [[[255; 8]; 5]; 3];
    let mut index = 0;
    while index < 120 {
        let (register, part, lane) = (index / 40, index / 8 % 5, index % 8);
        if let Some(quad) = BOXES[part][lane / 4]
            && lane % 4 < 3
        {
            indices[register][part][lane] = CELLS[register][quad][lane % 4];
        }
        index += 1;
    }
    indices
};

/// For both bytes of each lane, the index of its cell.
const GATHER: [[[u8; 16]; 5]; 3] = {
    let mut gather = [[[255; 16]; 5]; 3];
    let mut index = 0;
    while index < 240 {
        let (register, part, byte) = (index / 80, index / 16 % 5, index % 16);
        gather[register][part][byte] = INDICES[register][part][byte / 2];
        index += 1;
    }
    gather
};

/// For each cell, the index of its lane among the 120 of a board.
const SCATTER: [[u8; 16]; 6] = {
    let mut scatter = [[255; 16]; 6];
    let mut index = 0;
    while index < 120 {
        let cell = INDICES[index / 40][index / 8 % 5][index % 8];
        if cell < 81 {
            scatter[cell as usize / 16][cell as usize % 16] = index as u8;
        }
        index += 1;
    }
    scatter
};

/// The number of the cell of each lane, from 1 to 81, 0 for padding.
const NUMBERS: [[[u16; 8]; 5]; 3] = {
    let mut numbers = [[[0; 8]; 5]; 3];
    let mut index = 0;
    while index < 120 {
        let (register, part, lane) = (index / 40, index / 8 % 5, index % 8);
        numbers[register][part][lane] = (INDICES[register][part][lane] as u16 + 1) % 256;
        index += 1;
    }
    numbers
};

/// The low bytes of the candidates for each value of a cell, then the high bytes.
const BYTES_OF_CANDIDATES: [[u8; 16]; 2] = {
    let mut bytes = [[0; 16]; 2];
    let mut value = 0;
    while value < 16 {
        [bytes[0][value], bytes[1][value]] = CANDIDATES[value].to_le_bytes();
        value += 1;
    }
    bytes
};

#[inline]
#[target_feature(enable = "neon")]
fn bytes(memory: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the reference is to 16 readable bytes.
    unsafe { vld1q_u8(memory.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn words(memory: &[u16; 8]) -> uint16x8_t {
    // SAFETY: the reference is to 16 readable bytes.
    unsafe { vld1q_u16(memory.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn all(value: u16) -> Five {
    [vdupq_n_u16(value); 5]
}

#[inline]
#[target_feature(enable = "neon")]
fn rotate(a: Five, order: &[u8; 16]) -> Five {
    let order = bytes(order);
    let mut result = a;
    let mut part = 0;
    while part < 5 {
        result[part] = vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(a[part]), order));
        part += 1;
    }
    result
}

/// The low quads of both.
#[inline]
#[target_feature(enable = "neon")]
fn low(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t {
    vreinterpretq_u16_u64(vzip1q_u64(vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b)))
}

/// The high quads of both.
#[inline]
#[target_feature(enable = "neon")]
fn high(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t {
    vreinterpretq_u16_u64(vzip2q_u64(vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b)))
}

/// The number of bits of each lane.
#[inline]
#[target_feature(enable = "neon")]
fn bits(a: Five) -> Five {
    let mut result = a;
    let mut part = 0;
    while part < 5 {
        result[part] = vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a[part])));
        part += 1;
    }
    result
}

/// The lanes in which both have a bit in common: `vtstq_u16`, which the compiler splits into an AND and a comparison if
/// the result is inverted.
#[inline]
#[target_feature(enable = "neon")]
fn test(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t {
    let common;
    // SAFETY: the instruction has no effect but its result.
    unsafe {
        asm!(
            "cmtst {common:v}.8h, {a:v}.8h, {b:v}.8h",
            common = lateout(vreg) common,
            a = in(vreg) a,
            b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    common
}

/// The lanes with more than one bit.
#[inline]
#[target_feature(enable = "neon")]
fn several(a: Five) -> Five {
    let below = each!(vsubq_u16(a, all(1)));
    each!(test(a, below))
}

/// Combines the registers by an instruction.
macro_rules! combine {
    ($f:ident($a:expr)) => {
        $f($f($f($a[0], $a[1]), $f($a[2], $a[3])), $a[4])
    };
}

#[inline]
#[target_feature(enable = "neon")]
fn any(a: uint16x8_t) -> bool {
    vmaxvq_u32(vreinterpretq_u32_u16(a)) != 0
}

#[inline]
#[target_feature(enable = "neon")]
fn transposed(a: Five) -> Five {
    [low(a[0], a[1]), high(a[0], a[1]), a[3], a[2], a[4]]
}

impl Lanes for Neon {
    type Vector = Five;
    type Board = Board;
    type Mask = Five;
    type Flaws = uint16x8_t;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    methods! { "neon"

    fn candidates(values: &[u8; 81]) -> Board {
        let mut padded = [0; 96];
        padded[..81].copy_from_slice(values);
        let part = |index: usize| bytes(padded[16 * index..].first_chunk().expect("96 bytes"));
        let first = uint8x16x4_t(part(0), part(1), part(2), part(3));
        let last = uint8x16x2_t(part(4), part(5));
        let table = uint8x16x2_t(bytes(&BYTES_OF_CANDIDATES[0]), bytes(&BYTES_OF_CANDIDATES[1]));
        let high_byte = vreinterpretq_u8_u16(vdupq_n_u16(16 << 8));
        let mut board = [[all(0); 3]];
        let mut index = 0;
        while index < 15 {
            let (register, part) = (index / 5, index % 5);
            let order = bytes(&GATHER[register][part]);
            let value = vqtbx2q_u8(vqtbl4q_u8(first, order), last, vsubq_u8(order, vdupq_n_u8(64)));
            board[0][register][part] = vreinterpretq_u16_u8(vqtbl2q_u8(table, vorrq_u8(value, high_byte)));
            index += 1;
        }
        board
    }

    fn values(board: &Board) -> [u8; 81] {
        let mut digits = [vdupq_n_u8(0); 8];
        let mut index = 0;
        while index < 8 {
            let lanes = |index: usize| {
                let cells = board[0][index / 5 % 3][index % 5];
                vmovn_u16(vsubq_u16(vdupq_n_u16(16), vclzq_u16(cells)))
            };
            digits[index] = vcombine_u8(lanes(2 * index), lanes(2 * index + 1));
            index += 1;
        }
        let first = uint8x16x4_t(digits[0], digits[1], digits[2], digits[3]);
        let last = uint8x16x4_t(digits[4], digits[5], digits[6], digits[7]);
        let mut values = [0; 96];
        let mut index = 0;
        while index < 6 {
            let order = bytes(&SCATTER[index]);
            let part = vqtbx4q_u8(vqtbl4q_u8(first, order), last, vsubq_u8(order, vdupq_n_u8(64)));
            // SAFETY: 16 bytes from the byte 16 * index on, which is at most 80, are within the 96.
            unsafe { vst1q_u8(values.as_mut_ptr().add(16 * index), part) };
            index += 1;
        }
        *values.first_chunk().expect("96 bytes")
    }
    fn cell_numbers() -> Board {
        let mut board = [[all(0); 3]];
        let mut index = 0;
        while index < 15 {
            board[0][index / 5][index % 5] = words(&NUMBERS[index / 5][index % 5]);
            index += 1;
        }
        board
    }
    fn transpose(board: &Board) -> Board {
        let [[a, b, c]] = *board;
        [[transposed(a), rotate(transposed(c), &PLACE_1), rotate(transposed(b), &PLACE_2)]]
    }

    fn of_bands(board: &Board, bands: Range<usize>) -> Board {
        let mask = |band: usize| vdup_n_u16(if bands.contains(&band) { u16::MAX } else { 0 });
        let (first_two, last) = (vcombine_u16(mask(0), mask(1)), vcombine_u16(mask(2), mask(2)));
        let lanes = [first_two, first_two, first_two, last, last];
        let [[a, b, c]] = *board;
        [[each!(vandq_u16(a, lanes)), each!(vandq_u16(b, lanes)), each!(vandq_u16(c, lanes))]]
    }

    fn splat(value: u16) -> Five { all(value) }
    fn and(a: Five, b: Five) -> Five { each!(vandq_u16(a, b)) }
    fn and_not(a: Five, b: Five) -> Five { each!(vbicq_u16(a, b)) }
    fn or(a: Five, b: Five) -> Five { each!(vorrq_u16(a, b)) }
    fn xor(a: Five, b: Five) -> Five { each!(veorq_u16(a, b)) }
    fn add(a: Five, b: Five) -> Five { each!(vaddq_u16(a, b)) }
    fn shift_7(a: Five) -> Five { each!(vshlq_n_u16::<7>(a)) }
    fn note_changes(a: Five, b: Five, c: Five) -> Five { each!(vabaq_u16(a, b, c)) }

    fn place_1(a: Five) -> Five { rotate(a, &PLACE_1) }
    fn place_2(a: Five) -> Five { rotate(a, &PLACE_2) }
    fn stack_1(a: Five) -> Five {
        [a[1], a[2], a[0], vextq_u16::<4>(a[3], a[4]), vcombine_u16(vget_low_u16(a[3]), vget_high_u16(a[4]))]
    }
    fn stack_2(a: Five) -> Five { [a[2], a[0], a[1], low(a[4], a[3]), high(a[3], a[4])] }

    fn equal(a: Five, b: Five) -> Five { each!(vceqq_u16(a, b)) }
    fn two(a: Five) -> Five { each!(vceqq_u16(bits(a), all(2))) }
    fn at_most_three(a: Five) -> Five { each!(vcleq_u16(bits(a), all(3))) }
    fn at_least_three(a: Five) -> Five { each!(vcgeq_u16(bits(a), all(3))) }
    fn singles(a: Five) -> Five { each!(vbicq_u16(a, several(a))) }
    fn lowest(a: Five) -> Five {
        let below = each!(vsubq_u16(a, all(1)));
        each!(vbicq_u16(a, below))
    }
    fn shared(pair: Five, digits: Five) -> Five { bits(each!(vandq_u16(pair, digits))) }
    fn keep(mask: Five, a: Five) -> Five { each!(vandq_u16(mask, a)) }
    fn keep_or_all(mask: Five, a: Five) -> Five { each!(vornq_u16(a, mask)) }
    fn select(mask: Five, a: Five, b: Five) -> Five { each!(vbslq_u16(mask, a, b)) }
    fn grow(mask: Five, a: Five, b: Five) -> Five { each!(vbslq_u16(mask, b, a)) }
    fn restrict(a: Five, cell: Five, limit: Five) -> Five {
        let shared = each!(test(cell, limit));
        let limit = each!(vornq_u16(limit, shared));
        each!(vandq_u16(a, limit))
    }
    fn max(a: Five, b: Five) -> Five { each!(vmaxq_u16(a, b)) }
    fn largest(a: Five) -> u16 { vmaxvq_u16(combine!(vmaxq_u16(a))) }
    fn any(a: Five) -> bool { any(combine!(vorrq_u16(a))) }
    fn open(cells: &[Five; 3]) -> bool {
        let (first, second, third) = (several(cells[0]), several(cells[1]), several(cells[2]));
        let two = each!(vorrq_u16(first, second));
        let more = each!(vorrq_u16(two, third));
        let cube = words(&[u16::MAX, u16::MAX, u16::MAX, 0, u16::MAX, u16::MAX, u16::MAX, 0]);
        let last = words(&[u16::MAX, u16::MAX, u16::MAX, 0, 0, 0, 0, 0]);
        let more = each!(vandq_u16(more, [cube, cube, cube, cube, last]));
        any(combine!(vorrq_u16(more)))
    }

    fn flawless() -> uint16x8_t { vdupq_n_u16(0) }
    fn flaw_not_all(a: Five) -> uint16x8_t { veorq_u16(combine!(vandq_u16(a)), vdupq_n_u16(ALL_DIGITS)) }
    fn flaw_below_three(a: Five) -> uint16x8_t {
        let bits = bits(a);
        vcltq_u16(combine!(vminq_u16(bits)), vdupq_n_u16(3))
    }
    fn flaw_above_three(a: Five) -> uint16x8_t {
        let bits = bits(a);
        vcgtq_u16(combine!(vmaxq_u16(bits)), vdupq_n_u16(3))
    }
    fn flaw_empty(cells: &[Five; 3]) -> uint16x8_t {
        let two = each!(vminq_u16(cells[0], cells[1]));
        let three = each!(vminq_u16(two, cells[2]));
        vceqzq_u16(combine!(vminq_u16(three)))
    }
    fn flaws(a: uint16x8_t, b: uint16x8_t) -> uint16x8_t { vorrq_u16(a, b) }
    fn flawed(flaws: uint16x8_t) -> bool { any(flaws) }
    }
}
