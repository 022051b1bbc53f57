//! The course, the levels, and the quick test of whether a puzzle is easier than a rating.

use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    COURSE, Level, StepLimits, TABLE, Technique, TechniqueSet, Tenths, is_easier, rate,
};

#[test]
fn the_table_and_the_course_have_every_technique_once() {
    for (i, row) in TABLE.iter().enumerate() {
        assert_eq!(row.technique as usize, i, "{}", row.id);
        assert_eq!(COURSE.iter().filter(|&&technique| technique == row.technique).count(), 1, "{}", row.id);
        assert_eq!(Technique::from_id(row.id), Some(row.technique));
    }
    let unrated: Vec<usize> =
        TABLE.iter().filter(|row| !row.is_rated()).map(|row| row.technique.place_in_course()).collect();
    assert!(unrated.is_sorted(), "{unrated:?}");
}

#[test]
fn a_turbot_fish_stands_for_its_names() {
    let mut set = TechniqueSet::default();
    set.add(Technique::TurbotFish);
    assert!(set.has(Technique::Crane) && !set.has(Technique::XChain));
    let mut set = TechniqueSet::default();
    set.add_up_to(Technique::XWing);
    assert!(set.has(Technique::HiddenQuad) && set.has(Technique::XWing) && !set.has(Technique::Skyscraper));
}

#[test]
fn the_levels_divide_all_ratings() {
    for level in Level::ALL {
        assert_eq!([*level.ratings().start(), *level.ratings().end()].map(Level::of), [level; 2]);
    }
    for pair in Level::ALL.windows(2) {
        assert_eq!(pair[0].ratings().end().0 + 1, pair[1].ratings().start().0);
    }
    assert_eq!([Tenths(0), Tenths(200)].map(Level::of), [Level::Easy, Level::Diabolical]);
}

#[test]
fn most_easier_puzzles_are_recognized_and_no_harder_ones() {
    let (mut easier, mut recognized) = (0, 0);
    for index in 0..200 {
        let (puzzle, _) = minimal_puzzle("easier", index);
        let rating = rate(&puzzle, &StepLimits::default()).er;
        for limit in [12, 15, 70, 80, 85, 90].map(Tenths) {
            let is_easier = is_easier(&puzzle, limit, &StepLimits::default(), &mut 0);
            assert!(rating < limit || !is_easier, "{puzzle} is rated {rating}");
            easier += u32::from(rating < limit);
            recognized += u32::from(is_easier);
        }
    }
    assert!(recognized * 10 > easier * 9, "{recognized} of {easier}");
}

#[test]
fn without_nodes_chains_are_not_used() {
    let solved = |nodes| {
        let limits = StepLimits { nodes, ..StepLimits::default() };
        (0..50).filter(|&index| is_easier(&minimal_puzzle("nodes", index).0, Tenths(80), &limits, &mut 0)).count()
    };
    assert!(solved(0) < solved(u64::MAX));
}
