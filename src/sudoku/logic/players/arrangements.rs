//! Arrangements of a digit: one place in each house.

use super::super::Board;
use super::super::board::ALL;
use super::super::house_tables::bits;

/// The places of a digit that are in none of its arrangements. No technique of one digit removes another one.
pub fn spare(board: &Board, digit: u8) -> u128 {
    let bit = 1_u16 << digit;
    let with = board.marks().iter().rev().fold(0_u128, |set, marks| set << 1 | u128::from(marks & bit != 0));
    let [top, middle, bottom] = [0, 27, 54].map(|first| of_band(with >> first));
    let mut possible = 0_u128;
    for (columns, upper) in &top {
        for (others, lower) in middle.iter().filter(|(others, _)| others & columns == 0) {
            if let Some((_, last)) = bottom.iter().find(|(last, _)| *last == !(columns | others) & ALL) {
                possible |= u128::from(*upper) | u128::from(*lower) << 27 | u128::from(*last) << 54;
            }
        }
    }
    board.cells_with(digit) & !possible
}

/// The ways to choose a place in each row and each box of a band: the columns, and the places of all ways that take these.
fn of_band(places: u128) -> Vec<(u16, u32)> {
    let mut ways: Vec<(u16, u32)> = Vec::new();
    let rows = [0, 9, 18].map(|first| (places >> first) as u16 & ALL);
    let columns = |row: usize, taken: u16| {
        let free =
            (0..3).map(|n| 0b111_u16 << (3 * n)).filter(|stack| stack & taken == 0).fold(0, |free, stack| free | stack);
        bits(rows[row] & free).map(move |column| taken | 1 << column)
    };
    for one in columns(0, 0) {
        for two in columns(1, one) {
            for all in columns(2, two) {
                let [one, second, third] = [one, two & !one, all & !two].map(u32::from);
                let way = one | second << 9 | third << 18;
                match ways.iter_mut().find(|(known, _)| *known == all) {
                    Some((_, union)) => *union |= way,
                    None => ways.push((all, way)),
                }
            }
        }
    }
    ways
}
