//! What the finders find in random positions: every step keeps the solution and follows from its proof, and the steps, their
//! texts, names and views are those that there were when the finders agreed with the ratings and lists of other programs.

use std::ops::Range;

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Board, End, Proof, Step, StepLimits, StepText, TABLE, Technique, TechniqueInfo, TechniqueSet, Tenths, check, names,
    path, steps, tell, tell_whole, views, views_without_effects,
};

use crate::logic::oracle::{after, effects, grid, positions};
use crate::logic::proofs::{check_effects, check_no_more_follows, solution};
use crate::logic::told::draw;
use crate::support::approval::Many;

/// The techniques of these rows of the table.
fn techniques(wanted: impl Fn(&TechniqueInfo) -> bool) -> TechniqueSet {
    let mut techniques = TechniqueSet::default();
    TABLE.iter().filter(|row| wanted(row)).for_each(|row| techniques.add(row.technique));
    techniques
}

/// A position, and the solution.
pub type Position = (Board, Grid);

/// Positions on the path of a random puzzle.
pub fn random_positions(index: u64) -> [Position; 5] {
    let (puzzle, solution) = minimal_puzzle("players", index);
    let steps = path(&puzzle, &StepLimits { max_rating: Tenths(70), ..StepLimits::default() }).1;
    // Early positions have the most candidates; in late ones most easier steps are done.
    [1, 3, 5, 7, 9].map(|part| (after(&puzzle, &steps[..steps.len() * part / 10]), solution))
}

/// The positions of rare techniques.
fn rare_positions() -> impl Iterator<Item = Position> {
    positions().map(|(puzzle, index, ..)| {
        let puzzle = grid(puzzle);
        (after(&puzzle, &path(&puzzle, &StepLimits::default()).1[..index]), solution(&puzzle))
    })
}

/// Checks the proof, the texts and the names of a step, and returns all that is said of it.
#[track_caller]
fn checked(board: &Board, step: &Step) -> String {
    let seen = || format!("{}: {step:?}", board.grid());
    assert_eq!(check(board, step), Ok(()), "{}", seen());
    let (told, names) = (tell(board, step), names(board, step));
    assert!([told.nudge, &told.place(), &told.what, &told.how].iter().all(|text| text.ends_with('.')), "{told:?}");
    assert!(!told.nudge.contains(|c: char| c.is_ascii_digit()), "{told:?}");
    assert!(step.place.iter().chain(&step.eliminate).all(|c| told.how.contains(&c.cell.to_string())), "{told:?}");
    let (whole, lines) = tell_whole(board, step);
    assert!(whole == told.how || whole == format!("{} {}", told.what, told.how), "{told:?}");
    assert_eq!(lines, told.lines);
    if matches!(step.proof, Proof::Chains(_)) {
        assert_eq!(told.lines.join(" "), told.how);
        assert!(!told.how.contains('\n'));
    }
    assert!(step.technique.info().is_rated() || names.contains(&step.technique), "{}: {names:?}", seen());
    let names: Vec<&str> = names.iter().map(|name| name.info().id).collect();
    let (StepText { nudge, what, how, .. }, place) = (&told, told.place());
    let mut text = format!("{} {} {names:?}\n{nudge}\n{place}\n{what}\n{how}\n", step.rating, effects(step));
    let withheld = views_without_effects(board, step);
    let shown = withheld.iter().flat_map(|view| &view.candidates);
    assert!(shown.into_iter().all(|(c, _)| step.place != Some(*c) && !step.eliminate.contains(c)), "{}", seen());
    for view in views(board, step).iter().chain(&withheld) {
        draw(view, 0, &mut text);
    }
    text
}

/// Checks all steps of these techniques in these positions. The file has a line for each technique.
#[track_caller]
fn check_found(file: &'static str, positions: impl IntoIterator<Item = Position>, allowed: TechniqueSet) {
    let mut many = Many::of(file);
    for (index, (board, solution)) in positions.into_iter().enumerate() {
        let (all, end) = steps(&board, &StepLimits::within(allowed), usize::MAX);
        assert_eq!(end, End::Stuck);
        for step in all {
            check_effects(&board, &step, &solution);
            check_no_more_follows(&board, &step, &solution);
            many.add(step.technique.info().id, index / 100, &checked(&board, &step));
        }
    }
    many.check();
}

#[test]
fn players_steps_follow_from_their_proofs_and_are_those_that_were_there() {
    check_found("logic/found-players.txt", (0..160).flat_map(random_positions), techniques(|row| !row.is_rated()));
}

#[test]
fn steps_of_the_scale_follow_from_their_proofs_and_are_those_that_were_there() {
    let allowed = techniques(|row| row.is_rated() && row.technique < Technique::AlignedTripletExclusion);
    check_found("logic/found-scale.txt", (0..160).flat_map(random_positions).chain(rare_positions()), allowed);
}

#[test]
fn dear_steps_follow_from_their_proofs_and_are_those_that_were_there() {
    let allowed = techniques(|row| row.is_rated() && row.technique >= Technique::AlignedTripletExclusion);
    check_found("logic/found-dear.txt", (0..1).flat_map(random_positions), allowed);
}

#[test]
#[ignore = "checks 100,000 positions"]
fn players_steps_of_many_positions_keep_the_solution() {
    let limits = StepLimits::within(techniques(|row| !row.is_rated()));
    let check_all = |puzzles: Range<u64>| {
        for (board, solution) in puzzles.flat_map(random_positions) {
            steps(&board, &limits, usize::MAX).0.iter().for_each(|step| check_effects(&board, step, &solution));
        }
    };
    std::thread::scope(|scope| {
        for first in (400..20_400).step_by(5_000) {
            scope.spawn(move || check_all(first..first + 5_000));
        }
    });
}

#[test]
fn without_uniqueness_no_technique_assumes_it() {
    let limits = StepLimits { uniqueness: false, ..StepLimits::default() };
    let paths = positions().flat_map(|(puzzle, ..)| path(&grid(puzzle), &limits).1);
    assert!(paths.into_iter().all(|step| !step.technique.info().needs_uniqueness));
    let mut assuming = 0;
    let all = TechniqueSet::up_to(Technique::AlsXz);
    for (board, _) in (0..60).flat_map(random_positions) {
        let with = steps(&board, &StepLimits::within(all), usize::MAX).0;
        assuming += with.iter().filter(|step| step.technique.info().needs_uniqueness).count();
        let without = StepLimits { uniqueness: false, ..StepLimits::within(all) };
        let without = steps(&board, &without, usize::MAX).0;
        assert!(without.iter().all(|step| !step.technique.info().needs_uniqueness));
    }
    assert!(assuming > 0);
}
