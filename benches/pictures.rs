//! Measures pictures: `cargo bench --bench pictures`, a few seconds.
//!
//! Prints the figures but does not check them, because they depend on what else runs on the machine.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use sudoku_service::operations::answer::format::PictureFormat;
use sudoku_service::operations::operation::Work;
use sudoku_service::operations::{Call, find, reading::Request};
use sudoku_service::sudoku::solver::CancelFlag;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARDEST: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// What is drawn: a name, an operation and a query.
const PICTURES: [(&str, &str, &str); 6] = [
    ("a puzzle", "validate", ""),
    ("a solution", "solve", ""),
    ("a puzzle with all candidates", "validate", "&marks=all"),
    ("a hint with a chain", "hint", "&skip=3"),
    ("a film strip of 24 steps", "rate", "&path=true&limit=24"),
    ("the same with all candidates", "rate", "&path=true&limit=24&marks=all"),
];

fn main() {
    println!("| picture | SVG, µs | bytes | compressed | PNG, ms | bytes |\n| --- | --- | --- | --- | --- | --- |");
    for (what, operation, options) in PICTURES {
        let grid = if operation == "solve" { EASY } else { HARDEST };
        let call = call(operation, &format!("grid={grid}{options}"));
        let (svg, svg_time) = fastest(&*call, PictureFormat::Svg, 300);
        let (png, png_time) = fastest(&*call, PictureFormat::Png, 20);
        let (svg_time, png_time) = (svg_time.as_secs_f64() * 1e6, png_time.as_secs_f64() * 1e3);
        let compressed = compressed(&svg);
        println!("| {what} | {svg_time:.0} | {} | {compressed} | {png_time:.1} | {} |", svg.len(), png.len());
    }
}

/// The call of this query, once it has run.
fn call(operation: &str, query: &str) -> Box<dyn Call> {
    let operation = find(operation).expect("an operation");
    let mut call = operation.call(Request::of_query(query)).expect("a valid query");
    call.run(&Work::unlimited()).expect("an answer");
    call
}

/// The picture, and the shortest time to draw it.
fn fastest(call: &dyn Call, format: PictureFormat, repetitions: usize) -> (Vec<u8>, Duration) {
    let drawn = || {
        let started = Instant::now();
        let picture = black_box(call.draw(format, &CancelFlag::new())).expect("a picture");
        (picture, started.elapsed())
    };
    (0..repetitions).map(|_| drawn()).min_by_key(|(_, took)| *took).expect("a repetition")
}

fn compressed(file: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(file).and_then(|()| encoder.finish()).expect("writing to a vector cannot fail").len()
}
