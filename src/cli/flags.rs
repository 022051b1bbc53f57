//! The options of an operation as flags.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, Error};

use crate::operations::options::Declaration;
use crate::operations::reading::Arguments;

/// Adds the flags of these options to a command.
pub fn add_to(command: Command, options: &[Declaration]) -> Command {
    command.args(options.iter().map(flag))
}

/// The flags that were set. Their values are read as those of a request are, so that both accept the same.
pub fn of(matches: &ArgMatches, options: &[Declaration]) -> Arguments {
    let value = |option: &Declaration| {
        if option.is_flag() {
            let is_set = matches.get_flag(option.name);
            return is_set.then(|| (!is_true_by_default(option)).to_string());
        }
        matches.get_one::<String>(option.name).cloned()
    };
    let pairs = options.iter().filter_map(|option| Some((option.name.to_owned(), value(option)?))).collect();
    Arguments { pairs, are_flags: true }
}

fn flag(option: &Declaration) -> Arg {
    let name = option.name.replace('_', "-");
    let arg = Arg::new(option.name).help(help(option));
    if !option.is_flag() {
        let words = Words(option.words().into_iter().map(str::to_owned).collect());
        return arg.long(name).value_name(option.name.to_uppercase()).value_parser(words).hide_possible_values(true);
    }
    let arg = arg.action(ArgAction::SetTrue);
    if is_true_by_default(option) {
        arg.long(format!("no-{name}")).alias(format!("without-{name}"))
    } else {
        arg.long(name)
    }
}

/// Any text, which the operation reads. Shells suggest the words that it may be.
#[derive(Clone)]
struct Words(Vec<String>);

impl TypedValueParser for Words {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        (!self.0.is_empty()).then(|| Box::new(self.0.iter().map(PossibleValue::new)) as Box<_>)
    }
}

fn is_true_by_default(option: &Declaration) -> bool {
    option.default.as_ref().is_some_and(|default| *default == true)
}

/// The sentence, and what its schema says: the words or the range.
fn help(option: &Declaration) -> String {
    let mut help = option.described();
    let words = option.words();
    if !words.is_empty() {
        help += &format!(" One of: {}.", words.join(", "));
    }
    let [least, most] = ["minimum", "maximum"].map(|bound| &option.parameter[bound]);
    if !least.is_null() {
        help += &format!(" From {least} to {most}.");
    }
    if is_true_by_default(option) {
        help += " This flag says no.";
    }
    help
}
