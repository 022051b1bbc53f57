//! Searches for the slowest texts to parse: `cargo bench --bench notation`, half a minute.
//!
//! A text of 16 KiB should take less than 100 µs to parse, whatever it contains. The search starts with repeated pieces
//! that some part of the parser recognizes, alone and after a puzzle in each form. It then mutates the slowest texts
//! and keeps slower ones. The figures are the minimum of several runs, and are printed but not checked.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::hint::black_box;
use std::time::Instant;

use sudoku_service::sudoku::notation::{self, FORMS};

/// The size of a text in bytes.
const SIZE: usize = 16 * 1024;

/// Number of texts derived from the slowest ones.
const ROUNDS: usize = 400;

/// The pieces of texts.
const PIECES: &[&str] = &[
    "1",
    ".",
    "x",
    "*",
    "-",
    "---",
    "=",
    "|",
    ",",
    ";",
    "\t",
    " ",
    "\n",
    "\r\n",
    "#",
    "\n#",
    "#\n",
    "z",
    "abc",
    "é",
    "─",
    "│",
    "５",
    "١٢",
    "\u{1d7d3}",
    "\u{200b}",
    "\u{7}",
    "\"",
    "'",
    "[",
    "{",
    "<a",
    "data=\"",
    "http://",
    "%35",
    "?",
    "&",
    "curl -d ",
    ":",
    "\\",
    "$'",
    "12 ",
    "5,",
    ",,,,,,,,\n",
    "|---+---|\n",
    ".........\n",
    "         \n",
    "é\n",
    "z\n",
    "5\n",
    "12 3 4 5 6 7 8 9 1\n",
    "[Puzzle]\n",
    "```\n",
    "```z```\n",
    "[1, ",
    "[[1, 2], ",
    "{'A1': 1, ",
    "Row 1: 5\n",
    "R1 | 5 |\n",
    "puzzle,solution\n",
];

fn main() {
    let mut texts: Vec<(f64, String)> = Vec::new();
    for piece in PIECES {
        texts.push(timed(piece.repeat(SIZE)));
        texts.extend(FORMS.iter().map(|form| timed(format!("{}{}", form.example, piece.repeat(SIZE)))));
    }
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        texts.sort_by(|a, b| b.0.total_cmp(&a.0));
        texts.truncate(24);
        let text = &texts[random.below(texts.len())].1;
        let (from, to) = (random.below(SIZE), random.below(SIZE));
        let (start, end) = (text.floor_char_boundary(from.min(to)), text.floor_char_boundary(from.max(to)));
        let piece = PIECES[random.below(PIECES.len())].repeat(1 + random.below(500));
        texts.push(timed(format!("{}{piece}{}{text}", &text[..start], &text[end..])));
    }
    texts.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("the slowest texts:");
    for (_, text) in &texts[..5] {
        let least = (0..10).map(|_| time(text)).fold(f64::MAX, f64::min);
        let start: String = text.chars().take(40).collect();
        let end = &text[text.floor_char_boundary(text.len() - 20)..];
        println!("{least:6.1} us  {start:?} ... {end:?}");
    }
    println!("texts of one piece:");
    for piece in ["z", "z\n", "\n", ".", "５"] {
        println!("{:6.1} us  {piece:?}", timed(piece.repeat(SIZE)).0);
    }
}

/// The text cut to its size, with the minimum time to parse it, in microseconds.
fn timed(mut text: String) -> (f64, String) {
    text.truncate(text.floor_char_boundary(SIZE));
    ((0..3).map(|_| time(&text)).fold(f64::MAX, f64::min), text)
}

fn time(text: &str) -> f64 {
    let start = Instant::now();
    let _ = black_box(notation::parse(black_box(text)));
    start.elapsed().as_secs_f64() * 1e6
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
