//! The vector types: 27 lanes of 16 bits, laid out as a cube of 3x3x3, with one implementation per instruction set.
//!
//! This is the only module of the crate that may use `unsafe`. An implementation is a token: a type without data whose
//! value proves that the processor has the instruction set, because it is created only where that is known. Each method
//! is a safe wrapper of a function compiled for that set.
//!
//! The alternative without `unsafe` code of our own is the crate `fearless_simd`. Version 1.2 was measured together
//! with these implementations in one run (21 November 2026, an AMD EPYC of family 26). The table gives nanoseconds per
//! half round, that is, the rules for the rows and one exchange of rows and columns:
//!
//! | | AVX-512 | AVX2 | portable |
//! | --- | --- | --- | --- |
//! | this module | 9.9 | 34.0 | 96.9 |
//! | its vectors | | 33.7 | |
//! | the intrinsics used here, in its `kernel!` | | 33.8 | |
//!
//! (AVX2 then had a register of 16-bit lanes for each band. Its present layout, [`low_high`], solves puzzles in 0.60 to 0.73
//! of the time, measured in alternation in one run on an Intel Xeon of family 6, model 85, on 22 November 2026.)
//!
//! With the intrinsics used here, the crate costs nothing but gains little: the only unsafe code here is the call into
//! each set (at most two blocks per set, one of them in a macro), the loads and stores of AVX-512, AVX2 and NEON, and
//! one instruction of NEON. In exchange, the domain, which now uses only the standard library, would depend on a crate
//! whose AVX2 level requires more of a processor than the solver does.

#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    expect(unsafe_code, reason = "code for an instruction set is called only after detection")
)]
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    allow(
        clippy::wildcard_imports,
        reason = "the names of intrinsics show where they come from; clippy does not warn in tests"
    )
)]

use core::ops::Range;

/// Defines methods of [`Lanes`] for an instruction set. Each calls a function with the given body that is compiled for the
/// set, so that it is inlined into [`Lanes::run`] and [`Lanes::apart`] and nowhere else.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! methods {
    ($features:literal $($(#[$meta:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name(self, $($arg: $type),*) $(-> $result)? {
            #[inline]
            #[target_feature(enable = $features)]
            $(#[$meta])*
            fn inner($($arg: $type),*) $(-> $result)? $body
            // SAFETY: `self` exists, and is created only where the processor has these features.
            unsafe { inner($($arg),*) }
        }
    )* };
}

/// Applies the same instruction to both registers of a pair.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! both {
    ($f:ident $(::<$n:literal>)? ($($a:expr),+)) => {
        [$f $(::<$n>)? ($($a[0]),+), $f $(::<$n>)? ($($a[1]),+)]
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod low_high;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub(super) use neon::Neon;
pub(super) use portable::Portable;

/// All nine digits as candidates: bits 0 to 8 are the digits 1 to 9.
pub(super) const ALL_DIGITS: u16 = 0x1FF;

/// The candidates for each value of a cell; as many entries as AVX-512 has lanes.
const CANDIDATES: [u16; 32] = {
    let mut candidates = [ALL_DIGITS; 32];
    let mut digit = 1;
    while digit <= 9 {
        candidates[digit] = 1 << (digit - 1);
        digit += 1;
    }
    candidates
};

/// Work that is generic over the vectors. [`Lanes::run`] compiles it for each instruction set.
pub(super) trait Task {
    /// The result.
    type Output;

    /// Does the work. Implementations are `#[inline(always)]`, and so is everything that they call with the lanes
    /// except [`Lanes::apart`], so that all of it is compiled for the instruction set of [`Lanes::run`].
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A part of a task for one kind of vector. (It is not a closure because a closure cannot be `#[inline(always)]`.)
pub(super) trait Part<L> {
    /// The result.
    type Output;

    /// Does the part. Implementations are `#[inline(always)]`, like those of [`Task`].
    fn run(self, lanes: L) -> Self::Output;
}

impl<L: Lanes, T: Task> Part<L> for T {
    type Output = T::Output;

    #[inline(always)]
    fn run(self, lanes: L) -> T::Output {
        Task::run(self, lanes)
    }
}

/// Vectors of 16-bit lanes, and the boards made of them.
///
/// A lane has three coordinates, each 0 to 2: `(band, stack, place)`. The first two name one of the nine boxes, the
/// third a line within the box. Bands do not interact, so a vector holds one band (nine lanes) or all three (27),
/// whichever suits the registers. A vector may have more lanes, as padding. Rotations leave padding where it is. Padding
/// starts with all nine candidates and keeps them under every rule of the solver, so it never has an effect.
pub(super) trait Lanes: Copy {
    /// The lanes of one band or of all bands.
    type Vector: Copy;
    /// All bands: the three registers of a [`board`](super::board) for each vector of lanes.
    type Board: Copy + AsRef<[[Self::Vector; 3]]> + AsMut<[[Self::Vector; 3]]>;
    /// A truth value for each lane.
    type Mask: Copy;
    /// The lanes that show that the position is impossible. The only query is whether there are any.
    type Flaws: Copy;

    /// Whether two positions take less time side by side than one after the other. With AVX-512, they do: hard puzzles
    /// take 8 % less, those of magictour-top1465 4 % less, and several grids with 17 clues at once 12 % less.
    const PAIRS: bool = false;

    /// Runs the task compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Runs a part of a task, as a separate function if that is faster.
    #[inline(always)]
    fn apart<P: Part<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    /// The candidates of a grid of these 81 values (row by row, 0 for a blank): one bit for a given, nine for a blank.
    fn candidates(self, values: &[u8; 81]) -> Self::Board;
    /// The 81 values of a position in which each cell has one candidate.
    fn values(self, board: &Self::Board) -> [u8; 81];
    /// A number for each cell, from 1 to 81, all different.
    fn cell_numbers(self) -> Self::Board;
    /// Exchanges rows and columns.
    fn transpose(self, board: &Self::Board) -> Self::Board;

    /// The lanes of these bands, 0 in the others.
    fn of_bands(self, board: &Self::Board, bands: Range<usize>) -> Self::Board;

    /// The same value in every lane.
    fn splat(self, value: u16) -> Self::Vector;
    /// `a & b`.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a & !b`.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a | b`.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a ^ b`.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a + b` in each lane, if that carries nothing from bit 7 to bit 8.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a << 7` in each lane; no lane may exceed 255.
    fn shift_7(self, a: Self::Vector) -> Self::Vector;

    /// `a | b | c`.
    #[inline(always)]
    fn or3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.or(a, b), c)
    }
    /// `a ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.xor(self.xor(a, b), c)
    }
    /// `a | (b ^ c)`, or another vector that is zero if and only if that is.
    #[inline(always)]
    fn note_changes(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(a, self.xor(b, c))
    }
    /// `a & !(b | c)`.
    #[inline(always)]
    fn and_neither(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and_not(a, self.or(b, c))
    }
    /// The bits that at least two of the three have.
    #[inline(always)]
    fn majority(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }

    /// Lane `(b, s, p)` of the result is lane `(b, s, p + 1)` (modulo 3) of the argument.
    fn place_1(self, a: Self::Vector) -> Self::Vector;
    /// Lane `(b, s, p)` of the result is lane `(b, s, p + 2)`.
    fn place_2(self, a: Self::Vector) -> Self::Vector;
    /// Lane `(b, s, p)` of the result is lane `(b, s + 1, p)`.
    fn stack_1(self, a: Self::Vector) -> Self::Vector;
    /// Lane `(b, s, p)` of the result is lane `(b, s + 2, p)`.
    fn stack_2(self, a: Self::Vector) -> Self::Vector;

    /// The lanes that are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// The lanes with exactly two bits.
    fn two(self, a: Self::Vector) -> Self::Mask;
    /// The lanes with at most three bits.
    fn at_most_three(self, a: Self::Vector) -> Self::Mask;
    /// The lanes with at least three bits.
    fn at_least_three(self, a: Self::Vector) -> Self::Mask;
    /// The lanes of `a` that have at most one bit; 0 in the others.
    fn singles(self, a: Self::Vector) -> Self::Vector;
    /// The lowest bit of each lane.
    fn lowest(self, a: Self::Vector) -> Self::Vector;
    /// The number of bits of `pair` that are in `digits`. Meaningless in lanes where `pair` has more than two bits.
    fn shared(self, pair: Self::Vector, digits: Self::Vector) -> Self::Vector;
    /// `a` where the mask is set, else 0.
    fn keep(self, mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `a` where the mask is set, else at least all nine digits.
    fn keep_or_all(self, mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `a` where the mask is set, else `b`.
    fn select(self, mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `b` where the mask is set, else `a`, whose bits must all be in `b`.
    #[inline(always)]
    fn grow(self, mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.select(mask, b, a)
    }
    /// `a & limit` in the lanes in which `cell` and `limit` have a bit in common, `a` in the others.
    fn restrict(self, a: Self::Vector, cell: Self::Vector, limit: Self::Vector) -> Self::Vector;
    /// The larger in each lane; no lane may have its topmost bit set.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The largest lane; no lane may have its topmost bit set.
    fn largest(self, a: Self::Vector) -> u16;
    /// Whether some bit is set.
    fn any(self, a: Self::Vector) -> bool;
    /// Whether some of these cells has more than one candidate.
    fn open(self, cells: &[Self::Vector; 3]) -> bool;

    /// No flaw.
    fn flawless(self) -> Self::Flaws;
    /// The lanes that lack one of the nine digits.
    fn flaw_not_all(self, a: Self::Vector) -> Self::Flaws;
    /// The lanes with fewer than three bits.
    fn flaw_below_three(self, a: Self::Vector) -> Self::Flaws;
    /// The lanes with more than three bits.
    fn flaw_above_three(self, a: Self::Vector) -> Self::Flaws;
    /// The lanes in which one of the three cells has no bit.
    fn flaw_empty(self, cells: &[Self::Vector; 3]) -> Self::Flaws;
    /// All flaws of both.
    fn flaws(self, a: Self::Flaws, b: Self::Flaws) -> Self::Flaws;
    /// Whether there is a flaw.
    fn flawed(self, flaws: Self::Flaws) -> bool;
}
