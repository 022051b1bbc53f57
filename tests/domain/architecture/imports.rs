//! Import cycles between files and rooms.

use std::collections::{BTreeMap, BTreeSet};

use super::sources;

/// Returns the source without comments and unit tests: the code that imports and names other files.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Adds the paths of a `use` tree that begins here behind a path, and returns what follows it.
fn tree<'a>(mut rest: &'a str, mut path: Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    loop {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix('{') {
            rest = inner.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                let end = tree(rest, path.clone(), paths);
                // What has another name is the same path.
                rest = end.trim_start_matches(|c| c != ',' && c != '}').trim_start_matches(',').trim_start();
            }
            return rest.strip_prefix('}').unwrap_or_default();
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(rest[..end].to_owned());
        let Some(next) = rest[end..].strip_prefix("::") else {
            paths.push(path);
            return &rest[end..];
        };
        rest = next;
    }
}

/// Every path in a source that begins with `crate`, `super` or `self`.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"].iter().flat_map(|start| code.match_indices(start)) {
        let continues = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        if !code[..start.0].ends_with(continues) {
            tree(&code[start.0..], Vec::new(), &mut paths);
        }
    }
    paths
}

/// Returns the module path of a file: `http/routes/mod.rs` is `http::routes`.
fn module_of(file: &str) -> Vec<String> {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if module == "lib" { Vec::new() } else { module.split('/').map(str::to_owned).collect() }
}

/// Maps each file to the files that it imports. A path to an item belongs to the file of its innermost module. A
/// re-export from a child module by a relative path is not an import.
fn imports(sources: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<Vec<String>, &str> = sources
        .iter()
        .filter(|(file, _)| file != "main.rs")
        .map(|(file, _)| (module_of(file), file.as_str()))
        .collect();
    let mut imports = BTreeMap::new();
    for (module, &file) in &files {
        let source = &sources.iter().find(|(name, _)| name == file).expect("a source").1;
        let mut imported = BTreeSet::new();
        for path in paths_in(&code(source)) {
            let mut base = if path[0] == "crate" { Vec::new() } else { module.clone() };
            for part in path.iter().skip(usize::from(path[0] == "crate")) {
                match part.as_str() {
                    "self" => {}
                    "super" => drop(base.pop()),
                    part => base.push(part.to_owned()),
                }
            }
            while !base.is_empty() && !files.contains_key(&base) {
                base.pop();
            }
            imported.extend(files.get(&base).copied().filter(|&other| other != file && other != "lib.rs"));
        }
        imports.insert(file, imported);
    }
    imports
}

/// Returns an import cycle, if there is one.
fn cycle<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    fn visit<'a>(
        file: &'a str,
        imports: &BTreeMap<&'a str, BTreeSet<&'a str>>,
        path: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<&'a str>> {
        if let Some(start) = path.iter().position(|&earlier| earlier == file) {
            return Some(path[start..].to_vec());
        }
        if !done.insert(file) {
            return None;
        }
        path.push(file);
        let found = imports[file].iter().find_map(|next| visit(next, imports, path, done));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    imports.keys().find_map(|file| visit(file, imports, &mut Vec::new(), &mut done))
}

#[test]
fn files_have_no_import_cycles() {
    let sources = sources();
    let imports = imports(&sources);
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 100, "found too few imports: {imports:?}");
    assert_eq!(cycle(&imports), None);
}

/// Maps each room, a module of the crate, to the rooms that its files import.
fn rooms<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let room = |file: &'a str| file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    let mut rooms: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, imported) in imports {
        let others = imported.iter().map(|other| room(other)).filter(|other| *other != room(file));
        rooms.entry(room(file)).or_default().extend(others);
    }
    rooms
}

#[test]
fn rooms_have_no_import_cycles() {
    let sources = sources();
    let rooms = rooms(&imports(&sources));
    assert!(rooms["http"].contains("operations") && rooms["cli"].contains("operations"), "{rooms:?}");
    assert_eq!(cycle(&rooms), None, "{rooms:?}");
}

#[test]
fn import_cycles_are_found_across_folders_re_exports_and_paths_in_code() {
    let source = |file: &str, source: &str| (file.to_owned(), source.to_owned());
    let sources = [
        source("lib.rs", "pub mod a; pub mod b;"),
        source("a/mod.rs", "mod deep; pub use deep::Thing;\npub use self::deep::Other;"),
        source("a/deep.rs", "use crate::b::{self, c::{Item, More}};"),
        source("b/mod.rs", "pub mod c;"),
        source("b/c.rs", "// use crate::a::deep;\nfn call() { super::super::a::make() }"),
    ];
    let found = cycle(&imports(&sources)).expect("a cycle");
    assert_eq!(BTreeSet::from_iter(found), BTreeSet::from(["a/mod.rs", "a/deep.rs", "b/c.rs"]));
    assert_eq!(cycle(&imports(&sources[..4])), None);
}
