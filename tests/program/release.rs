//! What a release says of itself: the address of the repository, which stands once in Cargo.toml, the tags of its image, and the
//! page of its wheel.

use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The places that must name the repository, and what each lacks to name `address`. What a release writes by itself (the labels of
/// the image, `server.json`, the addresses in the wheel) takes it from Cargo.toml.
fn places_without(address: &str) -> Vec<String> {
    let path = address.trim_start_matches("https://github.com/");
    let image = format!("ghcr.io/{}", path.to_lowercase());
    [
        ("README.md", format!("git clone {address}")),
        ("README.md", format!("{address}/releases")),
        ("README.md", format!("docker run --rm -p 8080:8080 --read-only --cap-drop ALL {image}\n")),
        ("openapi.yaml", format!("    url: {address}\n")),
        ("deploy/python/README.md", format!("mcp-name: io.github.{path}")),
        ("deploy/kubernetes/kustomization.yaml", format!("newName: {image}\n")),
        ("deploy/kubernetes/batch/kustomization.yaml", format!("newName: {image}\n")),
    ]
    .into_iter()
    .filter(|(place, text)| !document(place).contains(text))
    .map(|(place, text)| format!("{place} has no `{}`", text.trim_end()))
    .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test says what is not known yet")]
fn every_place_names_the_repository_once_cargo_toml_does() {
    let manifest = document("Cargo.toml");
    let address =
        manifest.split_once("\nrepository = \"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
    if address.is_empty() {
        let elsewhere = places_without("https://github.com/somebody/elsewhere");
        assert_eq!(elsewhere.len(), 7, "no place names another repository, or two at once");
        eprintln!("Cargo.toml has no `repository`. With one:\n{}", elsewhere.join("\n"));
        return;
    }
    assert!(
        address.starts_with("https://github.com/") && address.strip_suffix(".git").is_none(),
        "{address} is not a plain address"
    );
    assert_eq!(places_without(address), Vec::<String>::new(), "`repository` in Cargo.toml is {address}");
}

/// What `.ci/image-tags` prints, or nothing without bash.
fn image_tags(version: &str) -> Option<Vec<String>> {
    let printed = Command::new("bash").arg(root().join(".ci/image-tags")).arg(version).output().ok()?;
    assert!(printed.status.success(), "{printed:?}");
    Some(String::from_utf8_lossy(&printed.stdout).lines().map(str::to_owned).collect())
}

/// All files under a directory that are YAML.
fn manifests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (directories, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let mut found: Vec<_> =
        files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "yaml")).collect();
    found.extend(directories.iter().flat_map(|directory| manifests(directory)));
    found
}

#[test]
fn every_tag_that_a_manifest_names_is_made_by_a_release() {
    let Some(tags) = image_tags(&format!("v{VERSION}")) else { return };
    let minor = VERSION.rsplit_once('.').expect("a version").0;
    assert_eq!(tags, [VERSION, minor, "latest"]);
    assert_eq!(image_tags("2.10.0-rc.1").expect("bash"), ["2.10.0-rc.1"], "a pre-release is not the latest");
    let mut named = 0;
    for path in manifests(&root().join("deploy")) {
        let text = std::fs::read_to_string(&path).expect("a manifest");
        // Kustomize replaces the tag of an image that the manifest names without one.
        let kustomized = text.split_once("- name: sudoku-service\n").map(|(_, rest)| rest).unwrap_or_default();
        let new_tag = kustomized.split_once("newTag: ").map(|(_, rest)| rest.lines().next().unwrap_or_default());
        let images = text.lines().filter_map(|line| line.trim().strip_prefix("image: "));
        let images =
            images.filter(|image| image.split([':', '@']).next().is_some_and(|name| name.ends_with("sudoku-service")));
        let tags_of_images = images.map(|image| image.split_once(':').map_or("latest", |(_, tag)| tag));
        for tag in tags_of_images.chain(new_tag) {
            assert!(tags.iter().any(|made| made == tag), "{}: no release makes {tag:?}", path.display());
            named += 1;
        }
    }
    assert!(named >= 5, "two manifests, what kustomize makes of them, and compose: {named}");
}

#[test]
fn the_commands_on_the_page_of_the_wheel_succeed() {
    let page = document("deploy/python/README.md");
    let commands = page.split_once("```sh\n").and_then(|(_, rest)| rest.split_once("```")).expect("commands").0;
    let binary = Path::new(env!("CARGO_BIN_EXE_sudoku-service"));
    let search_path =
        format!("{}:{}", binary.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wheel");
    std::fs::create_dir_all(&folder).expect("a folder for what they write");
    let commands: Vec<_> =
        commands.lines().filter(|line| line.starts_with("sudoku-service ") && !line.contains(" #")).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    for command in commands {
        let line = format!("set -o pipefail; {command}");
        let Ok(ran) = Command::new("bash").args(["-c", &line]).current_dir(&folder).env("PATH", &search_path).output()
        else {
            return;
        };
        assert!(ran.status.success(), "{command}: {ran:?}");
    }
    assert!(std::fs::metadata(folder.join("puzzles.tsv")).expect("the table").len() > 10_000);
}
