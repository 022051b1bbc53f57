//! The parameters that others add to links.

use std::borrow::Cow;

use axum::http::Uri;

/// The names of parameters that a GET ignores, so that a link still works once it was shared: mail programs and social networks
/// add them to any link to see where visitors come from, and scripts to get past caches. `*` stands for anything. Every other
/// unknown parameter is an error.
pub const IGNORED: [&str; 5] = ["utm_*", "fbclid", "gclid", "_", "v"];

/// This target without such parameters, if it has any.
pub fn without(target: &Uri) -> Option<Uri> {
    let query = target.query()?;
    if !query.split('&').any(is_ignored) {
        return None;
    }
    let kept: Vec<&str> = query.split('&').filter(|parameter| !is_ignored(parameter)).collect();
    let kept = if kept.is_empty() { Cow::Borrowed("") } else { format!("?{}", kept.join("&")).into() };
    Some(format!("{}{kept}", target.path()).parse().expect("a part of a valid target is one"))
}

fn is_ignored(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default();
    IGNORED.iter().any(|ignored| match ignored.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *ignored,
    })
}
