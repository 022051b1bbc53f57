//! Texts that somebody has read and approved, in files next to the tests; of many texts, their hashes.

use std::collections::BTreeMap;

/// Compares a text with the file `tests/domain/FILE`, paragraph by paragraph. With `UPDATE_TOLD` set, writes the file anew.
#[track_caller]
pub fn check_approved(file: &str, text: &str) {
    let path = path(file);
    if std::env::var_os("UPDATE_TOLD").is_some() {
        std::fs::write(&path, text).expect("the file can be written");
    }
    let approved = std::fs::read_to_string(&path).expect("the file is there");
    for (told, approved) in text.split("\n\n").zip(approved.split("\n\n")) {
        assert_eq!(told, approved);
    }
    assert_eq!(text.len(), approved.len(), "paragraphs at the end of {path}");
}

/// Texts that are too many to read. They were right when everything that compares with other programs was; since then, any change
/// shows. The file has a line for each name: the number of its texts, and a hash (FNV-1a) of those of each group.
pub struct Many {
    file: &'static str,
    approved: BTreeMap<String, Vec<String>>,
    lines: BTreeMap<String, Line>,
    /// The first group that differs from what was approved, in full.
    difference: Option<String>,
}

#[derive(Default)]
struct Line {
    count: usize,
    group: usize,
    texts: String,
    hashes: Vec<String>,
}

impl Many {
    pub fn of(file: &'static str) -> Self {
        let approved = std::fs::read_to_string(path(file)).unwrap_or_default();
        let words = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            Some((words.next()?, words.skip(1).collect()))
        };
        let approved = approved.lines().filter_map(words).collect();
        Self { file, approved, lines: BTreeMap::new(), difference: None }
    }

    /// Adds a text of this name. The texts of a group follow one another.
    pub fn add(&mut self, name: &str, group: usize, text: &str) {
        if self.lines.get(name).is_some_and(|line| line.group != group) {
            self.close(name);
        }
        let line = self.lines.entry(name.to_owned()).or_default();
        line.count += 1;
        line.group = group;
        line.texts += text;
        line.texts.push('\n');
    }

    /// Compares the texts with those that were approved.
    #[track_caller]
    pub fn check(mut self) {
        for name in self.lines.keys().cloned().collect::<Vec<String>>() {
            self.close(&name);
        }
        let line = |(name, line): (&String, &Line)| format!("{name} {} {}\n", line.count, line.hashes.join(" "));
        let text: String = self.lines.iter().map(line).collect();
        if let Some(difference) = self.difference.filter(|_| std::env::var_os("UPDATE_TOLD").is_none()) {
            panic!("other texts than {} approves:\n{difference}", self.file);
        }
        check_approved(self.file, &text);
    }

    /// Ends the group of this name.
    fn close(&mut self, name: &str) {
        let Some(line) = self.lines.get_mut(name) else { return };
        let hash =
            line.texts.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        let hash = format!("{hash:08x}");
        let approved = self.approved.get(name).and_then(|hashes| hashes.get(line.hashes.len()));
        if approved != Some(&hash) && self.difference.is_none() {
            self.difference = Some(format!("{name}, group {}:\n{}", line.hashes.len() + 1, line.texts));
        }
        line.hashes.push(hash);
        line.texts.clear();
    }
}

fn path(file: &str) -> String {
    format!("{}/tests/domain/{file}", env!("CARGO_MANIFEST_DIR"))
}
