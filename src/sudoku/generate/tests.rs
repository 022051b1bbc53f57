//! Checks puzzles against the wishes, and distributions against published figures.

use super::*;
use crate::sudoku::logic::Technique;
use crate::sudoku::solver::count_solutions;
use crate::sudoku::{Cell, rules};

/// Whether no clue can be removed, decided by a search for each.
fn needs_all(puzzle: &Grid) -> bool {
    Cell::all().all(|cell| puzzle.get(cell).is_none() || count_solutions(&puzzle.with(cell, None), 2) != 1)
}

/// Generates some puzzles, checks them against the wish, and returns them.
#[track_caller]
fn check(wish: &Wish, count: u64) -> Vec<Generated> {
    let made = (0..count)
        .map(|index| generate(wish, "check", index, None).unwrap_or_else(|error| panic!("{wish:?}: {error}")));
    made.inspect(|made| {
        let Generated { puzzle, solution, rating, symmetry, minimal, .. } = made;
        assert!(rules::is_solved(solution) && solution.contains(puzzle), "{puzzle}");
        assert_eq!(count_solutions(puzzle, 2), 1, "{puzzle}");
        assert_eq!(needs_all(puzzle), *minimal, "{puzzle}");
        assert!(*minimal || !wish.minimal);
        assert_eq!(logic::rate(puzzle, &Limits::default()), *rating, "{puzzle}");
        assert!(wish.ratings().contains(&rating.er) && wish.counts().contains(&(puzzle.clues() as u8)), "{puzzle}");
        assert!(symmetry.holds(puzzle) && wish.symmetry.is_none_or(|wished| wished == *symmetry), "{puzzle}");
        assert!(wish.symmetry.is_some() || *symmetry != Symmetry::None);
        let used: Vec<Technique> = rating.techniques().map(|(technique, ..)| technique).collect();
        assert!(wish.technique.is_none_or(|technique| used.contains(&technique)), "{puzzle}");
        assert!(!wish.without.iter().any(|technique| used.contains(technique)), "{puzzle}");
    })
    .collect()
}

#[test]
fn puzzles_meet_the_wish() {
    let easy = Wish { rating: Some(Tenths(12)..=Tenths(15)), ..Wish::default() };
    check(&easy, 4);
    check(&Wish { minimal: true, ..easy.clone() }, 2);
    check(&Wish { rating: Some(Tenths(17)..=Tenths(25)), clues: Some(28..=32), ..Wish::default() }, 3);
    check(&Wish { rating: Some(Tenths(26)..=Tenths(60)), clues: Some(24..=24), minimal: true, ..Wish::default() }, 2);
    for symmetry in Symmetry::all() {
        check(&Wish { symmetry: Some(symmetry), ..easy.clone() }, 1);
    }
    check(&Wish { symmetry: None, ..easy.clone() }, 3);
    let xy_wing = Wish { rating: Some(Tenths(42)..=Tenths(60)), technique: Some(Technique::XyWing), ..Wish::default() };
    check(&xy_wing, 2);
    check(&Wish { without: vec![Technique::DirectPointing, Technique::NakedSingle], ..easy }, 2);
}

#[test]
fn contradictory_wishes_are_rejected_with_the_option() {
    #[track_caller]
    fn check(wish: &Wish, expected: WishOption, part: &str) {
        match generate(wish, "refused", 0, None) {
            Err(GenerateError::Contradiction { option, reason }) => {
                assert_eq!(option, expected);
                assert!(reason.contains(part), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    let any = Wish::default;
    #[expect(clippy::reversed_empty_ranges, reason = "it is to be refused")]
    let (reversed_rating, reversed_clues) = (Tenths(50)..=Tenths(20), 30..=20);
    check(&Wish { rating: Some(reversed_rating), ..any() }, WishOption::Rating, "ends at 2.0, below 5.0");
    check(&Wish { rating: Some(Tenths(121)..=Tenths(130)), ..any() }, WishOption::Rating, "12.0");
    check(&Wish { clues: Some(reversed_clues), ..any() }, WishOption::Clues, "end at 20, below 30");
    check(&Wish { clues: Some(0..=16), ..any() }, WishOption::Clues, "17");
    check(&Wish { clues: Some(41..=50), minimal: true, ..any() }, WishOption::Minimal, "40");
    let full = Some(Symmetry::Full);
    check(&Wish { clues: Some(17..=17), symmetry: full, ..any() }, WishOption::Symmetry, "full");
    // Orbits have four or eight cells, except the one in the middle.
    check(&Wish { clues: Some(22..=23), symmetry: full, ..any() }, WishOption::Symmetry, "22 to 23");
    let technique = Some(Technique::XyWing);
    check(&Wish { rating: Some(Tenths(10)..=Tenths(41)), technique, ..any() }, WishOption::Technique, "4.2");
    check(&Wish { technique, without: vec![Technique::XyWing], ..any() }, WishOption::Without, "XY-Wing");
}

#[test]
fn not_found_reports_the_attempts_and_the_nearest_rating() {
    let rare = Wish { rating: Some(Tenths(60)..=Tenths(60)), minimal: true, attempts: 3, ..Wish::default() };
    match generate(&rare, "rare", 0, None) {
        Err(GenerateError::NotFound { attempts: 3, nearest: Some(_) }) => {}
        other => panic!("{other:?}"),
    }
    let few = Wish { clues: Some(17..=18), attempts: 3, ..Wish::default() };
    assert_eq!(generate(&few, "few", 0, None), Err(GenerateError::NotFound { attempts: 3, nearest: None }));
    let raised = CancelFlag::new();
    raised.cancel();
    assert_eq!(generate(&rare, "rare", 0, Some(&raised)), Err(GenerateError::Cancelled));
}

#[test]
fn minimal_puzzles_have_the_published_distribution_of_clues() {
    // Berthier, "Unbiased Statistics of a CSP", 2009: a million puzzles made from the top down have 24.38 clues on
    // average, with a standard deviation of 1.12.
    let count = 1_500_u32;
    let clues: Vec<f64> = (0..count)
        .map(|index| {
            let (puzzle, solution) = minimal_puzzle("clues", index.into());
            assert!(rules::is_solved(&solution) && solution.contains(&puzzle));
            f64::from(puzzle.clues() as u8)
        })
        .collect();
    let mean = clues.iter().sum::<f64>() / f64::from(count);
    let deviation = (clues.iter().map(|clues| (clues - mean).powi(2)).sum::<f64>() / f64::from(count)).sqrt();
    // Four times the standard error.
    assert!((mean - 24.38).abs() < 0.116, "{mean}");
    assert!((deviation - 1.12).abs() < 0.082, "{deviation}");
}

#[test]
fn digits_of_solutions_are_equally_likely_in_every_cell() {
    let count = 900_u32;
    let mut counts = [[0_u32; 9]; 81];
    for index in 0..count {
        for (cell, &digit) in solution("cells", index.into()).values().iter().enumerate() {
            counts[cell][usize::from(digit) - 1] += 1;
        }
    }
    let expected = f64::from(count) / 9.0;
    for (cell, counts) in counts.iter().enumerate() {
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // Exceeded with a probability of 0.00001 per cell, with eight degrees of freedom.
        assert!(chi < 37.3, "{chi} in cell {cell}");
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    let (puzzle, _) = minimal_puzzle("golden", 0);
    assert_eq!(puzzle.to_string(), ".7......8.62...4155....83.....52..633...81.5...........4.1.9.............8..6.97.");
    let (puzzle, _) = minimal_puzzle("golden", 1);
    assert_eq!(puzzle.to_string(), "..5...94...9......28..74.5...85..1.....3....439........42.3...1....8.7..1.7.5....");
    let rating = Some(Tenths(26)..=Tenths(60));
    let wish = Wish { rating, symmetry: Some(Symmetry::Rotational180), ..Wish::default() };
    let made = generate(&wish, "golden", 0, None).expect("a puzzle");
    let expected = "..7.2..382........3489...7....1..4..5..3.4..9..4..6....7...3895........369..8.1..";
    assert_eq!((made.puzzle.to_string().as_str(), made.rating.er, made.attempts), (expected, Tenths(42), 4));
}

#[test]
fn threads_generate_the_same_puzzles() {
    let alone: Vec<(Grid, Grid)> = (0..8).map(|index| minimal_puzzle("threads", index)).collect();
    let threads: Vec<_> = (0..4)
        .map(|first| std::thread::spawn(move || [first, first + 4].map(|index| minimal_puzzle("threads", index))))
        .collect();
    for (first, thread) in threads.into_iter().enumerate() {
        assert_eq!(thread.join().expect("no panic"), [alone[first], alone[first + 4]]);
    }
}
