//! What crawlers may visit (RFC 9309): the pages, but no link that occupies a solver thread for seconds.

use axum::http::Uri;

use crate::http::paths::ROUTES;

/// The rules. A rule is a path from the root of the host, and holds for everything that begins with it.
pub fn text(public_url: &str) -> String {
    let prefix = public_url.parse().map_or_else(|_| String::new(), |url: Uri| url.path().to_owned());
    let prefix = prefix.trim_end_matches('/');
    let heavy = ROUTES.iter().filter(|route| route.is_heavy());
    let rules = heavy.map(|route| format!("Disallow: {prefix}{}\n", route.pattern));
    "User-agent: *\n".to_owned() + &rules.collect::<String>()
}
