//! A case as text: for queries, lines and flags.

use serde_json::{Map, Value};

/// The grid of a case, and its other members as parameters.
pub struct Plain {
    /// The grid; empty if there is none.
    pub grid: String,
    options: Vec<(String, String)>,
}

impl Plain {
    /// This document as text; `None` if it has a member that text cannot hold.
    pub fn of(document: &Map<String, Value>) -> Option<Self> {
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Array(_) | Value::Object(_) => None,
            other => Some(other.to_string()),
        };
        let mut plain = Self { grid: String::new(), options: Vec::new() };
        for (name, value) in document {
            match (name.as_str(), value) {
                ("grid", value) => value.as_str()?.clone_into(&mut plain.grid),
                ("puzzle" | "candidates" | "marks", Value::Array(_)) => return None,
                (_, Value::Array(items)) => {
                    let items: Vec<String> = items.iter().map(text).collect::<Option<_>>()?;
                    plain.options.push((name.clone(), items.join(",")));
                }
                (_, Value::Object(pairs)) => {
                    let digits = |value: &Value| {
                        value.as_array().map(|items| items.iter().map(Value::to_string).collect::<String>())
                    };
                    let pair = |(cell, value): (&String, &Value)| Some(format!("{cell}:{}", digits(value)?));
                    let pairs: Vec<String> = pairs.iter().map(pair).collect::<Option<_>>()?;
                    plain.options.push((name.clone(), pairs.join(",")));
                }
                (_, value) => plain.options.push((name.clone(), text(value)?)),
            }
        }
        Some(plain)
    }

    /// Whether it has this option.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(other, _)| other == name)
    }

    /// The target of these options at this path. A date is the end of a path.
    pub fn target(&self, path: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let is_date = |(name, _): &&(String, String)| path == "/daily" && name == "date";
        let date = self.options.iter().find(is_date).map(|(_, date)| format!("/{date}"));
        query.extend_pairs(self.options.iter().filter(|option| !is_date(option)));
        format!("{path}{}?{}", date.unwrap_or_default(), query.finish()).trim_end_matches('?').to_owned()
    }

    /// The target of the grid and the options at this path.
    pub fn with_grid(&self, path: &str) -> String {
        let grid: String = form_urlencoded::byte_serialize(self.grid.as_bytes()).collect();
        let target = self.target(path);
        format!("{target}{}grid={grid}", if target.contains('?') { '&' } else { '?' })
    }

    /// The flags of these options.
    pub fn flags(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|(name, value)| {
            let name = name.replace('_', "-");
            match value.as_str() {
                "true" => format!("--{name}"),
                "false" => format!("--no-{name}"),
                value => format!("--{name}={value}"),
            }
        })
    }
}
