//! Lines of text.

use crate::batch::client::{End, send};
use crate::batch::{PUZZLE, SOLUTION};
use crate::support::program::Program;

#[test]
fn answers_keep_the_order_of_a_long_batch() {
    let mut batch = String::new();
    let mut expected = Vec::new();
    for number in 1..=12_000 {
        if number % 100 == 0 {
            batch += &format!("{number}\n");
            expected.push(format!("error invalid-grid line {number}: "));
        } else {
            batch += &format!("{PUZZLE}\n");
            expected.push(SOLUTION.to_owned());
        }
    }
    let program = Program::start(&[]);
    for announced in [true, false] {
        let answer = if announced {
            send(program.address, "text/plain", batch.as_bytes())
        } else {
            let mut streamed = crate::batch::client::Batch::stream(program.address);
            for piece in batch.as_bytes().chunks(50_000) {
                streamed.chunk(piece);
            }
            streamed.finish();
            streamed.rest()
        };
        assert_eq!((answer.status, answer.end), (200, End::Whole));
        let lines = answer.lines();
        assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(line.starts_with(expected), "{line} instead of {expected}");
        }
    }
}
