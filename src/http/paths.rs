//! Every route: its path, and its methods.

use std::sync::LazyLock;

use crate::operations;
use crate::operations::operation::FoundBy;
use crate::pool::Class;

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
/// What crawlers may visit.
pub const ROBOTS: &str = "/robots.txt";
/// Lists the problems.
pub const PROBLEMS: &str = "/problems";
/// Describes a problem.
pub const PROBLEM: &str = "/problems/{code}";
/// A script or a style of a page.
pub const ASSET: &str = "/assets/{asset}";
/// Puzzles to print.
pub const WORKSHEET: &str = "/worksheet";
/// The list of techniques, which browsers get as a course.
pub const COURSE: &str = "/techniques";
/// The icon of all pages.
pub const ICON: &str = "/favicon.svg";
/// The icon for clients that look for it here.
pub const OLD_ICON: &str = "/favicon.ico";
/// The interactive reference.
pub const REFERENCE: &str = "/docs/";
/// On the admin listener only.
pub const METRICS: &str = "/metrics";

/// The routes that are only read, besides the operations without a grid.
const READ: [&str; 14] = [
    ROOT,
    LIVEZ,
    READYZ,
    OPENAPI_YAML,
    OPENAPI_JSON,
    LLMS,
    ROBOTS,
    PROBLEMS,
    PROBLEM,
    ASSET,
    ICON,
    OLD_ICON,
    REFERENCE,
    METRICS,
];

/// The methods of a route that is only read, besides OPTIONS, which every route has.
const READS: &str = "GET, HEAD";

/// Those of a route that can also be sent a grid or several.
const READS_AND_POST: &str = "GET, HEAD, POST";

/// A request with a body that changes nothing (RFC 10008), and whose answer caches may keep.
pub const QUERY: &str = "QUERY";

/// The methods of an operation on a grid, besides OPTIONS.
pub const OF_GRIDS: &str = "GET, HEAD, POST, QUERY";

/// Every route.
static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let of_operations = operations::ALL.iter().flat_map(|operation| {
        let methods = if operation.takes_grid { OF_GRIDS } else { READS };
        let class = operation.about.class;
        let batch = operation.batches.map(|_| Known::new(operation.batch_path(), "POST", class));
        let dated = (operation.found_by == FoundBy::Date).then(|| Known::new(operation.dated_path(), READS, class));
        [Some(Known::new(operation.path(), methods, class)), batch, dated].into_iter().flatten()
    });
    let tools = Known::new(MCP.to_owned(), "POST", Class::Heavy);
    let worksheet = Known::new(WORKSHEET.to_owned(), READS_AND_POST, Class::Heavy);
    let read = READ.map(|pattern| Known::new(pattern.to_owned(), READS, Class::Light));
    of_operations.chain([tools, worksheet]).chain(read).collect()
});

/// A known route.
struct Known {
    pattern: String,
    /// The part before a parameter, which is always the last segment.
    parent: Option<usize>,
    methods: &'static str,
    class: Class,
}

impl Known {
    fn new(pattern: String, methods: &'static str, class: Class) -> Self {
        Self { parent: pattern.find('{'), pattern, methods, class }
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

    /// Whether QUERY has the meaning of its POST: where an operation answers one grid.
    pub fn takes_query(self) -> bool {
        self.methods().ends_with(QUERY)
    }

    /// Whether visitors follow links to it, who get its problems as pages.
    pub fn is_for_visitors(self) -> bool {
        let is_daily = || {
            let mut dated = operations::ALL.iter().filter(|operation| operation.found_by == FoundBy::Date);
            dated.any(|operation| self.pattern().starts_with(&operation.path()))
        };
        matches!(self.pattern(), ROOT | WORKSHEET | COURSE) || is_daily()
    }

    /// Whether it is a page for this client, whose links are relative to its usual path.
    pub fn is_page(self, prefers_html: bool) -> bool {
        matches!(self.pattern(), ROOT | WORKSHEET | PROBLEMS | PROBLEM | REFERENCE)
            || prefers_html && self.pattern() == COURSE
    }
}

/// The paths of which a GET may occupy a solver thread for seconds, without those below them.
pub fn heavy_gets() -> impl Iterator<Item = &'static str> {
    let is_heavy = |route: &&Known| route.class == Class::Heavy && route.methods.starts_with(READS);
    ALL.iter().filter(is_heavy).filter(|route| route.parent.is_none()).map(|route| &*route.pattern)
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

    /// The route of this listener with a path that is spelt in an unusual way, and its usual spelling: without percent signs
    /// in front of letters, digits, `-`, `.`, `_` and `~`, without empty segments, and with a slash at its end only if the route
    /// has one.
    pub fn tidy(self, path: &str) -> Option<(Route, String)> {
        let mut parts = path.strip_prefix('/')?.split('%');
        let mut decoded = parts.next()?.to_owned();
        for part in parts {
            let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match byte.filter(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(byte)) {
                Some(byte) => decoded.extend([&*char::from(byte).to_string(), &part[2..]]),
                None => decoded.extend(["%", part]),
            }
        }
        let segments = decoded.split('/').filter(|segment| !segment.is_empty());
        let tidy: String = segments.flat_map(|segment| ["/", segment]).collect();
        let with_slash = format!("{tidy}/");
        [tidy, with_slash].into_iter().find_map(|tidy| Some((self.route_of(&tidy)?, tidy)))
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
    fn a_path_has_one_usual_spelling() {
        for (path, usual) in [
            ("/solve/", Some("/solve")),
            ("//solve//batch", Some("/solve/batch")),
            ("/%73olve", Some("/solve")),
            ("/daily/2026%2D11-21/", Some("/daily/2026-11-21")),
            ("/problems/%49%3f//", Some("/problems/I%3f")),
            ("/docs", Some("/docs/")),
            ("//", Some("/")),
            ("/solve%2Fbatch", None),
            ("/solve%", None),
            ("/solve/%é", None),
            ("/none/", None),
            ("", None),
            ("*", None),
        ] {
            let tidy = Listener::Public.tidy(path).map(|(_, tidy)| tidy);
            assert_eq!(tidy.as_deref(), usual, "{path}");
        }
    }
}
