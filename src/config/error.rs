//! Why a setting is invalid.

use std::fmt;

use clap::error::{ContextKind, ContextValue};

/// An invalid setting. Its message is one line.
#[derive(Debug)]
pub struct ConfigError(pub(super) String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// The first line of clap's message, with the names and the suggestion that clap puts on separate lines.
impl From<&clap::Error> for ConfigError {
    fn from(error: &clap::Error) -> Self {
        const SUGGESTIONS: [ContextKind; 3] =
            [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
        let text = error.render().to_string();
        let mut lines = text.lines();
        let mut line = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        if line.ends_with(':') {
            let names: Vec<&str> = lines.map_while(|line| line.strip_prefix("  ")).collect();
            line += &format!(" {}", names.join(", "));
        }
        let suggestion = SUGGESTIONS.into_iter().find_map(|kind| match error.get(kind)? {
            ContextValue::String(suggestion) => Some(suggestion.clone()),
            ContextValue::Strings(suggestions) => suggestions.first().cloned(),
            _ => None,
        });
        Self(match suggestion {
            Some(suggestion) => format!("{line}; did you mean '{suggestion}'?"),
            None => format!("{line} (see `sudoku-service --help`)"),
        })
    }
}
