//! The frame of the pages that only have text.

use super::assets::versioned;

/// A page with this title and content. `root` is the relative path of the playground.
pub fn page(root: &str, title: &str, main: &str) -> String {
    page_with("", root, title, main)
}

/// The same with further elements in its head.
pub fn page_with(head: &str, root: &str, title: &str, main: &str) -> String {
    versioned(&include_str!("frame.html").replace("{{head}}", head))
        .replace("{{root}}", root)
        .replace("{{title}}", title)
        .replace("{{main}}", main)
}

/// A text with the special characters of HTML escaped.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
