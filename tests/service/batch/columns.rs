//! The columns of an answer.

use crate::batch::command::{lines, run, solve};
use crate::batch::{PUZZLE, SOLUTION};

#[test]
fn the_columns_of_an_answer_keep_their_places_beside_ragged_rows() {
    let rows = ["7".to_owned(), format!("{PUZZLE},{SOLUTION}"), format!("7,{PUZZLE},a,b,c"), format!("7,{PUZZLE},a")];
    let csv = format!("id,puzzle,note\n{}\n", rows.join("\n"));
    for (arguments, count) in [(["annotate", "--fields=clues"], 5), (["solve", "--format=csv"], 6)] {
        let output = run(&arguments, csv.as_bytes());
        let answers = lines(&output);
        for (answer, found) in answers[1..4].iter().zip([1, 2, 5]) {
            let problem = format!("\"invalid-request: expected 3 columns, as in the header, found {found}\"");
            let before = answer.strip_suffix(&problem).unwrap_or_else(|| panic!("{answer}"));
            assert_eq!(before.matches(',').count(), count - 1, "{answer}");
        }
        assert!(answers[4].starts_with(&format!("{},", rows[3])) && answers[4].ends_with(','), "{answers:?}");
    }
}

#[test]
fn a_header_of_columns_is_completed_with_the_names_of_the_answers() {
    let input = format!("id\tpuzzle\tnote\n7\t{PUZZLE}\tx\n");
    let output = solve(&["--format", "tsv", "--column", "2"], input.as_bytes());
    let expected =
        ["id\tpuzzle\tnote\tverdict\tsolution\tproblem", &format!("7\t{PUZZLE}\tx\tunique\t{SOLUTION}\t\\N")];
    assert_eq!((lines(&output), output.status.code()), (expected.to_vec(), Some(0)));
}
