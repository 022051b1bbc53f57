//! The layout of the 81 cells in vectors.
//!
//! A cell is a lane of 16 bits, of which bits 0 to 8 are its candidates. The 81 cells take three registers of 27 lanes,
//! which form a cube of 3x3x3: `(band, stack, place)`. Band and stack name the box. Each register holds one diagonal of
//! each box:
//!
//! ```text
//!                 stack                             a box, and the register of each of its cells
//!             0      1      2
//!         ┌──────┬──────┬──────┐                            column 0  1  2
//!    band │ 0.0  │ 0.1  │ 0.2  │                    place 0 (row)  0  1  2      register r holds, at place p,
//!       0 │      │      │      │                    place 1        2  0  1      row p and column (p + r) mod 3
//!         ├──────┼──────┼──────┤                    place 2        1  2  0
//!       1 │ 1.0  │ 1.1  │ 1.2  │
//!         ├──────┼──────┼──────┤      lane (band, stack, place) of register r is the cell
//!       2 │ 2.0  │ 2.1  │ 2.2  │      row 3 * band + place, column 3 * stack + (place + r) mod 3
//!         └──────┴──────┴──────┘
//! ```
//!
//! The benefits:
//! - The three cells of a mini-row (the intersection of a row and a box) are the same lane of the three registers, so
//!   plain `|` and `&` combine them, without a shuffle.
//! - Rotating the lanes along the stacks gives the other two mini-rows of the row; rotating them along the places gives
//!   those of the box. So the rules need only four rotations.
//! - Exchanging rows and columns takes one shuffle per register: a diagonal remains a diagonal, and registers 1 and 2
//!   swap. So the rules are written for rows only, and the columns are the rows of the transposed board.
//!
//! Rejected: a lane for each digit and band, with 27 bits of places (the layout of JCZSolve, which uses nine of sixteen
//! lanes), and a lane for each digit and box, with 12 bits, three digits per register. Both make hidden singles cheap,
//! but naked singles then need a reduction across lanes. The second layout took 140 µs for a grid of forum-hardest-1106,
//! where this one took 16 µs, and its rules found less.

/// The number of lanes. `(band, stack, place)` is lane `9 * band + 3 * stack + place`.
pub(super) const LANES: usize = 27;

/// The index of the cell in a lane of a register.
pub(super) const fn cell_at(register: usize, lane: usize) -> usize {
    let (band, stack, place) = (lane / 9, lane / 3 % 3, lane % 3);
    9 * (3 * band + place) + 3 * stack + (place + register) % 3
}

/// The lane that is so many steps further along the stacks and the places, after an exchange of bands and stacks if `flip` is
/// set.
pub(super) const fn lane_beside(lane: usize, flip: bool, stack: usize, place: usize) -> usize {
    let (band, own) = if flip { (lane / 3 % 3, lane / 9) } else { (lane / 9, lane / 3 % 3) };
    9 * band + 3 * ((own + stack) % 3) + (lane % 3 + place) % 3
}
