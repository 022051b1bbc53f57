//! What shells and `man` read, made of the declarations of flags and commands.

use clap::Command;
use clap::error::ErrorKind;
use clap_complete::Shell;
use clap_mangen::Man;

/// The completions of this command for a shell.
pub fn completions(mut command: Command, shell: Shell) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    // Written in two ways in the script for bash because of the hyphen in the name, so that no command would be completed.
    String::from_utf8_lossy(&script).replace("sudoku__subcmd__service__", "sudoku__service__")
}

/// The manual page of this command, or of its subcommand with this name, in roff.
///
/// # Errors
/// There is no such subcommand.
pub fn manual(mut command: Command, subcommand: Option<&str>) -> Result<String, clap::Error> {
    command.build();
    let described = match subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(command.error(ErrorKind::InvalidSubcommand, format!("unknown command '{name}'"))),
        },
    };
    let mut page = Vec::new();
    Man::new(described).render(&mut page).expect("writing to a vector cannot fail");
    Ok(String::from_utf8_lossy(&page).into_owned())
}
