//! The commands that also write pictures.

use std::fs;

use crate::PUZZLE;
use crate::command::run;
use crate::stage::{directory, names};

#[test]
fn a_hint_is_a_picture_in_a_file() {
    let folder = directory("picture-of-a-hint");
    let file = folder.join("hint.svg");
    let told = run(&["hint", "--svg", &file.display().to_string()], PUZZLE.as_bytes());
    let text = String::from_utf8_lossy(&told.stdout).trim_end().replace('<', "&lt;");
    let picture = fs::read_to_string(file).expect("a picture");
    assert!(told.status.success() && picture.contains(&format!("<desc>{text}</desc>")), "{told:?}: {picture}");
}

#[test]
fn generated_puzzles_are_pictures_in_a_directory() {
    let folder = directory("pictures-of-puzzles");
    let arguments = ["generate", "--level", "easy", "--count", "3", "--svg", &folder.display().to_string()];
    let made = run(&arguments, b"");
    assert!(made.status.success(), "{made:?}");
    assert_eq!(names(&folder), ["001.svg", "002.svg", "003.svg"]);
    let puzzles = String::from_utf8_lossy(&made.stdout).into_owned();
    for (puzzle, name) in puzzles.lines().zip(names(&folder)) {
        let picture = fs::read_to_string(folder.join(name)).expect("a picture");
        let clues = puzzle.chars().filter(char::is_ascii_digit).count();
        assert_eq!(picture.matches("<use ").count(), clues, "{puzzle}: {picture}");
    }
}

#[test]
fn the_steps_of_a_rating_are_pictures_in_a_directory_or_a_sheet() {
    let folder = directory("pictures-of-steps");
    let rated = run(&["rate", "--path", "--svg", &folder.display().to_string()], PUZZLE.as_bytes());
    assert!(rated.status.success(), "{rated:?}");
    assert_eq!(names(&folder).len(), 24);
    let said = String::from_utf8_lossy(&rated.stderr);
    assert!(said.contains("Steps 1 to 24 of 51: "), "what is left out is said: {said}");
    let sheet = folder.join("steps.svg");
    let arguments = ["rate", "--path", "--from", "50", "--svg", &sheet.display().to_string()];
    let rated = run(&arguments, PUZZLE.as_bytes());
    let picture = fs::read_to_string(sheet).expect("a sheet");
    assert!(rated.status.success() && picture.matches("class=\"grid frame\"").count() == 2, "{rated:?}: {picture}");
}
