//! Properties of all grids: the solver respects symmetries, and notations round-trip.

use crate::support::puzzles::HARDEST;
use crate::support::random::{Random, grid};
use proptest::prelude::*;
use proptest::sample::select;
use sudoku_service::sudoku::canonical::{Canonical, canonical};
use sudoku_service::sudoku::notation::{self, Layout};
use sudoku_service::sudoku::solver::{Budget, Finding, count_solutions, solve};
use sudoku_service::sudoku::{Grid, rules};

/// A symmetry of sudoku: the source of each cell's value, and the image of each digit.
#[derive(Clone, Debug)]
struct Symmetry {
    from: Vec<usize>,
    digits: Vec<usize>,
}

impl Symmetry {
    fn of(&self, grid: &Grid) -> Grid {
        let values = std::array::from_fn(|cell| match grid.values()[self.from[cell]] {
            0 => 0,
            digit => self.digits[usize::from(digit) - 1] as u8 + 1,
        });
        Grid::from_values(values).expect("a grid")
    }
}

fn shuffled(length: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..length).collect::<Vec<_>>()).prop_shuffle()
}

/// Relabels the digits, may transpose, and permutes bands, rows within bands, stacks, and columns within stacks.
fn symmetry() -> impl Strategy<Value = Symmetry> {
    let lines = || (shuffled(3), shuffled(3), shuffled(3), shuffled(3));
    (shuffled(9), any::<bool>(), lines(), lines()).prop_map(|(digits, transposed, rows, columns)| {
        let order = |(blocks, a, b, c): (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>)| -> Vec<usize> {
            let within = [a, b, c];
            blocks.iter().flat_map(|&block| within[block].iter().map(move |line| block * 3 + line)).collect()
        };
        let (rows, columns) = (order(rows), order(columns));
        let from = (0..81)
            .map(|cell| {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                if transposed { column * 9 + row } else { row * 9 + column }
            })
            .collect();
        Symmetry { from, digits }
    })
}

/// A solved grid with some cells blanked, so it has at least one solution.
fn puzzle() -> impl Strategy<Value = Grid> {
    (any::<u64>(), 20..58_usize).prop_map(|(seed, blanks)| grid(Random::new(seed).puzzle(blanks)))
}

/// 81 arbitrary values.
fn any_grid() -> impl Strategy<Value = Grid> {
    proptest::collection::vec(0..=9_u8, 81)
        .prop_map(|values| Grid::from_values(values.try_into().expect("81 values")).expect("a grid"))
}

/// Text that resembles a grid.
fn grid_like() -> impl Strategy<Value = String> {
    let characters: Vec<char> = "123456789........0_xX*--||+/,; \t\n\r#é\u{feff}\u{a0}│\0".chars().collect();
    prop_oneof![
        proptest::collection::vec(select(characters), 0..200).prop_map(|characters| characters.into_iter().collect()),
        (any::<char>(), 0..81_usize).prop_map(|(character, at)| {
            let mut line: Vec<char> = HARDEST.chars().collect();
            line[at] = character;
            line.into_iter().collect()
        }),
    ]
}

/// Reads a text, and checks the places of its faults.
#[track_caller]
fn check_faults(text: &str) {
    let Err(error) = text.parse::<Grid>() else { return };
    let places: Vec<_> = error.faults().iter().map(|fault| (fault.line, fault.character)).collect();
    assert!(!places.is_empty() && places.is_sorted_by_key(|&(line, _)| line), "{text:?}: {places:?}");
    let characters = places.iter().filter(|(_, character)| character.is_some());
    assert!(characters.is_sorted(), "{text:?}: {places:?}");
    // Whatever ends a line on some system; a line feed may follow a carriage return.
    let ends = ['\n', '\r', '\u{b}'];
    let lines = text.replace("\r\n", "\n").split(ends).count();
    assert!(places.iter().all(|&(line, character)| (1..=lines).contains(&line) && character != Some(0)), "{text:?}");
    assert!(!error.to_string().is_empty(), "{text:?}");
}

#[test]
fn faults_of_characters_and_of_their_line_are_in_the_order_of_lines() {
    check_faults(&format!("{}*11\0*", "1".repeat(78)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn symmetries_map_unique_solutions_to_unique_solutions(puzzle in puzzle(), symmetry in symmetry()) {
        let image = symmetry.of(&puzzle);
        match (solve(&puzzle, &Budget::unlimited()).finding, solve(&image, &Budget::unlimited()).finding) {
            (Finding::One(solution), Finding::One(image)) => prop_assert_eq!(symmetry.of(&solution), image),
            (Finding::Many(_), Finding::Many(_)) => {
                prop_assert_eq!(count_solutions(&puzzle, 40), count_solutions(&image, 40));
            }
            (finding, image) => prop_assert!(false, "{finding:?} became {image:?}"),
        }
    }

    #[test]
    fn symmetries_preserve_the_number_of_conflicts(grid in any_grid(), symmetry in symmetry()) {
        let image = symmetry.of(&grid);
        let count = |grid: &Grid| rules::conflicts(grid).iter().map(|conflict| conflict.cells.len()).sum::<usize>();
        prop_assert_eq!(rules::conflicts(&grid).len(), rules::conflicts(&image).len());
        prop_assert_eq!(count(&grid), count(&image));
        prop_assert_eq!(rules::has_conflict(&grid), count(&grid) > 0);
    }

    #[test]
    fn equivalent_grids_have_one_canonical_form_which_the_transformation_makes(
        grid in prop_oneof![puzzle(), any_grid()],
        symmetry in symmetry(),
    ) {
        let Canonical { grid: form, transformation, automorphisms } = canonical(&grid);
        let other = canonical(&symmetry.of(&grid));
        prop_assert_eq!((other.grid, other.automorphisms), (form, automorphisms));
        let line = |number: &u8| usize::from(*number);
        let from = (0..81).map(|cell| {
            let (row, column) = (line(&transformation.rows()[cell / 9]), line(&transformation.columns()[cell % 9]));
            if transformation.transpose() { column * 9 + row } else { row * 9 + column }
        });
        let made = Symmetry { from: from.collect(), digits: transformation.digits().map(|d| line(&d) - 1).to_vec() };
        prop_assert_eq!(made.of(&grid), form);
        prop_assert_eq!(transformation.apply(&grid), form);
    }

    #[test]
    fn every_layout_round_trips(
        grid in any_grid(),
        layout in select(&[Layout::Line, Layout::Lines, Layout::Dashed][..]),
        blank in select(&['.', '0', '_', 'x', 'X'][..]),
        separator in select(&["", " ", "|", ",", "\t", "\u{a0}", "│", ";", "/", "+"][..]),
    ) {
        let written = layout.format(&grid);
        prop_assert_eq!(notation::parse(&written), Ok(notation::Text { grid, layout, candidates: None }));
        let other: String = written
            .chars()
            .flat_map(|character| {
                let cell = if character == '.' { blank } else { character };
                std::iter::once(cell).chain(separator.chars())
            })
            .collect();
        prop_assert_eq!(notation::parse(&other), Ok(notation::Text { grid, layout, candidates: None }), "{:?}", other);
        prop_assert_eq!(written.parse::<Grid>(), Ok(grid));
        prop_assert_eq!(grid.to_string().parse::<Grid>(), Ok(grid));
    }

    #[test]
    fn rows_round_trip(
        grid in any_grid(),
        blank in select(&[".", "0", "_", "x", "X", "*", "-"][..]),
    ) {
        let line = grid.to_string().replace('.', blank);
        let rows: [&str; 9] = std::array::from_fn(|row| &line[row * 9..row * 9 + 9]);
        prop_assert_eq!(notation::parse_rows(&rows), Ok(grid));
    }

    #[test]
    fn the_parser_never_panics_and_reports_faults_in_order(text in prop_oneof![any::<String>(), grid_like()]) {
        check_faults(&text);
    }
}
