//! The blocks of lines of a text with several grids.

use std::ops::Range;

use crate::operations::reading::{encoding, grid};
use crate::sudoku::notation;

/// Whether a line is a grid by itself.
pub fn is_grid(line: &[u8]) -> bool {
    grid::of_text(&encoding::text(line)).is_ok()
}

/// Lines that belong together.
pub struct Block {
    /// Where they are in the text.
    pub range: Range<usize>,
    /// How many of them have cells.
    pub rows: usize,
    /// Whether it has nothing but these.
    is_plain: bool,
}

impl Block {
    /// Whether it has a grid.
    pub fn is_grid(&self, text: &str) -> bool {
        self.puzzles(text).into_iter().any(|puzzle| grid::of_text(&text[puzzle]).is_ok())
    }

    /// Itself or, of rows that follow each other without a sign between the grids, nine each.
    pub fn puzzles(&self, text: &str) -> Vec<Range<usize>> {
        let text = &text[self.range.clone()];
        if !self.is_plain || self.rows <= 9 || !self.rows.is_multiple_of(9) || grid::of_text(text).is_ok() {
            return vec![self.range.clone()];
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let grids = lines.chunks(9).scan(self.range.start, |end, rows| {
            let start = *end;
            *end += rows.iter().map(|row| row.len()).sum::<usize>();
            Some(start..*end)
        });
        grids.collect()
    }
}

/// The blocks of a text. A heading or an empty line ends one, unless that may stand between the bands of a grid, and so does a
/// second line of a frame.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut is_open, mut is_skipped, mut was_rule) = (false, false, false);
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let kind = Kind::of(line);
        let rows = blocks.last().map_or(0, |block| block.rows);
        let ends = match kind {
            Kind::Heading => {
                let name = line.trim_start();
                is_skipped =
                    name.starts_with('[') && !name.get(..8).is_some_and(|name| name.eq_ignore_ascii_case("[puzzle]"));
                true
            }
            Kind::Empty => !matches!(rows, 0 | 3 | 6),
            Kind::Rule => was_rule && rows > 0,
            Kind::Row => was_rule && rows == 9,
            Kind::Grid => true,
        };
        is_open &= !ends;
        was_rule = kind == Kind::Rule || kind == Kind::Empty && was_rule;
        if is_skipped || matches!(kind, Kind::Heading) || kind == Kind::Empty && !is_open {
            continue;
        }
        if !is_open {
            blocks.push(Block { range: start..start, rows: 0, is_plain: true });
            is_open = true;
        }
        if let Some(block) = blocks.last_mut() {
            block.range.end = offset;
            block.rows += usize::from(matches!(kind, Kind::Row | Kind::Grid));
            block.is_plain &= kind == Kind::Row;
        }
        is_open &= kind != Kind::Grid;
    }
    blocks.retain(|block| block.rows > 0);
    blocks
}

/// The games of an OpenSudoku file, each with its tag.
pub fn games(text: &str) -> Vec<Block> {
    let game = |(start, _)| {
        let end = text[start..].find('>').map_or(text.len(), |end| start + end + 1);
        Block { range: start..end, rows: 0, is_plain: false }
    };
    text.match_indices("<game").map(game).collect()
}

/// What a line is among the lines of several puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Empty,
    Heading,
    /// It only draws a frame.
    Rule,
    Row,
    /// A grid by itself.
    Grid,
}

/// What a line that draws a frame has.
const DRAWN: [&str; 5] = ["--", "==", "- -", "\u{2500}\u{2500}", "\u{2550}\u{2550}"];

impl Kind {
    fn of(line: &str) -> Self {
        let is_drawn = |c: char| c.is_whitespace() || "-=+|.:'*".contains(c) || matches!(c, '\u{2500}'..='\u{257F}');
        if line.trim().is_empty() {
            Self::Empty
        } else if line.chars().all(is_drawn) && DRAWN.iter().any(|drawn| line.contains(drawn)) {
            Self::Rule
        } else if notation::is_heading(line) {
            Self::Heading
        } else if line.len() > 80 && is_grid(line.trim().as_bytes()) {
            Self::Grid
        } else {
            Self::Row
        }
    }
}
