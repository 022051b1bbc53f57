//! The puzzles: from `../shared/puzzles` next to the checkout, if present, or else transformed from one of each kind.

use std::fs;
use std::path::Path;

/// A kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Solvable without a guess.
    Easy,
    /// With the minimum number of clues.
    Seventeen,
    /// Among the hardest known.
    Hard,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Seventeen, Self::Hard];

    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Seventeen => "17-clue",
            Self::Hard => "hard",
        }
    }

    fn seed(self) -> &'static str {
        match self {
            Self::Easy => "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            Self::Seventeen => ".................1....23..4.....5.....26.7....18.....9....8..6...3...5..5..1.....",
            Self::Hard => "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        }
    }

    fn file(self) -> Option<&'static str> {
        match self {
            Self::Easy => None,
            Self::Seventeen => Some("17-clue.txt"),
            Self::Hard => Some("forum-hardest-1106.txt"),
        }
    }
}

/// Returns all puzzles in the file of a kind, or else 2,000 transformed ones, and their source.
pub fn of(kind: Kind) -> (Vec<String>, &'static str) {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzles");
    let text = kind.file().and_then(|file| fs::read_to_string(beside.join(file)).ok());
    if let Some(text) = text {
        let lines: Vec<String> = text.lines().filter(|line| line.len() == 81).map(str::to_owned).collect();
        if !lines.is_empty() {
            return (lines, "../shared/puzzles");
        }
    }
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    ((0..2000).map(|_| transformed(kind.seed(), &mut random)).collect(), "one puzzle, transformed")
}

/// Returns the puzzle with digits, rows within bands, columns within stacks, bands and stacks permuted.
fn transformed(puzzle: &str, random: &mut Random) -> String {
    let digits: Vec<char> = random.shuffled(&['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let (rows, columns) = (random.lines(), random.lines());
    let cells: Vec<char> = puzzle.chars().collect();
    rows.iter()
        .flat_map(|row| columns.iter().map(move |column| row * 9 + column))
        .map(|index| cells[index].to_digit(10).map_or('.', |digit| digits[digit as usize - 1]))
        .collect()
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn shuffled<T: Clone>(&mut self, items: &[T]) -> Vec<T> {
        let mut items = items.to_vec();
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
        items
    }

    fn lines(&mut self) -> Vec<usize> {
        let threes = self.shuffled(&[0, 3, 6]);
        threes.into_iter().flat_map(|first| self.shuffled(&[first, first + 1, first + 2])).collect()
    }
}
