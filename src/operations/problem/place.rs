//! Where something was sent.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde_json::json;

use crate::operations::answer::declaration::parts;

/// Where something was sent: as JSON, a member of an error.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub enum Place {
    /// A location in the document (RFC 6901).
    #[serde(rename = "pointer")]
    Document(String),
    /// A parameter of the query, or a field of a form.
    #[serde(rename = "parameter")]
    Query(Cow<'static, str>),
    /// A flag of the command line, by the name of its option.
    #[serde(rename = "parameter")]
    Flag(Cow<'static, str>),
}

parts! {
    [] Place => |_| json!({"properties": {
        "pointer": {"type": "string", "description": "The location in the document (RFC 6901)."},
        "parameter": {"type": "string", "description": "The parameter of the query, or the field of a form."},
    }});
}

impl Place {
    /// The whole document.
    pub const fn root() -> Self {
        Self::Document(String::new())
    }

    /// The member of this name of what was sent here in a document.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        self.within(|| name.replace('~', "~0").replace('/', "~1"))
    }

    /// The item with this index. A text has no places for its items.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        self.within(|| index.to_string())
    }

    fn within(&self, part: impl FnOnce() -> String) -> Self {
        match self {
            Self::Document(pointer) => Self::Document(format!("{pointer}/{}", part())),
            Self::Query(_) | Self::Flag(_) => self.clone(),
        }
    }
}

/// Formats as `` `max_rating` ``, as `parameter max_rating` or `--max-rating`; a whole document as nothing.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(pointer) => match pointer.split('/').nth(1) {
                Some(member) => write!(f, "`{}`", member.replace("~1", "/").replace("~0", "~")),
                None => Ok(()),
            },
            Self::Query(name) => write!(f, "parameter {name}"),
            Self::Flag(name) => write!(f, "--{}", name.replace('_', "-")),
        }
    }
}
