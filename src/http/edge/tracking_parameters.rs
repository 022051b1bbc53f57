//! The parameters that others add to links.

use axum::http::Uri;

/// The names of parameters that a GET ignores, so that a link still works once it was shared: mail programs and social networks
/// add them to any link to see where visitors come from, and scripts to get past caches. `*` stands for anything. Every other
/// unknown parameter is an error.
pub const IGNORED: [&str; 5] = ["utm_*", "fbclid", "gclid", "_", "v"];

/// This target without such parameters, if it has any.
pub fn without(target: &Uri) -> Option<Uri> {
    let query = target.query().filter(|query| query.split('&').any(is_ignored))?;
    let kept: Vec<&str> = query.split('&').filter(|parameter| !is_ignored(parameter)).collect();
    let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    Some(format!("{}{query}", target.path()).parse().expect("a part of a valid target is one"))
}

fn is_ignored(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default();
    let is = |ignored: &str| ignored.strip_suffix('*').map_or(name == ignored, |start| name.starts_with(start));
    IGNORED.into_iter().any(is)
}
