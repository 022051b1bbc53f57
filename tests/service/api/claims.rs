//! Claims about cells, which `POST /validate` judges.

use serde_json::{Value, json};

use crate::api::validate::with;
use crate::support::puzzles::{CONFLICTING, EASY, EMPTY};
use crate::support::service::Service;

/// The claims of an answer, each as `claim legal correct noop`, with the initial of what is true.
fn judged_claims(answer: &Value) -> Vec<String> {
    let judged = |claim: &Value| {
        let initials = [("legal", 'l'), ("correct", 'c'), ("noop", 'n')];
        let is = |name: &str, initial: char| match claim.get(name) {
            Some(Value::Bool(true)) => initial,
            Some(_) => '-',
            None => '?',
        };
        let said: String = initials.into_iter().map(|(name, initial)| is(name, initial)).collect();
        format!("{} {said}", claim["claim"].as_str().expect("a claim"))
    };
    answer["claims"].as_array().expect("claims").iter().map(judged).collect()
}

#[tokio::test]
async fn claims_are_judged_by_the_rules_and_by_the_solution() {
    let service = Service::start().await;
    // EASY begins 53..7.... 6..195... and its solution 534678912 672195348. r1c3 can be 1, 2 or 4.
    let claims = [
        ("r1c3=4", "r1c3=4 lc-"),
        ("R1C3=2", "r1c3=2 l--"),
        ("r1c3=5", "r1c3=5 ---"),
        ("r1c1=5", "r1c1=5 lcn"),
        ("r1c1=4", "r1c1=4 ---"),
        ("r1c3<>21", "r1c3<>12 lc-"),
        ("r1c3<>124", "r1c3<>124 l--"),
        ("r1c3<>5", "r1c3<>5 lcn"),
        ("r1c1<>5", "r1c1<>5 ---"),
        ("r1c1<>7", "r1c1<>7 lcn"),
    ];
    let (sent, expected): (Vec<&str>, Vec<&str>) = claims.into_iter().unzip();
    let answer = service.post_json("/validate", &json!({"grid": EASY, "claims": sent})).await.json();
    assert_eq!(judged_claims(&answer), expected);
    // A query, as text: the same, one a line.
    let query = "claims=r1c3%3D2,r1c3%3C%3E12,r1c1%3D4,r1c1%3C%3E7";
    let answer = service.post_text(&format!("/validate?{query}"), EASY).await;
    let told = "claim r1c3=2: legal, wrong\nclaim r1c3<>12: legal, correct\nclaim r1c1=4: illegal, wrong; given 5; column 1: 4 at r5c1\nclaim r1c1<>7: legal, correct, noop\n";
    assert_eq!(answer.text(), format!("unique\n{told}"));
    // With `puzzle`, its givens and its solution count, and a player may change a digit of their own.
    let progress = with(EASY, 1, 3, '2');
    let body = json!({"grid": progress, "puzzle": EASY, "claims": ["r1c3=4", "r1c3=2", "r1c3<>2", "r1c4=2", "r1c1=4"]});
    let answer = service.post_json("/validate", &body).await.json();
    assert_eq!(judged_claims(&answer), ["r1c3=4 lc-", "r1c3=2 l-n", "r1c3<>2 lc-", "r1c4=2 ---", "r1c1=4 ---"]);
    assert_eq!(answer["counts"], json!({"filled": 31, "right": 30, "wrong": 1}));
    // Without a solution to compare with, only the rules judge.
    let (several, none) = (with(EMPTY, 1, 1, '5'), with(EASY, 1, 3, '2'));
    for grid in [several.as_str(), &none, CONFLICTING] {
        let answer = service.post_json("/validate", &json!({"grid": grid, "claims": ["r1c1<>1"]})).await.json();
        assert_eq!(answer["claims"][0].get("correct"), None, "{answer}");
    }
    // A mark that the player has removed is no candidate of theirs.
    let marks = service.post_json("/validate", &json!({"grid": EASY, "ask": ["candidates"]})).await.json();
    let mut marks = marks["candidates"].as_str().expect("marks").to_owned();
    marks.replace_range(18..19, ".");
    let answer = service.post_json("/validate", &json!({"grid": marks, "claims": ["r1c3<>1", "r1c3<>2"]})).await.json();
    assert_eq!(judged_claims(&answer), ["r1c3<>1 lcn", "r1c3<>2 lc-"]);
}

#[tokio::test]
async fn an_illegal_claim_says_why() {
    let service = Service::start().await;
    // EASY begins 53..7.... 6..195... .98....6.
    let claims = ["A3=5", "C1=6", "r1c1=4", "r1c1<>5", "r1c3=4"];
    let answer = service.post_json("/validate", &json!({"grid": EASY, "claims": claims})).await.json();
    let cell = |row: u64, column: u64| json!({"row": row, "column": column, "index": 9 * row + column - 10});
    let conflict = |digit: u64, kind: &str, number: u64, cells: &[Value]| json!({"digit": digit, "house": {"kind": kind, "number": number}, "cells": cells});
    let why = |index: usize| (answer["claims"][index].get("given"), answer["claims"][index].get("conflicts"));
    let of_five = json!([conflict(5, "row", 1, &[cell(1, 1)]), conflict(5, "box", 1, &[cell(1, 1)])]);
    assert_eq!(why(0), (None, Some(&of_five)), "{answer}");
    let of_six = [("row", 3, cell(3, 8)), ("column", 1, cell(2, 1)), ("box", 1, cell(2, 1))];
    let of_six: Vec<Value> =
        of_six.iter().map(|(kind, number, at)| conflict(6, kind, *number, std::slice::from_ref(at))).collect();
    assert_eq!(why(1), (None, Some(&json!(of_six))), "{answer}");
    let of_four = json!([conflict(4, "column", 1, &[cell(5, 1)])]);
    assert_eq!(why(2), (Some(&json!(5)), Some(&of_four)), "{answer}");
    assert_eq!([why(3), why(4)], [(Some(&json!(5)), None), (None, None)], "{answer}");
    let text = service.post_text("/validate?claims=A3%3D5&compare=false", EASY).await;
    assert_eq!(text.text(), "unique\nclaim r1c3=5: illegal; row 1: 5 at r1c1; box 1: 5 at r1c1\n");
}

#[tokio::test]
async fn nothing_of_the_solution_is_revealed_unless_it_may_be() {
    let service = Service::start().await;
    let progress = with(EASY, 1, 3, '2');
    let body = json!({"grid": progress, "puzzle": EASY, "claims": ["r1c3=4"], "compare": false});
    let answer = service.post_json("/validate", &body).await.json();
    assert_eq!(judged_claims(&answer), ["r1c3=4 l?-"]);
    assert_eq!((answer.get("mistakes"), &answer["counts"]), (None, &json!({"filled": 31})));
    let answer = service.post_text(&format!("/validate?compare=false&claims=r1c3%3D4&puzzle={EASY}"), &progress).await;
    assert_eq!(answer.text(), "none\nclaim r1c3=4: legal\n");
}

#[tokio::test]
async fn an_invalid_claim_is_located_and_there_are_at_most_32() {
    let service = Service::start().await;
    let invalid = ["r1c1", "r1c1=0", "r0c1=1", "r1c1=12", "r1c1<>", "r1c1<>10", "r1c1!=1", "", "r1c1=５"];
    let mut claims: Vec<Value> = invalid.into_iter().map(Value::from).collect();
    claims.extend([json!(5), json!(null), json!("r1c1=1")]);
    let answer = service.post_json("/validate", &json!({"grid": EASY, "claims": claims})).await;
    let errors = answer.json()["errors"].take();
    let pointers: Vec<&str> = errors.as_array().expect("errors").iter().filter_map(|e| e["pointer"].as_str()).collect();
    let expected: Vec<String> = (0..11).map(|i| format!("/claims/{i}")).collect();
    assert_eq!(pointers, expected, "{answer}");
    assert_eq!(errors[0]["detail"], r#"expected a claim such as r1c2=3 or r4c5<>7, found "r1c1""#);
    for (number, status) in [(0, 200), (1, 200), (32, 200), (33, 422), (1500, 422)] {
        let answer = service.post_json("/validate", &json!({"grid": EASY, "claims": vec!["r1c3=4"; number]})).await;
        assert_eq!(answer.status, status, "{number}");
        if status == 422 {
            let detail = answer.json()["errors"][0]["detail"].take();
            assert!(detail.as_str().is_some_and(|d| d.starts_with("expected a list of 1 to 32 items")), "{answer}");
        }
    }
}
