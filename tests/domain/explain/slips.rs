//! Finding typing mistakes: 10,000 puzzles, by kind of mistake.

use sudoku_service::sudoku::explain::{Effort, EffortLimits, Redundancy, Refutation};
use sudoku_service::sudoku::{Cell, Digit, Grid, rules};

use crate::explain::puzzles::{ours, public};
use crate::explain::typing::Slip;
use crate::support::random::Random;

/// The number of corrections listed for a mistyped puzzle, and the rank of the true one, from 1.
#[derive(Clone, Copy)]
struct Found {
    /// Whether a house contains a digit twice, which narrows down the mistake.
    conflict: bool,
    listed: usize,
    rank: usize,
}

/// Types a puzzle with a slip and finds the true correction among those listed. Returns `None` if no slip of this kind
/// breaks the puzzle.
#[track_caller]
fn found(puzzle: &Grid, slip: Slip, random: &mut Random) -> Option<Found> {
    let (typed, wrong) = (0..200).find_map(|_| slip.typed(puzzle, random))?;
    let mut effort = Effort::new(EffortLimits::default());
    let refutation = Refutation::of(&typed, &mut effort).unwrap_or_else(|| panic!("{typed} has no core"));
    let repairs = refutation.repairs(50, &mut effort);
    let conflict = rules::has_conflict(&typed);
    if let [a, b] = wrong[..] {
        let pair = [a.min(b), a.max(b)];
        let rank = repairs.exchanges.iter().position(|&exchange| exchange == pair);
        let rank = rank.unwrap_or_else(|| panic!("{typed}: the exchange of {pair:?} is not in {repairs:?}")) + 1;
        return Some(Found { conflict, listed: repairs.exchanges.len(), rank });
    }
    let changes: Vec<(Cell, Digit)> =
        repairs.list.iter().flat_map(|repair| repair.changes.iter().map(|&digit| (repair.remove[0], digit))).collect();
    let truth = (wrong[0], puzzle.get(wrong[0]).expect("a given"));
    let rank = changes.iter().position(|&change| change == truth);
    let rank = rank.unwrap_or_else(|| panic!("{typed}: {truth:?} is not in {repairs:?}")) + 1;
    Some(Found { conflict, listed: changes.len(), rank })
}

#[test]
fn the_true_change_is_listed() {
    let mut random = Random::new(41);
    let mut seen = 0;
    for puzzle in ours() {
        for slip in Slip::ALL {
            seen += usize::from(found(&puzzle, slip, &mut random).is_some());
        }
    }
    assert!(seen > 25, "only {seen} slips");
}

#[test]
#[ignore = "checks thousands of public puzzles"]
#[expect(clippy::print_stdout, reason = "the table is the purpose of this test")]
fn the_true_change_of_10_000_public_puzzles_is_listed() {
    let mut random = Random::new(42);
    let mut rows: Vec<(String, Vec<Found>)> = Vec::new();
    let (mut seen, mut typed) = (0, 0);
    for (set, puzzles) in public(3_200) {
        typed += puzzles.len();
        for (i, puzzle) in puzzles.iter().enumerate() {
            // Each puzzle gets one slip that changes a given and one that moves givens.
            for slip in [Slip::CHANGES[i % 4], [Slip::Swapped, Slip::Moved][i % 2]] {
                let Some(found) = found(puzzle, slip, &mut random) else { continue };
                seen += usize::from(Slip::CHANGES.contains(&slip));
                let is_minimal =
                    Redundancy::of(puzzle, &mut Effort::new(EffortLimits::default())).is_minimal() == Some(true);
                let kind = if is_minimal { "minimal puzzles" } else { "other puzzles" };
                let conflict = if found.conflict { "with a conflict" } else { "without a conflict" };
                let mut names = vec![format!("{slip:?}")];
                if Slip::CHANGES.contains(&slip) {
                    names.extend([set, kind, conflict].map(String::from));
                }
                for name in names {
                    match rows.iter_mut().find(|(row, _)| *row == name) {
                        Some((_, row)) => row.push(found),
                        None => rows.push((name, vec![found])),
                    }
                }
            }
        }
    }
    rows.sort_by_key(|(name, _)| name.starts_with(char::is_lowercase));
    println!("| puzzles | slips found | listed: median | p99 | rank of the true one: median | p99 | first |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (name, row) in &rows {
        let quantile = |value: fn(&Found) -> usize, percent: usize| {
            let mut values: Vec<usize> = row.iter().map(value).collect();
            values.sort_unstable();
            values[(values.len() - 1) * percent / 100]
        };
        let first = row.iter().filter(|found| found.rank == 1).count() * 100 / row.len();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {first} % |",
            row.len(),
            quantile(|found| found.listed, 50),
            quantile(|found| found.listed, 99),
            quantile(|found| found.rank, 50),
            quantile(|found| found.rank, 99),
        );
    }
    assert!(seen * 10 >= typed * 9, "only {seen} slips in {typed} puzzles");
}
