//! Random grids that are the same in every run.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use sudoku_service::sudoku::{Digit, Grid};

/// The generator `SplitMix64` of Steele, Lea and Flood (2014).
pub struct Random(u64);

impl Random {
    /// Creates a generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below this one.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns the numbers below `length` in random order.
    pub fn permutation(&mut self, length: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..length).collect();
        for i in (1..length).rev() {
            numbers.swap(i, self.below(i + 1));
        }
        numbers
    }

    /// Returns a solved grid: a known one with its digits, rows, columns, bands and stacks permuted.
    pub fn solved(&mut self) -> [u8; 81] {
        let digits = self.permutation(9);
        let [rows, columns] = [(); 2].map(|()| {
            let blocks = self.permutation(3);
            blocks
                .into_iter()
                .flat_map(|block| self.permutation(3).into_iter().map(move |line| block * 3 + line))
                .collect::<Vec<_>>()
        });
        let is_transposed = self.below(2) == 1;
        std::array::from_fn(|i| {
            let (row, column) = if is_transposed { (i % 9, i / 9) } else { (i / 9, i % 9) };
            let (row, column) = (rows[row], columns[column]);
            // Each row is the one above it shifted by three, and each band by one more.
            digits[(row * 3 + row / 3 + column) % 9] as u8 + 1
        })
    }

    /// Returns a solved grid with this many cells blanked.
    pub fn puzzle(&mut self, blanks: usize) -> [u8; 81] {
        let mut values = self.solved();
        for cell in self.permutation(81).into_iter().take(blanks) {
            values[cell] = 0;
        }
        values
    }

    /// Returns such a grid with one clue changed to another digit, so it probably has a conflict or no solution.
    pub fn spoilt(&mut self, blanks: usize) -> [u8; 81] {
        let mut values = self.puzzle(blanks);
        let clues: Vec<usize> = (0..81).filter(|&cell| values[cell] != 0).collect();
        let cell = clues[self.below(clues.len())];
        values[cell] = values[cell] % 9 + 1;
        values
    }
}

/// Returns the grid of these values.
pub fn grid(values: [u8; 81]) -> Grid {
    Grid::from_values(values).unwrap_or_else(|| panic!("values up to {}: {values:?}", Digit::ALL[8]))
}
