//! The commands `rate` and `canonical`.

use serde_json::{Value, json};
use sudoku_service::sudoku::canonical::Transformation;
use sudoku_service::sudoku::notation;

use crate::batch::command::{lines, run};
use crate::batch::{PUZZLE, SOLUTION, TWO};

#[test]
fn an_older_name_of_a_flag_is_understood_and_a_null_stays_one() {
    let output = run(&["rate", "--path", "--without-uniqueness"], PUZZLE.as_bytes());
    let steps: Vec<&str> = lines(&output)[0].split(" | ").collect();
    assert_eq!((steps.len(), steps[0]), (52, "1.2/1.2/1.2"), "{steps:?}");
    let output = run(&["rate", "--format", "tsv"], format!("{PUZZLE}\n{TWO}\n\\N\n").as_bytes());
    let [rated, problem, null] = lines(&output)[..] else { panic!("{output:?}") };
    assert_eq!(rated, format!("{PUZZLE}\t1.2\t1.2\t1.2\teasy\thidden-single\t\\N"));
    assert!(problem.starts_with(&format!("{TWO}{}\tnot-unique: ", "\t\\N".repeat(5))), "{problem}");
    assert_eq!((null, output.status.code()), ("\\N\t".repeat(7).trim_end(), Some(1)));
}

/// The smallest of all equivalent grids, found by trying everything.
const SMALLEST: [(&str, &str); 2] = [
    (
        ".9....6.......5.2.7...4....8........5.2..3.........9...3.69...........57....3....",
        "000000001000001023045000000000040006007000500200003000000080000000750100300000000",
    ),
    (
        "5...6...19.1.8..23.8.........9..3...2.8....5.....96.....7.59.34.2..3..1....1.....",
        "000000000000001023004023005000050600005000047076008002000200000700034096930007000",
    ),
];

/// Returns nine digits, given as a JSON array or as a string without separators.
fn nine(value: &Value) -> [u8; 9] {
    let digits: Vec<u8> = match value {
        Value::String(text) => text.bytes().map(|byte| byte - b'0').collect(),
        list => serde_json::from_value(list.clone()).expect("a list of numbers"),
    };
    digits.try_into().expect("nine of them")
}

#[test]
fn the_transformation_leads_to_the_canonical_form() {
    for (puzzle, smallest) in SMALLEST.into_iter().chain([(SOLUTION, "")]) {
        let ndjson = run(&["canonical", "--format", "ndjson"], format!("\"{puzzle}\"").as_bytes());
        let ndjson: Value = serde_json::from_str(lines(&ndjson)[0]).expect("JSON");
        let tsv = run(&["canonical", "--format", "tsv"], format!("puzzle\n{puzzle}\n").as_bytes());
        let [header, row] = lines(&tsv)[..] else { panic!("{tsv:?}") };
        let mut columns = header.split('\t').zip(row.split('\t')).collect::<std::collections::BTreeMap<_, _>>();
        assert_eq!((columns.remove("puzzle"), columns.remove("problem")), (Some(puzzle), Some("\\N")));
        let ndjson = &ndjson["canonical"];
        assert_eq!(columns["canonical"], ndjson["grid"]);
        assert_eq!(columns["automorphisms"], ndjson["automorphisms"].to_string());
        let zero_based = |value: &Value| nine(value).map(|line| line - 1);
        for part in [json!(columns), ndjson.clone()] {
            let transpose = part["transpose"] == json!(true) || part["transpose"] == json!("true");
            let (rows, columns) = (zero_based(&part["rows"]), zero_based(&part["columns"]));
            let transformation =
                Transformation::new(transpose, rows, columns, nine(&part["digits"])).expect("a transformation");
            let grid = notation::parse(puzzle).expect("a grid").grid;
            let reached = transformation.apply(&grid).to_string().replace('.', "0");
            assert_eq!(ndjson["grid"], json!(reached));
            assert!(smallest.is_empty() || reached == smallest);
        }
    }
}
