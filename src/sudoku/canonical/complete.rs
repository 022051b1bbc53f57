//! The first two rows of a complete grid.
//!
//! The first row is 123456789 for every choice of a line, an order of the stacks and an order of the columns, 23,328 in
//! total. The second row decides between most of them. Its first three digits come from the other two stacks of the
//! first row:
//!
//! ```text
//!     1 2 3 | 4 5 6 | 7 8 9          1 2 3 | 4 5 6 | 7 8 9
//!     4 5 6 | 7 8 9 | 2 3 1          4 5 7 | 1 8 9 | 2 3 6
//! ```
//!
//! If all three come from one stack, the second row can begin with 456. It continues with 789, so that the order of the
//! columns in the first stack determines the order in the others. If no two lines of the grid allow that, two of the
//! three digits come from one stack and the second row can begin with 457. Only the order of two columns then remains
//! open.

use super::partial::Partial;
use super::search::Frontier;
use super::side::Side;

/// Finds all starts whose second row is the smallest.
pub(super) fn first_two_rows(sides: &[Side; 2], frontier: &mut Frontier) {
    for together in [true, false] {
        for (side, transposed) in sides.iter().zip([false, true]) {
            for first in 0..9 {
                for second in (first / 3 * 3..first / 3 * 3 + 3).filter(|&second| second != first) {
                    let lines = [&side.rows[first], &side.rows[second]];
                    if move_together(lines) == together {
                        let source = sources(lines);
                        for_each_order(&source, together, |columns| {
                            frontier.offer(second_row(&source, &columns), || {
                                Partial::begun(transposed, [first, second], columns, lines[0])
                            });
                        });
                    }
                }
            }
        }
        if !frontier.best.is_empty() {
            return;
        }
    }
}

/// Whether the second line keeps the digits of each stack of the first line together in one stack. If this is true of
/// one stack, it is true of all: no digit can stay in its box, which leaves one stack for each of the other groups.
fn move_together([first, second]: [&[u8; 16]; 2]) -> bool {
    let digits =
        |line: &[u8; 16], stack: usize| line[3 * stack..][..3].iter().fold(0_u16, |set, digit| set | 1 << digit);
    let moved = digits(second, 0);
    moved == digits(first, 1) || moved == digits(first, 2)
}

/// For each column of the second line, the column of the first line that has the same digit. Arrays of 16 elements and
/// `& 0xF` avoid bounds checks.
fn sources([first, second]: [&[u8; 16]; 2]) -> [u8; 16] {
    let mut home = [0; 16];
    for (column, &digit) in (0..9).zip(first) {
        home[usize::from(digit & 0xF)] = column;
    }
    second.map(|digit| home[usize::from(digit & 0xF)])
}

/// Calls `begin` with every order of the columns that makes the second row begin with 456 or 457.
#[expect(clippy::many_single_char_names, reason = "a to f are the columns of two stacks, in this order")]
fn for_each_order(source: &[u8; 16], together: bool, mut begin: impl FnMut([u8; 9])) {
    let source = |column: u8| source[usize::from(column & 0xF)];
    for stack in [0, 3, 6] {
        for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let [a, b, c] = [stack + a, stack + b, stack + c];
            let [d, e, f] = [source(a), source(b), source(c)];
            if together {
                begin([a, b, c, d, e, f, source(d), source(e), source(f)]);
            } else if d / 3 == e / 3 {
                // The third column of the stack of these two.
                let third = |one: u8, two: u8| one / 3 * 9 + 3 - one - two;
                let next = f / 3 * 3 + (f + 1) % 3;
                let last = third(f, next);
                begin([a, b, c, d, e, third(d, e), f, next, last]);
                begin([a, b, c, d, e, third(d, e), f, last, next]);
            }
        }
    }
}

/// The second row if the columns are in this order and the first row is 123456789, four bits per digit.
fn second_row(source: &[u8; 16], columns: &[u8; 9]) -> u64 {
    let mut digits = [0_u8; 16];
    for (&column, digit) in columns.iter().zip(1..) {
        digits[usize::from(column & 0xF)] = digit;
    }
    columns.iter().fold(0, |row, &column| {
        let source = source[usize::from(column & 0xF)];
        row << 4 | u64::from(digits[usize::from(source & 0xF)])
    })
}
