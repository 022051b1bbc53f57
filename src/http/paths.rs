//! The path of every route.

/// Defines a constant for each path, and an array of all of them.
macro_rules! paths {
    ($($(#[$doc:meta])* $name:ident = $path:literal;)*) => {
        $($(#[$doc])* pub const $name: &str = $path;)*

        /// Every path.
        pub const ALL: [&str; [$($path),*].len()] = [$($path),*];
    };
}

paths! {
    /// The playground.
    ROOT = "/";
    SOLVE = "/solve";
    SOLVE_BATCH = "/solve/batch";
    VALIDATE = "/validate";
    RATE = "/rate";
    RATE_BATCH = "/rate/batch";
    HINT = "/hint";
    EXPLAIN = "/explain";
    EXPLAIN_BATCH = "/explain/batch";
    GENERATE = "/generate";
    /// Redirects to today's puzzle.
    TODAY = "/daily";
    /// The puzzle of a day.
    DAILY = "/daily/{date}";
    TECHNIQUES = "/techniques";
    /// The liveness probe.
    LIVEZ = "/livez";
    /// The readiness probe.
    READYZ = "/readyz";
    OPENAPI_YAML = "/openapi.yaml";
    OPENAPI_JSON = "/openapi.json";
    /// Lists the problems.
    PROBLEMS = "/problems/";
    PROBLEM = "/problems/{code}";
    STYLE = "/style.css";
    PLAYGROUND_ASSET = "/playground/{asset}";
    ICON = "/favicon.svg";
    /// Redirects to the reference.
    REFERENCE_REDIRECT = "/docs";
    /// The interactive reference.
    REFERENCE = "/docs/";
    REFERENCE_ASSET = "/docs/{asset}";
    /// On the admin listener only.
    METRICS = "/metrics";
}

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

    /// The path of this listener that the caller most likely meant: one that differs only in case and slashes, or in at
    /// most two characters.
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
            ("/solve", Some(SOLVE), None),
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
    fn each_listener_suggests_only_its_own_paths() {
        assert_eq!(
            [Listener::Public, Listener::Admin].map(|listener| listener.nearest("/metric")),
            [None, Some(METRICS)]
        );
    }
}
