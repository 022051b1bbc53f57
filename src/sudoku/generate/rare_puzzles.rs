//! Known puzzles with a rare rating or a rare technique, near which walks find others.
//!
//! About one in 600 random minimal puzzles is rated 9.0 or higher, hardly any is rated 9.5 or higher, and one in several thousand
//! needs a hidden quad or another technique of [`NEEDING`], whose puzzles were found by walks from random puzzles (see `walk`). So
//! were those rated 4.8 to 7.5, in one of 1 to 30 attempts, and those rated 7.9 to 9.1, with 5 to 16 times the usual work.
//! Those rated 4.9 and 5.1 are among 2,400,000 puzzles on walks towards unique loops of this rating; walks to 5.3 began at one of
//! them, and walks to 6.1 at finds rated 6.0. Those rated 9.2 and higher, [`FINDS`], were found by walks that began at public
//! puzzles rated above 11; none of them is equivalent to one of the 13,282 public puzzles with which they were compared. Walks from
//! those rated 11.4 to puzzles rated 11.5 ended in four classes; three of them are public and left out.
//! Walks from random puzzles reach the same ratings, but end in neighbourhoods with few others: from 15 such finds, a walk to a
//! rating from 9.5 to 9.7 tried 1,440 puzzles in the mean, and twelve walks ended in five classes; from 19 of these, 465 puzzles
//! and twelve classes.
//!
//! Each is transformed at random before a walk begins at it (see `search`), which changes the order in which techniques find
//! their steps and with it some ratings, by up to 0.4. A find itself is a result only if walks are in vain, and is called
//! [`Origin::Stored`](super::Origin::Stored).
//!
//! `cargo bench --bench generate -- finds 5.8 3 10`, in `benches`, prints three rows of the tables: other puzzles with this rating, or
//! that need the technique with this id, each found with at most ten times the usual work.

use std::ops::RangeInclusive;

use super::Wish;
use super::random::Random;
use super::walk::Draft;
use crate::sudoku::canonical::Transformation;
use crate::sudoku::logic::{Lesson, Technique, TechniqueSet, Tenths};
use crate::sudoku::{Grid, Symmetry};

/// Ratings that hardly any random puzzle has. A wish for ratings within one of these ranges begins with a find: near those rated
/// 9.5, there are many rated 9.1 to 9.4.
const RARE: [RangeInclusive<u8>; 8] = [48..=51, 53..=54, 58..=61, 75..=75, 79..=79, 81..=81, 86..=87, HIGHEST];
const HIGHEST: RangeInclusive<u8> = 91..=u8::MAX;

/// The finds, with their ratings.
const FINDS: [(Tenths, &str); 114] = [
    (Tenths(48), "..............1.23.45.6.7.....2..34...38.7.....8.....6..19.85..8..17.2..9...5...."),
    (Tenths(48), "........1..2..3.4...567.8..........5.562.94..7...4.28..2..3.9...6...51..4.8.....3"),
    (Tenths(48), ".......12....34..5..2..5.6.....271.4..4..8...78......6.5.6..9..2..5....36.984...."),
    (Tenths(49), "...........1..2..3.2..4.56......7......8...4297....85....1.62..5..7.....63.98...."),
    (Tenths(49), "........1.....234...536........7..15.5....8..6..2.......7..4....61..9.7..9....632"),
    (Tenths(49), "........1....23.4...56....7.....75.2.3..8.9..62....81....74....1..8....998..31..."),
    (Tenths(50), "........1.......23.13.24.5....2......6...728.84..96....8..5....4...1..697..3....."),
    (Tenths(50), "........1.....2..3..2.4.56.....1...7..56...8.49..........37.4....4.8..5..861....."),
    (Tenths(50), "........1..1..2.34.5..67.8.....9.4....8....675.......2..52..1..37.9.....6...5...."),
    (Tenths(51), "..............1.23.24.5.........6..7.7..2.6...895........2.3.5..56.8.9..1...9.8.."),
    (Tenths(51), "........1.....1.2..34.5...6....7...2..6...81..7...6.9....7.....2...3.95.58..4...."),
    (Tenths(53), "..............1.23..456............5.1...3.6.57...2.8...98...7..6..1..328.....1.."),
    (Tenths(53), "...........1..2.34..3.5.1.6...1.......7.46.1..2....8.5.3..64....9....5787.2......"),
    (Tenths(53), "........1....23..4.25....6.....78.....4.9...25.9....1..4....25.7..6.....8...41..7"),
    (Tenths(54), "..............1..2....3456....7...4...61....827...5....3..6....4..9...2.5..8....6"),
    (Tenths(54), "..............1.23..4..56.1...........2.76.1.58..4.....4....83.2.6.8....8...9.56."),
    (Tenths(54), "........1.....2.3.....45678..35...1..5...8....7..16....48...2...6...7...9.....84."),
    (Tenths(58), "..............1.23..1.42..5......6...571....46..7.8.....6..7..2.9.4.....3...9.87."),
    (Tenths(58), "..............1.23..456...1.....3.7....12...4.4..8.3....37...58.2.8.....76..9...."),
    (Tenths(58), ".............12.34..1.3567.......2.8..7.......54.....1...6.7...31.9.4.5.4........"),
    (Tenths(59), "..............1..2.13.4..5...26...7.76..52.4.8..1....3.4.....9..8..26...5.6..92.4"),
    (Tenths(59), "..............1..2.34.5.67......8.6...3..24...6.3.7.....6...34...82.....5.....9.6"),
    (Tenths(59), "........1.....2.3..45...6.7....1..6...8.....55.39.61.....6...8...183....2.9..5..."),
    (Tenths(60), "..............1.23..4.5.6............6.7.8..18..9....4..94...3..16..5..8.5..2...."),
    (Tenths(60), "...........1..2.34.3..5.6.7..4.8..7..8.5...9.7..136.....7.....2.42.....86.....3.."),
    (Tenths(60), "........1......234.....1.5.....2.6....5..7.8..82..9.4...17.4...3..218..65..3....."),
    (Tenths(61), "..............1..2..3.4..5...........4.2..6.776.3..8....8..93...2.7...15.5......6"),
    (Tenths(61), "..............1..2..3.4.56...........5.6.7.1.7..8...3..1..24....47......6.83....9"),
    (Tenths(61), "..............1..2.34....5...1.5.....5.6.71..7..8..4....84....3.9..2....31...87.."),
    (Tenths(75), "........1.....2.3...2.4.56.....7.4....5....23.6.8...5..3.167...1....9...4.9.8...."),
    (Tenths(75), "........1....23.....45...6...6..7.4..5....38.8....6.....7.......1..8.4..3...1.9.2"),
    (Tenths(75), "........1....23.4...24...56...5......3...67..89....563.2..1.9..3.8..7...9.....678"),
    (Tenths(79), "........1......234..1..5.......41.6..1...78..5..9.3....8..7....14523...73.7......"),
    (Tenths(79), "........1......234..1235.6.....46.2...5.7....68...3..7.3..98.567..6.....8....4..2"),
    (Tenths(79), "........1.....2..3.34.56......4...5..7..8..322.8.9.......8......4..1.2..569......"),
    (Tenths(81), "........1.....2.3..45.6.......7.4.2.2...56.4.8.4.1......2..56....9..37...7..9.3.."),
    (Tenths(81), "........1.....2.34..1.536....4.......5.71....31.4..7.8.6..3.8...8.....4.4.2..6..5"),
    (Tenths(81), "........1....12.3...45..62.....41....3.......7...3.48..7.......5..4.6.9.6....5..2"),
    (Tenths(86), "........1......23...4..5........26...3..1..5778.....4.3..9...7.6..4.....8.51....."),
    (Tenths(86), "........1.....2....34....5.....2...6..74..3...853.12....8.....54...6..9.7....3.8."),
    (Tenths(86), "........1.....2..3...45..6...134......36..7...5.8.7....4.....89.8.1.....6...8..5."),
    (Tenths(87), "........1..2..3.4.45.67..........365.7......2.8...57......39......4..29.8.65....."),
    (Tenths(87), ".....1..2.....3.4...5672.......6..23.3...4.8.6.....9....6....9..179.82..94....5.."),
    (Tenths(91), "........1.....234...1.56.....6..7....5..6..8979.2......27...8...8.3...9.4......2."),
    (Tenths(91), "........1....23.....245..6......7.....68....4.74....8..8.7...5.2.....9..9.5..4..3"),
    (Tenths(91), "........1..2..3.4..51.647.....3.8..9.3....5..9......12.1.4......7..3....6.4.57..."),
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
    (Tenths(112), ".......12.....3..4..2.1.5....1.6..5..7....2..8..9..6....6.4...5.3.7.....9....8..."),
    (Tenths(112), ".......12.....3..4..4.1.5....5.4..2..6...7...8..3.......9.....1.3...89..7..6..2.."),
    (Tenths(113), "........1.....2.3...4.5.6....6.....3.4..7.8..5..9...2..67..9....8.4...1.4...8.7.."),
    (Tenths(113), "........1..1..2.3..3..4.5....26.7....4..5.8..6......7...43.59...9.......3...9...8"),
    (Tenths(113), ".......12.....3..4..4.1.5....1.6..5..7...8...9..3.......2.....5.3...96..8..72...."),
    (Tenths(114), ".......12.....13.4..3...56...4..31...2..7....8..9.......6..5.3..9..8....7..2....."),
    (Tenths(114), ".....1..2....2..34..23..5....52...4..6...7...8...1......9.....3.1...89..7...6...."),
    (Tenths(115), "........1.....2.3...4.5.67....5......658.....7...9.56..5..4.79.4.7......9.......3"),
];

/// The finds that need a technique, for somebody who knows those before it.
#[rustfmt::skip]
const NEEDING: [(Technique, &str); 30] = [
    (Technique::NakedQuad, "...............123.....4..5.....6....13.4..7.72...3..8.9..574.11.5.3...22..6....."),
    (Technique::NakedQuad, "..............1.23....2.415.....63.....1...5..47..5..8...8.....3....257.52..93..."),
    (Technique::NakedQuad, "..............1.23..4..5617....46....35.....8.42.9..6.....6.....16.82.79487....3."),
    (Technique::NakedQuad, "..............1.23..4.5.6....7.....1.2..8..959..14..8...8....57..953.....1..62..."),
    (Technique::NakedQuad, "..............1.23.4567...8....9.6.4..9..2..716.....8...654.2...2.......97..1...."),
    (Technique::NakedQuad, ".............12.34..5..67.......5....7..2...89.37....1....6....3......1268..4...3"),
    (Technique::Jellyfish, "........1.....1234.15....67...46....8....9.4.92..8......19.3.....37....8.7.82.4.."),
    (Technique::Jellyfish, "........1.....2.3...4.5.6.7.....874..3.1......6.4.....1.....2..6..3..9..92..61..."),
    (Technique::Jellyfish, "........1.....2.3..45...62......7.838..34..9.9..........24....536.2.....4..86...9"),
    (Technique::Jellyfish, "........1.....2.34...35.6....1.....5.2..67.1.8..5..4....2....9..6.8.....5.9643..."),
    (Technique::Jellyfish, "........1.....2.34..5.6..7......8....4..9.7.37.35...12..21.....1.76.4.5.9...3...."),
    (Technique::Jellyfish, "........1.....234...5..126........2...728...4.31.5.8...7.4..1..5......3.9.4.17.5."),
    (Technique::HiddenQuad, "...............123..4.12..5.....1.6..5.78.....674..9...72....395...9.4..9.36....."),
    (Technique::HiddenQuad, "..............1.23....4.516...3....4.257..3..6.4..8.....7....52..9..51..3...6.9.."),
    (Technique::HiddenQuad, "..............1.23..2...4.5..6.7.....14..5.3..8.1...9..9....6..4..759.1.87..6...."),
    (Technique::HiddenQuad, "..............1.23.24.56..............75..6.834.8...51.....276..1..9.....5..4.1.."),
    (Technique::HiddenQuad, "...........1..2.34..3.5.16...........6..4.75.14.7.89...7....4..8..1.....9..6....."),
    (Technique::HiddenQuad, "...........1..2.34.5..637.2....4..81.6.......89.37.5......8..4....6.....3..9....."),
    (Technique::UniqueRectangle6, "..............1.23.45.6...7......7.8..6..2.4.91..7.........98...2.84...165....3.."),
    (Technique::UniqueRectangle6, "........1.....1.23..4.5........1...6.41...5.7.83..6......1.......2493...7....26.."),
    (Technique::UniqueRectangle6, "........1.....2.3..1456........5..47..6...8...8..472....5...3841...74.5.6...3...."),
    (Technique::UniqueRectangle6, "........1.....234.135.46..7....7...2.21....3.5..62.17....2...5...613..24.82...9.3"),
    (Technique::UniqueRectangle6, "........1.....2345..1.6..7.....785.....61....36...4.....34......4.8.1.6.9....642."),
    (Technique::UniqueRectangle6, "........1....12.3...45...6...7.......2..5.8..3....724...8.....5.7.2.....9...34..6"),
    (Technique::HiddenRectangle, "................12..3.145....41.6..7.518.....29......31..6.9...3...5...19...2.4.."),
    (Technique::HiddenRectangle, "..............1234..526.1.......3.7....458..2.8....5.9.648...2.5.1......9....7..1"),
    (Technique::HiddenRectangle, "...........1..2..3.2.14.56......1.7.1..453...6.........68...93..735..2.64......8."),
    (Technique::HiddenRectangle, "........1.....2..3...456.7...1....6..4.3.8...9.8.7.....5..9....3....5.166.7..32.."),
    (Technique::HiddenRectangle, "........1.....2.3...4.5.6.....57...6..8.9..24.95...3...8...7...2..18....651.2.7.."),
    (Technique::HiddenRectangle, "........1.....2.3...4.5.67......6....8.94..5.26.1........57....5....14..7.2..4..9"),
];

/// The finds, each transformed at random, those with the ratings nearest to the wished ones first. There are none unless the puzzle
/// must have a rating of [`RARE`] or need a technique that hardly any puzzle needs of somebody who knows those before it, and no
/// symmetry or pattern is wished.
pub(super) fn finds(wish: &Wish, ratings: RangeInclusive<Tenths>, random: &mut Random) -> Vec<(Draft, Tenths)> {
    let hard = Technique::DynamicPlus..=Technique::NestedNested;
    let is_rare = |range: &&RangeInclusive<u8>| range.contains(&ratings.start().0) && range.contains(&ratings.end().0);
    let is_hard = wish.needs.is_some_and(|technique| hard.contains(&technique));
    let rare = if is_hard { Some(&HIGHEST) } else { RARE.iter().find(is_rare) };
    let knows = |lesson: Lesson, one| TechniqueSet::before(one).iter().all(|before| lesson.known().has(before));
    let is_for = |one| wish.needs == Some(one) && wish.lesson().is_some_and(|lesson| knows(lesson, one));
    let needing = NEEDING.into_iter().filter(|&(technique, _)| is_for(technique));
    let mut finds: Vec<_> = match rare {
        _ if wish.pattern.is_some() || wish.symmetry != Some(Symmetry::None) => Vec::new(),
        Some(range) if range == &HIGHEST || wish.needs.is_none() => {
            FINDS.into_iter().filter(|(rating, _)| range.contains(&rating.0)).collect()
        }
        _ => needing.map(|(technique, puzzle)| (technique.info().lowest, puzzle)).collect(),
    };
    random.shuffle(&mut finds);
    // Hard techniques occur near their highest rating.
    let ratings = if is_hard { *ratings.end()..=*ratings.end() } else { ratings };
    finds.sort_by_key(|(rating, _)| {
        ratings.start().0.saturating_sub(rating.0).max(rating.0.saturating_sub(ratings.end().0))
    });
    finds.iter().filter_map(|(rating, puzzle)| Some((transformed(&puzzle.parse().ok()?, random)?, *rating))).collect()
}

/// An equivalent of a puzzle, drawn at random. `None` unless it has one solution.
pub(super) fn transformed(puzzle: &Grid, random: &mut Random) -> Option<Draft> {
    Draft::of(&transformation(random)?.apply(puzzle))
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
    use crate::sudoku::logic::{Reach, StepLimits};
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

    /// The finds with some ratings.
    pub fn listed(is_listed: impl Fn(Tenths) -> bool) -> impl Iterator<Item = Grid> {
        let puzzles = FINDS.into_iter().filter(move |&(rating, _)| is_listed(rating));
        puzzles.map(|(_, puzzle)| puzzle.parse().expect("a grid"))
    }

    #[test]
    fn the_finds_are_different_puzzles_and_stay_equivalent() {
        assert_eq!(forms(listed(|_| true)).len(), FINDS.len());
        let all: Vec<Grid> = listed(|rating| HIGHEST.contains(&rating.0)).collect();
        let drawn = between(95, 120, Symmetry::None);
        assert!(drawn.iter().all(|puzzle| count_solutions(puzzle, 2) == 1 && !all.contains(puzzle)));
        assert_eq!(forms(drawn), forms(all));
    }

    #[test]
    fn the_finds_nearest_to_the_wish_come_first() {
        for (rating, _) in FINDS {
            let same = forms(listed(|other| other == rating));
            let first = between(rating.0, rating.0, Symmetry::None).into_iter().take(same.len());
            assert_eq!(forms(first), same, "{rating}");
        }
        assert_eq!(between(90, 120, Symmetry::None), []);
        assert_eq!(between(95, 120, Symmetry::Rotational180), []);
    }

    #[test]
    fn the_finds_for_a_technique_need_it() {
        for (technique, _) in NEEDING {
            let wish = Wish { needs: Some(technique), ..Wish::default() };
            let drawn = of(&wish, Tenths(0)..=Tenths(u8::MAX));
            let lesson = wish.lesson().expect("a technique is needed");
            for puzzle in &drawn {
                let reach = lesson.reach(puzzle, &StepLimits::default(), &mut 0);
                let is_needed = matches!(reach, Some(Reach::Needed(_, end)) if end.is_solved());
                assert!(is_needed, "{puzzle} does not need {technique:?}");
            }
            let of_technique = NEEDING.into_iter().filter(|(other, _)| *other == technique);
            assert_eq!(forms(drawn), forms(of_technique.map(|(_, puzzle)| puzzle.parse().expect("a grid"))));
            let beginner = Wish { allow: Some(TechniqueSet::only(Technique::HiddenSingle)), ..wish };
            assert_eq!(of(&beginner, Tenths(0)..=Tenths(u8::MAX)), []);
        }
    }
}
