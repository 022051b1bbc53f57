//! Complete grids, drawn with equal probability.
//!
//! The first three rows are drawn uniformly from all ways to fill them. So are the first three columns, whose digits
//! are then renamed to agree with the rows in the first box. Four boxes remain:
//!
//! ```text
//!     1 | 2 | 3
//!     4 | a | b
//!     7 | c | d
//! ```
//!
//! The six digits that a row of box 4 lacks are split between boxes a and b, three to each. For the three rows, there
//! are 56 such splits, see [`SPLITS`]; likewise for the rows of boxes c and d, the columns of boxes a and c, and those
//! of boxes b and d. The rows and columns of a box agree if each row has one digit in common with each column; then
//! there is exactly one way to fill it. So a grid is completed by four splits that agree in four boxes, and all
//! completions can be counted and numbered without a search.
//!
//! Drawing one of them does not make all grids equally likely, because some rows and columns have more completions than
//! others. So the split of the rows of boxes a and b is drawn too, and then a number below [`MOST`]: the completion
//! with this number is taken. If there are fewer, everything is drawn again. As long as none has more, all grids are
//! equally likely.

use super::random::Random;
use crate::sudoku::Grid;

/// The maximum number of completions that can be drawn, given three rows, three columns and a split. The mean is 48. None of
/// 200,000 random cases has more; any that do make up less than a millionth of all grids.
const MOST: u32 = 216;

/// Draws a complete grid. All are equally likely.
pub(super) fn solution(random: &mut Random) -> Grid {
    loop {
        if let Some(grid) = attempt(random) {
            return grid;
        }
    }
}

/// The ways to split the digits that three lines of a box lack between the other two boxes of these lines: for each
/// line, the places of the digits that go to the first of them. Places are numbered line by line, from 0 to 8.
///
/// The other box gets the digits of the split with the number [`other`].
static SPLITS: [[[u8; 3]; 3]; 56] = splits();

const fn splits() -> [[[u8; 3]; 3]; 56] {
    let mut splits = [[[0; 3]; 3]; 56];
    let (mut count, mut code) = (0, 0_u16);
    while code < 512 {
        // The digits of each line that go to the first box: those of the second and third line that go to its first
        // line, and those of the first line that go to its second line. The others go to the line that remains.
        let (first, second, third) = (code & 7, code >> 6, code >> 3 & 7);
        if second.count_ones() + third.count_ones() == 3 && first.count_ones() == third.count_ones() {
            let sets = [second << 3 | third << 6, first | (7 ^ third) << 6, (7 ^ first) | (7 ^ second) << 3];
            let mut line = 0;
            while line < 3 {
                let (mut set, mut place) = (sets[line], 0);
                while set != 0 {
                    splits[count][line][place] = set.trailing_zeros() as u8;
                    set &= set - 1;
                    place += 1;
                }
                line += 1;
            }
            count += 1;
        }
        code += 1;
    }
    splits
}

/// For each split, the [`pair`]s of places whose digits it sends to the same line of the first box.
static PAIRS: [[u8; 9]; 56] = pairs();

const fn pairs() -> [[u8; 9]; 56] {
    let mut pairs = [[0; 9]; 56];
    let mut number = 0;
    while number < 3 * 56 {
        let [a, b, c] = SPLITS[number / 3][number % 3];
        let first = 3 * (number % 3);
        (pairs[number / 3][first], pairs[number / 3][first + 1]) = (pair(a, b), pair(a, c));
        pairs[number / 3][first + 2] = pair(b, c);
        number += 1;
    }
    pairs
}

/// The number of a pair of places, of which the first is smaller: from 0 to 35.
const fn pair(one: u8, two: u8) -> u8 {
    two * (two - 1) / 2 + one
}

/// For the first and the second box, and each pair of places: the splits that send both digits to the same line of that box, as
/// bits.
static TOGETHER: [[[u64; 9]; 9]; 2] = together();

const fn together() -> [[[u64; 9]; 9]; 2] {
    let mut together = [[[0; 9]; 9]; 2];
    let mut number = 0;
    while number < 3 * 9 * 56 {
        let (split, line, pair) = (number / 27, number / 9 % 3, number % 9);
        let set = SPLITS[split][line];
        let (one, two) = (set[pair / 3] as usize, set[pair % 3] as usize);
        together[0][one][two] |= 1 << split;
        together[1][one][two] |= 1 << other(split);
        number += 1;
    }
    together
}

/// The split that sends to the first box what this one sends to the second.
const fn other(split: usize) -> usize {
    // The sets in its code are the complements, so its number is the same counted from the end.
    55 - split
}

/// A box to be filled: the digits of the filled box in its rows, row by row, and of that in its columns, column by
/// column.
struct Open<'a> {
    rows: &'a [u8; 9],
    columns: &'a [u8; 9],
    /// For each [`pair`] of places of `rows`, the splits of the columns that send these digits to the same column of the box,
    /// as bits.
    together: [u64; 36],
}

impl<'a> Open<'a> {
    /// `of_places` is the part of [`TOGETHER`] for this box among the two to which the splits of the columns send digits.
    fn new(rows: &'a [u8; 9], columns: &'a [u8; 9], of_places: &[[u64; 9]; 9]) -> Self {
        let mut place_of = [0; 10];
        for (place, &digit) in columns.iter().enumerate() {
            place_of[usize::from(digit)] = place;
        }
        let places = rows.map(|digit| place_of[usize::from(digit)]);
        let mut together = [0; 36];
        for two in 1..9 {
            for one in 0..two {
                together[usize::from(pair(one as u8, two as u8))] = of_places[places[one]][places[two]];
            }
        }
        Self { rows, columns, together }
    }

    /// The splits of the columns that agree with this split of the rows, as bits.
    fn agreeing(&self, split: usize) -> u64 {
        let together = PAIRS[split].iter().fold(0, |all, &pair| all | self.together[usize::from(pair)]);
        !together & ((1 << 56) - 1)
    }

    /// Fills the box, given its first cell and its splits.
    fn fill(&self, values: &mut [u8; 81], corner: usize, rows: usize, columns: usize) {
        let digits = |places: [u8; 3], of: &[u8; 9]| places.map(|place| of[usize::from(place)]);
        for (row, places) in SPLITS[rows].iter().enumerate() {
            let in_row = digits(*places, self.rows);
            for (column, places) in SPLITS[columns].iter().enumerate() {
                let in_column = digits(*places, self.columns);
                values[corner + 9 * row + column] =
                    in_row.into_iter().find(|digit| in_column.contains(digit)).unwrap_or(0);
            }
        }
    }
}

/// Draws three rows, three columns, a split and a number, and returns the completion with this number, if there is one.
fn attempt(random: &mut Random) -> Option<Grid> {
    let rows = band(random);
    let columns = band(random);
    // For each digit of the columns, the digit of the rows in the same cell of the first box.
    let mut renamed = [0; 10];
    for (column, line) in columns.iter().enumerate() {
        for row in 0..3 {
            renamed[usize::from(line[row])] = rows[row][column];
        }
    }
    let columns = columns.map(|line| line.map(|digit| renamed[usize::from(digit)]));
    let (above, number) = (random.below(56) as usize, random.below(MOST));

    let lines = |lines: &[[u8; 9]; 3], first| std::array::from_fn(|place| lines[place % 3][first + place / 3]);
    let (two, three, four, seven) = (lines(&rows, 3), lines(&rows, 6), lines(&columns, 3), lines(&columns, 6));
    let [upper, lower] = &TOGETHER;
    let (a, b) = (Open::new(&four, &two, upper), Open::new(&four, &three, upper));
    let (c, d) = (Open::new(&seven, &two, lower), Open::new(&seven, &three, lower));
    let [below, left, right] = completion([&a, &b, &c, &d], above, number)?;

    let mut values = std::array::from_fn(|cell| match (cell / 9, cell % 9) {
        (row @ 0..3, column) => rows[row][column],
        (row, column @ 0..3) => columns[column][row],
        _ => 0,
    });
    a.fill(&mut values, 30, above, left);
    b.fill(&mut values, 33, other(above), right);
    c.fill(&mut values, 57, below, other(left));
    d.fill(&mut values, 60, other(below), other(right));
    Some(Grid::from_known_values(values))
}

/// The completion of boxes a, b, c and d with this number, given the split of the rows above: the splits of the rows
/// below, of the columns on the left, and of those on the right.
fn completion([a, b, c, d]: [&Open<'_>; 4], above: usize, number: u32) -> Option<[usize; 3]> {
    let (a, b) = (a.agreeing(above), b.agreeing(other(above)));
    let mut left_over = number;
    for below in 0..SPLITS.len() {
        let left = a & c.agreeing(below);
        if left == 0 {
            continue;
        }
        let right = b & d.agreeing(other(below));
        let ways = left.count_ones() * right.count_ones();
        if left_over < ways {
            let (first, second) = (left_over % left.count_ones(), left_over / left.count_ones());
            return Some([below, nth(left, first), nth(right, second)]);
        }
        left_over -= ways;
    }
    None
}

/// The element of a set with this number, in ascending order.
fn nth(mut set: u64, number: u32) -> usize {
    for _ in 0..number {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// Draws three rows uniformly from the 948,109,639,680 ways to fill them.
///
/// If `k` digits of the first row's second box are in the second row's first box, three choices of `k` from three
/// digits and the order of the digits in each box determine the rest.
fn band(random: &mut Random) -> [[u8; 9]; 3] {
    let mut first = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut first);
    // 1 + 27 + 27 + 1 ways.
    let moved = match random.below(56) {
        0 => 0,
        1..28 => 1,
        28..55 => 2,
        _ => 3,
    };
    // The digits of each box, ordered so that the first `moved` are the chosen ones.
    let mut chosen: [[u8; 3]; 3] = std::array::from_fn(|stack| std::array::from_fn(|place| first[3 * stack + place]));
    for digits in &mut chosen {
        random.shuffle(digits);
    }
    let [a, b, c] = chosen;
    let join = |chosen: [u8; 3], others: [u8; 3]| -> [u8; 3] {
        std::array::from_fn(|place| if place < moved { chosen[place] } else { others[place] })
    };
    let mut second = [join(b, c), join(c, a), join(a, b)];
    let mut third = [join(c, b), join(a, c), join(b, a)];
    for digits in second.iter_mut().chain(&mut third) {
        random.shuffle(digits);
    }
    let line = |boxes: [[u8; 3]; 3]| std::array::from_fn(|column| boxes[column / 3][column % 3]);
    [first, line(second), line(third)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_completions_matches_the_number_of_grids() {
        // There are 6,670,903,752,021,072,936,960 grids, 948,109,639,680 ways to fill three rows, and 362,880 ways to
        // fill the first box (Felgenhauer and Jarvis, 2005). An attempt succeeds if its number is below that of the
        // completions.
        let completions = 6_670_903_752_021_072_936_960.0 / (948_109_639_680.0 * 948_109_639_680.0 / 362_880.0);
        let expected = completions / 56.0 / f64::from(MOST);
        let mut random = Random::new("completions", 0);
        let count = 20_000_u32;
        let successes = (0..count).filter(|_| attempt(&mut random).is_some()).count();
        let part = f64::from(successes as u32) / f64::from(count);
        // Four times the standard error.
        assert!((part - expected).abs() < 4.0 * (expected / f64::from(count)).sqrt(), "{part} {expected}");
    }
}
