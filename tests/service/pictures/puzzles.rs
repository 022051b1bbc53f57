//! Pictures of puzzles, solutions and checked grids.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::pictures::drawn::{Grid, grids};
use crate::support::puzzles::{EASY, HARDEST, NO_SOLUTION, TWO_SOLUTIONS};
use crate::support::service::{Answer, Service};

async fn svg(service: &Service, target: &str) -> Answer {
    service.request("GET", target).header("accept", "image/svg+xml").send().await
}

async fn grid(service: &Service, target: &str) -> Grid {
    let mut grids = grids(&svg(service, target).await);
    assert_eq!(grids.len(), 1, "{target}");
    grids.remove(0)
}

/// The indices of cells or candidates.
fn indices(list: &Value) -> BTreeSet<usize> {
    let cells = list.as_array().into_iter().flatten().filter(|cell| !cell.is_null());
    cells.map(|cell| cell["index"].as_u64().expect("an index") as usize).collect()
}

/// The digits of a line that another line does not have.
fn without(line: &str, given: &str) -> String {
    line.chars().zip(given.chars()).map(|(digit, given)| if given == '.' { digit } else { '.' }).collect()
}

/// The digits that a step places, or the candidates that it eliminates: cell and digit.
fn effects(step: &Value, name: &str) -> BTreeSet<(usize, u8)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let effects = step[name].as_array().expect("candidates").iter();
    effects.map(|one| (number(&one["index"]) as usize, number(&one["digit"]) as u8)).collect()
}

/// Checks what a picture shows of a step.
#[track_caller]
fn check_step(shown: &Grid, step: &Value) {
    let with_role = |role: &str| {
        let candidates = shown.candidates.iter().filter(|(.., known)| known == role);
        candidates.map(|(cell, digit, _)| (*cell, *digit)).collect::<BTreeSet<_>>()
    };
    assert_eq!(&shown.placed() | &with_role("place"), effects(step, "place"), "{step}");
    assert_eq!(with_role("eliminate"), effects(step, "eliminate"), "{step}");
}

#[tokio::test]
async fn a_picture_shows_what_the_answer_says() {
    let service = Service::start().await;
    let made = service.get("/generate?count=40&level=easy&minimal=false&notation=line&seed=a").await.json();
    let puzzles = made["puzzles"].as_array().expect("puzzles").iter();
    let puzzles: Vec<String> = puzzles.map(|made| made["puzzle"].as_str().expect("a line").replace('0', ".")).collect();
    assert_eq!(puzzles.len(), 40);
    for (number, puzzle) in puzzles.iter().enumerate() {
        let solved = service.get(&format!("/solve?grid={puzzle}")).await.json();
        let solution = solved["solution"].as_str().expect("a line");
        let shown = grid(&service, &format!("/solve?grid={puzzle}")).await;
        assert_eq!([shown.line("given"), shown.line("solved")], [puzzle.clone(), without(solution, puzzle)]);

        // A player who has made one mistake at the first blank, and filled every third of the others.
        let blanks: Vec<usize> = puzzle.match_indices('.').map(|(cell, _)| cell).collect();
        let mut progress: Vec<u8> = puzzle.bytes().collect();
        for &cell in blanks.iter().skip(1).step_by(3) {
            progress[cell] = solution.as_bytes()[cell];
        }
        let right = solution.as_bytes()[blanks[0]];
        progress[blanks[0]] = b'1' + (right - b'1' + 1 + (number % 8) as u8) % 9;
        let progress = String::from_utf8(progress).expect("a line");
        let target = format!("/validate?grid={progress}&puzzle={puzzle}");
        let checked = service.get(&target).await.json();
        let conflicts = checked["conflicts"].as_array().expect("conflicts").iter();
        let conflicts: BTreeSet<usize> = conflicts.flat_map(|conflict| indices(&conflict["cells"])).collect();
        let shown = grid(&service, &target).await;
        assert_eq!([shown.line("given"), shown.line("player")], [puzzle.clone(), without(&progress, puzzle)]);
        assert_eq!(shown.cells_with("mistake"), indices(&checked["mistakes"]), "{target}");
        assert_eq!(shown.cells_with("conflict"), conflicts, "{target}");
        assert_eq!(shown.cells.len(), shown.cells_with("mistake").len() + conflicts.len());
    }
}

#[tokio::test]
async fn a_puzzle_is_drawn_without_its_solution() {
    let service = Service::start().await;
    for target in ["/generate?level=easy&seed=plain", "/daily/2026-11-16", &format!("/rate?grid={EASY}")] {
        let answer = service.get(target).await.json();
        let shown = grid(&service, target).await;
        let clues = answer["clues"].as_u64().expect("a number") as usize;
        assert_eq!((shown.digits.len(), shown.cells.len(), shown.marks.len()), (clues, 0, 0), "{target}");
    }
    let several = grids(&svg(&service, "/generate?level=easy&seed=several&count=3").await);
    let listed = service.get("/generate?level=easy&seed=several&count=3&notation=line").await.json();
    for (shown, puzzle) in several.iter().zip(listed["puzzles"].as_array().expect("puzzles")) {
        assert_eq!(shown.line("given"), puzzle["puzzle"].as_str().expect("a line").replace('0', "."));
    }
    assert_eq!(several.len(), 3);
    let canonical = service.get(&format!("/canonical?grid={EASY}")).await.json();
    let shown = grid(&service, &format!("/canonical?grid={EASY}")).await;
    assert_eq!(shown.line("given").replace('.', "0"), canonical["canonical"]["grid"]);
}

#[tokio::test]
async fn several_solutions_are_a_sheet() {
    let service = Service::start().await;
    let target = format!("/solve?grid={TWO_SOLUTIONS}&max_solutions=5");
    let listed = service.get(&target).await.json();
    let shown = grids(&svg(&service, &target).await);
    assert_eq!(shown.len(), 2);
    for (shown, solution) in shown.iter().zip(listed["solutions"].as_array().expect("solutions")) {
        assert_eq!(shown.line("solved"), without(solution.as_str().expect("a line"), TWO_SOLUTIONS));
    }
    let many = svg(&service, &format!("/solve?grid={}&max_solutions=30&font=reader", ".".repeat(81))).await;
    assert!(many.text().contains(">The first 24 of 30 solutions</text>"), "{many}");
    assert_eq!(grids(&many).len(), 24);
}

#[tokio::test]
async fn revealed_cells_are_the_only_ones_that_are_solved() {
    let service = Service::start().await;
    let shown = grid(&service, &format!("/reveal?grid={EASY}&cells=r1c3,r1c1")).await;
    assert_eq!(shown.line("solved").match_indices('4').map(|(cell, _)| cell).collect::<Vec<_>>(), [2]);
    assert_eq!((shown.digits.len(), shown.line("given")), (31, EASY.to_owned()));
}

#[tokio::test]
async fn pencil_marks_are_drawn_as_asked() {
    let service = Service::start().await;
    let candidates = service.get(&format!("/validate?grid={EASY}&ask=candidates")).await.json();
    let written = candidates["candidates"].as_str().expect("729 characters").as_bytes();
    let blank = |cell: usize| EASY.as_bytes()[cell] == b'.';
    let all: BTreeSet<(usize, u8)> = (0..729)
        .filter(|place| written[*place] != b'.' && blank(place / 9))
        .map(|place| (place / 9, (place % 9) as u8 + 1))
        .collect();
    for (query, expected) in
        [("", false), ("&notes=all", true), ("&ask=candidates", true), ("&ask=candidates&notes=none", false)]
    {
        let shown = grid(&service, &format!("/validate?grid={EASY}{query}")).await;
        assert_eq!(shown.marks, if expected { all.clone() } else { BTreeSet::new() }, "{query}");
    }
}

#[tokio::test]
async fn an_explanation_shows_each_of_its_parts() {
    let service = Service::start().await;
    let refuted = service.get(&format!("/explain?grid={NO_SOLUTION}")).await.json();
    let shown = grids(&svg(&service, &format!("/explain?grid={NO_SOLUTION}")).await);
    assert_eq!(shown[0].cells_with("core"), indices(&refuted["core"]["givens"]));
    let contradiction = &refuted["contradiction"];
    assert!(contradiction["house"].is_object() || contradiction["cell"].is_object(), "{refuted}");
    assert_eq!(shown[0].houses.len(), usize::from(contradiction["house"].is_object()));
    assert_eq!(shown[0].cells_with("where").len(), usize::from(contradiction["cell"].is_object()));
    for (shown, repair) in shown[1..].iter().zip(refuted["repairs"]["list"].as_array().expect("repairs")) {
        let change: Vec<&Value> = repair["changes"].as_array().expect("a list").iter().take(1).collect();
        let removed = if change.is_empty() { indices(&repair["remove"]) } else { BTreeSet::new() };
        assert_eq!(shown.cells_with("remove"), removed);
        assert_eq!(shown.cells_with("place"), indices(&json!(change)));
        assert_eq!(shown.placed().len(), change.len());
    }
    assert!(shown.len() > 1 && shown.len() <= 4, "{}", shown.len());

    let target = format!("/explain?grid={TWO_SOLUTIONS}");
    let (multiple, shown) = (service.get(&target).await.json(), grids(&svg(&service, &target).await));
    let differing = indices(&multiple["differing"]);
    assert!(shown.iter().all(|shown| shown.cells_with("differs") == differing), "{shown:?}");
    let marks = (0..81).flat_map(|cell| {
        let digits = multiple["candidates"][cell].as_array().expect("digits").clone();
        digits.into_iter().map(move |digit| (cell, digit.as_u64().expect("a digit") as u8))
    });
    let is_blank = |(cell, _): &(usize, u8)| TWO_SOLUTIONS.as_bytes()[*cell] == b'.';
    assert_eq!(shown[0].marks, marks.filter(is_blank).collect());
    for (shown, witness) in shown[1..].iter().zip(multiple["witnesses"].as_array().expect("two")) {
        assert_eq!(shown.line("solved"), without(witness.as_str().expect("a line"), TWO_SOLUTIONS));
    }
    assert_eq!(shown.len(), 3);

    let target = format!("/explain?grid={EASY}");
    let (unique, shown) = (service.get(&target).await.json(), grid(&service, &target).await);
    assert!(!indices(&unique["redundant"]).is_empty());
    assert_eq!(shown.cells_with("redundant"), indices(&unique["redundant"]));
}

#[tokio::test]
async fn the_steps_of_a_rating_are_a_film_strip() {
    let service = Service::start().await;
    for (puzzle, from, limit) in [(EASY, 1, 100), (EASY, 20, 6), (EASY, 50, 24), (HARDEST, 1, 24)] {
        let path = format!("/rate?grid={puzzle}&path=true&max_rating=4.5");
        let all = service.get(&path).await.json();
        let shown = svg(&service, &format!("{path}&from={from}&limit={limit}")).await;
        let shown = grids(&shown);
        let mut board: Vec<u8> = puzzle.bytes().collect();
        for (number, step) in all["path"].as_array().expect("steps").iter().enumerate() {
            if let Some(shown) = number.checked_sub(from - 1).and_then(|number| shown.get(number)) {
                let board = std::str::from_utf8(&board).expect("a line");
                assert_eq!([shown.line("given"), shown.line("player")], [puzzle.to_owned(), without(board, puzzle)]);
                check_step(shown, step);
            }
            for (cell, digit) in effects(step, "place") {
                board[cell] = b'0' + digit;
            }
        }
        let steps = all["path"].as_array().expect("steps").len();
        assert_eq!(shown.len(), (steps + 1).saturating_sub(from).clamp(1, limit.min(24)), "{path}");
    }
    // Without a path, a rating is drawn as its puzzle.
    let shown = grid(&service, &format!("/rate?grid={EASY}&allow=up-to:naked-single")).await;
    assert_eq!(shown.digits.len(), 30);
}

#[tokio::test]
async fn the_steps_of_a_position_are_a_sheet() {
    let service = Service::start().await;
    for query in ["limit=5", "limit=3&from=2", "limit=30", "allow=xy-wing"] {
        let target = format!("/steps?grid={EASY}&{query}");
        let listed = service.get(&target).await.json();
        let listed = listed["steps"].as_array().expect("steps").clone();
        let shown = grids(&svg(&service, &target).await);
        assert_eq!(shown.len(), listed.len().clamp(1, 24), "{target}");
        for (shown, step) in shown.iter().zip(&listed) {
            check_step(shown, step);
            assert_eq!(shown.line("given"), EASY);
        }
    }
}

#[tokio::test]
async fn variants_are_a_sheet() {
    let service = Service::start().await;
    for kind in ["isomorph", "ambiguous", "broken"] {
        let target = format!("/variants?grid={EASY}&kind={kind}&per=3");
        let made = service.get(&target).await.json();
        let shown = grids(&svg(&service, &target).await);
        assert_eq!(shown.len(), 3);
        for (shown, variant) in shown.iter().zip(made["variants"].as_array().expect("variants")) {
            assert_eq!(shown.line("given"), variant["puzzle"].as_str().expect("a line"));
            assert_eq!(shown.cells_with("mistake"), indices(&json!([variant["cell"]])), "{variant}");
        }
    }
}
