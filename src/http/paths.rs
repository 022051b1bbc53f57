//! The path of every route.

/// The playground.
pub const ROOT: &str = "/";
/// Solves a grid.
pub const SOLVE: &str = "/solve";
/// Solves one puzzle per line.
pub const SOLVE_BATCH: &str = "/solve/batch";
/// Checks a grid.
pub const VALIDATE: &str = "/validate";
/// Rates a puzzle.
pub const RATE: &str = "/rate";
/// Rates one puzzle per line.
pub const RATE_BATCH: &str = "/rate/batch";
/// Gives a hint.
pub const HINT: &str = "/hint";
/// Explains a grid.
pub const EXPLAIN: &str = "/explain";
/// Explains one grid per line.
pub const EXPLAIN_BATCH: &str = "/explain/batch";
/// Generates puzzles.
pub const GENERATE: &str = "/generate";
/// Redirects to today's puzzle.
pub const TODAY: &str = "/daily";
/// The puzzle of a day.
pub const DAILY: &str = "/daily/{date}";
/// Lists the techniques of the human solver.
pub const TECHNIQUES: &str = "/techniques";
/// The liveness probe.
pub const LIVEZ: &str = "/livez";
/// The readiness probe.
pub const READYZ: &str = "/readyz";
/// The contract as YAML.
pub const OPENAPI_YAML: &str = "/openapi.yaml";
/// The contract as JSON.
pub const OPENAPI_JSON: &str = "/openapi.json";
/// Lists the problems.
pub const PROBLEMS: &str = "/problems/";
/// Explains a problem.
pub const PROBLEM: &str = "/problems/{code}";
/// The style sheet of all pages.
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
/// The metrics, on the admin listener only.
pub const METRICS: &str = "/metrics";

/// The paths of the admin listener.
pub const ADMIN: [&str; 3] = [LIVEZ, READYZ, METRICS];

/// Every path.
pub const ALL: [&str; 26] = [
    ROOT,
    SOLVE,
    SOLVE_BATCH,
    VALIDATE,
    RATE,
    RATE_BATCH,
    HINT,
    EXPLAIN,
    EXPLAIN_BATCH,
    GENERATE,
    TODAY,
    DAILY,
    TECHNIQUES,
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

/// One of [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route(usize);

impl Route {
    /// Its index in [`ALL`].
    pub const fn number(self) -> usize {
        self.0
    }

    /// Its pattern.
    pub const fn pattern(self) -> &'static str {
        ALL[self.0]
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
        let is_at = |pattern: &&str| match pattern.split_once('{') {
            None => *pattern == path,
            // A parameter is always the last segment.
            Some((parent, _)) => path.strip_prefix(parent).is_some_and(|last| !last.is_empty() && !last.contains('/')),
        };
        ALL.iter().position(is_at).map(Route).filter(|route| self.has(route.pattern()))
    }

    /// The path of this listener that a caller most likely meant: the same but for case and slashes, or with at most
    /// two wrong characters.
    pub fn nearest(self, path: &str) -> Option<&'static str> {
        const FARTHEST: usize = 2;
        let segments: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
        let tidy = format!("/{}", segments.join("/"));
        let paths = ALL.into_iter().filter(|&path| self.has(path) && path != ROOT && !path.contains('{'));
        let distances = paths.map(|path| (strsim::levenshtein(path.trim_end_matches('/'), &tidy), path));
        distances
            .min_by_key(|&(distance, _)| distance)
            .filter(|&(distance, _)| distance <= FARTHEST)
            .map(|(_, path)| path)
    }

    fn has(self, pattern: &str) -> bool {
        match self {
            Self::Public => pattern != METRICS,
            Self::Admin => ADMIN.contains(&pattern),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_listener_has_its_own_routes() {
        for (path, public, admin) in [
            ("/solve", Some(SOLVE), None),
            ("/solve/", None, None),
            ("/problems/internal", Some(PROBLEM), None),
            ("/problems/", Some(PROBLEMS), None),
            ("/problems/a/b", None, None),
            ("/docs/", Some(REFERENCE), None),
            ("/docs/index.css", Some(REFERENCE_ASSET), None),
            ("/livez", Some(LIVEZ), Some(LIVEZ)),
            ("/metrics", None, Some(METRICS)),
        ] {
            let found = [Listener::Public, Listener::Admin].map(|listener| listener.route_of(path).map(Route::pattern));
            assert_eq!(found, [public, admin], "{path}");
        }
    }

    #[test]
    fn a_misspelt_path_has_a_nearest_one() {
        for (path, nearest) in [
            ("/solve/", Some(SOLVE)),
            ("//solve", Some(SOLVE)),
            ("/Solve", Some(SOLVE)),
            ("/solves", Some(SOLVE)),
            ("/sovle", Some(SOLVE)),
            ("/solve/batches", Some(SOLVE_BATCH)),
            ("/problems", Some(PROBLEMS)),
            ("/metrics", None),
            ("/login", None),
        ] {
            assert_eq!(Listener::Public.nearest(path), nearest, "{path}");
        }
        assert_eq!(Listener::Admin.nearest("/metric"), Some(METRICS));
    }
}
