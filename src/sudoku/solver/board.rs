//! Where each cell stands in the vectors.
//!
//! A cell is a lane of 16 bits whose bits 0 to 8 are its candidates. The 81 cells are three registers of 27 lanes, and
//! the lanes of a register are a cube of 3x3x3: `(band, stack, place)`. The first two name the box, and within it a
//! register holds a diagonal:
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
//! What this gives:
//! - The three cells of a mini-row (where a row crosses a box) are one lane of the three registers. What they have in
//!   common is found by plain `|` and `&`, without a shuffle.
//! - The other two mini-rows of the same row are the lane rotated along the stacks; those of the same box, rotated
//!   along the places. So all that the rules look at is four rotations away.
//! - Exchanging rows and columns is one shuffle a register: a diagonal stays a diagonal, registers 1 and 2 change
//!   places. So the rules are written for rows only, and the columns are the rows of the transposed board.
//!
//! Rejected: a lane for each digit and band, 27 bits of places in each (the layout after JCZSolve, nine of sixteen
//! lanes used), and a lane for each digit and box, 12 bits in it, three digits a register. Both make hidden singles
//! cheap and naked singles a reduction across lanes; the second took 140 µs for a grid of forum-hardest-1106
//! where this one takes 16, and its rules found less.

/// The index of the cell in a register's lane `(band, stack, place)`.
pub(super) const fn cell_at(register: usize, band: usize, stack: usize, place: usize) -> usize {
    9 * (3 * band + place) + 3 * stack + (place + register) % 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_one_lane() {
        let mut cells: Vec<_> = (0..81).map(|lane| cell_at(lane / 27, lane / 9 % 3, lane / 3 % 3, lane % 3)).collect();
        cells.sort_unstable();
        assert_eq!(cells, (0..81).collect::<Vec<_>>());
    }
}
