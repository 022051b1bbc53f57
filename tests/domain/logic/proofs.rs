//! Every step follows from its proof and keeps the solution, and ratings do not depend on symmetries of the puzzle.

use std::collections::BTreeMap;

use sudoku_service::sudoku::canonical::canonical;
use sudoku_service::sudoku::generate::minimal_puzzle;
use sudoku_service::sudoku::logic::{
    Because, Board, Candidate, Chains, End, Inference, Node, Pattern, Proof, RatingSoFar, Reasoning, Step, StepLimits,
    Technique, TechniqueSet, Tenths, Truth, check, path, rate, steps,
};
use sudoku_service::sudoku::solver::{Budget, Finding, solve};
use sudoku_service::sudoku::{Cell, Digit, Grid, House};

use crate::logic::chains::rated;
use crate::logic::finds::random_positions;
use crate::logic::oracle::{effects, grid, positions};
use crate::support::puzzle_sets;

pub fn solution(puzzle: &Grid) -> Grid {
    match solve(puzzle, &Budget::unlimited()).finding {
        Finding::One(solution) => solution,
        other => panic!("{puzzle} does not have exactly one solution: {other:?}"),
    }
}

/// Checks that a step keeps the solution.
#[track_caller]
pub fn check_effects(board: &Board, step: &Step, solution: &Grid) {
    let is_right = step.place.is_none_or(|placed| solution.get(placed.cell) == Some(placed.digit))
        && step.eliminate.iter().all(|c| solution.get(c.cell) != Some(c.digit));
    assert!(is_right, "{}: {step:?}", board.grid());
}

/// Checks that the proof of a step shows no more: neither that the solution loses a candidate, nor that a wrong digit is placed.
#[track_caller]
pub fn check_no_more_follows(board: &Board, step: &Step, solution: &Grid) {
    let Some(cell) = Cell::all().find(|&cell| board.digits(cell).count() > 1) else { return };
    let right = solution.get(cell).expect("a solution is complete");
    let wrong = board.digits(cell).find(|digit| *digit != right).expect("two candidates");
    let [right, wrong] = [right, wrong].map(|digit| Candidate { cell, digit });
    let removes = Step { eliminate: [&step.eliminate[..], &[right]].concat(), ..step.clone() };
    let places = Step { place: Some(wrong), ..step.clone() };
    for false_step in [removes, places] {
        assert!(check(board, &false_step).is_err(), "{}: {false_step:?}", board.grid());
    }
}

/// Replays the path of a puzzle and checks every step on it.
#[track_caller]
fn check_path(puzzle: &Grid, limits: &StepLimits) -> usize {
    let solution = solution(puzzle);
    let (rating, steps) = path(puzzle, limits);
    let mut uses: BTreeMap<Technique, (Tenths, u16)> = BTreeMap::new();
    for step in &steps {
        let (highest, times) = uses.entry(step.technique).or_insert((step.rating, 0));
        (*highest, *times) = (step.rating.max(*highest), *times + 1);
    }
    assert!(
        rating.techniques().eq(uses.into_iter().map(|(used, (highest, times))| (used, highest, times))),
        "{puzzle}"
    );
    let hardest = steps.iter().rev().max_by_key(|step| step.rating).map(|step| step.technique);
    assert_eq!((rating.hardest, rating.steps), (hardest, steps.len() as u32), "{puzzle}");
    let mut board = Board::new(puzzle);
    for step in &steps {
        let seen = format!("{puzzle}: {:?} {} {:?}", step.technique, effects(step), step.proof);
        assert_eq!(check(&board, step), Ok(()), "{seen}");
        check_effects(&board, step, &solution);
        board.apply(step);
    }
    assert_eq!(rate(puzzle, limits), rating, "{puzzle}: the rating without proofs differs");
    if rating.end == End::Solved {
        assert_eq!(board.grid(), solution);
    }
    steps.len()
}

#[test]
fn every_step_of_the_positions_follows_from_its_proof() {
    for (puzzle, ..) in positions() {
        check_path(&grid(puzzle), &StepLimits::default());
    }
}

#[test]
#[ignore = "checks thousands of public puzzles"]
fn every_step_of_all_rated_puzzles_follows_from_its_proof() {
    let mut steps = 0;
    for name in ["ratings/se-equal.tsv", "ratings/se121.tsv"] {
        steps += puzzle_sets::text(name)
            .lines()
            .map(|line| check_path(&grid(&line[..81]), &StepLimits::default()))
            .sum::<usize>();
    }
    println!("{steps} steps checked");
}

/// Every `nth` line of the public puzzles that have one solution and are not all hard.
fn public_puzzles(nth: usize) -> Vec<Grid> {
    let sets = ["17-clue.txt", "random-minimal.txt", "magictour-top1465.txt"];
    let texts: Vec<String> = sets.into_iter().map(puzzle_sets::text).collect();
    texts.iter().flat_map(|text| text.lines()).step_by(nth).map(grid).collect()
}

/// The canonical form of a puzzle is the same puzzle transposed, relabelled, and with its lines permuted. The original
/// takes the first of several equal steps in the order of its scan. On a few hard puzzles, the choice leads to another
/// path with another rating.
#[test]
#[ignore = "checks thousands of public puzzles"]
fn ratings_of_public_puzzles_do_not_depend_on_symmetries() {
    let puzzles = public_puzzles(2);
    let mut differ = 0;
    for puzzle in &puzzles {
        let [rating, other] = [*puzzle, canonical(puzzle).grid].map(|puzzle| rate(&puzzle, &StepLimits::default()));
        if other.er != rating.er {
            println!("{puzzle}: {} or {}", rating.er, other.er);
            assert!(rating.er.max(other.er).0 >= 66, "{puzzle}: {} or {}", rating.er, other.er);
            differ += 1;
        }
    }
    println!("{} puzzles, {differ} of another rating in canonical form", puzzles.len());
    assert!(differ * 200 <= puzzles.len());
}

/// The same step with a pattern of these truths.
fn by_truths(step: &Step, truths: Vec<Truth>) -> Step {
    Step { proof: Proof::Pattern(Pattern { truths, covers: Vec::new() }), ..step.clone() }
}

#[test]
fn steps_whose_effects_do_not_follow_are_rejected() {
    for (puzzle, ..) in positions() {
        let puzzle = grid(puzzle);
        let solution = solution(&puzzle);
        let mut board = Board::new(&puzzle);
        for step in path(&puzzle, &StepLimits::default()).1 {
            check_no_more_follows(&board, &step, &solution);
            // A simple pattern needs all its truths; harder ones may contain a redundant truth.
            if let Proof::Pattern(Pattern { truths, .. }) = &step.proof
                && step.technique <= Technique::XyzWing
            {
                for i in 0..truths.len() {
                    let mut fewer = truths.clone();
                    fewer.remove(i);
                    assert!(
                        check(&board, &by_truths(&step, fewer)).is_err(),
                        "{puzzle}: {:?} {:?}",
                        step.technique,
                        step.proof
                    );
                }
            }
            board.apply(&step);
        }
    }
}

/// The same inference with one fault each.
fn faults(board: &Board, inference: &Inference) -> Vec<Inference> {
    let Inference { node, from, because } = inference.clone();
    let cell = node.candidate.cell;
    let mut faults = vec![
        Inference { from: Vec::new(), ..inference.clone() },
        Inference { because: Because::Assumed, ..inference.clone() },
        Inference { node: Node { on: !node.on, ..node }, ..inference.clone() },
    ];
    let missing = Digit::ALL.into_iter().find(|other| board.digits(cell).all(|left| left != *other));
    let missing = missing.map(|digit| Node { candidate: Candidate { cell, digit }, ..node });
    if let Some(missing) = missing {
        faults.push(Inference { node: missing, ..inference.clone() });
        faults.push(Inference { from: [&from[..], &[missing]].concat(), ..inference.clone() });
    }
    if let Because::House(_) = because {
        let has = |house: &House, cell: &Cell| house.cells().contains(cell);
        let elsewhere = House::ALL.into_iter().find(|house| !has(house, &cell)).expect("a house");
        let apart = |house: &House| has(house, &cell) && from.iter().all(|from| !has(house, &from.candidate.cell));
        let apart = House::ALL.into_iter().filter(|house| !node.on && apart(house));
        let houses = apart.chain([elsewhere]);
        faults.extend(houses.map(|house| Inference { because: Because::House(house), ..inference.clone() }));
    }
    if let Because::Step(step) = because {
        let none = Step { eliminate: Vec::new(), place: None, ..*step };
        faults.push(Inference { because: Because::Step(Box::new(none)), ..inference.clone() });
    }
    faults
}

/// The same chains with one fault each: in one of the first inferences of a branch or in a nested one, or in how the branches
/// prove the step.
fn faulty(board: &Board, chains: &Chains) -> Vec<Chains> {
    let changed = |change: &dyn Fn(&mut Chains)| {
        let mut wrong = chains.clone();
        change(&mut wrong);
        wrong
    };
    let mut faulty = Vec::new();
    for (b, branch) in chains.branches.iter().enumerate() {
        for (i, inference) in branch.inferences.iter().enumerate().skip(1) {
            if i <= 12 || matches!(inference.because, Because::Step(_)) {
                let with = |fault: Inference| changed(&|wrong| wrong.branches[b].inferences[i] = fault.clone());
                faulty.extend(faults(board, inference).into_iter().map(with));
            }
        }
        faulty.push(changed(&|wrong| wrong.branches[b].inferences[0].because = Because::Cell));
        faulty.push(changed(&|wrong| wrong.branches[b].inferences[0].from = vec![branch.inferences[0].node]));
        faulty.push(changed(&|wrong| _ = wrong.branches[b].inferences.pop()));
        faulty.push(changed(&|wrong| _ = wrong.branches.remove(b)));
    }
    let others = [Reasoning::Cycle, Reasoning::Contradiction, Reasoning::Double];
    let others = others.iter().filter(|other| **other != chains.reasoning);
    faulty.extend(others.map(|other| changed(&|wrong| wrong.reasoning = other.clone())));
    faulty
}

/// A step by the same chains, with the effect that the last inference of the only branch would have.
fn as_if_concluded(step: &Step, chains: Chains) -> Option<Step> {
    let [branch] = &chains.branches[..] else { return None };
    let Node { candidate, on } = branch.inferences.last()?.node;
    let (place, eliminate) = if on { (Some(candidate), Vec::new()) } else { (None, vec![candidate]) };
    Some(Step { place, eliminate, proof: Proof::Chains(chains), ..step.clone() })
}

/// Checks that faulty proofs of a step by chains are rejected, and effects that are not on candidates. Returns their number.
#[track_caller]
fn check_faults(board: &Board, step: &Step) -> usize {
    let Proof::Chains(chains) = &step.proof else { return 0 };
    let by = |wrong: Chains| {
        let concluded = as_if_concluded(step, wrong.clone());
        concluded.into_iter().chain([Step { proof: Proof::Chains(wrong), ..step.clone() }])
    };
    let candidates = Cell::all().flat_map(|cell| Digit::ALL.map(|digit| Candidate { cell, digit }));
    let missing = candidates.filter(|c| board.digits(c.cell).all(|digit| digit != c.digit));
    let missing = missing.map(|c| Step { place: None, eliminate: vec![c], ..step.clone() });
    let wrong: Vec<Step> = faulty(board, chains).into_iter().flat_map(by).chain(missing).collect();
    for wrong in &wrong {
        assert!(check(board, wrong).is_err(), "{}: {wrong:?} for {step:?}", board.grid());
    }
    wrong.len()
}

#[test]
fn chains_with_a_fault_are_rejected() {
    let mut rejected = 0;
    let random = (0..20).map(|index| minimal_puzzle("faults", index).0);
    for puzzle in rated().into_iter().map(|(puzzle, ..)| puzzle).chain(random) {
        let mut board = Board::new(&puzzle);
        for step in path(&puzzle, &StepLimits { max_rating: Tenths(95), ..StepLimits::default() }).1 {
            rejected += check_faults(&board, &step);
            board.apply(&step);
        }
    }
    assert!(rejected > 9_000, "{rejected}");
}

#[test]
fn nested_chains_with_a_fault_are_rejected() {
    for technique in [Technique::DynamicPlus, Technique::NestedForcingChain, Technique::NestedMultiple] {
        let limits = StepLimits::within(TechniqueSet::only(technique));
        let mut rejected = 0;
        for (board, _) in random_positions(0) {
            rejected += steps(&board, &limits, 5).0.iter().map(|step| check_faults(&board, step)).sum::<usize>();
        }
        assert!(rejected > 1_000, "{technique:?}: {rejected}");
    }
}

#[track_caller]
fn check_is_no_loop(board: &Board, step: &Step) {
    let flaw = check(board, step).expect_err("the cells are no unique loop");
    assert_eq!(flaw.to_string(), "the loop is not unique", "{}: {step:?}", board.grid());
}

#[test]
fn a_loop_in_another_order_shortened_or_twice_proves_nothing() {
    let mut loops = 0;
    for (puzzle, ..) in positions() {
        let puzzle = grid(puzzle);
        let mut board = Board::new(&puzzle);
        for step in path(&puzzle, &StepLimits::default()).1 {
            if let Proof::Pattern(Pattern { truths, .. }) = &step.proof
                && let [Truth::Loop(cells, pair), rest @ ..] = &truths[..]
            {
                let mut mixed = cells.clone();
                mixed.swap(0, 2);
                let mut wrong = vec![cells[1..].to_vec(), [&cells[..], cells].concat()];
                // A rectangle is one in any order.
                wrong.extend(Some(mixed).filter(|cells| cells.len() > 4));
                for cells in wrong {
                    check_is_no_loop(&board, &by_truths(&step, [&[Truth::Loop(cells, *pair)], rest].concat()));
                    loops += 1;
                }
            }
            board.apply(&step);
        }
    }
    assert!(loops > 0);
}

#[test]
fn a_rectangle_in_four_boxes_proves_nothing() {
    let mut rectangles = 0;
    for (puzzle, ..) in positions() {
        let board = Board::new(&grid(puzzle));
        let step = path(&grid(puzzle), &StepLimits::default()).1.into_iter().next().expect("a step");
        for (a, c) in Cell::all().flat_map(|a| Cell::all().map(move |c| (a, c))) {
            let [(row, column), (other_row, other_column)] = [a, c].map(|cell| (cell.index() / 9, cell.index() % 9));
            let corners = [(row, column), (row, other_column), (other_row, other_column), (other_row, column)];
            let cells = corners.map(|(row, column)| Cell::from_index(9 * row + column).expect("a cell"));
            let in_four_boxes = row / 3 < other_row / 3 && column / 3 < other_column / 3;
            for pair in Digit::ALL.windows(2).map(|pair| [pair[0], pair[1]]).filter(|_| in_four_boxes) {
                if cells.iter().all(|cell| board.digits(*cell).any(|digit| pair.contains(&digit))) {
                    check_is_no_loop(&board, &by_truths(&step, vec![Truth::Loop(cells.to_vec(), pair)]));
                    rectangles += 1;
                }
            }
        }
    }
    assert!(rectangles > 0);
}

#[test]
fn a_rating_above_the_limit_is_only_a_lower_bound() {
    for (puzzle, ..) in positions() {
        let full = rate(&grid(puzzle), &StepLimits::default());
        for tenths in [10, 12, 15, 20, 26, 34, 45] {
            let highest = Tenths(tenths);
            let cut = rate(&grid(puzzle), &StepLimits { max_rating: highest, ..StepLimits::default() });
            if full.er <= highest {
                assert_eq!(cut, full, "{puzzle}");
            } else {
                assert_eq!(cut.end, End::MaxRating, "{puzzle}");
                assert!(highest < cut.er && cut.er <= full.er, "{puzzle}: {} of {}", cut.er, full.er);
            }
        }
    }
}

#[test]
fn the_rating_so_far_ends_at_the_rating() {
    for (puzzle, ..) in positions() {
        let so_far = RatingSoFar::default();
        let rating = rate(&grid(puzzle), &StepLimits { so_far: Some(so_far.clone()), ..StepLimits::default() });
        assert_eq!(so_far.get(), rating.er, "{puzzle}");
        let so_far = RatingSoFar::default();
        let stopped = StepLimits { nodes: 0, so_far: Some(so_far.clone()), ..StepLimits::default() };
        let stopped = rate(&grid(puzzle), &stopped);
        assert_eq!(so_far.get(), stopped.er, "{puzzle}");
    }
}

#[test]
fn ratings_do_not_depend_on_symmetries() {
    for (puzzle, ..) in positions() {
        let rating = rate(&grid(puzzle), &StepLimits::default());
        let digits: Vec<u8> = puzzle.bytes().collect();
        let moved = |from: &dyn Fn(usize, usize) -> usize, relabel: &dyn Fn(u8) -> u8| -> String {
            let cells = (0..81).map(|i| relabel(digits[from(i / 9, i % 9)]));
            cells.map(char::from).collect()
        };
        let relabel = |b: u8| if b.is_ascii_digit() { b'1' + (b - b'1' + 4) % 9 } else { b };
        let variants = [
            moved(&|r, c| r * 9 + c, &relabel),
            moved(&|r, c| c * 9 + r, &|b| b),
            moved(&|r, c| (r + 3) % 9 * 9 + c, &|b| b),
            moved(&|r, c| r * 9 + (c + 6) % 9, &relabel),
            moved(&|r, c| (r / 3 * 3 + (r + 1) % 3) * 9 + c, &|b| b),
            moved(&|r, c| (8 - r) * 9 + (8 - c), &relabel),
        ];
        for variant in variants {
            let other = rate(&grid(&variant), &StepLimits::default());
            assert_eq!((other.er, other.ep, other.ed), (rating.er, rating.ep, rating.ed), "{puzzle} as {variant}");
        }
    }
}
