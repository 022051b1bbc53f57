//! Checks puzzles against the wishes, and distributions against published figures.

use std::collections::HashSet;

use super::*;
use crate::sudoku::canonical::canonical;
use crate::sudoku::logic::{self, Reach, StepLimits, TABLE, Technique, TechniqueSet, Tenths};
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
        assert_eq!(logic::rate(puzzle, &StepLimits::default()), *rating, "{puzzle}");
        assert!(wish.ratings().contains(&rating.er) && wish.counts().contains(&(puzzle.clues() as u8)), "{puzzle}");
        assert!(symmetry.holds(puzzle) && wish.symmetry.is_none_or(|wished| wished == *symmetry), "{puzzle}");
        assert!(wish.symmetry.is_some() || *symmetry != Symmetry::None);
        if let Some(lesson) = wish.lesson() {
            let reach = lesson.reach(puzzle, &StepLimits::default(), &mut 0).expect("no limits");
            match (wish.needs, reach) {
                (None, Reach::Solved) => {}
                (Some(_), Reach::Needed(_, end)) if end.is_solved() => {}
                other => panic!("{puzzle}: {other:?}"),
            }
        }
    })
    .collect()
}

/// A list of techniques that a player knows.
fn known(techniques: &[Technique]) -> TechniqueSet {
    let mut known = TechniqueSet::default();
    for &technique in techniques {
        known.add(technique);
    }
    known
}

#[test]
fn puzzles_meet_the_wish() {
    let easy = Wish { rating: Some(Tenths(12)..=Tenths(15)), ..Wish::default() };
    check(&easy, 4);
    check(&Wish { minimal: true, ..easy.clone() }, 2);
    check(&Wish { rating: Some(Tenths(17)..=Tenths(25)), clues: Some(28..=32), ..Wish::default() }, 3);
    check(&Wish { rating: Some(Tenths(26)..=Tenths(60)), clues: Some(24..=24), minimal: true, ..Wish::default() }, 2);
    for symmetry in Symmetry::ALL {
        check(&Wish { symmetry: Some(symmetry), ..easy.clone() }, 1);
    }
    check(&Wish { symmetry: None, ..easy.clone() }, 3);
    let xy_wing = Wish { rating: Some(Tenths(42)..=Tenths(60)), needs: Some(Technique::XyWing), ..Wish::default() };
    check(&xy_wing, 2);
    check(&Wish { allow: Some(known(&[Technique::HiddenSingle, Technique::Pointing])), ..Wish::default() }, 2);
    let x_wing = Wish { allow: Some(known(&[Technique::HiddenSingle, Technique::NakedPair])), ..Wish::default() };
    check(&Wish { needs: Some(Technique::XWing), ..x_wing }, 2);
}

/// A pattern with half-turn symmetry and 28 cells.
const PATTERN: &str = "1..1..1..1..1.1..11..1..1...111........1.1........111...1..1..11..1.1..1..1..1..1";

/// Its cells.
fn pattern() -> u128 {
    PATTERN.parse::<Grid>().expect("a grid").filled()
}

#[test]
fn the_clues_fill_the_pattern() {
    let pattern = pattern();
    let any = Wish { pattern: Some(pattern), ..Wish::default() };
    let half_turn = Some(Symmetry::Rotational180);
    let wishes = [
        Wish { symmetry: half_turn, ..any.clone() },
        Wish { symmetry: None, clues: Some(28..=28), ..any.clone() },
        Wish { symmetry: half_turn, rating: Some(Tenths(12)..=Tenths(15)), ..any.clone() },
        Wish { symmetry: half_turn, rating: Some(Tenths(66)..=Tenths(75)), ..any.clone() },
        Wish { symmetry: half_turn, needs: Some(Technique::NakedPair), ..any.clone() },
    ];
    for wish in wishes {
        let made = check(&wish, 3);
        assert!(made.iter().all(|made| made.puzzle.filled() == pattern), "{made:?}");
        let solutions: HashSet<Grid> = made.iter().map(|made| canonical(&made.solution).grid).collect();
        assert_eq!(solutions.len(), made.len());
    }
    // Fewer clues, because hardly any 28 in these cells are all needed.
    let fewer = Wish { pattern: Some(pattern ^ (1 | 1 << 3 | 1 << 77 | 1 << 80)), minimal: true, ..any.clone() };
    check(&Wish { symmetry: half_turn, ..fewer }, 2);
    let dense =
        Wish { pattern: Some(minimal::ALL ^ 0b101_000_101), rating: Some(Tenths(10)..=Tenths(12)), ..Wish::default() };
    check(&Wish { symmetry: None, clues: Some(77..=77), ..dense.clone() }, 1);
    let none = Wish { rating: Some(Tenths(90)..=Tenths(99)), work: 300_000, ..dense };
    let ended = generate(&none, "dense", 0, None);
    assert!(matches!(ended, Err(GenerateError::NotFound { .. })), "{ended:?}");
    let nearly_full = Wish { pattern: Some(minimal::ALL ^ 1), ..Wish::default() };
    check(&Wish { symmetry: Some(Symmetry::Diagonal), ..nearly_full }, 3);
    let made = generate(&any, "symmetry", 0, None).expect("a puzzle");
    assert_eq!(made.symmetry, Symmetry::Rotational180, "the symmetry is that of the pattern");
}

#[test]
fn a_puzzle_that_is_too_hard_gets_more_clues_of_its_solution() {
    let easy = Wish { rating: Some(Tenths(10)..=Tenths(12)), ..Wish::default() };
    for index in 0..8 {
        let (minimal, solution) = minimal_puzzle(&easy.stream("restored"), index);
        let made = generate(&easy, "restored", index, None).expect("a puzzle");
        assert_eq!(made.solution, solution);
        assert!(made.puzzle.contains(&minimal));
        let too_hard = logic::rate(&minimal, &StepLimits::default()).er > Tenths(12);
        assert_eq!(too_hard, !made.minimal, "{minimal}");
    }
}

#[test]
fn one_seed_has_nothing_in_common_for_two_wishes() {
    let rated = |rating| Wish { rating: Some(rating), ..Wish::default() };
    let wishes = [
        Wish::default(),
        rated(Tenths(10)..=Tenths(12)),
        rated(Tenths(10)..=Tenths(15)),
        Wish { clues: Some(24..=60), ..Wish::default() },
        Wish { symmetry: Some(Symmetry::Rotational180), ..Wish::default() },
        Wish { symmetry: None, ..Wish::default() },
        Wish { minimal: true, ..Wish::default() },
        Wish { pattern: Some(pattern()), ..Wish::default() },
        Wish { allow: Some(known(&[Technique::HiddenSingle])), ..Wish::default() },
        Wish { allow: Some(known(&[Technique::HiddenSingle, Technique::NakedSingle])), ..Wish::default() },
        Wish { needs: Some(Technique::HiddenSingle), ..Wish::default() },
    ];
    let made = wishes.iter().map(|wish| generate(wish, "streams", 0, None).expect("a puzzle"));
    let solutions: HashSet<Grid> = made.map(|made| canonical(&made.solution).grid).collect();
    assert_eq!(solutions.len(), wishes.len());
}

#[test]
fn two_spellings_of_a_wish_have_the_same_puzzles() {
    #[track_caller]
    fn check(one: &Wish, other: &Wish) {
        assert_eq!(one.stream("seed"), other.stream("seed"));
    }
    let swordfish = Some(Technique::Swordfish);
    let (all, some) = (Tenths(0)..=Tenths(200), Tenths(0)..=Tenths(50));
    check(&Wish { rating: Some(all), clues: Some(0..=81), work: 5, ..Wish::default() }, &Wish::default());
    check(
        &Wish { rating: Some(some), ..Wish::default() },
        &Wish { rating: Some(Tenths(10)..=Tenths(50)), ..Wish::default() },
    );
    check(
        &Wish { needs: swordfish, allow: Some(TechniqueSet::before(Technique::Swordfish)), ..Wish::default() },
        &Wish { needs: swordfish, ..Wish::default() },
    );
}

#[test]
fn rare_ratings_are_found_near_finds_and_are_other_puzzles() {
    let listed = rare_puzzles::tests::forms(rare_puzzles::tests::listed(|_| true));
    for ratings in [49..=49, 51..=51, 53..=53, 61..=61, 81..=81, 92..=94, 95..=99] {
        let rating = Some(Tenths(*ratings.start())..=Tenths(*ratings.end()));
        for made in check(&Wish { rating, minimal: true, ..Wish::default() }, 1) {
            assert_eq!(made.origin, Origin::Find);
            assert!(!listed.contains(&canonical(&made.puzzle).grid), "{}", made.puzzle);
        }
    }
}

#[test]
fn a_find_is_the_result_if_walks_are_in_vain() {
    let finds = rare_puzzles::tests::forms(rare_puzzles::tests::listed(|_| true));
    // Work for ten puzzles on walks, and for five finds.
    let wish = Wish { rating: Some(Tenths(53)..=Tenths(53)), work: 20_000, ..Wish::default() };
    for made in check(&wish, 2) {
        assert_eq!(made.origin, Origin::Stored);
        assert!(finds.contains(&canonical(&made.puzzle).grid), "{}", made.puzzle);
    }
}

#[test]
fn a_technique_that_hardly_any_puzzle_needs_is_found() {
    for technique in [
        Technique::NakedQuad,
        Technique::Jellyfish,
        Technique::HiddenQuad,
        Technique::UniqueRectangle6,
        Technique::HiddenRectangle,
        Technique::NestedMultiple,
    ] {
        check(&Wish { needs: Some(technique), ..Wish::default() }, 1);
    }
}

#[test]
fn a_search_without_success_ends_with_the_nearest_rating() {
    // Too little work for a walk.
    let wish = Wish { rating: Some(Tenths(90)..=Tenths(90)), work: 40_000, ..Wish::default() };
    let Err(GenerateError::NotFound { attempts, nearest }) = generate(&wish, "nearest", 0, None) else {
        panic!("hardly any random puzzle is as hard")
    };
    let mut random = Random::new(&wish.stream("nearest"), 0);
    let ratings = (0..attempts).map(|_| {
        let solution = solution::solution(&mut random);
        let mut order = Symmetry::None.orbits();
        random.shuffle(&mut order);
        let puzzle = solution.only(minimal::minimal(&solution, &order));
        logic::rate(&puzzle, &StepLimits::default()).er
    });
    assert_eq!(nearest, ratings.max());
}

#[test]
fn contradictory_wishes_are_rejected_with_the_option() {
    #[track_caller]
    fn check(wish: &Wish, expected: WishOption, part: &str) {
        match generate(wish, "rejected", 0, None) {
            Err(GenerateError::Contradiction { option, reason }) => {
                assert_eq!(option, expected);
                assert!(reason.contains(part), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    let any = Wish::default;
    #[expect(clippy::reversed_empty_ranges, reason = "the wish must be rejected")]
    let (reversed_rating, reversed_clues) = (Tenths(50)..=Tenths(20), 30..=20);
    check(&Wish { rating: Some(reversed_rating), ..any() }, WishOption::Rating, "ends at 2.0, below 5.0");
    check(&Wish { rating: Some(Tenths(121)..=Tenths(130)), ..any() }, WishOption::Rating, "12.0");
    // Hidden singles are rated 1.0, 1.2 and 1.5.
    check(
        &Wish { rating: Some(Tenths(11)..=Tenths(11)), ..any() },
        WishOption::Rating,
        "1.1; the nearest are 1.0 and 1.2",
    );
    check(&Wish { rating: Some(Tenths(13)..=Tenths(14)), ..any() }, WishOption::Rating, "1.3 to 1.4; the nearest");
    check(&Wish { rating: Some(Tenths(55)..=Tenths(55)), ..any() }, WishOption::Rating, "are 5.4 and 5.6");
    check(&Wish { rating: Some(Tenths(63)..=Tenths(64)), ..any() }, WishOption::Rating, "are 6.2 and 6.5");
    check(&Wish { clues: Some(reversed_clues), ..any() }, WishOption::Clues, "end at 20, below 30");
    check(&Wish { clues: Some(0..=16), ..any() }, WishOption::Clues, "17");
    check(&Wish { clues: Some(81..=81), ..any() }, WishOption::Clues, "80");
    check(&Wish { clues: Some(17..=19), ..any() }, WishOption::Clues, "fewer than 20 clues are so rare");
    assert_eq!(Wish { clues: Some(17..=20), ..any() }.check(), Ok(()));
    assert_eq!(Wish { clues: Some(80..=81), ..any() }.check(), Ok(()));
    check(&Wish { rating: Some(Tenths(0)..=Tenths(5)), ..any() }, WishOption::Rating, "ratings are from 1.0 to");
    check(&Wish { rating: Some(Tenths(200)..=Tenths(210)), ..any() }, WishOption::Rating, "ratings are from 1.0 to");
    check(&Wish { clues: Some(41..=50), minimal: true, ..any() }, WishOption::Minimal, "40");
    assert_eq!(Wish { clues: Some(40..=60), minimal: true, ..any() }.check(), Ok(()));
    let full = Some(Symmetry::Full);
    check(&Wish { clues: Some(17..=17), symmetry: full, ..any() }, WishOption::Symmetry, "full");
    check(&Wish { clues: Some(17..=17), symmetry: full, ..any() }, WishOption::Symmetry, "no puzzle with 17 clues has");
    // Orbits have four or eight cells, except the one in the middle.
    check(&Wish { clues: Some(22..=23), symmetry: full, ..any() }, WishOption::Symmetry, "22 to 23");
    let given = Wish { pattern: Some(pattern()), ..any() };
    check(&Wish { clues: Some(24..=27), ..given.clone() }, WishOption::Clues, "the pattern has 28 clues");
    check(&Wish { symmetry: full, ..given.clone() }, WishOption::Symmetry, "does not have full symmetry");
    check(&Wish { pattern: Some((1 << 16) - 1), ..any() }, WishOption::Pattern, "17 to 80 clues; the pattern has 16");
    check(&Wish { pattern: Some((1 << 81) - 1), ..any() }, WishOption::Pattern, "the pattern has 81");
    check(&Wish { pattern: Some((1 << 60) - 1), ..any() }, WishOption::Pattern, "row 8 and row 9 have no clue");
    let dense = Wish { pattern: Some(((1 << 41) - 1) << 20), minimal: true, ..any() };
    check(&dense, WishOption::Minimal, "more than 40 clues needs");
    let uneven = Wish { pattern: given.pattern.map(|cells| cells ^ 2), ..any() };
    check(&Wish { symmetry: None, ..uneven.clone() }, WishOption::Symmetry, "does not have any symmetry");
    assert_eq!(uneven.check(), Ok(()));
    let hard = Some(Tenths(50)..=Tenths(60));
    check(&Wish { rating: hard.clone(), needs: Some(Technique::NakedPair), ..any() }, WishOption::Needs, "above 3.0");
    check(
        &Wish { rating: hard, allow: Some(known(&[Technique::HiddenSingle])), ..any() },
        WishOption::Allow,
        "above 1.5",
    );
    for technique in [Technique::DirectClaiming, Technique::GeneralizedXWing] {
        check(&Wish { needs: Some(technique), ..any() }, WishOption::Needs, "no puzzle needs");
    }
}

#[test]
fn every_rating_of_a_technique_may_be_wished() {
    let rated = |rating| Wish { rating: Some(rating..=rating), ..Wish::default() }.check().is_ok();
    for row in TABLE.iter().filter(|row| row.is_rated() && row.technique != Technique::DirectClaiming) {
        assert!(rated(row.lowest) && rated(row.highest), "{}", row.id);
    }
    let possible: Vec<u8> = (0..=u8::MAX).filter(|&tenths| rated(Tenths(tenths))).collect();
    assert!(possible.starts_with(&[10, 12, 15, 17, 20]) && possible.ends_with(&[118, 119, 120]), "{possible:?}");
}

#[test]
fn a_raised_flag_ends_the_search() {
    let raised = CancelFlag::new();
    raised.cancel();
    assert_eq!(generate(&Wish::default(), "cancelled", 0, Some(&raised)), Err(GenerateError::Cancelled));
}

/// Checks counts against the expected ones by chi-square, with a quantile that random counts rarely exceed: with a
/// probability of 0.001 unless another is mentioned.
#[track_caller]
pub(super) fn check_counts(counts: &[u32], expected: &[f64], quantile: f64) {
    let pairs = counts.iter().zip(expected);
    let chi: f64 = pairs.map(|(&count, expected)| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi < quantile, "{chi}: {counts:?}");
}

#[test]
fn minimal_puzzles_have_the_published_distribution_of_clues() {
    // Berthier, "Unbiased Statistics of a CSP", 2009: in a million puzzles made from the top down, the number of clues
    // has the mean 24.38, the standard deviation 1.12, the skewness 0.08 and the excess kurtosis 0.007. It is therefore
    // nearly normal. These are the probabilities of at most 22, of 23, 24, 25 and 26, and of at least 27.
    let probabilities = [0.0412, 0.1669, 0.3361, 0.3055, 0.1253, 0.0250];
    let count = 2_000_u32;
    let mut counts = [0; 6];
    for index in 0..count {
        let (puzzle, solution) = minimal_puzzle("clues", index.into());
        assert!(rules::is_solved(&solution) && solution.contains(&puzzle));
        counts[puzzle.clues().clamp(22, 27) - 22] += 1;
    }
    check_counts(&counts, &probabilities.map(|probability| probability * f64::from(count)), 20.5);
}

#[test]
fn all_sets_of_digits_are_equally_likely_at_the_start_of_the_first_and_the_last_row() {
    let mut counts = [[0_u32; 512]; 2];
    for index in 0..8_400 {
        let solution = solution("rows", index);
        for (counts, first) in counts.iter_mut().zip([0, 72]) {
            let digits = &solution.values()[first..first + 3];
            counts[digits.iter().fold(0, |set, digit| set | 1 << (digit - 1))] += 1;
        }
    }
    for counts in counts {
        let sets: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(sets.len(), 84);
        check_counts(&sets, &[100.0; 84], 128.6);
    }
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
    for counts in &counts {
        // With eight degrees of freedom, exceeded with a probability of 0.00001 in each of the 81 cells.
        check_counts(counts, &[expected; 9], 37.3);
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    // Made by another implementation of the same algorithm, with one search per clue.
    let expected = [
        "........1971..86..5...7..2....8..7.........9.4.6....53.6.9.....13..2.9..2..4.6...",
        ".7......28...........51..8....7....1....916.874..56.....9....5.1...6.4..6..9.2...",
    ];
    assert_eq!([0, 1].map(|index| minimal_puzzle("golden", index).0.to_string()), expected);
    let rating = Some(Tenths(26)..=Tenths(60));
    let wish = Wish { rating, symmetry: Some(Symmetry::Rotational180), ..Wish::default() };
    let made = generate(&wish, "golden", 0, None).expect("a puzzle");
    let expected = "..52.3...........8.6....15.4..63..1..76.2.94..1..98..2.54....7.6...........5.14..";
    assert_eq!((made.puzzle.to_string(), made.rating.er), (expected.to_owned(), Tenths(42)));
}
