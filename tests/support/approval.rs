//! Texts that somebody has read and approved, in files next to the tests.

/// Compares a text with the file `tests/FILE`, paragraph by paragraph. With `UPDATE_TOLD` set, writes the file anew.
#[track_caller]
pub fn check_approved(file: &str, text: &str) {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_TOLD").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let approved = std::fs::read_to_string(&path).expect("the file is there");
    for (told, approved) in text.split("\n\n").zip(approved.split("\n\n")) {
        assert_eq!(told, approved);
    }
    assert_eq!(text.len(), approved.len(), "paragraphs at the end of {path}");
}
