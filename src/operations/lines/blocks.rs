//! The blocks of lines of a text with several grids.

use crate::operations::reading::grid;
use crate::sudoku::notation;

/// Whether a line is a grid by itself.
pub fn is_grid(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| grid::of_text(line).is_ok())
}

/// Lines that belong together.
pub struct Block<'t> {
    /// The number of lines before it.
    pub line: usize,
    /// Its lines.
    pub text: &'t str,
    /// How many of them have cells.
    pub rows: usize,
    /// Whether it has nothing but these.
    is_plain: bool,
}

impl<'t> Block<'t> {
    /// Whether it has a grid.
    pub fn is_grid(&self) -> bool {
        self.puzzles().any(|block| grid::of_text(block.text).is_ok())
    }

    /// Itself or, of rows that follow each other without a sign between the grids, nine each.
    pub fn puzzles(&self) -> impl Iterator<Item = Block<'t>> + use<'t> {
        let is_one =
            !self.is_plain || self.rows <= 9 || !self.rows.is_multiple_of(9) || grid::of_text(self.text).is_ok();
        let rows = if is_one { self.rows } else { 9 };
        let lines: Vec<&'t str> = self.text.split_inclusive('\n').collect();
        let (line, text, is_plain) = (self.line, self.text, self.is_plain);
        let per_block = if is_one { lines.len() } else { 9 };
        (0..lines.len().div_ceil(per_block.max(1))).map(move |i| {
            let part = &lines[i * per_block..lines.len().min((i + 1) * per_block)];
            let start = part[0].as_ptr() as usize - text.as_ptr() as usize;
            let length = part.iter().map(|line| line.len()).sum::<usize>();
            Block { line: line + i * per_block, text: &text[start..start + length], rows, is_plain }
        })
    }
}

/// The blocks of a text. A heading or an empty line ends one, unless that may stand between the bands of a grid, and so does a
/// second line of a frame.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut is_open, mut is_skipped, mut was_rule) = (false, false, false);
    let mut offset = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
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
            blocks.push(Block { line: number, text: &text[start..start], rows: 0, is_plain: true });
            is_open = true;
        }
        if let Some(block) = blocks.last_mut() {
            let first = block.text.as_ptr() as usize - text.as_ptr() as usize;
            block.text = &text[first..offset];
            block.rows += usize::from(matches!(kind, Kind::Row | Kind::Grid));
            block.is_plain &= kind == Kind::Row;
        }
        is_open &= kind != Kind::Grid;
    }
    blocks.retain(|block| block.rows > 0);
    blocks
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
