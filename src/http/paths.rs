//! Every route: its path, and its methods.

use std::borrow::Cow;
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
/// What the service is, for language models.
pub const LLMS: &str = "/llms.txt";
/// Lists the problems.
pub const PROBLEMS: &str = "/problems";
/// Describes a problem.
pub const PROBLEM: &str = "/problems/{code}";
/// A script or a style of a page.
pub const ASSET: &str = "/assets/{asset}";
/// Puzzles to print.
pub const WORKSHEET: &str = "/worksheet";
/// The icon of all pages.
pub const ICON: &str = "/favicon.svg";
/// The icon for clients that look for it here.
pub const OLD_ICON: &str = "/favicon.ico";
/// Redirects to the reference.
pub const REFERENCE_REDIRECT: &str = "/docs";
/// The interactive reference.
pub const REFERENCE: &str = "/docs/";
/// On the admin listener only.
pub const METRICS: &str = "/metrics";

/// The routes that are only read, besides the operations without a grid.
const READ: [&str; 15] = [
    ROOT,
    WORKSHEET,
    LIVEZ,
    READYZ,
    OPENAPI_YAML,
    OPENAPI_JSON,
    LLMS,
    PROBLEMS,
    PROBLEM,
    ASSET,
    ICON,
    OLD_ICON,
    REFERENCE_REDIRECT,
    REFERENCE,
    METRICS,
];

/// The methods of a route that is only read, besides OPTIONS, which every route has.
const READS: &str = "GET, HEAD";

/// Maximum number of characters by which a suggested path differs.
const FARTHEST: usize = 2;

/// Maximum length in bytes of a path that a problem page repeats or that gets a suggestion.
pub const LONGEST_PATH: usize = 256;

/// Paths of other services, and ours for the same.
const ELSEWHERE: [(&str, &str); 10] = [
    ("/api", REFERENCE),
    ("/api-docs", REFERENCE),
    ("/health", READYZ),
    ("/healthz", READYZ),
    ("/openapi", OPENAPI_YAML),
    ("/ping", LIVEZ),
    ("/playground", ROOT),
    ("/redoc", REFERENCE),
    ("/status", READYZ),
    ("/swagger", REFERENCE),
];

/// Every route.
static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let of_operations = operations::ALL.iter().flat_map(|operation| {
        let methods = if operation.takes_grid { "GET, HEAD, POST" } else { READS };
        let batch = operation.batches.map(|_| Known::new(operation.batch_path(), "POST"));
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

    /// This path without the slash at its end, if only that keeps it from being a path of this listener. The redirect of a
    /// path with a parameter below it is relative, so it would lead elsewhere.
    pub fn without_slash(self, path: &str) -> Option<&str> {
        let tidy = path.strip_suffix('/').filter(|tidy| self.has_fixed(tidy))?;
        let is_parent = |route: &Known| route.parent.is_some_and(|end| route.pattern[..end] == *path);
        (self.route_of(path).is_none() && !ALL.iter().any(is_parent)).then_some(tidy)
    }

    /// The path of this listener that the caller most likely meant.
    pub fn meant(self, path: &str) -> Option<Cow<'static, str>> {
        if path.len() > LONGEST_PATH {
            return None;
        }
        let known = self.elsewhere(path).or_else(|| self.nearest(path)).map(Cow::Borrowed);
        known.or_else(|| self.with_grid(path).map(Cow::Owned))
    }

    /// The path for one of another service, or for one of ours behind a prefix such as `/api/v1`.
    fn elsewhere(self, path: &str) -> Option<&'static str> {
        let path = path.trim_end_matches('/');
        if let Some(&(_, ours)) = ELSEWHERE.iter().find(|(other, ours)| *other == path && self.has(ours)) {
            return Some(ours);
        }
        let ends = path.match_indices('/').skip(1).map(|(start, _)| &path[start..]);
        let mut routes = ends.filter(|end| self.has_fixed(end)).filter_map(|end| self.route_of(end));
        routes.next().map(Route::pattern)
    }

    /// The query for a path that ends with a grid, such as `/solve/53..7…`.
    fn with_grid(self, path: &str) -> Option<String> {
        let (parent, grid) = path.rsplit_once('/')?;
        let takes_grid = operations::ALL.iter().any(|operation| operation.takes_grid && operation.path() == parent);
        let is_grid =
            grid.len() >= 81 && grid.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-*".contains(&byte));
        (self == Self::Public && takes_grid && is_grid).then(|| format!("{parent}?grid={grid}"))
    }

    /// Whether this is the path of a route without a parameter.
    fn has_fixed(self, path: &str) -> bool {
        self.route_of(path).is_some_and(|route| route.pattern() == path)
    }

    /// The path of this listener that differs only in case and slashes, or in at most two characters.
    fn nearest(self, path: &str) -> Option<&'static str> {
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
            ("/problems", Some(PROBLEMS), None),
            ("/problems/a/b", None, None),
            ("/docs/", Some(REFERENCE), None),
            ("/assets/style.css", Some(ASSET), None),
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
            [Listener::Public, Listener::Admin].map(|listener| listener.meant("/metric")),
            [None, Some(METRICS.into())]
        );
    }
}
