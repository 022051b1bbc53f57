//! The oracle of the tests: plain backtracking over plain numbers, slow and obviously correct. It shares no code with
//! the solver that it checks.

/// The solutions of 81 values (row by row, 0 for a blank), up to `limit` of them, in lexicographic order.
pub fn solutions(values: &[u8; 81], limit: usize) -> Vec<[u8; 81]> {
    let mut found = Vec::new();
    let consistent = (0..81).all(|cell| {
        let mut others = *values;
        others[cell] = 0;
        values[cell] == 0 || is_possible(&others, cell, values[cell])
    });
    if consistent {
        fill(&mut values.clone(), 0, limit, &mut found);
    }
    found
}

fn fill(values: &mut [u8; 81], from: usize, limit: usize, found: &mut Vec<[u8; 81]>) {
    if found.len() == limit {
        return;
    }
    let Some(cell) = (from..81).find(|&cell| values[cell] == 0) else {
        found.push(*values);
        return;
    };
    for digit in 1..=9 {
        if is_possible(values, cell, digit) {
            values[cell] = digit;
            fill(values, cell + 1, limit, found);
            values[cell] = 0;
        }
    }
}

fn is_possible(values: &[u8; 81], cell: usize, digit: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    (0..9).all(|i| {
        values[row * 9 + i] != digit
            && values[i * 9 + column] != digit
            && values[(top + i / 3) * 9 + left + i % 3] != digit
    })
}
