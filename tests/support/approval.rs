//! Texts that somebody has read and approved, in files next to the tests; of many texts, their hashes.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::fmt::{self, Display, Formatter};

/// Compares a text with the file `tests/FILE`, paragraph by paragraph. With `UPDATE_TOLD` set, writes the file anew.
#[track_caller]
pub fn check_approved(file: &str, text: &str) {
    let path = format!("{}/tests/domain/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_TOLD").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let approved = std::fs::read_to_string(&path).expect("the file is there");
    for (told, approved) in text.split("\n\n").zip(approved.split("\n\n")) {
        assert_eq!(told, approved);
    }
    assert_eq!(text.len(), approved.len(), "paragraphs at the end of {path}");
}

/// The number of texts and a hash of them (FNV-1a), where the texts would be too many to read. They were right when everything
/// that compares with other programs was; since then, any change shows.
pub struct Hash(usize, u64);

impl Hash {
    pub const EMPTY: Self = Self(0, 0xcbf2_9ce4_8422_2325);

    pub fn add(&mut self, text: &str) {
        self.0 += 1;
        self.1 = text.bytes().fold(self.1, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    }
}

impl Display for Hash {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} {:016x}", self.0, self.1)
    }
}
