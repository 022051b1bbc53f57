//! How an option is declared, once, for every face.
//!
//! A declaration names an option, its type, its default, a sentence and an example. From it follow: the reading of a
//! member, a query parameter or a flag, with located errors; the request schema; the parameters of the contract; the
//! flags and their help; and the input schema of a tool.
//!
//! The macro `options!` turns
//!
//! ```text
//! options! {
//!     /// The options of a hint.
//!     pub struct HintOptions {
//!         /// The number of hints to skip.
//!         skip: u16 = Integer(0..=100_u16), default 0, example 1;
//!         ..steps: StepOptions;
//!     }
//! }
//! ```
//!
//! into
//!
//! ```text
//! pub struct HintOptions {
//!     pub skip: u16,
//!     pub steps: StepOptions,
//! }
//!
//! impl Options for HintOptions {
//!     const NAMES: &'static [&'static str] = &["skip", /* those of StepOptions */];
//!
//!     fn read(fields: &mut Fields<'_>) -> Self {
//!         Self { skip: Integer(0..=100_u16).read(fields, "skip").unwrap_or(0), steps: StepOptions::read(fields) }
//!     }
//!
//!     fn declared() -> Vec<Declared> { /* the name, sentence, schemas, default and example of each */ }
//! }
//! ```
//!
//! `in_tools VALUE` after the default declares another default for tools.
//!
//! Serde would stop at the first error, and a table that is looked up at run time would have untyped values.

mod doubts;
mod lists;
mod types;

use serde_json::{Value, json};

use super::reading::Fields;

pub use doubts::{Doubtful, Doubts};
pub use lists::{CELLS, CLAIMS};
pub use types::{
    Flag, GridOption, GridText, Integer, ListOf, OneOf, OptionType, Parsed, PencilMarks, Rating, SomeOf, notations,
    notations_or_same,
};

/// The options of an operation.
pub trait Options: Clone + Send + Sync + 'static {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// Reads each option from the fields of a request, which record errors.
    fn read(fields: &mut Fields<'_>) -> Self;

    /// Their declarations.
    fn declared() -> Vec<Declaration>;
}

/// The declaration of an option.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name.
    pub name: &'static str,
    /// What it does, in a sentence or a few.
    pub sentence: String,
    /// The schema of the member of a document.
    pub member: Value,
    /// The schema of the parameter of a query, which is also what a flag accepts.
    pub parameter: Value,
    /// What applies if the option is absent, unless the sentence says it.
    pub default: Option<Value>,
    /// What applies instead if a tool is called without the option.
    pub tool_default: Option<Value>,
    /// An example as a member.
    pub example: Value,
}

impl Declaration {
    /// The declaration of an option of this type.
    pub fn new<T: OptionType>(
        name: &'static str,
        lines: &[&str],
        option: &T,
        default: Option<Value>,
        example: impl Into<Value>,
    ) -> Self {
        Self {
            name,
            sentence: sentence(lines),
            member: option.member(),
            parameter: option.parameter(),
            default,
            tool_default: None,
            example: example.into(),
        }
    }

    /// The same declaration with another default for tools.
    #[must_use]
    pub fn in_tools(self, tool_default: Option<Value>) -> Self {
        Self { tool_default, ..self }
    }

    /// The example as a parameter: a list as text, with commas.
    pub fn example_parameter(&self) -> Value {
        if self.example.is_array() || self.example.is_object() {
            self.example_text().into()
        } else {
            self.example.clone()
        }
    }

    /// The example as the text of a parameter.
    pub fn example_text(&self) -> String {
        match &self.example {
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                let texts = items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
                texts.collect::<Vec<_>>().join(",")
            }
            Value::Object(members) => {
                let digits =
                    |list: &Value| list.as_array().into_iter().flatten().map(Value::to_string).collect::<String>();
                let texts = members.iter().map(|(name, list)| format!("{name}:{}", digits(list)));
                texts.collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        }
    }

    /// The sentence with the default.
    ///
    /// In words, because of what generators make of the keyword `default`: a client in TypeScript must send every member that
    /// has one, and a client in Python sends every parameter that has one, beside the same member.
    pub fn described(&self) -> String {
        match &self.default {
            Some(Value::Array(none)) if none.is_empty() => self.sentence.clone(),
            Some(Value::String(default)) => format!("{} Default: `{default}`.", self.sentence),
            Some(default) => format!("{} Default: `{default}`.", self.sentence),
            None => self.sentence.clone(),
        }
    }

    /// The schema of the member with its sentence, default and example. A schema that it refers to has an example of its own.
    pub fn member_schema(&self) -> Value {
        let mut schema = self.member.clone();
        schema["description"] = self.described().into();
        if schema.get("$ref").is_none() {
            schema["examples"] = json!([self.example]);
        }
        schema
    }

    /// The words that the option accepts, if it accepts only certain ones.
    pub fn words(&self) -> Vec<&str> {
        let list = self.parameter["enum"].as_array().or(self.member["items"]["enum"].as_array());
        list.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Whether the option is `true` or `false`.
    pub fn is_flag(&self) -> bool {
        self.member["type"] == "boolean"
    }
}

/// The lines of a documentation as one, with an empty line between its paragraphs.
pub fn sentence(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").replace("  ", "\n\n")
}

/// No options.
impl Options for () {
    const NAMES: &'static [&'static str] = &[];

    fn read(_: &mut Fields<'_>) {}

    fn declared() -> Vec<Declaration> {
        Vec::new()
    }
}

/// The number of names in these lists.
pub const fn total(lists: &[&[&str]]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < lists.len() {
        sum += lists[i].len();
        i += 1;
    }
    sum
}

/// The names in these lists, one list after the other.
pub const fn joined<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let (mut names, mut next, mut i) = ([""; N], 0, 0);
    while i < lists.len() {
        let mut j = 0;
        while j < lists[i].len() {
            names[next] = lists[i][j];
            (next, j) = (next + 1, j + 1);
        }
        i += 1;
    }
    names
}

/// Declares the options of an operation; see the [module](self).
macro_rules! options {
    (
        $(#[$meta:meta])*
        pub struct $Options:ident {
            $(
                $(#[doc = $sentence:literal])+
                $name:ident: $Value:ty = $option:expr
                    $(, default $default:expr)? $(, in_tools $tool_default:expr)?, example $example:expr;
            )*
            $(..$group:ident: $Group:ty;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $Options {
            $($(#[doc = $sentence])+ pub $name: $Value,)*
            $(
                #[doc = "Options shared with other operations."]
                pub $group: $Group,
            )*
        }

        impl $crate::operations::options::Options for $Options {
            const NAMES: &'static [&'static str] = {
                use $crate::operations::options::{joined, total};
                const LISTS: &[&[&str]] = &[&[$(stringify!($name)),*] $(, <$Group as $crate::operations::options::Options>::NAMES)*];
                const NAMES: [&str; total(LISTS)] = joined(LISTS);
                &NAMES
            };

            fn read(fields: &mut $crate::operations::reading::Fields<'_>) -> Self {
                use $crate::operations::options::OptionType as _;
                Self {
                    $($name: $option.read_all(fields, stringify!($name))$(.unwrap_or($default))?,)*
                    $($group: <$Group as $crate::operations::options::Options>::read(fields),)*
                }
            }

            fn declared() -> Vec<$crate::operations::options::Declaration> {
                #[allow(unused_mut, reason = "some operations have no options")]
                let mut declared = Vec::new();
                $({
                    let option = $option;
                    let default = None$(.or(Some($crate::operations::options::OptionType::written(&option, &$default))))?;
                    let in_tools =
                        None$(.or(Some($crate::operations::options::OptionType::written(&option, &$tool_default))))?;
                    let declaration = $crate::operations::options::Declaration::new(
                        stringify!($name), &[$($sentence),+], &option, default, $example,
                    );
                    declared.push(declaration.in_tools(in_tools));
                })*
                $(declared.extend(<$Group as $crate::operations::options::Options>::declared());)*
                declared
            }
        }
    };
}
pub(crate) use options;
