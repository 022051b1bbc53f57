//! Progress of a command on standard error.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar for work of this length, or a spinner if the length is unknown. `position` is the template of the
/// position. The bar is hidden unless standard error is a terminal and the answers go elsewhere.
pub fn bar(length: Option<u64>, to_standard_output: bool, position: &str) -> ProgressBar {
    if (to_standard_output && io::stdout().is_terminal()) || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (ProgressBar::new(length), &*format!("{{wide_bar}} {position}  {{msg}}  {{eta}} left")),
        None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is valid"))
}
