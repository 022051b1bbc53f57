//! A simple search that is fast enough even with few clues: it branches on the cell, or the digit in a house, with the
//! fewest candidates.

use sudoku_service::sudoku::{Cell, Digit, Grid, House, rules};

/// Returns at most `limit` solutions of a grid.
pub fn solutions(grid: &Grid, limit: usize) -> Vec<Grid> {
    let mut found = Vec::new();
    if !rules::has_conflict(grid) {
        fill(*grid, limit, &mut found);
    }
    found
}

fn fill(grid: Grid, limit: usize, found: &mut Vec<Grid>) {
    let may_stand = |cell: Cell, digit: Digit| {
        grid.get(cell).is_none()
            && Cell::all().all(|other| {
                let shares = cell.row() == other.row()
                    || cell.column() == other.column()
                    || cell.box_number() == other.box_number();
                !shares || grid.get(other) != Some(digit)
            })
    };
    let candidates: Vec<(Cell, Digit)> = Cell::all()
        .filter(|&cell| grid.get(cell).is_none())
        .flat_map(|cell| Digit::ALL.map(|digit| (cell, digit)))
        .filter(|&(cell, digit)| may_stand(cell, digit))
        .collect();
    let of_cells = Cell::all()
        .filter(|&cell| grid.get(cell).is_none())
        .map(|cell| candidates.iter().copied().filter(|&(at, _)| at == cell).collect::<Vec<_>>());
    let of_houses =
        House::ALL.into_iter().flat_map(|house| Digit::ALL.map(|digit| (house, digit))).filter_map(|(house, digit)| {
            let cells = house.cells();
            let is_open = cells.iter().all(|&cell| grid.get(cell) != Some(digit));
            let holds = |&(cell, candidate): &(Cell, Digit)| candidate == digit && cells.contains(&cell);
            is_open.then(|| candidates.iter().copied().filter(holds).collect::<Vec<_>>())
        });
    let Some(ways) = of_cells.chain(of_houses).min_by_key(Vec::len) else {
        found.push(grid);
        return;
    };
    for (cell, digit) in ways {
        if found.len() < limit {
            fill(grid.with(cell, digit), limit, found);
        }
    }
}
