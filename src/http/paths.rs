//! The table of what is served: the paths, and what each of them serves. The edge finds a request's handler in it; the methods,
//! the contract, the documents and the metrics follow from it.

use std::sync::LazyLock;

use crate::operations::any_operation::MakeLines;
use crate::operations::operation::{FoundBy, Operation};
use crate::operations::techniques::Techniques;
use crate::operations::{ALL, AnyOperation};
use crate::pool::Class;

/// The tools for language models.
pub const MCP: &str = "/mcp";
/// The readiness probe.
pub const READYZ: &str = "/readyz";
/// The contract.
pub const OPENAPI_JSON: &str = "/openapi.json";
/// Lists the problems.
pub const PROBLEMS: &str = "/problems";
/// Puzzles to print.
pub const WORKSHEET: &str = "/worksheet";
/// The interactive reference.
pub const REFERENCE: &str = "/docs/";

/// What a path serves.
#[derive(Clone, Copy, Debug)]
pub enum Served {
    /// An operation.
    Operation(&'static AnyOperation),
    /// The operation that lists the techniques, which browsers get as a course.
    Course(&'static AnyOperation),
    /// An operation whose answers are found by a seed.
    Seeded(&'static AnyOperation),
    /// The redirect to the answer of an operation for the current date.
    Today(&'static AnyOperation),
    /// The answer of an operation for the date in the path.
    Dated(&'static AnyOperation),
    /// The batches of an operation.
    Batch(&'static AnyOperation, MakeLines),
    /// A page on which to play.
    Playground,
    /// Puzzles to print.
    Worksheet,
    /// The liveness probe.
    Livez,
    /// The readiness probe.
    Readyz,
    /// A document that does not change while the process runs.
    Document(Document),
    /// The description of the problem in the path.
    Problem,
    /// The tools for language models.
    Tools,
    /// The scripts, styles and icons of all pages.
    Assets,
    /// The metrics.
    Metrics,
}

/// A document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Document {
    /// The contract as YAML.
    Yaml,
    /// The contract as JSON.
    Json,
    /// What the service is, for language models.
    Llms,
    /// The list of problems.
    Problems,
    /// What crawlers may visit.
    Robots,
    /// The interactive reference.
    Reference,
}

/// A path, and what it serves.
#[derive(Debug)]
pub struct Route {
    /// Its place in the table.
    pub number: usize,
    /// The path, whose last segment may be a parameter.
    pub pattern: String,
    /// The length of the part before the parameter.
    parent: Option<usize>,
    /// What it serves.
    pub serves: Served,
}

/// The table.
pub static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let of_service = OF_SERVICE.into_iter().map(|(path, serves)| (path.to_owned(), serves));
    let all = ALL.iter().flat_map(of_operation).chain(of_service).enumerate();
    all.map(|(number, (pattern, serves))| Route { number, parent: pattern.find('{'), pattern, serves }).collect()
});

fn of_operation(operation: &'static AnyOperation) -> impl Iterator<Item = (String, Served)> {
    let serves = match operation.found_by {
        FoundBy::Request if has_course(operation) => Served::Course(operation),
        FoundBy::Request => Served::Operation(operation),
        FoundBy::Seed => Served::Seeded(operation),
        FoundBy::Date => Served::Today(operation),
    };
    let batch = operation.batches.map(|batches| (operation.batch_path(), Served::Batch(operation, batches.make)));
    let is_dated = operation.found_by == FoundBy::Date;
    let dated = is_dated.then(|| (operation.dated_path(), Served::Dated(operation)));
    [Some((operation.path(), serves)), batch, dated].into_iter().flatten()
}

/// The paths that belong to no operation.
const OF_SERVICE: [(&str, Served); 16] = [
    ("/", Served::Playground),
    (WORKSHEET, Served::Worksheet),
    ("/livez", Served::Livez),
    (READYZ, Served::Readyz),
    ("/openapi.yaml", Served::Document(Document::Yaml)),
    (OPENAPI_JSON, Served::Document(Document::Json)),
    ("/llms.txt", Served::Document(Document::Llms)),
    (PROBLEMS, Served::Document(Document::Problems)),
    ("/problems/{code}", Served::Problem),
    ("/robots.txt", Served::Document(Document::Robots)),
    (REFERENCE, Served::Document(Document::Reference)),
    ("/assets/{asset}", Served::Assets),
    ("/favicon.svg", Served::Assets),
    // For clients that look for the icon here.
    ("/favicon.ico", Served::Assets),
    (MCP, Served::Tools),
    ("/metrics", Served::Metrics),
];

/// Whether browsers get the answer of this operation as a course.
pub fn has_course(operation: &AnyOperation) -> bool {
    operation.about.name == Techniques::ABOUT.name
}

/// A request with a body that changes nothing (RFC 10008), and whose answer caches may keep.
pub const QUERY: &str = "QUERY";

/// The methods of an operation on a grid, besides OPTIONS.
pub const OF_GRIDS: &[&str] = &["GET", "HEAD", "POST", QUERY];

impl Route {
    fn is_at(&self, path: &str) -> bool {
        match self.parent {
            None => self.pattern == path,
            Some(end) => {
                path.strip_prefix(&self.pattern[..end]).is_some_and(|last| !last.is_empty() && !last.contains('/'))
            }
        }
    }

    /// Whether this listener has it.
    fn is_on(&self, listener: Listener) -> bool {
        match self.serves {
            Served::Livez | Served::Readyz => true,
            Served::Metrics => listener == Listener::Admin,
            _ => listener == Listener::Public,
        }
    }

    /// Its methods, besides OPTIONS, which every route has.
    pub fn methods(&self) -> &'static [&'static str] {
        match self.serves {
            Served::Operation(operation) if operation.takes_grid => OF_GRIDS,
            Served::Worksheet => &["GET", "HEAD", "POST"],
            Served::Batch(..) | Served::Tools => &["POST"],
            _ => &["GET", "HEAD"],
        }
    }

    /// Whether QUERY has the meaning of its POST: where an operation answers one grid.
    pub fn takes_query(&self) -> bool {
        self.methods().contains(&QUERY)
    }

    /// Whether visitors follow links to it, who get its problems as pages.
    pub fn is_for_visitors(&self) -> bool {
        use Served::{Course, Dated, Playground, Today, Worksheet};
        matches!(self.serves, Playground | Worksheet | Course(_) | Today(_) | Dated(_))
    }

    /// Whether it is a page for this client, whose links are relative to its usual path.
    pub fn is_page(&self, prefers_html: bool) -> bool {
        match self.serves {
            Served::Playground | Served::Worksheet | Served::Problem => true,
            Served::Document(document) => matches!(document, Document::Problems | Document::Reference),
            Served::Course(_) => prefers_html,
            _ => false,
        }
    }

    /// Whether a GET may occupy a solver thread for seconds.
    pub fn is_heavy(&self) -> bool {
        match self.serves {
            Served::Operation(operation) | Served::Seeded(operation) | Served::Today(operation) => {
                operation.about.class == Class::Heavy
            }
            Served::Worksheet => true,
            _ => false,
        }
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
    pub fn route_of(self, path: &str) -> Option<&'static Route> {
        ROUTES.iter().find(|route| route.is_at(path)).filter(|route| route.is_on(self))
    }

    /// The route of this listener with a path that is spelt in an unusual way, and its usual spelling: without percent signs
    /// in front of letters, digits, `-`, `.`, `_` and `~`, without empty segments, and with a slash at its end only if the route
    /// has one.
    pub fn tidy(self, path: &str) -> Option<(&'static Route, String)> {
        let decoded = decoded(path.strip_prefix('/')?);
        let segments = decoded.split('/').filter(|segment| !segment.is_empty());
        let tidy: String = segments.flat_map(|segment| ["/", segment]).collect();
        let with_slash = format!("{tidy}/");
        [tidy, with_slash].into_iter().find_map(|tidy| Some((self.route_of(&tidy)?, tidy)))
    }
}

/// The last segment of a path, which may be its parameter.
pub fn last_segment(path: &str) -> String {
    decoded(path.rsplit('/').next().unwrap_or_default())
}

/// A text without percent signs in front of letters, digits, `-`, `.`, `_` and `~`.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(byte)) {
            Some(byte) => decoded.extend([&*char::from(byte).to_string(), &part[2..]]),
            None => decoded.extend(["%", part]),
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_listener_has_its_own_routes() {
        for (path, public, admin) in [
            ("/solve", Some("/solve"), None),
            ("/solve/", None, None),
            ("/problems/internal", Some("/problems/{code}"), None),
            ("/problems", Some("/problems"), None),
            ("/problems/a/b", None, None),
            ("/docs/", Some("/docs/"), None),
            ("/assets/style.css", Some("/assets/{asset}"), None),
            ("/livez", Some("/livez"), Some("/livez")),
            ("/metrics", None, Some("/metrics")),
        ] {
            let found = [Listener::Public, Listener::Admin]
                .map(|listener| listener.route_of(path).map(|route| &*route.pattern));
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
