//! The invariants of the source: forbidden names in each part, and no import cycles between files.
//!
//! Rules ignore comments and match whole words: `tokio` does not forbid `tokio_like`.

mod imports;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Names that are forbidden in some files.
struct Rule {
    /// The rule applies to paths below `src/` that start with one of these,
    within: &'static [&'static str],
    /// except those that start with one of these.
    except: &'static [&'static str],
    /// Sequences of words and punctuation.
    forbidden: &'static [&'static str],
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        within: &["sudoku/"],
        except: &[],
        forbidden: &[
            "crate::http",
            "crate::pool",
            "crate::server",
            "crate::batch",
            "crate::config",
            "crate::telemetry",
        ],
        why: "the domain does not depend on the layers above it",
    },
    Rule {
        within: &["sudoku/"],
        except: &[],
        forbidden: &["std::env", "std::time", "std::fs", "std::net", "println", "eprintln", "Instant", "SystemTime"],
        why: "the domain uses no clock, environment, files or output",
    },
    Rule {
        within: &["pool"],
        except: &[],
        forbidden: &["axum", "hyper", "crate::http", "crate::server", "crate::operations", "serde"],
        why: "the pool does not depend on what it runs, or for whom",
    },
    Rule {
        within: &["batch"],
        except: &[],
        forbidden: &["axum", "hyper", "crate::http", "crate::server", "crate::operations", "crate::pool", "serde"],
        why: "a batch does not depend on what its lines are, or where they come from",
    },
    Rule {
        within: &["operations/"],
        except: &[],
        forbidden: &[
            "axum",
            "hyper",
            "tokio",
            "tower",
            "clap",
            "crate::http",
            "crate::mcp",
            "crate::cli",
            "crate::server",
        ],
        why: "an operation does not depend on its faces",
    },
    Rule {
        within: &["cli/"],
        except: &[],
        forbidden: &["axum", "hyper", "crate::http"],
        why: "the command line is a face beside HTTP, not on top of it",
    },
    Rule {
        within: &["mcp/"],
        except: &[],
        forbidden: &["axum", "hyper", "tokio", "clap", "crate::http", "crate::cli", "crate::server", "crate::pool"],
        why: "messages for tools do not depend on what carries them",
    },
    Rule {
        within: &["http/"],
        except: &[],
        forbidden: &["spawn_blocking", "block_in_place"],
        why: "solving goes through the pool",
    },
    Rule {
        within: &["http/"],
        except: &[],
        forbidden: &["solver::search", "solver::lanes", "solver::backend", "solver::Backend"],
        why: "the transport uses only the solver's public interface",
    },
    Rule {
        within: &["http/"],
        except: &[],
        forbidden: &[
            "BAD_REQUEST",
            "UNPROCESSABLE_ENTITY",
            "INTERNAL_SERVER_ERROR",
            "SERVICE_UNAVAILABLE",
            "PAYLOAD_TOO_LARGE",
            "UNSUPPORTED_MEDIA_TYPE",
            "StatusCode::NOT_FOUND",
            "StatusCode::METHOD_NOT_ALLOWED",
        ],
        why: "every error response is a problem, whose status is in the catalogue",
    },
    Rule {
        within: &["server/"],
        except: &[],
        forbidden: &[
            "axum",
            "serde",
            "crate::http",
            "crate::pool",
            "crate::sudoku",
            "crate::batch",
            "crate::operations",
        ],
        why: "the server does not depend on what the service does",
    },
    Rule {
        within: &["http/routes/"],
        except: &["http/routes/batch/"],
        forbidden: &["Format", "AnswerFormat"],
        why: "handlers do not choose between JSON and text",
    },
    Rule {
        within: &["telemetry"],
        except: &[],
        forbidden: &["crate::sudoku"],
        why: "telemetry does not depend on the domain",
    },
    Rule {
        within: &["config.rs"],
        except: &[],
        forbidden: &["TcpListener", "bind", "spawn"],
        why: "the configuration does not bind or start anything",
    },
    Rule {
        within: &[""],
        except: &["sudoku/solver/lanes/"],
        forbidden: &["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern"],
        why: "only the lanes use unsafe code",
    },
    Rule {
        within: &[""],
        except: &[],
        forbidden: &["todo!", "unimplemented!", "dbg!", "mod utils", "mod util", "mod helpers", "mod common"],
        why: "the source has no unfinished code and no catch-all modules",
    },
];

/// Marks of unfinished work, which are forbidden in comments too.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Lists the forbidden names in a source at this path below `src/`.
fn offences(path: &str, source: &str) -> Vec<String> {
    let mut offences = Vec::new();
    let dependencies = if path.starts_with("sudoku/") { &DEPENDENCIES[..] } else { &[] };
    for (number, line) in source.lines().enumerate() {
        let mut offence = |what: &str, why: &str| {
            offences.push(format!("src/{path}:{}: `{what}`: {why}\n    {}", number + 1, line.trim()));
        };
        for mark in UNFINISHED.into_iter().filter(|mark| words(line).any(|word| word == *mark)) {
            offence(mark, "the source has no unfinished code");
        }
        let code = line.split("//").next().unwrap_or_default();
        for name in dependencies.iter().filter(|name| names(code, name)) {
            offence(name, "the domain uses only the standard library");
        }
        for rule in RULES {
            let holds = rule.within.iter().any(|start| path.starts_with(start))
                && !rule.except.iter().any(|start| path.starts_with(start));
            for what in rule.forbidden.iter().filter(|what| holds && names(code, what)) {
                offence(what, rule.why);
            }
        }
    }
    offences
}

/// The names of the dependencies in code. `bytes` is also an ordinary word, so only paths into it count.
static DEPENDENCIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let (_, rest) = include_str!("../../../Cargo.toml").split_once("\n[dependencies]\n").expect("dependencies");
    let table = rest.split("\n[").next().unwrap_or_default();
    let names = table.lines().filter_map(|line| Some(line.split_once(" = ")?.0.replace('-', "_")));
    names.map(|name| if name == "bytes" { name + "::" } else { name }).collect()
});

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_').filter(|word| !word.is_empty())
}

/// Returns whether a line of code contains this as whole words.
fn names(code: &str, what: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(what).any(|(at, _)| {
        let continues_before = code[..at].ends_with(is_word);
        let continues_after = what.ends_with(is_word) && code[at + what.len()..].starts_with(is_word);
        !continues_before && !continues_after
    })
}

/// Returns the path below `src/` and the text of every Rust file there.
fn sources() -> Vec<(String, String)> {
    fn walk(directory: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).expect("a directory of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&root, &mut files);
    files
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(&root).expect("a path below it").to_string_lossy().replace('\\', "/");
            (below, fs::read_to_string(path).expect("a source in UTF-8"))
        })
        .collect()
}

#[test]
fn no_source_uses_a_forbidden_name() {
    let sources = sources();
    assert!(sources.len() > 20, "found only {} source files", sources.len());
    let found: Vec<String> = sources.iter().flat_map(|(path, source)| offences(path, source)).collect();
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    let found: Vec<String> =
        offences(path, source).iter().map(|offence| offence.split('`').nth(1).unwrap_or_default().to_owned()).collect();
    assert_eq!(found, expected, "in src/{path}: {source}");
}

#[test]
fn forbidden_names_are_found_only_where_they_are_forbidden() {
    check("sudoku/grid.rs", "use serde::Serialize;", &["serde"]);
    check("sudoku/grid.rs", "use tower_http::trace;", &["tower_http"]);
    check("http/routes/solve.rs", "use serde::Serialize;", &[]);
    check("sudoku/notation.rs", "let observed = deserialised;", &[]);
    check("sudoku/solver/search.rs", "    crate::pool::Pool::start();", &["crate::pool"]);
    check("sudoku/solver/mod.rs", "use std::time::Instant;", &["std::time", "Instant"]);
    check("sudoku/rules.rs", "// tokio is not used here", &[]);
    check("pool/mod.rs", "use axum::Router;", &["axum"]);
    check("pool.rs", "use crate::http::App;", &["crate::http"]);
    check("http/routes/solve.rs", "tokio::task::spawn_blocking(job)", &["spawn_blocking"]);
    check("http/routes/solve.rs", "use crate::sudoku::solver::search;", &["solver::search"]);
    check("http/routes/solve.rs", "let search = lanes;", &[]);
    check("http/routes/solve.rs", "StatusCode::BAD_REQUEST.into_response()", &["BAD_REQUEST"]);
    check("operations/solve.rs", "use crate::http::App;", &["crate::http"]);
    check("operations/solve.rs", "use serde::Serialize;", &[]);
    check("cli/lines.rs", "use crate::http::App;", &["crate::http"]);
    check("mcp/tools.rs", "use axum::Router;", &["axum"]);
    check("server/accept.rs", "use crate::sudoku::Grid;", &["crate::sudoku"]);
    check("config.rs", "TcpListener::bind(address)", &["TcpListener", "bind"]);
    check("pool/mod.rs", "unsafe { read(pointer) }", &["unsafe {"]);
    check("sudoku/solver/lanes/avx2.rs", "unsafe { read(pointer) }", &[]);
    check("lib.rs", "unsafe impl Send for Grid {}", &["unsafe impl"]);
    check("lib.rs", "#![deny(unsafe_code)] // unsafe {", &[]);
    check("http/routes/solve.rs", "todo!()", &["todo!"]);
    check("http/routes/solve.rs", "// TODO: later", &["TODO"]);
    check("lib.rs", "mod utils;", &["mod utils"]);
}
