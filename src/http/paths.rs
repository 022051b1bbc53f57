//! Every route: its path, and its methods.

use std::sync::LazyLock;

use crate::operations;
use crate::operations::operation::FoundBy;

/// The playground.
pub const ROOT: &str = "/";
/// The tools for language models.
pub const MCP: &str = "/mcp";
/// The liveness probe.
pub const LIVEZ: &str = "/livez";
/// The readiness probe.
pub const READYZ: &str = "/readyz";
/// The contract.
pub const OPENAPI_YAML: &str = "/openapi.yaml";
/// The contract.
pub const OPENAPI_JSON: &str = "/openapi.json";
/// Lists the problems.
pub const PROBLEMS: &str = "/problems/";
/// Describes a problem.
pub const PROBLEM: &str = "/problems/{code}";
/// The style of all pages.
pub const STYLE: &str = "/style.css";
/// A file of the playground.
pub const PLAYGROUND_ASSET: &str = "/playground/{asset}";
/// The icon of all pages.
pub const ICON: &str = "/favicon.svg";
/// Redirects to the reference.
pub const REFERENCE_REDIRECT: &str = "/docs";
/// The interactive reference.
pub const REFERENCE: &str = "/docs/";
/// A file of the reference.
pub const REFERENCE_ASSET: &str = "/docs/{asset}";
/// On the admin listener only.
pub const METRICS: &str = "/metrics";

/// Whether this is the path of a probe, which is answered even while other requests are rejected.
pub fn is_probe(path: &str) -> bool {
    matches!(path, LIVEZ | READYZ)
}

/// The routes that are only read, besides the operations without a grid.
const READ: [&str; 14] = [
    ROOT,
    LIVEZ,
    READYZ,
    OPENAPI_YAML,
    OPENAPI_JSON,
    PROBLEMS,
    PROBLEM,
    STYLE,
    PLAYGROUND_ASSET,
    ICON,
    REFERENCE_REDIRECT,
    REFERENCE,
    REFERENCE_ASSET,
    METRICS,
];

/// The methods of a route that is only read, besides OPTIONS, which every route has.
const READS: &str = "GET, HEAD";

/// Maximum number of characters by which a suggested path differs.
const FARTHEST: usize = 2;

/// Every route.
static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let of_operations = operations::ALL.iter().flat_map(|operation| {
        let methods = if operation.takes_grid { "GET, HEAD, POST" } else { READS };
        let batch = operation.lines.map(|_| Known::new(operation.batch_path(), "POST"));
        let dated = (operation.found_by == FoundBy::Date).then(|| Known::new(operation.dated_path(), READS));
        [Some(Known::new(operation.path(), methods)), batch, dated].into_iter().flatten()
    });
    let tools = Known::new(MCP.to_owned(), "POST");
    of_operations.chain([tools]).chain(READ.map(|pattern| Known::new(pattern.to_owned(), READS))).collect()
});

/// A known route.
struct Known {
    pattern: String,
    /// The part before a parameter, which is always the last segment.
    parent: Option<usize>,
    methods: &'static str,
}

impl Known {
    fn new(pattern: String, methods: &'static str) -> Self {
        Self { parent: pattern.find('{'), pattern, methods }
    }

    fn is_at(&self, path: &str) -> bool {
        match self.parent {
            None => self.pattern == path,
            Some(end) => {
                path.strip_prefix(&self.pattern[..end]).is_some_and(|last| !last.is_empty() && !last.contains('/'))
            }
        }
    }
}

/// A route, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route(usize);

impl Route {
    /// The number of routes.
    pub fn count() -> usize {
        ALL.len()
    }

    /// Its number, below [`count`](Self::count).
    pub const fn number(self) -> usize {
        self.0
    }

    /// Its pattern.
    pub fn pattern(self) -> &'static str {
        &ALL[self.0].pattern
    }

    /// Its methods, besides OPTIONS.
    pub fn methods(self) -> &'static str {
        ALL[self.0].methods
    }
}

/// A listener; each has its own routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    /// The listener for clients.
    Public,
    /// The listener for operators.
    Admin,
}

impl Listener {
    /// The route of this listener with this path.
    pub fn route_of(self, path: &str) -> Option<Route> {
        ALL.iter().position(|route| route.is_at(path)).map(Route).filter(|route| self.has(route.pattern()))
    }

    /// The path of this listener that the caller most likely meant: one that differs only in case and slashes, or in at
    /// most two characters.
    pub fn nearest(self, path: &str) -> Option<&'static str> {
        let (tidy, known) = self.compared(path)?;
        let distances = known.map(|known| (strsim::levenshtein(known.trim_end_matches('/'), &tidy), known));
        distances
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= FARTHEST)
            .map(|(_, known)| known)
    }

    /// The path in lower case without superfluous slashes, and the known paths to compare it with. `None` for a path that
    /// is longer than any of them by more than [`FARTHEST`]: the work must not grow with what a caller sends.
    fn compared(self, path: &str) -> Option<(String, impl Iterator<Item = &'static str>)> {
        let known = || {
            let patterns = (0..ALL.len()).map(|number| Route(number).pattern());
            patterns.filter(move |&path| self.has(path) && path != ROOT && !path.contains('{'))
        };
        if path.len() > known().map(str::len).max()? + FARTHEST {
            return None;
        }
        let segments: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
        Some((format!("/{}", segments.join("/")), known()))
    }

    fn has(self, pattern: &str) -> bool {
        match self {
            Self::Public => pattern != METRICS,
            Self::Admin => matches!(pattern, LIVEZ | READYZ | METRICS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_listener_has_its_own_routes() {
        for (path, public, admin) in [
            ("/solve", Some("/solve"), None),
            ("/solve/", None, None),
            ("/problems/internal", Some(PROBLEM), None),
            ("/problems/", Some(PROBLEMS), None),
            ("/problems/a/b", None, None),
            ("/docs/", Some(REFERENCE), None),
            ("/docs/swagger-ui.css", Some(REFERENCE_ASSET), None),
            ("/livez", Some(LIVEZ), Some(LIVEZ)),
            ("/metrics", None, Some(METRICS)),
        ] {
            let found = [Listener::Public, Listener::Admin].map(|listener| listener.route_of(path).map(Route::pattern));
            assert_eq!(found, [public, admin], "{path}");
        }
    }

    #[test]
    fn a_path_is_compared_only_up_to_the_length_of_the_longest_known_one_and_two() {
        // The longest paths: `/canonical/batch` and `/metrics`.
        for (listener, longest) in [(Listener::Public, 16), (Listener::Admin, 8)] {
            let is_compared = |length: usize| {
                let path = format!("/{}", "a".repeat(length - 1));
                listener.compared(&path).is_some_and(|(_, known)| known.count() > 0)
            };
            assert_eq!([longest + 2, longest + 3, 8192].map(is_compared), [true, false, false], "{listener:?}");
        }
    }

    #[test]
    fn each_listener_suggests_only_its_own_paths() {
        assert_eq!(
            [Listener::Public, Listener::Admin].map(|listener| listener.nearest("/metric")),
            [None, Some(METRICS)]
        );
    }
}
