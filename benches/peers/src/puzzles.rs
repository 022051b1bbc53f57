//! Puzzle files, puzzles generated from a fixed seed, and their variants.

use std::path::{Path, PathBuf};

use sudoku_service::sudoku::Grid;

/// The directory of the public puzzle sets, next to the checkout, which may be missing.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/puzzles");

/// Numbers of clues of minimal puzzles, and how many of 500 have them (D. Berthier, "Unbiased statistics of a CSP", 2010).
const UNBIASED: [(usize, usize); 5] = [(24, 12), (25, 70), (26, 166), (27, 171), (28, 81)];

/// A named set of puzzles.
pub struct Set {
    pub name: String,
    pub puzzles: Vec<Grid>,
}

/// Returns the sets of these files, or else those in the directory next to the checkout and generated ones.
pub fn sets(files: &[String]) -> Result<Vec<Set>, String> {
    let from = if files.is_empty() { shared() } else { files.iter().map(PathBuf::from).collect() };
    let mut sets = from.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    if files.is_empty() {
        sets.push(Set { name: "unbiased".to_owned(), puzzles: Numbers(1).unbiased() });
        sets.push(Set { name: "like kaggle".to_owned(), puzzles: Numbers(1).like_kaggle(2_000) });
    }
    Ok(sets)
}

fn shared() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(SHARED).into_iter().flatten().flatten();
    let mut files: Vec<_> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Result<Set, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let puzzles = lines
        .map(|line| line.parse().map_err(|_| format!("{}: no puzzle: {line}", file.display())))
        .collect::<Result<_, _>>()?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Set { name, puzzles })
}

/// A reproducible stream of numbers (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|index| index);
        for last in (1..N).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// Returns a complete grid: the cyclic pattern with digits, bands, stacks and the lines within them permuted.
    fn complete(&mut self) -> [u8; 81] {
        let digits = self.order::<9>();
        let mut lines = || {
            let bands = self.order::<3>();
            let within = [self.order::<3>(), self.order::<3>(), self.order::<3>()];
            std::array::from_fn::<usize, 9, _>(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
        };
        let (rows, columns) = (lines(), lines());
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            digits[(row * 3 + row / 3 + column) % 9] as u8 + 1
        })
    }

    /// Returns a grid of 0 to 60 clues with any number of solutions. Half of the grids have one clue replaced.
    ///
    /// Half of the grids have 22 to 31 clues and may have no, one or several solutions. A quarter have 32 to 45 clues,
    /// and usually several solutions if they are open. The others have any number of clues.
    pub fn any(&mut self) -> Grid {
        let complete = self.complete();
        let order = self.order::<81>();
        let clues = match self.below(4) {
            0 => self.below(61),
            1 => 32 + self.below(14),
            _ => 22 + self.below(10),
        };
        let mut values = [0; 81];
        for &cell in &order[..clues] {
            values[cell] = complete[cell];
        }
        if clues > 0 && self.below(2) == 0 {
            let cell = order[self.below(clues)];
            values[cell] = 1 + self.below(9) as u8;
        }
        Grid::from_values(values).expect("values of digits")
    }

    /// Returns a puzzle with one solution from which clues were removed in random order, as long as there are more than
    /// `fewest`.
    fn unique(&mut self, fewest: usize) -> Grid {
        let (mut values, mut clues) = (self.complete(), 81);
        for cell in self.order::<81>() {
            if clues == fewest {
                break;
            }
            let value = std::mem::take(&mut values[cell]);
            if sudoku::Sudoku::from_bytes(values).is_ok_and(|puzzle| puzzle.is_uniquely_solvable()) {
                clues -= 1;
            } else {
                values[cell] = value;
            }
        }
        Grid::from_values(values).expect("values of digits")
    }

    /// Returns minimal puzzles with as many clues as in an unbiased sample of all minimal puzzles. Those with fewer are
    /// found much more easily; those with 29 and more are too rare here, and are left out.
    fn unbiased(&mut self) -> Vec<Grid> {
        let mut missing = UNBIASED;
        let mut puzzles = Vec::new();
        while missing.iter().any(|&(_, count)| count > 0) {
            let puzzle = self.unique(0);
            if let Some((_, count)) = missing.iter_mut().find(|(clues, count)| *clues == puzzle.clues() && *count > 0) {
                *count -= 1;
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// Returns puzzles like those of the set of a million that is best known on Kaggle: 33 clues in the mean, most of
    /// them not needed.
    fn like_kaggle(&mut self, count: usize) -> Vec<Grid> {
        (0..count).map(|index| self.unique(31 + index % 5)).collect()
    }
}

/// Changes one clue of each puzzle so that it has no solution, although no house contains a digit twice. Omits puzzles
/// for which no such change is found.
pub fn unsolvable(puzzles: &[Grid]) -> Vec<Grid> {
    let mut numbers = Numbers(2);
    let spoiled = |puzzle: &Grid| {
        (0..50).find_map(|_| {
            let mut values = *puzzle.values();
            let cell = numbers.below(81);
            if values[cell] == 0 {
                return None;
            }
            values[cell] = 1 + numbers.below(9) as u8;
            let conflict = (0..81).any(|other| {
                let same_box = other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
                let peers = other / 9 == cell / 9 || other % 9 == cell % 9 || same_box;
                other != cell && peers && values[other] == values[cell]
            });
            let none = || sudoku::Sudoku::from_bytes(values).is_ok_and(|s| s.solutions_count_up_to(1) == 0);
            (!conflict && none()).then(|| Grid::from_values(values).expect("values of digits"))
        })
    };
    puzzles.iter().filter_map(spoiled).collect()
}
