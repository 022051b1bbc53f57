//! The environment variables that look like settings.

use std::env;
use std::ffi::OsStr;

use clap::builder::Resettable;
use clap::error::{Error, ErrorKind};

/// The environment variable with which container platforms set the port.
pub const PORT: &str = "PORT";

/// Prefix of the environment variables for settings.
pub const PREFIX: &str = "SUDOKU_";

/// The same command without the variables that are empty. Rejects those that start with `SUDOKU_` but are not settings.
pub fn checked(command: clap::Command) -> Result<clap::Command, Error> {
    const SIMILAR: f64 = 0.7;
    let of_settings = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
    let known: Vec<&str> = of_settings.chain([PORT]).collect();
    for (name, value) in env::vars_os() {
        let name = name.to_string_lossy();
        let Some(own) = name.strip_prefix(PREFIX) else { continue };
        if known.contains(&&*name) || is_service_link(own, &value) {
            continue;
        }
        let similarity = |known: &str| strsim::jaro(known.trim_start_matches(PREFIX), own);
        let nearest = known.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
        let nearest = nearest.filter(|nearest| similarity(nearest) > SIMILAR);
        let advice = nearest.map(|nearest| format!("; did you mean '{nearest}'?"));
        let advice = advice.unwrap_or_else(|| " (see `sudoku-service --help`)".to_owned());
        let message = format!("unknown environment variable '{name}'{advice}\n");
        return Err(Error::raw(ErrorKind::UnknownArgument, message));
    }
    Ok(without_empty(command))
}

/// The same command, and those in it, without the variables that are empty: compose files and scripts pass on what is not set
/// as an empty text.
fn without_empty(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| env::var_os(name).is_some_and(|value| value.is_empty());
    let command =
        command.mut_args(|arg| if arg.get_env().is_some_and(is_empty) { arg.env(Resettable::Reset) } else { arg });
    command.mut_subcommands(without_empty)
}

/// Whether Kubernetes sets this variable, here without its prefix, for a Service named `sudoku` or `sudoku-service`.
fn is_service_link(name: &str, value: &OsStr) -> bool {
    ["SERVICE_", "PORT_"].iter().any(|start| name.starts_with(start))
        || (name == PORT && value.to_string_lossy().contains("://"))
}
