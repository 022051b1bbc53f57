//! Pictures of hints: the views, up to the level that was asked for.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::pictures::drawn::{Grid, grids, middle};
use crate::support::puzzles::{EASY, EASY_SOLUTION, HARDEST, MOST_GUESSES};
use crate::support::service::Service;

const LEVELS: [&str; 4] = ["nudge", "where", "what", "how"];

/// Puzzles whose hints use techniques of every kind.
const PUZZLES: [&str; 6] = [
    EASY,
    HARDEST,
    MOST_GUESSES,
    "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn candidate(value: &Value) -> (usize, u8) {
    (number(&value["index"]), number(&value["digit"]) as u8)
}

fn house(value: &Value) -> [usize; 4] {
    let number = number(&value["number"]) - 1;
    match value["kind"].as_str().expect("a kind") {
        "row" => [0, number, 9, 1],
        "column" => [number, 0, 1, 9],
        _ => [number % 3 * 3, number / 3 * 3, 3, 3],
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Compares a grid with the view that it shows.
#[track_caller]
fn check_view(shown: &Grid, view: &Value) {
    let role = |value: &Value| value["role"].as_str().expect("a role").to_owned();
    // What a step without links places is drawn as a digit in its cell.
    let is_large = |known: &&Value| known["role"] == "place" && list(&view["links"]).is_empty();
    let (large, small): (Vec<&Value>, Vec<&Value>) = list(&view["candidates"]).iter().partition(is_large);
    let placed: BTreeSet<(usize, u8)> = large.iter().map(|known| candidate(&known["candidate"])).collect();
    assert_eq!(shown.placed(), placed, "{view}");
    let cells = list(&view["cells"]).iter().map(|cell| (number(&cell["cell"]["index"]), role(cell)));
    let cells = cells.filter(|(cell, _)| placed.iter().all(|(placed, _)| placed != cell));
    let placed_cells = placed.iter().map(|(cell, _)| (*cell, "place".to_owned()));
    assert_eq!(shown.cells, cells.chain(placed_cells).collect(), "{view}");
    assert_eq!(shown.houses, list(&view["houses"]).iter().map(house).collect(), "{view}");
    let candidates = small.iter().map(|known| {
        let (cell, digit) = candidate(&known["candidate"]);
        (cell, digit, role(known))
    });
    assert_eq!(shown.candidates, candidates.collect(), "{view}");
    assert_eq!(shown.marks, shown.candidates.iter().map(|(cell, digit, _)| (*cell, *digit)).collect());
    assert_eq!(shown.links.len(), list(&view["links"]).len());
    for (link, (start, tip, kind)) in list(&view["links"]).iter().zip(&shown.links) {
        for (end, place, gap) in [("from", start, 9.5), ("to", tip, 10.5)] {
            let (cell, digit) = candidate(&link[end]);
            let [x, y] = middle(shown, cell, digit);
            let distance = (place[0] - x).hypot(place[1] - y);
            assert!((distance - gap).abs() < 0.2, "{end} of {link} is {distance} away");
        }
        assert_eq!(link["kind"], **kind);
    }
}

/// Compares the pictures of all levels with their answers.
async fn check_hint(service: &Service, query: &str, position: &str) -> bool {
    for (level, show) in LEVELS.into_iter().enumerate() {
        let target = format!("/hint?{query}&show={show}");
        let answer = service.get(&target).await.json();
        let hint = &answer["hint"];
        if hint.is_null() {
            return false;
        }
        let shown = grids(&service.get(&format!("{target}&format=svg")).await);
        let views =
            [&hint["how"]["views"], &hint["what"]["views"]].into_iter().map(list).find(|views| !views.is_empty());
        let placed = list(&hint["how"]["place"]);
        for shown in &shown {
            let digits = |role: &str| shown.line(role);
            let drawn: String = digits("given")
                .chars()
                .zip(digits("player").chars())
                .map(|(a, b)| if a == '.' { b } else { a })
                .collect();
            if views.is_some() || placed.is_empty() {
                assert_eq!(drawn, position, "the grid itself: {target}");
                let before = shown.digits.len() - shown.placed().len();
                assert_eq!(before, position.replace('.', "").len(), "{target}");
            }
            if level < 3 {
                let of_cells = shown.cells.iter().map(|(_, role)| role);
                let mut roles = of_cells.chain(shown.candidates.iter().map(|(.., role)| role));
                let is_told = roles.any(|role| matches!(&**role, "place" | "eliminate"));
                assert!(!is_told && shown.placed().is_empty(), "a conclusion: {target}");
            }
        }
        if let Some(views) = views {
            assert!(level >= 2);
            assert_eq!(shown.len(), views.len(), "{target}");
            shown.iter().zip(views).for_each(|(shown, view)| check_view(shown, view));
        } else {
            let [shown] = &shown[..] else { panic!("{target} has {} grids", shown.len()) };
            let cells: BTreeSet<usize> =
                list(&hint["where"]["cells"]).iter().map(|cell| number(&cell["index"])).collect();
            assert_eq!(shown.cells.iter().map(|(cell, _)| *cell).collect::<BTreeSet<_>>(), cells, "{target}");
            assert_eq!(shown.houses, list(&hint["where"]["houses"]).iter().map(house).collect(), "{target}");
            assert!(shown.candidates.is_empty() && shown.marks.is_empty() && shown.links.is_empty(), "{target}");
            if level == 0 {
                assert!(shown.cells.is_empty() && shown.houses.is_empty(), "a nudge shows no place: {target}");
            }
        }
    }
    true
}

#[tokio::test]
async fn a_hint_is_drawn_up_to_its_level() {
    let service = Service::start().await;
    let mut hints = 0;
    // The steps of the two hardest take long to find.
    for (puzzle, most) in PUZZLES.into_iter().zip([10, 2, 2, 10, 10, 10]) {
        for skip in 0..most {
            if !check_hint(&service, &format!("grid={puzzle}&skip={skip}"), puzzle).await {
                break;
            }
            hints += 1;
        }
    }
    assert_eq!(hints, 44);
}

#[tokio::test]
async fn a_fault_is_drawn_at_its_cells() {
    let service = Service::start().await;
    let wrong = EASY.replacen("53.", "531", 1);
    let broken = EASY.replacen("53.", "535", 1);
    let erased = EASY.replacen("53.", "5..", 1);
    for grid in [&wrong, &broken, &erased] {
        assert!(check_hint(&service, &format!("grid={grid}&puzzle={EASY}"), grid).await);
    }
    assert!(check_hint(&service, &format!("grid={broken}"), &broken).await);
    // r1c3 is 4, which the player has not noted.
    let marks: String = (0..81).map(|cell| if cell == 2 { "1........" } else { "........." }).collect();
    let target = format!("grid={EASY}&candidates={marks}&notes=none");
    assert_eq!(service.get(&format!("/hint?{target}")).await.json()["hint"]["kind"], "missing-mark");
    assert!(check_hint(&service, &target, EASY).await);
    assert!(check_hint(&service, &format!("grid={EASY_SOLUTION}"), EASY_SOLUTION).await);
    let how = grids(&service.get(&format!("/hint?grid={wrong}&puzzle={EASY}&format=svg")).await);
    assert_eq!((how[0].digits[&2].clone(), how[0].cells_with("place")), ((4, "place".to_owned()), [2].into()));
    let at = |level: &str| format!("/hint?grid={wrong}&puzzle={EASY}&format=svg&show={level}");
    for level in ["where", "what"] {
        let shown = grids(&service.get(&at(level)).await);
        assert_eq!(
            (shown[0].digits[&2].clone(), shown[0].cells_with("mistake")),
            ((1, "player".to_owned()), [2].into())
        );
    }
}

#[tokio::test]
async fn the_marks_of_a_player_are_shown() {
    let service = Service::start().await;
    // r1c3 can be 1, 2 or 4; the player has noted 1 and 4.
    let marks: String = (0..81).map(|cell| if cell == 2 { "1..4....." } else { "........." }).collect();
    let target = format!("/hint?grid={EASY}&candidates={marks}&show=nudge&format=svg");
    let shown = grids(&service.get(&target).await);
    assert_eq!(shown[0].marks, [(2, 1), (2, 4)].into());
    let shown = grids(&service.get(&format!("{target}&notes=all")).await);
    assert!(shown[0].marks.contains(&(2, 1)) && !shown[0].marks.contains(&(2, 2)) && shown[0].marks.len() > 100);
}
