//! What is generated from a seed never changes under a version of the generator: puzzles of many wishes, in
//! `generate/made.txt`, and how the searches went.

#[path = "support/approval.rs"]
mod approval;

use std::fmt::Write as _;

use approval::check_approved;
use sudoku_service::sudoku::Symmetry;
use sudoku_service::sudoku::generate::{GenerateError, Generated, VERSION, Wish, WishOption, generate};
use sudoku_service::sudoku::logic::{Level, Technique, TechniqueSet, Tenths};

fn wishes() -> Vec<Wish> {
    let rated = |lowest, highest| Wish { rating: Some(Tenths(lowest)..=Tenths(highest)), ..Wish::default() };
    let needs = |technique| Wish { needs: Some(technique), ..Wish::default() };
    let mut singles = TechniqueSet::only(Technique::HiddenSingle);
    let known = Wish { allow: Some(singles), ..Wish::default() };
    singles.add(Technique::Pointing);
    let mut wishes = vec![
        Wish::default(),
        Wish { minimal: true, symmetry: None, ..Wish::default() },
        rated(10, 12),
        Wish { minimal: true, ..rated(15, 17) },
        Wish { minimal: true, symmetry: Some(Symmetry::Rotational90), ..rated(20, 40) },
        Wish { symmetry: Some(Symmetry::Full), ..rated(60, 75) },
        Wish { clues: Some(20..=21), ..Wish::default() },
        Wish { clues: Some(30..=32), minimal: true, ..rated(26, 60) },
        Wish { clues: Some(50..=52), ..rated(23, 90) },
        rated(50, 50),
        rated(76, 76),
        Wish { nodes: 5_000, ..rated(83, 86) },
        rated(89, 90),
        rated(95, 99),
        Wish { work: 40_000, ..rated(58, 58) },
        Wish { work: 4_000_000, symmetry: Some(Symmetry::Full), clues: Some(19..=19), ..Wish::default() },
        known,
        Wish { allow: Some(singles), needs: Some(Technique::NakedPair), ..Wish::default() },
        Wish { work: 400_000, allow: Some(singles), ..needs(Technique::Swordfish) },
        needs(Technique::XyWing),
        needs(Technique::Skyscraper),
        Wish { minimal: true, ..needs(Technique::HiddenSingle) },
        needs(Technique::UniqueRectangle1),
        needs(Technique::NakedQuad),
        needs(Technique::ForcingChain),
    ];
    let symmetries = Symmetry::all().map(|symmetry| Wish { symmetry: Some(symmetry), ..rated(12, 30) });
    wishes.extend(symmetries);
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

#[test]
fn no_puzzle_of_more_than_40_clues_is_known_that_needs_them_all() {
    let wish = |clues| Wish { clues: Some(clues..=60), minimal: true, ..Wish::default() };
    assert_eq!(wish(40).check(), Ok(()));
    assert!(
        matches!(wish(41).check(), Err(GenerateError::Contradiction { option: WishOption::Minimal, .. })),
        "{:?}",
        wish(41).check()
    );
}
