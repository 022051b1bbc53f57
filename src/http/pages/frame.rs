//! The frame of the pages that only have text.

use super::assets::versioned;

/// A page with this title and content. `root` is the relative path of the playground.
pub fn page(root: &str, title: &str, main: &str) -> String {
    versioned(include_str!("frame.html"))
        .replace("{{root}}", root)
        .replace("{{title}}", title)
        .replace("{{main}}", main)
}

/// A text with the special characters of HTML escaped.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
