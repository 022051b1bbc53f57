//! The vector types: 27 lanes of 16 bits, laid out as a cube of 3x3x3, one implementation per instruction set.
//!
//! This is the only place of the crate where `unsafe` may stand. An implementation is a token: a type without data
//! whose value proves that the processor has the instruction set, because it is made only where that is known. Each
//! method is a safe call into a function compiled for that set.
//!
//! The alternative without any `unsafe` of ours is the crate `fearless_simd`; version 1.2 was measured beside these
//! implementations in one run (21 November 2026, an AMD EPYC of family 26). Nanoseconds for half a round, that is the
//! rules for the rows and the exchange of rows and columns:
//!
//! | | AVX-512 | AVX2 | SSE2 | portable |
//! | --- | --- | --- | --- | --- |
//! | as here | 9.9 | 34.0 | 49.7 | 96.9 |
//! | its vectors, one source for both sets | | 33.7 | 59.8 | |
//! | the intrinsics used here, in its `kernel!` | | 33.8 | 49.1 | |
//!
//! So with our own intrinsics it costs nothing, and buys little: what is unsafe here is the call into a set (at most two
//! blocks for each, one of them in a macro) and AVX-512's loads and stores, all of which Miri runs. For that the domain,
//! which needs the standard library only, would depend on a crate, and its AVX2 level asks more of a processor than the
//! solver uses.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "code for an instruction set is called where detection has proved it")
)]
#![cfg_attr(
    target_arch = "x86_64",
    allow(
        clippy::wildcard_imports,
        reason = "the intrinsics carry their origin in their names; clippy is silent in tests"
    )
)]

use core::ops::Range;

/// Writes methods of [`Lanes`] and [`Banded`](quads::Banded) for an instruction set: each a call into a function of the
/// same body that is compiled for the set, which is what lets it be inlined into [`Lanes::run`] and [`Lanes::apart`] and
/// nowhere else.
#[cfg(target_arch = "x86_64")]
macro_rules! methods {
    ($features:literal $($(#[$meta:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name(self, $($arg: $type),*) $(-> $result)? {
            #[inline]
            #[target_feature(enable = $features)]
            $(#[$meta])*
            fn inner($($arg: $type),*) $(-> $result)? $body
            // SAFETY: `self` exists, and is made only where the processor has these features.
            unsafe { inner($($arg),*) }
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
mod quads;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
pub(super) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Sse2;

/// All nine digits as candidates: bits 0 to 8 stand for the digits 1 to 9.
pub(super) const ALL_DIGITS: u16 = 0x1FF;

/// Work that is generic over the vectors, to be compiled once for each instruction set by [`Lanes::run`].
pub(super) trait Task {
    /// What the work gives.
    type Output;

    /// Does the work. Implementations are `#[inline(always)]`, and so is all that they call with the lanes but
    /// [`Lanes::apart`], so that everything is compiled for the instruction set of [`Lanes::run`].
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A part of a task, on boards of one kind of vectors. (Not a closure: one cannot be told to be inlined.)
pub(super) trait Part<L> {
    /// What the part gives.
    type Output;

    /// Does the part. Implementations are `#[inline(always)]`, as those of [`Task`].
    fn run(self, lanes: L) -> Self::Output;
}

/// A task as a part.
#[cfg(target_arch = "x86_64")]
struct Whole<T>(T);

#[cfg(target_arch = "x86_64")]
impl<L: Lanes, T: Task> Part<L> for Whole<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self, lanes: L) -> T::Output {
        self.0.run(lanes)
    }
}

/// Vectors of 16-bit lanes, and the boards made of them.
///
/// A lane has three coordinates, each 0 to 2: `(band, stack, place)`. The first two name one of the nine boxes, the
/// third a line within the box. The bands need nothing of each other, so a vector holds one band (nine lanes) or all
/// three (27), as suits the registers. There may be more lanes; those beyond belong to no rotation,
/// start with all nine candidates and keep them under every rule of the solver, so that they never count as anything.
pub(super) trait Lanes: Copy {
    /// The lanes of one band or of all.
    type Vector: Copy;
    /// All bands: for each vector of lanes the three registers of a [`board`](super::board).
    type Board: Copy + AsRef<[[Self::Vector; 3]]> + AsMut<[[Self::Vector; 3]]>;
    /// A truth value for each lane.
    type Mask: Copy;
    /// Which lanes showed that the position is impossible. Only whether there is one can be asked.
    type Flaws: Copy;

    /// Whether two positions side by side take less time than one after the other. With AVX-512 that is so: hard puzzles
    /// take 8 % less, those of magictour-top1465 4 %, and grids of 17 clues, given several at once, 12 %.
    const PAIRS: bool = false;

    /// Runs the task compiled for this instruction set.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Runs a part of a task within it, as a function of its own where that is faster.
    #[inline(always)]
    fn apart<P: Part<Self>>(self, part: P) -> P::Output {
        part.run(self)
    }

    /// The candidates of the grid with these 81 values (row by row, 0 for a blank): one bit for a given, nine for a
    /// blank.
    fn candidates(self, values: &[u8; 81]) -> Self::Board;
    /// The 81 values of a position in which each cell has one candidate.
    fn values(self, board: &Self::Board) -> [u8; 81];
    /// For each cell a number from 1 to 81 of its own.
    fn cell_numbers(self) -> Self::Board;
    /// Rows become columns and columns rows.
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
    /// `a + b` in each lane, without overflow.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a << 7` in each lane, without overflow.
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
    /// `a | (b ^ c)`.
    #[inline(always)]
    fn or_xor(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.or(a, self.xor(b, c))
    }
    /// `a & !(b | c)`.
    #[inline(always)]
    fn and_neither(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
        self.and_not(a, self.or(b, c))
    }
    /// The bits that at least two of three have.
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
    /// The lanes of `a` that have at most one bit, 0 for the others.
    fn singles(self, a: Self::Vector) -> Self::Vector;
    /// The lowest bit of each lane.
    fn lowest(self, a: Self::Vector) -> Self::Vector;
    /// How many bits of `pair` are in `digits`; `pair` has at most two, else the lane's result means nothing.
    fn shared(self, pair: Self::Vector, digits: Self::Vector) -> Self::Vector;
    /// `a` where the mask holds, else 0.
    fn keep(self, mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `a` where the mask holds, else at least all nine digits.
    fn keep_or_all(self, mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `a` where the mask holds, else `b`.
    fn select(self, mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `b` where the mask holds, else `a`, whose bits are all in `b`.
    fn grow(self, mask: Self::Mask, a: Self::Vector, b: Self::Vector) -> Self::Vector;
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
