//! Puzzles for practice: the techniques that a player knows solve them with the technique to practise, and not without it.

use std::sync::Mutex;
use std::time::Instant;

use sudoku_service::sudoku::generate::{GenerateError, Wish, generate};
use sudoku_service::sudoku::logic::{
    End, StepLimits, TABLE, Technique, TechniqueSet, example, names, path, rate, steps,
};

/// Techniques that few puzzles need for somebody who knows those before them: a search takes seconds, or finds none.
const RARE: &str = "swordfish hidden-triplet unique-loop unique-rectangle-5 finned-jellyfish sashimi-jellyfish \
    aligned-triplet-exclusion avoidable-rectangle-1 avoidable-rectangle-2";

/// Techniques without an example: none of our puzzles has one.
const WITHOUT_EXAMPLE: [Technique; 3] = [Technique::NestedMultiple, Technique::NestedDynamic, Technique::NestedNested];

/// Makes some puzzles that need a technique, and solves each step by step, with the technique and without it. Returns how
/// many were found.
#[track_caller]
fn check(technique: Technique, count: u64) -> usize {
    let wish = Wish { needs: Some(technique), ..Wish::default() };
    let lesson = wish.lesson().expect("a technique is needed");
    let (with, mut without) = (lesson.techniques(), lesson.techniques());
    without.remove(technique);
    let mut found = 0;
    for index in 0..count {
        let puzzle = match generate(&wish, "practice", index, None) {
            Ok(made) => made.puzzle,
            Err(GenerateError::NotFound { .. }) => continue,
            Err(error) => panic!("{}: {error}", technique.info().id),
        };
        found += 1;
        let id = technique.info().id;
        assert_eq!(rate(&puzzle, &StepLimits::within(without)).end, End::Stuck, "{puzzle} does not need {id}");
        let (rating, steps) = path(&puzzle, &StepLimits::within(with));
        assert_eq!(rating.end, End::Solved, "{puzzle} needs more than {id}");
        assert!(steps.iter().any(|step| !without.has(step.technique)), "{puzzle}");
    }
    found
}

#[test]
fn puzzles_for_practice_need_their_technique() {
    for technique in
        [Technique::NakedSingle, Technique::XWing, Technique::Skyscraper, Technique::WWing, Technique::ForcingChain]
    {
        assert_eq!(check(technique, 2), 2, "{}", technique.info().id);
    }
}

#[test]
#[ignore = "makes 20 puzzles for each technique"]
fn puzzles_for_practice_of_every_technique_need_it() {
    // The nested kinds and dynamic plus take seconds to rate. The chains share a search that shows one proof of each effect, so
    // whether one is needed depends on the order of the steps.
    let without = "dynamic-plus nested-forcing-chain nested-multiple nested-dynamic nested-nested x-cycle y-cycle cycle \
        turbot-fish forcing-x-chain";
    let is_in = |list: &str, id: &str| list.split_whitespace().any(|other| other == id);
    let count = |technique: Technique| match technique.info().id {
        id if is_in(without, id) => 0,
        // Each takes seconds to find.
        "dynamic-double" => 4,
        id if is_in(RARE, id) => 1,
        _ => 20,
    };
    let possible = TABLE.iter().filter(|row| Wish { needs: Some(row.technique), ..Wish::default() }.check().is_ok());
    let rows: Vec<_> = possible.collect();
    let missing = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for first in 0..2 {
            let (rows, missing) = (&rows, &missing);
            scope.spawn(move || {
                for row in rows.iter().skip(first).step_by(2) {
                    let start = Instant::now();
                    let (wanted, found) = (count(row.technique), check(row.technique, count(row.technique)));
                    println!("{:28} {found:2} of {wanted:2} in {:6.1} s", row.id, start.elapsed().as_secs_f64());
                    if found == 0 && wanted > 1 {
                        missing.lock().expect("no panic").push(row.id);
                    }
                }
            });
        }
    });
    assert_eq!(missing.into_inner().expect("no panic"), [""; 0]);
}

#[test]
fn every_technique_has_an_example_in_which_it_is_possible() {
    for row in TABLE.iter().filter(|row| !WITHOUT_EXAMPLE.contains(&row.technique)) {
        let board = example(row.technique).unwrap_or_else(|| panic!("{}", row.id));
        let only = TechniqueSet::only(row.technique);
        let step = steps(&board, &StepLimits::within(only), 1).0.pop().unwrap_or_else(|| panic!("{}", row.id));
        assert!(step.technique == row.technique || only.has(step.technique), "{}", row.id);
        assert!(row.is_rated() || names(&board, &step).contains(&row.technique), "{}", row.id);
    }
}
