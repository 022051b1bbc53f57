//! Checks how lines are answered.

use super::*;
use crate::batch::{ChunkSize, LONGEST_LINE, Splitter};
use crate::operations::lines::solution::Solution;
use crate::operations::operation::About;
use crate::operations::reading::Arguments;
use crate::operations::solve::{Solve, SolveAnswer, SolveOptions};
use crate::sudoku::rules;

/// Solves, but fails on a grid with conflicts.
struct Failing;

impl Operation for Failing {
    type Input = SentGrid;
    type Options = SolveOptions;
    type Answer = SolveAnswer;
    type Line = Solution<SolveAnswer>;

    const ABOUT: About = Solve::ABOUT;

    fn answer(posed: &SentGrid, options: &SolveOptions, work: &Work) -> Result<SolveAnswer, Problem> {
        Solve::answer(posed, options, work)
    }

    fn answer_lines(lines: &[GridLine<'_, SolveOptions>], work: &Work) -> Vec<Result<Self::Line, Problem>> {
        assert!(!lines.iter().any(|line| rules::has_conflict(&line.sent.grid)), "a conflict");
        Solve::answer_lines(lines, work)
    }
}

fn lines() -> Lines<Failing> {
    Lines::new(LineSettings::of(Arguments::default())).expect("no option is invalid")
}

const SOLVABLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn chunk(text: &str) -> Chunk {
    let mut splitter = Splitter::new(ChunkSize::SHARED);
    assert!(splitter.next_chunk(&mut text.as_bytes()).is_none(), "one chunk");
    splitter.finish().expect("a line")
}

/// The answers to a text of one chunk, in words; of a problem only its code and its line.
fn answer_all(text: &str, mut give_way: impl FnMut() -> bool) -> (String, Tally) {
    let (chunk, cancel) = (chunk(text), CancelFlag::new());
    let (answers, rest) = Room::unlimited(|room| lines().answer(&chunk, &cancel, room, &mut give_way));
    assert!(rest.is_none());
    (told(&answers.text), answers.tally)
}

fn told(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let word = |line: &str| match line.trim_start_matches(|c: char| c.is_ascii_digit()) {
        "" => "solved\n".to_owned(),
        " multiple" => "several\n".to_owned(),
        problem => format!("{}\n", problem.split(':').next().unwrap_or_default()),
    };
    text.lines().map(word).collect()
}

#[test]
fn every_line_except_empty_ones_is_answered_in_order() {
    let blank = ".".repeat(81);
    let long = "1".repeat(LONGEST_LINE + 1);
    let mut text = format!("{SOLVABLE}\nbad\n\r\n{blank}\r\n{long}\n");
    let mut expected = "solved\nerror invalid-grid line 2\nseveral\nerror payload-too-large line 5\n".to_owned();
    // More than a group, the last line without a line break.
    for number in 6..=100 {
        text += &format!("{SOLVABLE}{}", if number < 100 { "\n" } else { "" });
        expected += "solved\n";
    }
    let mut gave_way = 0;
    let (answers, Tally { results, problems, searches }) = answer_all(&text, || {
        gave_way += 1;
        false
    });
    assert_eq!(answers, expected);
    assert_eq!((results, problems, gave_way), (97, 2, 3));
    assert_eq!(searches.by_verdict()[..2], [("unique", 96), ("multiple", 1)]);
}

#[test]
fn a_puzzle_on_which_the_work_fails_affects_no_other_line() {
    let text = format!("{SOLVABLE}\n11{}\n{SOLVABLE}\n", ".".repeat(79));
    let (answers, tally) = answer_all(&text, || false);
    assert_eq!(answers, "solved\nerror internal line 2\nsolved\n");
    assert_eq!((tally.answered(), tally.problems), (3, 1));
}

#[test]
fn long_invalid_lines_give_way_sooner() {
    let text = format!("{}\n", "z".repeat(LONGEST_LINE)).repeat(10);
    let mut gave_way = 0;
    answer_all(&text, || {
        gave_way += 1;
        false
    });
    assert_eq!(gave_way, 4);
}

#[test]
fn a_chunk_that_must_give_way_returns_its_other_lines() {
    let text = format!("{SOLVABLE}\n").repeat(100);
    let chunk = chunk(&text);
    let (answers, rest) = Room::unlimited(|room| lines().answer(&chunk, &CancelFlag::new(), room, &mut || true));
    assert_eq!((answers.tally.results, rest.map(|rest| rest.first_line())), (32, Some(33)));
}

#[test]
fn answers_end_when_their_room_is_full_and_the_rest_of_the_lines_gets_the_same_answers() {
    let text = format!("{SOLVABLE}\nbad\n\n").repeat(100);
    let (whole, _) = answer_all(&text, || false);
    let (mut parts, mut rest, mut count) = (Vec::new(), Some(chunk(&text)), 0);
    while let Some(part) = rest {
        let end_line = part.end_line();
        let answers;
        let mut room = Room { bytes: 1500, longest: usize::MAX, allow: &mut |_| true };
        (answers, rest) = lines().answer(&part, &CancelFlag::new(), &mut room, &mut || false);
        assert!(answers.text.len() < 2000, "{} bytes", answers.text.len());
        assert!(rest.as_ref().is_none_or(|rest| rest.end_line() == end_line));
        parts.extend(answers.text);
        count += 1;
    }
    assert_eq!(told(&parts), whole);
    assert!(count > 4, "{count}");
}

#[test]
fn an_answer_that_is_too_long_is_a_problem_of_its_line() {
    let text = format!("{SOLVABLE}\n{}\n{SOLVABLE}\n", ".".repeat(81));
    let mut room = Room { bytes: usize::MAX, longest: 82, allow: &mut |_| true };
    let (answers, rest) = lines().answer(&chunk(&text), &CancelFlag::new(), &mut room, &mut || false);
    assert!(rest.is_none());
    assert_eq!(told(&answers.text), "solved\nerror invalid-request line 2\nsolved\n");
    assert_eq!((answers.tally.results, answers.tally.problems), (2, 1));
}
