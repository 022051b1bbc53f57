//! What is generated from a seed never changes under a version of the generator: puzzles of many wishes, in
//! `generate/made.txt`, and how the searches went.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::support::approval::check_approved;
use sudoku_service::sudoku::generate::{Generated, VERSION, Wish, generate};
use sudoku_service::sudoku::logic::{Level, Technique, TechniqueSet, Tenths};
use sudoku_service::sudoku::{Grid, Symmetry};

fn wishes() -> Vec<Wish> {
    let rated = |lowest, highest| Wish { rating: Some(Tenths(lowest)..=Tenths(highest)), ..Wish::default() };
    let needs = |technique| Wish { needs: Some(technique), ..Wish::default() };
    let mut singles = TechniqueSet::only(Technique::HiddenSingle);
    singles.add(Technique::Pointing);
    let mut wishes = vec![
        Wish::default(),
        Wish { minimal: true, symmetry: None, ..Wish::default() },
        rated(10, 12),
        Wish { minimal: true, ..rated(15, 17) },
        Wish { minimal: true, symmetry: Some(Symmetry::Rotational90), ..rated(12, 40) },
        Wish { symmetry: Some(Symmetry::Full), ..rated(60, 75) },
        Wish { clues: Some(20..=21), ..Wish::default() },
        Wish { work: 2_000_000, clues: Some(30..=32), minimal: true, ..rated(26, 60) },
        Wish { work: 2_000_000, clues: Some(50..=52), ..rated(23, 90) },
        rated(50, 50),
        rated(76, 76),
        Wish { work: 2_000_000, nodes: 5_000, ..rated(83, 86) },
        rated(89, 90),
        rated(95, 99),
        Wish { work: 40_000, ..rated(58, 58) },
        Wish { work: 4_000_000, symmetry: Some(Symmetry::Full), clues: Some(19..=19), ..Wish::default() },
        Wish { allow: Some(TechniqueSet::only(Technique::HiddenSingle)), ..Wish::default() },
        Wish { allow: Some(singles), needs: Some(Technique::NakedPair), ..Wish::default() },
        Wish { work: 400_000, allow: Some(singles), ..needs(Technique::Swordfish) },
        needs(Technique::XyWing),
        needs(Technique::Skyscraper),
        Wish { minimal: true, ..needs(Technique::HiddenSingle) },
        needs(Technique::UniqueRectangle1),
        needs(Technique::NakedQuad),
        needs(Technique::ForcingChain),
    ];
    wishes.extend(Symmetry::ALL.map(|symmetry| Wish { symmetry: Some(symmetry), ..rated(12, 30) }));
    // Walks aim at the ratings of these.
    wishes.push(needs(Technique::NishioForcingChain));
    wishes.push(Wish { needs: Some(Technique::CellForcingChain), ..rated(80, 90) });
    wishes
}

#[test]
fn a_seed_gives_the_approved_puzzles() {
    let mut text = format!("generator {VERSION}\n\n");
    for (number, wish) in wishes().iter().enumerate() {
        let _ = writeln!(text, "wish {}", number + 1);
        for index in 0..2 {
            let _ = match generate(wish, "approved", index, None) {
                Ok(Generated { puzzle, rating, symmetry, minimal, attempts, origin, .. }) => {
                    let (er, ep, ed) = (rating.er, rating.ep, rating.ed);
                    let (level, origin) = (Level::of(er).name(), origin.name());
                    writeln!(
                        text,
                        "{puzzle} {er}/{ep}/{ed} {level}, {symmetry:?} minimal {minimal}, {attempts} {origin}"
                    )
                }
                Err(error) => writeln!(text, "{error}"),
            };
        }
        text.push('\n');
    }
    check_approved("generate/made.txt", &text);
}

/// Whether full houses, hidden and naked singles solve the puzzle: a plain search for cells with one digit, and for digits
/// with one cell in a house.
fn singles_solve(puzzle: &Grid) -> bool {
    let houses: Vec<Vec<usize>> = (0..9)
        .flat_map(|n| {
            let (top, left) = (n / 3 * 3, n % 3 * 3);
            [
                (0..9).map(|k| 9 * n + k).collect(),
                (0..9).map(|k| 9 * k + n).collect(),
                (0..9).map(|k| 9 * (top + k / 3) + left + k % 3).collect(),
            ]
        })
        .collect();
    let mut values: Vec<u8> = puzzle.to_string().bytes().map(|byte| byte.saturating_sub(b'0')).collect();
    let may = |values: &[u8], cell: usize, digit: u8| {
        values[cell] == 0
            && houses.iter().filter(|house| house.contains(&cell)).flatten().all(|&peer| values[peer] != digit)
    };
    loop {
        let naked = (0..81).find_map(|cell| {
            let mut digits = (1..=9).filter(|&digit| may(&values, cell, digit));
            digits.next().filter(|_| digits.next().is_none()).map(|digit| (cell, digit))
        });
        let hidden = || {
            houses.iter().flat_map(|house| (1..=9).map(move |digit| (house, digit))).find_map(|(house, digit)| {
                let mut cells = house.iter().filter(|&&cell| may(&values, cell, digit));
                cells.next().filter(|_| cells.next().is_none()).map(|&cell| (cell, digit))
            })
        };
        let Some((cell, digit)) = naked.or_else(hidden) else { return !values.contains(&0) };
        values[cell] = digit;
    }
}

#[test]
fn puzzles_of_a_level_are_what_its_name_promises() {
    for level in Level::ALL {
        let made = |index| generate(&Wish::default().of_level(level, "level", index), "level", index, None);
        let count = if level == Level::Diabolical { 5 } else { 40 };
        let made: Vec<Generated> = (0..count).map(|index| made(index).expect("a puzzle")).collect();
        let mut of_rating = BTreeMap::<Tenths, u64>::new();
        for Generated { puzzle, rating, .. } in &made {
            assert!(level.ratings().contains(&rating.er), "{puzzle} {}", rating.er);
            assert_eq!(singles_solve(puzzle), level <= Level::Medium, "{puzzle}");
            assert!(level != Level::Easy || puzzle.clues() >= 32, "{puzzle}");
            *of_rating.entry(rating.er).or_default() += 1;
        }
        let is_mixed = of_rating.values().all(|&times| times <= count / 2);
        assert!(is_mixed || !(Level::Medium..=Level::Expert).contains(&level), "{level:?}: {of_rating:?}");
    }
}

#[test]
fn what_a_wish_states_goes_before_what_its_level_implies() {
    let few = Wish { clues: Some(24..=26), ..Wish::default() }.of_level(Level::Easy, "level", 0);
    assert!((24..=26).contains(&generate(&few, "level", 0, None).expect("a puzzle").puzzle.clues()));
    // Its rating is that of one part of the level, which need not be the one that the index draws.
    for index in 0..4 {
        let wish =
            Wish { needs: Some(Technique::NakedTriplet), ..Wish::default() }.of_level(Level::Hard, "level", index);
        assert_eq!(wish.rating, Some(Level::Hard.ratings()));
        assert!(Level::Hard.ratings().contains(&generate(&wish, "level", index, None).expect("a puzzle").rating.er));
    }
}
