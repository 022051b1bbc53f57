//! The command `dataset`. `tests/external/datasets` checks larger sets with other programs.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::command::run;
use crate::stage::directory;

fn recipe() -> Value {
    json!({
        "name": "small", "title": "A small set", "splits": {"train": 3, "test": 1}, "labels": ["verdict", "er"], "steps": true,
        "bands": [
            {"name": "easy", "count": 12, "generate": {"rating": "1.5-2.3"}},
            {"name": "broken", "count": 5, "generate": {"level": "easy"}, "variants": {"kind": "broken", "per": 2}},
        ],
    })
}

/// Makes a set in this directory.
fn make(recipe: &Value, directory: &Path, arguments: &[&str]) -> Output {
    let file = directory.with_extension("json");
    fs::write(&file, recipe.to_string()).expect("a file is written");
    let [file, directory] = [&*file, directory].map(|path| path.to_str().expect("a path"));
    run(&[&["dataset", "--recipe", file, "--output", directory], arguments].concat(), b"")
}

/// The files of a set by name.
fn files(directory: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("a file"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("a name");
    let text = |entry: &fs::DirEntry| String::from_utf8_lossy(&fs::read(entry.path()).expect("a file")).into_owned();
    entries.map(|entry| (name(&entry), text(&entry))).collect()
}

fn documents(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_set_has_the_items_of_its_recipe_and_is_the_same_in_every_way_to_make_it() {
    let stage = directory("dataset");
    let [one, two, shards] = ["one", "two", "shards"].map(|name| stage.join(name));
    let output = make(&recipe(), &one, &["--threads", "1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let made = files(&one);
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    let expected = [
        "README.md",
        "items-test.ndjson",
        "items-train.ndjson",
        "manifest.json",
        "puzzles.png",
        "steps-test.ndjson",
        "steps-train.ndjson",
    ];
    assert_eq!(names, expected);
    let mut sides: HashMap<String, (String, usize)> = HashMap::new();
    let mut bands: BTreeMap<String, usize> = BTreeMap::new();
    for split in ["train", "test"] {
        let steps = documents(&made[&format!("steps-{split}.ndjson")]);
        assert!(!steps.is_empty(), "{split} has its share");
        for item in documents(&made[&format!("items-{split}.ndjson")]) {
            assert_eq!(item["split"], split);
            let class = item["solution_canonical"].as_str().expect("a class").to_owned();
            let (side, _) = sides.entry(class).or_insert_with(|| (split.to_owned(), 0));
            assert_eq!(side, split, "a class is on one side");
            *bands.entry(item["band"].as_str().expect("a band").to_owned()).or_default() += 1;
            let of_item = steps.iter().filter(|step| step["id"] == item["id"]).count();
            assert_eq!(of_item > 0, item["kind"] == "puzzle" && item["er"].as_f64() > Some(1.4), "{item}");
        }
    }
    assert_eq!(bands, BTreeMap::from([("broken".to_owned(), 5), ("easy".to_owned(), 12)]));
    assert_eq!(sides.len(), 12 + 3, "no two puzzles are of one class");
    // On other threads, and from shards.
    make(&recipe(), &two, &["--threads", "3"]);
    assert_eq!(files(&two), made);
    for shard in ["0/2", "1/2"] {
        assert_eq!(make(&recipe(), &shards, &["--shard", shard]).status.code(), Some(0));
    }
    assert!(files(&shards)["found-1-of-2.ndjson"].lines().count() > 6);
    make(&recipe(), &shards, &[]);
    assert_eq!(files(&shards), made);
    let manifest: Value = serde_json::from_str(&made["manifest.json"]).expect("JSON");
    assert_eq!(manifest["recipe"], recipe());
    assert!(
        made["README.md"].contains("![The first grid of each band](puzzles.png)")
            && made["puzzles.png"].contains("PNG")
    );
    // A set that is whole is left alone.
    let again = make(&recipe(), &one, &[]);
    assert!(String::from_utf8_lossy(&again.stderr).ends_with("has this data set, nothing to do\n"), "{again:?}");
    // Another set is not taken for it.
    let mut other = recipe();
    other["labels"] = json!(["er"]);
    for output in [make(&other, &one, &[]), make(&recipe(), &one, &["--scale", "0.5"])] {
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("a set of another recipe, scale or version"),
            "{output:?}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(files(&one), made);
}

#[test]
fn puzzles_that_were_found_are_not_searched_again_and_belong_to_one_recipe() {
    let stage = directory("dataset-journal");
    let set = stage.join("set");
    make(&recipe(), &set, &["--shard", "0/1"]);
    let journal = set.join("found-0-of-1.ndjson");
    let text = fs::read_to_string(&journal).expect("a journal");
    // Another puzzle in the journal shows that it is read; the torn last line is not.
    let other = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1] = format!("{{\"band\":0,\"index\":0,\"puzzle\":\"{other}\"}}");
    fs::write(&journal, format!("{}\n{{\"band\":0,\"ind", lines.join("\n"))).expect("it is written");
    fs::write(set.join("items-test.ndjson.1f-2.partial"), "of a process that was killed").expect("it is written");
    assert_eq!(make(&recipe(), &set, &["--scale", "0.5"]).status.code(), Some(0));
    assert!(!files(&set).keys().any(|name| name.ends_with(".partial")));
    let items: String = ["train", "test"].map(|split| files(&set)[&format!("items-{split}.ndjson")].clone()).concat();
    assert!(items.contains(other) && !set.join("found.ndjson").exists(), "{items}");
    assert_eq!(items.lines().count(), 6 + 3);
    // The journal of another recipe.
    let other = stage.join("other");
    make(&recipe(), &other, &["--shard", "0/1"]);
    let mut changed = recipe();
    changed["title"] = json!("Another set");
    let output = make(&changed, &other, &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("puzzles of another recipe"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_band_that_runs_dry_ends_with_a_report() {
    let stage = directory("dataset-dry");
    let mut recipe = recipe();
    recipe["steps"] = json!(false);
    recipe["bands"] = json!([
        {"name": "dry", "count": 60, "generate": {"rating": "9.9"}},
        {"name": "easy", "count": 2, "generate": {"level": "easy"}},
    ]);
    let set = stage.join("set");
    let output = make(&recipe, &set, &[]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("band dry ran dry with ") && error.contains(" of 60 items: 32 attempts in a row gave no puzzle"),
        "{error}"
    );
    let manifest: Value = serde_json::from_str(&files(&set)["manifest.json"]).expect("JSON");
    assert_eq!((&manifest["bands"][0]["wanted"], &manifest["bands"][1]["found"]), (&json!(60), &json!(2)));
    assert!(files(&set)["README.md"].contains("The band dry ran dry: "));
}

#[test]
fn an_invalid_recipe_is_refused_with_its_place() {
    let stage = directory("dataset-invalid");
    let with = |change: fn(&mut Value)| {
        let mut recipe = recipe();
        change(&mut recipe);
        recipe
    };
    for (recipe, message) in [
        (json!([]), "the recipe: invalid length 0, expected an object"),
        (with(|recipe| recipe["band"] = json!(1)), "the recipe: unknown field `band`"),
        (with(|recipe| recipe["labels"] = json!(["rating"])), "the recipe: `labels`: expected a list of `solution`"),
        (
            with(|recipe| recipe["labels"] = json!(["trace"])),
            "`labels`: `trace` has files of its own; write `\"steps\": true`",
        ),
        (with(|recipe| recipe["bands"] = json!([])), "`bands`: expected at least one"),
        (
            with(|recipe| recipe["bands"][0]["count"] = json!("5")),
            "band \"easy\", `count`: expected an integer from 1, found \"5\"",
        ),
        (with(|recipe| recipe["bands"][0]["count"] = json!(0)), "`count`: expected an integer from 1, found 0"),
        (
            with(|recipe| recipe["bands"][0]["generate"] = json!({"rating": "9-1"})),
            "band \"easy\", `generate`: /rating: ",
        ),
        (
            with(|recipe| recipe["bands"][1]["variants"] = json!({"per": 0})),
            "band \"broken\", `variants`: /per: expected an integer",
        ),
        (
            with(|recipe| recipe["bands"][0]["generate"]["seed"] = json!("x")),
            "band \"easy\", `generate`: /seed: unknown member; the members are `rating`, `level`",
        ),
        (
            with(|recipe| recipe["columns"] = json!({"question": "puzle"})),
            "`columns`: expected one of `id`, `split`, `band`, `kind`, `puzzle`, `solution`, `solution_canonical`, `verdict`, \
             `er`, `transformation`, `solutions`, `cell`, `wrong`, `right`, found \"puzle\"",
        ),
        (with(|recipe| recipe["bands"][1]["name"] = json!("easy")), "each with a name of its own"),
        (with(|recipe| recipe["bands"][1]["name"] = json!("a b")), "as a name, found \"a b\""),
        (with(|recipe| recipe["splits"] = json!({"train": 0})), "`splits`: expected a share above 0"),
    ] {
        let output = make(&recipe, &stage.join("set"), &[]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{error}");
        assert_eq!(output.status.code(), Some(2));
    }
}
