//! Known puzzles with the highest ratings or a rare technique, near which walks find others.
//!
//! About one in 600 random minimal puzzles is rated 9.0 or higher, hardly any is rated 9.5 or higher, and one in several
//! thousand needs a hidden quad. [`FINDS`] lists some of these. Those with hidden quads were found by walks from random
//! puzzles (see `walk`). Those rated 9.2 and higher were found by walks that began at public puzzles rated above 11; none
//! of them is equivalent to one of the 13,282 public puzzles with which they were compared. Walks from random puzzles
//! reach the same ratings, but end in neighbourhoods with few others: from 15 such finds, a walk to a rating from 9.5 to
//! 9.7 tried 1,440 puzzles in the mean, and twelve walks ended in five classes; from 19 of these, 465 puzzles and
//! twelve classes.
//!
//! Each is transformed at random before a walk begins at it (see `search`), which changes the order in which techniques find
//! their steps and with it some ratings, by up to 0.4. A find itself is never a result.

use std::ops::RangeInclusive;

use super::Wish;
use super::random::Random;
use super::walk::Draft;
use crate::sudoku::canonical::Transformation;
use crate::sudoku::logic::{Technique, Tenths};
use crate::sudoku::{Grid, Symmetry};

/// A wish that excludes all lower ratings begins with a find: near those rated 9.5, there are many rated 9.2 to 9.4.
const FROM: Tenths = Tenths(92);

/// The rating of a hidden quad, and of the finds that use one, even if other steps are rated higher.
const HIDDEN_QUAD: Tenths = Tenths(54);

/// The finds, with their ratings.
const FINDS: [(Tenths, &str); 70] = [
    (Tenths(54), ".................1...23456............5..72.4.82.9..1...47....3..65.8...1....274."),
    (Tenths(54), "...............123..4.12..5.....1.6..5.78.....674..9....36.5....72......5...9.4.."),
    (Tenths(54), "..............1..2.34...56......7.....2....378.7.4.2.1..9.2..7..1..5.8..4..3....9"),
    (Tenths(54), "..............1..2.34...56.....7.23...568....1..5..6....97....4.6.8.....52....7.."),
    (Tenths(54), "..............1.23..2...4.5..3..6....4.....716...85.....4..2.9...81.9.5.9.....8.7"),
    (Tenths(54), "..............1.23..2...4.5..6.7.....14..5.3..8.....9..9.1..6..4...59.1.87..6...."),
    (Tenths(54), "..............1.23.45..6..7.......4...2.8..958.6..7.......7..14...3.8...6..9....."),
    (Tenths(54), "...........1..2.34..3.5.16...........6..4.75.14.7.8..2.7....4..8..1.....9..6....."),
    (Tenths(54), "........1.....2.3....45..67......2.4..8.7..9.16...3....32...6...8.7.....57..8...."),
    (Tenths(54), "........1.....234......567...1.8..2..5..9....6.7..1...2.8....1.5..4....97.....5.4"),
    (Tenths(92), "........1.....2.3....45.6....1..3..7.4.8..9..9..5.......7....2.59.1..8..8..6....."),
    (Tenths(92), "........1....23.4...56.......2.5.....5.7..2.67.8....9...6.4.....8.....1.5..83.6.7"),
    (Tenths(92), "........1..2..3....4..5.26......1..3..5.746..8..9.......7.2..4..6.8..5..9........"),
    (Tenths(93), ".................1..2.34.5...6....2..2..56.3.3...4.7...5...1..8.649.....2...65.4."),
    (Tenths(93), "........1..2..3....4.25......3..4.5..6....1..7...8.3....9..5.1..5.6..9.48...7...."),
    (Tenths(93), "........1..2..3.4..4..5.6......6.7.....1....52....4.3...87......2...8.9.913......"),
    (Tenths(94), "........1.....2.3...4.5.6.....5......6..4..2.74...85....7.6.39..56.8.7..3..9....."),
    (Tenths(94), "........1....23.4...2.54.....35...1..6......78.....9....43......7...9...9....73.6"),
    (Tenths(94), "........1..2..3.4..5..6.27......7..8..7.3.52.5..4......6.3......79....3.2...7.96."),
    (Tenths(95), "........1.....2.3...4.5.6.......1.2....3....7.8..7.9...6...7...248..9...9...6.4.."),
    (Tenths(95), "........1....23.4...25..6....13...6..5..7...48....9.....54..23..7......69....8..."),
    (Tenths(97), "..............1..2..134..5...3..64...574.....8...7..3...8.......7.51..8.1....3..9"),
    (Tenths(97), ".....1..2..1.2.34..2.....5....6...7..5..4...37.......8..89...3..3..1...46....89.."),
    (Tenths(98), "........1.....2.3...4.5.6....6.1.7...3.8....28..5...6...9..4.7..4..9...661...59.."),
    (Tenths(98), "........1..1.23...45.1...2......627...72....3.8.........451...2..53..7.49.....5.."),
    (Tenths(98), ".....1..2....3..4...12.5.....3.16..5.7....6..8..9.......4.2...3.9.....8.6.....7.."),
    (Tenths(100), "........1.....234...3.5.26...5..47...6.......8..9...5...6..7.2..9.83.6..1.......3"),
    (Tenths(100), ".......12.....3..4..1.5.36...4..16...7..8....9..2.......5..4.3..2..9....8..7....."),
    (Tenths(100), ".......12..1..34...5..6.......2...76..4..18..7...5......9....8.1....9..334.8..9.."),
    (Tenths(101), "........1..1.23....4...5.3...3....6..6.7.....4.5..67....4.8.9...5...7.4.8..9....2"),
    (Tenths(102), "........1.....2.3...4.5.6....517.8....6.8.1...1...4..9..7.....64..7..5..58..4...."),
    (Tenths(102), "........1..2..3.4..5.16..7....3..8....7..9.3.68..5......9.....4.7.....2.2....79.3"),
    (Tenths(102), "........1..2..3.4..5.16..7....7..8....7..9.3.68..5......9.....4.7.....2.2....79.3"),
    (Tenths(102), ".......12.....3..4..2.4.5....1.2..5..6...7...8..3.......9.....5.7.8..3..3....69.."),
    (Tenths(103), "........1..2..3....4..5..2......67...8..4..5..9.72..83.2......54...9....8.9..2.4."),
    (Tenths(103), "........1..2..3....4..5..6......5.7..7.8..6..9.5.7.8.4..7..19...6..4..8.3..2....."),
    (Tenths(103), "........1..2..3.4..3.15.6.....76......3..4.8..7......5..9.....428.....9.3....98.."),
    (Tenths(104), "...........1..2..3.24.5..6.....6.1...567...3.8............7.3...75..6.4.9..54...."),
    (Tenths(104), "........1.....2..3..4.5..6....7....2.4..6..8.6.8..1....5...7..8.89...3..4...9..5."),
    (Tenths(104), "........1.....2.3...4.5.6....72......4..8.7..5..3...9..76..5..9.8...1.6.4...6.8.."),
    (Tenths(104), "........1.....2.34..4.1.5....1.4..5..6......78....9.....3.7...5.2.9..71.6..8....."),
    (Tenths(104), "........1.....2.34..4.5.6.....6..7...5..8....9....3.4..8.7.....3.1....2.4....1..9"),
    (Tenths(105), "........1.....2.....3.4.56....5.......7.3.61..8.1.97....5......43..5..7.67...345."),
    (Tenths(105), "........1.....2.3...4.5.6.....3...72..8.4.5...7...1.....58.9....49.6....68....9.."),
    (Tenths(105), "........1.....234...3.5.26...5..47...6.......8..9...5...6..7.2..9.83....1.....6.3"),
    (Tenths(106), "...........1..2..3.2..4.15...26....5.7...5...8...1.27...7.8.54..4...9....8.4....."),
    (Tenths(106), "........1.....234...3.5.26...5..47...6.......8..9...5...6..7.2..9.8.5...1.......3"),
    (Tenths(106), "........1..2..3....4..5.26.....4.72.4.....1.67..6.8.9...59....2.6.......2...7.65."),
    (Tenths(106), ".......12.....34....1.54.....4.3.....6.5...7.8..6....9..5.2.1...9.....6.7.......8"),
    (Tenths(107), "........1.....2.3.....4.5.6..2..7....6.3...8.9...1.6....78.....51....4..6...5...9"),
    (Tenths(107), "........1.....2.34..4...25...3..4.2..1..6....7..8.......5..39...6..1....8..7....."),
    (Tenths(107), "........1..1..2....3..4..5...24.67...4..5..8.6..7.......4..5.9..9......33...9.8.."),
    (Tenths(107), "........1..1..2.3..4..5.6....5.4..7..7...8..64.....8....79.3....6..8.7..9.......2"),
    (Tenths(107), "........1..2..3.4..4.25...6....6.5...7...2.8.2..9.......7...1...83.9....4....7.3."),
    (Tenths(107), "........1..2..3.4..5..6.7.......4..8...1...3.2...7.6....6.9.5..59...7...7..6...8."),
    (Tenths(107), "........1..2..3.4..5.16.......43..6...3.2.7..6....7.....7..6.3..8....9..9...8...5"),
    (Tenths(107), ".......12.....3..4..4.1.5....2.6..5..3.7......8...9.....6.2...58..6...4.9....76.."),
    (Tenths(107), ".......12..1..3....4..5.6.....7....3.8..4.9..7....2.6..6.5.....4...9....8.9..65.."),
    (Tenths(108), "........1..2..3....4..5..2......67...8..4..5.69.72..8..2......54...9....8.9..2.4."),
    (Tenths(109), "..............1..2..3.4.56......7.....5.8.32..9.25......84......5..6..8.63...845."),
    (Tenths(109), "........1.......2...3.145....41......5..674..6.7..8.....57...9..3.8.....7...563.."),
    (Tenths(109), "........1.....2.3..23.4.5...3..5.....45..67..8..4......742..6...8..74.9.3...6...7"),
    (Tenths(109), "........1.....2.3..34.5.6....7..4....45.6.7..3...7...8.597.6..4.7...59..4...9...."),
    (Tenths(109), "........1..2..3.4..5..6.7.....1....8..48...3..2..5.6...9.6.....2.5.9....7....59.."),
    (Tenths(110), "........1.....2.34..3.5.6.....6..7....5.8.....9...1.4...87......4...3..913.....2."),
    (Tenths(110), "........1..2..3....4..5.26.........7..6.8.53.5....9.....83.4....648.....2...6.48."),
    (Tenths(111), "..............1.23.23.4.5........6.5.45.6..3.7.....4...52.3...6.7.8.....9..5....."),
    (Tenths(111), "........1..2..3.4..4..5.6......1...5.3.6..7..2......8...85......2...4.9.9...7.4.."),
    (Tenths(111), "........1..2..3.4..4..5.6.....7..5.8.8..1..6.9.....1....4..2....5..4...67.39....."),
    (Tenths(111), ".....1..2....2..3...14..5....56..7...8...9...9...3..8...6....1..5....4..74.1....6"),
];

/// The finds, each transformed at random, those with the ratings nearest to the wished ones first. There are none unless
/// the puzzle must be rated at least 9.2 or need a technique that hardly any puzzle needs, and no symmetry is wished.
pub(super) fn finds(wish: &Wish, ratings: RangeInclusive<Tenths>, random: &mut Random) -> Vec<(Draft, Tenths)> {
    let hidden_quad = wish.needs == Some(Technique::HiddenQuad);
    let hard = Technique::DynamicPlus..=Technique::NestedNested;
    let is_hard = *ratings.start() >= FROM || wish.needs.is_some_and(|technique| hard.contains(&technique));
    if !(is_hard || hidden_quad) || wish.symmetry != Some(Symmetry::None) {
        return Vec::new();
    }
    let mut finds: Vec<_> = FINDS.into_iter().filter(|&(rating, _)| (rating == HIDDEN_QUAD) == hidden_quad).collect();
    random.shuffle(&mut finds);
    finds.sort_by_key(|(rating, _)| {
        ratings.start().0.saturating_sub(rating.0).max(rating.0.saturating_sub(ratings.end().0))
    });
    let drafts = finds.iter().filter_map(|(rating, puzzle)| {
        let puzzle: Grid = puzzle.parse().ok()?;
        Some((Draft::of(&transformation(random)?.apply(&puzzle))?, *rating))
    });
    drafts.collect()
}

/// Draws a transformation, each with the same probability.
pub(in crate::sudoku) fn transformation(random: &mut Random) -> Option<Transformation> {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut digits);
    Transformation::new(random.below(2) == 1, lines(random), lines(random), digits)
}

/// Draws an order of the lines that keeps those of a band or stack together.
fn lines(random: &mut Random) -> [u8; 9] {
    let mut bands = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    random.shuffle(&mut bands);
    for band in &mut bands {
        random.shuffle(band);
    }
    std::array::from_fn(|line| bands[line / 3][line % 3])
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::sudoku::canonical::canonical;
    use crate::sudoku::logic::{self, StepLimits};
    use crate::sudoku::solver::count_solutions;

    fn between(first: u8, last: u8, symmetry: Symmetry) -> Vec<Grid> {
        let wish = Wish { symmetry: Some(symmetry), ..Wish::default() };
        of(&wish, Tenths(first)..=Tenths(last))
    }

    fn of(wish: &Wish, ratings: RangeInclusive<Tenths>) -> Vec<Grid> {
        finds(wish, ratings, &mut Random::new("finds", 0)).iter().map(|(draft, _)| draft.puzzle()).collect()
    }

    pub fn forms(puzzles: impl IntoIterator<Item = Grid>) -> HashSet<Grid> {
        puzzles.into_iter().map(|puzzle| canonical(&puzzle).grid).collect()
    }

    pub fn listed(is_listed: impl Fn(Tenths) -> bool) -> impl Iterator<Item = Grid> {
        let puzzles = FINDS.into_iter().filter(move |&(rating, _)| is_listed(rating));
        puzzles.map(|(_, puzzle)| puzzle.parse().expect("a grid"))
    }

    #[test]
    fn the_finds_are_different_puzzles_and_stay_equivalent() {
        let all: Vec<Grid> = listed(|_| true).collect();
        assert_eq!(forms(all.clone()).len(), FINDS.len());
        let drawn = between(95, 120, Symmetry::None);
        assert!(drawn.iter().all(|puzzle| count_solutions(puzzle, 2) == 1 && !all.contains(puzzle)));
        assert_eq!(forms(drawn), forms(listed(|rating| rating >= FROM)));
    }

    #[test]
    fn the_finds_nearest_to_the_wish_come_first() {
        for (rating, _) in FINDS.into_iter().filter(|&(rating, _)| rating >= FROM) {
            let same = forms(listed(|other| other == rating));
            let first = between(rating.0, rating.0, Symmetry::None).into_iter().take(same.len());
            assert_eq!(forms(first), same, "{rating}");
        }
        assert_eq!(between(91, 120, Symmetry::None), []);
        assert_eq!(between(95, 120, Symmetry::Rotational180), []);
    }

    #[test]
    fn the_finds_for_a_technique_use_it() {
        let wish = Wish { needs: Some(Technique::HiddenQuad), ..Wish::default() };
        let drawn = of(&wish, HIDDEN_QUAD..=HIDDEN_QUAD);
        let limits = StepLimits { max_rating: HIDDEN_QUAD, ..StepLimits::default() };
        for puzzle in &drawn {
            let used = logic::rate(puzzle, &limits).techniques().any(|(used, ..)| used == Technique::HiddenQuad);
            assert!(used, "{puzzle}");
        }
        assert_eq!(forms(drawn), forms(listed(|rating| rating == HIDDEN_QUAD)));
    }
}
